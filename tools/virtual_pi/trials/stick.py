"""The trial of updates: from a stick that is plugged in and pulled out, on the host's page, as an owner does it."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pi_app.host.bundle import ENDING, SIGNATURE
from pi_app.host.slots import Slots
from pi_app.host.updates import SIGNERS, STICKS
from tools.virtual_pi import pictures
from tools.virtual_pi.bench import Bench, ready, up
from tools.virtual_pi.debian_root import sources
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused, tap
from tools.virtual_pi.update import new_key, signed
from tools.wheels import gathered

HOST: Final = ("page.settings", "host", "show.update")
"""From the first screen to the page that looks for updates."""
LOOK: Final = "update.look"
LABEL: Final = "PLANISPHERE"
APP: Final = "pi_app/ui/app.py"
WORSE: Final = "\nraise RuntimeError('worse than before')\n"
"""At the end of the app: its doctor knows nothing of it."""
HERE: Final = (
    'mount -t overlay -o "lowerdir=/etc,upperdir=$0/etc,workdir=$0/work" etc /etc && mount --bind "$0/stick" /mnt && '
    'PLANISPHERE_SLOTS="$0/slots" exec "$@"'
)
"""Shows one program a stick, the slots of a table, and whom it trusts."""
INSTALL_S: Final = 120.0
"""For an update, on a machine under KVM; a slower one gets more."""
REFUSALS: Final = ("text.4", "text.6")
"""Why the two on a stick are refused: the words below each of them."""
ASKED: Final = "/var/lib/planisphere/update"
STICK: Final = "stick"


class Updates:
    """Updates on sticks, and what this machine's own screens show of them. `folder`: empty, on a disk."""

    def __init__(self, bench: Bench, folder: Path, version: str) -> None:
        self.folder, self._wheels = folder, gathered(bench.work, bench.wheels, os.uname().machine)
        for name in ("etc/planisphere", "work", "slots/a", "slots/b"):
            (folder / name).mkdir(parents=True)
        self.signers, _ = (new_key(folder / name) for name in ("owner", "stranger"))
        (folder / "etc/planisphere" / SIGNERS.name).write_text(self.signers)
        self.slots = Slots(folder / "slots")
        self.slots.finish("a", {"version": version, "digest": ""})
        self.slots.switch("a")
        sources(folder / "src")

    def make(self, version: str, stick: str, *, key: str = "owner", worse: str = "") -> Path:
        """An update with these sources, put onto a stick. `worse`: what the app ends with."""
        out, source = self.folder / stick / f"{key}{ENDING}", self.folder / "src"
        return signed(source, self._wheels, out, version, self.folder / key, {APP: worse})

    def try_out(self, version: str) -> None:
        """That version runs here, too, on trial."""
        self.slots.finish("b", {"version": version, "digest": ""})
        self.slots.try_out("b")

    def seen(self, stick: str) -> list[pictures.View]:
        """The screens from the first one to what was found on that stick."""
        here = self.folder / "stick"
        here.symlink_to(stick)
        try:
            return pictures.tour(*HOST, LOOK, state=self.folder, around=HERE)
        finally:
            here.unlink()


def unsigned(update: Path, out: Path) -> None:
    """The same without its signature."""
    with zipfile.ZipFile(update) as file, zipfile.ZipFile(out, "w") as other:
        for name in set(file.namelist()) - {SIGNATURE}:
            other.writestr(name, file.read(name))


@contextlib.contextmanager
def plugged(machine: Machine, folder: Path) -> Iterator[None]:
    """A stick with what is in that folder, which the machine has found; pulled out at the end."""
    disk = {"driver": "vvfat", "dir": str(folder), "label": LABEL, "fat-type": 16}
    machine.monitor.ask("blockdev-add", **{"node-name": STICK, "read-only": True}, **disk)
    try:
        machine.monitor.ask("device_add", driver="usb-storage", id=STICK, bus="usb.0", drive=STICK, removable=True)
        machine.run("sh", "-c", f"until ls {STICKS[0]}/*{ENDING}; do sleep 1; done")
        yield
    finally:
        machine.monitor.ask("device_del", id=STICK)
        time.sleep(1)
        machine.monitor.ask("blockdev-del", **{"node-name": STICK})


def stick(bench: Bench) -> dict[str, Any]:
    """An update that nobody signed, or nobody trusted, is refused; a stick pulled out in the middle leaves what runs.

    A sound update is found, installed and run by touch; one whose app does not come up is left again by itself.
    """
    with tempfile.TemporaryDirectory(dir=pictures.ON_A_DISK) as folder, ready(bench) as (_, machine):
        before = _status(machine)["version"]
        good, worse = (f"{before}.{number}" for number in (1, 2))
        updates = Updates(bench, Path(folder), before)
        unsigned(updates.make(good, "refused", key="stranger"), updates.folder / f"refused/unsigned{ENDING}")
        update = updates.make(good, "good")
        updates.make(worse, "worse", worse=WORSE)
        machine.put(str(SIGNERS), updates.signers.encode())
        (updates.folder / "empty").mkdir()
        refused, offered, none = updates.seen("refused"), updates.seen("good")[-1], updates.seen("empty")[-1]
        with plugged(machine, updates.folder / "refused"):
            _touch(bench, machine, refused, "1_refused", REFUSALS)
        pictures.shows(machine, bench.pictures / "1_pulled_out.png", none.picture)
        with plugged(machine, update.parent):
            _look(bench, machine, refused[-1], offered, "2_found")
            _half(machine, offered, update.stat().st_size)
        _nothing_left(bench, machine, none, before)
        with plugged(machine, update.parent):
            _look(bench, machine, none, offered, "4_found_again")
            installed = _installed(bench, machine, offered, refused[0], "5_installed")
        _runs(machine, good)
        machine.run("sh", "-c", f"until grep -s '^b ' {ASKED}/well; do sleep 5; done")
        updates.try_out(good)
        views = updates.seen("worse")
        with plugged(machine, updates.folder / "worse"):
            _touch(bench, machine, views, "6_worse", ("main",))
            back = _installed(bench, machine, views[-1], views[0], "7_back")
        _runs(machine, good, worse)
    return {"installed_and_up_s": round(installed, 1), "installed_and_back_s": round(back, 1)}


def _half(machine: Machine, offered: pictures.View, size: int) -> None:
    """Have what is offered installed, and wait until half of it was read from the stick."""
    machine.run("sh", "-c", "echo 3 > /proc/sys/vm/drop_caches")  # else nothing of it would be read again
    before = _read(machine)
    tap(machine.monitor, offered.boxes["main"].centre)
    while _read(machine) - before < size / 2:
        time.sleep(0.1)


def _nothing_left(bench: Bench, machine: Machine, none: pictures.View, version: str) -> None:
    """The stick is gone: nothing of the update is kept or offered, what ran runs, and the page can be used."""
    left = machine.run("sh", "-c", f"while test -e {ASKED}/*.part; do sleep 1; done; ls -A {ASKED}")
    if left not in ("", "well"):
        raise Refused(f"the stick was pulled out, and this is left of the update: {left}")
    pictures.shows(machine, bench.pictures / "3_pulled_out.png", none.picture, none.boxes[LOOK])
    _runs(machine, version)


def _touch(bench: Bench, machine: Machine, views: list[pictures.View], name: str, found: tuple[str, ...]) -> None:
    """From the first screen to what is found on the stick, told in the words of these."""
    pictures.walk(machine, bench.pictures / f"{name}.png", views, (*HOST, LOOK))
    for words in found:
        pictures.shows(machine, bench.pictures / f"{name}.png", views[-1].picture, views[-1].boxes[words])


def _look(bench: Bench, machine: Machine, before: pictures.View, then: pictures.View, name: str) -> None:
    """Look for updates again: one is offered."""
    tap(machine.monitor, before.boxes[LOOK].centre)
    pictures.shows(machine, bench.pictures / f"{name}.png", then.picture, then.boxes["main"])


def _installed(bench: Bench, machine: Machine, offered: pictures.View, first: pictures.View, name: str) -> float:
    """Have what is offered installed; how long after the touch the first screen is up again, of whichever version."""
    seen, touched = len(machine.trace.entries), time.monotonic()
    tap(machine.monitor, offered.boxes["main"].centre)
    machine.trace.until(lambda entry: entry["screen"] == "start", INSTALL_S * machine.slowdown, seen)
    up(machine)  # one that does not come up has told of its screen, too
    seconds = time.monotonic() - touched
    pictures.shows(machine, bench.pictures / f"{name}.png", first.picture)
    return seconds


def _runs(machine: Machine, version: str, *failed: str) -> None:
    """Raises Refused where another version runs, or others have failed."""
    told = _status(machine)
    if (told["version"], tuple(told["failed"])) != (version, failed):
        raise Refused(f"expected {version}, and {failed or 'none'} to have failed: {told}")


def _read(machine: Machine) -> int:
    """Bytes that were read from the stick."""
    told = machine.monitor.ask("query-blockstats")
    return next(int(each["stats"]["rd_bytes"]) for each in told if each.get("node-name") == STICK)


def _status(machine: Machine) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(machine.run("/usr/local/bin/planisphere", "update", "status", "--json"))
    return told
