"""Which night card two strokes of a finger mean: cards of that shape first, else the few that are nearly so.

Strokes are drawn on a small piece of the lattice, as the card lies before the player: turned, but never mirrored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Final

import msgspec

from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import Line
from engines.look_at_the_stars.slate.lattice import LINE_BIT, line_names
from engines.slates import point_name
from engines.unit_lines import STEPS, Shape, corners, moved_home, turned
from pi_app.games.look_at_the_stars.scene import place

LEFT, BOTTOM, SIDE = 3, 3, 4
"""The piece of the lattice: its lower left point, and how many points it is wide and high. Round it there is room for
every copy of a shape that is nearly the drawn one."""
POINTS: Final = tuple(
    point_name(column, row) for row in range(BOTTOM, BOTTOM + SIDE) for column in range(LEFT, LEFT + SIDE)
)
REACH: Final = SIDE - 1
"""How many units a stroke may be long: a shooting star is as long as that."""
CARD_LINES: Final = 2
MOST: Final = 3
"""So many cards are offered at most."""
SLIP: Final = 2.0
"""How far the ends of one line may lie beside a card's, added up, in units."""
MIRRORED: Final = 1.0
"""What a mirrored drawing counts as, in units."""


class Meant(msgspec.Struct, frozen=True):
    """What strokes mean: none or up to `MOST` cards (`STAR`: any shooting star), the likeliest first.

    `whole`: as many lines as a card has are drawn. `sure`: the first card is meant, all others look different.
    `turned`: so many quarters anticlockwise it lies. `seen`: a card that looks so, but lay open before.
    """

    whole: bool = False
    cards: tuple[str, ...] = ()
    sure: bool = False
    turned: int = 0
    seen: str | None = None


STAR: Final = "shooting_star"


@lru_cache(maxsize=32)
def meant(box: Box, strokes: tuple[Line, ...], left: Set[str]) -> Meant:
    """What these strokes mean among the night cards that are `left`, of `box`."""
    units = tuple(dict.fromkeys(unit for stroke in strokes for unit in units_of(stroke)))
    if len(units) < CARD_LINES:
        return Meant()
    stars = [STAR] if _may_be_star(strokes) and any(box.is_shooting_star(card) for card in left) else []
    if len(units) > CARD_LINES:
        return Meant(True, tuple(stars), bool(stars))
    mask = sum(1 << LINE_BIT[unit] for unit in units)
    same = [card for card in box.night_ids if mask in box.night(card).copies]
    shape = moved_home(_unit_line(unit) for unit in units)
    found = sorted((_quarters(box.night(card).shape, shape), k, card) for k, card in enumerate(same) if card in left)
    if found:
        quarters, _order, card = found[0]
        return Meant(True, (card, *stars), not stars, quarters)
    if stars:
        return Meant(True, tuple(stars), True)
    return Meant(True, _nearly(box, mask, left), seen=same[0] if same else None)


def units_of(stroke: Line) -> tuple[Line, ...]:
    """The unit lines of a straight stroke; none where its ends lie in none of the eight directions."""
    (ax, ay), (bx, by) = place(stroke[0]), place(stroke[1])
    dx, dy = bx - ax, by - ay
    far = max(abs(dx), abs(dy))
    if far == 0 or abs(dx) not in (0, far) or abs(dy) not in (0, far):
        return ()
    names = [point_name(ax + k * dx // far, ay + k * dy // far) for k in range(far + 1)]
    return tuple(line_names(1 << LINE_BIT[pair])[0] for pair in pairwise(names))


def strokes_of(box: Box, card: str) -> tuple[Line, ...]:
    """The strokes that mean a card, as it is printed; `STAR`: the one of any shooting star."""
    if card == STAR:
        return ((POINTS[0], POINTS[-1]),)
    ends = corners(box.night(card).shape)
    names = [point_name(LEFT + column, BOTTOM + row) for column, row in ends]
    return tuple(zip(names[::2], names[1::2], strict=True))


def _may_be_star(strokes: tuple[Line, ...]) -> bool:
    """Whether it is one stroke, diagonal and longer than a line."""
    if len(strokes) != 1 or len(units_of(strokes[0])) < CARD_LINES:
        return False
    (ax, ay), (bx, by) = place(strokes[0][0]), place(strokes[0][1])
    return ax != bx and ay != by


def _unit_line(line: Line) -> tuple[str, int, int]:
    (ax, ay), (bx, by) = place(line[0]), place(line[1])
    return next(name for name, step in STEPS.items() if step == (bx - ax, by - ay)), ax, ay


def _quarters(printed: Shape, drawn: Shape) -> int:
    """How many quarters anticlockwise a printed shape is turned to be the drawn one."""
    for quarters in range(4):
        if printed == drawn:
            return quarters
        printed = turned(printed)
    return 0


def _nearly(box: Box, mask: int, left: Set[str]) -> tuple[str, ...]:
    """The cards nearest to a drawing that none shows, as far as a slip of the finger goes."""
    nearest = []
    for k, card in enumerate(box.night_ids):
        if card not in left or box.is_shooting_star(card):
            continue
        away = min(_slips(box.night(card).copies, mask), default=SLIP + 1)
        if mask in box.mirror_copies(card):
            away = min(away, MIRRORED)
        if away <= SLIP:
            nearest.append((away, k, card))
    return tuple(card for _away, _order, card in sorted(nearest)[:MOST])


def _slips(copies: Collection[int], mask: int) -> Iterator[float]:
    """How far the other line of each copy lies from the drawn one, where one line is the same."""
    for copy in copies:
        if copy & mask:
            (lone,), (other,) = line_names(mask & ~copy), line_names(copy & ~mask)
            (a, b), (c, d) = map(place, lone), map(place, other)
            yield min(dist(a, c) + dist(b, d), dist(a, d) + dist(b, c))
