"""Finds the axis printed on a disc: the one straight line through its middle, from edge to edge."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np

from vision.capture.disc.gather import Straight, unlike
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats

_REACH = (0.14, 0.86)  # in disc radii: how far out the line is looked for
_BESIDE = 2.6  # mm: where beside the line the ground is looked at


class AxisLine(msgspec.Struct, frozen=True):
    """The axis: degrees clockwise from +x (0 ≤ angle < 180), and half its breadth in mm."""

    angle_deg: float
    half_breadth: float

    def away(self, xy: Array) -> Array:
        """(n,) mm from the axis, signed."""
        angle = math.radians(self.angle_deg)
        return np.asarray(xy[:, 1] * math.cos(angle) - xy[:, 0] * math.sin(angle))


def find_axis(disc: Straight) -> AxisLine:
    """The most line-like line through the middle."""
    field = unlike(disc.picture, disc.scale)
    cap = max(float(np.percentile(field, 99)), TUNING.axis_levels)
    field = np.minimum(field, cap)
    along = np.arange(_REACH[0], _REACH[1], 0.004) * disc.radius
    along = np.concatenate([-along[::-1], along])
    coarse = np.arange(0, 180, 0.25)
    scores = np.array([_line_likeness(disc, field, a, along) for a in coarse])
    best = float(coarse[scores.argmax()])
    fine = best + np.arange(-0.6, 0.601, 0.03)
    smooth = np.convolve([_line_likeness(disc, field, a, along, 0.35) for a in fine], np.ones(5) / 5, "same")[2:-2]
    angle = float(fine[2:-2][smooth.argmax()]) % 180
    return AxisLine(round(angle, 3), _half_breadth(disc, field, angle, along))


def _sampled(disc: Straight, field: Floats, angle: float, along: Array, beside: Array) -> Floats:
    """(beside, along) the field on lines beside the one through the middle."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x = along * c - beside[:, None] * s
    y = along * s + beside[:, None] * c
    px = disc.to_pixels(np.stack([x.ravel(), y.ravel()], 1)).astype(np.float32).reshape(*x.shape, 2)
    return np.asarray(cv2.remap(field, px[..., 0], px[..., 1], cv2.INTER_LINEAR), np.float32)


def _line_likeness(disc: Straight, field: Floats, angle: float, along: Array, spread: float = 0.2) -> float:
    rows = _sampled(disc, field, angle, along, np.array([-_BESIDE, -spread, 0.0, spread, _BESIDE]))
    on, off = rows[1:4].mean(0), np.maximum(rows[0], rows[4])
    half = len(along) // 2
    return float(min(np.mean(np.maximum(on[part] - off[part], 0)) for part in (slice(0, half), slice(half, None))))


def _half_breadth(disc: Straight, field: Floats, angle: float, along: Array) -> float:
    beside = np.arange(-2.4, 2.41, 0.1)
    profile = np.percentile(_sampled(disc, field, angle, along, beside), 75, axis=1)
    low, high = float(np.percentile(profile, 20)), float(profile.max())
    wide = (profile > (low + high) / 2).sum() * 0.1
    return float(np.clip(wide / 2, *TUNING.axis_half_mm))
