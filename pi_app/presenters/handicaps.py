"""Handicaps as they are settled with the players: what a player begins with, none at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pi_app.evening.part import host_lets
from pi_app.games.app_game import AppGame, Choice
from pi_app.i18n import _
from pi_app.table.handicaps import HANDICAP, handicaps_of

if TYPE_CHECKING:
    from engines.record import Header
    from pi_app.presenters.navigator import Navigator


def handicap_choices(nav: Navigator, app: AppGame) -> tuple[Choice, ...]:
    """For each player of the game that is set up, what they may begin with; nothing where that has no meaning."""
    place = nav.place
    if place.way == "pad" or len(place.names) < 2 or not host_lets(nav):
        return ()
    values = (("0", _("no handicap")), *((str(points), words) for points, words in app.handicaps()))
    asked = _("What {name} begins with")
    return tuple(
        Choice(f"{HANDICAP}.{name}", asked.format(name=name), values) for name in place.names if len(values) > 1
    )


def chosen_handicaps(choices: Sequence[Choice], settled: Mapping[str, str], names: Sequence[str]) -> tuple[int, ...]:
    """By seat, what was settled of the choices; empty where nobody begins with anything."""
    offered = {choice.option for choice in choices}
    keys = [f"{HANDICAP}.{name}" for name in names]
    points = tuple(int(settled.get(key, "0")) if key in offered else 0 for key in keys)
    return points if any(points) else ()


def settled_handicaps(header: Header) -> dict[str, str]:
    """What was settled for the players of a game that was played, to begin it again."""
    points = handicaps_of(header)
    return {f"{HANDICAP}.{name}": str(n) for name, n in zip(header.players, points, strict=False) if n}
