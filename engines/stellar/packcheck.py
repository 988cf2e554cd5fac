"""Proves a pack of Stellar: what the rules need (`problems`) and what is merely unlike the printed game (`remarks`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engines.stellar.model import SECTIONS, SLOTS, TYPES, Card, SectionName, StellarPack, TelescopePlan

CARDS = 60
SECTION_SIZES: dict[SectionName, int] = {"top": 5, "middle": 3, "bottom": 4}


def problems(pack: StellarPack) -> list[str]:
    """Everything for which the game cannot be played with this pack; empty when it can."""
    return [*_deck(pack.cards), *_telescope(pack.telescope)]


def remarks(pack: StellarPack) -> list[str]:
    """What a person with the box should look at again; a pack with remarks can be played."""
    found = [
        f"start card {card.id!r} has the number {card.number}, expected 3"
        for card in pack.cards
        if card.start and card.number != 3
    ]
    copies = Counter((card.type or "satellite", card.number) for card in pack.cards if card.number != "6/0")
    for (kind, number), count in sorted(copies.items(), key=str):
        expected = 1 if kind == "satellite" else 2
        if count != expected:
            found.append(f"{kind} {number}: {count} copies, expected {expected}")
    drawn = {_pair(a, b) for a, b in pack.telescope.adjacent}
    seen = set(_pairs_of_rows(pack.telescope.rows))
    found += [f"slots {a} and {b} are listed as adjacent, but do not touch in the rows" for a, b in sorted(drawn - seen)]
    found += [f"slots {a} and {b} touch in the rows, but are not listed as adjacent" for a, b in sorted(seen - drawn)]
    return found


def _deck(cards: tuple[Card, ...]) -> Iterator[str]:
    if len(cards) != CARDS:
        yield f"{len(cards)} cards, expected {CARDS}"
    ids = Counter(card.id for card in cards)
    yield from (f"two cards have the id {name!r}" for name, count in ids.items() if count > 1)
    yield from (f"the card id {name!r} may not hold a colon or be empty" for name in ids if ":" in name or not name)
    for kind in TYPES:
        mine = [card for card in cards if card.type == kind]
        starts = sum(card.start for card in mine)
        wild = sum(card.number == "6/0" for card in mine)
        if starts != 1:
            yield f"{kind}: {starts} start cards, expected 1"
        if wild != 1:
            yield f"{kind}: {wild} cards 6/0, expected 1"
    for card in cards:
        if card.type is None and (card.number == "6/0" or card.stars or card.start):
            yield f"satellite {card.id!r}: expected a number 1 to 5, no stars and no diamond"


def _telescope(plan: TelescopePlan) -> Iterator[str]:
    slots = list(range(1, SLOTS + 1))
    for name in SECTIONS:
        size = len(plan.sections.get(name, ()))
        if size != SECTION_SIZES[name]:
            yield f"section {name}: {size} slots, expected {SECTION_SIZES[name]}"
    if sorted(s for name in SECTIONS for s in plan.sections.get(name, ())) != slots:
        yield "sections: expected every slot 1 to 12 in exactly one section"
    if sorted(slot for row in plan.rows for slot in row) != slots:
        yield "rows: expected every slot 1 to 12 exactly once"
    pairs = Counter(_pair(a, b) for a, b in plan.adjacent)
    yield from (f"slot {a} cannot be adjacent to itself" for a, b in pairs if a == b)
    yield from (f"the pair {a}-{b} is listed twice" for (a, b), count in pairs.items() if count > 1)
    apart = _not_reached(set(pairs))
    if apart:
        yield f"slots {', '.join(map(str, apart))} are not joined to slot 1"


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _not_reached(pairs: set[tuple[int, int]]) -> list[int]:
    reached = {1}
    for _ in range(SLOTS):
        reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
    return [slot for slot in range(1, SLOTS + 1) if slot not in reached]


def _pairs_of_rows(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, int]]:
    """The pairs that touch when every row is centred: neighbours in a row, and overlapping cards of the next row."""
    for row in rows:
        yield from (_pair(a, b) for a, b in pairwise(row))
    for upper, lower in pairwise(rows):
        for i, a in enumerate(upper):
            for j, b in enumerate(lower):
                # Twice the distance of the centres in card widths; cards overlap when it is less than 2.
                if abs((2 * i - len(upper)) - (2 * j - len(lower))) < 2:
                    yield _pair(a, b)
