"""The steps of teaching the colour sensors their balls, as a drawing; the figures are the simulated ship's."""

from __future__ import annotations

from typing import Final

from firmware_bridge.firmware import colour
from hardware.simulated.shaker import BALLS, NOTHING, WHITE, Share
from tools.build_guide.svg import INK, PAPER, PART, SOFT, box, circle, line, svg, text

STEPS: Final[tuple[tuple[str, str, Share], ...]] = (
    ("white", "white paper", (0.32, 0.34, 0.3, 1.0)),
    ("none", "the empty tube", NOTHING),
    *((ball, f"the {ball} ball", share) for ball, share in BALLS.items()),
)
"""The name that `bridge calibrate` is given, what lies before the sensor, and what of the light comes back."""
FILLS: Final = {"white": "#ffffff", "black": "#1a1a1a", "blue": "#1f4fa8", "yellow": "#e8c400", "red": "#c4161c"}
COLUMN: Final = 158.0
CENTRE: Final = 130.0


def reading(name: str, share: Share) -> list[int]:
    """What the microcontroller's own program answers to that light; of white paper it keeps the brightness alone."""
    red, green, blue, clear = (round(part * WHITE) for part in share)
    if name == "white":
        return [1000, 0, 0, clear]
    return colour.features((red, green, blue, clear), WHITE)


def calibration() -> str:
    """One column a step: the sensor, what lies before it, the line to type, and about what is answered."""
    parts = [text(24, 40, "Teaching a colour sensor its balls", 20, bold=True)]
    parts.append(text(24, 64, "once for each sensor: left, then right; figures of the simulated ship", 13, colour=SOFT))
    for number, (name, words, share) in enumerate(STEPS):
        parts += _step(24 + COLUMN * number, number, name, words, share)
    return svg(24 + COLUMN * len(STEPS) + 8, 344, parts)


def _step(x: float, number: int, name: str, words: str, share: Share) -> list[str]:
    middle = x + (COLUMN - 16) / 2
    red, green, blue, bright = reading(name, share)
    return [
        box(x, 84, COLUMN - 16, 244, PAPER),
        text(x + 12, 108, f"{number + 1}.", 15, bold=True),
        *_before_sensor(name, middle),
        text(middle, 232, words, 12, "middle"),
        text(middle, 258, "bridge calibrate", 12, "middle", SOFT),
        text(middle, 275, f"left {name}", 14, "middle", bold=True),
        text(middle, 302, f"{red}, {green}, {blue}, {bright}", 13, "middle"),
        text(middle, 318, "red, green, blue, brightness", 9, "middle", SOFT),
    ]


def _before_sensor(name: str, middle: float) -> list[str]:
    sensor = [box(middle - 26, 188, 52, 16, PART, 3), text(middle, 200, "sensor", 10, "middle")]
    rays = [line([(middle + dx, 186), (middle + dx, 168)], SOFT, 1.2, dashed=True) for dx in (-8, 8)]
    if name == "white":
        return [box(middle - 40, 150, 80, 14, "#ffffff", 1), *rays, *sensor]
    tube = [line([(middle - 30, 104), (middle - 30, 168), (middle + 30, 168), (middle + 30, 104)], INK, 1.5)]
    ball = [] if name == "none" else [circle(middle, CENTRE + 14, 22, FILLS[name])]
    return [*tube, *ball, *rays, *sensor]
