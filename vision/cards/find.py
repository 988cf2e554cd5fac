"""Finds what may be cards on a table: rectangles of a card's size, laid over the picture, and what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.cards.align import Template, agreement, aligned, softened
from vision.cards.evidence import NO_NUMBER, number_patches, number_views
from vision.cards.layout import CardsLayout
from vision.cards.locate import no_finer
from vision.cards.looks import Deck, coarse, mark_likeness, mark_patches, tints_of
from vision.cards.signs import beside_others, best_apart, by_signs, corners_apart
from vision.cards.tuning import TUNING
from vision.ink.nets import load_net
from vision.ink.pose import Array, Flags, Floats, Image, Indices, Numbers, project
from vision.ink.rectangles import sized as out
from vision.ink.rectangles.quad import area_of, inside
from vision.ink.rectangles.tuning import SIZED

Frames = tuple[tuple[float, float], ...]

_GROUND_MM, _CLEAR_MM = 5.0, 4.0


class Candidates(msgspec.Struct, frozen=True, eq=False):
    """Rectangles on the table with what they show; all arrays have a row for each.

    `slot`: 0 outside the telescope. `planes` (n, 3, 3) card mm -> px, `corners` (n, 4, 2) px clockwise from the card's
    own top left. `merit` (n,) of the outline; `cover` (n,) how well what all fronts share (or a back) covers the
    picture. `numbers` (n, 7) probabilities of the number net, `marks` (n, kinds) likeness of the sign.
    """

    slot: NDArray[np.int64]
    planes: Array
    corners: Array
    merit: Floats
    cover: Floats
    numbers: Floats
    marks: Floats

    def rows(self, keep: Indices) -> Candidates:
        """Only these rows."""
        return Candidates(*(getattr(self, name)[keep] for name in self.__struct_fields__))


def joined(parts: Sequence[Candidates]) -> Candidates:
    """The rows of all of them."""
    return Candidates(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Candidates.__struct_fields__)
    )


def card_planes(layout: CardsLayout, corners: Array) -> Array:
    """(n, 3, 3) card mm -> px of cards with these corners (n, 4, 2) px."""
    flat = layout.outline.astype(np.float32)
    planes = [cv2.getPerspectiveTransform(flat, quad.astype(np.float32)) for quad in corners]
    return np.array(planes, float).reshape(-1, 3, 3)


def card_corners(layout: CardsLayout, planes: Array) -> Array:
    """(n, 4, 2) px of cards at these planes."""
    at = np.column_stack([layout.outline, np.ones(4)]) @ np.swapaxes(planes, 1, 2)
    return np.asarray(at[..., :2] / at[..., 2:])


class Search:
    """The cards of one picture (BGR) of a table at `plane` (3×3, mm -> px), found pass by pass."""

    def __init__(self, image: Image, plane: Array, deck: Deck) -> None:
        self.image, self.plane, self.deck = image, plane, deck
        small, shrunk = no_finer(image, plane, deck.layout.middle, TUNING.edges_px_per_mm, TUNING.edges_as_fine)
        self.edges = out.edges_of(small, shrunk)
        self.rectangles, self.merit = rectangles_of(small, self.edges, deck)
        self.slots = slot_of(deck.layout, self.rectangles)
        self.by_sign = np.zeros(len(self.rectangles), bool)
        self.open = ~self.by_sign
        self.looked_at = self.by_sign.copy()
        corners = self._corners(np.arange(len(self.rectangles)), fit=False)
        self.px_per_mm = _px_per_mm(corners, deck.layout)
        self.ground = ground_of(image, plane, deck.layout)
        self.soft = softened(image, self.px_per_mm)
        self.small, self.shrink = coarse(image, self.px_per_mm)
        self.likely = self._likely(corners)
        self.signs = by_signs(image, plane, deck)
        self._add(self.signs.rectangles)

    def candidates(self) -> Candidates:
        """What may be a front among the next best rectangles, the right way up where it is told."""
        rows = self._next(np.flatnonzero(self.open))
        self.open[rows] = False
        self.looked_at[rows] = True
        return self._laid(rows, self.deck.front)

    def backs(self, corners: Array, away: Callable[[Floats], Numbers]) -> Candidates:
        """What may be a back, where no cards that were found (n, 4, 2 px) lie.

        `away` says how far colours (n, 8, 6, 3) are from those of a back; the nearest are looked at closely.
        """
        self.open |= self.looked_at
        self.close(corners)
        least = np.where(self.slots > 0, TUNING.min_back_in_slot, TUNING.min_back)
        rows = np.flatnonzero(self.open & (self.merit > least))
        planes = card_planes(self.deck.layout, self._corners(rows, fit=False))
        worth = self.merit[rows] - TUNING.back_colours * np.minimum(away(self.tints(planes)), 1.0)
        worth += TUNING.back_in_slot * (self.slots[rows] > 0)
        return self._laid(rows[np.argsort(-worth, kind="stable")][: TUNING.max_a_pass], self.deck.back)

    def tints(self, planes: Array) -> Floats:
        """(n, 8, 6, 3) the colours of cards (planes n × 3×3) in large squares."""
        return tints_of(self.small, self.shrink @ planes, self.deck.layout)

    def add_beside(self, corners: Array) -> None:
        """Look for cards at signs that no card found (n, 4, 2 px) has, at the turns of these."""
        self._add(beside_others(self.signs, self.on_table(corners), self.deck.layout))
        self.close(corners)

    def _add(self, more: Array) -> None:
        """Rectangles (n, 3) mm that a sign speaks for."""
        size = (self.deck.layout.card.width, self.deck.layout.card.height)
        worth = _merit(self.edges, more, size, self.deck.frames)
        self.rectangles = np.concatenate([self.rectangles, more])
        self.merit = np.concatenate([self.merit, worth])
        self.slots = np.concatenate([self.slots, slot_of(self.deck.layout, more)])
        self.by_sign = np.concatenate([self.by_sign, np.ones(len(more), bool)])
        self.open = np.concatenate([self.open, np.ones(len(more), bool)])
        self.looked_at = np.concatenate([self.looked_at, np.zeros(len(more), bool)])
        new = np.arange(len(self.rectangles) - len(more), len(self.rectangles))
        self.likely = np.concatenate([self.likely, self._likely(self._corners(new, fit=False))])

    def on_table(self, corners: Array) -> Array:
        """(n, 4, 2) px -> mm."""
        return project(np.asarray(np.linalg.inv(self.plane), float), corners.reshape(-1, 2)).reshape(-1, 4, 2)

    def _next(self, left: Indices) -> Indices:
        first = self.by_sign[left] | (self.slots[left] > 0)
        worth = self.merit[left] + 0.6 * first + self.likely[left]
        return left[np.argsort(-worth, kind="stable")][: TUNING.max_a_pass]

    def _likely(self, corners: Array) -> Floats:
        """(n,) how well what all fronts share covers rectangles (n, 4, 2 px) as they are, the better way up; 0…1."""
        layout, front = self.deck.layout, self.deck.front
        if front is None or not len(corners):
            return np.zeros(len(corners), np.float32)
        planes = card_planes(layout, corners)
        ways = [agreement(self.soft, one, layout, front) for one in (planes, planes @ half_turn(layout))]
        return np.asarray(np.maximum(np.max(ways, axis=0), 0), np.float32)

    def _laid(self, rows: Indices, template: Template | None) -> Candidates:
        planes = card_planes(self.deck.layout, self._corners(rows, fit=True))
        found = _covering(self.soft, planes, self.merit[rows], self.slots[rows], self.deck.layout, template)
        return described(self.image, found, self.deck)

    def close(self, corners: Array) -> None:
        """Forget rectangles of which cards that were found (n, 4, 2 px) cover most."""
        flat, layout = self.on_table(corners), self.deck.layout
        u, v = np.meshgrid(np.linspace(-0.42, 0.42, 6), np.linspace(-0.42, 0.42, 6))
        left = np.flatnonzero(self.open)
        across, down = out.axes(self.rectangles[left, 2])
        spread = u.ravel()[:, None] * layout.card.width * across[:, None]
        points = self.rectangles[left, None, :2] + spread + v.ravel()[:, None] * layout.card.height * down[:, None]
        hidden = np.zeros(points.shape[:2], bool)
        own = np.hypot(layout.card.width, layout.card.height) / 2
        for quad in flat:
            middle = quad.mean(0)
            reach = own + np.hypot(*(quad - middle).T).max()
            near = np.flatnonzero(np.hypot(*(self.rectangles[left, :2] - middle).T) < reach)
            hidden[near] |= inside(points[near], quad)
        most = np.where(self.by_sign[left], TUNING.covered_with_sign, TUNING.covered)
        self.open[left[hidden.mean(1) > most]] = False

    def merit_of(self, rectangles: Array) -> Floats:
        """(n,) how well outlines of cards (n, 3 mm), or what is printed along them, lie on edges of the picture."""
        size = (self.deck.layout.card.width, self.deck.layout.card.height)
        return _merit(self.edges, rectangles, size, self.deck.frames)

    def corners_of(self, rectangles: Array) -> Array:
        """(n, 3) mm -> (n, 4, 2) px."""
        flat = out.outlines(rectangles, (self.deck.layout.card.width, self.deck.layout.card.height))
        return project(self.plane, flat.reshape(-1, 2)).reshape(-1, 4, 2)

    def _corners(self, rows: Indices, fit: bool) -> Array:
        """(n, 4, 2) px, each rectangle moved to edges nearby where it is to `fit`."""
        size = (self.deck.layout.card.width, self.deck.layout.card.height)
        rectangles = self.rectangles[rows]
        if fit:
            outlined = ~self.by_sign[rows]
            rectangles[outlined] = out.fitted(self.edges, rectangles[outlined], size)
        return self.corners_of(rectangles)


class Ground(NamedTuple):
    """The telescope board between slots and markers: places `at` (m, 2) mm and their `colours` (m, 3) BGR."""

    at: Array
    colours: Floats

    @property
    def colour(self) -> Floats:
        """(3,) BGR, the board's colour."""
        return np.asarray(np.median(self.colours, axis=0), np.float32)

    def beside(self, places: Array) -> Floats:
        """(n, 3) BGR, its colour nearest to each of these places (n, 2 mm): a lamp's light reaches both."""
        away = np.hypot(*np.moveaxis(places[:, None] - self.at, -1, 0))
        nearest = np.argpartition(away, TUNING.min_ground - 1, axis=1)[:, : TUNING.min_ground]
        return np.asarray(np.median(self.colours[nearest], axis=1), np.float32)


def ground_of(image: Image, plane: Array, layout: CardsLayout) -> Ground | None:
    """The telescope board between slots and markers; None where hardly any of it is seen."""
    if layout.telescope is None:
        return None
    board, card = layout.telescope.board, layout.card
    x, y = np.meshgrid(np.arange(3, board.width - 2, _GROUND_MM), np.arange(3, board.height - 2, _GROUND_MM))
    at = np.column_stack([x.ravel(), y.ravel()])
    taken = [(place, (card.width, card.height)) for place in layout.slots.values()]
    if layout.markers is not None:
        side = layout.markers.size
        taken += [(place, (side, side)) for place in layout.markers.at.values()]
    for place, size in taken:
        at = at[((at < np.array(place) - _CLEAR_MM) | (at > np.array(place) + size + _CLEAR_MM)).any(1)]
    rows, columns = image.shape[:2]
    px = np.rint(project(plane, at)).astype(int)
    seen = (px >= 0).all(1) & (px < [columns, rows]).all(1)
    if seen.sum() < TUNING.min_ground:
        return None
    return Ground(at[seen], np.asarray(image[px[seen, 1], px[seen, 0]], np.float32))


def rectangles_of(image: Image, edges: out.Edges, deck: Deck) -> tuple[Array, Floats]:
    """Rectangles (n, 3) mm of a card's size on the table, the best first, with the merit of their outline."""
    layout, frames = deck.layout, deck.frames
    size = (layout.card.width, layout.card.height)
    loose, worth = _loose(image, edges, size, frames)
    placed, placed_worth = _in_slots(edges, layout, frames)
    return np.concatenate([placed, loose]), np.concatenate([placed_worth, worth])


def _px_per_mm(corners: Array, layout: CardsLayout) -> float:
    if not len(corners):
        return 1.0
    areas = [area_of(quad) for quad in corners]
    return float(np.sqrt(np.median(areas) / (layout.card.width * layout.card.height)))


def _merit(edges: out.Edges, rectangles: Array, size: tuple[float, float], frames: Frames) -> Floats:
    """(n,) how well the outline of a card, or a frame printed inside it, lies on edges of the picture."""
    if not len(rectangles):
        return np.zeros(0, np.float32)
    sizes = [(size[0] - 2 * x, size[1] - 2 * y) for x, y in frames]
    return np.asarray(np.max([out.merit(out.support(edges, rectangles, one)) for one in sizes], axis=0), np.float32)


def _loose(image: Image, edges: out.Edges, size: tuple[float, float], frames: Frames) -> tuple[Array, Floats]:
    """The likeliest rectangles anywhere on the table, with their merit."""
    segments, steepness = out.segments_of(image, edges)
    sizes = [(size[0] - 2 * x, size[1] - 2 * y) for x, y in frames]
    found = np.concatenate([out.corner_rectangles(segments, one, steepness) for one in sizes])
    cells = np.round(found / np.array([2.0, 2.0, 4.0])).astype(np.int64)
    found = found[np.sort(np.unique(cells, axis=0, return_index=True)[1])][: SIZED.max_rectangles]
    worth = _merit(edges, found, size, frames)
    good = np.flatnonzero(worth > TUNING.min_merit)
    kept = good[out.distinct(found[good], worth[good], TUNING.max_loose)]
    return found[kept], worth[kept]


def _in_slots(edges: out.Edges, layout: CardsLayout, frames: Frames) -> tuple[Array, Floats]:
    """For each slot of the telescope the rectangle nearby with the best outline: rectangles, merits."""
    size = (layout.card.width, layout.card.height)
    slots = layout.slots
    if not slots:
        return np.zeros((0, 3)), np.zeros(0, np.float32)
    tries = [out.around(np.array([x + size[0] / 2, y + size[1] / 2, 0.0]), 2.8, 4.0) for x, y in slots.values()]
    worth = _merit(edges, np.concatenate(tries), size, frames).reshape(len(slots), -1)
    best = worth.argmax(1)
    rectangles = np.array([one[k] for one, k in zip(tries, best, strict=True)])
    return rectangles, worth[np.arange(len(slots)), best]


def slot_of(layout: CardsLayout, rectangles: Array) -> NDArray[np.int64]:
    """The slot on which each rectangle lies, 0 where on none: near enough to its middle and hardly turned."""
    size = np.array([layout.card.width, layout.card.height])
    slots = layout.slots
    if not slots:
        return np.zeros(len(rectangles), np.int64)
    middles = np.array(list(slots.values())) + size / 2
    away = np.abs(rectangles[:, None, :2] - middles[None]) / size
    nearest = away.max(2).argmin(1)
    near = away.max(2).min(1) < TUNING.in_slot
    upright = np.abs((rectangles[:, 2] + 90) % 180 - 90) < TUNING.in_slot_deg
    return np.where(near & upright, np.array(list(slots))[nearest], 0)


class Covering(msgspec.Struct, frozen=True, eq=False):
    """Rectangles brought to cover the picture."""

    slot: NDArray[np.int64]
    planes: Array
    merit: Floats
    cover: Floats


def _covering(
    soft: Image, planes: Array, merit: Floats, slots: NDArray[np.int64], layout: CardsLayout, template: Template | None
) -> Covering:
    """Each rectangle laid over the picture as the template says, either way up; the best laid closer."""
    both = np.concatenate([planes, planes @ half_turn(layout)])
    slot2, merit2 = np.tile(slots, 2), np.tile(merit, 2)
    if template is None:
        return Covering(slot2, both, merit2, np.zeros(len(both), np.float32))
    laid, cover = aligned(soft, both, layout, template, 2)
    best = _best(laid, cover + TUNING.merit_beside_cover * merit2, layout)
    laid, cover = aligned(soft, laid[best], layout, template, 4)
    where = _distinct(laid, cover + TUNING.merit_beside_cover * merit2[best], layout)
    # A kind unlike the others may have been drawn away: each rectangle is kept as its outline says, too.
    rows = np.append(best[where], np.arange(len(both)))
    planes = np.concatenate([laid[where], both])
    cover = np.append(cover[where], agreement(soft, both, layout, template))
    return Covering(slot2[rows], planes, merit2[rows], np.asarray(cover, np.float32))


def half_turn(layout: CardsLayout) -> Array:
    """(3, 3) a card's mm -> those of the same card upside down."""
    return np.array([[-1.0, 0, layout.card.width], [0, -1.0, layout.card.height], [0, 0, 1]])


def _best(planes: Array, worth: Floats, layout: CardsLayout) -> Indices:
    order = np.argsort(-worth, kind="stable")
    order = order[worth[order] > TUNING.min_worth]
    return order[_distinct(planes[order], worth[order], layout)][: TUNING.max_a_pass]


def _distinct(planes: Array, worth: Floats, layout: CardsLayout) -> Indices:
    """Rows of the best, without those that nearly equal a better one the same way up; the best first."""
    return best_apart(worth, corners_apart(card_corners(layout, planes), TUNING.same_rectangle))


def described(image: Image, found: Covering, deck: Deck) -> Candidates:
    """What these rectangles show."""
    layout = deck.layout
    numbers = numbers_at(image, found.planes, layout)
    marks = np.zeros((len(found.planes), len(deck.kinds)), np.float32)
    # A number may be too faint or too far gone in glare to be seen, where the card around it is not.
    fronts = np.flatnonzero((numbers[:, -1] < TUNING.no_number) | (found.cover > TUNING.much_alike))
    if len(fronts) and deck.kinds:
        marks[fronts] = mark_likeness(mark_patches(image, found.planes[fronts], layout), deck)
    corners = card_corners(layout, found.planes)
    return Candidates(found.slot, found.planes, corners, found.merit, found.cover, numbers, marks)


def plainly_numbered(cards: Candidates) -> Flags:
    """(n,) whether a number is printed there beyond doubt."""
    return np.asarray(cards.numbers[:, :NO_NUMBER].max(1) > TUNING.plain_number)


def still_numbered(image: Image, cards: Candidates, planes: Array, layout: CardsLayout) -> Array:
    """Planes (n, 3, 3) of cards that were laid again; those that had a plain number, and have none there, go back."""
    before, now = card_corners(layout, cards.planes), card_corners(layout, planes)
    moved, width = np.linalg.norm(now - before, axis=2).max(1), np.linalg.norm(before[:, 1] - before[:, 0], axis=1)
    rows = np.flatnonzero(plainly_numbered(cards) & (moved > TUNING.hair * width))
    lost = rows[numbers_at(image, planes[rows], layout)[:, :NO_NUMBER].max(1, initial=0.0) < TUNING.number_kept]
    kept = planes.copy()
    kept[lost] = cards.planes[lost]
    return kept


def numbers_at(image: Image, planes: Array, layout: CardsLayout) -> Floats:
    """(n, 7) probabilities of the small number net, of cards at these planes (n × 3×3, card mm -> px)."""
    return load_net("vision.cards", "numbers").outputs(number_views(number_patches(image, planes, layout)))
