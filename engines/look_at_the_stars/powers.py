"""The power bonus: which copies of its shape are complete, what they allow, and what drawing it does to a slate.

One kind of power is open in a game. A copy counts when it is whole, none of its lines earned a power before, and one of
them was drawn just now. Several uses may follow each other within a turn: an extra line can complete a further copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import PILE, Kind, SkyObject, Slate, StarsOptions, StarsState
from engines.look_at_the_stars.slate.constellations import around, constellations, group_of
from engines.look_at_the_stars.slate.lattice import (
    COLUMNS,
    FROM_ROW,
    LINE_SPAN,
    LINES,
    NEAR,
    POINT,
    POINTS,
    ROWS,
    bits,
    crossings_of,
    diagonal,
    line_names,
    point_names,
    points_of,
)
from engines.look_at_the_stars.slate.sky import SUN_ROWS, star_span

ON_FREE_STAR: Final = frozenset({"planet", "twinkling_star", "crescent_moon", "black_hole"})
"""Powers drawn on one unused star."""
ONCE: Final = frozenset({"crescent_moon", "black_hole"})
"""Powers that a player may use once a game."""
COVERING: Final = ON_FREE_STAR | {"galaxy"}
"""Objects that no line may touch."""
NOT_LAST_COLUMN: Final = POINTS & ~sum(1 << p for p in range(COLUMNS - 1, ROWS * COLUMNS, COLUMNS))
At = tuple[str, ...]


def pile_of(state: StarsState) -> int:
    """Which pile is played: 0, 1 or 2."""
    return max(0, len(state.cards) - 1) // PILE


def closed_rows(state: StarsState) -> int:
    """How many rows at the bottom the sun has closed."""
    return SUN_ROWS[pile_of(state)]


def has(slate: Slate, kind: str) -> bool:
    """Whether an object of that kind is on the slate."""
    return any(thing.kind == kind for thing in slate.objects)


def covered(kind: str, at: str) -> int:
    """The points that an object covers: of a galaxy two."""
    p = POINT[at]
    return 3 << p if kind == "galaxy" else 1 << p


def stars_of(box: Box, slate: Slate) -> int:
    """The points that are stars: printed ones, and those that a power added."""
    found = box.skies[slate.slate].stars
    for thing in slate.objects:
        if thing.kind == "star":
            found |= 1 << POINT[thing.at]
    return found


def creatures_of(box: Box, slate: Slate) -> int:
    """The cells of the creatures without a star; one with a star stays one, whatever touches or closes it."""
    return box.skies[slate.slate].creatures & ~stars_of(box, slate)


def spaces_of(box: Box, slate: Slate) -> list[int]:
    """The creatures' cells, space by space; a space in which there is a star is none any more."""
    stars, left, found = stars_of(box, slate), box.skies[slate.slate].creatures, []
    while left:
        space = left & -left
        while (grown := space | left & around(space)) != space:
            space = grown
        left &= ~space
        if not space & stars:
            found.append(space)
    return found


def free_stars(box: Box, slate: Slate, rows: int) -> int:
    """The unused stars above the sun on which something may be drawn."""
    return stars_of(box, slate) & ~(slate.drawn | slate.closed) & FROM_ROW[rows]


# Complete copies -----------------------------------------------------------------------------------------------


def complete_copies(box: Box, options: StarsOptions, power_bonus: str, slate: Slate) -> list[int]:
    """The copies that earn a power now, whatever they may be used for; ascending."""
    unspent = slate.drawn & LINES & ~slate.spent
    found = box.bonus(power_bonus).among_with(unspent, slate.fresh)
    if options.bonus_groups == "constellations":
        valid = 0
        for group in constellations(slate.drawn, slate.objects):
            valid |= group.lines
        found = [copy for copy in found if not copy & ~valid]
    return found


def offers(box: Box, state: StarsState, slate: Slate) -> Iterator[tuple[int, int]]:
    """Each complete copy with the places (points, or lines) where its power may be drawn; none without a place.

    Several times the same copy where its power is drawn in one of several spaces.
    """
    power = box.power(state.power_bonus)
    for copy in complete_copies(box, state.options, state.power_bonus, slate):
        places = PLACES[power](box, slate, closed_rows(state), copy)
        one_space = power == "star" and state.options.new_stars == "one_space"
        for space in spaces_of(box, slate) if one_space else (places,):
            if count_uses(power, places & space):
                yield copy, places & space


def count_uses(power: str, places: int) -> int:
    """In how many ways a power may be drawn on these places."""
    count = places.bit_count()
    return count * (count - 1) // 2 if power == "star" else count


def uses(power: str, places: int) -> list[At]:
    """Every way to draw a power on these places, in the order of the lattice."""
    if power == "line":
        return [*line_names(places)]
    names = point_names(places)
    if power == "star":
        return [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return [(name,) for name in names]


def with_offers(box: Box, state: StarsState, slate: Slate) -> Slate:
    """The slate while a power may be used; without fresh lines when there is nothing to decide."""
    return slate if any(offers(box, state, slate)) else given_up(box, state, slate)


def given_up(box: Box, state: StarsState, slate: Slate) -> Slate:
    """The slate after its complete copies are done without."""
    spent = slate.spent
    if state.options.declined_power_spends_lines == "true":
        for copy in complete_copies(box, state.options, state.power_bonus, slate):
            spent |= copy
    return Slate(slate.slate, slate.drawn, slate.closed, spent, 0, slate.shooting_stars, slate.objects)


# Where a power may be used -------------------------------------------------------------------------------------


def _on_free_stars(box: Box, slate: Slate, rows: int, copy: int) -> int:
    return free_stars(box, slate, rows)


def _once(kind: Kind) -> Callable[[Box, Slate, int, int], int]:
    def places(box: Box, slate: Slate, rows: int, copy: int) -> int:
        return 0 if has(slate, kind) else free_stars(box, slate, rows)

    return places


def _lines(box: Box, slate: Slate, rows: int, copy: int) -> int:
    places, counts = box.single_lines(slate.slate)
    closed = slate.closed
    return sum([span & LINES for _, span in places[: counts[SUN_ROWS.index(rows)]] if not span & closed])


def _new_stars(box: Box, slate: Slate, rows: int, copy: int) -> int:
    return creatures_of(box, slate) & FROM_ROW[rows]


def earning_constellation(slate: Slate, copy: int) -> int:
    """The points of the constellation that holds the copy; none where its group is no constellation."""
    lines = group_of(slate.drawn, copy)
    valid = any(group.lines == lines for group in constellations(slate.drawn, slate.objects))
    return points_of(lines) if valid else 0


def _galaxies(box: Box, slate: Slate, rows: int, copy: int) -> int:
    free = free_stars(box, slate, rows)
    near = around(earning_constellation(slate, copy))
    return free & free >> 1 & NOT_LAST_COLUMN & (near | near >> 1)


def nova_stars(slate: Slate) -> int:
    """The stars of constellations that carry no object yet."""
    return _constellation_stars(slate, 0)


def aura_stars(slate: Slate) -> int:
    """The stars of constellations without an aura that carry no object yet."""
    auras = sum(1 << POINT[thing.at] for thing in slate.objects if thing.kind == "aura")
    return _constellation_stars(slate, auras)


def _constellation_stars(slate: Slate, not_with: int) -> int:
    found = 0
    for group in constellations(slate.drawn, slate.objects):
        if not group.points & not_with:
            found |= group.points
    for thing in slate.objects:
        found &= ~(1 << POINT[thing.at])
    return found


def _novas(box: Box, slate: Slate, rows: int, copy: int) -> int:
    return nova_stars(slate) & FROM_ROW[rows]


def _auras(box: Box, slate: Slate, rows: int, copy: int) -> int:
    return aura_stars(slate) & FROM_ROW[rows]


PLACES: Final[dict[str, Callable[[Box, Slate, int, int], int]]] = {
    "planet": _on_free_stars,
    "line": _lines,
    "star": _new_stars,
    "galaxy": _galaxies,
    "twinkling_star": _on_free_stars,
    "nova": _novas,
    "aura": _auras,
    "crescent_moon": _once("crescent_moon"),
    "black_hole": _once("black_hole"),
}
"""Power -> where it may legally be drawn: points (of a galaxy the left one), for a line the lines."""


# Using a power -------------------------------------------------------------------------------------------------


def used(box: Box, state: StarsState, slate: Slate, copy: int, at: Iterable[str]) -> Slate:
    """The slate after the power of a copy was used."""
    power = box.power(state.power_bonus)
    spent = slate.spent | copy
    names = tuple(at)
    if power == "line":
        span = LINE_SPAN[names[0], names[1]]
        drawn = slate.drawn | span
        closed = closed_by_auras(drawn, slate.closed | span & LINES, slate.objects)
        fresh = slate.fresh | span & LINES
        return Slate(slate.slate, drawn, closed, spent, fresh, slate.shooting_stars, slate.objects)
    kind: Kind = power  # type: ignore[assignment]
    things = tuple(SkyObject(kind, name) for name in names)
    closed = slate.closed
    for thing in things:
        closed = _closed_by(state.options, slate, closed, thing)
    objects = slate.objects + things
    return Slate(slate.slate, slate.drawn, closed, spent, slate.fresh, slate.shooting_stars, objects)


def _closed_by(options: StarsOptions, slate: Slate, closed: int, thing: SkyObject) -> int:
    """What no line may use once the object is there."""
    here = 1 << POINT[thing.at]
    if thing.kind == "star":
        return closed & ~here | shot_through(slate) & here
    if thing.kind == "aura":
        return closed | aura_closes(slate.drawn, here)
    if thing.kind == "nova":
        return closed | here if options.nova_star == "closed" else closed
    if thing.kind == "black_hole":
        closed |= NEAR[POINT[thing.at]]
    return closed | covered(thing.kind, thing.at)


def shot_through(slate: Slate) -> int:
    """What the shooting stars take: lines, points, and the lines that would cross them."""
    found = 0
    for star in slate.shooting_stars:
        found |= star_span(diagonal(star.head, star.tail))
    return found


def closed_by_auras(drawn: int, closed: int, objects: tuple[SkyObject, ...]) -> int:
    """What is closed once these lines are drawn: a group with an aura may have grown where the table accepted it."""
    for thing in objects:
        if thing.kind == "aura":
            closed |= aura_closes(drawn, 1 << POINT[thing.at])
    return closed


def aura_closes(drawn: int, here: int) -> int:
    """What an aura on this star closes: every star of its group, and every line that would cross the group."""
    for lines in connected_at(drawn, here):
        return points_of(lines) | crossings_of(lines)
    return here & POINTS


def connected_at(drawn: int, here: int) -> list[int]:
    """The group of lines that touches this point; none where no line does."""
    through = [bit for bit in bits(drawn & LINES) if points_of(1 << bit) & here]
    return [group_of(drawn, 1 << through[0])] if through else []
