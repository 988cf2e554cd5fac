"""How many pixels a dp is: on a small panel all that a screen needs fills it, on a large one there is room for more."""

from __future__ import annotations

from math import hypot
from typing import Final

SHORTER_SIDE_DP: Final = 480
NARROWEST_DP: Final = 800
"""What every screen needs: a panel of 7 inches with 800x480 pixels, on which 48 dp are 9 mm."""
INCHES: Final = 7.0
MOST_ROOM: Final = 1.25
"""How many times that a large panel shows at most; what is larger still is enlarged: it is read from farther away."""
SMALL_PX: Final = 720
"""A panel of so many lines is large where nobody says how large it is: those of 7 inches have fewer, or say so."""
LEAST: Final = 1.0
"""With fewer pixels the letters of small words run together, however large the panel is."""


def pixels_per_dp(size: tuple[int, int], inches: float | None = None) -> float:
    """For a window of that size in pixels that fills a panel of so many inches (diagonal); None: nobody knows."""
    width, height = size
    most = min(height / SHORTER_SIDE_DP, width / NARROWEST_DP)
    if inches is None:
        return most / MOST_ROOM if height >= SMALL_PX else most
    as_on_seven = hypot(width, height) / inches / (hypot(NARROWEST_DP, SHORTER_SIDE_DP) / INCHES)
    return min(most, max(LEAST, most / MOST_ROOM, as_on_seven))
