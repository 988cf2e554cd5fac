"""Proves a pack of Star Explorer: counts, patterns, disc, window, and that every tile can be drawn."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Final

import msgspec

from engines.layout import XY
from engines.packcheck import Finding, PackReport, tally
from engines.star_explorer.disc import (
    Segment,
    StarDisc,
    crosses_properly,
    distance_to_segment,
    inside,
    line_of,
    touching_points,
)
from engines.star_explorer.model import ROUNDS, SIZES, StarPack, Tile
from engines.star_explorer.pack import STAR_TYPES, parse_pack
from engines.star_explorer.shape import SHAPE_TOLERANCE_MM, pattern_lines, pattern_points

TILES: Final = 41
START_TILES: Final = 6
THREE_POINT_STARS: Final = 7
MAX_PLAYERS: Final = 4
MARKER_BORDER_MM: Final = 2.0
"""White that must stay around a marker for a camera to find it."""
FAIR_SHARE: Final = (0.15, 0.35)
"""Which share of a window's stars may be of one type."""
MIN_PLACES: Final = 3
Placement = frozenset[tuple[int, int]]


_NUMERALS = ("I", "II", "III", "IV", "V", "VI")


class PackFigures(msgspec.Struct, frozen=True):
    """What a pack holds. Lists by round have six entries, I to VI."""

    stars: int
    types: dict[str, int]
    zones: dict[str, int]
    visible: tuple[dict[str, int], ...]
    """By round: fully visible stars by type."""
    sizes: dict[str, int]
    """Tiles by size."""
    tile_types: dict[str, int]
    places: dict[str, tuple[int, ...]]
    """By tile and round: in how many ways it can be drawn whole on a clean disc."""
    clearance: float
    """Millimetres by which the closest call of all rounds is fully visible, or is not."""

    def in_words(self) -> list[str]:
        """Stars, what is visible by round, tiles, and in how many ways each can be drawn."""
        visible = [
            f"fully visible in round {numeral}: {sum(found.values())} ({tally(found)})"
            for numeral, found in zip(_NUMERALS, self.visible, strict=True)
        ]
        places = [f"  {tile:<18}" + "".join(f"{n:5}" for n in found) for tile, found in self.places.items()]
        return [
            f"stars: {self.stars} ({tally(self.types)}; {tally(self.zones)})",
            *visible,
            f"closest call of what is fully visible: {self.clearance:.2f} mm",
            f"tiles by size: {tally(self.sizes)}; by type: {tally(self.tile_types)}",
            "places to draw each tile whole, rounds I to VI:",
            *places,
        ]


def check_pack(data: bytes) -> PackReport[PackFigures]:
    """The report on a pack's JSON text. Raises BadInput where it is not a pack at all."""
    pack = parse_pack(data)
    disc = StarDisc(pack.layout)
    figures = _figures(pack, disc)
    problems = [found for check in PROBLEMS for found in check(pack)]
    warnings = [found for check in WARNINGS for found in check(pack)]
    balance = list(_balance(figures))
    captured = pack.status.get("layout") == "captured"
    (warnings if captured else problems).extend(balance)
    problems += _never_drawable(figures)
    warnings += _seldom_drawable(figures)
    return PackReport(pack.pack, tuple(problems), tuple(warnings), figures)


# Counts --------------------------------------------------------------------------------------------------------


def fewest(size: int) -> int:
    """How many tiles of a size four players need."""
    return MAX_PLAYERS * SIZES.count(size)


def tile_counts(pack: StarPack) -> Iterator[Finding]:
    """As many tiles as the rule book says, enough of each size for four players, names given and distinct."""
    if len(pack.tiles) != TILES:
        yield Finding("tiles", f"there are {len(pack.tiles)}, expected {TILES}")
    counts = Counter(tile.size for tile in pack.tiles)
    for size in sorted(set(SIZES)):
        if counts[size] < fewest(size):
            yield Finding(f"tiles of size {size}", f"there are {counts[size]}, expected at least {fewest(size)}")
    for name, count in sorted(Counter(tile.name for tile in pack.tiles).items()):
        if count > 1 or not name.strip():
            yield Finding("tiles", f"{count} tiles are named {name!r}, expected a name for each, no name twice")


def start_tile_counts(pack: StarPack) -> Iterator[Finding]:
    """Six start tiles."""
    if len(pack.start_tiles) != START_TILES:
        yield Finding("start tiles", f"there are {len(pack.start_tiles)}, expected {START_TILES}")


def start_tile_pairs(pack: StarPack) -> Iterator[Finding]:
    """Every pair of types on one start tile."""
    pairs = Counter(frozenset[str](face.type for face in tile.sides) for tile in pack.start_tiles)
    for pair in combinations(STAR_TYPES, 2):
        if pairs[frozenset(pair)] != 1:
            text = f"{pairs[frozenset(pair)]} start tiles show {pair[0]} and {pair[1]}, expected 1"
            yield Finding("start tiles", text)


def statuses(pack: StarPack) -> Iterator[Finding]:
    """Every part of the pack says where its values come from."""
    for key in ("layout", "tiles", "start_tiles"):
        if not any(k == key or k.startswith(key + ".") for k in pack.status):
            yield Finding(f"status.{key}", "is missing, expected where these values come from")


# Patterns ------------------------------------------------------------------------------------------------------


def patterns(pack: StarPack) -> Iterator[Finding]:
    """Each pattern is one connected plane graph with its stars apart."""
    for tile in pack.tiles:
        yield from _pattern(tile)


def _pattern(tile: Tile) -> Iterator[Finding]:
    where = f"tile {tile.id}"
    for i, j in combinations(range(tile.size), 2):
        if math.dist(tile.xy[i], tile.xy[j]) <= 2 * SHAPE_TOLERANCE_MM:
            yield Finding(where, f"stars {i} and {j} lie on one another")
    apart = set(range(tile.size)) - _reached(tile)
    if apart:
        yield Finding(where, f"star {', '.join(map(str, sorted(apart)))} is not connected to star 0")
    lines = sorted(pattern_lines(tile))
    for one, other in combinations(lines, 2):
        if _cross(tile, one, other):
            yield Finding(where, f"the lines {one[0]}-{one[1]} and {other[0]}-{other[1]} cross")


def _segment(tile: Tile, line: tuple[int, int]) -> Segment:
    return tile.xy[line[0]], tile.xy[line[1]]


def _cross(tile: Tile, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two lines have more in common than one end."""
    s, t = _segment(tile, one), _segment(tile, other)
    touching = len(touching_points(s, t))
    return crosses_properly(s, t) or touching > (0 if set(one).isdisjoint(other) else 1)


def _reached(tile: Tile) -> set[int]:
    reached, edge = {0}, {0}
    while edge:
        edge = {b for line in tile.lines for a, b in (line, line[::-1]) if a in edge} - reached
        reached |= edge
    return reached


def lines_over_stars(pack: StarPack) -> Iterator[Finding]:
    """No line of a pattern runs over a third star of it."""
    for tile in pack.tiles:
        for line in sorted(pattern_lines(tile)):
            for k in set(range(tile.size)) - set(line):
                if distance_to_segment(tile.xy[k], _segment(tile, line)) <= SHAPE_TOLERANCE_MM:
                    yield Finding(f"tile {tile.id}", f"the line {line[0]}-{line[1]} runs over star {k}")


# Disc and board ------------------------------------------------------------------------------------------------


def disc_and_stars(pack: StarPack) -> Iterator[Finding]:
    """Six stops make a whole turn; stars lie on the disc, apart, off Polaris; every type and zone occurs."""
    layout = pack.layout
    turn = layout.step_deg * ROUNDS
    if abs(turn) < 1 or abs(turn - 360 * round(turn / 360)) > 0.5:
        yield Finding("layout.step_deg", f"is {layout.step_deg}, expected six steps to make whole turns")
    for star in layout.stars:
        if math.hypot(star.x, star.y) + star.radius > layout.disc.radius:
            yield Finding(f"star {star.id}", "reaches over the edge of the disc")
        if math.hypot(star.x, star.y) <= star.radius:
            yield Finding(f"star {star.id}", "covers Polaris, which is not listed among the stars")
    for a, b in combinations(layout.stars, 2):
        if math.dist((a.x, a.y), (b.x, b.y)) < a.radius + b.radius:
            yield Finding(f"star {a.id}", f"overlaps star {b.id}")
    for what, found, wanted in (
        ("type", {s.type for s in layout.stars}, STAR_TYPES),
        ("zone", {s.zone for s in layout.stars}, ("central", "field", "rim")),
    ):
        for missing in (w for w in wanted if w not in found):
            yield Finding("layout.stars", f"no star has the {what} {missing!r}")


def window(pack: StarPack) -> Iterator[Finding]:
    """The window is a plain outline on the board, with Polaris in it."""
    layout = pack.layout
    outline = layout.window.outline
    for point in outline:
        if not _on_board(pack, point, 0.0):
            yield Finding("layout.window", f"the point {point} lies off the board")
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    if any(crosses_properly(s, t) for s, t in combinations(edges, 2)):
        yield Finding("layout.window", "the outline crosses itself")
    if not inside(layout.disc.centre, outline):
        yield Finding("layout.window", "Polaris does not show in it")


def _on_board(pack: StarPack, point: XY, margin: float) -> bool:
    board = pack.layout.board
    return margin <= point[0] <= board.width - margin and margin <= point[1] <= board.height - margin


def _clear_of_window(pack: StarPack, point: XY, margin: float) -> bool:
    outline = pack.layout.window.outline
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return not inside(point, outline) and all(distance_to_segment(point, edge) >= margin for edge in edges)


def markers(pack: StarPack) -> Iterator[Finding]:
    """Four markers, white around them, on the board, off the window, apart."""
    found = pack.layout.markers
    if found is None:
        return
    if len(found.at) != 4 or not all(name.isdecimal() for name in found.at):
        yield Finding("layout.markers", f"the ids are {', '.join(found.at)}, expected four numbers")
    for name, (x, y) in found.at.items():
        corners = [(x + dx, y + dy) for dx in (0.0, found.size) for dy in (0.0, found.size)]
        if not all(_on_board(pack, corner, MARKER_BORDER_MM) for corner in corners):
            yield Finding(f"marker {name}", f"lies less than {MARKER_BORDER_MM} mm inside the board")
        if not _square_clear(pack, x, y, found.size):
            yield Finding(f"marker {name}", f"lies less than {MARKER_BORDER_MM} mm from the window")
    for (a, p), (b, q) in combinations(found.at.items(), 2):
        if max(abs(p[0] - q[0]), abs(p[1] - q[1])) < found.size + MARKER_BORDER_MM:
            yield Finding(f"marker {a}", f"lies less than {MARKER_BORDER_MM} mm from marker {b}")


def _square_clear(pack: StarPack, x: float, y: float, size: float) -> bool:
    """Whether no part of the window lies in a square or within the white around it."""
    corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    near = min(distance_to_segment(p, side) for p in pack.layout.window.outline for side in sides)
    within = any(x <= px <= x + size and y <= py <= y + size for px, py in pack.layout.window.outline)
    return near >= MARKER_BORDER_MM and not within and all(_clear_of_window(pack, c, MARKER_BORDER_MM) for c in corners)


def three_point_stars(pack: StarPack) -> Iterator[Finding]:
    """Seven 3-point stars on the board, off the window and the markers, if the layout says where they are."""
    places = pack.layout.three_point_stars
    if places is None:
        return
    if len(places) != THREE_POINT_STARS:
        yield Finding("layout.three_point_stars", f"there are {len(places)}, expected {THREE_POINT_STARS}")
    marked = pack.layout.markers
    for n, (x, y) in enumerate(places):
        if not _on_board(pack, (x, y), 0.0):
            yield Finding(f"3-point star {n}", "lies off the board")
        if not _clear_of_window(pack, (x, y), 0.0):
            yield Finding(f"3-point star {n}", "lies in the window")
        for name, (left, top) in (marked.at if marked else {}).items():
            if marked and left <= x <= left + marked.size and top <= y <= top + marked.size:
                yield Finding(f"3-point star {n}", f"lies on marker {name}")


def central_in_view(pack: StarPack) -> Iterator[Finding]:
    """The central stars show in every round."""
    disc = StarDisc(pack.layout)
    for star in pack.layout.stars:
        rounds = disc.rounds_in_view.get(star.id, ())
        if star.zone == "central" and len(rounds) < ROUNDS:
            yield Finding(f"star {star.id}", f"is central, but fully visible in {len(rounds)} of {ROUNDS} rounds")
        if not rounds and star.id not in disc.polaris:
            yield Finding(f"star {star.id}", "is fully visible in no round")


Check = Callable[[StarPack], Iterable[Finding]]
PROBLEMS: Final[tuple[Check, ...]] = (
    tile_counts, start_tile_counts, patterns, disc_and_stars, window, markers, three_point_stars,
)  # fmt: skip
WARNINGS: Final[tuple[Check, ...]] = (statuses, start_tile_pairs, lines_over_stars, central_in_view)


# What can be drawn ---------------------------------------------------------------------------------------------


class Sky:
    """The stars of a disc, ready for looking up who lies where and which two are so far apart. Polaris left out."""

    def __init__(self, disc: StarDisc) -> None:
        """All stars count, hidden ones too."""
        self.places = {s.id: complex(s.x, s.y) for s in disc.stars.values() if s.id not in disc.polaris}
        pairs = [(abs(p - q), a, b) for a, p in self.places.items() for b, q in self.places.items() if a != b]
        self._pairs = sorted(pairs)
        self._grid: dict[tuple[int, int], list[int]] = {}
        for star, place in self.places.items():
            x, y = _cell(place)
            for cell in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                self._grid.setdefault(cell, []).append(star)

    def pairs(self, distance: float) -> Iterator[tuple[int, int]]:
        """Every two stars, both ways round, that far apart give or take `SHAPE_TOLERANCE_MM`."""
        first = bisect_left(self._pairs, (distance - SHAPE_TOLERANCE_MM, 0, 0))
        for length, a, b in islice(self._pairs, first, None):
            if length > distance + SHAPE_TOLERANCE_MM:
                return
            yield a, b

    def stars_at(self, points: Sequence[complex]) -> list[int] | None:
        """The star at each point, if there is one near enough for each, all different."""
        stars: list[int] = []
        for z in points:
            near = [s for s in self._grid.get(_cell(z), ()) if abs(self.places[s] - z) <= SHAPE_TOLERANCE_MM]
            if not near:
                return None
            stars.append(min(near, key=lambda s: abs(self.places[s] - z)))
        return stars if len(set(stars)) == len(stars) else None


_CELL = 4.0


def _cell(z: complex) -> tuple[int, int]:
    return math.floor(z.real / _CELL), math.floor(z.imag / _CELL)


def placements(tile: Tile, sky: Sky) -> set[Placement]:
    """Every way to draw the whole tile: same distances and angles, not mirrored.

    A placement is the set of its lines. Lines over other stars are not looked at.
    """
    points = pattern_points(tile)
    lines = sorted(pattern_lines(tile), key=lambda line: -abs(points[line[0]] - points[line[1]]))
    i, j = lines[0]
    span = points[j] - points[i]
    if abs(span) <= 2 * SHAPE_TOLERANCE_MM:
        return set()
    found = set()
    for a, b in sky.pairs(abs(span)):
        p = sky.places[a]
        turn = (sky.places[b] - p) / span
        turn /= abs(turn)
        stars = sky.stars_at([p + (z - points[i]) * turn for z in points])
        if stars is not None:
            found.add(frozenset(line_of(stars[k], stars[m]) for k, m in lines))
    return found


def places_by_round(tile: Tile, sky: Sky, disc: StarDisc) -> tuple[int, ...]:
    """For each round, in how many ways the whole tile can be drawn on a clean disc."""
    if not tile.lines:
        return (0,) * ROUNDS
    stars = [{s for line in placement for s in line} for placement in placements(tile, sky)]
    return tuple(sum(used <= disc.visible(n) for used in stars) for n in range(1, ROUNDS + 1))


def clearance(disc: StarDisc) -> float:
    """By how many millimetres the closest call of all rounds between fully visible and not is decided."""
    outline = disc.layout.window.outline
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    cx, cy = disc.layout.disc.centre
    least = math.inf
    for number in range(ROUNDS):
        turn = math.radians(disc.layout.step_deg * number)
        cos, sin = math.cos(turn), math.sin(turn)
        for star in disc.stars.values():
            place = (cx + star.x * cos - star.y * sin, cy + star.x * sin + star.y * cos)
            gap = min(distance_to_segment(place, edge) for edge in edges)
            within = gap if inside(place, outline) else -gap
            least = min(least, abs(within - star.radius))
    return least


def _figures(pack: StarPack, disc: StarDisc) -> PackFigures:
    stars = pack.layout.stars
    sky = Sky(disc)
    seen = [Counter(disc.stars[s].type for s in disc.visible(n)) for n in range(1, ROUNDS + 1)]
    return PackFigures(
        stars=len(stars),
        types={t: sum(s.type == t for s in stars) for t in STAR_TYPES},
        zones={z: sum(s.zone == z for s in stars) for z in ("central", "field", "rim")},
        visible=tuple({t: counts[t] for t in STAR_TYPES} for counts in seen),
        sizes={str(n): sum(t.size == n for t in pack.tiles) for n in sorted(set(SIZES))},
        tile_types={t: sum(tile.front.type == t for tile in pack.tiles) for t in STAR_TYPES},
        places={tile.id: places_by_round(tile, sky, disc) for tile in pack.tiles},
        clearance=round(clearance(disc), 2),
    )


def _balance(figures: PackFigures) -> Iterator[Finding]:
    """No type is rare or common in any round's window."""
    for number, counts in enumerate(figures.visible, 1):
        total = sum(counts.values())
        for name, count in counts.items():
            if not total or not FAIR_SHARE[0] <= count / total <= FAIR_SHARE[1]:
                low, high = (round(100 * share) for share in FAIR_SHARE)
                text = f"{count} of {total} fully visible stars are {name}, expected {low} to {high} %"
                yield Finding(f"round {number}", text)


def _never_drawable(figures: PackFigures) -> Iterator[Finding]:
    for tile, counts in figures.places.items():
        if not counts[0]:
            yield Finding(f"tile {tile}", "cannot be drawn anywhere in round 1")


def _seldom_drawable(figures: PackFigures) -> Iterator[Finding]:
    for tile, counts in figures.places.items():
        for number, count in enumerate(counts, 1):
            if count < MIN_PLACES and (number > 1 or count):
                yield Finding(f"tile {tile}", f"can be drawn in {count} places in round {number}")
