"""The components as tables: what every card number means, and how the telescope hangs together.

A card number below 64 is a card of the pack, in the pack's order. A number from 64 on is a *face*: type, number and
stars of a card that the pack does not list or whose copy nobody knows. `UNKNOWN` is a card without a known face, and
`FACE_DOWN` is added to a card that lies face down. Tables are indexed by all of these, and by `EMPTY` (-1).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from engines.stellar.model import (
    EMPTY,
    FACE_DOWN,
    SECTIONS,
    SLOTS,
    TYPES,
    UNKNOWN,
    Card,
    PrintedNumber,
    StellarPack,
)

SATELLITE: Final = 5
"""The kind of a satellite; 0 to 4 are the types in the order of `TYPES`."""
NO_KIND: Final = 6
"""The kind of what shows no face."""
FIRST_FACE: Final = 64
SIX_ZERO: Final = 0
"""The coordinate of a 6/0: there is none, the deck is meant."""
KINDS: Final[tuple[str, ...]] = (*TYPES, "satellite")
_FACES: Final = len(KINDS) * 6 * 4
_SIZE: Final = 2 * FACE_DOWN


def face_number(kind: int, coordinate: int, stars: int) -> int:
    """The card number of a face: kind 0 to 5, coordinate 1 to 5 or `SIX_ZERO`, 0 to 3 stars."""
    return FIRST_FACE + (kind * 6 + coordinate) * 4 + stars


def _split(face: int) -> tuple[int, int, int]:
    rest, stars = divmod(face - FIRST_FACE, 4)
    kind, coordinate = divmod(rest, 6)
    return kind, coordinate, stars


def number_text(coordinate: int) -> str:
    """The printed number as text."""
    return "6/0" if coordinate == SIX_ZERO else str(coordinate)


def coordinate_of(number: PrintedNumber) -> int:
    """The coordinate that a printed number names; `SIX_ZERO` for a 6/0."""
    return number if isinstance(number, int) else SIX_ZERO


def face_of(card: Card) -> int:
    """The face of a card of the pack."""
    kind = SATELLITE if card.type is None else TYPES.index(card.type)
    return face_number(kind, coordinate_of(card.number), card.stars)


def parse_face(text: str) -> int | None:
    """The card number of a face in text form (`moon:4:1`, `moon:6/0:0`, `satellite:3`); None where it is not one."""
    return _FACE_BY_TEXT.get(text)


def face_text(face: int) -> str:
    """The text form of a face."""
    kind, coordinate, stars = _split(face)
    end = "" if kind == SATELLITE else f":{stars}"
    return f"{KINDS[kind]}:{number_text(coordinate)}{end}"


def _all_faces() -> dict[str, int]:
    faces = [f for f in range(FIRST_FACE, FIRST_FACE + _FACES) if _split(f)[0] != SATELLITE]
    faces += [face_number(SATELLITE, coordinate, 0) for coordinate in range(1, 6)]
    return {face_text(face): face for face in faces}


_FACE_BY_TEXT: Final = _all_faces()


def _slot_tuples() -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = [()]
    for slot in range(SLOTS):
        found += [(*slots, slot) for slots in found]
    return tuple(found)


def _picker(slots: tuple[int, ...]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    if len(slots) < 2:
        return itemgetter(slice(slots[0], slots[0] + 1) if slots else slice(0))
    return itemgetter(*slots)


class Deck:
    """The tables of one pack. Immutable; shared by everything that plays with the pack."""

    def __init__(self, pack: StellarPack) -> None:
        self.pack = pack
        self.ids = tuple(card.id for card in pack.cards)
        self.codes = {card_id: code for code, card_id in enumerate(self.ids)}
        self.cards = tuple(range(len(self.ids)))
        self.start_cards = tuple(code for code, card in enumerate(pack.cards) if card.start)
        self._fill_faces()
        self._fill_telescope()

    def _fill_faces(self) -> None:
        kind = [NO_KIND] * _SIZE
        value = [3] * _SIZE
        stars = [0] * _SIZE
        coordinate = [SIX_ZERO] * _SIZE
        face = [UNKNOWN] * _SIZE
        faces = [(f, f) for f in _FACE_BY_TEXT.values()]
        for code, f in [*((c, face_of(card)) for c, card in enumerate(self.pack.cards)), *faces]:
            kind[code], coordinate[code], stars[code] = _split(f)
            value[code] = coordinate[code] or 6
            face[code] = f
        value.append(0)
        self.kind = tuple(kind)
        """Of a card as it lies: a type 0 to 4, `SATELLITE` or `NO_KIND`."""
        self.value = tuple(value)
        """What a card counts in a section (a 6/0 is a 6, face down a 3, `EMPTY` nothing)."""
        self.stars = tuple(stars)
        self.coordinate = tuple(coordinate)
        """The printed number of a card that is not face down; `SIX_ZERO` for a 6/0."""
        self.face = tuple(face)

    def _fill_telescope(self) -> None:
        plan = self.pack.telescope
        near = [0] * SLOTS
        for a, b in plan.adjacent:
            near[a - 1] |= 1 << (b - 1)
            near[b - 1] |= 1 << (a - 1)
        self.adjacent = tuple(near)
        """By slot index (slot number minus one): the mask of the adjacent slots."""
        self.sections = tuple(tuple(slot - 1 for slot in plan.sections[name]) for name in SECTIONS)
        """Slot indices of top, middle and bottom."""
        self.slots_of = _slot_tuples()
        """By mask: the slot indices in it, ascending."""
        self.pick = tuple(_picker(slots) for slots in self.slots_of)
        """By mask: a function from twelve things to the tuple of those in it."""

    def name(self, code: int) -> str:
        """How actions and messages call a card: its id, its face, or `?` where it is unknown."""
        if code == UNKNOWN:
            return "?"
        return self.ids[code] if code < FIRST_FACE else face_text(code)

    def find(self, text: str, among: tuple[int, ...]) -> int:
        """The first of these cards that has this id or shows this face; `EMPTY` if there is none."""
        code = self.codes.get(text)
        if code is not None:
            return code if code in among else EMPTY
        face = _FACE_BY_TEXT.get(text)
        if face is None:
            return EMPTY
        return next((c for c in among if self.face[c] == face), EMPTY)
