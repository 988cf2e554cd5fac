"""The measures of the house board, in board millimetres (x right, y down); its window and markers are in the pack."""

from __future__ import annotations

import math
from typing import Final

from engines.layout import XY, Board, Disc

BOARD: Final = Board(width=198.0, height=254.0)
"""Fits a sheet of A4 and of Letter with at least 6 mm of margin."""
DISC: Final = Disc(centre=(99.0, 93.5), radius=92.0, depth=1.7)
"""The rim ends 1.5 mm below the board's top edge; frame of 1.5 mm card with its sheet, 0.1 mm of play."""
WINDOW_RADIUS: Final = 73.8
HORIZON: Final = 29.5
"""How far below Polaris the horizon lies, on average. With these hills no star of any round is a close call."""
NOTCH_RADIUS: Final = 79.0
"""The frame is open above this circle around Polaris, so that one round's numeral and circles show."""
NOTCH_HALF: Final = 23.5
"""Half the opening angle of the notch, degrees."""
NUMERAL_AT: Final = -16.5
"""Where the round's numeral and the arrow are, degrees clockwise from the top."""
CIRCLES_AT: Final[tuple[float, ...]] = (-5.0, 6.0, 17.0)
"""Where the circles are for the points of the current type, the previous type and the lines."""
THUMB_RADIUS: Final = 17.0
"""The half-moon cut from the top edge of the base, to take hold of the disc."""
PLAY: Final = 0.5
"""Air around the disc in its pocket."""
TOTALS: Final[tuple[XY, ...]] = tuple((42.0 + 18.5 * k, 229.0) for k in range(6))
"""The fields for the points of the six rounds."""
TOTAL: Final[XY] = (156.0, 229.0)
"""The field for their sum."""


def horizon(x: float) -> float:
    """Millimetres below Polaris of the hills' edge, `x` millimetres right of Polaris."""
    return HORIZON + 3.6 * math.sin((x - 66.3) / 16.9) - 4.4 * math.cos((x - 35.0) / 33.2)
