"""The end of the game: constellations, planets, shooting stars and both bonuses, with a receipt for every point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.game import PlayerScore, Receipt, Row, ScoreSheet, Warned
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import ShootingStar, SkyObject, Slate, StarsOptions, StarsState
from engines.look_at_the_stars.powers import covered, stars_of
from engines.look_at_the_stars.slate.constellations import MAX_LINES, MIN_LINES, Group, constellations, line_ids
from engines.look_at_the_stars.slate.copies import in_order, most_disjoint
from engines.look_at_the_stars.slate.lattice import (
    COLUMNS,
    LINES,
    NAMES,
    NEAR,
    POINT,
    POINTS,
    ROWS,
    bits,
    diagonal,
    points_of,
)

GAME: Final = "look_at_the_stars"
GALAXY_POINTS: Final = 2
TWINKLING_POINTS: Final = 3
CONSTELLATIONS_NEAR: Final = 2
"""Constellations beside a twinkling star that make it score."""
AURA_POINTS: Final = 2
_DEFAULTS: Final = StarsOptions()


def score(box: Box, state: StarsState) -> ScoreSheet:
    """The score pad as it stands."""
    return score_sheet(box, state.players, state.slates, state.point_bonus, state.options)


def score_sheet(
    box: Box,
    names: Sequence[str],
    slates: Sequence[Slate],
    point_bonus: str,
    options: StarsOptions = _DEFAULTS,
    warnings: tuple[Warned, ...] = (),
) -> ScoreSheet:
    """The score pad of a table; players with equal points share the victory. No card: no point bonus."""
    columns = []
    for name, slate in zip(names, slates, strict=True):
        rows = slate_rows(box, slate, point_bonus, options) if slate.slate else ()
        columns.append(PlayerScore(name, sum(row.points for row in rows), rows))
    most = max(column.total for column in columns)
    winners = tuple(column.name for column in columns if column.total == most)
    return ScoreSheet(GAME, tuple(columns), winners, warnings)


def slate_rows(box: Box, slate: Slate, point_bonus: str, options: StarsOptions) -> tuple[Row, ...]:
    """The rows of one slate, in the order of the score pad."""
    valid = constellations(slate.drawn, slate.objects)
    return (
        *_constellations(valid),
        _row("planets", _planets(box, slate, valid)),
        _row("shooting_stars", [_shooting_star(star) for star in slate.shooting_stars]),
        _row("point_bonus", _point_bonus(box, slate, point_bonus, options, valid)),
        _row("power_bonus", _power_bonus(box, slate, valid)),
    )


def total(box: Box, slate: Slate, point_bonus: str, options: StarsOptions) -> int:
    """The points of one slate."""
    return sum(row.points for row in slate_rows(box, slate, point_bonus, options))


def _row(name: str, receipts: Sequence[Receipt]) -> Row:
    paying = tuple(receipt for receipt in receipts if receipt.points)
    return Row(name, sum(receipt.points for receipt in paying), receipt=paying)


def _receipt(rule: str, count: int, each: int, components: Sequence[str]) -> Receipt:
    return Receipt(f"{GAME}.score.{rule}", count * each, count, each, tuple(components))


def _constellations(valid: Sequence[Group]) -> list[Row]:
    """One row for each size from 3 to 8, and for 9 and 10 where there is such a constellation."""
    first = {group.size: group for group in reversed(valid)}
    sizes = sorted({*range(MIN_LINES, MAX_LINES + 1), *first})
    rows = []
    for size in sizes:
        paying = [_receipt("constellations", size, 1, line_ids(first[size].lines))] if size in first else []
        rows.append(_row(f"constellation.{size}", paying))
    return rows


# Planets and shooting stars ------------------------------------------------------------------------------------


def _beside(valid: Sequence[Group], points: int) -> list[Group]:
    """The constellations with a star among these points."""
    return [group for group in valid if group.points & points]


def _at(kind: str, name: str, near: Sequence[Group]) -> tuple[str, ...]:
    return (f"{kind}:{name}", *(group.label for group in near))


def _planets(box: Box, slate: Slate, valid: Sequence[Group]) -> list[Receipt]:
    names = [NAMES[p] for p in bits(box.skies[slate.slate].planets)]
    names += [thing.at for thing in slate.objects if thing.kind == "planet"]
    found = []
    for name in names:
        near = _beside(valid, NEAR[POINT[name]])
        found.append(_receipt("planets", len(near), 1, _at("planet", name, near)))
    return found


def _shooting_star(star: ShootingStar) -> Receipt:
    length = len(diagonal(star.head, star.tail))
    return _receipt("shooting_stars", length, 1, (f"shooting_star:{star.head}-{star.tail}",))


# Bonuses -------------------------------------------------------------------------------------------------------


def _point_bonus(box: Box, slate: Slate, card: str, options: StarsOptions, valid: Sequence[Group]) -> list[Receipt]:
    if not card:
        return []
    lines = slate.drawn & LINES
    if options.bonus_groups == "constellations":
        lines = sum(group.lines for group in valid)
    whole = box.bonus(card).among(lines)
    chosen = in_order(whole) if options.point_copies == "in_order" else most_disjoint(whole)
    each = box.point_cards[card].points
    return [_receipt("point_bonus", 1, each, (f"card:{card}", *line_ids(copy))) for copy in chosen]


def _power_bonus(box: Box, slate: Slate, valid: Sequence[Group]) -> list[Receipt]:
    found = []
    for thing in slate.objects:
        match thing.kind:
            case "galaxy":
                found.append(_receipt("galaxy", 1, GALAXY_POINTS, (f"galaxy:{thing.at}",)))
            case "aura":
                found.append(_receipt("aura", 1, AURA_POINTS, (f"aura:{thing.at}",)))
            case "twinkling_star":
                found.append(_twinkling_star(thing, valid))
            case "crescent_moon":
                near = _beside(valid, in_line(POINT[thing.at]))
                found.append(_receipt("crescent_moon", len(near), 1, _at(thing.kind, thing.at, near)))
            case "black_hole":
                free = bits(NEAR[POINT[thing.at]] & unused_stars(box, slate))
                stars = [f"star:{NAMES[p]}" for p in free]
                found.append(_receipt("black_hole", len(stars), 1, (f"black_hole:{thing.at}", *stars)))
    return found


def _twinkling_star(thing: SkyObject, valid: Sequence[Group]) -> Receipt:
    near = _beside(valid, NEAR[POINT[thing.at]])
    return _receipt(
        "twinkling_star", int(len(near) == CONSTELLATIONS_NEAR), TWINKLING_POINTS, _at(thing.kind, thing.at, near)
    )


def in_line(p: int) -> int:
    """The points of the same row or column."""
    column, row = p % COLUMNS, p // COLUMNS
    across = sum(1 << (row * COLUMNS + x) for x in range(COLUMNS))
    upright = sum(1 << (y * COLUMNS + column) for y in range(ROWS))
    return across | upright


def unused_stars(box: Box, slate: Slate) -> int:
    """The stars that no line and no element touches."""
    taken = slate.drawn | box.skies[slate.slate].printed
    for star in slate.shooting_stars:
        for bit in diagonal(star.head, star.tail):
            taken |= points_of(1 << bit)
    for thing in slate.objects:
        if thing.kind != "star":
            taken |= covered(thing.kind, thing.at)
    return stars_of(box, slate) & ~taken & POINTS
