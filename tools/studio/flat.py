"""Photographs of thin parts lying flat on a table: a bare disc, tiles in rows; no window, no depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from hardware.simulated.lamp import add_glare, light_field
from hardware.simulated.lens import View
from hardware.simulated.pixels import Field, Picture, Points, Sheet, rotation, threefold, to_linear
from hardware.simulated.scene import Shot
from hardware.simulated.sensor import develop
from hardware.simulated.star_explorer.pieces import Part

TABLE_DEPTH_MM = 2.0
"""Depth of the table below the faces of the parts: the thickness of cardboard."""


_TABLE_GLOSS = 36


_SHADOW_SOFTNESS = 2.5  # px, standard deviation


_NO_MAP: Any = None  # the other map holds both coordinates, which the stub does not know


def placed(at: tuple[float, float], turn_deg: float = 0.0) -> Points:
    """2×3: turned clockwise about its origin, which is then laid at `at` (table mm)."""
    return np.column_stack([rotation(turn_deg), np.array(at)])


def photograph_flat(parts: Sequence[Part], table: Sheet, shot: Shot, rng: np.random.Generator) -> Picture:
    """The camera's picture (BGR uint8) of the parts on the table."""
    view = shot.view
    light = to_linear(_sampled(table, table.picture, view, TABLE_DEPTH_MM, np.eye(2, 3), cv2.BORDER_REFLECT_101))
    gloss = np.full(light.shape[:2], _TABLE_GLOSS, np.uint8)
    for part in parts:
        _lay(light, gloss, part, shot)
    light *= light_field(shot.lighting, view.size)
    add_glare(light, shot.lighting, gloss)
    return develop(light, shot.sensor, rng)


def _lay(light: Field, gloss: Picture, part: Part, shot: Shot) -> None:
    home = _inverse(part.place)
    slant = np.column_stack([np.eye(2), -np.array(shot.slant) * TABLE_DEPTH_MM])
    soft = _sampled(part.sheet, part.shape, shot.view, TABLE_DEPTH_MM, _after(slant, home))
    cover = _sampled(part.sheet, part.shape, shot.view, 0.0, home)
    here = _around(np.maximum(soft, cover))
    shadow = cv2.GaussianBlur(soft[here], (0, 0), _SHADOW_SOFTNESS).astype(np.float32)
    light[here] *= threefold(1 - shadow * np.float32(0.5 / 255))
    seen = _sampled(part.sheet, part.sheet.picture, shot.view, 0.0, home, cv2.BORDER_REPLICATE, here)
    light[here] += (to_linear(seen) - light[here]) * threefold(cover[here].astype(np.float32) / 255)
    np.maximum(gloss, cover, out=gloss)


def _around(mask: Picture) -> tuple[slice, slice]:
    """The rows and columns of what is in a picture, with room for a shadow's soft edge."""
    x, y, width, height = cv2.boundingRect(mask)
    room = round(5 * _SHADOW_SOFTNESS)
    return slice(max(0, y - room), y + height + room), slice(max(0, x - room), x + width + room)


def _inverse(place: Points) -> Points:
    spin = np.linalg.inv(place[:, :2])
    return np.column_stack([spin, -spin @ place[:, 2]])


def _after(first: Points, then: Points) -> Points:
    """2×3: `first`, then `then`."""
    return np.column_stack([then[:, :2] @ first[:, :2], then[:, :2] @ first[:, 2] + then[:, 2]])


def _sampled(
    sheet: Sheet,
    picture: Picture,
    view: View,
    z: float,
    home: Points,
    border: int = cv2.BORDER_CONSTANT,
    here: tuple[slice, slice] = (slice(None), slice(None)),
) -> Picture:
    """One of the sheet's pictures seen at depth z, `here` in the camera's; `home` (2×3) takes table mm to the
    sheet's own."""
    ratio = min(1.0, 1.3 * view.scale(np.zeros(2)) / sheet.ppmm)
    size = (max(1, round(picture.shape[1] * ratio)), max(1, round(picture.shape[0] * ratio)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if ratio < 1 else picture
    per_mm = np.array(size) / np.array(picture.shape[1::-1]) * sheet.ppmm
    affine = home * per_mm[:, None]
    affine[:, 2] += sheet.origin * per_mm - 0.5
    moved = view.plane(z, affine)[here]
    return np.asarray(cv2.remap(small, moved, _NO_MAP, cv2.INTER_LINEAR, borderMode=border), np.uint8)
