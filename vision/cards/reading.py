"""What was read from a photograph of cards, as values that go into JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from vision.ink.light import Light
from vision.ink.reading import Located, Milliseconds

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


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards lie in the telescope, and face up in the notebook: as the record knows, or how many of these were
    not seen. None: not known.
    """

    telescope: Annotated[int, Meta(ge=-60, le=60)] | None = None
    notebook: Annotated[int, Meta(ge=-60, le=60)] | None = None


def lying_of(value: Any) -> Lying | None:
    """How many cards lie there, from JSON values such as `{"telescope": 7, "notebook": 6}`. Raises BadInput."""
    if value is None:
        return None
    try:
        return msgspec.convert(value, Lying)
    except msgspec.ValidationError as error:
        raise BadInput(
            "expect.cards", "expect: expected numbers of cards in telescope and notebook: {problem}", error
        ) from error


class CardsReading(msgspec.Struct, frozen=True, kw_only=True):
    """All cards of one photograph, those of the telescope first, by slot.

    `unseen`: how many more cards the record knows of than were read (fewer: below 0), None where it was not told.
    """

    located: Located
    cards: tuple[ReadCard, ...]
    doubtful: tuple[Doubt, ...]
    light: Light
    ms: Milliseconds
    unseen: Lying | None = None

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, as the command line prints it behind the name of its kind."""
        shape: dict[str, Any] = msgspec.to_builtins(self)
        for doubt in shape["doubtful"]:
            doubt["instead"] = [{"value": value, "p": p} for value, p in doubt["instead"]]
        if shape["unseen"] is None:
            del shape["unseen"]
        return shape
