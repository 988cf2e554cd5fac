"""Constellations nobody has seen: random connected plane figures, as printed on tiles."""

from __future__ import annotations

import numpy as np

from hardware.simulated.pixels import Points

Edge = tuple[int, int]
_CLEAR = 0.42  # how near a line may pass by a star that is not its own, in shares of the usual distance


class Figure:
    """Stars (n, 2) in steps of about 1, and the lines between them."""

    def __init__(self, xy: Points, lines: tuple[Edge, ...]) -> None:
        self.xy, self.lines = xy, lines


def random_figure(rng: np.random.Generator, stars: int, lattice: bool) -> Figure:
    """A connected figure of that many stars without crossings, on a square lattice or anywhere."""
    while True:
        xy = _lattice_stars(rng, stars) if lattice else _scattered_stars(rng, stars)
        lines = _joined(rng, xy)
        if lines is not None:
            return Figure(xy, lines)


def _lattice_stars(rng: np.random.Generator, stars: int) -> Points:
    columns, rows = (4, 4) if stars < 7 else (5, 5) if stars < 9 else (6, 6)
    cells = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2)
    return np.asarray(cells[rng.choice(len(cells), stars, replace=False)], float)


def _scattered_stars(rng: np.random.Generator, stars: int) -> Points:
    wide = 1.45 * np.sqrt(stars)
    tall = wide * rng.uniform(0.6, 1.0)
    found: list[Points] = []
    while len(found) < stars:
        place = rng.uniform(0, 1, 2) * [wide, tall]
        if all(np.hypot(*(place - other)) > 0.75 for other in found):
            found.append(place)
    return np.array(found)


def _joined(rng: np.random.Generator, xy: Points) -> tuple[Edge, ...] | None:
    """A tree of short lines and up to two more, or None where the stars cannot be joined without a clash."""
    count = len(xy)
    far = np.hypot(*(xy[:, None] - xy).transpose(2, 0, 1))
    pairs = sorted((far[i, j] * rng.uniform(1, 1.6), i, j) for i in range(count) for j in range(i))
    group, lines, extra = list(range(count)), list[Edge](), int(rng.integers(0, 3))
    for _, i, j in pairs:
        new = group[i] != group[j]
        if (new or (extra > 0 and rng.random() < 0.25)) and far[i, j] < 3.4 and _fits(xy, lines, i, j):
            lines.append((min(i, j), max(i, j)))
            extra -= not new
            group = [group[j] if g == group[i] else g for g in group] if new else group
    return tuple(sorted(lines)) if len(set(group)) == 1 else None


def _fits(xy: Points, lines: list[Edge], i: int, j: int) -> bool:
    """Whether a line i-j passes clear of the other stars and crosses no other line."""
    along = xy[j] - xy[i]
    length = float(np.hypot(*along))
    offset = xy - xy[i]
    share = offset @ along / length**2
    away = np.abs(offset[:, 0] * along[1] - offset[:, 1] * along[0]) / length
    others = np.arange(len(xy))
    beside = (share > 0) & (share < 1) & (away < _CLEAR) & (others != i) & (others != j)
    return not beside.any() and not any(_cross(xy, (i, j), line) for line in lines)


def _cross(xy: Points, one: Edge, other: Edge) -> bool:
    if set(one) & set(other):
        return False
    (a, b), (c, d) = xy[list(one)], xy[list(other)]
    return bool(_side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0)


def _side(a: Points, b: Points, c: Points) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
