"""Measures a photographed telescope: where its twelve slots and its markers are, to a few tenths of a millimetre."""

from __future__ import annotations

from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from vision.cards.measured.cards import cards_in, rows_of
from vision.cards.measured.flatten import SLOTS, Drawing, Flattening, begun, joined, off, settled
from vision.cards.measured.strokes import DICTIONARY, STATIONS, Light, border_places, line_places, rough_places
from vision.cards.tuning import MEASURED
from vision.ink import opencv
from vision.ink.layout import MarkerSet
from vision.ink.markers import find_markers
from vision.ink.pose import Array, Image

_IDS: Final = (0, 1, 2, 3)
_TRIES = ((1.0, 10.0), (1.0, 5.0), (2.0, 10.0), (2.0, 4.0))
_ROUNDS = ((1.2, 0.1), (1.1, 0.05), (1.0, 0.04))
"""How far from where they should be lines are looked for, and how far off they are believed to be (mm)."""
_GAMMA = 2.2
_FINE = 4.0  # px a mm of the picture in which the board's edge is looked for


class MeasuredTelescope(msgspec.Struct, frozen=True, eq=False):
    """`slots` (12, 2) mm: the top left corners, in reading order, from the board's corner; `size` of the board.

    `outline`: how wide and tall slots are printed; `like_cards`: as large as cards, which then tell the scale exactly;
    else the markers do, to three thousandths. `edges`: whether the board's edges were seen, else it ends with what is
    printed on it. `rows`: slot numbers row by row; `adjacent`: pairs that share a piece of edge; `markers`: top left
    corners.
    """

    slots: Array
    size: tuple[float, float]
    outline: tuple[float, float]
    like_cards: bool
    edges: bool
    rows: tuple[tuple[int, ...], ...]
    adjacent: tuple[tuple[int, int], ...]
    markers: dict[str, tuple[float, float]]


def measure_telescope(
    image: Image, size: tuple[float, float], marker_size: float, across: float | None = None
) -> MeasuredTelescope:
    """The twelve slots of a photographed telescope (printed outlines about as large as cards of `size` mm, upright).

    The scale is told by `across` (mm, from the leftmost line of all slots to the rightmost one), or by the cards where
    the outlines are as large, or by the markers. Raises NotPossible where twelve slots are not seen clearly.
    """
    flat, drawing, names = _seen(image, size, marker_size)
    scale, like_cards = _scale(drawing, size, across, bool(names))
    middles, sides = drawing.middles * scale, drawing.sides * scale
    corners, marks = middles[:SLOTS] - np.array(size) / 2, middles[SLOTS:] - marker_size / 2
    low, high = _bounds(middles, sides, marker_size)
    flat = flat._replace(plane=np.diag([*scale, 1.0]) @ flat.plane)
    edges = _edges(image, flat, low, high)
    low, high = edges or (low, high)
    rows = rows_of(corners, size[1])
    numbers = {k: n for n, k in enumerate((k for row in rows for k in row), 1)}
    slots = (corners - low)[sorted(range(SLOTS), key=lambda k: numbers[k])]
    return MeasuredTelescope(
        np.round(slots, 2),
        (round(float(high[0] - low[0]), 1), round(float(high[1] - low[1]), 1)),
        (round(float(sides[0]), 2), round(float(sides[1]), 2)),
        like_cards,
        edges is not None,
        tuple(tuple(numbers[k] for k in row) for row in rows),
        tuple((a, b) for a in range(1, 13) for b in range(a + 1, 13) if _touch(slots[a - 1], slots[b - 1], size)),
        {str(k): (round(float(x), 2), round(float(y), 2)) for k, (x, y) in zip(names, marks - low, strict=True)},
    )


def _seen(image: Image, size: tuple[float, float], marker_size: float) -> tuple[Flattening, Drawing, list[int]]:
    """Plane, lens and drawing of the photograph, and the numbers of the markers in it (all four, or none)."""
    grey = opencv.grey(image)
    marks = _markers(grey, marker_size)
    names = sorted(marks) if len(marks) == len(_IDS) else []
    quads = np.array([marks[name] for name in names]).reshape(-1, 4, 2)
    flat, drawing = begun(_slots_in(image, quads, size), quads, size, marker_size, (image.shape[1], image.shape[0]))
    light = _light(grey)
    for number, (reach, doubt) in enumerate(_ROUNDS):
        drawing, sign = rough_places(light, flat, drawing, growing=number == 0)
        lines = line_places(light, flat, drawing, reach, sign)
        parts = [lines, border_places(light, flat, drawing, names, marker_size)] if names else [lines]
        points = joined(parts)
        flat, drawing = settled(flat, drawing, points, doubt)
    _proved(drawing, lines.thing, off(flat, drawing, lines))
    return flat, drawing, names


def _slots_in(image: Image, markers: Array, size: tuple[float, float]) -> Array:
    """(12, 4, 2) px: about where the slots are; between the markers (n, 4, 2) px, where there are any.

    Raises NotPossible where another number of slots is seen.
    """
    low, between = np.zeros(2, int), None
    if len(markers):
        room = np.linalg.norm(markers[0, 1] - markers[0, 0])
        low = np.maximum(markers.min((0, 1)) - room, 0).astype(int)
        right, bottom = (markers.max((0, 1)) + room).astype(int)
        image = image[low[1] : bottom, low[0] : right]
        between = (markers - low).reshape(-1, 2)
    try:
        return cards_in(image, SLOTS, size, between) + low
    except NotPossible as error:
        raise NotPossible(
            "telescope.slots",
            "telescope: {n} of its 12 empty slots are seen; photograph the telescope again from above, larger, "
            "upright, without lamps mirrored in it",
            error.finding.params["n"],
        ) from error


def _light(picture: NDArray[Any]) -> Light:
    """About how much light fell there (0…255): blur moves the borders of stored greys towards what is dark."""
    return np.asarray(255 * (picture / 255.0) ** _GAMMA, np.float32)


def _proved(drawing: Drawing, thing: NDArray[np.intp], away: Array) -> None:
    """Raises NotPossible where a slot's outline was not followed, or a marker is glued on crookedly."""
    for slot in range(SLOTS):
        miss = np.abs(away[thing == slot])
        if len(miss) < MEASURED.seen * STATIONS or float(np.median(miss)) > MEASURED.off_mm:
            raise NotPossible(
                "telescope.slot_unclear",
                "telescope: the outline of the {slot}. slot (row by row) is not seen clearly; "
                "photograph the telescope again from above, larger, without lamps mirrored in it",
                slot + 1,
            )
    gaps = np.abs(drawing.middles[:SLOTS, None] - drawing.middles[None, :SLOTS]) - drawing.sides
    over = np.argwhere(np.triu(gaps.max(2) < MEASURED.min_gap_mm, 1))
    if len(over):
        raise NotPossible(
            "telescope.slots_touch",
            "telescope: slots {one} and {other} (row by row) are not told apart; "
            "photograph the telescope again from above, larger, without lamps mirrored in it",
            *(over[0] + 1).tolist(),
        )
    turned = np.rad2deg(drawing.turned)
    for number, angle in enumerate(turned.tolist()):
        if abs(angle) > MEASURED.crooked_deg:
            raise NotPossible(
                "telescope.marker_crooked",
                "telescope: marker {number} is turned by {angle:.0f}°: glue it on upright, and straight",
                number,
                angle,
            )


def _scale(drawing: Drawing, size: tuple[float, float], across: float | None, markers: bool) -> tuple[Array, bool]:
    """(2,) by which widths and heights must be multiplied, and whether the outlines are as large as cards."""
    like = np.array(size) / drawing.sides
    alike = not markers or bool(np.abs(like - 1).max() < MEASURED.like_cards)
    scale = like if alike else np.ones(2)
    if across is not None:
        columns = drawing.middles[:SLOTS, 0] * scale[0]
        scale = scale * (across / float(np.ptp(columns) + drawing.sides[0] * scale[0]))
    return scale, alike


def _bounds(middles: Array, sides: Array, marker_size: float) -> tuple[Array, Array]:
    half = np.vstack([np.tile(sides / 2, (SLOTS, 1)), np.full((len(middles) - SLOTS, 2), marker_size / 2)])
    return (middles - half).min(0), (middles + half).max(0)


def _edges(image: Image, flat: Flattening, low: Array, high: Array) -> tuple[Array, Array] | None:
    """The board's top left and bottom right corner (mm), None where its edges are not seen clearly."""
    start, whole = low - MEASURED.around_mm, high - low + 2 * MEASURED.around_mm
    x, y = np.meshgrid(*(np.arange(0, side, 1 / _FINE) for side in whole))
    at = flat.to_px(np.stack([x.ravel(), y.ravel()], 1) + start).astype(np.float32).reshape(*x.shape, 2)
    seen = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    light = _light(cv2.GaussianBlur(seen, (0, 0), 1.0))
    beyond = np.array([image.shape[1], image.shape[0]]) - 1
    inside = (at[..., 0] > 0) & (at[..., 0] < beyond[0]) & (at[..., 1] > 0) & (at[..., 1] < beyond[1])
    rim = round((MEASURED.around_mm + 1) * _FINE)
    found = []
    for axis in (0, 1):
        grid, known = (light, inside) if axis == 0 else (light.transpose(1, 0, 2), inside.T)
        middle = round((MEASURED.around_mm + 12) * _FINE)
        change = np.median(np.abs(np.diff(grid[middle:-middle], axis=1)).sum(2), axis=0)
        change[~np.all(known[middle:-middle], axis=0)[1:]] = 0
        for part in (change[:rim], change[: -rim - 1 : -1]):
            place = _clear_peak(part)
            if place is None:
                return None
            found.append((place + 0.5) / _FINE)
    left, right, top, bottom = found
    return start + np.array([left, top]), start + whole - np.array([right, bottom])


def _clear_peak(change: Array) -> float | None:
    """Where along a way the greatest change is, None where another one comes near it."""
    best = int(np.argmax(change))
    near = MEASURED.same_edge_px
    others = np.delete(change, slice(max(0, best - near), best + near + 1))
    return (
        float(best) if change[best] > max(MEASURED.clearer * float(others.max(initial=0)), MEASURED.min_edge) else None
    )


def _markers(grey: Image, size: float) -> dict[int, Array]:
    """Corners (4, 2) px of the board's markers by their number."""
    four = MarkerSet(DICTIONARY, size, _IDS, np.zeros((4, 4, 2)))
    best: dict[int, Array] = {}
    for zoom, constant in _TRIES:
        found = {four.ids[one.row]: one.corners for one in find_markers(grey, four, zoom=zoom, constant=constant)}
        best = max(best, found, key=len)
        if len(best) == len(_IDS):
            break
    return best


def _touch(one: Array, other: Array, size: tuple[float, float]) -> bool:
    """Whether two cards at these corners share a piece of edge: close side by side, or one close above the other."""
    apart = np.abs(one - other)
    gap, shared = apart - np.array(size), np.array(size) - apart
    close = (gap < MEASURED.next_to * np.array(size)) & (shared < MEASURED.no_overlap * np.array(size))
    along = shared > MEASURED.shared_edge * np.array(size)
    return bool((close & along[::-1]).any())
