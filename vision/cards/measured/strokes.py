"""Where printed lines and the borders of markers are in a photograph, to a tenth of a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.measured.flatten import SLOTS, Drawing, Flattening, Points
from vision.cards.tuning import MEASURED
from vision.ink import opencv
from vision.ink.pose import Array

DICTIONARY: Final = "DICT_4X4_50"
_SIDES: Final = ((0, -0.5), (0, 0.5), (1, -0.5), (1, 0.5))
"""Across which axis a side is met, and how far from the middle it is, in shares of the slot."""
_STATIONS = 24
STATIONS: Final = 4 * _STATIONS
"""At how many places the outline of a slot is looked for."""
_END = 0.07  # of a side: corners may be round
_CELLS = 6
_ACROSS = 0.38  # of a cell is looked at on both sides of a border
_SAMPLES = 41
_FINE = 0.1  # mm: steps in which a slot is moved

Light = NDArray[np.float32]


def rough_places(light: Light, flat: Flattening, drawing: Drawing, growing: bool) -> tuple[Drawing, int]:
    """Slots moved, and if `growing` all made equally larger or smaller, until most of their sides lie on lines;
    and whether lines are lighter (1) or darker (-1) than the board.

    What finds a slot's outline at first may follow the outer or the inner side of a line, or its blur. A slot from its
    neighbour's line to its own lies on lines as well; so the smaller one counts for more.
    """
    points, places = _slot_stations(drawing)
    across = _across(points.axis, np.zeros(len(points.axis)))
    profiles, _ = _profiles(light, flat, places, across, MEASURED.far_mm, 2 * round(MEASURED.far_mm / _FINE) + 1)
    sides = np.median(profiles.reshape(SLOTS, 4, _STATIONS, -1), axis=2)
    lined = sides - cv2.blur(sides.reshape(SLOTS * 4, -1), (round(3.0 / _FINE), 1)).reshape(sides.shape)
    sign = 1 if np.median(lined.max(2)) > -np.median(lined.min(2)) else -1
    lined *= sign
    top = float(np.median(lined.max(2)))
    lined = np.clip(lined / top, 0, 1)
    middles, whole = drawing.middles.copy(), drawing.sides.copy()
    room, middle = round(MEASURED.shift_mm / _FINE), lined.shape[2] // 2
    for axis in (0, 1):
        best = (-np.inf, 0, np.zeros(SLOTS, int))
        for grown in range(room - middle, middle - room + 1) if growing else (0,):
            low, high = (
                lined[:, 2 * axis + k, middle + out * grown - room : middle + out * grown + room + 1]
                for k, out in ((0, -1), (1, 1))
            )
            moved = (low + high + MEASURED.stay * (1 - np.abs(np.arange(-room, room + 1)) / room)).argmax(1)
            both = float(np.minimum(low, high).max(1).sum())
            best = max(
                best, (both - MEASURED.growth_price * grown * _FINE, grown, moved - room), key=lambda one: one[0]
            )
        whole[axis] += 2 * best[1] * _FINE
        middles[:SLOTS, axis] += best[2] * _FINE
    return drawing._replace(middles=middles, sides=whole), sign


def _slot_stations(drawing: Drawing) -> tuple[Points, Array]:
    """Where on the sides of slots lines are looked at (no pixels yet), and their places in mm."""
    along = np.linspace(_END - 0.5, 0.5 - _END, _STATIONS)
    thing, side = (np.repeat(grid.ravel(), _STATIONS) for grid in np.indices((SLOTS, 4)))
    share = np.tile(along, SLOTS * 4)
    axis, away = np.array(_SIDES)[side].T
    at = np.where(axis[:, None] == [0, 1], away[:, None], share[:, None]) * drawing.sides
    nowhere = np.zeros(len(axis))
    return Points(np.stack([nowhere, nowhere], 1), thing, axis.astype(int), away, nowhere), drawing.middles[thing] + at


def line_places(light: Light, flat: Flattening, drawing: Drawing, reach: float, sign: int) -> Points:
    """The middles of the slots' lines, lighter (`sign` 1) or darker (-1) than the board, near where they should be.

    `reach`: how many mm around them are looked at.
    """
    points, places = _slot_stations(drawing)
    profiles, ends = _profiles(light, flat, places, _across(points.axis, np.zeros(len(places))), reach)
    middles, clear = _line_middles(profiles, sign, reach)
    return points._replace(at=_between(ends, middles)).only(clear)


def border_places(light: Light, flat: Flattening, drawing: Drawing, names: Sequence[int], size: float) -> Points:
    """The borders between the black and white cells of the markers called `names`, `size` mm large."""
    parts = [_marker_borders(number) for number in names]
    thing = np.concatenate([np.full(len(part), SLOTS + k) for k, part in enumerate(parts)])
    axis, away, along, sense = np.concatenate(parts).T
    axis, away, along = axis.astype(int), away * size, along * size
    angle = drawing.turned[thing - SLOTS]
    place = np.where(axis == 0, away, along), np.where(axis == 0, along, away)
    at = np.stack([place[0] * np.cos(angle) - place[1] * np.sin(angle),
                   place[0] * np.sin(angle) + place[1] * np.cos(angle)], 1)  # fmt: skip
    reach = _ACROSS * size / _CELLS
    profiles, ends = _profiles(light, flat, drawing.middles[thing] + at, _across(axis, angle), reach)
    middles, clear = _border_middles(profiles * np.sign(sense)[:, None])
    return Points(_between(ends, middles), thing, axis, away, sense).only(clear)


def _marker_borders(number: int) -> Array:
    """(n, 4): axis, distance from the middle and place along (shares of the marker), and `Points.sense`."""
    dictionary = opencv.marker_dictionary(DICTIONARY)
    assert dictionary is not None
    cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, _CELLS)) > 0
    light = np.pad(cells, 1, constant_values=True).astype(int)
    found = []
    for axis, grid in enumerate((light, light.T)):
        change = np.diff(grid, axis=1)[1:-1]  # [row, border]
        for row, border in np.argwhere(change):
            sense = change[row, border] * (2 if border % _CELLS == 0 else 1)
            found += [(axis, border / _CELLS - 0.5, (row + part) / _CELLS - 0.5, sense) for part in (0.3, 0.5, 0.7)]
    return np.array(found, float)


def _across(axis: NDArray[np.intp], angle: Array) -> Array:
    """(n, 2): the direction across borders of things turned by `angle`."""
    turn = angle + np.where(axis == 0, 0.0, np.pi / 2)
    return np.stack([np.cos(turn), np.sin(turn)], 1)


def _profiles(
    light: Light, flat: Flattening, places: Array, across: Array, reach: float, samples: int = _SAMPLES
) -> tuple[Array, Array]:
    """(n, samples) greys across each place (mm), and (2, n, 2) px where the samples begin and end.

    Neighbours along the border are taken together, against noise.
    """
    ends = np.stack([flat.to_px(places - across * reach), flat.to_px(places + across * reach)])
    way = ends[1] - ends[0]
    aside = np.stack([-way[:, 1], way[:, 0]], 1) / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
    shares = np.linspace(0, 1, samples)
    spots = ends[0][:, None] + way[:, None] * shares[:, None]
    total = np.zeros(spots.shape[:2])
    for step in (-1.5, -0.5, 0.5, 1.5):
        at = (spots + aside[:, None] * step).astype(np.float32)
        total += cv2.remap(light, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return total / 4, ends


def _between(ends: Array, shares: Array) -> Array:
    return np.asarray(ends[0] + (ends[1] - ends[0]) * shares[:, None])


def _line_middles(profiles: Array, sign: int, reach: float) -> tuple[Array, NDArray[np.bool_]]:
    """Where (0…1) each profile, `reach` mm to both sides, crosses a line that is lighter (`sign` 1) or darker (-1) than
    its ground, and whether clearly between like grounds; the next slot's line may show at an end."""
    shares, middle = np.linspace(0, 1, _SAMPLES), _SAMPLES // 2
    inner = np.abs(shares - 0.5) <= MEASURED.stray_mm / reach / 2
    raised = profiles * sign
    left, right = (np.percentile(part, 5, axis=1) for part in (raised[:, :middle], raised[:, middle + 1 :]))
    away = raised - np.minimum(left, right)[:, None]
    peak = np.where(inner, away, -np.inf).argmax(1)
    top = away[np.arange(len(away)), peak]
    near = np.abs(shares - shares[peak][:, None]) < MEASURED.line_mm / reach / 2
    weight = np.where(near, np.maximum(away - 0.5 * top[:, None], 0), 0)
    found = (weight * shares).sum(1) / np.maximum(weight.sum(1), 1e-9)
    clear = (top > max(MEASURED.clear * float(np.median(top)), MEASURED.min_line)) & (
        np.abs(right - left) < MEASURED.like_grounds * top
    )
    return found, clear & (peak > np.flatnonzero(inner)[0]) & (peak < np.flatnonzero(inner)[-1])


def _border_middles(profiles: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Where (0…1) each profile grows lighter, and whether it does so clearly."""
    slope = np.maximum(np.diff(profiles, axis=1), 0)
    rise = slope.sum(1)
    shares = (np.arange(_SAMPLES - 1) + 0.5) / (_SAMPLES - 1)
    middle = (slope * shares).sum(1) / np.maximum(rise, 1e-9)
    change = profiles[:, -5:].mean(1) - profiles[:, :5].mean(1)
    return middle, (change > MEASURED.clear * np.median(change)) & (rise < MEASURED.one_step * np.maximum(change, 1e-9))
