"""What is wrong with a drawing: lines, the card's shape, shooting stars, the sun, and all that may not be touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engines.game import Violation
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import Draw, DrawShootingStar, Line, Slate, StarsState
from engines.look_at_the_stars.powers import COVERING, aura_closes, closed_rows, covered, stars_of
from engines.look_at_the_stars.slate.constellations import line_ids
from engines.look_at_the_stars.slate.lattice import (
    CROSSING,
    FROM_ROW,
    LINE_BIT,
    LINES,
    NAMES,
    NEAR,
    POINT,
    POINTS,
    SPAN,
    bits,
    diagonal,
    points_of,
)
from engines.look_at_the_stars.slate.sky import MAX_SHOOTING_STAR, star_span

PREFIX: Final = "look_at_the_stars."
TWO: Final = 2


def broken(rule: str, message: str, components: Iterable[str] = (), overrulable: bool = True) -> Violation:
    """A broken rule of this game; drawing rules may be overruled by the table, the others not."""
    return Violation(PREFIX + rule, message, tuple(components), "error", overrulable)


def structural(rule: str, message: str, components: Iterable[str] = ()) -> Violation:
    """A broken rule that no table can overrule: the state would be no state of the game."""
    return broken(rule, message, components, overrulable=False)


def point_ids(points: int, kind: str = "point") -> tuple[str, ...]:
    """Component ids of points: `point:E9`."""
    return tuple(f"{kind}:{NAMES[p]}" for p in bits(points & POINTS))


def named(points: int) -> str:
    """Points as a list in a sentence."""
    return ", ".join(NAMES[p] for p in bits(points & POINTS))


# Lines ---------------------------------------------------------------------------------------------------------


def line_violations(box: Box, state: StarsState, slate: Slate, lines: Iterable[Line]) -> list[Violation]:
    """Everything wrong with lines on a slate, whatever the card shows; what cannot be a drawing comes first."""
    lines = tuple(lines)
    off = [line for line in lines if line not in LINE_BIT]
    if off:
        ids = [f"line:{a}-{b}" for a, b in off]
        names = ", ".join(repr(f"{a}-{b}") for a, b in off)
        return [structural("draw.adjacent", f"{names}: expected two neighbouring points of the lattice", ids)]
    mask = 0
    twice = 0
    for line in lines:
        bit = 1 << LINE_BIT[line]
        twice |= mask & bit
        mask |= bit
    sky = box.skies[slate.slate]
    found = [*_overlap(sky.printed & mask & LINES | twice), *_overlap(slate.drawn & ~sky.printed & mask & LINES, True)]
    found += _not_stars(box, slate, mask)
    return found + list(_touching(state, slate, mask, closed_rows(state)))


def _overlap(lines: int, overrulable: bool = False) -> Iterator[Violation]:
    """Lines that are there already. One that a player drew may be drawn again where the table accepts it (a drawing put
    right may collide with a later one); a printed one not."""
    if lines:
        ids = line_ids(lines)
        yield broken("draw.overlap", f"{', '.join(ids)}: a line is there already", ids, overrulable)


def _not_stars(box: Box, slate: Slate, lines: int) -> list[Violation]:
    sky = box.skies[slate.slate]
    bad = points_of(lines) & ~stars_of(box, slate)
    found = []
    for kind, points in (("planet", sky.planets), ("creature", sky.creatures), ("person", sky.persons)):
        if bad & points:
            ids = point_ids(bad & points, kind)
            found.append(structural("draw.sky", f"a line touches a {kind} at {named(bad & points)}", ids))
    if bad & sky.outside:
        ids = point_ids(bad & sky.outside)
        found.append(structural("draw.sky", f"{named(bad & sky.outside)}: outside the arch", ids))
    return found


def sun_violations(points: int, rows: int, what: str) -> Iterator[Violation]:
    """What lies on rows that the sun has closed."""
    low = points & ~FROM_ROW[rows]
    if low:
        message = f"{what} uses {named(low)}, but the sun has closed rows 0 to {rows - 1}"
        yield broken("sunrise.closed", message, point_ids(low))


def _touching(state: StarsState, slate: Slate, lines: int, rows: int) -> Iterator[Violation]:
    points = points_of(lines)
    yield from sun_violations(points, rows, "a line")
    yield from shooting_star_touched(slate, lines | points)
    yield from object_violations(slate, points, "a line")
    for thing in slate.objects:
        here = 1 << POINT[thing.at]
        if thing.kind == "aura" and aura_closes(slate.drawn, here) & (lines | points):
            ids = (f"aura:{thing.at}", *line_ids(lines))
            yield broken("power.aura_closed", f"the constellation with the aura at {thing.at} is closed", ids)
        if thing.kind == "nova" and state.options.nova_star == "closed" and points & here:
            yield broken("power.nova_star", f"a line touches the nova at {thing.at}", (f"nova:{thing.at}",))


def shooting_star_touched(slate: Slate, span: int) -> Iterator[Violation]:
    """The shooting stars that these points and lines touch or cross."""
    for star in slate.shooting_stars:
        if star_span(diagonal(star.head, star.tail)) & span:
            ids = (f"shooting_star:{star.head}-{star.tail}",)
            message = f"the shooting star from {star.head} to {star.tail} may not be touched"
            yield broken("draw.shooting_star", message, ids)


def object_violations(slate: Slate, points: int, what: str) -> Iterator[Violation]:
    """The objects on which these points lie, and black holes next to them."""
    for thing in slate.objects:
        name = thing.kind.replace("_", " ")
        if thing.kind in COVERING and covered(thing.kind, thing.at) & points:
            yield broken("draw.objects", f"{what} touches the {name} at {thing.at}", (f"{thing.kind}:{thing.at}",))
        if thing.kind == "black_hole" and NEAR[POINT[thing.at]] & points:
            near = NEAR[POINT[thing.at]] & points
            message = f"{what} uses {named(near)}, next to the black hole at {thing.at}"
            yield broken("power.hole_near", message, (f"black_hole:{thing.at}", *point_ids(near)))


# The card ------------------------------------------------------------------------------------------------------


def draw_violations(box: Box, state: StarsState, action: Draw) -> list[Violation]:
    """Everything wrong with the lines drawn for the open night card."""
    card = state.cards[-1]
    if box.is_shooting_star(card):
        return [structural("turn.card", f"the card {card} shows a shooting star, not two lines", (f"card:{card}",))]
    if not action.lines:
        return [structural("draw.both", "no line is drawn: expected two, or a pass")]
    found = line_violations(box, state, state.slates[int(action.seat)], action.lines)
    if any(line not in LINE_BIT for line in action.lines):
        return found
    found += _wrong_shape(box, card, action.lines)
    return sorted(found, key=lambda violation: violation.overrulable)


def _wrong_shape(box: Box, card: str, lines: tuple[Line, ...]) -> Iterator[Violation]:
    mask = 0
    for line in lines:
        mask |= 1 << LINE_BIT[line]
    if len(lines) != TWO:
        yield broken("draw.both", f"{len(lines)} drawn, expected both lines of the card {card}", line_ids(mask))
        return
    night = box.night(card)
    if mask in night.copies:
        return
    ids = (f"card:{card}", *line_ids(mask))
    if mask in box.mirror_copies(card):
        yield broken("draw.mirror", f"the card {card} is drawn mirrored", ids)
    else:
        yield broken("draw.shape", f"these are not the two lines of the card {card} in any rotation", ids)


def star_violations(box: Box, state: StarsState, action: DrawShootingStar) -> list[Violation]:
    """Everything wrong with a shooting star."""
    card = state.cards[-1]
    if not box.is_shooting_star(card):
        return [structural("turn.card", f"the card {card} shows two lines, not a shooting star", (f"card:{card}",))]
    lines = diagonal(action.head, action.tail)
    if not 1 <= len(lines) <= MAX_SHOOTING_STAR:
        message = f"{action.head!r} to {action.tail!r}: expected a straight diagonal of 1 to {MAX_SHOOTING_STAR} units"
        return [structural("shooting_star.length", message, (f"shooting_star:{action.head}-{action.tail}",))]
    slate = state.slates[int(action.seat)]
    found = list(star_touches(box, slate, lines))
    points = points_of(_mask(lines))
    found += sun_violations(points, closed_rows(state), "a shooting star")
    found += object_violations(slate, points, "a shooting star")
    return sorted(found, key=lambda violation: violation.overrulable)


def _mask(lines: Iterable[int]) -> int:
    return sum(1 << bit for bit in lines)


def star_touches(box: Box, slate: Slate, lines: tuple[int, ...]) -> Iterator[Violation]:
    """What a shooting star on these unit lines touches: lines, used stars, other shooting stars, or no star at all."""
    sky = box.skies[slate.slate]
    mask = _mask(lines)
    points = points_of(mask)
    if points & sky.outside:
        outside = points & sky.outside
        yield structural("shooting_star.free", f"{named(outside)}: outside the arch", point_ids(outside))
    bad = points & ~stars_of(box, slate) & ~sky.outside
    if bad:
        yield broken("shooting_star.free", f"a shooting star touches {named(bad)}, where no star is", point_ids(bad))
    used = points & (slate.drawn | sky.printed)
    if used:
        yield broken("shooting_star.free", f"a shooting star touches the used star {named(used)}", point_ids(used))
    crossed = sum(CROSSING[bit] for bit in lines) & (slate.drawn | sky.printed) & LINES
    if crossed:
        ids = line_ids(crossed)
        yield broken("shooting_star.free", f"a shooting star crosses {', '.join(ids)}", ids)
    span = sum(SPAN[bit] & LINES for bit in lines) | points
    yield from shooting_star_touched(slate, span)
