"""Trials of the disk: read-only in the middle of a game, and the power cut while a game plays."""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from pi_app.games.app_game import offered
from pi_app.paths import JOURNAL
from tools.kill9 import committed, same_place
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import APP, BOOT_S, Bench, fresh, properties, switch_on
from tools.virtual_pi.qmp import Refused

PLAYS: Final = "--digital --autoplay 86000"
STATE: Final = "/var/lib/planisphere"


def readonly(bench: Bench) -> dict[str, Any]:
    """The kernel makes the disk read-only while a game plays: it goes on, and is saved once the disk can be written."""
    with fresh(bench) as disk, switch_on(bench, disk, play=PLAYS) as machine:
        machine.trace.until(lambda entry: entry["lines"] >= 3, 2 * BOOT_S * machine.slowdown)
        machine.run("sh", "-c", "echo u > /proc/sysrq-trigger")
        time.sleep(2 * machine.slowdown)
        locked = machine.run("findmnt", "--noheadings", "--output=OPTIONS", "/").split(",")[0]
        before = machine.trace.entries[-1][1]
        first = pictures.load(machine.shot(bench.pictures / "0_read_only.png"))
        time.sleep(5 * machine.slowdown)
        goes_on = not pictures.same(first, pictures.load(machine.shot(bench.pictures / "1_later.png")))
        silent = machine.trace.entries[-1][1] == before
        state = properties(machine, APP, "ActiveState", "NRestarts")
        seen = len(machine.trace.entries)
        machine.run("mount", "-o", "remount,rw", "/")
        _, after = machine.trace.until(lambda entry: entry["game"] is not None, 30 * machine.slowdown, seen)
        machine.shot(bench.pictures / "2_saved_again.png")
    if locked != "ro" or state != {"ActiveState": "active", "NRestarts": "0"} or not goes_on:
        raise Refused(
            f"the game does not go on: disk {locked}, {state}, the picture {'changes' if goes_on else 'stands still'}"
        )
    if not silent or after["game"] != before["game"] or after["lines"] <= before["lines"]:
        raise Refused(f"what was played is not there: {before['lines']} lines before, {after['lines']} after")
    return {"lines_before": before["lines"], "lines_once_saved": after["lines"]}


def cut(bench: Bench) -> dict[str, Any]:
    """The plug is pulled at random moments of a game that plays by itself, each game on a disk of its own.

    What the screens had told as saved is on the disk; the next start comes back to the same game on the same screen.
    """
    chance, verdicts, took = random.Random(1), list[str](), list[float]()
    for game in offered():
        with fresh(bench) as disk:
            last, on_disk = None, None
            for number in range(bench.cuts + 1):
                with switch_on(bench, disk, play=f"{PLAYS} --game {game}") as machine:
                    when, first = machine.trace.until(lambda _: True, 2 * BOOT_S * machine.slowdown)
                    if on_disk is not None:
                        took.append(when - machine.since)
                        verdicts.append(f"{game}: {same_place(last, first, *on_disk)}")
                    time.sleep(chance.uniform(0.5, 5) * machine.slowdown)
                    machine.shot(bench.pictures / f"{game}_{number}.png")
                    machine.cut()
                    last = machine.trace.entries[-1][1]
                on_disk = _after(disk, bench.work)
    wrong = [verdict for verdict in verdicts if verdict.partition(": ")[2] not in ("same", "further")]
    if wrong:
        raise Refused("\n".join(wrong))
    return {"cuts": len(verdicts), "resume_median_s": round(sorted(took)[len(took) // 2], 1)}


def _after(disk: Path, work: Path) -> Any:
    """What the journal on a disk holds that lost its power: a copy, mended as the kernel would at its next start."""
    copy = work / "after.img"
    subprocess.run(["cp", "--sparse=always", str(disk), str(copy)], check=True)
    try:
        # e2fsck ends with 1 where it did what it was asked to.
        done = subprocess.run(
            ["e2fsck", "-y", "-E", "journal_only", str(copy)], capture_output=True, text=True, check=False
        )
        if done.returncode > 1:
            raise Refused(f"the disk is damaged: {done.stdout.strip()[-300:]}")
        with tempfile.TemporaryDirectory(dir=work) as folder:
            for name in (JOURNAL, f"{JOURNAL}-wal"):
                told = ["debugfs", "-R", f"dump {STATE}/{name} {folder}/{name}", str(copy)]
                subprocess.run(told, capture_output=True, check=True)
            return committed(Path(folder))
    finally:
        copy.unlink()
