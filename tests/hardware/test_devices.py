from __future__ import annotations

from pathlib import Path

import pytest

from engines.errors import finding
from hardware import pins
from hardware.buttons import ScreenButtons
from hardware.camera import Camera, DeviceKind, FolderCamera, NoCamera, UsbCamera, no_camera
from hardware.config import (
    SIMULATED,
    BridgeConfig,
    ButtonsConfig,
    CameraConfig,
    DeviceConfig,
    LightsConfig,
    ShakerConfig,
)
from hardware.devices import Devices, open_devices
from hardware.lights import ScreenLights
from hardware.shaker import ScreenShaker

NOTHING = DeviceConfig(
    camera=CameraConfig(kind="none"), lights=LightsConfig(kind="none"), buttons=ButtonsConfig(kind="none")
)


class PretendTable:
    def __init__(self) -> None:
        self.lights = ScreenLights()
        self.buttons = ScreenButtons()
        self.shaker = ScreenShaker()
        self.cameras = [NoCamera(finding("seat", "seat {n}", seat)) for seat in range(2)]

    def camera(self, seat: int) -> Camera:
        return self.cameras[seat]

    def overview(self, seats: tuple[int, ...]) -> Camera:
        return self.cameras[seats[-1]]


def test_a_table_without_devices_is_played_with_a_finger() -> None:
    with open_devices(NOTHING) as devices:
        assert str(devices.camera(0).status.message) == "the camera is switched off in the settings"
        assert str(devices.lights.status) == "no lamps are wired: the screen shows the round"
        assert str(devices.buttons.status) == "no buttons are wired: touch the screen"
        assert str(devices.shaker.status) == "no sensor is at the mother ship: name the balls by touch"
        assert devices.bridge is None
    devices.close()


def test_one_camera_sees_all_boards_of_a_real_table(tmp_path: Path) -> None:
    with open_devices(DeviceConfig(camera=CameraConfig(kind="folder", folder=str(tmp_path)))) as devices:
        assert isinstance(devices.camera(0), FolderCamera)
        assert devices.camera(0) is devices.camera(3)


def test_a_simulated_table_lends_its_own_devices() -> None:
    table = PretendTable()
    with open_devices(SIMULATED, table) as devices:
        assert devices.lights is table.lights
        assert devices.buttons is table.buttons
        assert devices.shaker is table.shaker
        assert devices.camera(1) is table.cameras[1]


def test_simulated_devices_without_a_simulated_table_are_absent() -> None:
    with open_devices(SIMULATED) as devices:
        assert str(devices.camera(0).status.message) == "there is no simulated table"
        assert isinstance(devices.lights, ScreenLights)


def test_pins_that_cannot_be_used_leave_lamps_and_buttons_to_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "has_gpio", lambda: True)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    config = DeviceConfig(camera=CameraConfig(kind="none"))
    with open_devices(config) as devices:
        assert "the pins cannot be used" in str(devices.lights.status)
        assert "the pins cannot be used" in str(devices.buttons.status)


def test_parts_at_the_microcontroller_are_taken_where_they_are_asked_for() -> None:
    config = DeviceConfig(
        camera=CameraConfig(kind="none"),
        lights=LightsConfig(kind="bridge"),
        buttons=ButtonsConfig(kind="none"),
        shaker=ShakerConfig(kind="bridge"),
        bridge=BridgeConfig(port="/nowhere/tty"),
    )
    with open_devices(config) as devices:
        assert devices.bridge is not None
        assert devices.lights is devices.bridge.lights
        assert devices.shaker is devices.bridge.shaker
        assert str(devices.lights.status) == "no microcontroller is plugged in: touch the screen instead"
        assert str(devices.buttons.status) == "no buttons are wired: touch the screen"


def test_a_tilt_switch_that_cannot_be_used_leaves_the_balls_to_a_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "has_gpio", lambda: True)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    with open_devices(DeviceConfig(camera=CameraConfig(kind="none"), shaker=ShakerConfig(kind="gpio"))) as devices:
        assert "the pins cannot be used" in str(devices.shaker.status)


def test_whether_the_camera_is_there_is_told_without_beginning_it() -> None:
    plug: list[str] = ["/dev/video0"]
    kind = DeviceKind(lambda _device: plug[0] if plug else None, no_camera)

    def never(*_: object) -> None:
        raise AssertionError("the camera was begun")

    camera = UsbCamera(kind=kind, opener=never)  # type: ignore[arg-type]
    devices = Devices(lambda _seat: camera, ScreenLights(), ScreenButtons(), ScreenShaker())
    with devices:
        assert devices.camera_there
        plug.clear()
        assert not devices.camera_there
