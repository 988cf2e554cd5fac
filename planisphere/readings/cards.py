"""Photographs of Stellar's cards to readings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from engines.errors import BadInput
from planisphere.packs import find_pack
from planisphere.readings import named_images, path_of
from vision.cards.find import card_planes
from vision.cards.layout import CardsLayout, LookSource, parse_cards_layout
from vision.cards.looks import Deck, Look, deck_of, look_from_text, look_of
from vision.cards.read import read_cards
from vision.cards.reading import CardsReading, Doubt, ReadCard, lying_of
from vision.ink import opencv
from vision.ink.light import sharpest
from vision.ink.pose import Array, Image


class CardsAnswer(msgspec.Struct, frozen=True):
    """A reading as the command line prints it."""

    reading: CardsReading

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return self.reading.as_json()

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        reading = self.reading
        unseen = {} if reading.unseen is None else msgspec.to_builtins(reading.unseen)
        return [
            *(f"{number}. {_card(card)}" for number, card in enumerate(reading.cards, 1)),
            "doubtful: " + ("; ".join(_asked(doubt) for doubt in reading.doubtful) or "none"),
            *(
                f"{area}: {abs(n)} {'not seen' if n > 0 else 'more than the record knows'}"
                for area, n in unseen.items()
                if n
            ),
        ]


def _card(card: ReadCard) -> str:
    where = "notebook" if card.slot is None else f"slot {card.slot}"
    if card.face_down:
        return f"{where}: face down"
    if card.satellite:
        return f"{where}: satellite {card.number}"
    return f"{where}: {_plain(card.type)} {card.number}, {card.stars} {'star' if card.stars == 1 else 'stars'}"


def _asked(doubt: Doubt) -> str:
    said = f"{doubt.field} {_plain(doubt.value)}"
    if doubt.field == "face_down":
        said = "face down" if doubt.value else "face up"
    return f"card {doubt.card + 1}: {said}? ({doubt.p:.2f})"


def _plain(value: Any) -> str:
    return str(value).replace("_", " ")


class CardReader:
    """Reads lists whose paths count from `folder`; layouts and looks are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._deck = cache(self._load)

    def read(self, entry: dict[str, Any]) -> CardsAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        name = entry.get("layout")
        if not isinstance(name, str):
            raise BadInput(f"layout {name!r}: expected the path of a layout of cards")
        frames = [opencv.load(str(self._folder / image)) for image in named_images(entry)]
        frame = frames[0] if len(frames) == 1 else sharpest(frames)
        return CardsAnswer(read_cards(frame, self._deck(path_of(name)), lying_of(entry.get("expect"))))

    def _load(self, name: str) -> Deck:
        path = self._folder / name
        try:
            layout = parse_cards_layout(_layout_of(path, name))
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror or error}, expected a layout of cards") from error
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error
        pictures = cache(lambda image: opencv.load(str(path.parent / image)))
        return deck_of(layout, {kind: look_from(source, layout, pictures) for kind, source in layout.looks.items()})


def _layout_of(path: Path, name: str) -> Any:
    """The layout in a file, in the file of a pack, or in a pack named so. Raises BadInput, OSError."""
    data = path.read_bytes() if path.is_file() or not name.startswith("stellar") else find_pack(name).data
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from error
    packed = isinstance(raw, dict) and raw.get("game") == "stellar"
    if packed and "layout" not in raw:
        raise BadInput("this pack does not say where its cards print things; capture one that does")
    return raw["layout"] if packed else raw


def look_from(source: LookSource, layout: CardsLayout, pictures: Any) -> Look:
    """The look of one kind: of its picture, or of the colours kept in the layout. Raises BadInput."""
    if source.image is None:
        return look_from_text(source, layout)
    image: Image = pictures(path_of(source.image))
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return look_of(image, card_planes(layout, _corners(source, image)[None])[0], layout)


def _corners(source: LookSource, image: Image) -> Array:
    """(4, 2) px: the card's corners, or those of the picture."""
    if source.corners is not None:
        return np.array(source.corners, float)
    rows, columns = image.shape[:2]
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float) - 0.5
