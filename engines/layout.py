"""Where things are on a board: the layout of a star disc (file format in docs/formats.md).

Millimetres, x right, y down. Disc coordinates count from the disc centre (Polaris) and turn with the disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.forms import decode_form

XY = tuple[float, float]
Positive = Annotated[float, Meta(gt=0)]
MAX_LENGTH = 10_000.0
"""No board is ten metres wide (mm): lengths and angles beyond are slips."""


class Board(msgspec.Struct, frozen=True):
    """The board's outline: a rectangle, millimetres."""

    width: Positive
    height: Positive


class Disc(msgspec.Struct, frozen=True):
    """The disc: its centre on the board, its radius, and how far it lies below the board's face (mm)."""

    centre: XY
    radius: Positive
    depth: Annotated[float, Meta(ge=0)] = 0.0


class Window(msgspec.Struct, frozen=True):
    """The opening through which the disc shows: a polygon in board millimetres."""

    outline: Annotated[tuple[XY, ...], Meta(min_length=3)]


class Axis(msgspec.Struct, frozen=True):
    """The white axis: a full line through the centre; 0 = +x, clockwise, 0 ≤ angle < 180."""

    angle_deg: Annotated[float, Meta(ge=0, lt=180)]


class Star(msgspec.Struct, frozen=True):
    """One printed star, in disc millimetres."""

    id: int
    x: float
    y: float
    radius: Positive
    type: str
    zone: Literal["central", "field", "rim"]


class Markers(msgspec.Struct, frozen=True):
    """The ArUco markers in the corners; `at` maps marker id -> top-left corner as printed (board mm)."""

    dictionary: str
    size: Positive
    at: dict[str, XY]


class StarDiscLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the rules and the camera know about where things are on a star-disc board."""

    kind: Literal["star_disc"]
    board: Board
    disc: Disc
    window: Window
    step_deg: float = 60.0
    axis: Axis
    stars: Annotated[tuple[Star, ...], Meta(min_length=1)]
    three_point_stars: tuple[XY, ...] | None = None
    markers: Markers | None = None


def numbers_in(data: Any) -> Iterator[float]:
    """The lengths and angles in a layout in plain values; whole numbers count and name things."""
    if isinstance(data, float):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from numbers_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from numbers_in(value)


def parse_star_disc(data: bytes | str | dict[str, Any]) -> StarDiscLayout:
    """A typed layout from JSON text or its decoded form; unknown keys are ignored. Raises BadInput."""
    layout = decode_form(data, StarDiscLayout, "layout of a star disc")
    check_star_disc(layout)
    return layout


def check_star_disc(layout: StarDiscLayout) -> None:
    """Raise BadInput where a typed layout holds a number beyond reason, or two stars with one id or at one place."""
    numbers = list(numbers_in(msgspec.to_builtins(layout)))
    if not all(math.isfinite(n) for n in numbers):
        raise BadInput("layout.disc.not_finite", "layout of a star disc: every number must be finite")
    if max(map(abs, numbers)) > MAX_LENGTH:
        raise BadInput(
            "layout.disc.too_large", "layout of a star disc: every number must lie within ±{largest:.0f}", MAX_LENGTH
        )
    ids = [star.id for star in layout.stars]
    if len(set(ids)) != len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise BadInput("layout.disc.star_twice", "layout of a star disc: two stars have the id {twice}", twice)
    placed: dict[tuple[float, float], int] = {}
    for star in layout.stars:
        other = placed.setdefault((round(star.x, 3), round(star.y, 3)), star.id)
        if other != star.id:
            raise BadInput(
                "layout.disc.stars_together",
                "layout of a star disc: the stars {other} and {id} lie at the same place",
                other,
                star.id,
            )
