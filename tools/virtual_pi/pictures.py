"""Pictures of the panel: where controls are, and whether two pictures are the same."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.virtual_pi.machine import HEIGHT, WIDTH, Machine
from tools.virtual_pi.qmp import Refused

Picture = NDArray[np.uint8]
SAME: Final = 0.002
"""The part of the pixels that may differ where two pictures are the same: a star that twinkles."""
OTHER: Final = 0.05
"""The part of the pixels up to which two machines may draw the same screen differently."""
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


def load(path: Path) -> Picture:
    """A picture from its file. Raises Refused where there is none."""
    found = cv2.imread(str(path))
    if found is None:
        raise Refused(f"{path.name}: no picture")
    return np.asarray(found, np.uint8)


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
        while not self._stop.wait(self._machine.slowdown / 20):
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
        """The picture that has stood for so long, and when it came, in seconds since the machine was switched on.

        Raises Refused where the panel still changes after `within` seconds.
        """
        end = time.monotonic() + within
        while not self.frames or self._machine.age() - self.frames[-1][0] < seconds:
            if time.monotonic() > end:
                raise Refused(f"the panel does not come to rest: {len(self.frames)} pictures")
            time.sleep(seconds / 10)
        return self.frames[-1]


def shows(machine: Machine, path: Path, wanted: Picture, box: Box | None = None) -> float:
    """Wait until the panel shows this, in a box or everywhere, and goes on to; when it came, on the monotonic clock.

    Raises Refused.
    """
    end, since = time.monotonic() + 15 * machine.slowdown, None
    while (now := time.monotonic()) < end:
        if differing(load(machine.shot(path)), wanted, box) > OTHER:
            since = None
        elif since is None:
            since = now
        elif now - since > machine.slowdown:
            return since
        time.sleep(machine.slowdown / 20)
    raise Refused(f"{path.name}: the panel does not come to show what is drawn here")


def controls(*ways: str) -> dict[str, Box]:
    """Where everything is on the screen behind these touches, as this machine draws it: id -> box."""
    with _robot(*ways, end={"tree": True}) as tree:
        return {control["id"]: Box(*map(round, control["box"])) for control in tree["controls"]}


def drawn(*ways: str) -> Picture:
    """The screen behind these touches, as this machine draws it."""
    with _robot(*ways, end={"shot": "screen"}) as answer:
        return load(Path(answer["path"]))


@contextlib.contextmanager
def _robot(*ways: str, end: dict[str, Any]) -> Iterator[Any]:
    """What the app on this machine answers to `end` after these touches; its folder is there as long as the context."""
    lines: list[dict[str, Any]] = [{"wait": "idle"}]
    for way in ways:
        lines += [{"tap": way}, {"wait": "idle"}]
    lines.append(end)
    with tempfile.TemporaryDirectory(prefix="planisphere-robot-") as folder:
        told = {"STATE_DIRECTORY": folder, "CONFIGURATION_DIRECTORY": folder, "SDL_VIDEODRIVER": "offscreen"}
        program = str(Path(sys.executable).with_name("planisphere"))
        command = [program, "play", "--size", f"{WIDTH}x{HEIGHT}", "--robot", "-"]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run(
            command, input=text, env={**os.environ, **told}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Refused(f"the robot: {done.stderr.strip()[-300:]}")
        yield json.loads(done.stdout.splitlines()[-1])
