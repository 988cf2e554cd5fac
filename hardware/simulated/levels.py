"""How pictures are taken at three levels of difficulty: a fixed arm, a café evening, a phone in a dim bar."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from hardware.simulated.lamp import Glare, Lamp, Lighting, Shadow
from hardware.simulated.lens import View
from hardware.simulated.pixels import Points
from hardware.simulated.scene import Shot
from hardware.simulated.sensor import Sensor

Level = Literal["easy", "medium", "hard"]
Range = tuple[float, float]


class Conditions(msgspec.Struct, frozen=True):
    """Ranges from which a picture of one level is drawn (degrees, px/mm at 1280×720, linear light, pixels)."""

    scale: Range
    tilt: Range
    turn: float
    shift: float
    light: Range
    warmth: Range
    uneven: Range
    glares: tuple[int, int]
    glare: Range
    shadows: tuple[int, int]
    blur: Range
    motion: Range
    shot_noise: Range
    read_noise: Range
    jpeg: tuple[int, int]
    hand: float
    cut: float
    opacity: Range
    width: Range
    miss: Range
    gaps: Range
    target: Range
    bow: float
    f_number: float


CONDITIONS: dict[Level, Conditions] = {
    "easy": Conditions(
        scale=(2.0, 2.6),
        tilt=(0, 10),
        turn=8,
        shift=40,
        light=(0.75, 1.05),
        warmth=(-0.06, 0.12),
        uneven=(0.0, 0.25),
        glares=(0, 1),
        glare=(0.0, 0.12),
        shadows=(0, 1),
        blur=(0.55, 0.95),
        motion=(0, 0),
        shot_noise=(0.0001, 0.0005),
        read_noise=(0.001, 0.003),
        jpeg=(88, 96),
        hand=0.0,
        cut=0.0,
        opacity=(0.75, 1.0),
        width=(0.9, 2.0),
        miss=(0.2, 0.55),
        gaps=(0, 0.004),
        target=(0.22, 0.42),
        bow=0.018,
        f_number=2.8,
    ),
    "medium": Conditions(
        scale=(1.5, 2.1),
        tilt=(10, 22),
        turn=28,
        shift=110,
        light=(0.45, 0.85),
        warmth=(0.05, 0.38),
        uneven=(0.2, 0.65),
        glares=(0, 2),
        glare=(0.04, 0.35),
        shadows=(0, 2),
        blur=(0.7, 1.2),
        motion=(0, 1.2),
        shot_noise=(0.0003, 0.0013),
        read_noise=(0.002, 0.006),
        jpeg=(78, 93),
        hand=0.12,
        cut=0.0,
        opacity=(0.6, 1.0),
        width=(0.8, 1.9),
        miss=(0.25, 0.75),
        gaps=(0, 0.015),
        target=(0.18, 0.38),
        bow=0.022,
        f_number=2.2,
    ),
    "hard": Conditions(
        scale=(1.1, 2.0),
        tilt=(14, 35),
        turn=180,
        shift=150,
        light=(0.18, 0.6),
        warmth=(-0.1, 0.55),
        uneven=(0.3, 1.2),
        glares=(1, 3),
        glare=(0.06, 0.5),
        shadows=(0, 3),
        blur=(0.85, 1.7),
        motion=(0, 3.2),
        shot_noise=(0.0005, 0.0028),
        read_noise=(0.003, 0.012),
        jpeg=(60, 85),
        hand=0.4,
        cut=0.12,
        opacity=(0.38, 0.85),
        width=(0.8, 1.5),
        miss=(0.35, 1.0),
        gaps=(0.005, 0.045),
        target=(0.1, 0.32),
        bow=0.03,
        f_number=1.7,
    ),
}


def random_lighting(
    rng: np.random.Generator, c: Conditions, corners: Points, warm: float, direction: float
) -> Lighting:
    """Ambient light, a lamp from `direction`, sometimes a window opposite, shadows, and glare mostly on the board."""
    level, uneven = rng.uniform(*c.light), rng.uniform(*c.uneven)
    colour = (1 - warm, 1.0, 1 + warm * 0.8)
    share = level / (1 + uneven)
    ambient = (share * colour[0], share, share * colour[2])
    far = rng.uniform(0.3, 0.8) * np.array([np.cos(direction), np.sin(direction)])
    lamps = [Lamp((0.5 + far[0], 0.5 + far[1]), rng.uniform(0.25, 0.7), colour, level * uneven * 1.3)]
    if rng.random() < 0.3:
        lamps.append(Lamp((0.5 - far[0], 0.5 - far[1]), 0.5, (1.15, 1.0, 0.85), level * uneven * 0.6))
    shadows = tuple(_shadow(rng) for _ in range(rng.integers(c.shadows[0], c.shadows[1] + 1)))
    glares = tuple(_glare(rng, c, corners, level) for _ in range(rng.integers(c.glares[0], c.glares[1] + 1)))
    return Lighting(ambient, tuple(lamps), shadows, glares, rng.uniform(0.0, 0.25))


def lit_shot(rng: np.random.Generator, c: Conditions, view: View, corners: Points, slant: float = 1.2) -> Shot:
    """A picture with that view in light of chance, which is mirrored mostly between these corners (pixels).

    `slant`: at most so many board mm a mm of depth the light comes from the side.
    """
    warm, direction = rng.uniform(*c.warmth), rng.uniform(0, 2 * np.pi)
    lighting = random_lighting(rng, c, corners, warm, direction)
    x, y = (float(-turn(direction) * rng.uniform(0.2, slant)) for turn in (np.cos, np.sin))
    return Shot(view, lighting, random_sensor(rng, c, warm, view.size[0] / 1280), (x, y))


def _shadow(rng: np.random.Generator) -> Shadow:
    at, angle = (rng.random(), rng.random()), rng.uniform(0, 180)
    return Shadow(at, angle, rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.1), rng.uniform(0.1, 0.5))


def _glare(rng: np.random.Generator, c: Conditions, corners: Points, level: float) -> Glare:
    weight = rng.dirichlet([1, 1, 1, 1])
    at, board = weight @ corners, float(np.hypot(*(corners[2] - corners[0])))
    size = board * rng.uniform(0.015, 0.11) * np.array([1, rng.uniform(0.3, 1.0)])
    return Glare(
        (float(at[0]), float(at[1])),
        (float(size[0]), float(size[1])),
        rng.uniform(0, 180),
        rng.uniform(*c.glare) * min(1.0, level * 1.6),
        bool(rng.random() < 0.25),
    )


def random_sensor(rng: np.random.Generator, c: Conditions, warm: float, zoom: float) -> Sensor:
    """A camera whose exposure and white balance follow the light only in part."""
    trust = rng.uniform(0.3, 1.0)
    gains = (1 / (1 - warm * trust * 0.8), 1.0, 1 / (1 + warm * trust * 0.6))
    return Sensor(
        blur=rng.uniform(*c.blur) * zoom**0.6,
        motion=rng.uniform(*c.motion) * zoom,
        motion_deg=rng.uniform(0, 180),
        target=rng.uniform(*c.target),
        max_gain=rng.uniform(1.6, 4.0),
        gains=gains,
        shot_noise=rng.uniform(*c.shot_noise),
        read_noise=rng.uniform(*c.read_noise),
        mosaic=bool(rng.random() < 0.7),
        denoise=float(rng.choice([0.0, rng.uniform(0.3, 0.8)])),
        sharpen=float(rng.choice([0.0, rng.uniform(0.1, 0.9)])),
        contrast=rng.uniform(-0.1, 0.4),
        black=rng.uniform(0, 0.04),
        saturation=rng.uniform(0.75, 1.35),
        jpeg=int(rng.integers(c.jpeg[0], c.jpeg[1] + 1)),
        f_number=c.f_number,
    )
