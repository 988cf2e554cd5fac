"""Whether a photograph of cards can be read well: enough light, and no lamp mirrored where a card may lie."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.cards.find import Search
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.light import Light, Trouble, washed_out
from vision.ink.tuning import LIGHTS


def light_of(search: Search, free: Collection[int]) -> Light:
    """What is wrong with the light of a picture of a telescope; `free`: its slots without a card, in which one may be
    missed."""
    why: list[Trouble] = []
    if float(np.percentile(opencv.grey(search.image)[::4, ::4], 98)) < LIGHTS.min_bright:
        why.append(Trouble.TOO_DARK)
    if _glare(search, free):
        why.append(Trouble.GLARE_ON_CARDS)
    return Light(not why, tuple(why))


def _glare(search: Search, free: Collection[int]) -> bool:
    """Whether a free slot is washed out and far brighter than the board."""
    layout = search.deck.layout
    if search.ground is None or layout.telescope is None:
        return False
    board, card = layout.telescope.board, layout.card
    flat = opencv.flattened(search.image, search.plane, (round(board.width), round(board.height)))
    dark, washed = opencv.darkest(flat), washed_out(flat, np.ones(flat.shape[:2], np.bool_))
    bright = float(search.ground.colour.min()) + TUNING.brighter_than_board
    for slot in free:
        x, y = map(round, layout.slots[slot])
        part = np.s_[max(y, 0) : max(y + round(card.height), 0), max(x, 0) : max(x + round(card.width), 0)]
        on_board = dark[part].size > 0
        if on_board and washed[part].mean() > TUNING.washed_slot and np.median(dark[part]) > bright:
            return True
    return False
