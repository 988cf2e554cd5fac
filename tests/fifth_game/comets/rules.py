"""The rules of Comets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from comets.model import (
    MAX_PLAYERS,
    PLACES,
    ROUNDS,
    TRAILS,
    CometsAction,
    CometsOptions,
    CometsState,
    Roll,
    Trail,
    Write,
)
from comets.pack import CometsPack, parse_pack
from comets.scoring import player_score, score_sheet
from engines.errors import BadInput
from engines.forms import decode_form
from engines.game import NATURE, Game, ScoreSheet, Seat, Violation


class PlayerPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has written."""

    name: str
    trails: tuple[Trail, ...]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trails of a table, without a history."""

    game: str
    players: tuple[PlayerPosition, ...]
    options: CometsOptions = CometsOptions()


class Comets(Game[CometsState, CometsAction]):
    """The rules bound to a box."""

    name = "comets"
    min_players, max_players = 1, MAX_PLAYERS
    max_actions = ROUNDS * (1 + MAX_PLAYERS)
    state_type, action_type, options_type = CometsState, CometsAction, CometsOptions

    def __init__(self, pack: CometsPack) -> None:
        self.pack = pack
        self.pack_name = pack.pack

    @classmethod
    def from_pack(cls, data: bytes) -> Comets:
        """The game with the dice of a pack."""
        return cls(parse_pack(data))

    def setup(self, players: Sequence[str], options: Any = None) -> CometsState:
        """Empty trails."""
        if not 1 <= len(players) <= MAX_PLAYERS or len(set(players)) < len(players) or not all(players):
            raise BadInput("comets.players", "{n} players, expected 1 to 4 with distinct names", len(players))
        trails = ((),) * TRAILS
        return CometsState(players=tuple(players), seats=(trails,) * len(players), options=options or CometsOptions())

    def to_move(self, state: CometsState) -> tuple[Seat, ...]:
        """Nature, when all have written; else who has not."""
        behind = tuple(seat for seat, trails in enumerate(state.seats) if _written(trails) < len(state.fallen))
        return behind or (() if len(state.fallen) == ROUNDS else (NATURE,))

    def legal_actions(self, state: CometsState, seat: Seat) -> list[CometsAction]:
        """Any number, or any trail with room."""
        if seat not in self.to_move(state):
            return []
        if seat == NATURE:
            return [Roll(seat=NATURE, number=number) for number in self.pack.faces]
        assert isinstance(seat, int), "nature has been dealt with"
        return [Write(seat=seat, trail=n) for n, trail in enumerate(state.seats[seat]) if len(trail) < PLACES]

    def check(self, state: CometsState, action: CometsAction) -> list[Violation]:
        """Everything wrong with an action."""
        if action.seat not in self.to_move(state):
            rule = "comets.roll" if isinstance(action, Roll) else "comets.write.turn"
            return [Violation(rule, f"seat {action.seat!r} is not to move")]
        if isinstance(action, Roll):
            return (
                [] if action.number in self.pack.faces else [Violation("comets.roll", f"no die shows {action.number}")]
            )
        assert isinstance(action.seat, int), "nature never writes"
        room = 0 <= action.trail < TRAILS and len(state.seats[action.seat][action.trail]) < PLACES
        trail = f"trail:{action.trail + 1}"
        return [] if room else [Violation("comets.write.room", f"trail {action.trail + 1} has no room", (trail,))]

    def play(self, state: CometsState, action: CometsAction) -> CometsState:
        """The state after the action."""
        if isinstance(action, Roll):
            return replace(state, fallen=(*state.fallen, action.number))
        assert isinstance(action.seat, int), "nature never writes"
        trails = list(state.seats[action.seat])
        trails[action.trail] = (*trails[action.trail], state.fallen[-1])
        return replace(state, seats=(*state.seats[: action.seat], tuple(trails), *state.seats[action.seat + 1 :]))

    def deal(self, state: CometsState, rng: Random) -> CometsAction:
        """A die."""
        return Roll(seat=NATURE, number=rng.choice(self.pack.faces))

    def score(self, state: CometsState) -> ScoreSheet:
        """The pad as it stands."""
        pairs = zip(state.players, state.seats, strict=True)
        return score_sheet([player_score(name, trails, state.options) for name, trails in pairs])

    def view(self, state: CometsState, seat: Seat) -> CometsState:
        """Everything: nothing is secret."""
        return state

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The pad of trails as they lie."""
        found = decode_form(position, Position, "position of comets")
        for player in found.players:
            if len(player.trails) != TRAILS or any(len(trail) > PLACES for trail in player.trails):
                raise BadInput("comets.position", "player {name!r}: expected three trails of three", player.name)
        if not found.players:
            raise BadInput("comets.position_empty", "position of comets: no players")
        return score_sheet([player_score(p.name, p.trails, found.options) for p in found.players])


def _written(trails: Sequence[Trail]) -> int:
    return sum(map(len, trails))
