"""The list of trials: each starts machines of its own on a fresh copy of the disk, and tells what it measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from tools.virtual_pi.bench import Bench
from tools.virtual_pi.trials import camera, cuts, disk, gpio, panel, sectors, serial_port, standstill, stick, week, wifi

Trial: TypeAlias = Callable[[Bench], dict[str, Any]]
TRIALS: Final[dict[str, Trial]] = {
    "boot": panel.boot,
    "first_picture": panel.first_picture,
    "touch": panel.touch,
    "upright": panel.upright,
    "camera": camera.camera,
    "wifi": wifi.wifi,
    "serial": serial_port.serial,
    "gpio": gpio.gpio,
    "stick": stick.stick,
    "readonly": disk.readonly,
    "readonly_start": disk.readonly_start,
    "full": disk.full,
    "bad_sectors": sectors.bad_sectors,
    "hang": standstill.hang,
    "kernel_hang": standstill.kernel_hang,
    "clock": standstill.clock,
    "cut": disk.cut,
    "cuts": cuts.cuts,
    "week": week.week,
}
"""In the order in which they run."""
