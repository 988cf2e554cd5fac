"""Proves a pack of Look at the Stars: what the rules need (problems) and what is unlike the printed game (warnings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engines.errors import BadInput
from engines.forms import decode_form
from engines.look_at_the_stars.model import MAX_PLAYERS, TURNS, PointCard, PowerCard, SlateCard, StarsPack
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_BIT, POINT, ROWS
from engines.look_at_the_stars.slate.shapes import fits
from engines.packcheck import Finding, PackReport, refuse
from engines.slates import checked
from engines.unit_lines import orientations, parse_shape

PLANETS: Final = 3
PRINTED_LINES: Final = 2
STARS: Final = 76
NIGHT_SHAPES: Final = 27
DIFFERENT_SHAPES: Final = 26
SHOOTING_STARS: Final = 3
NIGHT_LINES: Final = 2
POINT_CARDS: Final = 10
POWER_CARDS: Final = 9
CHARACTERS: Final = frozenset("*Pch#")


class PackFigures(msgspec.Struct, frozen=True):
    """What a pack holds."""

    slates: int
    stars: dict[str, int]
    """Stars by slate."""
    creatures: dict[str, int]
    """Creature cells by slate."""
    night_shapes: int
    different_shapes: int
    shooting_stars: int
    point_cards: int
    power_cards: int


def check_pack(data: bytes) -> PackReport[PackFigures]:
    """The report on a pack's JSON text. Raises BadInput where it does not have the form of a pack."""
    pack = _decode(data)
    return PackReport(pack.pack, tuple(problems(pack)), tuple(warnings(pack)), _figures(pack))


def parse_pack(data: bytes) -> StarsPack:
    """A pack that can be played, from JSON text. Raises BadInput listing everything wrong with it at once."""
    pack = _decode(data)
    refuse("look_at_the_stars", problems(pack))
    return pack


def _decode(data: bytes) -> StarsPack:
    return decode_form(data, StarsPack, "pack of look_at_the_stars")


def problems(pack: StarsPack) -> Iterator[Finding]:
    """Everything for which the game cannot be played with this pack."""
    yield from _distinct("slate", [str(slate.id) for slate in pack.slates])
    cards = [*(card.id for card in pack.night_cards), *(card.id for card in _bonus_cards(pack))]
    yield from _distinct("card", cards)
    if len(pack.slates) < MAX_PLAYERS:
        yield Finding("slates", f"there are {len(pack.slates)}, expected at least {MAX_PLAYERS}")
    if len(pack.night_cards) < TURNS:
        yield Finding("night_cards", f"there are {len(pack.night_cards)}, expected at least {TURNS}")
    for name, count in (("point_cards", len(pack.point_cards)), ("power_cards", len(pack.power_cards))):
        if not count:
            yield Finding(name, "there are none, expected at least 1")
    for slate in pack.slates:
        yield from _slate(slate)
    yield from _shapes(pack)
    yield from _layout(pack)


def _layout(pack: StarsPack) -> Iterator[Finding]:
    if pack.layout is None:
        return
    try:
        checked(msgspec.structs.replace(pack.layout, slate=None, columns=COLUMNS, rows=ROWS), ())
    except BadInput as error:
        yield Finding("layout", str(error))


def _distinct(kind: str, ids: Sequence[str]) -> Iterator[Finding]:
    for name, count in Counter(ids).items():
        if count > 1 or not name.strip():
            yield Finding(f"{kind} {name!r}", f"{count} have this id, expected one, and not empty")


def _slate(slate: SlateCard) -> Iterator[Finding]:
    where = f"slate {slate.id}"
    if len(slate.sky) != ROWS or any(len(row) != COLUMNS for row in slate.sky):
        yield Finding(where, f"expected {ROWS} rows of {COLUMNS} characters")
        return
    if not CHARACTERS.issuperset("".join(slate.sky)):
        yield Finding(where, f"expected the characters {' '.join(sorted(CHARACTERS))}")
    seen = set()
    for a, b in slate.printed_lines:
        name = f"{where}, printed line {a}-{b}"
        bit = LINE_BIT.get((a, b))
        if bit is None:
            yield Finding(name, "expected two neighbouring points of the lattice")
        elif bit in seen:
            yield Finding(name, "is there twice")
        elif any(_cell(slate, point) != "*" for point in (a, b)):
            yield Finding(name, "expected a star at both ends")
        seen.add(bit)


def _cell(slate: SlateCard, point: str) -> str:
    column, row = POINT[point] % COLUMNS, POINT[point] // COLUMNS
    return slate.sky[ROWS - 1 - row][column]


def _shapes(pack: StarsPack) -> Iterator[Finding]:
    for card in pack.night_cards:
        if card.shooting_star != (not card.shape):
            yield Finding(f"card {card.id!r}", "expected either a shape or a shooting star")
        if card.shape:
            yield from _shape(card.id, card.shape, NIGHT_LINES)
    for bonus in _bonus_cards(pack):
        yield from _shape(bonus.id, bonus.shape, None)


def _bonus_cards(pack: StarsPack) -> list[PointCard | PowerCard]:
    return [*pack.point_cards, *pack.power_cards]


def _shape(card: str, texts: tuple[str, ...], lines: int | None) -> Iterator[Finding]:
    where = f"card {card!r}"
    try:
        shape = parse_shape(texts)
    except BadInput as error:
        yield Finding(where, str(error))
        return
    if lines is not None and len(shape) != lines:
        yield Finding(where, f"{len(shape)} lines, expected {lines}")
    if not fits(shape):
        yield Finding(where, "the shape does not fit on the lattice")


def warnings(pack: StarsPack) -> Iterator[Finding]:
    """What a person with the box should look at again."""
    for slate in pack.slates:
        text = "".join(slate.sky)
        for what, count, expected in (
            ("stars", text.count("*"), STARS),
            ("planets", text.count("P"), PLANETS),
            ("printed lines", len(slate.printed_lines), PRINTED_LINES),
        ):
            if count != expected:
                yield Finding(f"slate {slate.id}", f"{count} {what}, expected {expected}")
    figures = _figures(pack)
    for what, count, expected in (
        ("slates", figures.slates, MAX_PLAYERS),
        ("night shapes", figures.night_shapes, NIGHT_SHAPES),
        ("different night shapes", figures.different_shapes, DIFFERENT_SHAPES),
        ("shooting stars", figures.shooting_stars, SHOOTING_STARS),
        ("point bonus cards", figures.point_cards, POINT_CARDS),
        ("power bonus cards", figures.power_cards, POWER_CARDS),
    ):
        if count != expected:
            yield Finding("pack", f"{count} {what}, expected {expected}")
    known = {card.id for card in _bonus_cards(pack)}
    for name in pack.first_game:
        if name not in known:
            yield Finding("first_game", f"there is no bonus card {name!r}")


def _figures(pack: StarsPack) -> PackFigures:
    shapes = [card.shape for card in pack.night_cards if card.shape]
    return PackFigures(
        len(pack.slates),
        {str(slate.id): "".join(slate.sky).count("*") for slate in pack.slates},
        {str(slate.id): "".join(slate.sky).count("c") for slate in pack.slates},
        len(shapes),
        _different(shapes),
        sum(card.shooting_star for card in pack.night_cards),
        len(pack.point_cards),
        len(pack.power_cards),
    )


def _different(shapes: Sequence[tuple[str, ...]]) -> int:
    """How many shapes are different whichever way they are turned; unreadable ones count as different."""
    found = set()
    for texts in shapes:
        try:
            found.add(min(orientations(parse_shape(texts))))
        except BadInput:
            found.add((("?", len(found), 0),))
    return len(found)
