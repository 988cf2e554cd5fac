"""The trial of the pins: lamps and seat buttons at a chip that the kernel simulates (`gpio-sim`)."""

from __future__ import annotations

import time
from typing import Any, Final

from hardware.config import ButtonsConfig, LightsConfig
from tools.virtual_pi import pictures, pins
from tools.virtual_pi.bench import Bench, anew, limits, ready
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import tap
from tools.virtual_pi.trials.serial_port import BAR

LINE: Final = ("star.46", "star.35")
"""A line of a tile, as fingers draw it."""
WAYS: Final = (
    *("main", "game.star_explorer", "way.table", "name.Guest 1", "name.Guest 2", "main", "first.0"),
    *("start_tile.red_white.0", "start_tile.red_yellow.0", "size.5", "tile.cassiopeia", "tile.cepheus"),
)
"""From the first screen to a drawing."""
LAMPS: Final = LightsConfig().pins
BUTTONS: Final = ButtonsConfig().pins
MODULE: Final = "/run/gpio-sim.ko"
CHIP: Final = "/sys/kernel/config/gpio-sim/pi"
MADE: Final = f"""
modprobe configfs; insmod {MODULE}; mkdir {CHIP} {CHIP}/header; echo 28 > {CHIP}/header/num_lines
(cat /proc/cpuinfo; echo 'Revision : c03114') > /run/cpuinfo
"""
"""A chip with the pins of a Raspberry Pi 4, by whose number gpiozero knows it."""
KNOWN: Final = "[Service]\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\n"
PINS: Final = f"cd /sys/devices/platform/$(cat {CHIP}/dev_name)/$(cat {CHIP}/header/chip_name)"
PRESS: Final = PINS + "; echo pull-down > sim_gpio{0}/pull; sleep 1; echo pull-up > sim_gpio{0}/pull"
SHINES: Final = PINS + "; for _ in $(seq {1}); do grep -q 1 sim_gpio{0}/value && exit; sleep 1; done; exit 1"
STEPS: Final = (*WAYS, *LINE, "main", *LINE, "main", "main", "main")
PRESSED, LOST, BACK = len(WAYS) + 2, len(WAYS) + 3, len(WAYS) + 6
"""The steps before which a button is pressed in place of a finger, the pins are lost, and they are back."""
BELOW: Final = pictures.Box(0, 60, 800, 420)
"""What is not the bar, which names the lost pins."""


def gpio(bench: Bench) -> dict[str, Any]:
    """Pins that come late are found: lamps show the round, and a seat's button ends its drawing.

    Lost, they are named, and a finger goes on; back again, the lamps show the next round.
    """
    views = pictures.tour(*STEPS)

    def go(*steps: int) -> None:
        for step in steps:
            tap(machine.monitor, views[step].boxes[STEPS[step]].centre)
            pictures.shows(machine, bench.pictures / f"{step}.png", views[step + 1].picture, BELOW)

    with ready(bench) as (_, machine):
        module = pins.module(bench.image.base, bench.work / f"pins-{bench.image.disk.stem}")
        machine.put(MODULE, module.read_bytes())
        machine.run("sh", "-e", "-c", MADE)
        limits(machine, KNOWN)
        anew(machine)
        _chip(machine, there=True)
        go(*range(PRESSED))
        _shines(machine, LAMPS[0])
        begun = time.monotonic()
        machine.run("sh", "-e", "-c", PRESS.format(BUTTONS[0]))
        path = bench.pictures / "pressed.png"
        counted = pictures.shows(machine, path, views[LOST].picture, BELOW) - begun
        before = pictures.load(path)
        _chip(machine, there=False)
        gone = pictures.changes(machine, bench.pictures / "lost.png", before, BAR)
        go(*range(LOST, BACK))
        _chip(machine, there=True)
        plugged = time.monotonic()
        back = pictures.shows(machine, bench.pictures / "back.png", views[BACK].picture) - plugged
        _shines(machine, LAMPS[0])
        go(*range(BACK, len(STEPS)))
        _shines(machine, LAMPS[1])
    figures = {"counted_after_s": counted, "told_after_s": gone, "back_after_s": back}
    return {name: round(seconds, 1) for name, seconds in figures.items()}


def _chip(machine: Machine, *, there: bool) -> None:
    machine.run("sh", "-c", f"echo {there:d} > {CHIP}/live; udevadm settle")


def _shines(machine: Machine, pin: int) -> None:
    """Wait until a lamp burns. Raises Refused where it stays dark."""
    machine.run("sh", "-c", SHINES.format(pin, round(10 * machine.slowdown)))
