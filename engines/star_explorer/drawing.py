"""Checks a drawing against the drawing rules a to h and counts its fading stars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from engines.game import Receipt, Violation
from engines.star_explorer.disc import Meeting, StarDisc, line_of
from engines.star_explorer.model import Draw, Drawing, Line, StarExplorerOptions, Tile
from engines.star_explorer.shape import Match, lines_left_out, matches, misfits


def star_name(star: int) -> str:
    """The component id of a star."""
    return f"star:{star}"


def line_name(line: Line) -> str:
    """The component id of a line."""
    return f"line:{line[0]}-{line[1]}"


def named(judged: Iterable[Receipt | Violation]) -> tuple[set[int], set[Line]]:
    """The stars and the lines among the components of receipts or violations."""
    stars, lines = set[int](), set[Line]()
    for kind, _colon, number in (name.partition(":") for each in judged for name in each.components):
        if kind == "star":
            stars.add(int(number))
        elif kind == "line":
            a, b = number.split("-")
            lines.add(line_of(int(a), int(b)))
    return stars, lines


def spoken(stars: Iterable[int]) -> str:
    """Stars as a message names them."""
    return ", ".join(map(str, stars))


class Sketch(msgspec.Struct, frozen=True, gc=False):
    """A drawing in a fixed order: lines with the smaller star first, all its stars, both ascending."""

    lines: tuple[Line, ...]
    stars: tuple[int, ...]

    @classmethod
    def of(cls, draw: Draw) -> Sketch:
        """The sketch of a draw action that names no line twice."""
        lines: tuple[Line, ...] = draw.lines
        last: Line = (0, 0)
        for line in lines:
            if line < last or line[0] > line[1]:
                lines = tuple(sorted([line_of(*line) for line in lines]))
                break
            last = line
        return cls(lines, tuple(sorted({*draw.stars}.union(*lines))))

    @property
    def lone_stars(self) -> tuple[int, ...]:
        """Stars that no line touches."""
        joined = {s for line in self.lines for s in line}
        return tuple(s for s in self.stars if s not in joined)


def pieces(lines: Iterable[Line], stars: Collection[int]) -> list[list[int]]:
    """The stars of each connected piece, the largest piece first (ties: smallest star first)."""
    leader = {s: s for s in stars}

    def find(star: int) -> int:
        while leader[star] != star:
            leader[star] = leader[leader[star]]
            star = leader[star]
        return star

    for a, b in lines:
        leader[find(a)] = find(b)
    groups: dict[int, list[int]] = {}
    for star in sorted(stars):
        groups.setdefault(find(star), []).append(star)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


# What cannot be drawn at all -----------------------------------------------------------------------------------


def impossible(disc: StarDisc, lines: Sequence[Line], stars: Sequence[int]) -> list[Violation]:
    """Breaches of what a drawing is: unknown stars, lines to themselves, drawn twice or on top of each other."""
    named = [*stars, *(s for line in lines for s in line)]
    unknown = sorted({s for s in named if s not in disc.stars})
    broken = []
    if unknown:
        text = f"there is no star {spoken(unknown)} on the disc"
        broken.append(Violation("star_explorer.draw.star", text, tuple(map(star_name, unknown))))
    counts = Counter(line_of(*line) for line in lines)
    for line, count in sorted(counts.items()):
        if line[0] == line[1]:
            text = f"the line {line[0]}-{line[1]} joins a star to itself"
            broken.append(Violation("star_explorer.draw.line", text, (line_name(line),)))
        elif count > 1:
            text = f"the line {line[0]}-{line[1]} is drawn twice"
            broken.append(Violation("star_explorer.draw.line", text, (line_name(line),)))
    broken += [
        Violation("star_explorer.draw.line", f"star {star} is named twice", (star_name(star),))
        for star, count in sorted(Counter(stars).items())
        if count > 1
    ]
    if not unknown:
        broken += overlaps(disc, sorted(line for line in counts if line[0] != line[1]))
    return broken


def overlaps(disc: StarDisc, lines: Sequence[Line]) -> list[Violation]:
    """Every two of the lines that share a stretch."""
    return [
        Violation(
            "star_explorer.draw.overlap",
            f"the lines {one[0]}-{one[1]} and {other[0]}-{other[1]} lie on top of each other",
            (line_name(one), line_name(other)),
        )
        for one, other in _meetings(disc, lines, Meeting.OVERLAP)
    ]


def _meetings(disc: StarDisc, lines: Sequence[Line], least: Meeting) -> Iterable[tuple[Line, Line]]:
    for i, one in enumerate(lines):
        for other in lines[i + 1 :]:
            if disc.meeting(one, other) >= least:
                yield one, other


# The drawing rules ---------------------------------------------------------------------------------------------


def _broken(letter: str, message: str, stars: Iterable[int] = (), lines: Iterable[Line] = ()) -> Violation:
    components = (*map(star_name, stars), *map(line_name, lines))
    return Violation(f"star_explorer.draw.{letter}", message, components, overrulable=True)


def check_drawing(
    disc: StarDisc,
    tile: Tile,
    sketch: Sketch,
    number: int,
    earlier: Sequence[Drawing],
    options: StarExplorerOptions,
) -> list[Violation]:
    """Every drawing rule that a possible drawing of round `number` breaks, in the rule book's order; then warnings."""
    found = [
        *rule_a(sketch, tile, options),
        *rule_b(disc, sketch, number),
        *rule_d(disc, sketch, tile, earlier, options),
        *rule_e(sketch, earlier),
        *rule_f(disc, sketch, earlier),
        *rule_g(disc, tile, sketch, options),
        *rule_h(disc, sketch),
        *passing_over(disc, sketch, earlier, options),
    ]
    return sorted(found, key=lambda v: v.severity == "warning")


def _all_placed(sketch: Sketch, tile: Tile, options: StarExplorerOptions) -> bool:
    return options.all_stars != "connected" and len(sketch.stars) == tile.size


def rule_a(sketch: Sketch, tile: Tile, options: StarExplorerOptions) -> list[Violation]:
    """A: stars are joined by lines."""
    lone = sketch.lone_stars
    single = options.single_star == "yes" and len(sketch.stars) == 1
    if not lone or single or _all_placed(sketch, tile, options):
        return []
    return [_broken("a", f"no line joins star {spoken(lone)}", lone)]


def rule_b(disc: StarDisc, sketch: Sketch, number: int) -> list[Violation]:
    """B: only fully visible stars."""
    hidden = [s for s in sketch.stars if s not in disc.visible(number) and s not in disc.polaris]
    return [_broken("b", f"star {spoken(hidden)} is not fully visible in round {number}", hidden)] if hidden else []


def rule_d(
    disc: StarDisc, sketch: Sketch, tile: Tile, earlier: Sequence[Drawing], options: StarExplorerOptions
) -> list[Violation]:
    """D: what is drawn is one connected piece; a warning where all stars are placed and `all_stars` is `any`."""
    whole, parts = _all_placed(sketch, tile, options), pieces(sketch.lines, sketch.stars)
    if len(parts) < 2 or (whole and not _joinable(disc, sketch, tile, earlier, parts, options)):
        return []
    apart = sorted(s for part in parts[1:] for s in part)
    broken = _broken("d", f"star {spoken(apart)} is not connected to the rest of the constellation", apart)
    warned = whole and options.all_stars == "any"
    return [replace(broken, severity="warning", overrulable=False) if warned else broken]


def _joinable(
    disc: StarDisc,
    sketch: Sketch,
    tile: Tile,
    earlier: Sequence[Drawing],
    parts: Sequence[Sequence[int]],
    options: StarExplorerOptions,
) -> bool:
    """Whether, however the tile lies, one of its lines could be drawn and would join two pieces."""
    piece = {star: number for number, part in enumerate(parts) for star in part}
    found = list(matches(tile, disc, sketch.lines, sketch.stars, options.shape_match))
    return bool(found) and all(
        any(
            piece[a] != piece[b]
            and _drawable(disc, line_of(a, b), sketch, earlier, options)
            and _suits(disc, tile, sketch, line_of(a, b), options)
            for a, b in _lines_of(tile, match)
        )
        for match in found
    )


def _suits(disc: StarDisc, tile: Tile, sketch: Sketch, line: Line, options: StarExplorerOptions) -> bool:
    """Whether the drawing keeps the tile's shape with that line: of stars that lie near enough it can be too long."""
    return any(True for _ in matches(tile, disc, (*sketch.lines, line), sketch.stars, options.shape_match))


def _lines_of(tile: Tile, match: Match) -> list[Line]:
    """The lines of the tile where it lies by that match."""
    at = {pattern_star: star for star, pattern_star in match.items()}
    return [(at[i], at[j]) for i, j in tile.lines]


def _drawable(
    disc: StarDisc, line: Line, sketch: Sketch, earlier: Sequence[Drawing], options: StarExplorerOptions
) -> bool:
    """Whether that line could be added to the drawing: it crosses nothing, nor passes over what is forbidden."""
    before = [other for drawing in earlier for other in drawing.lines]
    if any(line == other or disc.meeting(line, other) != Meeting.APART for other in before):
        return False
    if any(disc.meeting(line, other) in (Meeting.CROSSING, Meeting.OVERLAP) for other in sketch.lines):
        return False
    longer = Sketch((line,), sketch.stars)
    return options.over_star != "forbid" or not passing_over(disc, longer, earlier, options)


def rule_e(sketch: Sketch, earlier: Sequence[Drawing]) -> list[Violation]:
    """E: a star belongs to one constellation."""
    used = {s for drawing in earlier for s in drawing.stars}
    twice = [s for s in sketch.stars if s in used]
    return [_broken("e", f"star {spoken(twice)} belongs to an earlier constellation", twice)] if twice else []


def rule_f(disc: StarDisc, sketch: Sketch, earlier: Sequence[Drawing]) -> list[Violation]:
    """F: lines cross neither each other nor lines of earlier constellations."""
    before = [line for drawing in earlier for line in drawing.lines]
    pairs = list(_meetings(disc, sketch.lines, Meeting.CROSSING))
    pairs += [
        (line, other)
        for line in sketch.lines
        for other in before
        if line == other or disc.meeting(line, other) != Meeting.APART
    ]
    return [
        _broken(
            "f", f"the line {one[0]}-{one[1]} crosses the line {other[0]}-{other[1]}", (), dict.fromkeys((one, other))
        )
        for one, other in pairs
    ]


def rule_g(disc: StarDisc, tile: Tile, sketch: Sketch, options: StarExplorerOptions) -> list[Violation]:
    """G: the shape of the tile, turned freely, never mirrored."""
    how = options.shape_match
    if any(True for _ in matches(tile, disc, sketch.lines, sketch.stars, how)):
        return []
    if any(True for _ in matches(tile, disc, sketch.lines, sketch.stars, how, mirrored=True)):
        return [_broken("g", f"the drawing is a mirror image of {tile.name}", sketch.stars, sketch.lines)]
    if len(sketch.stars) > tile.size:
        text = f"{len(sketch.stars)} stars are drawn, {tile.name} has {tile.size}"
        return [_broken("g", text, sketch.stars, sketch.lines)]
    lines, stars = (
        (set(sketch.lines), set(sketch.stars)) if how == "topology" else misfits(tile, disc, sketch.lines, sketch.stars)
    )
    return [_broken("g", f"the drawing does not have the shape of {tile.name}", sorted(stars), sorted(lines))]


def rule_h(disc: StarDisc, sketch: Sketch) -> list[Violation]:
    """H: never Polaris."""
    polar = [s for s in sketch.stars if s in disc.polaris]
    return [_broken("h", "Polaris must not be used", polar)] if polar else []


def passing_over(
    disc: StarDisc, sketch: Sketch, earlier: Sequence[Drawing], options: StarExplorerOptions
) -> list[Violation]:
    """Lines over an unused star or over Polaris: a warning, or forbidden (option `over_star`)."""
    joined = {s for line in sketch.lines for s in line} | {s for d in earlier for line in d.lines for s in line}
    found = []
    for line in sketch.lines:
        stars = tuple(s for s in disc.passes_over(line) if s not in joined and s not in disc.polaris)
        if stars:
            found.append((line, f"star {spoken(stars)}", stars))
        if disc.passes_over_polaris(line) and disc.polaris.isdisjoint(line):
            found.append((line, "Polaris", ()))
    forbidden = options.over_star == "forbid"
    return [
        Violation(
            "star_explorer.draw.over",
            f"the line {line[0]}-{line[1]} passes over {what}",
            (line_name(line), *map(star_name, stars)),
            "error" if forbidden else "warning",
            overrulable=forbidden,
        )
        for line, what, stars in found
    ]


# Fading stars --------------------------------------------------------------------------------------------------


def fading_stars(disc: StarDisc, tile: Tile, sketch: Sketch, options: StarExplorerOptions) -> int:
    """How many 3-point stars a drawing crosses off, also one that was overruled."""
    missing = tile.size - len(sketch.stars)
    if missing <= 0:
        return 1 if len(sketch.lines) < len(tile.lines) else 0
    if options.partial_lines == "stars" or not sketch.stars:
        return missing
    return missing + _lines_missing_too(disc, tile, sketch, options)


def _lines_missing_too(disc: StarDisc, tile: Tile, sketch: Sketch, options: StarExplorerOptions) -> int:
    found = matches(tile, disc, sketch.lines, sketch.stars, options.shape_match)
    left_out = [lines_left_out(tile, match, sketch.lines) for match in found]
    return int(bool(left_out) and min(left_out) > 0)
