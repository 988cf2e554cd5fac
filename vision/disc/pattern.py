"""The pattern of a constellation tile, and the order in which its stars are looked for on a disc."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput


class TileFile(msgspec.Struct, frozen=True):
    """Stars (mm, as printed) and lines between them (indices) of a tile."""

    xy: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, int], ...]


class Expectation(msgspec.Struct, frozen=True):
    """What was to be drawn: a tile's pattern, and how a drawing has to match it."""

    pattern: TileFile
    match: Literal["exact", "topology"] = "topology"


class Pattern(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A connected plane graph: `xy` (k, 2) mm, `lines` (i, j) with i < j; `exact`: distances count too."""

    xy: NDArray[np.float64]
    lines: tuple[tuple[int, int], ...]
    exact: bool

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each star, clockwise."""
        near: list[list[int]] = [[] for _ in range(len(self.xy))]
        for i, j in self.lines:
            near[i].append(j)
            near[j].append(i)
        return tuple(
            tuple(sorted(others, key=lambda o: _angle(self.xy[o] - self.xy[i]))) for i, others in enumerate(near)
        )

    @cached_property
    def middle(self) -> int:
        """The star with most lines; of equals, the one nearest to all the others."""
        far = [sum(self._steps(i).values()) for i in range(len(self.xy))]
        return min(range(len(self.xy)), key=lambda i: (-len(self.around[i]), far[i]))

    def _steps(self, start: int) -> dict[int, int]:
        steps = {start: 0}
        for star in (queue := [start]):
            for other in self.around[star]:
                if other not in steps:
                    steps[other] = steps[star] + 1
                    queue.append(other)
        return steps

    def order_from(self, start: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The stars outwards from `start`, each with those of its neighbours that come before it."""
        stars = list(self._steps(start))
        place = {star: n for n, star in enumerate(stars)}
        return tuple((s, tuple(o for o in self.around[s] if place[o] < place[s])) for s in stars)


def _angle(delta: NDArray[np.float64]) -> float:
    return math.atan2(float(delta[1]), float(delta[0]))


def parse_expectation(data: Any) -> Pattern:
    """A pattern from the decoded JSON of `expect`. Raises BadInput with one line."""
    try:
        expectation = msgspec.convert(data, Expectation)
    except msgspec.ValidationError as error:
        raise BadInput("expect.wrong", "expect: {problem}", error) from error
    tile, count = expectation.pattern, len(expectation.pattern.xy)
    lines = tuple((min(line), max(line)) for line in tile.lines)
    if not all(math.isfinite(n) for point in tile.xy for n in point):
        raise BadInput("expect.pattern.not_finite", "expect: pattern.xy: every number must be finite")
    for i, j in lines:
        if not 0 <= i < j < count:
            raise BadInput(
                "expect.pattern.line",
                "expect: pattern.lines: {line!r} does not join two of the {n} stars",
                [i, j],
                count,
            )
    if not lines or len(set(lines)) != len(lines):
        raise BadInput("expect.pattern.lines", "expect: pattern.lines: expected one line at least, and none twice")
    pattern = Pattern(np.array(tile.xy, float), lines, expectation.match == "exact")
    if len(pattern._steps(0)) != count:
        raise BadInput("expect.pattern.in_parts", "expect: pattern: expected stars all joined to one another by lines")
    return pattern
