"""People of this table: what they played and won, and the records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from engines.registry import PAD
from pi_app.games.app_game import app_of, offered
from pi_app.presenters.names import is_guest
from pi_app.table.forgetting import is_forgotten
from pi_app.table.journal import GameSummary

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


class Played(msgspec.Struct, frozen=True):
    """What one player did in one game so far."""

    game: str
    games: int
    wins: int
    best: int
    average: float


class Best(msgspec.Struct, frozen=True):
    """The record of a game at this table: who, how many points, when (ISO 8601)."""

    game: str
    name: str
    points: int
    when: str


def people_of(nav: Navigator) -> list[str]:
    """Names of past games without bots and guests, the latest first."""
    names = dict[str, None]()
    for game in nav.journal.games():
        bots = nav.bots_of(game.id)
        names |= {name: None for seat, name in enumerate(game.players) if seat not in bots}
    return [name for name in names if not is_forgotten(name) and not is_guest(name)]


def statistics(nav: Navigator, name: str) -> tuple[Played, ...]:
    """What that player did in every finished game, the games in the order of the choice of a game."""
    rows = [(game.game, game, seat) for game, seat in seats_of_people(nav) if game.players[seat] == name]
    found = []
    for kind in offered():
        points = [game.totals[seat] for game_kind, game, seat in rows if game_kind == kind]
        wins = sum(
            name in game.winners and len(game.players) > 1 for game_kind, game, _seat in rows if game_kind == kind
        )
        if points:
            found.append(Played(kind, len(points), wins, max(points), sum(points) / len(points)))
    return tuple(found)


def records(nav: Navigator) -> tuple[Best, ...]:
    """The most points a person (no guest) ever made in each game at this table; of equal ones the first."""
    best: dict[str, Best] = {}
    for game, seat in reversed(list(seats_of_people(nav))):
        if is_guest(game.players[seat]):
            continue
        held = best.get(game.game)
        if held is None or game.totals[seat] > held.points:
            best[game.game] = Best(game.game, game.players[seat], game.totals[seat], game.started or "")
    return tuple(best[kind] for kind in offered() if kind in best)


def seats_of_people(nav: Navigator) -> Iterable[tuple[GameSummary, int]]:
    """Every person's seat of every finished game, the newest first."""
    for game in nav.journal.games():
        bots = nav.bots_of(game.id)
        if game.state == "finished" and len(game.totals) == len(game.players):
            yield from ((game, seat) for seat in range(len(game.players)) if seat not in bots)


def has_boards(game: GameSummary) -> bool:
    """Whether boards of that game can be drawn: not of a score pad, nor of a game that draws none."""
    return game.game in offered() and bool(app_of(game.game).sketch) and game.pack != PAD
