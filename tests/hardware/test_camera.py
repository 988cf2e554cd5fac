from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engines.errors import NotPossible, finding
from hardware.camera import Camera, FolderCamera, Frame, Grabber, NoCamera, Shot, UsbCamera, find_device, open_v4l2

SIZE = (64, 48)


class Ticks:
    """A clock that moves only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class FileDevice:
    """Behaves as the file at its path says: a picture's grey, `stops`, or `closed`; a missing file is unplugged."""

    def __init__(self, path: str, size: tuple[int, int]) -> None:
        self.path = Path(path)
        self.size = size

    def isOpened(self) -> bool:  # noqa: N802
        return self.path.read_text() != "closed"

    def read(self) -> tuple[bool, Any]:
        try:
            grey = int(self.path.read_text())
        except (FileNotFoundError, ValueError):
            return False, None
        return True, np.full((self.size[1], self.size[0], 3), grey, np.uint8)

    def release(self) -> None:
        pass


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "usb-camera-video-index0"
    path.write_text("40")
    return path


def brightness(frames: list[Frame]) -> set[int]:
    return {int(frame.image.max()) for frame in frames}


# Files ---------------------------------------------------------------------------------------------------------------


def write(path: Path, grey: int, mtime: int) -> None:
    cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))
    os.utime(path, (mtime, mtime))


def test_the_newest_picture_of_a_folder_is_what_the_camera_sees(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    write(tmp_path / "b.png", 10, 1000)
    write(tmp_path / "a.PNG", 20, 2000)
    (tmp_path / "notes.txt").write_text("no picture")
    assert brightness(camera.frames(3)) == {20}
    assert len(camera.frames(3)) == 3
    assert state(camera) == "ready"


def test_a_folder_without_pictures_is_an_absent_camera(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        camera = FolderCamera(folder)
        assert camera.frames() == []
        assert (camera.status.state, str(folder) in str(camera.status.message)) == ("absent", True)
    (tmp_path / "half.jpg").write_bytes(b"\xff\xd8\xff")
    assert FolderCamera(tmp_path).frames() == []


def test_no_camera_never_gives_a_picture() -> None:
    camera: Camera = NoCamera(finding("camera.off", "switched off"))
    assert camera.frames(2) == []
    assert str(camera.status.message) == "switched off"
    camera.close()


# Finding the device --------------------------------------------------------------------------------------------------


def test_the_first_usb_camera_is_taken_and_its_metadata_node_is_not(tmp_path: Path) -> None:
    for name in ("usb-B-video-index0", "usb-A-video-index1", "usb-C-video-index0"):
        (tmp_path / name).touch()
    assert find_device("auto", tmp_path) == str(tmp_path / "usb-B-video-index0")
    assert find_device("auto", tmp_path / "nothing") is None
    assert find_device(str(tmp_path / "gone")) is None


# A USB camera --------------------------------------------------------------------------------------------------------


def test_the_grabber_gives_only_pictures_taken_after_the_moment_asked_for(device: Path) -> None:
    grabber = Grabber(str(device), SIZE, FileDevice)
    first = grabber(Shot(1, 0.0))
    later = grabber(Shot(3, first[-1].at))
    assert all(frame.at > first[-1].at for frame in later)
    assert len(later) == 3
    grabber.close()


def test_the_grabber_finds_the_device_again_after_it_vanished(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Grabber, "REST", 0.01)
    grabber = Grabber(str(device), SIZE, FileDevice)
    assert brightness(grabber(Shot(1, 0.0))) == {40}
    device.rename(device.with_name("unplugged"))
    with pytest.raises(NotPossible, match=r"stopped|no camera at"):
        grabber(Shot(10**6, 0.0))
    device.write_text("90")
    frames: list[Frame] = []
    while not frames:
        with suppress(NotPossible):
            frames = grabber(Shot(1, 0.0))
    assert brightness(frames) == {90}
    grabber.close()


def test_a_broken_picture_now_and_then_is_passed_over(device: Path) -> None:
    class Cheap(FileDevice):
        """Every third picture is broken."""

        opened, count = 0, 0

        def __init__(self, path: str, size: tuple[int, int]) -> None:
            super().__init__(path, size)
            Cheap.opened += 1

        def read(self) -> tuple[bool, Any]:
            Cheap.count += 1
            return super().read() if Cheap.count % 3 else (False, None)

    grabber = Grabber(str(device), SIZE, Cheap)
    after = 0.0
    for _ in range(5):
        after = grabber(Shot(3, after))[-1].at
    grabber.close()
    assert (Cheap.opened, Cheap.count > 15) == (1, True)


def test_a_device_that_cannot_be_opened_says_what_to_look_at(device: Path) -> None:
    device.write_text("closed")
    grabber = Grabber(str(device), SIZE, FileDevice)
    with pytest.raises(NotPossible, match=r"cannot be opened .*group video"):
        grabber(Shot(1, 0.0))
    grabber.close()


def state(camera: Camera) -> str:
    return camera.status.state


def collect(camera: UsbCamera, count: int, after: float = 0.0) -> list[Frame]:
    """What the screen does, tick after tick; here each tick waits for the camera's process."""
    while True:
        frames = camera.frames(count, after)
        answer = None if frames else camera._worker.wait(600.0)
        if frames or answer is None:
            return frames
        camera._worker._answers.put(answer)


def test_a_usb_camera_gives_pictures_from_its_own_process_without_waiting(device: Path) -> None:
    camera = UsbCamera(str(device), SIZE, opener=FileDevice)
    assert state(camera) == "opening"
    assert camera.frames(2) == []
    frames = collect(camera, 2)
    assert brightness(frames) == {40}
    assert frames[0].image.shape == (48, 64, 3)
    assert frames[0].at < frames[1].at
    assert state(camera) == "ready"
    newer = collect(camera, 1, after=frames[-1].at)
    assert newer[0].at > frames[-1].at
    camera.close()
    camera.close()


def test_an_unused_camera_is_looked_at_again_every_few_seconds(device: Path) -> None:
    clock = Ticks()
    device.write_text("closed")
    camera = UsbCamera(str(device), SIZE, opener=FileDevice, clock=clock)
    assert state(camera) == "opening"
    answer = camera._worker.wait(600.0)
    assert answer is not None
    camera._worker._answers.put(answer)
    assert state(camera) == "absent"
    assert "cannot be opened" in str(camera.status.message)
    asked = camera._asked_at
    clock.now += 3
    assert state(camera) == "absent"
    assert camera._asked_at == asked + 3
    camera.close()


def test_without_a_camera_no_process_is_begun_until_one_is_plugged_in(tmp_path: Path) -> None:
    camera = UsbCamera(str(tmp_path / "later"), SIZE, opener=FileDevice)
    assert camera.frames() == []
    assert (state(camera), camera._worker._tickets) == ("absent", 0)
    (tmp_path / "later").write_text("70")
    assert brightness(collect(camera, 1)) == {70}
    assert state(camera) == "ready"
    (tmp_path / "later").unlink()
    assert (state(camera), camera.frames()) == ("absent", [])
    camera.close()


def test_a_device_is_opened_for_quick_pictures_of_that_size_without_a_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, float] = {}

    class Pretended:
        def __init__(self, path: str, way: int) -> None:
            assert (path, way) == ("/dev/video0", cv2.CAP_V4L2)

        def set(self, what: int, value: float) -> bool:
            asked[what] = value
            return True

    monkeypatch.setattr(cv2, "VideoCapture", Pretended)
    open_v4l2("/dev/video0", (1280, 720))
    assert asked == {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 1280,
        cv2.CAP_PROP_FRAME_HEIGHT: 720,
        cv2.CAP_PROP_BUFFERSIZE: 1,
    }
