"""A table's habits with discs: how its pens, lamps and prints differ from what the nets have learnt."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from vision.disc.own.fit import Habit, Usual


class DiscHabits(msgspec.Struct, frozen=True):
    """The habits of boards that are compared with a clean one, and of bare ones; None where too few were seen."""

    compared: Habit | None = None
    bare: Habit | None = None

    def of(self, compared: bool) -> Habit | None:
        """The one that counts."""
        return self.compared if compared else self.bare


NO_HABITS = DiscHabits()


@cache
def usual() -> Usual:
    """The features of lines among their rivals as they are on many tables: six with strange pens and lamps (seed 9201),
    compared and bare."""
    text = resources.files("vision.disc").joinpath("model", "line_among_rivals.usual.json").read_bytes()
    return msgspec.json.decode(text, type=Usual)
