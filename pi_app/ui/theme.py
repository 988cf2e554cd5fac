"""The colours and sizes of the screens. Lengths are in dp: 1/480 of the shorter side of the screen.

Colour never speaks alone: star types have shapes and letters too, seats have numbers, warnings have signs.

The names stay, their values switch (`wear`): a screen reads them while it is built, never at import, and is built anew
after a switch. What is drawn on a board's own night sky takes the colours of `BOARD`, which never switch.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pi_app.presenters.colours import COLOURS
from pi_app.presenters.preferences import Preferences, TextSize

if TYPE_CHECKING:
    import numpy as np

Colour = tuple[float, float, float, float]


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six-digit code, a `#` before it or none; `alpha` 0–1."""
    code = code.lstrip("#")
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


class Palette(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of one theme."""

    NIGHT: Colour
    """The sky behind everything, above."""
    DUSK: Colour
    """The sky behind everything, below."""
    SURFACE: Colour
    RAISED: Colour
    EDGE: Colour
    TEXT: Colour
    MUTED: Colour
    FAINT: Colour
    GO: Colour
    INK: Colour
    """Words on GO, ASK and the colours of the seats."""
    ASK: Colour
    WRONG: Colour
    SEATS: tuple[Colour, ...]
    """In the order of `COLOURS`."""


PALETTES: Final = {
    "night": Palette(
        NIGHT=rgb("0B1022"),
        DUSK=rgb("141C3A"),
        SURFACE=rgb("1B2547"),
        RAISED=rgb("26325C"),
        EDGE=rgb("45548C"),
        TEXT=rgb("F3F5FF"),
        MUTED=rgb("B4C0E4"),
        FAINT=rgb("919CC5"),
        GO=rgb("74EBC0"),
        INK=rgb("0A1226"),
        ASK=rgb("FFB86B"),
        WRONG=rgb("FF8F87"),
        SEATS=tuple(rgb(colour.night) for colour in COLOURS),
    ),
    "day": Palette(
        NIGHT=rgb("E9EDF7"),
        DUSK=rgb("F8F9FD"),
        SURFACE=rgb("FFFFFF"),
        RAISED=rgb("E0E6F4"),
        EDGE=rgb("76839F"),
        TEXT=rgb("0D1429"),
        MUTED=rgb("404B6E"),
        FAINT=rgb("5A6588"),
        GO=rgb("005F4B"),
        INK=rgb("FFFFFF"),
        ASK=rgb("7A4100"),
        WRONG=rgb("A31515"),
        SEATS=tuple(rgb(colour.day) for colour in COLOURS),
    ),
}
BOARD: Final = PALETTES["night"]

NIGHT: Colour = BOARD.NIGHT
SURFACE: Colour = BOARD.SURFACE
RAISED: Colour = BOARD.RAISED
EDGE: Colour = BOARD.EDGE
TEXT: Colour = BOARD.TEXT
MUTED: Colour = BOARD.MUTED
FAINT: Colour = BOARD.FAINT
GO: Colour = BOARD.GO
INK: Colour = BOARD.INK
ASK: Colour = BOARD.ASK
WRONG: Colour = BOARD.WRONG
SEATS: tuple[Colour, ...] = BOARD.SEATS
"""By seat, as they are seated now."""
BOARD_SEATS: tuple[Colour, ...] = BOARD.SEATS
"""The same on a board's own night sky."""
CLEAR: Final = rgb("000000", 0.0)

STARLIGHT: Final = (14.0, 36.0)
"""How much brighter than the sky (of 255) its stars are: words stand out from the brightest of them too."""
TOUCH: Final = 48
"""The least side of anything to tap, in dp: 9 mm on a seven-inch panel."""
TEXT_SCALES: Final[dict[TextSize, float]] = {"small": 0.88, "normal": 1.0, "large": 1.25, "largest": 1.5}
"""Factors of what is measured in `sp`: words, numbers, and what carries them."""

current = Preferences()
"""How the screens are built now."""
seated: tuple[int, ...] = tuple(range(len(COLOURS)))
"""The colours of the seats, by their place in `COLOURS`."""


def apply(preferences: Preferences, order: tuple[int, ...] | None = None) -> None:
    """Have the colours, the size of texts (every `sp`), the hand and the motion that somebody prefers.

    `order`: the colours of the seats from now on, by their place in `COLOURS`; None: as they are.
    """
    from kivy.metrics import Metrics

    palette, order = PALETTES[preferences.theme], order or seated
    globals().update(msgspec.structs.asdict(palette), current=preferences, seated=order)
    globals().update(SEATS=seat_colours(palette, order), BOARD_SEATS=seat_colours(BOARD, order))
    scale = TEXT_SCALES[preferences.text]
    if Metrics.fontscale != scale:  # every text that is alive is drawn anew for it
        Metrics.fontscale = scale


def seat_colours(palette: Palette, order: tuple[int, ...]) -> tuple[Colour, ...]:
    """The colours of a palette in the order of the seats."""
    return tuple(palette.SEATS[colour] for colour in order)


def sky(palette: Palette, width: int, height: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The sky behind everything, a gradient and faint stars: height x width x 3, RGB, rows from the bottom."""
    import numpy as np

    ramp = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    low, high = (np.asarray(c[:3], np.float32) * 255 for c in (palette.DUSK, palette.NIGHT))
    pixels = np.broadcast_to(low + (high - low) * ramp, (height, width, 3)).copy()
    rng = Random(61)
    for _ in range(160):
        x, y, light = rng.randrange(width), rng.randrange(height), rng.uniform(*STARLIGHT)
        pixels[y, x] += light
    return np.asarray(np.clip(pixels, 0, 255), np.uint8)
