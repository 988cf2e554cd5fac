"""How the house draws a star: one outline and one colour a type, shared by paper, screen and simulated camera.

The four shapes differ in silhouette (a round giant, a spark of four rays, a stout star of five, a frost of six), so
that they can be told apart in black and white and by colour-blind players; the colours lie far apart in lightness too.
"""

from __future__ import annotations

import math
from typing import Final

XY = tuple[float, float]


def rays(count: int, inner: float) -> tuple[XY, ...]:
    """A star of `count` rays with outer radius 1 and the given inner radius, first ray up; y points down."""
    return tuple(
        (radius * math.sin(turn), -radius * math.cos(turn))
        for k in range(2 * count)
        for radius, turn in [(inner if k % 2 else 1.0, math.pi * k / count)]
    )


STAR_GLYPHS: Final[dict[str, tuple[XY, ...]]] = {
    "red": tuple((0.86 * x, 0.86 * y) for x, y in rays(12, 1.0)),
    "white": rays(4, 0.34),
    "yellow": rays(5, 0.56),
    "blue": rays(6, 0.36),
}
"""Star type -> closed polygon within the unit circle; scale it by the star's radius. x right, y down."""

STAR_COLOURS: Final[dict[str, str]] = {
    "red": "#F2603C",
    "white": "#FFFFFF",
    "yellow": "#FFD23F",
    "blue": "#57B6F2",
}
"""Star type -> fill on the night sky."""

STAR_COLOURS_ON_PAPER: Final[dict[str, str]] = {
    "red": "#D5401C",
    "white": "#FFFFFF",
    "yellow": "#F5BE17",
    "blue": "#1F78C4",
}
"""Star type -> fill on light paper; draw it with an outline in `NIGHT`."""

POLARIS_GLYPH: Final[tuple[XY, ...]] = rays(8, 0.42)
THREE_POINT_GLYPH: Final[tuple[XY, ...]] = rays(5, 0.48)
NIGHT: Final = "#101B3F"
"""The ground of the disc and the ink of line art."""
POLARIS: Final = "#FFFFFF"
AXIS: Final = "#FFFFFF"
GOLD: Final = "#E9B949"
"""Ornaments and 3-point stars."""
SKY_CORE: Final = "#1C2C5E"
"""The circle of the central stars."""
SKY_RIM: Final = "#0B1330"
"""The ring of numerals around the sky."""
SKY_RING: Final = "#45548A"
"""Thin circles on the sky: around the central stars, the rim stars, the whole."""
FRAME: Final = "#F8F4E9"
"""The ground of the board's frame and of the tiles."""
HILLS: Final = ("#5B6B98", "#35457A", "#1A2853")
"""The hills on the frame, far to near."""
