"""Where the clear tube is: on a card with markers, or in the picture of a camera that never moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from engines.errors import BadInput
from engines.forms import decode_form
from engines.layout import Board, Markers
from vision.balls.tuning import TUNING
from vision.ink.layout import MarkerSet, marker_set
from vision.ink.pose import Array

XY = tuple[float, float]
Corners = Annotated[tuple[XY, ...], Meta(min_length=4, max_length=4)]
COLOURS: tuple[str, ...] = ("black", "blue", "yellow", "red")
MAX_LENGTH = 100_000.0


class BallsSource(msgspec.Struct, frozen=True, kw_only=True):
    """A layout of kind `balls`.

    `tube`: the part of the tube in which balls show, clockwise from its top left; `white`: an area that is white;
    `ball`: a ball's diameter; `calibration`: colour -> where that ball lies in the evening's photograph. All in mm of
    the card with `markers`, or in px of a `picture` (columns, rows). `balls`: how many of a colour there are, 1 unless
    said. `around`: how far the tube may stand from its place, in the same unit.
    """

    kind: Literal["balls"]
    tube: Corners
    white: Corners | None = None
    ball: Annotated[float, Meta(gt=0)] | None = None
    around: Annotated[float, Meta(ge=0)] = 0.0
    calibration: dict[str, XY] = {}
    picture: tuple[int, int] | None = None
    board: Board | None = None
    markers: Markers | None = None
    balls: dict[str, Annotated[int, Meta(ge=0, le=9)]] = {}


class BallsLayout(msgspec.Struct, frozen=True, eq=False):
    """A checked layout as arrays: `tube` and `white` (4, 2), in mm of the card or px of `picture`."""

    tube: Array
    white: Array | None
    ball: float
    calibration: dict[str, XY]
    picture: tuple[int, int] | None
    markers: MarkerSet | None
    counts: dict[str, int]
    around: float = 0.0

    @property
    def width(self) -> float:
        """How wide the tube is."""
        return float(np.hypot(*(self.tube[1] - self.tube[0])) + np.hypot(*(self.tube[2] - self.tube[3]))) / 2

    @property
    def height(self) -> float:
        """How long the part of the tube is in which balls show."""
        return float(np.hypot(*(self.tube[3] - self.tube[0])) + np.hypot(*(self.tube[2] - self.tube[1]))) / 2


def parse_balls(data: bytes | str | dict[str, Any]) -> BallsLayout:
    """A layout of kind `balls` from JSON text or its decoded form. Raises BadInput with one line."""
    source = decode_form(data, BallsSource, "layout of balls")
    return _checked(source)


def _checked(source: BallsSource) -> BallsLayout:
    if (source.markers is None) == (source.picture is None):
        raise BadInput(
            "layout.balls.markers_or_picture",
            "layout of balls: expected either markers (then mm) or picture (then pixels of it)",
        )
    if source.picture is not None and min(source.picture) < TUNING.min_picture_px:
        raise BadInput(
            "layout.balls.picture_size",
            "layout of balls: picture: expected columns and rows, got {picture}",
            list(source.picture),
        )
    unknown = [name for name in (*source.calibration, *source.balls) if name not in COLOURS]
    if unknown:
        raise BadInput(
            "layout.balls.colour",
            "layout of balls: {colour!r}: expected one of {known}",
            unknown[0],
            ", ".join(COLOURS),
        )
    tube = _area("tube", source.tube)
    white = None if source.white is None else _area("white", source.white)
    width = float(np.hypot(*(tube[1] - tube[0])))
    ball = source.ball if source.ball is not None else TUNING.usual_ball * width
    if not TUNING.fitting[0] * width < ball <= TUNING.fitting[1] * width:
        raise BadInput(
            "layout.balls.too_large",
            "layout of balls: ball: a ball of {ball} does not fit a tube {width:.1f} wide",
            ball,
            width,
        )
    if source.around > 3 * width:
        raise BadInput(
            "layout.balls.around_too_large",
            "layout of balls: around: {around:g} is more than three widths of the tube",
            source.around,
        )
    counts = {name: source.balls.get(name, 1) for name in COLOURS}
    markers = None if source.markers is None else marker_set(source.markers, "layout of balls")
    return BallsLayout(tube, white, ball, dict(source.calibration), source.picture, markers, counts, source.around)


def _area(name: str, corners: tuple[XY, ...]) -> Array:
    area = np.array(corners, float)
    if not np.isfinite(area).all() or np.abs(area).max() > MAX_LENGTH:
        raise BadInput(
            "layout.balls.not_finite",
            "layout of balls: {name}: every number must be finite and within ±{largest:.0f}",
            name,
            MAX_LENGTH,
        )
    sides = np.roll(area, -1, 0) - area
    turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
    if not (turns > 1e-6).all():
        raise BadInput(
            "layout.balls.corners", "layout of balls: {name}: expected four corners clockwise from the top left", name
        )
    return area
