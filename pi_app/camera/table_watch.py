"""Watches a whole table and has all its boards read once nothing moves: small pictures until then, one large one then.

Nothing here waits: the screen calls `poll` a few times a second. Looking and reading are done in the child process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engines.errors import Finding, finding
from hardware.camera import Camera, Frame, Image
from hardware.lights import RoundLights, Scene
from hardware.worker import Answer
from pi_app.camera.boards import TableQuery, TableRead
from pi_app.camera.hands_watch import HandsWatch
from pi_app.camera.shot import SeatCapture
from pi_app.camera.watch import Phase
from pi_app.camera.worker import CameraWorker


class TableWatch:
    """One table under one camera. `ask`: what is to be read of that picture. `before`: as for `HandsWatch`.

    While it takes the picture that is read, all lamps burn; they go back to the round once it has it. Two are taken:
    where something moved between them it begins again, `MAX_STIRRED` times at most.
    """

    PATIENCE_S = 1.0
    """Whoever has not polled for so many seconds does not look any more."""
    BETWEEN_S = 0.1
    """Seconds between the two pictures that are taken to be read: a hand that is coming in moves in them."""
    MAX_STIRRED = 2
    """Times in a row that nothing is read as something moved: a camera that adapts itself to the lamps, or the shadow
    of a fan, would do so for ever."""

    def __init__(
        self,
        camera: Camera,
        lights: RoundLights,
        worker: CameraWorker,
        ask: Callable[[Image], TableQuery],
        clock: Callable[[], float] = time.monotonic,
        before: HandsWatch | None = None,
    ) -> None:
        self.found: TableRead | None = None
        self.failure: Finding | None = None
        """Why the last picture could not be read at all."""
        self._camera = camera
        self._lights = lights
        self._worker = worker
        self._ask = ask
        self._clock = clock
        self.hands = HandsWatch(camera, worker, clock, before)
        self._polled = clock()
        self._scene = lights.scene
        self._ticket: int | None = None
        self._taken = 0.0
        self._before: Frame | None = None
        self._stirred = 0
        self._taking: tuple[float, bool] | None = None
        """Since when lamps burn for the picture that is read, and whether they are steady."""

    @property
    def phase(self) -> Phase:
        """How far it is."""
        return self.hands.phase

    @property
    def doing(self) -> Literal["watching", "shooting", "reading"] | None:
        """What is under way; None once all is read, and where nobody looks any more."""
        if self.phase == "offered" or self._clock() - self._polled > self.PATIENCE_S:
            return None
        return "watching" if self.phase != "read" else "shooting" if self._taking is not None else "reading"

    def poll(self) -> bool:
        """Go on. Returns whether something is different now."""
        self._polled = self._clock()
        before = self.phase, self.found, self.doing
        answers = self._worker.poll()
        self.hands.poll(answers)
        if self._ticket is not None:
            self._take_in(answers)
        elif self.phase == "read":
            self._take()
        return before != (self.phase, self.found, self.doing)

    def cancel(self) -> None:
        """Watch no more; the lamps go back to what they showed."""
        if self._taking is not None:
            self._taking = self._before = None
            self._lights.show(self._scene)

    def _take_in(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            if answer.ticket == self._ticket:
                self._ticket = None
                if answer.value is None and answer.failure is None:
                    self._stirred += 1
                    self.hands.stirred(self._taken)
                    continue
                self._stirred = 0
                self.hands.read(self._taken)
                self.found, self.failure = answer.value, answer.failure

    def _take(self) -> None:
        """The picture that is read: lamps steady and full, then two fresh frames."""
        if self._taking is None:
            self._scene = self._lights.scene
            self._lights.show(Scene("capture"))
            self._taking = self._clock(), False
        lit, steady = self._taking
        if not steady:
            waited = self._clock() - lit
            self._taking = (self._clock(), True) if self._lights.steady or waited > SeatCapture.LAMP_PATIENCE else (
                lit, False)  # fmt: skip
            return
        before = self._before
        frames = self._camera.frames(
            1, after=lit + SeatCapture.SETTLE if before is None else before.at + self.BETWEEN_S
        )
        if frames and before is None:
            self._before = frames[-1]
        elif frames and before is not None:
            self.cancel()
            self._taken = frames[-1].at
            earlier = before.image if self._stirred < self.MAX_STIRRED else None
            asked = msgspec.structs.replace(self._ask(frames[-1].image), before=earlier)
            self._ticket = self._worker.table(asked)
        elif self._clock() - lit > SeatCapture.PATIENCE:
            self.cancel()
            self.hands.read()
            self.failure = finding("camera.no_picture", "no picture came")
