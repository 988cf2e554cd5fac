"""Cameras: whatever gives pictures of a board, behind one small interface that never makes the caller wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import Finding, NotPossible, finding
from hardware.exposure import ExposureLock
from hardware.worker import Worker

Image: TypeAlias = NDArray[np.uint8]
"""Height × width × 3, blue-green-red."""
Seconds = Callable[[], float]
BY_ID = Path("/dev/v4l/by-id")
PICTURES = (".jpg", ".jpeg", ".png")


class Frame(msgspec.Struct, frozen=True, eq=False):
    """One picture and when it was taken (seconds of the monotonic clock)."""

    image: Image
    at: float


class CameraStatus(msgspec.Struct, frozen=True):
    """How the camera is doing; `message` says why it is not ready."""

    state: Literal["ready", "opening", "absent"]
    message: Finding | None = None


class Camera(Protocol):
    """Something that takes pictures. Every method returns at once; `frames` must be called until it gives some."""

    @property
    def status(self) -> CameraStatus:
        """How it is doing now. An absent camera is looked for again, by itself."""

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """The newest pictures taken later than `after` (monotonic seconds), oldest first.

        Empty until `count` of them are there.
        """

    def close(self) -> None:
        """Let the device go. May be called twice."""


class NoCamera:
    """No camera: everything is done with a finger."""

    def __init__(self, message: Finding | None = None) -> None:
        self.status = CameraStatus("absent", message or no_camera("auto"))

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """Never any."""
        return []

    def close(self) -> None:
        """Nothing to let go."""


class FolderCamera:
    """Pictures that something else puts into a folder (a phone, a test): the newest is what the camera sees."""

    def __init__(self, folder: Path, clock: Seconds = time.monotonic) -> None:
        self._folder = Path(folder)
        self._clock = clock

    @property
    def status(self) -> CameraStatus:
        """Absent while the folder holds no picture."""
        if self._newest() is None:
            return CameraStatus("absent", finding("camera.folder_empty", "no picture in {path}", self._folder))
        return CameraStatus("ready")

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """The newest picture, `count` times."""
        import cv2

        newest = self._newest()
        image = cv2.imread(str(newest), cv2.IMREAD_COLOR) if newest else None
        at = self._clock()
        if image is None or at <= after:
            return []
        return [Frame(np.asarray(image, np.uint8), at)] * count

    def close(self) -> None:
        """Nothing to let go."""

    def _newest(self) -> Path | None:
        if not self._folder.is_dir():
            return None
        pictures = [path for path in self._folder.iterdir() if path.suffix.lower() in PICTURES]
        return max(pictures, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)


# A USB camera ----------------------------------------------------------------------------------------------------


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802  (OpenCV's name)
        """Whether the device answers."""

    def read(self) -> tuple[bool, Any]:
        """Whether there is a next picture, and it: (height, width, 3) BGR."""

    def release(self) -> None:
        """Let the device go."""


Opener: TypeAlias = Callable[[str, tuple[int, int]], Capture]


def find_device(device: str, by_id: Path = BY_ID) -> str | None:
    """The path of the camera, or None. `auto`: the first in `by_id` (a Pi has many video nodes that are no camera)."""
    if device != "auto":
        return device if Path(device).exists() else None
    return next(map(str, cameras(by_id)), None)


def cameras(by_id: Path = BY_ID) -> list[Path]:
    """The USB cameras that are plugged in."""
    return sorted(by_id.glob("*-video-index0")) if by_id.is_dir() else []


def no_camera(device: str) -> Finding:
    """What to say where `find_device` finds nothing."""
    if device == "auto":
        return finding("camera.none", "no camera is plugged in")
    return finding("camera.none_at", "no camera at {path}", device)


def open_v4l2(path: str, size: tuple[int, int]) -> Capture:
    """The device at `path` with MJPG pictures of that size (width, height) and no queue of old ones."""
    import cv2

    capture = cv2.VideoCapture(path, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


class DeviceKind(msgspec.Struct, frozen=True):
    """How a kind of camera is found (a path, or None) and what to say where it is not."""

    find: Callable[[str], str | None]
    missing: Callable[[str], Finding]


USB = DeviceKind(find_device, no_camera)


class Shot(msgspec.Struct, frozen=True):
    """A request to the grabber: that many pictures taken later than `after`."""

    count: int
    after: float


class Grabber:
    """Keeps a device open in this process and its newest pictures at hand; finds it again after it vanished.

    While a shot is wanted its exposure is held, and pictures of another exposure are not given.
    """

    KEEP = 6
    REST = 1.0
    """Seconds between two attempts to open the device."""
    PATIENCE = 2.0
    """Seconds that a request waits for pictures."""
    MAX_BAD = 5
    """Unreadable pictures in a row after which the device is opened anew: cheap cameras send one now and then."""

    def __init__(
        self, device: str, size: tuple[int, int], opener: Opener = open_v4l2, kind: DeviceKind | None = None
    ) -> None:
        self._device = device
        self._size = size
        self._opener = opener
        self._kind = kind or USB
        self._frames: deque[Frame] = deque(maxlen=self.KEEP)
        self._news = threading.Condition()
        self._trouble: Finding | None = None
        self._shooting = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="grabber", daemon=True)
        self._thread.start()

    def __call__(self, shot: Shot) -> list[Frame]:
        """The newest `shot.count` pictures later than `shot.after`. Raises NotPossible where they do not come."""
        with self._news:
            self._shooting = shot.count > 0
            self._news.wait_for(
                lambda: self._trouble or (self._frames and len(self._later(shot)) >= shot.count), timeout=self.PATIENCE
            )
            self._shooting = False
            found = self._later(shot)
            if self._trouble or not self._frames or len(found) < shot.count:
                raise NotPossible.of(self._trouble or finding("camera.no_pictures", "the camera gives no pictures"))
            return found[len(found) - shot.count :]

    def close(self) -> None:
        """End the thread of the camera, and wait for it."""
        self._closing.set()
        self._thread.join()

    def _later(self, shot: Shot) -> list[Frame]:
        return [frame for frame in self._frames if frame.at > shot.after]

    def _run(self) -> None:
        while not self._closing.is_set():
            path = self._kind.find(self._device)
            if path is None:
                self._tell(self._kind.missing(self._device))
            else:
                self._grab(path)
            self._closing.wait(self.REST)

    def _grab(self, path: str) -> None:
        capture = self._opener(path, self._size)
        try:
            if not capture.isOpened():
                why = "the camera at {path} cannot be opened (in use, or no permission: group video)"
                self._tell(finding("camera.not_opened", why, path))
                return
            lock, bad = ExposureLock(capture), 0
            while not self._closing.is_set():
                fine, image = capture.read()
                bad = 0 if fine else bad + 1
                if bad > self.MAX_BAD or (bad and self._kind.find(self._device) is None):
                    self._tell(finding("camera.stopped", "the camera at {path} stopped", path))
                    return
                if bad:
                    continue
                frame = Frame(np.asarray(image, np.uint8), time.monotonic())
                if not self._shooting or lock.fit(frame.image):
                    self._keep(frame)
        finally:
            capture.release()

    def _keep(self, frame: Frame) -> None:
        with self._news:
            self._trouble = None
            self._frames.append(frame)
            self._news.notify_all()

    def _tell(self, trouble: Finding) -> None:
        with self._news:
            self._trouble = trouble
            self._frames.clear()
            self._news.notify_all()


class UsbCamera:
    """A USB camera (V4L2) in a process of its own, which is ended and begun anew when the driver hangs.

    `device`: a path, or `auto`; it may vanish and return at any moment. `kind`: another kind of camera's device.
    """

    RECHECK = 2.0
    """Seconds between two looks at a camera that nobody uses."""

    def __init__(
        self,
        device: str = "auto",
        size: tuple[int, int] = (1280, 720),
        *,
        opener: Opener = open_v4l2,
        kind: DeviceKind | None = None,
        limit: float = 5.0,
        clock: Seconds = time.monotonic,
    ) -> None:
        self._worker = Worker(Grabber, device, size, opener, kind or USB, name="camera", limit=limit)
        self._kind = kind or USB
        self._device = device
        self._clock = clock
        self._asked: int | None = None
        self._asked_at = -self.RECHECK
        self._frames: list[Frame] = []
        self._status = CameraStatus("opening", finding("camera.opening", "the camera is being opened"))

    @property
    def plugged(self) -> bool:
        """Whether a camera is plugged in; asking begins nothing."""
        return self._look()

    @property
    def status(self) -> CameraStatus:
        """How it is doing; looks again every few seconds. Nothing is begun while no camera is plugged in."""
        plugged = self._look()
        if plugged and self._clock() - self._asked_at >= self.RECHECK:
            self._ask(Shot(0, 0.0))
        return self._status

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """Pictures once they have come; the first call asks for them."""
        if not self._look():
            return []
        found = [frame for frame in self._frames if frame.at > after]
        if len(found) >= count:
            return found[len(found) - count :]
        self._ask(Shot(count, after))
        return []

    def close(self) -> None:
        """End the process of the camera."""
        self._worker.close()

    def _look(self) -> bool:
        """Take in what has come; whether a camera is plugged in."""
        self._collect()
        plugged = self._kind.find(self._device) is not None
        if not plugged:
            self._status, self._frames = CameraStatus("absent", self._kind.missing(self._device)), []
        return plugged

    def _ask(self, shot: Shot) -> None:
        if self._asked is None:
            self._asked = self._worker.ask(shot)
            self._asked_at = self._clock()

    def _collect(self) -> None:
        for answer in self._worker.poll():
            self._asked = None
            if answer.failure:
                self._status = CameraStatus("absent", answer.failure)
                self._frames = []
            else:
                self._status = CameraStatus("ready")
                self._frames = answer.value or self._frames
