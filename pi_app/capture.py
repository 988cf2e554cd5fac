"""From a finger on "photograph" to a reading: lamps, camera, and a child process that reads the board.

Nothing here waits: the screen calls `poll` a few times a second.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec
import numpy as np

from engines.errors import NotPossible
from engines.layout import StarDiscLayout
from hardware.camera import Camera, Image
from hardware.lights import RoundLights, Scene
from hardware.worker import Worker

if TYPE_CHECKING:
    from vision.disc.read import Reading
    from vision.ink.layout import DiscLayout, MarkerSet

FLAT_PX_PER_MM = 4.0
Picture: TypeAlias = Image | Path
"""An image (height × width × 3, BGR), or the file that holds one."""
Lines: TypeAlias = tuple[tuple[int, int], ...]
Names: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of named points of a slate."""
Kind: TypeAlias = Literal["star_disc", "slate", "cards", "tiles", "balls"]
Box: TypeAlias = tuple[float, float, float, float]
"""Part of a board: left, top, width, height in mm."""


class ReadRequest(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the reader is given: pictures of one board, its layout (JSON), and what the record knows."""

    frames: tuple[Picture, ...]
    layout: bytes
    kind: Kind = "star_disc"
    """What kind of board it is, and so which reader reads it."""
    board: str = ""
    """Names the board: its last known pose helps to find it where part of it is hidden."""
    blank: Picture | None = None
    """The clean board at this rotation."""
    before: Picture | None = None
    """The same board before this drawing."""
    known: Lines | Names = ()
    """Lines of earlier rounds."""
    known_shooting_stars: Names = ()
    """A slate's shooting stars of earlier turns: head and tail."""
    expect: dict[str, Any] | None = None
    """What was to be drawn: `{"pattern": {"xy", "lines"}, "match": "exact" | "topology"}`, or on a slate
    `{"shape": [...]}` or `{"shooting_star": true}`."""
    flat: Path | None = None
    """Where to write the play area laid flat (`play_area` of the board at `FLAT_PX_PER_MM`), as JPEG."""


class Read(msgspec.Struct, frozen=True, eq=False):
    """What became of a request: a reading, or why there is none (one readable sentence)."""

    ticket: int
    reading: Any = None
    """Of the kind's own type: a `vision.disc.read.Reading`, a `vision.slate.reading.SlateReading`, a `CardsSeen`,
    a `vision.tiles.read.TilesReading` or a `vision.balls.read.BallsReading`."""
    failure: str | None = None


class CaptureWorker:
    """Reads boards in a child process, which is ended and begun anew when it hangs or dies.

    `limit`: seconds that a reading may take.
    """

    def __init__(self, limit: float = 10.0, build: Callable[[], Callable[[Any], Any]] | None = None) -> None:
        self._worker = Worker(build or BoardReader, name="the board reader", limit=limit)
        self._warming: int | None = None

    def warm(self) -> None:
        """Have the child begin now, so that the first reading does not wait for it."""
        if self._warming is None:
            self._warming = self._worker.ask(None)

    def request(self, request: ReadRequest) -> int:
        """Have a board read; the ticket comes back with the result."""
        return self._worker.ask(request)

    def poll(self) -> list[Read]:
        """The readings that have come since the last call; never waits."""
        answers = [answer for answer in self._worker.poll() if answer.ticket != self._warming]
        return [
            Read(answer.ticket, answer.value, str(answer.failure) if answer.failure else None) for answer in answers
        ]

    def close(self) -> None:
        """End the child. May be called twice."""
        self._worker.close()

    def __enter__(self) -> CaptureWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class KindReader(Protocol):
    """What reads one kind of board, remembering what it was told of each."""

    def read(self, request: ReadRequest, frames: list[Image]) -> Any:
        """The reading. Raises NotPossible where no board is found."""

    def markers(self, layout: bytes) -> MarkerSet | None:
        """The markers of the board with that layout."""


class BoardReader:
    """The child's side: has each board read by what reads its kind, and says why one was not found."""

    def __init__(self) -> None:
        import cv2

        from pi_app.capture_balls import BallsReader
        from pi_app.capture_cards import CardsReader
        from pi_app.capture_slates import SlateReader
        from pi_app.capture_tiles import TilesReader

        cv2.setNumThreads(1)
        self._readers: dict[Kind, KindReader] = {
            "star_disc": DiscReader(),
            "slate": SlateReader(),
            "cards": CardsReader(),
            "tiles": TilesReader(),
            "balls": BallsReader(),
        }

    def __call__(self, request: ReadRequest | None) -> Any:
        """The reading of a request; None for None."""
        return None if request is None else self.read(request)

    def read(self, request: ReadRequest) -> Any:
        """The reading. Raises NotPossible where no board is found, BadInput for a file that is no picture."""
        reader = self._readers[request.kind]
        frames = [load_picture(frame) for frame in request.frames]
        try:
            return reader.read(request, frames)
        except NotPossible as error:
            raise NotPossible(_diagnosed(frames[-1], reader.markers(request.layout)) or str(error)) from error


def _diagnosed(frame: Image, markers: MarkerSet | None) -> str | None:
    from vision.ink.diagnosis import why_not_found

    return None if markers is None else why_not_found(frame, markers)


class CleanBoards:
    """Clean boards, each found in its picture once and for all. `prepare`: of a picture and its parsed layout."""

    def __init__(self, prepare: Callable[[Image, Any], Any]) -> None:
        self._prepare = prepare
        self._found: dict[tuple[Path, int, bytes], Any] = {}

    def of(self, blank: Picture | None, layout: bytes, parsed: Any) -> Any:
        """The clean board of that picture, None where it is not found; a picture that is no file is left as it is."""
        if not isinstance(blank, Path):
            return blank
        key = (blank, blank.stat().st_mtime_ns, layout)
        if key not in self._found:
            with suppress(NotPossible):
                self._found[key] = self._prepare(load_picture(blank), parsed)
        return self._found.get(key)


class DiscReader:
    """Reads star discs, remembering each layout, clean board, and where each board lay last."""

    def __init__(self) -> None:
        import vision.disc.read

        self._read_disc = vision.disc.read.read_disc
        self._layouts: dict[bytes, DiscLayout] = {}
        self._last: dict[str, Reading] = {}
        self._clean = CleanBoards(vision.disc.read.prepare_blank)

    def read(self, request: ReadRequest, frames: list[Image]) -> Reading:
        """The reading. Raises NotPossible where no board is found, BadInput for a file that is no picture."""
        layout = self._layout(request.layout)
        reading = self._read_disc(
            frames,
            layout,
            blank=self._clean.of(request.blank, request.layout, layout),
            before=None if request.before is None else load_picture(request.before),
            known=request.known,  # type: ignore[arg-type]
            expect=request.expect,
            last=self._last.get(request.board),
        )
        if request.board:
            self._last[request.board] = reading
        if request.flat is not None:
            with suppress(OSError):
                write_picture(flattened(frames[-1], reading, layout), request.flat)
        return reading

    def markers(self, layout: bytes) -> MarkerSet | None:
        """The markers of the board with that layout."""
        return self._layout(layout).markers

    def _layout(self, text: bytes) -> DiscLayout:
        from vision.ink.layout import parse_layout

        if text not in self._layouts:
            self._layouts[text] = parse_layout(text)
        return self._layouts[text]


def load_picture(picture: Picture) -> Image:
    """The image, read from its file where it is one. Raises BadInput for a file that holds none."""
    if not isinstance(picture, Path):
        return picture
    from vision.ink import opencv

    return opencv.load(str(picture))


def write_picture(picture: Image, path: Path) -> None:
    """Write a JPEG, all or nothing. Raises OSError where the folder cannot be written."""
    import cv2

    path.parent.mkdir(parents=True, exist_ok=True)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(data.tobytes())
    os.replace(fresh, path)


def play_area(layout: StarDiscLayout) -> Box:
    """The part of the board that a flat photograph shows: the window and 3 mm around it."""
    left, right = min(x for x, _ in layout.window.outline), max(x for x, _ in layout.window.outline)
    top, bottom = min(y for _, y in layout.window.outline), max(y for _, y in layout.window.outline)
    return left - 3.0, top - 3.0, right - left + 6.0, bottom - top + 6.0


def flattened(image: Image, reading: Reading, layout: DiscLayout) -> Image:
    """The play area as seen from straight above, the disc at its stop, `FLAT_PX_PER_MM` pixels a millimetre."""
    from vision.ink import opencv

    left, top, width, height = play_area(layout.source)
    columns, rows = math.ceil(width * FLAT_PX_PER_MM), math.ceil(height * FLAT_PX_PER_MM)
    step = 8
    xs, ys = np.meshgrid(np.arange(-(-columns // step) + 1), np.arange(-(-rows // step) + 1))
    board = np.stack([xs.ravel(), ys.ravel()], 1) * (step / FLAT_PX_PER_MM) + np.array([left, top])
    stop = reading.rotation_deg if reading.round is None else layout.rotation_of(reading.round)
    pixels = reading.pose.to_image(layout.to_disc(board, stop)).reshape(*xs.shape, 2)
    return opencv.remap(image, *opencv.upsample_map(pixels.astype(np.float32), step, columns, rows))


class PhotoShelf:
    """The flat photographs of past drawings: `photos/<game>/<seat>-<round>-<number>.jpg` in the state folder."""

    GAMES = 5
    """Games whose photographs are kept; older ones go with `clear_old`."""

    def __init__(self, state: Path) -> None:
        self._root = state / "photos"

    def path(self, name: str) -> Path:
        """The file of the photograph of that name."""
        return self._root / f"{name}.jpg"

    def fresh_name(self, game_id: int, seat: int, round_number: int) -> str:
        """A name that no photograph has yet."""
        number = 1
        while self.path(name := f"{game_id}/{seat}-{round_number}-{number}").exists():
            number += 1
        return name

    def newest_name(self, game_id: int, seat: int, round_number: int) -> str | None:
        """The name of the last photograph of that seat's board in that round, if there is one."""
        fresh = self.fresh_name(game_id, seat, round_number)
        number = int(fresh.rpartition("-")[2])
        return f"{game_id}/{seat}-{round_number}-{number - 1}" if number > 1 else None

    def clear_old(self, playing: int | None = None) -> None:
        """Remove the photographs of all but the latest games and the one being played."""
        import shutil

        folders = [f for f in self._root.iterdir() if f.name.isdecimal()] if self._root.is_dir() else []
        for folder in sorted(folders, key=lambda f: int(f.name))[: -self.GAMES]:
            if folder.name != str(playing):
                shutil.rmtree(folder, ignore_errors=True)


class Captured(msgspec.Struct, frozen=True, eq=False):
    """The end of a capture: the photograph and its reading, or why there is none."""

    frame: Image | None = None
    reading: Any = None
    failure: str | None = None


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
        self._begun = self._lit = clock()
        self._steady = False
        self._scene = lights.scene
        self._ticket: int | None = None
        self._frame: Image | None = None
        self._lit_frames: tuple[Image, ...] = ()
        self._first: Captured | None = None
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
        if not self._steady:
            self._steady = self._lights.steady or self._clock() - self._begun > self.LAMP_PATIENCE
            self._lit = self._clock()
        frames = self._camera.frames(self._count, after=self._lit + self.SETTLE)
        if frames:
            self._lights.show(self._scene)
            self._frame = frames[-1].image
            pictures = (*self._lit_frames, *(frame.image for frame in frames))
            self._ticket = self._worker.request(self._request(pictures))
            self._lit_frames = pictures
            self.phase = "reading"
        elif self._clock() - self._begun > self.PATIENCE:
            self.cancel()
            return self._first or Captured(failure=str(self._camera.status.message or "the camera gives no picture"))
        return None

    def _read(self) -> Captured | None:
        for read in self._worker.poll():
            if read.ticket == self._ticket:
                captured = Captured(self._frame, read.reading, read.failure)
                if self._first is None and self._lights.mirrored and _glaring(read.reading):
                    self._first = captured
                    self._without_lamps()
                    return None
                self.phase = "over"
                return captured if captured.reading is not None else self._first or captured
        return None

    def _without_lamps(self) -> None:
        self.phase = "shooting"
        self._steady = False
        self._begun = self._lit = self._clock()
        self._lights.show(Scene("dark"))


def _glaring(reading: Reading | None) -> bool:
    return reading is not None and any(why.startswith("glare") for why in reading.light.why)
