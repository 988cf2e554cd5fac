"""The doctor on the microcontroller."""

from __future__ import annotations

import os
import threading
import tty
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_bridge.firmware.parts import PROGRAM
from firmware_bridge.link import Status
from firmware_bridge.messages import Command, Event, Part
from firmware_bridge.simulator.controller import Controller
from hardware.bridge import BridgedTable
from hardware.buttons import ScreenButtons
from hardware.camera import Camera, CameraStatus, FolderCamera, Frame, NoCamera
from hardware.devices import Devices
from hardware.lights import ScreenLights
from hardware.shaker import ScreenShaker
from pi_app.host.checkup import check_bridge, check_devices
from pi_app.presenters.host import running_checks

BALLS = [[310, 90, 80, 480], [75, 140, 205, 420]]


def test_a_microcontroller_that_answers_is_named_with_its_program() -> None:
    with Controller(python=True) as controller:
        controller.put(colour=BALLS)
        found = check_bridge(str(controller.port), 20.0)
    assert (found.level, str(found.text)) == ("ok", f"program {PROGRAM}, 0 bytes free")


def test_a_part_that_does_not_answer_is_named_with_what_to_mend() -> None:
    with Controller(python=True) as controller:
        controller.put(motion=None)
        found = check_bridge(str(controller.port), 20.0)
    assert (found.level, str(found.mend)) == ("warn", "Look at that part's four wires.")
    assert "no answer from: motion" in str(found.text)


def test_a_port_that_says_nothing_is_told_with_what_to_do() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    found = check_bridge(os.ttyname(slave), 0.3)
    os.close(master)
    os.close(slave)
    assert found.level == "warn"
    assert "does not answer" in str(found.text)
    assert "bridge flash" in str(found.mend)


def test_a_table_without_a_microcontroller_is_fine() -> None:
    assert check_bridge("none").level == "ok"


# A table whose app is running ----------------------------------------------------------------------------------------


class Linked:
    """A link to a microcontroller that answers."""

    status: Status = "linked"
    program = "1.0.0"
    starts = 1

    def send(self, command: Command) -> bool:
        return True

    def events(self, wait_s: float = 0.0) -> list[Event]:
        threading.Event().wait(wait_s)
        return []

    def close(self) -> None:
        """Nothing to let go."""


def running(bridge: BridgedTable | None = None, camera: Camera | None = None) -> Devices:
    camera = camera or NoCamera()
    if bridge is None:
        return Devices(lambda _seat: camera, ScreenLights(), ScreenButtons(), ScreenShaker())
    return Devices(lambda _seat: camera, bridge.lights, bridge.buttons, bridge.shaker, bridge)


def test_a_running_table_is_asked_through_its_own_devices(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((720, 1280, 3), 6, np.uint8))
    with running(BridgedTable(Linked()), FolderCamera(tmp_path)) as devices:
        assert devices.bridge is not None
        devices.bridge.take(Part(part="colour_1", there=False))
        found = {check.name: check for check in check_devices(devices, 5.0)}
    assert list(found) == ["camera", "lights", "buttons", "shaker", "microcontroller"]
    assert (found["camera"].level, str(found["camera"].text)) == ("warn", "1280x720: too dark, blur")
    assert [found[name].level for name in ("lights", "buttons", "shaker")] == ["ok", "ok", "warn"]
    assert str(found["microcontroller"].text) == "program 1.0.0; no answer from: colour_1"


class Film:
    """A camera whose pictures come a tenth of a second apart."""

    status = CameraStatus("ready")

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        return [Frame(np.full((720, 1280, 3), 6, np.uint8), 50.0 + 0.1 * n) for n in range(count)]

    def close(self) -> None:
        """Nothing to let go."""


def test_the_cameras_rate_is_told() -> None:
    with running(camera=Film()) as devices:
        assert str(next(iter(check_devices(devices, 5.0))).text) == "1280x720, 10 pictures a second: too dark, blur"


def test_a_table_without_devices_is_told_what_is_touched_instead() -> None:
    with running() as devices:
        found = [(check.name, check.level) for check in check_devices(devices, 0.0)]
    assert found == [("camera", "warn"), ("lights", "ok"), ("buttons", "ok"), ("shaker", "ok")]


def test_the_hosts_check_opens_neither_port_nor_camera_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_: object, **__: object) -> None:
        raise AssertionError("opened a second time")

    monkeypatch.setattr("pi_app.host.checkup.open_bridge", opened)
    monkeypatch.setattr("pi_app.host.checkup.find_port", opened)
    monkeypatch.setattr("pi_app.host.checkup.open_devices", opened)
    with running() as devices:
        names = [check.name for check in running_checks(devices)]
    assert names[-4:] == ["camera", "lights", "buttons", "shaker"]
    assert "disk" in names
