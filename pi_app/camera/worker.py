"""A child process that reads boards, which is ended and begun anew when it hangs or dies."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from hardware.camera import Image
from hardware.worker import Answer, Worker
from pi_app.camera.boards import Glance, TableQuery, glance, read_table, stirred
from pi_app.camera.kind import Memory
from pi_app.camera.kinds import kind_of
from pi_app.camera.query import MAX_PX, Picture, Query, Stored
from pi_app.camera.reading import read
from pi_app.camera.watch import Watch

Request: TypeAlias = tuple[Sequence[Picture], Query] | Glance | TableQuery | Stored | str
"""What the child is given: frames of a board or the picture of a table to read, bytes to make a picture of, or a kind's
name to be ready for.
"""


class CameraWorker(AbstractContextManager["CameraWorker"]):
    """Reads photographs in a child process. `limit`: seconds that a reading may take. No method waits."""

    def __init__(self, limit: float = 10.0, build: Callable[[], Callable[[Any], Any]] | None = None) -> None:
        self._worker = Worker(build or BoardReader, name="the board reader", limit=limit)
        self._warming: dict[str, int] = {}

    def warm(self, kind: str = "") -> None:
        """Have the child begin now, so that the first reading does not wait for it; and load what reads that kind."""
        if kind not in self._warming:
            self._warming[kind] = self._worker.ask(kind)

    def request(self, frames: Sequence[Picture], query: Query) -> int:
        """Have photographs of one board read; the ticket comes back with the answer."""
        return self._worker.ask((tuple(frames), query))

    def glance(self, picture: Image, watch: Watch, at: float) -> int:
        """Have a picture, taken at that time, looked at for movements; the answer is how far the watch is then."""
        return self._worker.ask(Glance(picture, watch, at))

    def decode(self, picture: Stored) -> int:
        """Have a picture made of what somebody brought: turned as it says itself, `MAX_PX` long at most."""
        return self._worker.ask(picture)

    def table(self, asked: TableQuery) -> int:
        """Have all boards of a table read; the answer is None where something has moved since the picture before."""
        return self._worker.ask(asked)

    def poll(self) -> list[Answer]:
        """The readings that have come since the last call, or why there is none."""
        return [answer for answer in self._worker.poll() if answer.ticket not in self._warming.values()]

    def close(self) -> None:
        """End the child. May be called twice."""
        self._worker.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class BoardReader:
    """The child's side: reads with one memory for all."""

    def __init__(self) -> None:
        import cv2

        cv2.setNumThreads(1)
        self._memory = Memory()

    def __call__(self, request: Request) -> Any:
        """The reading of a request; None where there is only something to be ready for, or something moved."""
        try:
            return self._answer(request)
        finally:
            _give_memory_back()

    def _answer(self, request: Request) -> Any:
        if isinstance(request, str):
            if request:
                kind_of(request).prepare()
            return None
        if isinstance(request, Glance):
            return glance(request)
        if isinstance(request, TableQuery):
            return None if stirred(request) else read_table(request, self._memory)
        if isinstance(request, Stored):
            from vision.ink import opencv

            return opencv.decode(request.data, "picture", MAX_PX)
        return self.read(*request)

    def read(self, frames: Sequence[Picture], query: Query) -> Any:
        """The reading. Raises NotPossible, BadInput as `pi_app.camera.reading.read`."""
        return read(frames, query, self._memory)


def _give_memory_back() -> None:
    """Give back what a reading freed: glibc keeps it, a fifth of all that the process has. Takes about 2 ms."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
