"""The looks of cards: of the pictures that a layout names, or of the colours kept in it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.cards.find import card_planes
from vision.cards.layout import CardsLayout, LookSource
from vision.cards.looks import Look, look_from_text, look_of
from vision.ink.pose import Array, Image


def look_from(source: LookSource, layout: CardsLayout, pictures: Callable[[str], Image]) -> Look:
    """The look of one kind. `pictures`: the picture of that name. Raises BadInput."""
    if source.image is None:
        return look_from_text(source, layout)
    image = pictures(source.image)
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return look_of(image, card_planes(layout, _corners(source, image)[None])[0], layout)


def _corners(source: LookSource, image: Image) -> Array:
    """(4, 2) px: the card's corners, or those of the picture."""
    if source.corners is not None:
        return np.array(source.corners, float)
    rows, columns = image.shape[:2]
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float) - 0.5
