"""What goes wrong in front of a simulated camera: said without drawing anything, so it costs no picture library."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

Pixels: TypeAlias = tuple[tuple[int, int, int], ...]
"""What the ring of lights shows: red, green, blue (0-255) of every pixel, clockwise from the top of the picture."""
DARK: Final[Pixels] = ()


class Trouble(msgspec.Struct, frozen=True):
    """What goes wrong in front of the camera."""

    hand: bool = False
    """A hand with a pen lies over the window."""
    lamp_off: bool = False
    bumped: bool = False
    """The board was pushed: another place and turn in the picture."""
    glare: bool = False
    """A lamp is mirrored in the window."""
    blurred: bool = False
    ring: Pixels = DARK
    """What the ring of lights around the camera shows."""


CALM = Trouble()
