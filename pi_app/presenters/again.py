"""Once more: a rematch of the game in progress, and the group that plays most often."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engines.errors import BadInput
from engines.registry import PAD
from pi_app.games.app_game import offered
from pi_app.presenters.handicaps import settled_handicaps
from pi_app.presenters.names import is_guest
from pi_app.table.forgetting import is_forgotten
from pi_app.table.journal import GameSummary

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

RECENT: Final = 30
"""So many of the latest games say which group is the usual one: about half a year of evenings."""


def rematch(nav: Navigator) -> None:
    """Begin the same game again: the same players in their seats and colours, the same bots, pack and options."""
    table = nav.open_table
    seed = secrets.randbelow(2**32) if table.digital else None
    nav.begin(replace(table.header, started=None, seed=seed), nav.bots_of(table.game_id), nav.colours or ())


def usual_group(nav: Navigator) -> GameSummary | None:
    """The last game of the people who have played together most often of late; None where nobody has.

    Neither bots nor guests make a group; of two that are level the one that played last is meant.
    """
    games = [(game, people) for game in nav.journal.games()[:RECENT] if len(people := _people(nav, game)) > 1]
    count = Counter(people for _game, people in games)
    return max(games, key=lambda found: count[found[1]])[0] if games else None


def _people(nav: Navigator, game: GameSummary) -> frozenset[str]:
    bots = nav.bots_of(game.id)
    names = [name for seat, name in enumerate(game.players) if seat not in bots]
    known = game.game in offered() and not any(is_guest(name) or is_forgotten(name) for name in names)
    return frozenset(names if known else ())


def seat_again(nav: Navigator, game: GameSummary) -> None:
    """Open the page of the players as it was when that game began: who sat where, how it was played, with what."""
    try:
        header = nav.journal.record(game.id).header
    except BadInput as error:
        nav.refuse(error)
        nav.changed()
        return
    way = "pad" if header.pack == PAD else "table" if header.seed is None else "screen"
    bots = {game.players[seat]: bot for seat, bot in nav.bots_of(game.id).items()}
    settled: dict[str, Any] = {option: value for option, value in header.options.items() if isinstance(value, str)}
    settled |= settled_handicaps(header)
    nav.open_page("players", names=game.players, new=game.game, way=way, bots=bots, settled=settled)
