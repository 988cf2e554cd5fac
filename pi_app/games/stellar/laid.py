"""Cards that lie before a player with no history: told by a finger or read from a photograph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import ScoreSheet
from engines.stellar.deck import KINDS, SIX_ZERO, face_number
from engines.stellar.doubt import Doubt, Field, questions
from engines.stellar.model import EMPTY, FACE_DOWN, SLOTS, UNKNOWN, PlayerState
from engines.stellar.rules import Stellar

Box = tuple[float, float, float, float]


class LaidCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as it lies: in a slot, or in the notebook. No `kind`: it lies face down."""

    slot: int | None = None
    kind: str = ""
    number: str = ""
    stars: int = 0
    at: Box | None = None
    """The part of the photograph that shows it: left, top, width, height as shares."""

    @property
    def code(self) -> int:
        """The card as a number of the rules."""
        if not self.kind:
            return FACE_DOWN + UNKNOWN
        number = SIX_ZERO if self.number == "6/0" else int(self.number or 3)
        return face_number(KINDS.index(self.kind), number, 0 if self.kind == "satellite" else self.stars)


_TURNED_UP: Final = LaidCard(kind="planet", number="3")
"""What a card that comes to lie face up is until told otherwise."""
_NO_CARD: Final = 0.2
"""How likely a slot is empty where it is doubtful how a card lies there: of 48 that something hid on 190 drawn pictures
14 were, and hardly any where a card was read. It only says which question comes first."""


class FieldDoubt(msgspec.Struct, frozen=True):
    """A field of a card (its place among the cards) that a reading is not sure of: values and probabilities."""

    card: int
    name: Literal["number", "type", "stars", "face_down"]
    chances: tuple[tuple[int | str | bool, float], ...]


class SeatCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """All cards before one player; `photo` names the photograph they were read from."""

    cards: tuple[LaidCard, ...] = ()
    doubts: tuple[FieldDoubt, ...] = ()
    photo: str | None = None

    def player(self) -> PlayerState:
        """The cards as a player of the rules."""
        telescope = [EMPTY] * SLOTS
        for card in self.cards:
            if card.slot is not None:
                telescope[card.slot - 1] = card.code
        notebook = sorted(card.code for card in self.cards if card.slot is None and card.kind)
        return PlayerState((), (), tuple(telescope), tuple(notebook))

    def with_card(self, index: int, card: LaidCard) -> SeatCards:
        """The cards with this one in the place of that one; nothing is doubtful about it any more."""
        cards = (*self.cards[:index], card, *self.cards[index + 1 :])
        return replace(self, cards=cards, doubts=tuple(d for d in self.doubts if d.card != index))

    def without(self, index: int) -> SeatCards:
        """The cards without that one."""
        doubts = tuple(replace(d, card=d.card - (d.card > index)) for d in self.doubts if d.card != index)
        return replace(self, cards=(*self.cards[:index], *self.cards[index + 1 :]), doubts=doubts)

    def answered(self, doubt: FieldDoubt, value: Any) -> SeatCards:
        """The cards once somebody has said what the field is; what lies face down in a notebook is no card of it."""
        if doubt.name == "face_down" and value and self.cards[doubt.card].slot is None:
            return self.without(doubt.card)
        card = changed(self.cards[doubt.card], doubt.name, value)
        cards = (*self.cards[: doubt.card], card, *self.cards[doubt.card + 1 :])
        return replace(self, cards=cards, doubts=tuple(d for d in self.doubts if d != doubt))


def changed(card: LaidCard, name: str, value: Any) -> LaidCard:
    """A card with another value in one field; a card that comes to lie face up is a planet 3 until told otherwise."""
    if name == "type":
        return replace(card, kind=str(value))
    if name == "face_down":
        return replace(
            card, kind="" if value else card.kind or _TURNED_UP.kind, number=card.number or _TURNED_UP.number
        )
    return replace(card, **{name: str(value) if name == "number" else int(value)})


def position(names: Sequence[str], seats: Sequence[SeatCards]) -> dict[str, Any]:
    """The position of the boards, as `planisphere score` takes it."""
    players = [
        {
            "name": name,
            "telescope": {str(c.slot): _as_seen(c) for c in cards.cards if c.slot is not None},
            "notebook": [_as_seen(c) for c in cards.cards if c.slot is None],
        }
        for name, cards in zip(names, seats, strict=True)
    ]
    return {"game": "stellar", "players": players}


def _as_seen(card: LaidCard) -> dict[str, Any]:
    if not card.kind:
        return {"face_down": True}
    number: int | str = card.number if card.number == "6/0" else int(card.number or 3)
    if card.kind == "satellite":
        return {"satellite": True, "number": number}
    return {"type": card.kind, "number": number, "stars": card.stars}


def sheet_of(game: Stellar, names: Sequence[str], seats: Sequence[SeatCards]) -> ScoreSheet | None:
    """The score pad of the boards; None where they cannot be one (a satellite with a 6/0)."""
    try:
        return game.score_position(position(names, seats))
    except BadInput:
        return None


class OpenQuestion(msgspec.Struct, frozen=True):
    """A doubtful field whose answer changes points: whose it is, and what it may be."""

    seat: int
    doubt: FieldDoubt
    answers: tuple[tuple[int | str | bool, float], ...]


def open_questions(game: Stellar, names: Sequence[str], seats: Sequence[SeatCards]) -> list[OpenQuestion]:
    """The questions that matter, the largest expected effect first."""
    told = [(seat, doubt) for seat, cards in enumerate(seats) for doubt in cards.doubts]
    fields = {_field(seats, seat, doubt): (seat, doubt) for seat, doubt in told}
    doubts = [Doubt(field, _chances(field, doubt)) for field, (_seat, doubt) in fields.items()]
    seen = _with_types(position(names, seats), seats, told)
    try:
        asked = questions(game, seen, doubts)
    except BadInput:
        return []
    found = [fields[field] for field, _weight in asked]
    return [OpenQuestion(seat, doubt, doubt.chances[:4]) for seat, doubt in found]


def _field(seats: Sequence[SeatCards], seat: int, doubt: FieldDoubt) -> Field:
    card = seats[seat].cards[doubt.card]
    name = "satellite" if doubt.name == "type" and _may_be_satellite(doubt) else doubt.name
    if card.slot is not None:
        return Field(seat, "telescope", card.slot, name)
    place = sum(c.slot is None for c in seats[seat].cards[: doubt.card])
    return Field(seat, "notebook", place, name)


def _may_be_satellite(doubt: FieldDoubt) -> bool:
    return any(value == "satellite" for value, _p in doubt.chances[:2])


def _chances(field: Field, doubt: FieldDoubt) -> tuple[tuple[Any, float], ...]:
    if field.name == "face_down" and field.area == "telescope":
        return (*((value, p * (1 - _NO_CARD)) for value, p in doubt.chances), (None, _NO_CARD))
    if field.name != "satellite":
        return tuple((value, p) for value, p in doubt.chances if value != "satellite")
    sure = sum(p for value, p in doubt.chances if value == "satellite")
    return ((True, sure), (False, max(1.0 - sure, 1e-6)))


def _with_types(
    seen: dict[str, Any], seats: Sequence[SeatCards], told: Sequence[tuple[int, FieldDoubt]]
) -> dict[str, Any]:
    """The position in which a card that may be a satellite says what it is otherwise, and one that may lie face up what
    it is then."""
    for seat, doubt in told:
        field = _field(seats, seat, doubt)
        if field.name == "face_down" and not seats[seat].cards[doubt.card].kind:
            seen["players"][seat][field.area][str(field.place)] |= _as_seen(_TURNED_UP)
        if field.name == "satellite":
            kind = next((value for value, _p in doubt.chances if value != "satellite"), "planet")
            cards = seen["players"][seat][field.area]
            card = cards[str(field.place)] if field.area == "telescope" else cards[field.place]
            card.update({"type": kind, "satellite": False})
    return seen
