"""Pictures of the panel: where controls are, and whether two pictures are the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.virtual_pi.machine import HEIGHT, WIDTH, Machine
from tools.virtual_pi.qmp import Refused, tap

Picture = NDArray[np.uint8]
SAME: Final = 0.002
"""The part of the pixels that may differ where two pictures are the same: a star that twinkles."""
OTHER: Final = 0.05
"""The part of the pixels up to which two machines may draw the same screen differently."""
ON_A_DISK: Final = "/var/tmp"
"""Where folders lie on a disk: games kept elsewhere are said to be lost with the power."""
LOCK: Final = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
"""Makes a folder read-only for one program."""
TO_THE_LAST: Final = "for k in 1024 1; do dd if=/dev/zero of={0}/filling$k bs=${{k}}k; sync; done 2> /dev/null"
"""Fills a disk: where a large piece has no room any more, a small one has."""
FILL: Final = (
    'truncate -s 24M "$0.img" && mkfs.ext4 -q -m 0 -d "$0" "$0.img" && mount -o loop "$0.img" "$0" && rm "$0.img" && '
    f'{{ {TO_THE_LAST.format("$0")}; exec "$@"; }}'
)
"""Puts what a folder holds onto a disk that is full, for one program."""
ON_THE_WAY_S: Final = 0.4
"""How long a screen stands before a finger goes on: a control takes no touch in the first 0.3 seconds."""
CHANGED: Final = 24
"""Levels of 255 by which a pixel differs."""


class Box(NamedTuple):
    """Where a control is, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[float, float]:
        """In parts of the panel's width and height."""
        return (self.left + self.width / 2) / WIDTH, (self.top + self.height / 2) / HEIGHT

    @property
    def opposite(self) -> Box:
        """Where it is once the screen is turned to who sits opposite."""
        return Box(WIDTH - self.left - self.width, HEIGHT - self.top - self.height, self.width, self.height)


def load(path: Path) -> Picture:
    """A picture from its file. Raises Refused where there is none."""
    found = cv2.imread(str(path))
    if found is None:
        raise Refused(f"{path.name}: no picture")
    return np.asarray(found, np.uint8)


def across(picture: Picture) -> Picture:
    """As it stands on a panel that is higher than wide."""
    return np.ascontiguousarray(np.rot90(picture))


def differing(one: Picture, other: Picture, box: Box | None = None) -> float:
    """The part of the pixels that differ, 0 to 1, of the whole or of a box."""
    if one.shape != other.shape:
        return 1.0
    if box is not None:
        rows, columns = slice(box.top, box.top + box.height), slice(box.left, box.left + box.width)
        one, other = one[rows, columns], other[rows, columns]
    return float((cv2.absdiff(one, other).max(axis=2) > CHANGED).mean())


def same(one: Picture, other: Picture, box: Box | None = None) -> bool:
    """Whether they show the same, in a box or everywhere."""
    return differing(one, other, box) <= SAME


class Film:
    """Looks at the panel all the time, from the moment a machine is switched on, and keeps every new picture.

    `path`: receives the last one.
    """

    def __init__(self, machine: Machine, path: Path) -> None:
        self.frames: list[tuple[float, Picture]] = []
        self._machine, self._path = machine, path
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._stop.wait(self._machine.slowdown / 5):
            try:
                at, picture = self._machine.age(), load(self._machine.shot(self._path))
            except Refused:
                continue
            if not self.frames or not same(self.frames[-1][1], picture):
                self.frames.append((at, picture))

    def end(self) -> None:
        """Look no more."""
        self._stop.set()
        self._thread.join()

    def still(self, seconds: float, within: float) -> tuple[float, Picture]:
        """The picture that stands for so long from now on, and when it came, in seconds since the machine was on.

        Raises Refused where the panel still changes after `within` seconds.
        """
        end, asked = time.monotonic() + within, self._machine.age()
        while not self.frames or self._machine.age() - max(asked, self.frames[-1][0]) < seconds:
            if time.monotonic() > end:
                raise Refused(f"the panel does not come to rest: {len(self.frames)} pictures")
            time.sleep(seconds / 10)
        return self.frames[-1]


def shows(machine: Machine, path: Path, wanted: Picture, box: Box | None = None, stays_s: float = 1.0) -> float:
    """Wait until the panel shows this, in a box or everywhere, and goes on to; when it came, on the monotonic clock.

    `stays_s`: for how long, on a machine that runs at its own speed. Raises Refused.
    """
    return _holds(machine, path, lambda shown: differing(shown, wanted, box) <= OTHER, "what is drawn here", stays_s)


def walk(machine: Machine, path: Path, views: list[View], ways: Sequence[str]) -> float:
    """Touch one control after the other, each once its screen has come to stand; the last screen stays, as in `shows`.

    `views`: as `tour` tells them of these touches. After how many seconds the last touch was answered. Raises Refused.
    """
    for number, (way, before, then) in enumerate(zip(ways, views, views[1:], strict=False), 1):
        touched = time.monotonic()
        tap(machine.monitor, before.boxes[way].centre)
        seen = shows(machine, path, then.picture, stays_s=1.0 if number == len(ways) else ON_THE_WAY_S)
    return seen - touched


def leaves(machine: Machine, path: Path, picture: Picture) -> float:
    """Wait until the panel shows something else than this, and goes on to; when it came, on the monotonic clock.

    Raises Refused.
    """
    return _holds(machine, path, lambda shown: differing(shown, picture) > OTHER, "anything else")


def changes(machine: Machine, path: Path, before: Picture, box: Box) -> float:
    """Wait until that part of the panel shows something else; after how many seconds. Raises Refused."""
    begun = time.monotonic()
    while differing(load(machine.shot(path)), before, box) <= OTHER:
        if time.monotonic() > begun + 15 * machine.slowdown:
            raise Refused(f"{path.name}: the panel still shows what it did")
        time.sleep(machine.slowdown / 5)
    return time.monotonic() - begun


def _holds(machine: Machine, path: Path, wanted: Callable[[Picture], bool], words: str, stays_s: float = 1.0) -> float:
    end, since = time.monotonic() + 15 * machine.slowdown, None
    while (now := time.monotonic()) < end:
        if not wanted(load(machine.shot(path))):
            since = None
        elif since is None:
            since = now
        elif now - since > stays_s * machine.slowdown:
            return since
        time.sleep(machine.slowdown / 5)
    raise Refused(f"{path.name}: the panel does not come to show {words}")


class View(NamedTuple):
    """A screen as this machine draws it: where everything on it is (`places`), and its picture."""

    boxes: dict[str, Box]
    picture: Picture


def tour(*ways: str, state: Path | None = None, around: str = "") -> list[View]:
    """The first screen, and the one after each of these touches, as this machine draws them.

    `state`: a folder in which games are kept for a later tour; `around`: the shell's words that change it first (`LOCK`
    or `FILL`). Raises Refused.
    """
    lines: list[dict[str, Any]] = []
    for number, way in enumerate(("", *ways)):
        lines += [{"tap": way}] if way else []
        lines += [{"wait": "idle"}, {"tree": True}, {"shot": f"{number}"}]
    with tempfile.TemporaryDirectory(prefix="planisphere-robot-", dir=ON_A_DISK) as folder:
        kept = str(state or folder)
        told = {"STATE_DIRECTORY": kept, "CONFIGURATION_DIRECTORY": kept, "SDL_VIDEODRIVER": "offscreen"}
        program = str(Path(sys.executable).with_name("planisphere"))
        screen = ("--size", f"{WIDTH}x{HEIGHT}", "--screenshots", f"{folder}/pictures")
        command = [*(("unshare", "--mount", "sh", "-c", around, kept) if around else ()), program, "play", *screen]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        command += ["--robot", "-"]
        done = subprocess.run(
            command, input=text, env={**os.environ, **told}, capture_output=True, text=True, check=False
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode or not all(answer.get("ok", True) for answer in answers):
            why = next((str(answer) for answer in answers if not answer.get("ok", True)), done.stderr.strip()[-300:])
            raise Refused(f"the robot: {why}")
        trees = [answer["controls"] for answer in answers if "controls" in answer]
        shots = [load(Path(answer["path"])) for answer in answers if "path" in answer]
    return [View(places(tree), shot) for tree, shot in zip(trees, shots, strict=True)]


def places(controls: Sequence[dict[str, Any]]) -> dict[str, Box]:
    """Where everything of a robot's tree is: by its id, and by what it does, by which the robot finds it, too."""
    named = [(control[name], control["box"]) for name in ("id", "key") for control in controls if control[name]]
    return {name: Box(*map(round, box)) for name, box in reversed(named)}  # of two with one name the first
