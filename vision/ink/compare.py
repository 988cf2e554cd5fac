"""When every line of a reading should be compared with the photograph, and what would make a better one."""

from __future__ import annotations

import numpy as np

from engines.errors import Finding, finding
from vision.ink.light import Light
from vision.ink.pose import Array
from vision.ink.tuning import COMPARING


def to_compare(
    wrong: float, asked: int, light: Light, ink: float, corners: Array, size: tuple[float, float]
) -> Finding | None:
    """What to say where questions alone may leave a line wrong, None where they do not: what hinders most, and how many
    lines are `asked` about.

    `wrong`: how many new lines are expected to be wrong before anything is asked. `ink`: strength of a drawn line, in
    standard deviations of the noise. `corners`: (4, 2) px of a board of `size` (mm), clockwise from the top left.
    """
    if wrong <= COMPARING.wrong and asked <= COMPARING.few:
        return None
    if light.why:
        words = (
            "lines beside the {n} asked about may be wrong: mend the light, or compare every line with the photograph"
        )
        return finding("compare.light", words, asked)
    if ink < COMPARING.faint:
        words = "lines beside the {n} asked about may be wrong: draw more strongly, or compare every line"
        return finding("compare.pen", words, asked)
    if seen_badly(corners, size):
        words = "lines beside the {n} asked about may be wrong: photograph from above and nearer, or compare every line"
        return finding("compare.angle", words, asked)
    words = "lines beside the {n} asked about may be wrong: compare every line with the photograph"
    return finding("compare.all", words, asked)


def seen_badly(corners: Array, size: tuple[float, float]) -> bool:
    """Whether a board is seen from the side or from far away."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    scales = sides.reshape(2, 2).mean(0) / np.array(size)
    return bool(scales.min() < COMPARING.far or scales.min() < COMPARING.slanted * scales.max())
