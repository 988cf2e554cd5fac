"""The build guide's drawings as SVG: wiring, the mother ship's foot, the camera's arm (lengths in mm)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from firmware_bridge.firmware.parts import PINS
from tools.build_guide.calibration import calibration
from tools.build_guide.svg import INK, PAPER, SOFT, XY, box, circle, line, svg, text

SIGNAL: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9")
POWER: Final = "#c1121f"
GROUND: Final = "#333333"


# Wiring --------------------------------------------------------------------------------------------------------------

ROW: Final = 34.0
TOP: Final = 124.0
PICO_X: Final = 300.0
PICO_WIDTH: Final = 120.0
PARTS_X: Final = 640.0
GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("colour sensor left (TCS34725)", ("colour_0_sda", "colour_0_scl")),
    ("motion sensor (LIS3DH), same bus", ()),
    ("colour sensor right (TCS34725)", ("colour_1_sda", "colour_1_scl")),
    ("lamps of both colour sensors: LED", ("colour_lamp",)),
    ("light ring, 24 pixels (WS2812): DIN", ("ring",)),
    ("button of seat 1", ("button_0",)),
    ("button of seat 2", ("button_1",)),
    ("button of seat 3", ("button_2",)),
    ("button of seat 4", ("button_3",)),
)


def wiring() -> str:
    """The microcontroller in the middle, the Raspberry Pi on its left, every part on its right."""
    rows = [name for _, names in GROUPS for name in (names or ("",))]
    height = TOP + ROW * len(rows) + 120
    parts = [text(24, 40, "Wiring of the table's microcontroller", 20, bold=True)]
    parts.append(text(24, 64, "every part also gets 3V3 and GND, the ring 5 V (VBUS) and GND", 13, colour=SOFT))
    parts += [box(PICO_X, TOP - 14, PICO_WIDTH, ROW * len(rows) + 20), *_pico_title(), *_pi(height)]
    row = 0
    for number, (title, names) in enumerate(GROUPS):
        parts += _part(title, names, row, SIGNAL[number % len(SIGNAL)])
        row += len(names) or 1
    return svg(1000, height, [*parts, *_power(height)])


def _pico_title() -> list[str]:
    x = PICO_X + PICO_WIDTH / 2
    return [text(x, TOP - 24, "Raspberry Pi Pico", 14, "middle", bold=True)]


def _pi(height: float) -> list[str]:
    y = height / 2 - 60
    wire = [(184.0, y + 60), (PICO_X, y + 60)]
    return [
        box(24, y, 160, 120),
        text(104, y + 52, "Raspberry Pi", 15, "middle", bold=True),
        text(104, y + 74, "any USB port", 13, "middle", SOFT),
        line(wire, INK, 5),
        text(242, y + 50, "USB cable", 13, "middle"),
        text(242, y + 82, "power + link", 12, "middle", SOFT),
    ]


def _part(title: str, names: tuple[str, ...], row: int, colour: str) -> list[str]:
    y = TOP + ROW * row
    found = [box(PARTS_X, y, 330, ROW * (len(names) or 1) - 6), text(PARTS_X + 14, y + 19, title, 13, bold=True)]
    for offset, name in enumerate(names):
        at = y + ROW * offset + 14
        found.append(line([(PICO_X + PICO_WIDTH, at), (PARTS_X, at)], colour, 2.5))
        found.append(text(PICO_X + PICO_WIDTH - 10, at + 5, f"GP{PINS[name]}", 13, "end"))
        found.append(text(PICO_X + PICO_WIDTH + 14, at - 4, _signal(name), 11, colour=colour))
    if not names:
        above = y - ROW + 14
        found.append(
            line([(PARTS_X - 40, above - ROW), (PARTS_X - 40, y + 9), (PARTS_X, y + 9)], colour, 2, dashed=True)
        )
        found.append(line([(PARTS_X - 24, above), (PARTS_X - 24, y + 19), (PARTS_X, y + 19)], colour, 2, dashed=True))
    return found


def _signal(name: str) -> str:
    for word, shown in (("sda", "SDA (data)"), ("scl", "SCL (clock)"), ("ring", "through 330 Ω")):
        if name.endswith(word):
            return shown
    return "to ground when pressed" if name.startswith("button") else "high = lit"


def _power(height: float) -> list[str]:
    y = height - 76
    return [
        line([(24, y), (70, y)], POWER, 3),
        text(80, y + 5, "3V3 (pin 36): sensors.  5 V (VBUS, pin 40): light ring, with 470 µF across its supply", 13),
        line([(24, y + 26), (70, y + 26)], GROUND, 3),
        text(80, y + 31, "GND: all parts and the other side of every button, together", 13),
    ]


# The mother ship's foot ----------------------------------------------------------------------------------------------


def foot() -> str:
    """The foot with its two sensors, seen from above and from the side, millimetres × 4."""
    k = 4.0
    parts = [text(24, 36, "Foot of the mother ship (mm)", 20, bold=True)]
    x, y = 60.0, 80.0
    parts += [text(x, y - 12, "from above", 14, colour=SOFT), box(x, y, 90 * k, 50 * k, radius=24)]
    parts += [circle(x + 45 * k, y + 25 * k, 12.5 * k, PAPER), text(x + 45 * k, y + 25 * k + 5, "Ø 25", 14, "middle")]
    for side, name in ((-1, "left"), (1, "right")):
        at = x + (45 + side * 22) * k
        parts.append(box(at - k, y + 15 * k, 2 * k, 20 * k, PAPER, 2))
        parts.append(circle(at - side * 1.8 * k, y + 25 * k, 1.2 * k, "#d9def2"))
        parts.append(text(at, y + 12 * k, f"sensor {name}, 20 wide", 12, "middle"))
    parts += _measure((x, y + 56 * k), (x + 90 * k, y + 56 * k), "90")
    parts += _measure((x - 24, y), (x - 24, y + 50 * k), "50")
    return svg(560, 640, [*parts, *_foot_side(k, x, 400.0)])


def _foot_side(k: float, x: float, y: float) -> list[str]:
    base = y + 40 * k
    return [
        text(x, y - 34, "from the side: the clear tube stands between the sensors", 14, colour=SOFT),
        box(x, base - 6 * k, 90 * k, 6 * k, radius=3),
        box(x + 32.5 * k, y - 10, 25 * k, base - 6 * k - y + 10, PAPER, 3),
        circle(x + 45 * k, base - 12 * k, 5.5 * k, "#d9def2"),
        circle(x + 45 * k, base - 24 * k, 5.5 * k, "#d9def2"),
        box(x + 22 * k, base - 30 * k, 2 * k, 24 * k, radius=2),
        box(x + 66 * k, base - 18 * k, 2 * k, 12 * k, radius=2),
        text(x + 20 * k, base - 26 * k, "left sensor: upper ball", 12, "end"),
        text(x + 70 * k, base - 13 * k, "right: lower ball", 12),
        *_measure((x + 58.5 * k, base - 36 * k), (x + 66 * k, base - 36 * k), "8"),
        text(
            x,
            base + 28,
            "Matt black inside; 8 mm from lens to tube; a ball's centre on each sensor's axis.",
            12,
            colour=SOFT,
        ),
    ]


# The camera's arm ----------------------------------------------------------------------------------------------------


def arm() -> str:
    """The camera's arm beside the table, seen from the side, millimetres."""
    ground = 560.0
    parts = [
        text(24, 36, "Camera arm (mm)", 20, bold=True),
        line([(40, ground), (760, ground)], INK, 4),
        text(50, ground + 24, "table", 13, colour=SOFT),
        box(80, ground - 480, 24, 480, radius=4),
        box(80, ground - 480, 330, 20, radius=4),
        box(60, ground - 14, 120, 14, radius=3),
        box(380, ground - 462, 44, 26, "#cdd5ee", 4),
        text(432, ground - 440, "camera, looking straight down", 13),
        line([(402, ground - 436), (300, ground - 4)], SOFT, 1.5, dashed=True),
        line([(402, ground - 436), (504, ground - 4)], SOFT, 1.5, dashed=True),
        box(303, ground - 8, 198, 6, "#cdd5ee", 2),
        text(402, ground - 18, "board 198 × 254", 13, "middle"),
        box(600, ground - 180, 60, 26, "#ffe9c7", 4),
        line([(630, ground - 154), (630, ground)], INK, 4),
        text(630, ground - 192, "lamp beside, not above", 13, "middle"),
    ]
    parts += _measure((250, ground - 436), (250, ground), "450 to 600")
    parts += _measure((104, ground - 500), (402, ground - 500), "300")
    words = "2 pixels a millimetre or more: 1280 × 720 from 450 mm sees 400 × 225 mm with a 48° lens"
    return svg(800, 640, [*parts, text(40, ground + 56, words, 13, colour=SOFT)])


def _measure(one: XY, other: XY, words: str) -> list[str]:
    """A dimension line with its figure."""
    upright = one[0] == other[0]
    tick = (6.0, 0.0) if upright else (0.0, 6.0)
    ends = [line([(x - tick[0], y - tick[1]), (x + tick[0], y + tick[1])], SOFT, 1.5) for x, y in (one, other)]
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    if upright:
        words_at = f'transform="rotate(-90 {middle[0] - 8:g} {middle[1]:g})"'
        label = text(middle[0] - 8, middle[1], words, 13, "middle", SOFT).replace("<text ", f"<text {words_at} ")
    else:
        label = text(middle[0], middle[1] - 8, words, 13, "middle", SOFT)
    return [line([one, other], SOFT, 1.5), *ends, label]


DRAWINGS: Final[dict[str, Callable[[], str]]] = {
    "wiring.svg": wiring,
    "foot.svg": foot,
    "arm.svg": arm,
    "calibration.svg": calibration,
}
