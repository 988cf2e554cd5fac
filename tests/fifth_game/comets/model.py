"""The values of a game: actions, options, state."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from engines.game import Action, State

TRAILS: Final = 3
PLACES: Final = 3
ROUNDS: Final = TRAILS * PLACES
MAX_PLAYERS: Final = 4
Trail: TypeAlias = tuple[int, ...]


class Roll(Action, frozen=True, tag="roll", kw_only=True):
    """A number falls."""

    number: int


class Write(Action, frozen=True, tag="write", kw_only=True):
    """The seat writes the number into a trail, 0 to 2."""

    trail: int


CometsAction: TypeAlias = Roll | Write


class CometsOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table settles before a game."""

    bonus: Literal["five", "ten"] = "five"


class CometsState(State, frozen=True, kw_only=True):
    """The numbers that fell, and every seat's trails."""

    fallen: tuple[int, ...] = ()
    seats: tuple[tuple[Trail, ...], ...]
    options: CometsOptions = CometsOptions()
