"""Proves a pack of Stellar: what the rules need (problems) and what is merely unlike the printed game (warnings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import msgspec

from engines.forms import decode_form
from engines.packcheck import Finding, PackReport, refuse
from engines.stellar.model import SECTIONS, SLOTS, TYPES, Card, SectionName, StellarPack, TelescopePlan

CARDS: Final = 60
START_NUMBER: Final = 3
SECTION_SIZES: Final[dict[SectionName, int]] = {"top": 5, "middle": 3, "bottom": 4}
_SLOTS: Final = list(range(1, SLOTS + 1))


class PackFigures(msgspec.Struct, frozen=True):
    """What a pack holds."""

    cards: int
    kinds: dict[str, int]
    """Cards by type, satellites too."""
    stars: dict[str, int]
    """Stars by type."""
    pairs: int
    """Pairs of adjacent slots."""


def check_pack(data: bytes) -> PackReport[PackFigures]:
    """The report on a pack's JSON text. Raises BadInput where it does not have the form of a pack."""
    pack = _decode(data)
    return PackReport(pack.pack, tuple(problems(pack)), tuple(warnings(pack)), _figures(pack))


def parse_pack(data: bytes) -> StellarPack:
    """A pack that can be played, from JSON text. Raises BadInput listing everything wrong with it at once."""
    pack = _decode(data)
    refuse("stellar", problems(pack))
    return pack


def _decode(data: bytes) -> StellarPack:
    return decode_form(data, StellarPack, "pack of stellar")


def problems(pack: StellarPack) -> Iterator[Finding]:
    """Everything for which the game cannot be played with this pack."""
    yield from _ids(pack.cards)
    yield from _types(pack.cards)
    yield from _satellites(pack.cards)
    yield from _sections(pack.telescope)
    yield from _pairs(pack.telescope)


def warnings(pack: StellarPack) -> Iterator[Finding]:
    """What a person with the box should look at again."""
    for card in pack.cards:
        if card.start and card.number != START_NUMBER:
            yield Finding(f"start card {card.id!r}", f"has the number {card.number}, expected {START_NUMBER}")
    yield from _copies(pack.cards)
    listed = {_pair(a, b) for a, b in pack.telescope.adjacent}
    touching = set(_touching(pack.telescope.rows))
    for a, b in sorted(listed ^ touching):
        what = "are listed as adjacent, but do not touch in the rows"
        if (a, b) in touching:
            what = "touch in the rows, but are not listed as adjacent"
        yield Finding(f"slots {a} and {b}", what)


# Cards ---------------------------------------------------------------------------------------------------------


def _kind(card: Card) -> str:
    return card.type or "satellite"


def _ids(cards: tuple[Card, ...]) -> Iterator[Finding]:
    if len(cards) != CARDS:
        yield Finding("cards", f"there are {len(cards)}, expected {CARDS}")
    for name, count in Counter(card.id for card in cards).items():
        if count > 1:
            yield Finding(f"card {name!r}", f"{count} cards have this id")
        if ":" in name or not name.strip():
            yield Finding(f"card {name!r}", "an id may not be empty or hold a colon")


def _types(cards: tuple[Card, ...]) -> Iterator[Finding]:
    for kind in TYPES:
        mine = [card for card in cards if card.type == kind]
        starts = sum(card.start for card in mine)
        if starts != 1:
            yield Finding(kind, f"{starts} start cards, expected 1")
        six_zeros = sum(card.number == "6/0" for card in mine)
        if six_zeros != 1:
            yield Finding(kind, f"{six_zeros} cards 6/0, expected 1")


def _satellites(cards: tuple[Card, ...]) -> Iterator[Finding]:
    for card in cards:
        if card.type is None and (card.number == "6/0" or card.stars or card.start):
            yield Finding(f"satellite {card.id!r}", "expected a number 1 to 5, no stars and no diamond")


def _copies(cards: tuple[Card, ...]) -> Iterator[Finding]:
    copies = Counter((_kind(card), card.number) for card in cards)
    for kind in (*TYPES, "satellite"):
        expected = 1 if kind == "satellite" else 2
        for number in range(1, 6):
            if copies[kind, number] != expected:
                yield Finding(f"{kind} {number}", f"{copies[kind, number]} copies, expected {expected}")


# Telescope -----------------------------------------------------------------------------------------------------


def _sections(plan: TelescopePlan) -> Iterator[Finding]:
    for name in SECTIONS:
        size = len(plan.sections.get(name, ()))
        if size != SECTION_SIZES[name]:
            yield Finding(f"section {name}", f"{size} slots, expected {SECTION_SIZES[name]}")
    if sorted(slot for name in SECTIONS for slot in plan.sections.get(name, ())) != _SLOTS:
        yield Finding("sections", "expected every slot 1 to 12 in exactly one section")
    if sorted(slot for row in plan.rows for slot in row) != _SLOTS:
        yield Finding("rows", "expected every slot 1 to 12 exactly once")


def _pairs(plan: TelescopePlan) -> Iterator[Finding]:
    pairs = Counter(_pair(a, b) for a, b in plan.adjacent)
    for (a, b), count in pairs.items():
        if a == b:
            yield Finding(f"slot {a}", "cannot be adjacent to itself")
        if count > 1:
            yield Finding(f"pair {a}-{b}", "is listed twice")
    apart = _not_reached(set(pairs))
    if apart:
        yield Finding("adjacent", f"slots {', '.join(map(str, apart))} are not joined to slot 1")


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _not_reached(pairs: set[tuple[int, int]]) -> list[int]:
    reached = {1}
    for _ in _SLOTS:
        reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
    return [slot for slot in _SLOTS if slot not in reached]


def _touching(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, int]]:
    """The pairs that share an edge when every row is centred."""
    for row in rows:
        yield from (_pair(a, b) for a, b in pairwise(row))
    for upper, lower in pairwise(rows):
        for i, a in enumerate(upper):
            for j, b in enumerate(lower):
                # Twice the distance of the centres in card widths: cards overlap when it is less than 2.
                if abs((2 * i - len(upper)) - (2 * j - len(lower))) < 2:
                    yield _pair(a, b)


def _figures(pack: StellarPack) -> PackFigures:
    kinds = Counter(_kind(card) for card in pack.cards)
    stars = {str(kind): sum(card.stars for card in pack.cards if card.type == kind) for kind in TYPES}
    return PackFigures(len(pack.cards), dict(kinds), stars, len(pack.telescope.adjacent))
