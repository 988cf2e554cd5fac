"""Trials of the panel: the first screen, each picture after a quiet time, fingers."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any, Final

from tools.virtual_pi import pictures
from tools.virtual_pi.bench import Bench, fresh, switch_on, up
from tools.virtual_pi.qmp import Refused, tap

ALONE: Final = "multi-user.target"
"""What the same image boots to without us."""
QUIET_S: Final = 15.0
"""The app rests after eight seconds without a touch."""
EMPTY: Final = (0.02, 0.95)
"""A place of the start screen where nothing is."""
OTHER: Final = 0.05
"""The part of the pixels up to which two machines may draw the same screen differently."""


def boot(bench: Bench) -> dict[str, Any]:
    """Cold boot to the first screen, seen on the panel; and the same image without us."""
    with fresh(bench) as disk:
        with switch_on(bench, disk) as machine:
            film = pictures.Film(machine, bench.pictures / "first_screen.png")
            try:
                ready = up(machine)
                zero = machine.age() - float(machine.run("cat", "/proc/uptime").split()[0])
                seen, panel = film.still(machine.slowdown, 10 * machine.slowdown)
            finally:
                film.end()
        with switch_on(bench, disk, f"systemd.unit={ALONE}") as machine:
            alone = up(machine, ALONE)
    if (part := pictures.differing(panel, pictures.drawn())) > OTHER:
        raise Refused(f"the panel does not show the first screen: {part:.0%} of it differ")
    if seen > zero + ready + 3 * machine.slowdown:
        raise Refused(f"the app was up after {zero + ready:.1f} s, its picture came after {seen:.1f} s")
    figures = {
        "seen_s": seen,
        "ready_after_kernel_s": ready,
        "without_us_after_kernel_s": alone,
        "ratio": ready / alone,
    }
    return {name: round(value, 2) for name, value in figures.items()}


def first_picture(bench: Bench) -> dict[str, Any]:
    """After each quiet time, what a touch changes is on the panel at once, and nothing follows later."""
    start, settings = pictures.controls(), pictures.controls("settings")
    ways = [start["settings"], settings["theme=day"], settings["theme=night"], settings["back"], start["settings"]]
    late: list[float] = []
    with fresh(bench) as disk, switch_on(bench, disk) as machine:
        up(machine)
        for number, box in enumerate(ways):
            time.sleep(QUIET_S)
            before = pictures.load(machine.shot(bench.pictures / f"{number}_quiet.png"))
            touched = time.monotonic()
            tap(machine.monitor, box.centre)
            path = bench.pictures / f"{number}_touched.png"
            while pictures.same(before, pictures.load(machine.shot(path))):
                if time.monotonic() > touched + 3 * machine.slowdown:
                    raise Refused(f"touch {number} after a quiet time is not on the panel")
                time.sleep(machine.slowdown / 20)
            late.append(time.monotonic() - touched)
            now = pictures.settled(machine, path)
            time.sleep(QUIET_S)
            later = pictures.load(machine.shot(bench.pictures / f"{number}_later.png"))
            if not pictures.same(now, later):
                raise Refused(f"touch {number}: the panel changed again long after it")
    return {"touches": len(ways), "shown_after_s": [round(seconds, 2) for seconds in late]}


def touch(bench: Bench) -> dict[str, Any]:
    """Fingers on a multitouch panel: a tap presses a button, is counted once, and so is one beside a second finger."""
    start, settings = pictures.controls(), pictures.controls("settings")
    sound = start["sound"]
    with fresh(bench) as disk, switch_on(bench, disk) as machine:
        up(machine)

        def picture(name: str) -> pictures.Picture:
            return pictures.settled(machine, bench.pictures / f"{name}.png")

        off = picture("0_start")
        seen = len(machine.trace.entries)
        tap(machine.monitor, start["settings"].centre)
        machine.trace.until(lambda entry: entry["screen"] == "settings", 5 * machine.slowdown, seen)
        picture("1_settings")
        seen = len(machine.trace.entries)
        tap(machine.monitor, settings["back"].centre)
        machine.trace.until(lambda entry: entry["screen"] == "start", 5 * machine.slowdown, seen)
        states = [picture("2_start")]
        for number, places in enumerate(((sound.centre,), (sound.centre,), (EMPTY, sound.centre))):
            tap(machine.monitor, *places)
            states.append(picture(f"{3 + number}_sound"))
    changed = [not pictures.same(one, other, sound) for one, other in pairwise(states)]
    if not pictures.same(off, states[0]) or changed != [True, True, True]:
        raise Refused(f"each tap on the sound switches it: {changed}; back as it was: {pictures.same(off, states[0])}")
    return {"taps": 5, "counted_once": 3}
