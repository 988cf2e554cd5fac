"""What colour a ball is: how it reflects light, beside white paper, and beside the four balls in the same light."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from vision.balls.evidence import Seen, Tube
from vision.balls.tuning import TUNING
from vision.ink.pose import Array, Floats


class Look(msgspec.Struct, frozen=True, eq=False):
    """How a ball looks: `value` = log red/green, log blue/green, log of the three's mean (1 = white paper)."""

    value: Array
    spread: float


class Kind(msgspec.Struct, frozen=True, eq=False):
    """How balls of one colour look: mean and deviation of the three values of a `Look`."""

    mean: Array
    deviation: Array


KINDS: dict[str, Kind] = {
    "black": Kind(np.array([0.0, 0.0, -2.9]), np.array([0.3, 0.3, 0.6])),
    "blue": Kind(np.array([-1.0, 1.3, -1.5]), np.array([0.5, 0.5, 0.6])),
    "yellow": Kind(np.array([0.35, -2.2, -0.8]), np.array([0.3, 0.8, 0.5])),
    "red": Kind(np.array([2.2, 0.0, -1.6]), np.array([0.8, 0.4, 0.5])),
}
VEILS = (0.0, 0.02, 0.05, 0.09, 0.14, 0.2, 0.28, 0.38, 0.5)
"""Shares of the light that the tube's wall may add and hide, as tried: even a clear one is scratched and mirrors."""
_EVENING = np.array([0.15, 0.18, 0.45])
"""Spread of a ball's colour in the tube about that of the same ball in the evening's photograph."""


def look_of(tube: Tube, seen: Seen) -> Look:
    """How a ball in the tube looks, without its shine and its rim."""
    return disc_look(tube.light, seen.x, seen.y, TUNING.core * seen.radius)


def disc_look(light: Floats, x: float, y: float, radius: float) -> Look:
    """How the disc at (x, y) px of `radius` px looks in linear light (1 = white paper)."""
    rows, columns = np.mgrid[0 : light.shape[0], 0 : light.shape[1]]
    inside = (columns - x) ** 2 + (rows - y) ** 2 <= radius**2
    pixels = light[inside].astype(float)
    bright = pixels.mean(1)
    low, high = np.percentile(bright, [10, 65])
    body = np.median(pixels[(bright >= low) & (bright <= high)], axis=0) + TUNING.floor
    blue, green, red = body
    value = np.array([np.log(red / green), np.log(blue / green), np.log(body.mean())])
    return Look(value, float(np.std(np.log(bright + TUNING.floor))))


def log_odds(look: Look, evening: Mapping[str, Look]) -> dict[str, float]:
    """Colour -> log density of this look; `evening`: the four balls in the same light, where they were photographed."""
    return {name: _density(look, KINDS[name], evening.get(name)) for name in KINDS}


def _density(look: Look, kind: Kind, known: Look | None) -> float:
    usual = _gauss(look.value, kind.mean, kind.deviation)
    if known is None:
        return usual
    ways = (_gauss(look.value, _veiled(known.value, veil), _EVENING) - veil / TUNING.usual_veil for veil in VEILS)
    return TUNING.usual_share * usual + max(ways)


def _veiled(value: Array, veil: float) -> Array:
    """The value of a look behind a wall that shines white with the share `veil` of the light and lets the rest by."""
    light = np.exp([value[0], 0.0, value[1]])
    red, green, blue = (1 - veil) * light * (np.exp(value[2]) / light.mean()) + veil
    return np.array([np.log(red / green), np.log(blue / green), np.log((red + green + blue) / 3)])


def _gauss(value: Array, mean: Array, deviation: Array) -> float:
    off = (value - mean) / deviation
    return float(-0.5 * np.minimum(off**2, TUNING.far_off).sum() - np.log(deviation).sum())


def visible(look: Look, rim: float, odds: Mapping[str, float], plain: bool) -> float:
    """How likely there is a ball at all, 0…1: by its rim, or in the dark by its shine.

    `odds`: colour -> log density of the look. Of a `plain` one (`is_plain`) less of the rim must be seen.
    """
    there = max(
        _step(rim, *(TUNING.plain_there if plain else TUNING.there)),
        _step(rim, *TUNING.perhaps_there) * _step(look.spread, *TUNING.shining),
    )
    if max(odds.values()) <= TUNING.unlike:
        return there * TUNING.unlikely
    return max(there, in_the_dark(look)) if odds["black"] == max(odds.values()) else there


def is_plain(tube: Tube, seen: Seen, evening: Mapping[str, Look]) -> bool:
    """Whether both the upper and the lower half of a round thing have the colour of one ball, and not the black one."""
    colours, radius = set(), TUNING.core * seen.radius
    if seen.y < radius:
        return False
    for half in (-0.5, 0.5):
        odds = log_odds(disc_look(tube.light, seen.x, seen.y + half * radius, 0.5 * radius), evening)
        second, first = sorted(odds.values())[-2:]
        told = first > TUNING.plain and first - second > TUNING.plainly
        colours.add(max(odds, key=lambda name: odds[name]) if told else "black")
    return len(colours) == 1 and "black" not in colours


def in_the_dark(look: Look) -> float:
    """How likely a dark place in the tube is the black ball and not the dark behind it: by its shine alone."""
    least, more = TUNING.black
    return least + more * _step(look.spread, *TUNING.black_shining) if look.value[2] < TUNING.dark else 0.0


def _step(value: float, at: float, slope: float) -> float:
    return float(1 / (1 + np.exp(np.clip(-slope * (value - at), -60, 60))))
