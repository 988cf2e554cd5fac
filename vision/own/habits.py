"""A table's habits: how its pens, lamps and prints differ from what the nets have learnt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from itertools import chain

import msgspec

from vision.own.fit import Habit, Lesson, Usual, fitted


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The habits of boards that are compared with a clean one, and of bare ones; None where too few were seen."""

    compared: Habit | None = None
    bare: Habit | None = None

    def of(self, compared: bool) -> Habit | None:
        """The one that counts."""
        return self.compared if compared else self.bare


NO_HABITS = Habits()


def learnt(boards: Iterable[tuple[bool, list[Lesson]]], fewest: int, usual: Usual) -> Habits:
    """The habits by what each board teaches, with whether it was compared; of a sort with `fewest` boards at least."""
    every = list(boards)
    sorts = ([lessons for compared, lessons in every if compared is sort] for sort in (True, False))
    return Habits(*(fitted(list(chain(*own)), usual) if len(own) >= fewest else None for own in sorts))


@cache
def usual(package: str) -> Usual:
    """The features of lines as the nets of that package see them among others, over many tables with
    strange pens and lamps, compared and bare (discs: 200 boards of seed 721004, slates: six tables of seed 9202)."""
    return msgspec.json.decode(resources.files(package).joinpath("model", "usual.json").read_bytes(), type=Usual)
