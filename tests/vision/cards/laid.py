"""Cards laid on a simulated table: what tests of finding them share."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.stellar.design import house_look
from hardware.simulated.stellar.face import Face, print_card
from vision.cards.judge import Found, find_cards, likely_cards
from vision.cards.looks import Deck
from vision.cards.reading import Lying
from vision.ink.pose import Array, Image

PX_PER_MM = 1.8
MIDDLE = (330.0, 150.0)
"""Where the card lies, mm from the telescope's corner: beside it, as in a notebook."""
TURN = 37.0


def plane() -> Array:
    """Table mm -> px."""
    return np.array([[PX_PER_MM, 0, 40.0], [0, PX_PER_MM, 60.0], [0, 0, 1.0]])


def card_plane(deck: Deck, turn: float = TURN, at: tuple[float, float] = MIDDLE) -> Array:
    """Card mm -> px of a card whose middle lies at `at` mm of the table."""
    angle = np.radians(turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([deck.layout.card.width, deck.layout.card.height]) / 2
    onto = np.eye(3)
    onto[:2, :2], onto[:2, 2] = spin, np.array(at) - spin @ half
    return np.asarray(plane() @ onto)


def table(*cards: tuple[Array, Face]) -> Image:
    """Cards, each at its plane, on a table of their own ground's colour with dark stripes both ways: no outline
    stands out."""
    picture = np.full((760, 1000, 3), (214, 226, 233), np.uint8)
    for k in range(0, 1000, 22):
        picture[:, k : k + 9] = picture[:, k : k + 9] * 0.55
        picture[k : k + 9] = picture[k : k + 9] * 0.55
    for there, face in cards:
        printed = print_card(house_look(), face, 4.0).picture
        onto = there @ np.diag([0.25, 0.25, 1.0])
        cv2.warpPerspective(printed, onto, (1000, 760), dst=picture, borderMode=cv2.BORDER_TRANSPARENT,
                            flags=cv2.INTER_AREA)  # fmt: skip
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def found_in(picture: Image, deck: Deck, lying: Lying | None = None) -> Found:
    """The cards in a picture of the table."""
    return find_cards(likely_cards(picture, plane(), deck), lying)
