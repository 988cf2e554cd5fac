"""Trials of what stands still: the app, the whole machine, and a clock without a battery."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final

from tools.kill9 import same_place
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import APP, BOOT_S, Bench, anew, fresh, limits, properties, ready, switch_on, up
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused
from tools.virtual_pi.trials.disk import BEGIN, on_disk

PATIENCE_S: Final = {"kvm": 15, "tcg": 90}
"""After this time without a word systemd takes the app, and a watchdog the machine, for hung."""
WATCHDOG: Final = ("-device", "i6300esb", "-action", "watchdog=reset")
BEFORE_US: Final = ("-rtc", "base=2001-01-01T00:00:00")
DIE: Final = "echo 0 > /proc/sys/kernel/panic && sleep 1 && echo c > /proc/sysrq-trigger"
"""The kernel panics, and does not begin anew by itself."""


def hang(bench: Bench) -> dict[str, Any]:
    """The app stands still in the middle of a game: systemd ends it, and it comes back to the same place."""
    with ready(bench) as (_, machine):
        limits(machine, f"[Service]\nWatchdogSec={PATIENCE_S[bench.accelerator]}\n")
        anew(machine)
        before = begun(bench, machine)
        seen = len(machine.trace.entries)
        machine.run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", APP)
        stopped = time.monotonic()
        within = PATIENCE_S[bench.accelerator] + BOOT_S * machine.slowdown
        back, after = machine.trace.until(lambda _: True, within, seen)
        if after != before:
            raise Refused(f"it came back to {after}, not to {before}")
        pictures.shows(machine, bench.pictures / "1_back.png", pictures.load(bench.pictures / "0_begun.png"))
        told = properties(machine, APP, "NRestarts")
    if told != {"NRestarts": "1"}:
        raise Refused(f"it was started again otherwise: {told}")
    return {"patience_s": PATIENCE_S[bench.accelerator], "back_after_s": round(back - stopped, 1)}


def kernel_hang(bench: Bench) -> dict[str, Any]:
    """The kernel stands still in the middle of a game: the watchdog begins anew, and the game is the same."""
    patience = f"systemd.watchdog_sec={PATIENCE_S[bench.accelerator]}"
    with fresh(bench) as disk:
        with switch_on(bench, disk, patience, more=WATCHDOG) as machine:
            up(machine)
            before = begun(bench, machine)
            machine.run("systemd-run", "--no-block", "sh", "-c", DIE)
            died = time.monotonic()
            events = machine.monitor.last_events(3 * PATIENCE_S[bench.accelerator])
            reset = time.monotonic() - died
        if "WATCHDOG" not in events:
            raise Refused(f"not the watchdog began anew: {events}")
        resumed(bench, disk, before)
    return {"patience_s": PATIENCE_S[bench.accelerator], "reset_after_s": round(reset, 1)}


def clock(bench: Bench) -> dict[str, Any]:
    """The clock has no battery: the machine starts again years before the game, and comes back to it."""
    with ready(bench) as (disk, machine):
        before = begun(bench, machine)
        machine.run("sync")
        machine.cut()
        year = resumed(bench, disk, before, BEFORE_US)
    return {"year_after": year}


def begun(bench: Bench, machine: Machine) -> Any:
    """Begin a game by touch; what the app told last."""
    pictures.walk(machine, bench.pictures / "0_begun.png", pictures.tour(*BEGIN), BEGIN)
    return machine.trace.entries[-1][1]


def resumed(bench: Bench, disk: Path, before: Any, more: tuple[str, ...] = ()) -> int:
    """Start the machine again: it comes back to the same game, seen on the panel. The year that it thinks it is."""
    kept = on_disk(disk, bench.work)
    with switch_on(bench, disk, more=more) as machine:
        _, after = machine.trace.until(lambda _: True, 2 * BOOT_S * machine.slowdown)
        pictures.shows(machine, bench.pictures / "1_back.png", pictures.load(bench.pictures / "0_begun.png"))
        year = int(machine.run("date", "+%Y"))
    if (verdict := same_place(before, after, *kept)) != "same":
        raise Refused(verdict)
    return year
