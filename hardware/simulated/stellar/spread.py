"""How a card lies on a table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hardware.simulated.pixels import Points, rectangle, rotation
from hardware.simulated.stellar.design import CardLook, board_size
from hardware.simulated.stellar.face import Face


class LaidCard(NamedTuple):
    """A card on the table: its face, whether that is hidden, where its middle is (board mm), its turn clockwise."""

    face: Face
    face_down: bool
    slot: int | None
    at: tuple[float, float]
    turn_deg: float


def corners_of(look: CardLook, card: LaidCard) -> Points:
    """The card's corners in board mm (4×2), clockwise from its own top left."""
    return placed(rectangle(0, 0, *look.size), look, card)


def placed(points: Points, look: CardLook, card: LaidCard) -> Points:
    """Points on the card (mm from its top left) in board mm."""
    return np.asarray((points - np.array(look.size) / 2) @ rotation(card.turn_deg).T + np.array(card.at))


def notebook_area(look: CardLook) -> tuple[float, float, float, float]:
    """Left, top, width, height of the notebook in board mm."""
    width, height = board_size(look)
    return width + 12.0, 0.0, 4.3 * look.size[0], height
