"""The telescope: which slots a card may be played on."""

from __future__ import annotations

from typing import Final

from engines.game import Violation
from engines.stellar.deck import SATELLITE, Deck
from engines.stellar.model import EMPTY, FACE_DOWN, SLOTS

_BITS: Final = tuple(1 << slot for slot in range(SLOTS))


def openings(deck: Deck, telescope: tuple[int, ...]) -> tuple[int, list[int]]:
    """The mask of the free slots, and by kind the mask of the slots next to a face-up card of it (0: there is none)."""
    kind = deck.kind
    free = 0
    near = [0] * 7
    for card, bit, adjacent in zip(telescope, _BITS, deck.adjacent, strict=True):
        if card < 0:
            free |= bit
        else:
            near[kind[card]] |= adjacent
    near[SATELLITE] = 0
    return free, near


def face_up_slots(deck: Deck, telescope: tuple[int, ...], code: int) -> int:
    """The mask of the slots on which this card may be played face up; 0 where only face down is left."""
    free, near = openings(deck, telescope)
    beside = near[deck.kind[code]]
    return free & beside if beside else free


def misplaced(deck: Deck, telescope: tuple[int, ...], code: int, slot: int, face_down: bool) -> list[Violation]:
    """What is wrong with playing this card on this slot (1 to 12)."""
    if telescope[slot - 1] != EMPTY:
        return [Violation("stellar.telescope.slot", f"slot {slot} already holds a card", (f"slot:{slot}",))]
    if face_down or face_up_slots(deck, telescope, code) >> (slot - 1) & 1:
        return []
    name = deck.name(code)
    message = f"slot {slot} is not next to a card of the type of {name}"
    parts = (f"slot:{slot}", f"card:{name}")
    return [Violation("stellar.telescope.adjacent", message, parts, overrulable=True)]


def with_card(telescope: tuple[int, ...], slot: int, code: int, face_down: bool) -> tuple[int, ...]:
    """The telescope with this card on this slot (1 to 12)."""
    laid = code + FACE_DOWN if face_down else code
    return (*telescope[: slot - 1], laid, *telescope[slot:])


def groups_apart(deck: Deck, telescope: tuple[int, ...], kind: int) -> bool:
    """Whether the face-up cards of a type lie in several groups, which no order of playing them can lead to."""
    mine = 0
    for slot in range(SLOTS):
        if deck.kind[telescope[slot]] == kind and telescope[slot] != EMPTY:
            mine |= 1 << slot
    reached = mine & -mine
    for _ in range(SLOTS):
        for slot in deck.slots_of[reached]:
            reached |= deck.adjacent[slot] & mine
    return reached != mine
