"""Looks for cards by their whole fronts, at every place and turn of the table, where outline and sign were not seen.

Where cards lie that were found, what is seen counts neither for nor against a front, so that one of which a pile hides
much is found by the rest. Coarse and patient: meant for when the record knows of cards that were not found.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.cards.align import Template
from vision.cards.looks import Deck
from vision.cards.signs import Sheet, sheet_of
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Floats, Image, project

_COARSE_PX = 20
"""The length of a card in pixels while all places are tried."""
_TURNS = np.arange(0.0, 360.0, 8.0)
_AT_ONCE = 4000


def by_fronts(image: Image, plane: Array, deck: Deck, corners: Array, where: tuple[bool, bool]) -> Array:
    """(n, 3, 3) card mm -> px of what looks most like whole fronts, the likeliest first.

    `image` (BGR) of a table at `plane` (3×3, mm -> px); `corners` (m, 4, 2 px): the cards that were found; `where`:
    whether to look on the telescope's board, and outside of it.
    """
    common = [] if deck.front is None or "satellite" in deck.kinds else [deck.front]
    fronts = [*deck.kind_fronts, *common]
    sheet = sheet_of(opencv.grey(image), plane, deck.layout, _COARSE_PX / deck.layout.card.height)
    inverse = np.asarray(np.linalg.inv(plane), float)
    clear = np.ones(sheet.picture.shape, np.float32)
    apart = _asked(sheet, deck, where)
    for quad in project(inverse, corners.reshape(-1, 2)).reshape(-1, 4, 2):
        at = (quad - sheet.low) * sheet.per_mm
        cv2.fillConvexPoly(clear, np.rint(at).astype(np.int32), 0.0)
        cv2.fillConvexPoly(apart, np.rint(at.mean(0) + TUNING.core * (at - at.mean(0))).astype(np.int32), 0.0)
    return _planes(_best(_Fronts(fronts, sheet.per_mm), sheet, clear, apart), plane, deck)


def _asked(sheet: Sheet, deck: Deck, where: tuple[bool, bool]) -> Floats:
    """(rows, columns) 1 on the telescope's board and outside of it, as is asked."""
    asked = np.full(sheet.picture.shape, float(where[1]), np.float32)
    if deck.layout.telescope is not None:
        board = deck.layout.telescope.board
        low, high = (np.rint((np.array(at) - sheet.low) * sheet.per_mm).astype(int)
                     for at in ((0.0, 0.0), (board.width, board.height)))  # fmt: skip
        asked[max(low[1], 0) : max(high[1] + 1, 0), max(low[0], 0) : max(high[0] + 1, 0)] = float(where[0])
    return asked


class _Fronts:
    """Fronts at all turns as rows (fronts · turns, pixels), with how far each pixel counts (turns, pixels)."""

    def __init__(self, fronts: Sequence[Template], per_mm: float) -> None:
        self.side = 2 * int(np.ceil(np.hypot(*fronts[0].size) * per_mm / 2)) + 1
        turned = [[_turned(front, turn, self.side, per_mm) for turn in _TURNS] for front in fronts]
        self.weights = np.stack([[weight.ravel() for weight, _ in one] for one in turned])
        self.levels = np.stack([[level.ravel() for _, level in one] for one in turned])

    def fits(self, seen: Floats, clear: Floats | None) -> Floats:
        """(n, turns) the best front's correlation, -1…1, with places (n, pixels), as far as `clear` (None: all)."""
        kinds, turns, pixels = self.weights.shape
        weight = self.weights.reshape(-1, pixels)
        drawn = weight * self.levels.reshape(-1, pixels)
        squares = drawn * self.levels.reshape(-1, pixels)
        whole = weight.sum(1)
        if clear is None:
            share, flat, own, shown = whole[None], drawn.sum(1)[None], squares.sum(1)[None], seen
        else:
            share, flat, own = (np.maximum(clear @ weight.T, 1e-3), clear @ drawn.T, clear @ squares.T)
            shown = seen * clear
        bright = shown @ weight.T
        spread = np.maximum((shown * seen) @ weight.T - bright**2 / share, share * TUNING.faint_front**2)
        own = np.maximum(own - flat**2 / share, 0.05 * share)
        like = (shown @ drawn.T - flat * bright / share) / np.sqrt(spread * own)
        visible = share / whole
        like = np.where(visible > TUNING.least_seen, like * np.minimum(visible / TUNING.front_seen_in_full, 1.0), -1.0)
        return np.asarray(like.reshape(-1, kinds, turns).max(1), np.float32)


def _turned(template: Template, turn: float, side: int, per_mm: float) -> tuple[Floats, Floats]:
    """How far each pixel (side, side) around a turned card's middle counts, and its level."""
    rows, columns = template.shape
    pitch = template.size / np.array([columns, rows]) * per_mm
    spin = rotation_matrix(turn) * pitch
    shift = np.array([side - 1, side - 1]) / 2 - spin @ (np.array([columns - 1, rows - 1]) / 2)
    blur = 0.42 / max(float(pitch.mean()), 0.05)
    pictures = []
    for one in (template.weight, template.weight * template.level):
        smooth = cv2.GaussianBlur(one.reshape(rows, columns), (0, 0), blur, borderType=cv2.BORDER_CONSTANT)
        pictures.append(cv2.warpAffine(smooth, np.column_stack([spin, shift]), (side, side)))
    weight = np.maximum(pictures[0], 0)
    return np.asarray(weight, np.float32), np.asarray(pictures[1] / np.maximum(weight, 1e-3), np.float32)


def _best(fronts: _Fronts, sheet: Sheet, clear: Floats, apart: Floats) -> Array:
    """(n, 3) mm and degrees clockwise of the best places, the best first."""
    fits = _everywhere(fronts, sheet, clear, apart)
    best = fits.max(2)
    peak = cv2.dilate(best, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((best >= peak) & (best > TUNING.min_front))
    order = np.argsort(-best[rows, columns], kind="stable")[: TUNING.max_front_places]
    found, worth = [], []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        here = fits[row, column]
        x, y = sheet.mm(np.array([[column, row]], float))[0]
        for _ in range(TUNING.front_turns):
            turn = int(here.argmax())
            if here[turn] > TUNING.min_front:
                found.append([x, y, _TURNS[turn]])
                worth.append(float(here[turn]))
            here = np.where(
                np.abs((_TURNS - _TURNS[turn] + 180) % 360 - 180) < TUNING.front_turns_apart_deg, -1.0, here
            )
    return np.array(found).reshape(-1, 3)[np.argsort(-np.array(worth), kind="stable")]


def _everywhere(fronts: _Fronts, sheet: Sheet, clear: Floats, apart: Floats) -> Floats:
    """(rows, columns, turns) how well a front fits with its middle on each pixel of the sheet, -1 where not asked."""
    reach, side = fronts.side // 2, fronts.side
    level = sheet.picture.astype(np.float32)
    seen = cv2.copyMakeBorder(level - level.mean(), *(reach,) * 4, cv2.BORDER_REPLICATE)
    bare = cv2.copyMakeBorder(clear, *(reach,) * 4, cv2.BORDER_CONSTANT, value=1.0)
    views, masks = (sliding_window_view(one, (side, side)) for one in (seen, bare))
    fits = np.full((*clear.shape, len(_TURNS)), -1.0, np.float32)
    at = np.stack(np.nonzero(apart), 1)
    for start in range(0, len(at), _AT_ONCE):
        row, column = at[start : start + _AT_ONCE].T
        patches = views[row, column].reshape(len(row), -1)
        shown = masks[row, column].reshape(len(row), -1)
        like = fronts.fits(patches, None)
        partly = np.flatnonzero((shown < 1).any(1))
        if len(partly):
            like[partly] = np.maximum(like[partly], fronts.fits(patches[partly], shown[partly]))
        fits[row, column] = like
    return fits


def _planes(found: Array, plane: Array, deck: Deck) -> Array:
    """(n, 3, 3) card mm -> px of cards with their middle and turn there (n, 3)."""
    half = np.array([deck.layout.card.width, deck.layout.card.height]) / 2
    planes = []
    for x, y, turn in found.tolist():
        spin = rotation_matrix(turn)
        onto = np.eye(3)
        onto[:2, :2], onto[:2, 2] = spin, np.array([x, y]) - spin @ half
        planes.append(plane @ onto)
    return np.array(planes, float).reshape(-1, 3, 3)
