"""Reads the filled circles of a sheet that is found by its corner markers."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from comets.camera import SheetLayout, in_order
from comets.model import Trail
from comets.sheet import RADIUS, circle, circles
from hardware.camera import Image
from vision.ink import opencv
from vision.ink.layout import marker_set
from vision.ink.light import Light, check_live
from vision.ink.markers import plane_by_markers
from vision.ink.pose import project

FILLED, STEEP = 0.35, 18.0
"""From this darkness on a circle is rather filled than empty, and how fast that becomes sure."""
SURE = 0.9
_WITHIN = np.array([(x, y) for x in (-0.5, 0.0, 0.5) for y in (-0.5, 0.0, 0.5)]) * RADIUS
_AROUND = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 8, endpoint=False)]) * RADIUS * 1.5


class TrailsReading(msgspec.Struct, frozen=True, kw_only=True):
    """What is filled on a sheet; `doubtful` circles as trail, place, number, p."""

    trails: tuple[Trail, ...]
    doubtful: tuple[tuple[int, int, int, float], ...]
    confidence: float
    light: Light

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it."""
        return {
            "game": "comets",
            "located": {"by": "markers", "confidence": self.confidence},
            "trails": self.trails,
            "doubtful": self.doubtful,
            "light": msgspec.to_builtins(self.light),
        }


def read_trails(image: Image, layout: SheetLayout) -> TrailsReading:
    """The trails on a sheet. Raises NotPossible where there is none in the picture."""
    picture = opencv.grey(opencv.checked(image))
    plane, share = plane_by_markers(image, marker_set(layout.markers, "comets sheet"), "comets sheet")
    sure, doubtful = set(), []
    for one in circles(layout.numbers):
        middle = np.array(circle(*one))
        ink = float(np.median(_sampled(picture, project(plane, middle + _WITHIN))))
        paper = float(np.median(_sampled(picture, project(plane, middle + _AROUND))))
        p = 1 / (1 + math.exp(-STEEP * (1 - ink / max(paper, 1.0) - FILLED)))
        if p >= 0.5:
            sure.add(one)
        if 1 - SURE < p < SURE:
            doubtful.append((*one, round(p, 3)))
    return TrailsReading(trails=in_order(sure), doubtful=tuple(doubtful), confidence=share, light=check_live(image))


def _sampled(picture: Image, places: Any) -> Any:
    rows, columns = picture.shape[:2]
    at = np.round(places).astype(int)
    return picture[at[:, 1].clip(0, rows - 1), at[:, 0].clip(0, columns - 1)]
