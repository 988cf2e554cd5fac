"""The colours and sizes of the screens. Lengths are in dp: 1/480 of the shorter side of the screen.

Colour never speaks alone: star types have shapes and letters too, seats have numbers, warnings have signs.
"""

from __future__ import annotations

from typing import Final

Colour = tuple[float, float, float, float]


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six-digit code; `alpha` 0–1."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


NIGHT: Final = rgb("0B1022")
DUSK: Final = rgb("141C3A")
SURFACE: Final = rgb("1B2547")
RAISED: Final = rgb("26325C")
EDGE: Final = rgb("45548C")
TEXT: Final = rgb("F3F5FF")
MUTED: Final = rgb("B4C0E4")
FAINT: Final = rgb("7C89B8")
GO: Final = rgb("74EBC0")
INK: Final = rgb("0A1226")
ASK: Final = rgb("FFB86B")
WRONG: Final = rgb("FF8F87")
CLEAR: Final = rgb("000000", 0.0)

SEATS: Final = (rgb("74EBC0"), rgb("FFA97A"), rgb("C7A6FF"), rgb("FF9CCB"))

TOUCH: Final = 48
"""The least side of anything to tap, in dp: 9 mm on a seven-inch panel."""
