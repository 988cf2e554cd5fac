"""The child's side of photographed cards: reads telescope and notebook, and keeps the photograph for questions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from hardware.camera import Image
from pi_app.capture import ReadRequest, write_picture
from vision.cards.reading import CardsReading, lying_of
from vision.ink.light import Light

if TYPE_CHECKING:
    from vision.cards.looks import Deck
    from vision.ink.layout import MarkerSet

KEPT_PX = 1600
"""The longer side of a photograph that is kept."""


class CardsSeen(msgspec.Struct, frozen=True):
    """A reading of cards, and the width and height of the picture that its corners count in."""

    reading: CardsReading
    size: tuple[int, int]

    @property
    def light(self) -> Light:
        """The light on the table."""
        return self.reading.light


class CardsReader:
    """Reads telescopes with their notebooks, remembering each layout."""

    def __init__(self) -> None:
        self._decks: dict[bytes, Deck] = {}

    def read(self, request: ReadRequest, frames: list[Image]) -> CardsSeen:
        """The reading. Raises NotPossible where no telescope is found."""
        from vision.cards.read import read_cards
        from vision.ink.light import sharpest

        frame = frames[0] if len(frames) == 1 else sharpest(frames)
        reading = read_cards(frame, self._deck(request.layout), lying_of(request.expect))
        if request.flat is not None:
            with suppress(OSError):
                write_picture(_smaller(frame), request.flat)
        return CardsSeen(reading, (frame.shape[1], frame.shape[0]))

    def markers(self, layout: bytes) -> MarkerSet | None:
        """The markers of the telescope with that layout."""
        return self._deck(layout).layout.marker_set()

    def _deck(self, text: bytes) -> Deck:
        from vision.cards.layout import parse_cards_layout
        from vision.cards.looks import deck_of, look_from_text

        if text not in self._decks:
            layout = parse_cards_layout(text)
            kept = {kind: source for kind, source in layout.looks.items() if source.image is None}
            looks = {kind: look_from_text(source, layout) for kind, source in kept.items()}
            self._decks[text] = deck_of(layout, looks)
        return self._decks[text]


def _smaller(frame: Image) -> Image:
    from vision.ink import opencv

    factor = KEPT_PX / max(frame.shape[:2])
    return frame if factor >= 1 else opencv.zoomed(frame, factor)
