"""A table's habits: how its pens, lamps and prints differ from what the nets have learnt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from vision.own.fit import Habit, Lesson, Usual, fitted

Taught = tuple[bool, list[Lesson]]
"""What a board teaches, and whether it was compared with a clean one."""


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The habits of boards that are compared with a clean one, and of bare ones; None where too few were seen."""

    compared: Habit | None = None
    bare: Habit | None = None
    new_lines: bool = True
    """Whether new lines of bare discs are corrected, too."""
    asks_less: bool = True
    """Whether limits of doubt are those of a table that knows its pens, too; without that only what ink says is
    corrected."""

    def of(self, compared: bool) -> Habit | None:
        """The one that counts."""
        return self.compared if compared else self.bare


NO_HABITS = Habits()


def learnt(boards: Sequence[Taught], fewest: int, usual: Usual, without: Taught | None = None) -> Habits:
    """The habits by the boards; of a sort with `fewest` of them at least. `without`: only of the sort of this one of
    them, and by the others."""

    def of(sort: bool) -> Habit | None:
        own = [board for board in boards if board[0] is sort]
        if len(own) < fewest or (without is not None and without[0] is not sort):
            return None
        return fitted([lesson for board in own if board is not without for lesson in board[1]], usual)

    return Habits(of(True), of(False))


@cache
def usual(package: str) -> Usual:
    """The features of lines as the nets of that package see them (of discs alone, of slates among others), over many
    tables with strange pens and lamps, compared and bare (discs: 200 boards of seed 721004, slates: six tables of seed
    9202)."""
    return msgspec.json.decode(resources.files(package).joinpath("model", "usual.json").read_bytes(), type=Usual)
