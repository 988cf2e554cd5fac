"""Compares what was drawn with a tile's pattern: as a rotated copy (`exact`) or as a graph (`topology`).

A *match* maps each drawn star to a star of the pattern, so that drawn lines are pattern lines. Mirror images do not
match, unless turning them gives the pattern.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterator, Sequence

from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import Line, Tile

SHAPE_TOLERANCE_MM = 0.4
"""How far a star may lie from where the turned pattern puts it, and a line differ in length: less than tells a
lattice's neighbouring distances apart (10 mm pitch: 50.0 and 51.0), more than a printer's and a ruler's error."""
Match = dict[int, int]
Motion = tuple[complex, complex]
"""A turn (unit complex number) and a shift: `z -> turn * z + shift`."""


def pattern_points(tile: Tile, mirrored: bool = False) -> list[complex]:
    """The pattern's stars as complex numbers (x + iy), or those of its mirror image."""
    return [complex(-x if mirrored else x, y) for x, y in tile.xy]


def pattern_lines(tile: Tile) -> frozenset[Line]:
    """The pattern's lines as index pairs, smaller first."""
    return frozenset((min(line), max(line)) for line in tile.lines)


def fitted(points: Sequence[complex], places: Sequence[complex]) -> Motion:
    """The turn and shift that bring `points` nearest to `places` (least squares; Kabsch in the plane)."""
    middle, target = sum(points) / len(points), sum(places) / len(places)
    spread = sum((p - middle).conjugate() * (q - target) for p, q in zip(points, places, strict=True))
    turn = cmath.rect(1.0, cmath.phase(spread)) if spread else complex(1)
    return turn, target - turn * middle


# Exact ---------------------------------------------------------------------------------------------------------


def exact_matches(
    tile: Tile, disc: StarDisc, lines: Collection[Line], stars: Collection[int], mirrored: bool = False
) -> Iterator[Match]:
    """Every way in which the drawing is a part of a turned copy of the pattern, same distances and angles."""
    drawn = sorted(stars)
    if len(drawn) > tile.size:
        return
    if len(drawn) < 2:
        yield dict.fromkeys(drawn, 0)
        return
    places = {s: complex(disc.stars[s].x, disc.stars[s].y) for s in drawn}
    points = pattern_points(tile, mirrored)
    allowed = pattern_lines(tile)
    a, b = _farthest(places)
    for i, j in _pairs_at(points, abs(places[a] - places[b])):
        match = _grown(points, places, fitted((points[i], points[j]), (places[a], places[b])))
        if match is not None and all(
            _image(match, line) in allowed and _same_length(points, places, match, line) for line in lines
        ):
            yield match


def _image(match: Match, line: Line) -> Line:
    i, j = match[line[0]], match[line[1]]
    return (i, j) if i < j else (j, i)


def _farthest(places: dict[int, complex]) -> tuple[int, int]:
    stars = list(places)
    pairs = ((a, b) for i, a in enumerate(stars) for b in stars[i + 1 :])
    return max(pairs, key=lambda pair: abs(places[pair[0]] - places[pair[1]]))


def _pairs_at(points: Sequence[complex], distance: float) -> Iterator[tuple[int, int]]:
    for i, p in enumerate(points):
        for j, q in enumerate(points):
            if i != j and abs(abs(p - q) - distance) <= 2 * SHAPE_TOLERANCE_MM:
                yield i, j


def _grown(points: Sequence[complex], places: dict[int, complex], motion: Motion) -> Match | None:
    """The nearest pattern star for each place, if after a fit over all of them each is near enough."""
    turn, shift = motion
    moved = [turn * p + shift for p in points]
    match: Match = {}
    for star, place in places.items():
        nearest = min(range(len(moved)), key=lambda i: abs(moved[i] - place))
        if abs(moved[nearest] - place) > 3 * SHAPE_TOLERANCE_MM or nearest in match.values():
            return None
        match[star] = nearest
    turn, shift = fitted([points[i] for i in match.values()], list(places.values()))
    near = all(abs(turn * points[i] + shift - places[s]) <= SHAPE_TOLERANCE_MM for s, i in match.items())
    return match if near else None


def _same_length(points: Sequence[complex], places: dict[int, complex], match: Match, line: Line) -> bool:
    a, b = line
    drawn, printed = abs(places[a] - places[b]), abs(points[match[a]] - points[match[b]])
    return abs(drawn - printed) <= SHAPE_TOLERANCE_MM


# Topology ------------------------------------------------------------------------------------------------------


def clockwise(here: complex, others: dict[int, complex]) -> tuple[int, ...]:
    """The neighbours of a star in clockwise order as seen on the board (y points down)."""
    return tuple(sorted(others, key=lambda k: math.atan2((others[k] - here).imag, (others[k] - here).real)))


def _around(lines: Collection[Line], places: dict[int, complex]) -> dict[int, tuple[int, ...]]:
    neighbours: dict[int, dict[int, complex]] = {star: {} for star in places}
    for a, b in lines:
        neighbours[a][b] = places[b]
        neighbours[b][a] = places[a]
    return {star: clockwise(places[star], others) for star, others in neighbours.items()}


def topology_matches(
    tile: Tile, disc: StarDisc, lines: Collection[Line], stars: Collection[int], mirrored: bool = False
) -> Iterator[Match]:
    """Every way in which the drawing is a part of the pattern: same graph, same cyclic order of lines at every star.

    Distances and angles do not matter. Where some of a star's lines were left out, the others keep their order.
    """
    drawn = sorted(stars)
    if len(drawn) > tile.size or len(lines) > len(tile.lines):
        return
    pattern = _around(pattern_lines(tile), dict(enumerate(pattern_points(tile, mirrored))))
    drawing = _around(lines, {s: complex(disc.stars[s].x, disc.stars[s].y) for s in drawn})
    order = _search_order(drawing)
    yield from _assign(order, 0, {}, drawing, pattern)


def _search_order(drawing: dict[int, tuple[int, ...]]) -> list[int]:
    """Stars piece by piece, each after the first beside an earlier one, busy stars first; lone stars last."""
    order: list[int] = []
    left = sorted(drawing, key=lambda s: (-len(drawing[s]), s))
    while left:
        beside = [s for s in left if any(n in order for n in drawing[s])]
        star = (beside or left)[0]
        order.append(star)
        left.remove(star)
    return order


def _assign(
    order: list[int],
    depth: int,
    match: Match,
    drawing: dict[int, tuple[int, ...]],
    pattern: dict[int, tuple[int, ...]],
) -> Iterator[Match]:
    if depth == len(order):
        yield dict(match)
        return
    star = order[depth]
    known = [n for n in drawing[star] if n in match]
    if not drawing[star]:
        free = [i for i in pattern if i not in match.values()]
        yield match | dict(zip(order[depth:], free, strict=False))
        return
    for place in pattern[match[known[0]]] if known else pattern:
        if place in match.values() or len(drawing[star]) > len(pattern[place]):
            continue
        if any(match[n] not in pattern[place] for n in known):
            continue
        match[star] = place
        if all(_same_order(s, match, drawing, pattern) for s in (star, *known)):
            yield from _assign(order, depth + 1, match, drawing, pattern)
        del match[star]


def _same_order(
    star: int, match: Match, drawing: dict[int, tuple[int, ...]], pattern: dict[int, tuple[int, ...]]
) -> bool:
    """Whether the neighbours placed so far lie around the star in the pattern's cyclic order."""
    around = pattern[match[star]]
    turns = [around.index(match[n]) for n in drawing[star] if n in match]
    if len(turns) < 3:
        return True
    falls = sum(turns[i] > turns[(i + 1) % len(turns)] for i in range(len(turns)))
    return falls == 1


# Both ----------------------------------------------------------------------------------------------------------


def matches(
    tile: Tile,
    disc: StarDisc,
    lines: Collection[Line],
    stars: Collection[int],
    how: str,
    mirrored: bool = False,
) -> Iterator[Match]:
    """Every match under the option `shape_match`."""
    search = exact_matches if how == "exact" else topology_matches
    return search(tile, disc, lines, stars, mirrored)


def lines_left_out(tile: Tile, match: Match, lines: Collection[Line]) -> int:
    """How many of the pattern's lines between drawn stars were not drawn."""
    placed = set(match.values())
    return sum(i in placed and j in placed for i, j in pattern_lines(tile)) - len(lines)


def misfits(tile: Tile, disc: StarDisc, lines: Collection[Line], stars: Collection[int]) -> tuple[set[Line], set[int]]:
    """The drawn lines and stars that do not lie on the turned copy of the pattern that covers most of the lines."""
    places = {s: complex(disc.stars[s].x, disc.stars[s].y) for s in stars}
    points = pattern_points(tile)
    best: tuple[set[Line], set[int]] = (set(lines), set(stars))
    for a, b in sorted(lines):
        for i, j in _pairs_at(points, abs(places[a] - places[b])):
            motion = fitted((points[i], points[j]), (places[a], places[b]))
            found = _uncovered(tile, points, places, motion, lines)
            if (len(found[0]), len(found[1])) < (len(best[0]), len(best[1])):
                best = found
    return best


def _uncovered(
    tile: Tile, points: Sequence[complex], places: dict[int, complex], motion: Motion, lines: Collection[Line]
) -> tuple[set[Line], set[int]]:
    turn, shift = motion
    moved = [turn * p + shift for p in points]
    match: Match = {}
    for star, place in places.items():
        nearest = min(range(len(moved)), key=lambda i: abs(moved[i] - place))
        if abs(moved[nearest] - place) <= SHAPE_TOLERANCE_MM:
            match[star] = nearest
    allowed = pattern_lines(tile)
    covered = {line for line in lines if line[0] in match and line[1] in match and _image(match, line) in allowed}
    return set(lines) - covered, set(places) - set(match)
