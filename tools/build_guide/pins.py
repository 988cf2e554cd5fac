"""Which wire goes where, as tables, from the constants of the firmware and of the settings."""

from __future__ import annotations

from typing import Final

from firmware_bridge.firmware.parts import PINS
from hardware.config import ButtonsConfig, LightsConfig, ShakerConfig

WIRES: Final[dict[str, tuple[str, str]]] = {
    "link_tx": ("Raspberry Pi, GPIO 15 (RXD)", "only without USB for the link"),
    "link_rx": ("Raspberry Pi, GPIO 14 (TXD)", "only without USB for the link"),
    "colour_0_sda": ("colour sensor left: SDA; motion sensor: SDA", "bus 0"),
    "colour_0_scl": ("colour sensor left: SCL; motion sensor: SCL", "bus 0"),
    "colour_1_sda": ("colour sensor right: SDA", "bus 1"),
    "colour_1_scl": ("colour sensor right: SCL", "bus 1"),
    "button_0": ("button of seat 1", "other side to ground"),
    "button_1": ("button of seat 2", "other side to ground"),
    "button_2": ("button of seat 3", "other side to ground"),
    "button_3": ("button of seat 4", "other side to ground"),
    "tilt": ("tilt switch", "instead of the motion sensor; other side to ground"),
    "ring": ("light ring: DIN, through 330 Ω", "5 V ring: level shifter 74AHCT125 between"),
    "colour_lamp": ("both colour sensors: LED", "their own white lamps"),
}
"""Part of the firmware -> where the wire goes, and a remark."""


def pico_table() -> str:
    """The wires of the microcontroller."""
    rows = ["| Pico pin | goes to | note |", "|---|---|---|"]
    rows += [f"| GP{pin} | {WIRES[name][0]} | {WIRES[name][1]} |" for name, pin in PINS.items()]
    return "\n".join(rows)


def pi_table() -> str:
    """The wires of a table without a microcontroller."""
    rows = ["| Raspberry Pi pin (BCM) | goes to |", "|---|---|"]
    rows += [f"| GPIO {pin} | lamp of round {k}, through 330 Ω |" for k, pin in enumerate(LightsConfig().pins, 1)]
    rows += [
        f"| GPIO {pin} | button of seat {k}, other side to ground |" for k, pin in enumerate(ButtonsConfig().pins, 1)
    ]
    rows.append(f"| GPIO {ShakerConfig().pin} | tilt switch at the mother ship, other side to ground (optional) |")
    return "\n".join(rows)


TABLES: Final = {"pico": pico_table, "pi": pi_table}


def with_tables(text: str) -> str:
    """The guide with every table between its marks made anew."""
    for name, table in TABLES.items():
        before, begin, rest = text.partition(f"<!-- pins: {name} -->")
        _, end, after = rest.partition("<!-- end -->")
        text = f"{before}{begin}\n{table()}\n{end}{after}"
    return text
