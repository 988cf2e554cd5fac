"""Pens, light and views of chance at three levels of difficulty."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.lamp import Glare
from hardware.simulated.lens import View, focal_of, look_at
from hardware.simulated.levels import CONDITIONS, Conditions, Level, lit_shot
from hardware.simulated.pixels import Colour, Points, hsv
from hardware.simulated.scene import Shot, board_corners
from hardware.simulated.strokes import Pen

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


WIDE_BOW: dict[Level, float] = {"easy": 0.024, "medium": 0.036, "hard": 0.045}
"""Bow of strokes, in shares of their length, in wide sets: hands are less steady than usual."""


PHONE_SIZE = (4032, 3024)
"""Pixels of a phone's picture: 12 megapixels."""


def hand_held(c: Conditions) -> Conditions:
    """The same light and pens before a phone in a hand: up to 40° tilt, any turn, partly cut."""
    near = (1.2 * c.scale[0], 1.2 * c.scale[1])
    return msgspec.structs.replace(c, scale=near, tilt=(0, 40), turn=180, shift=300, cut=0.7)


def random_pen(rng: np.random.Generator, level: Level, ground: Colour, wide: bool = False) -> Pen:
    """A pen and a hand of this level; mostly white, always lighter than the `ground` it is drawn on.

    `wide`: with strokes that bow and wobble more than usual, too.
    """
    c = CONDITIONS[level]
    tints = [(0.0, 0.0, 0.99), (0.12, 0.12, 0.97), (0.6, 0.04, 0.8), (0.15, 0.35, 0.97), (0.57, 0.22, 0.97)]
    hue, saturation, value = tints[int(rng.choice(5, p=[0.6, 0.12, 0.1, 0.1, 0.08]))]
    dim = 0.8 if max(ground) > 90 else 1.0
    return Pen(
        width=rng.uniform(*c.width),
        opacity=max(rng.uniform(*c.opacity), 0.62 if dim < 1 else 0.0),
        colour=hsv(hue, saturation * dim, value),
        miss=rng.uniform(*c.miss),
        bow=rng.uniform(0.005, WIDE_BOW[level] if wide else c.bow),
        wobble=rng.uniform(0.05, 0.3 if wide else 0.2),
        overshoot=rng.uniform(0.3, 1.3),
        gaps=rng.uniform(*c.gaps),
        patchy=rng.uniform(0.05, 0.35),
    )


def random_shot(
    rng: np.random.Generator,
    level: Level,
    layout: StarDiscLayout,
    size: tuple[int, int],
    conditions: Conditions | None = None,
) -> Shot:
    """A picture of the board as this level's photographer takes it, or as under other `conditions`."""
    c = conditions or CONDITIONS[level]
    view = random_view(rng, c, layout, size)
    return lit_shot(rng, c, view, board_corners(layout, view))


def calm(shot: Shot) -> Shot:
    """The shot without a lamp that is mirrored in the board."""
    return msgspec.structs.replace(shot, lighting=msgspec.structs.replace(shot.lighting, glares=()))


def shifted(rng: np.random.Generator, view: View, mm: float, degrees: float) -> View:
    """The view of a camera that has moved about so far."""
    turn = np.asarray(cv2.Rodrigues(np.deg2rad(rng.normal(0, degrees, 3)))[0], float)
    moved = view.translation + rng.normal(0, mm, 3)
    return msgspec.structs.replace(view, rotation=view.rotation @ turn, translation=moved)


def under_lamp(rng: np.random.Generator, shot: Shot, outline: Points, flooded: bool) -> Shot:
    """The shot under a lamp that is mirrored in the board; `outline` (n, 2): of what is drawn on, in board mm.

    `flooded`: the reflection lies over most of it.
    """
    low, high = outline.min(0), outline.max(0)
    wide = float(np.hypot(*(high - low))) * shot.view.scale(outline.mean(0))
    glares = []
    for _ in range(1 if flooded else int(rng.integers(1, 3))):
        at = shot.view.project(rng.uniform(low + 0.3 * (high - low), high - 0.3 * (high - low), (1, 2)))[0]
        size = (
            wide * (rng.uniform(0.2, 0.4) if flooded else rng.uniform(0.03, 0.09)) * np.array([1, rng.uniform(0.5, 1)])
        )
        strength = rng.uniform(1.5, 4.0) if flooded else float(np.exp(rng.uniform(np.log(0.2), np.log(3.0))))
        glares.append(
            Glare((at[0], at[1]), (size[0], size[1]), rng.uniform(0, 180), strength, bool(rng.random() < 0.4))
        )
    return msgspec.structs.replace(shot, lighting=msgspec.structs.replace(shot.lighting, glares=tuple(glares)))


def random_view(rng: np.random.Generator, c: Conditions, layout: StarDiscLayout, size: tuple[int, int]) -> View:
    """A pose of this level; the board lies wholly in the picture, or is cut a little with chance `c.cut`."""
    focal, zoom = focal_of(size, rng.uniform(52, 78)), size[0] / 1280
    target = np.array([layout.board.width, layout.board.height]) / 2
    slack = rng.uniform(20, 60) * zoom if rng.random() < c.cut else -6.0
    lens = (rng.uniform(-0.09, 0.03), rng.uniform(-0.01, 0.02))
    shrink = 1.0
    while True:
        at = (size[0] / 2 + rng.normal(0, c.shift) * zoom, size[1] / 2 + rng.normal(0, c.shift * 0.5) * zoom)
        view = look_at(
            size,
            focal,
            at,
            target,
            rng.uniform(*c.scale) * zoom * shrink,
            rng.uniform(*c.tilt),
            rng.uniform(0, 360),
            rng.uniform(-c.turn, c.turn),
            *lens,
        )
        if _inside(board_corners(layout, view), size, slack):
            return view
        shrink = max(shrink * 0.985, c.scale[0] * 0.85 / c.scale[1])


def _inside(corners: Points, size: tuple[int, int], slack: float) -> bool:
    return bool((corners > -slack).all() and (corners < np.array(size) - 1 + slack).all())
