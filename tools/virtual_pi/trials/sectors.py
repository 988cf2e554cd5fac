"""The trial of bad sectors: the disk answers with errors, first where it is written, then where the journal is read."""

from __future__ import annotations

import errno
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tools.kill9 import JOURNAL, lost
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import APP, BOOT_S, QUIET_S, Bench, properties, ready, switch_on, up
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused, tap
from tools.virtual_pi.trials.disk import BEGIN, GO_ON, STATE, on_disk
from tools.virtual_pi.trials.standstill import begun, resumed

FAULTY: Final = "faulty"
WORDS: Final = ("the disk reports an error", "the disk is read-only")
"""What the app may say: the kernel makes a disk read-only soon after its first error."""
KEPT: Final = "/dev/shm/kept"
ASK: Final = (f"{KEPT}/ld-linux-x86-64.so.2", "--library-path", KEPT, f"{KEPT}/systemctl")
"""systemd is asked with a program in memory: from Linux 6.6 on ext4 lets nothing be read either after such an error."""
KEEP: Final = f"mkdir {KEPT} && cp $(ldd /usr/bin/systemctl | grep -o '/[^ )]*') /usr/bin/systemctl {KEPT}"
BLOCK: Final = 8
"""Sectors of 512 bytes in a block of ext4."""


def bad_sectors(bench: Bench) -> dict[str, Any]:
    """The disk takes nothing more in the middle of a game: the game goes on, the screen says so, nothing saved is lost.

    Should the app end then, where nothing can be read any more, the machine begins anew by itself. Where the journal
    cannot be read at a start, the table comes up and says so, and has its game once it can be.
    """
    with tempfile.TemporaryDirectory(dir=pictures.ON_A_DISK) as folder:
        pictures.tour(*BEGIN, state=Path(folder))
        pad, *_, told = pictures.tour(*GO_ON, state=Path(folder), around=pictures.LOCK)
    with ready(bench) as (disk, machine):
        before = begun(bench, machine)
        machine.run("sh", "-c", f"{KEEP} && sync")
        _takes_nothing(machine)
        said = _goes_on(bench, machine, pad, told)
        anew = _begins_anew(machine)
        machine.cut()
        resumed(bench, disk, before)
        back = _unreadable(bench, disk)
        if gone := lost(before, on_disk(disk, bench.work)[0]):
            raise Refused(gone)
    return {"said": said, **anew, "readable_again_after_s": round(back, 1)}


def _goes_on(bench: Bench, machine: Machine, pad: pictures.View, told: pictures.View) -> str:
    """The next touches, and what the app says of the disk. Raises Refused where it does not, or says that it saved."""
    seen = len(machine.trace.entries)
    for way in GO_ON:
        tap(machine.monitor, pad.boxes[way].centre)
        time.sleep(machine.slowdown / 4)
    pictures.shows(machine, bench.pictures / "1_goes_on.png", told.picture)
    time.sleep(QUIET_S)
    machine.shot(bench.pictures / "2_later.png")
    state = properties(machine, APP, "ActiveState", "NRestarts", "StatusText", ask=ASK)
    screen, _, words = state.pop("StatusText").partition("; ")
    if (screen, state) != ("screen pad", {"ActiveState": "active", "NRestarts": "0"}) or words not in WORDS:
        raise Refused(f"the app is not as it was: {screen}; {words}; {state}")
    if machine.trace.entries[seen:]:
        raise Refused(f"told as saved though nothing was: {machine.trace.entries[seen:]}")
    return words


def _begins_anew(machine: Machine) -> dict[str, float]:
    """How long after the app's end a machine on which no program can be read began anew; nothing where one can be."""
    try:
        machine.run("true")
        return {}
    except Refused:
        machine.run(*ASK, "kill", "--signal=KILL", APP)
    killed = time.monotonic()
    machine.ended(BOOT_S * machine.slowdown)
    return {"began_anew_after_s": round(time.monotonic() - killed, 1)}


def _unreadable(bench: Bench, disk: Path) -> float:
    """A start from a disk on which the journal cannot be read; how long after it can be the table has it again."""
    with switch_on(bench, disk, bad=_sectors(disk)) as machine:
        up(machine)
        _tells(machine, f"screen start; {WORDS[0]}")
        machine.shot(bench.pictures / "3_unreadable.png")
        machine.through(machine.node("file"))
        whole = time.monotonic()
        _tells(machine, "screen start")
        back = time.monotonic() - whole
        machine.shot(bench.pictures / "4_readable.png")
        return back


def _takes_nothing(machine: Machine) -> None:
    """From now on each write to the disk is answered with an error."""
    error = {"event": "none", "iotype": "write", "errno": errno.EIO}
    told = {"node-name": FAULTY, "image": machine.node("raw"), "inject-error": [error]}
    machine.monitor.ask("blockdev-add", driver="blkdebug", **told)
    machine.through(FAULTY)


def _tells(machine: Machine, words: str) -> None:
    """Wait until the app tells systemd this of itself. Raises Refused."""
    end = time.monotonic() + 30 * machine.slowdown
    while (told := properties(machine, APP, "StatusText")["StatusText"]) != words:
        if time.monotonic() > end:
            raise Refused(f"the app tells {told!r}, expected {words!r}")
        time.sleep(machine.slowdown / 10)


def _sectors(disk: Path) -> tuple[int, ...]:
    """The first sector of each block in which the journal lies."""
    ask = ["debugfs", "-R", f"blocks {STATE}/{JOURNAL}", str(disk)]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    return tuple(BLOCK * int(number) for number in told.split())
