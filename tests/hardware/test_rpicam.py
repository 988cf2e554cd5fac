"""The ribbon-cable camera: a program in rpicam-vid's place writes its stream."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import devices as factory
from hardware.camera import DeviceKind, Frame, UsbCamera
from hardware.config import CameraConfig, DeviceConfig, LightsConfig
from hardware.devices import open_devices
from hardware.rpicam import COMMAND, find_rpicam, no_rpicam, open_rpicam


def picture(shade: int) -> bytes:
    _, data = cv2.imencode(".jpg", np.full((48, 64, 3), shade, np.uint8))
    return bytes(data)


def program(folder: Path, body: str) -> str:
    """A shell script in the place of rpicam-vid."""
    path = folder / COMMAND
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_pictures_are_cut_from_the_stream_and_garbage_between_them_is_skipped(tmp_path: Path) -> None:
    stream = b"hello\xff" + picture(50) + b"\x00\x01" + b"\xff\xd8broken\xff\xd9" + picture(200)
    (tmp_path / "stream").write_bytes(stream + picture(90)[:-10])
    capture = open_rpicam(program(tmp_path, f"cat {tmp_path / 'stream'}"), (64, 48))
    shades = []
    while True:
        fine, image = capture.read()
        if not fine:
            break
        shades.append(round(float(image.mean())))
    assert shades == [50, 200]
    capture.release()
    capture.release()
    assert not capture.isOpened()


def test_the_size_that_is_wanted_is_asked_for(tmp_path: Path) -> None:
    capture = open_rpicam(program(tmp_path, f'echo "$@" > {tmp_path / "asked"}'), (1280, 720))
    assert capture.read() == (False, None)
    capture.release()
    asked = (tmp_path / "asked").read_text().split()
    assert asked[asked.index("--width") + 1 : asked.index("--width") + 4] == ["1280", "--height", "720"]
    assert asked[-2:] == ["--output", "-"]


def test_a_program_that_cannot_be_started_gives_no_pictures(tmp_path: Path) -> None:
    capture = open_rpicam(str(tmp_path / "nowhere"), (64, 48))
    assert not capture.isOpened()
    assert capture.read() == (False, None)
    capture.release()


def test_the_camera_comes_back_after_its_program_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_bytes(picture(120))
    program(tmp_path, f"cat {tmp_path / 'one'}; sleep 0.2")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    camera = UsbCamera(opener=open_rpicam, kind=DeviceKind(find_rpicam, no_rpicam))
    try:
        first = _fresh(camera, 0.0)
        again = _fresh(camera, first.at)
        assert again.at > first.at
        assert round(float(again.image.mean())) == 120
    finally:
        camera.close()


def _fresh(camera: UsbCamera, after: float) -> Frame:
    """A picture later than that; asked for as the screen does, again and again."""
    pause = threading.Event()
    while not (found := camera.frames(after=after)):
        pause.wait(0.02)
    return found[0]


def test_without_the_program_the_camera_is_absent_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with open_devices(DeviceConfig(camera=CameraConfig(kind="rpicam"), lights=LightsConfig(kind="none"))) as devices:
        assert devices.camera(0).status.message == no_rpicam()
        assert "rpicam-apps" in str(no_rpicam())


def test_auto_takes_the_ribbon_cable_camera_where_there_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "find_rpicam", lambda: "/usr/bin/rpicam-vid")
    monkeypatch.setattr(factory, "find_device", lambda _device: None)
    made: list[CameraConfig] = []
    monkeypatch.setattr(factory, "_ribbon_camera", made.append)
    config = CameraConfig(width=640, height=480)
    with open_devices(DeviceConfig(camera=config, lights=LightsConfig(kind="none"))) as devices:
        devices.camera(0)
        devices._cameras.clear()
    assert made == [config]
