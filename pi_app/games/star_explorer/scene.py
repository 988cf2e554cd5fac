"""What a picture of a star disc shows: plain values in board millimetres, drawn by the disc widget."""

from __future__ import annotations

import math
from typing import ClassVar, Literal, TypeAlias

import msgspec

from engines.layout import XY, StarDiscLayout
from pi_app.steps.view import Command, Part

Tone: TypeAlias = Literal["earlier", "now", "paid", "wrong", "doubt", "gone"]
"""How a line looks: an earlier round's, this drawing's, one that paid, one that breaks a rule, doubtful, removed."""
Edge: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[float, float, float, float]
"""Part of a board: left, top, width, height in mm."""


class SceneStar(msgspec.Struct, frozen=True):
    """A star where it is now on the board; `live` stars may be tapped."""

    id: int
    x: float
    y: float
    radius: float
    type: str
    zone: str
    live: bool = False
    visible: bool = True


class Sky(msgspec.Struct, frozen=True):
    """The part of the picture that stays the same while a finger draws.

    `outline` is the window (None: the bare disc, out of its board); `view` is left, top, width, height in mm.
    """

    centre: XY
    radius: float
    axis: tuple[XY, XY]
    stars: tuple[SceneStar, ...]
    view: Box
    outline: tuple[XY, ...] | None = None
    central_radius: float = 0.0
    rim_radius: float = 0.0


class SceneLine(msgspec.Struct, frozen=True):
    """A line between two stars, the smaller id first."""

    a: int
    b: int
    tone: Tone


class DiscScene(msgspec.Struct, frozen=True):
    """A whole picture: the sky, the lines, the star a finger chose, and stars ringed as paid or as wrong.

    `photo` names the photograph under the drawing (see `Table.photo`), covering `photo_at` (left, top, width, height
    in mm).
    """

    sky: Sky
    lines: tuple[SceneLine, ...] = ()
    chosen: int | None = None
    ringed: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    lone: tuple[int, ...] = ()
    fixed: bool = False
    """Whether stars cannot be chosen (lines still can)."""
    photo: str | None = None
    photo_at: Box | None = None


def turned(x: float, y: float, degrees: float) -> XY:
    """A disc point after the disc turned clockwise by `degrees`."""
    t = math.radians(degrees)
    return x * math.cos(t) - y * math.sin(t), x * math.sin(t) + y * math.cos(t)


def sky(
    layout: StarDiscLayout,
    turn: float,
    visible: frozenset[int],
    live: frozenset[int],
    *,
    bare: bool = False,
) -> Sky:
    """The sky of a layout with the disc turned by `turn` degrees; `bare` shows the whole disc without its board."""
    cx, cy = layout.disc.centre
    view = _view(layout, bare)
    radius = min(layout.disc.radius, view[2] / 2) if bare else layout.disc.radius
    stars = []
    for star in layout.stars:
        x, y = turned(star.x, star.y, turn)
        stars.append(
            SceneStar(
                star.id, cx + x, cy + y, star.radius, star.type, star.zone, star.id in live, bare or star.id in visible
            )
        )
    ax, ay = turned(radius, 0.0, layout.axis.angle_deg + turn)
    return Sky(
        centre=(cx, cy),
        radius=radius,
        axis=((cx - ax, cy - ay), (cx + ax, cy + ay)),
        stars=tuple(stars),
        view=view,
        outline=None if bare else layout.window.outline,
        central_radius=_central_radius(layout),
        rim_radius=_rim_radius(layout),
    )


def _view(layout: StarDiscLayout, bare: bool) -> Box:
    cx, cy = layout.disc.centre
    if bare:
        reach = max(math.hypot(s.x, s.y) + s.radius for s in layout.stars) + 5.0
        return cx - reach, cy - reach, 2 * reach, 2 * reach
    xs = [x for x, _ in layout.window.outline]
    ys = [y for _, y in layout.window.outline]
    margin = 4.0
    return min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin


def _distances(layout: StarDiscLayout, zone: str) -> list[float]:
    return [math.hypot(s.x, s.y) for s in layout.stars if s.zone == zone]


def _central_radius(layout: StarDiscLayout) -> float:
    central, field = _distances(layout, "central"), _distances(layout, "field")
    return (max(central) + min(field)) / 2 if central and field else 0.0


def _rim_radius(layout: StarDiscLayout) -> float:
    field, rim = _distances(layout, "field"), _distances(layout, "rim")
    return (max(field) + min(rim)) / 2 if field and rim else 0.0


# The disc as the stage of a step --------------------------------------------------------------------------------


class TapStar(Command, frozen=True):
    """A star was tapped."""

    star: int


class Join(Command, frozen=True):
    """A finger was drawn from star to star."""

    a: int
    b: int


class TapLine(Command, frozen=True):
    """A line was tapped."""

    a: int
    b: int


class DiscStage(Part, frozen=True):
    """A star disc, to look at or to draw on."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.disc:DiscBox"
    scene: DiscScene
    touchable: bool = True
