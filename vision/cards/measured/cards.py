"""Measures an owner's deck: where its cards print things and what they look like."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from engines.errors import NotPossible
from vision.cards.evidence import NUMBER_MARGIN, NUMBER_SIDE, NUMBERS, cut, ink_of, number_views
from vision.cards.find import card_planes
from vision.cards.layout import CardsLayout
from vision.cards.looks import Look, look_of
from vision.cards.tuning import MEASURED
from vision.ink import opencv
from vision.ink.nets import load_net
from vision.ink.pose import Array, Image
from vision.ink.rectangles.loose import find_quads
from vision.ink.rectangles.quad import area_of

START_NUMBER = NUMBERS.index(3)
"""Every start card shows a 3."""
_FINE = 4.0
_TOGETHER = 16
"""So many places are tried at a time: one by one, most of the time goes into calling."""
Box = tuple[tuple[float, float], tuple[float, float]]
"""Middle and size on a card, mm."""


def cards_in(image: Image, count: int, size: tuple[float, float], between: Array | None = None) -> Array:
    """(count, 4, 2) px corners of upright cards of this size (mm) in a photograph, in reading order.

    `between`: points (n, 2) px between which their middles lie. Raises NotPossible where another number of cards is
    seen.
    """
    best: list[Array] = []
    for patient in (False, True):
        quads = find_quads(image, patient)
        if between is not None:
            hull = cv2.convexHull(between.astype(np.float32))
            quads = [quad for quad in quads if cv2.pointPolygonTest(hull, quad.mean(0).tolist(), False) > 0]
        best = _alike_cards(quads, count, size) or best
        if count <= len(best) <= count + MEASURED.strange:
            return reading_order(_least_odd(np.array(best), count))
    raise NotPossible(
        "cards.number",
        "{n} cards of {width:g} × {height:g} mm in the picture, expected {count} lying apart, upright, on a "
        "plain ground",
        len(best),
        *size,
        count,
    )


def _least_odd(quads: Array, count: int) -> Array:
    """Without those that differ most from the others in shape and size and in how far off their next one is."""
    middles = quads.mean(1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=2) + np.diag(np.full(len(quads), np.inf))
    traits = np.log([[_ratio(quad), area_of(quad), off] for quad, off in zip(quads, apart.min(1), strict=True)])
    away = np.abs(traits - np.median(traits, axis=0))
    odd = (away / (np.median(away, axis=0) + 0.01)).max(1)
    return quads[np.sort(np.argsort(odd, kind="stable")[:count])]


def _alike_cards(quads: list[Array], count: int, size: tuple[float, float]) -> list[Array]:
    """The largest of those of this shape that are `count` or more of a size; else the most that are of a size."""
    upright = [_upright(quad) for quad in quads]
    shaped = [quad for quad in upright if abs(_ratio(quad) / (size[1] / size[0]) - 1) < MEASURED.card_shape]
    groups = [_same_size(shaped, one) for one in shaped]
    enough = [group for group in groups if len(group) >= count]
    return max(enough, key=_area_of) if enough else max(groups, key=len, default=[])


def _upright(quad: Array) -> Array:
    """The corners from the top left of the picture on."""
    return np.asarray(np.roll(quad, -int(np.argmin(quad.sum(1))), 0))


def _ratio(quad: Array) -> float:
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float((sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6))


def _area_of(group: list[Array]) -> float:
    return float(np.median([area_of(quad) for quad in group]))


def _same_size(quads: list[Array], like: Array) -> list[Array]:
    """Those about as large as `like`, none inside or over another."""
    kept: list[Array] = []
    for quad in quads:
        if abs(np.log(area_of(quad) / area_of(like))) < MEASURED.alike and all(
            np.linalg.norm(quad.mean(0) - other.mean(0)) > MEASURED.beside_other * np.sqrt(area_of(like))
            for other in kept
        ):
            kept.append(quad)
    return kept


def reading_order(quads: Array) -> Array:
    """Row by row, from the left."""
    return quads[[k for row in _rows(quads) for k in row]]


def _rows(quads: Array) -> list[list[int]]:
    return rows_of(quads.mean(1), float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1))))


def rows_of(middles: Array, tall: float) -> list[list[int]]:
    """Which of these (n, 2) stand in which row, from the top, each row from the left; all are `tall`."""
    rows: list[list[int]] = []
    for k in np.argsort(middles[:, 1]).tolist():
        if rows and middles[k, 1] - np.mean(middles[rows[-1], 1]) < MEASURED.same_row * tall:
            rows[-1].append(k)
        else:
            rows.append([k])
    return [sorted(row, key=lambda k: float(middles[k, 0])) for row in rows]


# Cards ----------------------------------------------------------------------------------------------------------


def flat_cards(image: Image, quads: Array, size: tuple[float, float]) -> list[Image]:
    """Cards seen straight, 4 px a millimetre."""
    shape = (round(size[0] * _FINE), round(size[1] * _FINE))
    target = np.array([[0, 0], [shape[0], 0], [shape[0], shape[1]], [0, shape[1]]], np.float32) - 0.5
    planes = [np.asarray(cv2.getPerspectiveTransform(target, quad.astype(np.float32)), float) for quad in quads]
    return [opencv.flattened(image, plane, shape) for plane in planes]


def number_box(image: Image, quads: Array, size: tuple[float, float]) -> Box:
    """Where all these start cards show their 3: the box that holds any number.

    Places and sizes are tried until the number net is surest of a 3 on all of them.
    """
    planes = card_planes(_plain(size), quads)
    places = [
        (x, y, side)
        for side in np.array([0.2, 0.25, 0.3, 0.35]) * size[0]
        for x in np.arange(side / 2, size[0] - side / 2 + 0.1, MEASURED.step_mm)
        for y in np.arange(side / 2, size[1] * 0.5, MEASURED.step_mm)
    ]
    odds = np.concatenate(
        [_surely_three(image, planes, places[k : k + _TOGETHER]) for k in range(0, len(places), _TOGETHER)]
    )
    good = np.array(places)[odds > odds.max() - MEASURED.as_sure]
    x, y, side = (float(v) for v in np.median(good, axis=0))
    x, y = _ink_middle(image, planes, (x, y, side))
    inner = side / NUMBER_MARGIN
    return (round(x, 2), round(y, 2)), (round(inner, 2), round(0.85 * inner, 2))


def _surely_three(image: Image, planes: Array, places: Sequence[tuple[float, float, float]]) -> Array:
    """(n,) how sure the number net is that all these cards show a 3 at each of n places: middle and side, mm."""
    boxes = [(np.array([x, y]), np.array([side, side])) for x, y, side in places]
    patches = np.concatenate([cut(image, planes, box, (NUMBER_SIDE, NUMBER_SIDE)) for box in boxes])
    shares = load_net("vision.cards", "numbers").outputs(number_views(patches))[:, START_NUMBER]
    return np.asarray(np.log(shares.reshape(len(places), len(planes)) + 1e-3).mean(1))


def _ink_middle(image: Image, planes: Array, place: tuple[float, float, float]) -> tuple[float, float]:
    """The middle of the figure's ink near a place; the place itself where that is not to be told."""
    x, y, side = place
    ink = np.median(ink_of(cut(image, planes, (np.array([x, y]), np.array([side, side])), (64, 64))), axis=0)
    strong = (ink > MEASURED.strong_ink * float(np.percentile(ink, 98))).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(strong)[2]
    for left, top, wide, tall, _ in stats[1:].tolist():
        at = np.array([left + wide / 2, top + tall / 2]) / 64 - 0.5
        low, high = MEASURED.figure_tall
        if low < tall / 64 < high and wide < MEASURED.figure_wide * 64 and np.abs(at).max() < MEASURED.figure_off:
            return x + float(at[0]) * side, y + float(at[1]) * side
    return x, y


def type_box(image: Image, quads: Array, size: tuple[float, float]) -> Box:
    """Where the cards differ most: the sign of their type."""
    stack = np.stack(
        [cv2.GaussianBlur(card, (0, 0), 2.0).astype(np.float32) for card in flat_cards(image, quads, size)]
    )
    stack -= np.median(stack, axis=(1, 2), keepdims=True)
    apart = cv2.GaussianBlur(stack.std(0).max(2), (0, 0), 0.5 * _FINE)
    rim = round(MEASURED.type_in_mm * _FINE)
    apart[:rim] = apart[-rim:] = 0
    apart[:, :rim] = apart[:, -rim:] = 0
    parts, labels, _, _ = cv2.connectedComponentsWithStats(
        (apart > MEASURED.differing * float(apart.max())).astype(np.uint8)
    )
    weights = [float(apart[labels == k].sum()) for k in range(1, parts)]
    rows, columns = np.nonzero(labels == 1 + int(np.argmax(weights)))
    middle = np.array([(columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2]) / _FINE
    side = max(float(np.ptp(columns)), float(np.ptp(rows))) / _FINE + 1.0
    side = min(side, 2 * float(min(middle[0], size[0] - middle[0], middle[1], size[1] - middle[1])) + 2.0)
    return _pair_of(middle), (round(side, 2), round(side, 2))


def marks_on(image: Image, quads: Array, size: tuple[float, float], taken: Sequence[Box]) -> Array:
    """(n, 3) middles and diameters (mm) of compact blobs that most cards show in one place, outside these boxes."""
    cards = flat_cards(image, quads, size)
    blobs = np.array([(k, *blob) for k, card in enumerate(cards) for blob in _blobs(card, size, taken)]).reshape(-1, 4)
    marks = []
    while len(blobs):
        away = np.linalg.norm(blobs[:, None, 1:3] - blobs[None, :, 1:3], axis=2)
        alike = np.abs(np.log(blobs[:, None, 3] / blobs[None, :, 3])) < MEASURED.blob_size
        near = (away < MEASURED.blob_near * blobs[:, None, 3]) & alike
        one = near[int(near.sum(1).argmax())]
        if len(np.unique(blobs[one, 0])) >= MEASURED.on_cards * len(quads):
            marks.append(np.median(blobs[one, 1:], axis=0))
        blobs = blobs[~one]
    return np.array(marks).reshape(-1, 3)


def star_row(marks: Array) -> Array | None:
    """Those of the marks (n, 3) that stand side by side, two or three of them; None unless one such row is seen.

    A mark alone says nothing: the emblem of the start cards looks just like a star.
    """
    rows = [row for axis in (0, 1) for row in _chains(marks, axis) if len(row) in (2, 3)]
    return marks[rows[0]] if len(rows) == 1 else None


def _chains(marks: Array, axis: int) -> list[list[int]]:
    """Which marks stand side by side along an axis, each with its next ones."""
    chains: list[list[int]] = []
    for k in np.argsort(marks[:, axis], kind="stable").tolist():
        beside = [chain for chain in chains if _next_to(marks[chain[-1]], marks[k], axis)]
        if beside:
            beside[0].append(k)
        else:
            chains.append([k])
    return chains


def _next_to(one: Array, other: Array, axis: int) -> bool:
    apart = np.abs(one - other)
    alike = abs(np.log(one[2] / other[2])) < MEASURED.mark_size
    return bool(alike and apart[1 - axis] < MEASURED.in_line_mm and apart[axis] < MEASURED.next_mark * one[2])


def stars_box(row: Array, size: tuple[float, float]) -> Box:
    """The box for three stars of which two or three (n, 3) are seen; where two are, the third is further inward."""
    across = float(row[:, 2].max())
    places = _three_places(row[:, :2], size)
    low, high = places.min(0) - across / 2 - 0.6, places.max(0) + across / 2 + 0.6
    return _pair_of((low + high) / 2), _pair_of(high - low)


def _blobs(card: Image, size: tuple[float, float], taken: Sequence[Box]) -> list[tuple[float, float, float]]:
    """Middles and diameters (mm) of compact blobs outside the boxes that are taken."""
    smooth = cv2.GaussianBlur(card, (0, 0), 1.0)
    ground = cv2.medianBlur(card, 2 * round(4 * _FINE) + 1)
    apart = cv2.absdiff(smooth, ground).max(2)
    strong = (apart > max(MEASURED.blob_ink, MEASURED.blob_strong * float(np.percentile(apart, 99.5)))).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(strong)
    found = []
    for (_, _, wide, tall, area), (x, y) in zip(stats[1:].tolist(), middles[1:].tolist(), strict=True):
        across = max(wide, tall) / _FINE
        at = np.array([x, y]) / _FINE
        taken_up = any((np.abs(at - np.array(m)) < np.array(s) / 2 + MEASURED.blob_free_mm).all() for m, s in taken)
        compact = min(wide, tall) > MEASURED.blob_round * max(wide, tall) and area > MEASURED.blob_filled * wide * tall
        on_card = bool(((at > MEASURED.blob_in_mm) & (at < np.array(size) - MEASURED.blob_in_mm)).all())
        low, high = MEASURED.blob_across
        if compact and on_card and not taken_up and low * size[0] < across < high * size[0]:
            found.append((float(at[0]), float(at[1]), across))
    return found


def _pair_of(values: Array) -> tuple[float, float]:
    return round(float(values[0]), 2), round(float(values[1]), 2)


def _three_places(spots: Array, size: tuple[float, float]) -> Array:
    """(3, 2) mm places in a line: those seen, and where two were seen, the next one away from the card's edge."""
    axis = int(np.ptp(spots, axis=0).argmax())
    spots = spots[np.argsort(spots[:, axis])]
    if len(spots) == 2:
        step = spots[1] - spots[0]
        inward = spots[0] - step if spots[:, axis].mean() > size[axis] / 2 else spots[1] + step
        spots = np.vstack([spots, inward])
    return spots


def _plain(size: tuple[float, float]) -> CardsLayout:
    box = {"at": (size[0] / 2, size[1] / 2), "size": (1.0, 1.0)}
    raw = {"kind": "cards", "card": {"width": size[0], "height": size[1]}, "number": box, "type": box, "stars": box}
    return msgspec.convert(raw, CardsLayout)


def looks_of(image: Image, quads: Array, layout: CardsLayout) -> list[Look]:
    """What each of these cards looks like."""
    return [look_of(image, plane, layout) for plane in card_planes(layout, quads)]
