"""Trials of the disk: read-only or full in the middle of a game, and the power cut while a game plays."""

from __future__ import annotations

import contextlib
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pi_app.games.app_game import offered
from tools.kill9 import committed, same_place
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import APP, BOOT_S, QUIET_S, Bench, fresh, play, properties, ready, switch_on, up
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused, tap

PLAYS: Final = "--digital --autoplay 86000"
BEGIN: Final = ("main", "way.pad", "name.Guest 1", "name.Guest 2", "main", "pad.7", "main")
"""From the first screen to a pad with its first number."""
GO_ON: Final = ("pad.5", "main")
BANNER: Final = "banner"
"""What says that nothing is saved."""
STATE: Final = "/var/lib/planisphere"


class Trouble(NamedTuple):
    """A way in which a disk lets nothing be written: made, mended, here (`pictures.tour`), and as the app tells it.

    `seen`: whether the app sees it before anything was to be written.
    """

    make: str
    mend: str
    here: str
    told: str
    seen: bool


READ_ONLY: Final = Trouble(
    "echo u > /proc/sysrq-trigger; until findmnt --noheadings --output=OPTIONS / | grep -q ^ro; do sleep 1; done",
    "mount -o remount,rw /",
    pictures.LOCK,
    "the disk is read-only",
    seen=True,
)
NO_ROOM: Final = Trouble(
    pictures.TO_THE_LAST.format(STATE),
    f"rm {STATE}/filling*",
    pictures.FILL,
    "the disk is full",
    seen=False,
)


def readonly(bench: Bench) -> dict[str, Any]:
    """The kernel makes the disk read-only in the middle of a game: the game goes on, and the screen says so in words.

    They stay until the disk can be written again; then what was played is on it.
    """
    return _unsaved(bench, READ_ONLY)


def full(bench: Bench) -> dict[str, Any]:
    """The disk is full in the middle of a game: the same as `readonly`, until there is room again."""
    return _unsaved(bench, NO_ROOM)


def _unsaved(bench: Bench, trouble: Trouble) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=pictures.ON_A_DISK) as folder:
        begun = pictures.tour(*BEGIN, state=Path(folder))
        at_once, *_, told = pictures.tour(*GO_ON, state=Path(folder), around=trouble.here)
        saved = pictures.tour(*GO_ON, state=Path(folder))[-1].picture
    with ready(bench) as (_, machine):
        pictures.walk(machine, bench.pictures / "0_begun.png", begun, BEGIN)
        before = machine.trace.entries[-1][1]
        machine.run("sh", "-c", trouble.make)
        if trouble.seen:
            _says(machine, bench.pictures / "1_not_saved.png", at_once)
        seen = len(machine.trace.entries)
        for way in GO_ON:
            tap(machine.monitor, begun[-1].boxes[way].centre)
            time.sleep(machine.slowdown / 4)
        _says(machine, bench.pictures / "2_goes_on.png", told)
        time.sleep(QUIET_S)
        _says(machine, bench.pictures / "3_later.png", told)
        state = properties(machine, APP, "ActiveState", "NRestarts", "StatusText")
        silent = len(machine.trace.entries) == seen
        machine.run("sh", "-c", trouble.mend)
        pictures.shows(machine, bench.pictures / "4_saved_again.png", saved)
        _, after = machine.trace.until(lambda entry: entry["lines"] > before["lines"], 30 * machine.slowdown, seen)
    if state != {"ActiveState": "active", "NRestarts": "0", "StatusText": f"screen pad; {trouble.told}"}:
        raise Refused(f"the app is not as it was: {state}")
    if not silent or after["game"] != before["game"]:
        raise Refused(f"told as saved though {trouble.told}: {machine.trace.entries[seen:]}")
    return {"lines_before": before["lines"], "lines_once_saved": after["lines"]}


def _says(machine: Machine, path: Path, told: pictures.View) -> None:
    """Wait for a screen with its banner, word for word."""
    pictures.shows(machine, path, told.picture)
    pictures.shows(machine, path, told.picture, told.boxes[BANNER])


def readonly_start(bench: Bench) -> dict[str, Any]:
    """A disk that is read-only from the start: the table comes up and says so in words."""
    with tempfile.TemporaryDirectory(dir=pictures.ON_A_DISK) as folder:
        told = pictures.tour(state=Path(folder), around=pictures.LOCK)[0]
    with fresh(bench) as disk, switch_on(bench, disk, "ro") as machine:
        seconds = up(machine)
        _says(machine, bench.pictures / "0_start.png", told)
    return {"ready_after_kernel_s": round(seconds, 2)}


def cut(bench: Bench) -> dict[str, Any]:
    """The plug is pulled at random moments of a game that plays by itself, each game on a disk of its own.

    What the screens had told as saved is on the disk; the next start comes back to the same game on the same screen.
    """
    chance, verdicts, took = random.Random(1), list[str](), list[float]()
    for game in offered():
        words = f"{PLAYS} --game {game}"
        with ready(bench) as (disk, machine):
            seen = len(machine.trace.entries)
            play(machine, words)
            machine.trace.until(lambda entry: entry["lines"] > 0, 2 * BOOT_S * machine.slowdown, seen)
            last, kept = _pull(bench, machine, disk, f"{game}_0", chance)
            for number in range(1, bench.cuts + 1):
                with switch_on(bench, disk, play=words) as again:
                    when, first = again.trace.until(lambda _: True, 2 * BOOT_S * again.slowdown)
                    took.append(when - again.since)
                    verdicts.append(f"{game}: {same_place(last, first, *kept)}")
                    last, kept = _pull(bench, again, disk, f"{game}_{number}", chance)
    wrong = [verdict for verdict in verdicts if verdict.partition(": ")[2] not in ("same", "further")]
    if wrong:
        raise Refused("\n".join(wrong))
    return {"cuts": len(verdicts), "resume_median_s": round(sorted(took)[len(took) // 2], 1)}


def _pull(bench: Bench, machine: Machine, disk: Path, name: str, chance: random.Random) -> tuple[Any, Any]:
    """Pull the plug at a random moment: what the screens told last, and what is on the disk."""
    time.sleep(chance.uniform(0.5, 5) * machine.slowdown)
    machine.shot(bench.pictures / f"{name}.png")
    machine.cut()
    return machine.trace.entries[-1][1], on_disk(disk, bench.work)


def on_disk(disk: Path, work: Path) -> Any:
    """What the journal on a disk holds that lost its power."""
    with kept(disk, work) as state:
        return committed(state)


@contextlib.contextmanager
def kept(disk: Path, work: Path, *, whole: bool = False) -> Iterator[Path]:
    """A copy of the table's folder on a disk that lost its power, mended as the kernel would at its next start.

    `whole`: all of it is looked at and mended, as after a disk that lost what it had confirmed. The disk stays as it
    was. Raises Refused where it cannot be mended.
    """
    with tempfile.TemporaryDirectory(dir=work) as folder:
        undo, how = f"{folder}/undo", ("-f",) if whole else ("-E", "journal_only")
        mend = ["e2fsck", "-y", *how, "-z", undo, str(disk)]
        try:
            done = subprocess.run(mend, capture_output=True, text=True, check=False)
            if done.returncode > 1:  # 1: it did what it was asked to
                raise Refused(f"the disk is damaged: {done.stdout.strip()[-300:]}")
            told = ["debugfs", "-R", f"rdump {STATE} {folder}", str(disk)]
            subprocess.run(told, capture_output=True, check=True)
        finally:
            subprocess.run(["e2undo", undo, str(disk)], capture_output=True, check=True)
        yield Path(folder) / Path(STATE).name
