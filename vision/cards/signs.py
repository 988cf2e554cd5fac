"""Finds cards by the sign of their type, at any turn, where their outlines are lost on the table or among neighbours.

All turns of all signs span few dimensions: what of a place lies in them says how well any sign at any turn may fit
there. Only where that is much, the turns are tried one by one, each with the rest of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.cards.align import MARGIN, Template
from vision.cards.layout import CardsLayout
from vision.cards.locate import px_per_mm
from vision.cards.looks import MARK_MARGIN, Deck
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image, project

_SIDE_PX = 11
_FINEST, _COARSEST = 0.9, 0.3
_TURNS = np.arange(0.0, 360.0, 8.0)
_COARSE_ROWS = 20
_BESIDE_CARDS = 6.5


class Signs(msgspec.Struct, frozen=True, eq=False):
    """Where signs seem to be printed: `places` (n, 2) mm, the likeliest first, and the cards that they may belong to:
    `rectangles` (m, 3) mm (see `outlines`) with how like they are to a known kind in sign and front (m,), -1…2.
    """

    places: Array
    rectangles: Array
    like: Floats


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """The table seen straight on: pixel (x, y) of `picture` lies at `low` + (x, y) / `per_mm` mm."""

    picture: Image
    low: Array
    per_mm: float

    def mm(self, at: Array) -> Array:
        """(n, 2) px -> mm."""
        return np.asarray(at / self.per_mm + self.low)


def by_signs(image: Image, plane: Array, deck: Deck) -> Signs:
    """The signs in a picture (BGR) of a table at `plane` (3×3, mm -> px), and the likeliest cards around them."""
    places, rectangles, like = [np.zeros((0, 2))], [np.zeros((0, 3))], [np.zeros(0, np.float32)]
    alike = [np.zeros(0, np.float32)]
    grey = sheet_of(opencv.grey(image), plane, deck.layout, _coarse_per_mm(deck.layout))
    per_mm, turned = _turned_signs(deck)
    for channel, (kinds, signs) in turned.items():
        sheet = sheet_of(image[..., channel], plane, deck.layout, per_mm)
        at, likeness = signs.places(sheet.picture)
        if len(at):
            fronts = [deck.kind_fronts[kind] for kind in kinds]
            places.append(sheet.mm(at))
            alike.append(likeness.max((1, 2)))
            found, worth = _with_fronts(grey, sheet.mm(at), likeness, fronts, deck.layout)
            rectangles.append(found)
            like.append(worth)
    every, worth = np.concatenate(rectangles), np.concatenate(like)
    kept = _apart(every, worth)
    first = np.argsort(-np.concatenate(alike), kind="stable")
    return Signs(np.concatenate(places)[first], every[kept], worth[kept])


def beside_others(signs: Signs, corners: Array, layout: CardsLayout) -> Array:
    """(n, 3) rectangles mm at the turns of cards already found (n, 4, 2 mm), where signs are that none of them has.

    Cards that lie close together mostly lie the same way.
    """
    if not len(corners):
        return np.zeros((0, 3))
    left = of_no_card(signs, corners, layout)[: TUNING.max_beside]
    return np.concatenate([_rectangles(left, np.full(len(left), turn), layout) for turn in turns_of(corners)])


def of_no_card(signs: Signs, corners: Array, layout: CardsLayout) -> Array:
    """(n, 2) mm: where signs are that none of the cards found (n, 4, 2 mm) has, the likeliest first."""
    if not len(corners):
        return signs.places
    across = (corners[:, 1] - corners[:, 0]) / layout.card.width
    down = (corners[:, 3] - corners[:, 0]) / layout.card.height
    own = corners[:, 0] + across * layout.type.at[0] + down * layout.type.at[1]
    away = np.linalg.norm(signs.places[:, None] - own[None], axis=2).min(1)
    return np.asarray(signs.places[away > max(TUNING.own_sign_mm, TUNING.own_sign * max(layout.type.size))])


def turns_of(corners: Array) -> list[float]:
    """Degrees clockwise at which cards (n, 4, 2 mm, clockwise from their own top left) lie, most frequent first."""
    top = corners[:, 1] - corners[:, 0]
    groups: list[list[float]] = []
    for angle in np.degrees(np.arctan2(top[:, 1], top[:, 0])).tolist():
        near = [group for group in groups if abs((angle - group[0] + 180) % 360 - 180) < TUNING.same_turn_deg]
        if near:
            near[0].append(near[0][0] + (angle - near[0][0] + 180) % 360 - 180)
        else:
            groups.append([angle])
    groups.sort(key=len, reverse=True)
    return [float(np.mean(group)) for group in groups[: TUNING.max_turns]]


def sheet_of(image: Image, plane: Array, layout: CardsLayout, per_mm: float) -> Sheet:
    """The table around the telescope as far as it is in a grey picture, straight on and no finer than `per_mm`."""
    rows, columns = image.shape[:2]
    rim = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float)
    seen = project(np.asarray(np.linalg.inv(plane), float), rim)
    beyond = np.array([_BESIDE_CARDS, _BESIDE_CARDS]) * layout.card.width
    low, high = np.maximum(seen.min(0), -beyond), np.minimum(seen.max(0), 2 * layout.middle + beyond)
    shape = np.maximum(np.ceil((high - low) * per_mm).astype(int), 1)
    soft = cv2.GaussianBlur(image, (0, 0), max(0.4, 0.42 * px_per_mm(plane, layout.middle) / per_mm))
    onto = np.array([[1 / per_mm, 0, low[0]], [0, 1 / per_mm, low[1]], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(soft, plane @ onto, (int(shape[0]), int(shape[1])), flags=flags)
    return Sheet(np.asarray(flat, np.uint8), low, per_mm)


class _Turned:
    """All signs at all turns as rows (kinds · turns, pixels) of length 1 around 0, and the few dimensions they span."""

    def __init__(self, marks: Sequence[Floats], side: int) -> None:
        """Of square pictures of signs (grey), `side` pixels wide on the table."""
        self.kinds = len(marks)
        away = np.hypot(*np.meshgrid(*(2 * (np.arange(side) - (side - 1) / 2),) * 2)) / side
        self.inside = away <= 1.0
        rows = []
        for mark in marks:
            half = (mark.shape[0] - 1) / 2
            for turn in _TURNS:
                spin = cv2.getRotationMatrix2D((half, half), -turn, 1.0)
                turned = cv2.warpAffine(mark, spin, mark.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
                rows.append(cv2.resize(turned, (side, side), interpolation=cv2.INTER_AREA)[self.inside])
        signs = np.stack(rows)
        signs -= signs.mean(1, keepdims=True)
        signs /= np.maximum(np.linalg.norm(signs, axis=1, keepdims=True), 1e-6)
        _, spread, dimensions = np.linalg.svd(signs, full_matrices=False)
        share = np.cumsum(spread**2) / max(float((spread**2).sum()), 1e-9)
        count = min(int(np.searchsorted(share, TUNING.sign_dimensions)) + 1, TUNING.max_sign_dimensions)
        self.dimensions = np.asarray(dimensions[:count], np.float32)
        self.shares = np.asarray(signs @ self.dimensions.T, np.float32)

    def places(self, picture: Image) -> tuple[Array, Floats]:
        """(n, 2) px where a sign may be, the likeliest first; (n, kinds, turns) how like it is to each, -1…1."""
        seen = picture.astype(np.float32)
        kernel = self.inside.astype(np.float32)
        count = float(kernel.sum())
        mean = cv2.filter2D(seen, cv2.CV_32F, kernel / count)
        spread = cv2.filter2D(seen * seen, cv2.CV_32F, kernel) - count * mean * mean
        spread = np.maximum(spread, count * TUNING.faint_sign**2)
        bound = np.zeros_like(seen)
        for dimension in self.dimensions:
            along = self._along(seen, dimension)
            bound += along * along
        bound /= spread
        peak = cv2.dilate(bound, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero((bound >= peak) & (bound > TUNING.min_sign**2))
        best = np.argsort(-bound[rows, columns], kind="stable")[: 4 * TUNING.max_sign_places]
        rows, columns = rows[best], columns[best]
        around = cv2.copyMakeBorder(seen, *(len(kernel) // 2,) * 4, cv2.BORDER_REFLECT_101)
        patches = sliding_window_view(around, kernel.shape)[rows, columns][:, self.inside]
        like = (patches @ self.dimensions.T @ self.shares.T) / np.sqrt(spread[rows, columns])[:, None]
        order = np.argsort(-like.max(1), kind="stable")[: TUNING.max_sign_places]
        order = order[like[order].max(1) > TUNING.min_sign]
        at = np.stack([columns, rows], 1)[order].astype(float)
        return at, np.asarray(like[order].reshape(len(order), self.kinds, len(_TURNS)), np.float32)

    def _along(self, seen: Floats, dimension: Floats) -> Floats:
        kernel = np.zeros(self.inside.shape, np.float32)
        kernel[self.inside] = dimension
        return np.asarray(cv2.filter2D(seen, cv2.CV_32F, kernel), np.float32)


@lru_cache(maxsize=4)
def _turned_signs(deck: Deck) -> tuple[float, dict[int, tuple[list[int], _Turned]]]:
    """How finely (px/mm) a deck's signs are looked for; by the channel that shows them best the kinds, and their signs
    at all turns."""
    box = np.array(deck.layout.type.size) * MARK_MARGIN
    per_mm = float(np.clip(_SIDE_PX / box.max(), _COARSEST, _FINEST))
    side = max(7, round(float(box.max()) * per_mm))
    clearest = [int(mark.std(axis=(0, 1)).argmax()) for mark in deck.marks]
    kinds = {channel: [k for k, one in enumerate(clearest) if one == channel] for channel in sorted(set(clearest))}
    return per_mm, {
        channel: (of_it, _Turned([deck.marks[kind][..., channel] for kind in of_it], side))
        for channel, of_it in kinds.items()
    }


# The rest of the card ---------------------------------------------------------------------------------------------


def _coarse_per_mm(layout: CardsLayout) -> float:
    return _COARSE_ROWS / (layout.card.height * MARGIN)


def _with_fronts(
    sheet: Sheet, middles: Array, likeness: Floats, fronts: Sequence[Template], layout: CardsLayout
) -> tuple[Array, Floats]:
    """Places of signs (n, 2 mm) as rectangles: at the turns at which sign and front of one kind fit best."""
    found, worth = [], []
    best = np.argsort(-likeness.max(2), axis=1, kind="stable")[:, : TUNING.sign_kinds]
    for kind, template in enumerate(fronts):
        rows = np.flatnonzero((best == kind).any(1))
        if not len(rows):
            continue
        fits = _front_fits(sheet, middles[rows], layout, template) + likeness[rows, kind]
        for _ in range(TUNING.sign_turns):
            turn = fits.argmax(1)
            found.append(_rectangles(middles[rows], _TURNS[turn], layout))
            worth.append(fits[np.arange(len(rows)), turn])
            gone = np.abs((_TURNS[turn][:, None] - _TURNS + 180) % 360 - 180) < TUNING.sign_turns_apart_deg
            fits = np.where(gone, -1.0, fits)
    return np.concatenate(found), np.asarray(np.concatenate(worth), np.float32)


def _front_fits(sheet: Sheet, signs: Array, layout: CardsLayout, template: Template) -> Floats:
    """(n, turns) weighted correlation of the front of a kind with the sheet, its sign at (n, 2) mm."""
    rows, columns = template.shape
    small = (max(4, round(_COARSE_ROWS * columns / rows)), _COARSE_ROWS)
    level, weight = (cv2.resize(one.reshape(rows, columns), small, interpolation=cv2.INTER_AREA)
                     for one in (template.level, template.weight))  # fmt: skip
    u, v = (((np.arange(count) + 0.5) / count - 0.5) * size for count, size in zip(small, template.size, strict=True))
    middle = np.array([layout.card.width, layout.card.height]) / 2 - np.array(layout.type.at)
    x, y = (one.ravel() for one in np.meshgrid(u + middle[0], v + middle[1]))
    turn = np.radians(_TURNS)[:, None]
    px = np.cos(turn) * x - np.sin(turn) * y
    py = np.sin(turn) * x + np.cos(turn) * y
    px, py = px * sheet.per_mm, py * sheet.per_mm
    share = (weight / max(float(weight.sum()), 1e-6)).ravel()
    flat = level.ravel() - float(level.ravel() @ share)
    energy = max(float((flat * flat) @ share), 1e-6)
    fits = np.empty((len(signs), len(_TURNS)), np.float32)
    for fit, (left, top) in zip(fits, (signs - sheet.low) * sheet.per_mm, strict=True):
        across, down = (left + px).astype(np.float32), (top + py).astype(np.float32)
        seen = cv2.remap(sheet.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        levels = np.asarray(seen, np.float32)
        spread = np.sqrt(np.maximum((levels * levels) @ share - (levels @ share) ** 2, 1.0) * energy)
        fit[:] = levels @ (flat * share) / spread
    return fits


def _rectangles(signs: Array, turns: Array, layout: CardsLayout) -> Array:
    x, y = np.array([layout.card.width, layout.card.height]) / 2 - np.array(layout.type.at)
    turn = np.radians(turns)
    middle = signs + np.stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y], 1)
    return np.column_stack([middle, turns % 180])


def _apart(rectangles: Array, worth: Floats) -> NDArray[np.intp]:
    """Rows of the best, each some way from better ones."""

    def other(left: NDArray[np.intp], best: int) -> NDArray[np.bool_]:
        away = np.hypot(*(rectangles[left, :2] - rectangles[best, :2]).T)
        turned = np.abs((rectangles[left, 2] - rectangles[best, 2] + 90) % 180 - 90)
        return np.asarray((away > TUNING.same_card_mm) | (turned > TUNING.same_card_deg))

    return best_apart(worth, other, TUNING.max_sign_cards)


def best_apart(
    worth: NDArray[np.floating[Any]],
    other: Callable[[NDArray[np.intp], int], NDArray[np.bool_]],
    most: int | None = None,
) -> NDArray[np.intp]:
    """Rows from the best on, `most` at the most, each `other` than better ones: which of some rows are not that row."""
    left, kept = np.argsort(-worth, kind="stable"), list[int]()
    while len(left) and len(kept) != most:
        kept.append(int(left[0]))
        left = left[other(left, kept[-1])]
    return np.array(kept, np.intp)


def corners_apart(corners: Array, share: float) -> Callable[[NDArray[np.intp], int], NDArray[np.bool_]]:
    """For `best_apart`: which cards (n, 4, 2) lie at least that `share` of a card's width from another one."""
    side = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    return lambda left, best: np.linalg.norm(corners[left] - corners[best], axis=2).mean(1) > share * side[best]
