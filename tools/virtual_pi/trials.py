"""The list of trials: each starts machines of its own on a fresh copy of the disk, and tells what it measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from tools.virtual_pi import camera, cuts, disk, panel, standstill, wifi
from tools.virtual_pi.bench import Bench

Trial: TypeAlias = Callable[[Bench], dict[str, Any]]
TRIALS: Final[dict[str, Trial]] = {
    "boot": panel.boot,
    "first_picture": panel.first_picture,
    "touch": panel.touch,
    "upright": panel.upright,
    "camera": camera.camera,
    "wifi": wifi.wifi,
    "readonly": disk.readonly,
    "readonly_start": disk.readonly_start,
    "full": disk.full,
    "hang": standstill.hang,
    "kernel_hang": standstill.kernel_hang,
    "clock": standstill.clock,
    "cut": disk.cut,
    "cuts": cuts.cuts,
}
"""In the order in which they run."""
