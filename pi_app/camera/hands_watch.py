"""When hands have left what a camera sees: small pictures of it, a few a second. Nothing here waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from hardware.camera import Camera
from hardware.worker import Answer
from pi_app.camera.watch import Phase, Watch, again, read, stirred
from pi_app.camera.worker import CameraWorker


class HandsWatch:
    """One camera. In the phase `read` nothing has moved for a while: it looks no more until `read` says to go on.

    `before`: who watched the same table before; what was seen then is still known.
    """

    GLANCE_S = 0.25
    """Seconds between two looks for a movement."""
    REMEMBERED_S = 10.0
    """A table that was not looked at for longer may have been laid anew."""

    def __init__(
        self,
        camera: Camera,
        worker: CameraWorker,
        clock: Callable[[], float] = time.monotonic,
        before: HandsWatch | None = None,
    ) -> None:
        self._camera = camera
        self._worker = worker
        self._watch = Watch()
        self._seen_at: float | None = None
        """When the picture was taken that was looked at last, by whoever watched then."""
        if before is not None and before._seen_at is not None and clock() - before._seen_at < self.REMEMBERED_S:
            self._watch, self._seen_at = again(before._watch, clock()), before._seen_at
        self._glanced = clock() - self.GLANCE_S
        self._ticket: int | None = None

    @property
    def phase(self) -> Phase:
        """How far it is."""
        return self._watch.phase

    def poll(self, answers: Sequence[Answer]) -> None:
        """Go on. `answers`: what the worker has answered since the last call."""
        for answer in answers:
            if answer.ticket == self._ticket:
                self._ticket = None
                if answer.value is not None:
                    self._watch, self._seen_at = answer.value, self._glanced
        if self._ticket is None and self.phase != "read":
            frames = self._camera.frames(1, after=self._glanced + self.GLANCE_S)
            if frames:
                self._glanced = frames[-1].at
                self._ticket = self._worker.glance(frames[-1].image, self._watch, self._glanced)

    def cancel(self) -> None:
        """Forget the look that is under way: its answer goes to somebody else."""
        self._ticket = None

    def read(self, at: float | None = None) -> None:
        """What lies there was read: go on with pictures taken after `at`, None: after the last one."""
        self._watch = read(self._watch)
        self._glanced = self._glanced if at is None else at

    def stirred(self, at: float) -> None:
        """Something moved while what lies there was photographed, at that time: wait for the hands again."""
        self._watch = stirred(self._watch, at)
        self._glanced = at
