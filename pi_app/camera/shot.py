"""From a finger on "photograph" to a reading: lamps, camera, and the child process that reads the board.

Nothing here waits: the screen calls `poll` a few times a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from engines.errors import Finding, finding
from hardware.camera import Camera, Image
from hardware.lights import RoundLights, Scene
from pi_app.camera.query import Query, Stored
from pi_app.camera.worker import CameraWorker


class Shot(msgspec.Struct, frozen=True, eq=False):
    """What was asked, the photographs, and their reading (of the kind's own type) or why there is none."""

    query: Query
    frames: tuple[Image, ...] = ()
    reading: Any = None
    failure: Finding | None = None


class SeatCapture:
    """One photograph of one board: lamps steady, fresh frames, reading, lamps back.

    Where a lamp is mirrored in the board and it may be one of our own, frames without them are taken as well, and
    both are read together.
    `poll` returns None until it is over; `phase` says what the screen should tell meanwhile.
    """

    SETTLE = 0.2
    """Seconds for lamps and exposure to settle."""
    LAMP_PATIENCE = 0.5
    """Seconds to wait for the lamps to say that they burn."""
    PATIENCE = 8.0
    """Seconds to wait for frames."""

    def __init__(
        self,
        camera: Camera,
        lights: RoundLights,
        worker: CameraWorker,
        query: Query,
        *,
        count: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.phase: Literal["shooting", "reading", "over"] = "shooting"
        self._camera = camera
        self._lights = lights
        self._worker = worker
        self._query = query
        self._count = count
        self._clock = clock
        self._begun = self._lit = clock()
        self._steady = False
        self._scene = lights.scene
        self._ticket: int | None = None
        self._frames: tuple[Image, ...] = ()
        self._first: Shot | None = None
        lights.show(Scene("capture"))

    def poll(self) -> Shot | None:
        """Go on; returns the result once."""
        match self.phase:
            case "shooting":
                return self._shoot()
            case "reading":
                return self._read()
            case _:
                return None

    def cancel(self) -> None:
        """Give up; the lamps go back to what they showed."""
        if self.phase != "over":
            self.phase = "over"
            self._lights.show(self._scene)

    def _shoot(self) -> Shot | None:
        if not self._steady:
            self._steady = self._lights.steady or self._clock() - self._begun > self.LAMP_PATIENCE
            self._lit = self._clock()
        frames = self._camera.frames(self._count, after=self._lit + self.SETTLE)
        if frames:
            self._lights.show(self._scene)
            self._frames = (*self._frames, *(frame.image for frame in frames))
            self._ticket = self._worker.request(self._frames, self._query)
            self.phase = "reading"
        elif self._clock() - self._begun > self.PATIENCE:
            self.cancel()
            silent = finding("camera.no_picture", "no picture came")
            return self._first or Shot(self._query, failure=self._camera.status.message or silent)
        return None

    def _read(self) -> Shot | None:
        for answer in self._worker.poll():
            if answer.ticket == self._ticket:
                shot = Shot(self._query, self._frames, answer.value, answer.failure)
                if self._first is None and self._lights.mirrored and _glaring(shot.reading):
                    self._first = shot
                    self._without_lamps()
                    return None
                self.phase = "over"
                return shot if shot.reading is not None else self._first or shot
        return None

    def _without_lamps(self) -> None:
        self.phase = "shooting"
        self._steady = False
        self._begun = self._lit = self._clock()
        self._lights.show(Scene("dark"))


class BroughtCapture:
    """One picture of one board that a phone has taken: the child makes a picture of it, then reads that.

    As for `SeatCapture`, `poll` returns None until it is over.
    """

    def __init__(self, worker: CameraWorker, query: Query, picture: Stored) -> None:
        self.phase: Literal["shooting", "reading", "over"] = "reading"
        self._worker = worker
        self._query = query
        self._frames: tuple[Image, ...] = ()
        self._ticket = worker.decode(picture)

    def poll(self) -> Shot | None:
        """Go on; returns the result once."""
        for answer in self._worker.poll():
            if answer.ticket != self._ticket or self.phase == "over":
                continue
            if not self._frames and answer.failure is None:
                self._frames = (answer.value,)
                self._ticket = self._worker.request(self._frames, self._query)
            else:
                self.phase = "over"
                return Shot(self._query, self._frames, answer.value, answer.failure)
        return None

    def cancel(self) -> None:
        """Give up."""
        self.phase = "over"


def _glaring(reading: Any) -> bool:
    return reading is not None and any(why.glare for why in reading.light.why)
