"""The trial of the microcontroller: its firmware at the other end of a USB port that the kernel makes of itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from hardware.bridge import LINK
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import Bench, anew, ready
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import tap

WAYS: Final = (
    "main",
    "game.starfarers",
    "way.table",
    "name.Guest 1",
    "name.Guest 2",
    "name.Guest 3",
    "main",
    "first.0",
)
"""From the first screen to a game in which a mother ship is shaken."""
SHAKEN: Final = ("pair.blue.red", "main")
"""The shake, as a finger names it, and the end of the turn."""
PROGRAM: Final = Path(__file__).with_name("microcontroller.py")
PYTHON: Final = "/opt/planisphere/venv/bin/python"
UNIT: Final = "microcontroller"
PORT: Final = "/dev/ttyGS1"
"""The board's end of the link."""
SHAKES: Final = "/run/shakes"
GADGET: Final = "/sys/kernel/config/usb_gadget/pico"
BOARD: Final = f"""
modprobe dummy_hcd; modprobe libcomposite; modprobe usb_f_acm
until mkdir {GADGET}; do sleep 1; done; cd {GADGET}
echo 0x2e8a > idVendor; echo 0x0005 > idProduct
mkdir strings/0x409; echo MicroPython > strings/0x409/manufacturer; echo trial > strings/0x409/serialnumber
mkdir -p configs/c.1 functions/acm.0 functions/acm.1; ln -s functions/acm.0 functions/acm.1 configs/c.1
"""
"""A board that runs MicroPython, as it is known on the bus: two serial ports, of which the second is the link."""
IN: Final = f"echo dummy_udc.0 > {GADGET}/UDC"
OUT: Final = f"echo > {GADGET}/UDC"
BAR: Final = pictures.Box(60, 0, 460, 52)
"""Where the screen says what is missing."""


def serial(bench: Bench) -> dict[str, Any]:
    """The microcontroller is found, and its shakes count; pulled out, it is named, and a finger tells the balls.

    Plugged in again, it is back by itself.
    """
    views = pictures.tour(*WAYS, *SHAKEN)
    with ready(bench) as (_, machine):
        machine.put(f"/run/{PROGRAM.name}", PROGRAM.read_bytes())
        machine.run("sh", "-e", "-c", BOARD)
        _plug_in(machine)
        anew(machine)
        pictures.walk(machine, bench.pictures / "7_game.png", views, WAYS)
        counted = _turn(bench, machine, views, "8_shaken", lambda: machine.put(SHAKES, b"blue red"))
        before = pictures.load(bench.pictures / "8_shaken_next.png")
        machine.run("sh", "-c", OUT)
        gone = pictures.changes(machine, bench.pictures / "9_pulled_out.png", before, BAR)
        _turn(bench, machine, views, "9_touched", lambda: _touch(machine, views[-1], "pair.blue.yellow"))
        _plug_in(machine)
        plugged = time.monotonic()
        back = pictures.shows(machine, bench.pictures / "10_plugged_in.png", before, BAR)
        _turn(bench, machine, views, "11_shaken_again", lambda: machine.put(SHAKES, b"yellow red"))
    figures = {"counted_after_s": counted, "told_after_s": gone, "back_after_s": back - plugged}
    return {name: round(seconds, 1) for name, seconds in figures.items()}


def _turn(bench: Bench, machine: Machine, views: list[pictures.View], name: str, shake: Callable[[], object]) -> float:
    """A ship is shaken, and the turn ends; after how many seconds the shake counted."""
    lines, seen, begun = machine.trace.entries[-1][1]["lines"], len(machine.trace.entries), time.monotonic()
    shake()
    counted, _ = machine.trace.until(lambda entry: entry["lines"] > lines, 15 * machine.slowdown, seen)
    flying, awaited = views[-2:]
    pictures.shows(machine, bench.pictures / f"{name}.png", flying.picture, flying.boxes["main"])
    _touch(machine, flying, "main")
    pictures.shows(machine, bench.pictures / f"{name}_next.png", awaited.picture, awaited.boxes["end"])
    return counted - begun


def _plug_in(machine: Machine) -> None:
    """Plug it in, and run its firmware; the kernel and udev have found it."""
    machine.run("sh", "-c", f"{IN}; until test -c {LINK} -a -c {PORT}; do sleep 1; done")
    machine.run("systemd-run", f"--unit={UNIT}", "--collect", PYTHON, f"/run/{PROGRAM.name}", PORT, SHAKES)


def _touch(machine: Machine, view: pictures.View, way: str) -> None:
    tap(machine.monitor, view.boxes[way].centre)
