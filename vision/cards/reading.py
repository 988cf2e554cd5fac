"""What was read from a photograph of cards, as values that go into JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from vision.light import Light
from vision.reading import Located, Milliseconds

FieldName = Literal["number", "type", "stars", "face_down"]
Value = int | str | bool | None


class ReadCard(msgspec.Struct, frozen=True, kw_only=True):
    """One card. A face-down card has no type, number and stars; a satellite has no type.

    `slot`: 1 to 12 in the telescope, None in the notebook. `p`: how sure the least sure of its fields is.
    `corners`: px, clockwise from the card's own top left.
    """

    slot: int | None
    area: Literal["telescope", "notebook"]
    type: str | None
    satellite: bool
    number: int | str | None
    stars: int | None
    face_down: bool
    p: float
    corners: tuple[tuple[float, float], ...]


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """A field about which a person should be asked: `card` is its row in `cards`; `instead`: what else it may be.

    A type of `"satellite"` means a satellite.
    """

    card: int
    slot: int | None
    field: FieldName
    value: Value
    p: float
    instead: tuple[tuple[Value, float], ...]


class CardsReading(msgspec.Struct, frozen=True, kw_only=True):
    """All cards of one photograph, those of the telescope first, by slot."""

    game: str = "stellar"
    located: Located
    cards: tuple[ReadCard, ...]
    doubtful: tuple[Doubt, ...]
    light: Light
    ms: Milliseconds

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, in the shape that the command line prints."""
        shape: dict[str, Any] = msgspec.to_builtins(self)
        for doubt in shape["doubtful"]:
            doubt["instead"] = [{"value": value, "p": p} for value, p in doubt["instead"]]
        return shape

    def in_words(self) -> list[str]:
        """The reading as lines of text."""
        asked = [f"card {d.card + 1}: {d.field} {d.value}? ({d.p:.2f})" for d in self.doubtful]
        return [
            *(f"{number}. {_words(card)}" for number, card in enumerate(self.cards, 1)),
            "doubtful: " + ("; ".join(asked) or "none"),
        ]


def _words(card: ReadCard) -> str:
    where = "notebook" if card.slot is None else f"slot {card.slot}"
    if card.face_down:
        return f"{where}: face down"
    kind = "satellite" if card.satellite else card.type
    stars = "" if card.satellite else f", {card.stars} stars"
    return f"{where}: {kind} {card.number}{stars}"
