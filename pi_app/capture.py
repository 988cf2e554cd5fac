"""From a finger on "photograph" to a reading: lamps, camera, and a child process that reads the board.

Nothing here waits: the screen calls `poll` a few times a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from engines.errors import BadInput
from hardware.camera import Camera, Image
from hardware.lights import RoundLights, Scene
from hardware.worker import Worker

Picture: TypeAlias = Image | Path
"""An image (height × width × 3, BGR), or the file that holds one."""
Lines: TypeAlias = tuple[tuple[int, int], ...]
Kind = Literal["before", "blank", "drawn"]


class ReadRequest(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the reader is given: pictures of one board, its layout (JSON), and what the record knows."""

    frames: tuple[Picture, ...]
    layout: bytes
    board: str = ""
    """Names the board: its last known pose helps to find it where part of it is hidden."""
    blank: Picture | None = None
    """The clean board at this rotation."""
    before: Picture | None = None
    """The same board before this drawing."""
    known: Lines = ()
    """Lines of earlier rounds."""
    expect: dict[str, Any] | None = None
    """What was to be drawn: `{"pattern": {"xy", "lines"}, "match": "exact" | "topology"}`."""


class Keep(msgspec.Struct, frozen=True, eq=False):
    """A picture to be written to a file."""

    picture: Image
    path: Path


class Read(msgspec.Struct, frozen=True, eq=False):
    """What became of a request: a reading (`vision.disc.Reading`), or why there is none (one readable sentence)."""

    ticket: int
    reading: Any = None
    failure: str | None = None


class CaptureWorker:
    """Reads boards in a child process, which is ended and begun anew when it hangs or dies.

    `limit`: seconds that a reading may take.
    """

    def __init__(self, limit: float = 10.0, build: Callable[[], Callable[[Any], Any]] | None = None) -> None:
        self._worker = Worker(build or BoardReader, name="the board reader", limit=limit)
        self._silent: set[int] = set()

    def request(self, request: ReadRequest) -> int:
        """Have a board read; the ticket comes back with the result."""
        return self._worker.ask(request)

    def keep(self, picture: Image, path: Path) -> None:
        """Have a picture written to a JPEG file, when the reader finds the time; a failure is not told."""
        self._silent.add(self._worker.ask(Keep(picture, path)))

    def poll(self) -> list[Read]:
        """The readings that have come since the last call; never waits."""
        found = []
        for answer in self._worker.poll():
            if answer.ticket in self._silent:
                self._silent.discard(answer.ticket)
            else:
                found.append(Read(answer.ticket, answer.value, answer.failure))
        return found

    def close(self) -> None:
        """End the child. May be called twice."""
        self._worker.close()

    def __enter__(self) -> CaptureWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class BoardReader:
    """The child's side: reads boards, remembering each layout and where each board lay last."""

    def __init__(self) -> None:
        import cv2

        from vision import disc

        cv2.setNumThreads(1)
        self._read_disc = disc.read_disc
        self._layouts: dict[bytes, Any] = {}
        self._last: dict[str, Any] = {}

    def __call__(self, request: ReadRequest | Keep) -> Any:
        """A reading; None for a picture that was kept. Raises NotPossible where no board is found."""
        if isinstance(request, Keep):
            return write_picture(request.picture, request.path)
        reading = self._read_disc(
            [load_picture(frame) for frame in request.frames],
            self._layout(request.layout),
            blank=None if request.blank is None else load_picture(request.blank),
            before=None if request.before is None else load_picture(request.before),
            known=request.known,
            expect=request.expect,
            last=self._last.get(request.board),
        )
        if request.board:
            self._last[request.board] = reading
        return reading

    def _layout(self, text: bytes) -> Any:
        from vision.layout import parse_layout

        if text not in self._layouts:
            self._layouts[text] = parse_layout(text)
        return self._layouts[text]


def load_picture(picture: Picture) -> Image:
    """The image, read from its file where it is one. Raises BadInput for a file that holds none."""
    if not isinstance(picture, Path):
        return picture
    import cv2

    image = cv2.imread(str(picture), cv2.IMREAD_COLOR)
    if image is None:
        raise BadInput(f"{picture}: not a picture")
    return np.asarray(image, np.uint8)


def write_picture(picture: Image, path: Path) -> None:
    """Write a JPEG, all or nothing. Raises OSError where the folder cannot be written."""
    import cv2

    path.parent.mkdir(parents=True, exist_ok=True)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(data.tobytes())
    os.replace(fresh, path)


class PhotoShelf:
    """Where the photographs of one game lie: `photos/<game>/<seat>-<round>-<kind>.jpg` in the state folder."""

    GAMES = 5
    """Games whose photographs are kept; older ones go when a new shelf is opened."""

    def __init__(self, state: Path, game_id: int) -> None:
        self._root = state / "photos"
        self._folder = self._root / str(game_id)

    def path(self, seat: int, round_number: int, kind: Kind) -> Path:
        """Where that photograph lies or would lie."""
        return self._folder / f"{seat}-{round_number}-{kind}.jpg"

    def find(self, seat: int, round_number: int, kind: Kind) -> Path | None:
        """That photograph, if there is one."""
        path = self.path(seat, round_number, kind)
        return path if path.is_file() else None

    def clear_old(self) -> None:
        """Remove the photographs of all but the latest games."""
        import shutil

        folders = [f for f in self._root.iterdir() if f.name.isdecimal()] if self._root.is_dir() else []
        for folder in sorted(folders, key=lambda f: int(f.name))[: -self.GAMES]:
            if folder != self._folder:
                shutil.rmtree(folder, ignore_errors=True)


class Captured(msgspec.Struct, frozen=True, eq=False):
    """The end of a capture: the photograph and its reading, or why there is none."""

    frame: Image | None = None
    reading: Any = None
    failure: str | None = None


class SeatCapture:
    """One photograph of one board: lamps steady, fresh frames, reading, lamps back.

    `poll` returns None until it is over; `phase` says what the screen should tell meanwhile.
    """

    SETTLE = 0.2
    """Seconds for lamps and exposure to settle."""
    PATIENCE = 8.0
    """Seconds to wait for frames."""

    def __init__(
        self,
        camera: Camera,
        lights: RoundLights,
        worker: CaptureWorker,
        request: Callable[[tuple[Image, ...]], ReadRequest],
        *,
        count: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.phase: Literal["shooting", "reading", "over"] = "shooting"
        self._camera = camera
        self._lights = lights
        self._worker = worker
        self._request = request
        self._count = count
        self._clock = clock
        self._begun = clock()
        self._scene = lights.scene
        self._ticket: int | None = None
        self._frame: Image | None = None
        lights.show(Scene("capture"))

    def poll(self) -> Captured | None:
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

    def _shoot(self) -> Captured | None:
        frames = self._camera.frames(self._count, after=self._begun + self.SETTLE)
        if frames:
            self._lights.show(self._scene)
            self._frame = frames[-1].image
            self._ticket = self._worker.request(self._request(tuple(frame.image for frame in frames)))
            self.phase = "reading"
        elif self._clock() - self._begun > self.PATIENCE:
            self.cancel()
            return Captured(failure=self._camera.status.message or "the camera gives no picture")
        return None

    def _read(self) -> Captured | None:
        for read in self._worker.poll():
            if read.ticket == self._ticket:
                self.phase = "over"
                return Captured(self._frame, read.reading, read.failure)
        return None
