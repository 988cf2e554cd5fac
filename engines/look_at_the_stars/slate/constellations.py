"""Groups of lines that touch, which of them are constellations, and what a beginner should be told about the others."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from engines.look_at_the_stars.model import SkyObject
from engines.look_at_the_stars.slate.lattice import LINES, NEAR, POINT, TOUCHING, bits, line_names, points_of

MIN_LINES: Final = 3
MAX_LINES: Final = 8
MAX_LINES_WITH_NOVA: Final = 10


class Group(msgspec.Struct, frozen=True, gc=False):
    """A maximal set of lines that share a star or cross."""

    lines: int
    points: int
    size: int
    nova: bool = False

    @property
    def constellation(self) -> bool:
        """Whether it counts: 3 to 8 lines, with a nova up to 10."""
        return MIN_LINES <= self.size <= (MAX_LINES_WITH_NOVA if self.nova else MAX_LINES)

    @property
    def label(self) -> str:
        """Component id: the first of its lines and how many there are."""
        a, b = line_names(self.lines & -self.lines)[0]
        return f"group:{a}-{b}({self.size})"


def connected(lines: int) -> list[int]:
    """The groups of these lines as masks, by their lowest line."""
    rest = lines & LINES
    found = []
    while rest:
        frontier = group = rest & -rest
        rest ^= frontier
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            near = TOUCHING[low.bit_length() - 1] & rest
            if near:
                rest ^= near
                group |= near
                frontier |= near
        found.append(group)
    return found


def group_of(lines: int, member: int) -> int:
    """The group among these lines to which the lines of `member` belong."""
    return next(group for group in connected(lines) if group & member)


def groups(drawn: int, objects: tuple[SkyObject, ...] = ()) -> list[Group]:
    """The groups of a drawing, by their lowest line."""
    novas = 0
    for thing in objects:
        if thing.kind == "nova":
            novas |= 1 << POINT[thing.at]
    found = []
    for lines in connected(drawn):
        points = points_of(lines)
        found.append(Group(lines, points, lines.bit_count(), bool(points & novas)))
    return found


def constellations(drawn: int, objects: tuple[SkyObject, ...] = ()) -> list[Group]:
    """The groups that are constellations."""
    return [group for group in groups(drawn, objects) if group.constellation]


def around(points: int) -> int:
    """The neighbours of these points, the points themselves not counted."""
    found = 0
    for p in bits(points):
        found |= NEAR[p]
    return found & ~points


class Hint(msgspec.Struct, frozen=True):
    """Something a beginner overlooks: a rule, one sentence, and the lines it is about."""

    rule: str
    message: str
    components: tuple[str, ...]


def hints(drawn: int, objects: tuple[SkyObject, ...] = ()) -> tuple[Hint, ...]:
    """The groups that score nothing: with 1 or 2 lines, or with too many."""
    found = []
    for group in groups(drawn, objects):
        if group.constellation:
            continue
        rule = "fewest" if group.size < MIN_LINES else "most"
        found.append(Hint(f"look_at_the_stars.constellation.{rule}", _hint(group), line_ids(group.lines)))
    return tuple(found)


def _hint(group: Group) -> str:
    noun = "line" if group.size == 1 else "lines"
    if group.size < MIN_LINES:
        return f"a group of {group.size} {noun} is no constellation yet: it needs {MIN_LINES}"
    most = MAX_LINES_WITH_NOVA if group.nova else MAX_LINES
    return f"a group of {group.size} lines is no constellation any more: it may have {most}"


@lru_cache(maxsize=1024)
def line_ids(lines: int) -> tuple[str, ...]:
    """Component ids of lines: `line:E9-F9`."""
    return tuple(f"line:{a}-{b}" for a, b in line_names(lines))
