"""What a trial works with: fresh copies of the disk, machines that are switched on, and when the app is up."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.virtual_pi.image import Image
from tools.virtual_pi.machine import Accelerator, Boot, Machine
from tools.virtual_pi.qmp import Refused

APP: Final = "planisphere.service"
BOOT_S: Final = 40.0
"""To the first screen, on a machine under KVM; a slower one gets more."""

QUIET_S: Final = 15.0
"""The app rests after eight seconds without a touch."""


class Bench(NamedTuple):
    """What a trial works with. `work`: a folder for disks; `pictures`: for its pictures; `cuts`: of each game.

    `wheels`: what the image was made of, where that is not in `work`.
    """

    image: Image
    accelerator: Accelerator
    work: Path
    pictures: Path
    cuts: int = 3
    wheels: Path | None = None

    def left(self, part: str) -> Path:
        """What the machine of `ready` was left as: its disk (`img`) or the rest (`left`)."""
        return self.image.disk.with_suffix(f".ready.{part}")


@contextlib.contextmanager
def fresh(bench: Bench, image: Path | None = None) -> Iterator[Path]:
    """A copy of the disk, or of that one, which goes again."""
    disk = bench.work / "disk.img"
    subprocess.run(["cp", "--sparse=always", str(image or bench.image.disk), str(disk)], check=True)
    try:
        yield disk
    finally:
        disk.unlink(missing_ok=True)


def switch_on(bench: Bench, disk: Path, words: str = "", play: str = "", **beside: Any) -> Machine:
    """A machine with that disk; `words`, `play` and what is `beside` as `Boot` takes them."""
    return Machine(Boot(disk, bench.image.kernel, bench.image.initrd, words, play, **beside), bench.accelerator)


@contextlib.contextmanager
def ready(bench: Bench, **beside: Any) -> Iterator[tuple[Path, Machine]]:
    """A machine on its first screen, and its disk. Only the first one is booted: the others go on from where it was."""
    image, left = bench.left("img"), bench.left("left")
    if not image.exists():
        with fresh(bench) as disk:
            with switch_on(bench, disk) as machine:
                up(machine)
                time.sleep(machine.slowdown)
                machine.leave(left)
            disk.rename(image)
    with fresh(bench, image) as disk, switch_on(bench, disk, left=left, **beside) as machine:
        yield disk, machine


def play(machine: Machine, words: str) -> None:
    """Have the app begin anew with these words."""
    machine.run("systemctl", "set-environment", f"PLAY={words}")
    machine.run("systemctl", "restart", "--no-block", APP)


def anew(machine: Machine) -> None:
    """Have the app begin anew, and wait until it is up."""
    seen = len(machine.trace.entries)
    play(machine, "")
    machine.trace.until(lambda _: True, 2 * BOOT_S * machine.slowdown, seen)
    up(machine)


def limits(machine: Machine, text: str) -> None:
    """Give the app's service other settings from its next start on."""
    machine.run("mkdir", "-p", f"/run/systemd/system/{APP}.d")
    machine.put(f"/run/systemd/system/{APP}.d/zz-trial.conf", text.encode())
    machine.run("systemctl", "daemon-reload")


def properties(machine: Machine, unit: str, *names: str, ask: tuple[str, ...] = ("systemctl",)) -> dict[str, str]:
    """What systemd tells of a unit: it answers in an order of its own. `ask`: how it is asked. Raises Refused."""
    told = machine.run(*ask, "show", f"--property={','.join(names)}", unit)
    return dict(line.split("=", 1) for line in told.splitlines())


def up(machine: Machine, unit: str = APP) -> float:
    """Wait until a unit is up; how long after the kernel's start it was. The app says so once it has drawn a frame."""
    end = time.monotonic() + BOOT_S * machine.slowdown
    while True:
        with contextlib.suppress(Refused):
            told = properties(machine, unit, "ActiveState", "ActiveEnterTimestampMonotonic")
            if told["ActiveState"] == "active":
                return int(told["ActiveEnterTimestampMonotonic"]) / 1e6
        if machine.gone() or time.monotonic() > end:
            had = f"{machine.age():.0f} s, of which QEMU had a processor for {machine.worked():.0f} s"
            raise Refused(f"{unit} is not up after {had}")
        time.sleep(0.5 * machine.slowdown)
