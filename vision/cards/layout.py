"""Where a deck prints things on its cards, and where the slots of a telescope are (file format in docs/formats.md).

Millimetres, x right, y down; on a card from its top left corner, on the telescope from the board's.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from engines.errors import BadInput
from engines.forms import decode_form
from engines.layout import XY, Board, Markers, Positive, numbers_in
from vision.cards.tuning import TUNING
from vision.ink.layout import MarkerSet, markers_of
from vision.ink.pose import Array

Kind = Literal["planet", "moon", "asteroid", "cloud", "black_hole", "satellite"]
KINDS: tuple[Kind, ...] = ("planet", "moon", "asteroid", "cloud", "black_hole", "satellite")
_MAX_LENGTH = 2000.0


class CardSize(msgspec.Struct, frozen=True):
    """A card's sides."""

    width: Positive
    height: Positive


class Field(msgspec.Struct, frozen=True):
    """A box on a card: its middle and its size."""

    at: XY
    size: tuple[Positive, Positive]


class LookSource(msgspec.Struct, frozen=True):
    """What a card looks like: a photograph of one, or the colours that a capture kept of it.

    `corners`: px, clockwise from the card's own top left, where the picture shows more than this card.
    """

    image: str | None = None
    corners: Annotated[tuple[XY, ...], Meta(min_length=4, max_length=4)] | None = None
    mark: str | None = None
    whole: str | None = None
    rims: str | None = None
    tint: str | None = None


class Telescope(msgspec.Struct, frozen=True):
    """The telescope: its outline, and slot -> top left corner of the card that lies exactly there."""

    board: Board
    slots: dict[str, XY]


class CardsLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the camera knows about a deck and a telescope."""

    kind: Literal["cards"]
    card: CardSize
    number: Field
    type: Field
    stars: Field
    looks: dict[str, LookSource] = {}
    telescope: Telescope | None = None
    markers: Markers | None = None

    @property
    def outline(self) -> Array:
        """(4, 2) mm: a card's corners on itself, clockwise from its top left."""
        width, height = self.card.width, self.card.height
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)

    @property
    def slots(self) -> dict[int, XY]:
        """Slot number -> top left corner on the board."""
        return {} if self.telescope is None else {int(slot): at for slot, at in self.telescope.slots.items()}

    @property
    def middle(self) -> Array:
        """(2,) mm: the middle of the telescope, or the origin."""
        board = self.telescope.board if self.telescope else None
        return np.array([board.width / 2, board.height / 2]) if board else np.zeros(2)

    def marker_set(self) -> MarkerSet | None:
        """The board's markers as arrays."""
        return markers_of(self.markers, "layout of a deck of cards")


def parse_cards_layout(data: bytes | str | dict[str, Any]) -> CardsLayout:
    """A layout from JSON text or its decoded form; unknown keys are ignored. Raises BadInput with one line."""
    layout = decode_form(data, CardsLayout, "layout of cards")
    _check(layout)
    return layout


def _check(layout: CardsLayout) -> None:
    numbers = list(numbers_in(msgspec.to_builtins(msgspec.structs.replace(layout, looks={}))))
    if not all(math.isfinite(n) and abs(n) <= _MAX_LENGTH for n in numbers):
        raise BadInput(
            "layout.cards.not_finite",
            "layout of cards: every number must be finite and within ±{largest:.0f}",
            _MAX_LENGTH,
        )
    for name in ("number", "type", "stars"):
        field: Field = getattr(layout, name)
        for middle, size, whole in zip(field.at, field.size, (layout.card.width, layout.card.height), strict=True):
            if middle - size / 2 < -TUNING.off_card_mm or middle + size / 2 > whole + TUNING.off_card_mm:
                raise BadInput(
                    "layout.cards.box",
                    "layout of cards: {name}: expected a box on the card, got {at} {size}",
                    name,
                    field.at,
                    field.size,
                )
    slots = layout.telescope.slots if layout.telescope else {}
    wrong = [slot for slot in slots if not (slot.isdecimal() and 1 <= int(slot) <= 12 and str(int(slot)) == slot)]
    if wrong:
        raise BadInput(
            "layout.cards.slots", "layout of cards: telescope.slots: expected slots 1 to 12, got {slot!r}", wrong[0]
        )
    strange = [name for name in layout.looks if name not in (*KINDS, "back")]
    if strange:
        raise BadInput(
            "layout.cards.looks",
            "layout of cards: looks: expected {known} or back, got {look!r}",
            ", ".join(KINDS),
            strange[0],
        )
    layout.marker_set()
