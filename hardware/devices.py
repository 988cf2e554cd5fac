"""Opens a table's devices by its configuration; what is absent leaves the finger in its place.

Order of fall-back. Camera: `simulated` where there is a simulated table; `folder`; `v4l2` and `auto` = a USB camera,
looked for again and again while it is absent; `rpicam` = a ribbon-cable camera; `none`. Lights, buttons and shaker:
`bridge` and `auto` = the microcontroller (`auto`: where it is plugged in at the start), `gpio` and `auto` = the pins,
looked for again and again; while those cannot be used, lights are drawn on the screen, buttons touched there, and a
finger names the mother ship's balls.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from engines.errors import finding
from hardware.bridge import BridgedTable, find_port, open_bridge
from hardware.buttons import NO_BUTTONS, Buttons, GpioButtons, ScreenButtons
from hardware.camera import Camera, DeviceKind, FolderCamera, NoCamera, UsbCamera, find_device
from hardware.config import ButtonsConfig, CameraConfig, DeviceConfig, LightsConfig, ShakerConfig, WiredKind
from hardware.lights import NO_LIGHTS, GpioLights, RoundLights, ScreenLights
from hardware.rpicam import find_rpicam, no_rpicam, open_rpicam
from hardware.shaker import NO_SENSOR, ScreenShaker, Shaker, TiltShaker


class SimulatedDevices(Protocol):
    """What a simulated table lends to the factory."""

    lights: ScreenLights
    buttons: ScreenButtons
    shaker: ScreenShaker

    def camera(self, seat: int) -> Camera:
        """The camera that sees that seat's board."""

    def overview(self, seats: tuple[int, ...]) -> Camera:
        """The camera that sees the boards of all these seats."""


class Devices(AbstractContextManager["Devices"]):
    """The opened devices of a table. `status` lines are for people."""

    def __init__(
        self,
        camera: Callable[[int], Camera],
        lights: RoundLights,
        buttons: Buttons,
        shaker: Shaker,
        bridge: BridgedTable | None = None,
        overview: Callable[[tuple[int, ...]], Camera] | None = None,
    ) -> None:
        self._camera_of = camera
        self._overview_of = overview
        self._overviews: dict[tuple[int, ...], Camera] = {}
        self.lights = lights
        self.buttons = buttons
        self.shaker = shaker
        self.bridge = bridge
        """The microcontroller, where one is used."""
        self._cameras: dict[int, Camera] = {}

    def camera(self, seat: int) -> Camera:
        """The camera that sees that seat's board: the same for all seats at a real table."""
        if seat not in self._cameras:
            self._cameras[seat] = self._camera_of(seat)
        return self._cameras[seat]

    def overview(self, seats: tuple[int, ...]) -> Camera:
        """The camera that sees the boards of all these seats: a real table's one, if they lie in its view."""
        if self._overview_of is None:
            return self.camera(seats[0])
        if seats not in self._overviews:
            self._overviews[seats] = self._overview_of(seats)
        return self._overviews[seats]

    @property
    def camera_there(self) -> bool:
        """Whether the table's camera is plugged in; asking begins nothing."""
        camera = self.camera(0)
        return camera.plugged if isinstance(camera, UsbCamera) else camera.status.state == "ready"

    def close(self) -> None:
        """Close everything. May be called twice."""
        for camera in self._cameras.values():
            camera.close()
        self.lights.close()
        self.buttons.close()
        self.shaker.close()
        if self.bridge is not None:
            self.bridge.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def open_devices(config: DeviceConfig, table: SimulatedDevices | None = None) -> Devices:
    """Open what the configuration names; never fails for a missing device. `table`: the simulated table, if any."""
    bridge = open_bridge(config.bridge.port) if _wants_bridge(config) else None
    return Devices(
        _camera(config.camera, table),
        _lights(config.lights, table, bridge),
        _buttons(config.buttons, table, bridge),
        _shaker(config.shaker, table, bridge),
        bridge,
        table.overview if config.camera.kind == "simulated" and table is not None else None,
    )


def _wants_bridge(config: DeviceConfig) -> bool:
    """Whether a part asks for the microcontroller, or would take it and it is there."""
    kinds: set[WiredKind] = {config.lights.kind, config.buttons.kind, config.shaker.kind}
    if config.bridge.port == "none":
        return False
    return "bridge" in kinds or ("auto" in kinds and find_port(config.bridge.port) is not None)


def _camera(config: CameraConfig, table: SimulatedDevices | None) -> Callable[[int], Camera]:
    if config.kind == "simulated" and table is not None:
        return table.camera
    camera: Camera
    match config.kind:
        case "folder":
            camera = FolderCamera(Path(config.folder))
        case "rpicam":
            camera = _ribbon_camera(config)
        case "auto" if find_device(config.device) is None and find_rpicam() is not None:
            camera = _ribbon_camera(config)
        case "auto" | "v4l2":
            camera = UsbCamera(config.device, (config.width, config.height))
        case "none":
            camera = NoCamera(finding("camera.off", "the camera is switched off in the settings"))
        case _:
            camera = NoCamera(finding("camera.no_table", "there is no simulated table"))
    return lambda _seat: camera


def _ribbon_camera(config: CameraConfig) -> Camera:
    kind = DeviceKind(find_rpicam, no_rpicam)
    return UsbCamera("auto", (config.width, config.height), opener=open_rpicam, kind=kind)


def _elsewhere(
    kind: WiredKind, table: SimulatedDevices | None, bridge: BridgedTable | None
) -> SimulatedDevices | BridgedTable | None:
    """What has a device of that kind for us: the simulated table, or the microcontroller; None: our own pins may."""
    if kind == "simulated" and table is not None:
        return table
    return bridge if kind in ("bridge", "auto") else None


def _lights(config: LightsConfig, table: SimulatedDevices | None, bridge: BridgedTable | None) -> RoundLights:
    if (there := _elsewhere(config.kind, table, bridge)) is not None:
        return there.lights
    if config.kind in ("gpio", "auto"):
        return GpioLights(config.pins, dimmed=config.dimmed)
    return ScreenLights(NO_LIGHTS)


def _buttons(config: ButtonsConfig, table: SimulatedDevices | None, bridge: BridgedTable | None) -> Buttons:
    if (there := _elsewhere(config.kind, table, bridge)) is not None:
        return there.buttons
    if config.kind in ("gpio", "auto"):
        return GpioButtons(config.pins)
    return ScreenButtons(NO_BUTTONS)


def _shaker(config: ShakerConfig, table: SimulatedDevices | None, bridge: BridgedTable | None) -> Shaker:
    if (there := _elsewhere(config.kind, table, bridge)) is not None:
        return there.shaker
    if config.kind == "gpio":
        return TiltShaker(config.pin)
    return ScreenShaker(NO_SENSOR)
