"""Trials of the panel: the first screen, each picture after a quiet time, fingers."""

from __future__ import annotations

import time
from typing import Any, Final

from tools.virtual_pi import pictures
from tools.virtual_pi.bench import QUIET_S, Bench, fresh, ready, switch_on, up
from tools.virtual_pi.machine import HEIGHT, WIDTH
from tools.virtual_pi.qmp import Refused, tap

ALONE: Final = "multi-user.target"
"""What the same image boots to without us."""
QUIET: Final = ("page.settings", "prefer.theme=day", "prefer.theme=night", "back", "page.settings")
"""What is touched after quiet times."""
TAPPED: Final = ("page.settings", "back", "sound", "turn", "sound")
"""What fingers tap, the last of it on a turned screen."""
EMPTY: Final = (0.02, 0.95)
"""A place of the start screen where nothing is."""


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
    if (part := pictures.differing(panel, pictures.tour()[0].picture)) > pictures.OTHER:
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
    views = pictures.tour(*QUIET)
    late: list[float] = []
    with ready(bench) as (_, machine):
        pictures.shows(machine, bench.pictures / "0.png", views[0].picture)
        for number, way in enumerate(QUIET, 1):
            time.sleep(QUIET_S)
            touched = time.monotonic()
            tap(machine.monitor, views[number - 1].boxes[way].centre)
            path = bench.pictures / f"{number}.png"
            late.append(pictures.shows(machine, path, views[number].picture) - touched)
            now = pictures.load(path)
            time.sleep(QUIET_S)
            later = pictures.load(machine.shot(bench.pictures / f"{number}_later.png"))
            if not pictures.same(now, later):
                raise Refused(f"touch {number}: the panel changed again long after it")
    return {"touches": len(QUIET), "shown_after_s": [round(seconds, 2) for seconds in late]}


def touch(bench: Bench) -> dict[str, Any]:
    """Fingers on a multitouch panel: a tap presses a button, is counted once, and so is one beside a second finger.

    On a screen that is turned to who sits opposite, a tap lands where the finger is.
    """
    start, settings, _, mute, turned, loud = pictures.tour(*TAPPED)
    sound = start.boxes["sound"]
    taps = {
        "1_settings": ((start.boxes["page.settings"].centre,), settings.picture, None),
        "2_start": ((settings.boxes["back"].centre,), start.picture, None),
        "3_sound_off": ((sound.centre,), mute.picture, sound),
        "4_sound_on": ((sound.centre,), start.picture, sound),
        "5_sound_off_beside_a_finger": ((EMPTY, sound.centre), mute.picture, sound),
        "6_turned": ((start.boxes["turn"].centre,), turned.picture, None),
        "7_turned_sound_on": ((sound.opposite.centre,), loud.picture, sound.opposite),
    }
    with ready(bench) as (_, machine):
        pictures.shows(machine, bench.pictures / "0_start.png", start.picture)
        for name, (places, wanted, box) in taps.items():
            tap(machine.monitor, *places)
            pictures.shows(machine, bench.pictures / f"{name}.png", wanted, box)
    return {"taps": len(taps)}


def upright(bench: Bench) -> dict[str, Any]:
    """On a panel that is higher than wide the screen lies across it, and taps land where the finger is."""
    start, settings = pictures.tour("page.settings")
    with fresh(bench) as disk, switch_on(bench, disk, panel=(HEIGHT, WIDTH)) as machine:
        seconds = up(machine)
        pictures.shows(machine, bench.pictures / "0_start.png", pictures.across(start.picture))
        for number, (view, way, then) in enumerate(((start, "page.settings", settings), (settings, "back", start)), 1):
            x, y = view.boxes[way].centre
            tap(machine.monitor, (y, 1 - x))
            pictures.shows(machine, bench.pictures / f"{number}_{way}.png", pictures.across(then.picture))
    return {"ready_after_kernel_s": round(seconds, 2)}
