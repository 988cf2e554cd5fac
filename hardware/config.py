"""Which devices a table has and how they are wired: `[camera]`, `[lights]`, `[buttons]`, … of settings.toml."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A GPIO number (BCM), not a place on the header."""
Length = Annotated[int, Meta(ge=64, le=8192)]
CameraKind: TypeAlias = Literal["auto", "v4l2", "rpicam", "folder", "simulated", "none"]
WiredKind: TypeAlias = Literal["auto", "gpio", "bridge", "simulated", "none"]


class CameraConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The camera. `auto`: the first USB camera, now or whenever one is plugged in; where rpicam-apps are installed and
    no USB camera is plugged in at the start, the ribbon-cable camera.
    """

    kind: CameraKind = "auto"
    device: str = "auto"
    """A path such as `/dev/v4l/by-id/usb-…-video-index0`; `auto` takes the first there."""
    folder: str = ""
    """With `folder`: the newest picture in it is what the camera sees."""
    width: Length = 1280
    height: Length = 720


class BridgeConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The microcontroller. `auto`: the one that is plugged in, now or later; `none`; a port's name or URL."""

    port: str = "auto"


class LightsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The round lights. `auto`: the microcontroller's ring where it is plugged in at the start, else wired lamps."""

    kind: WiredKind = "auto"
    pins: Annotated[tuple[Pin, ...], Meta(max_length=6)] = (5, 6, 13, 19, 26, 12)
    dimmed: bool = False
    """Whether the lamps can be dimmed (PWM)."""


class ButtonsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One button a seat. `auto`: the microcontroller's where it is plugged in at the start, else wired ones."""

    kind: WiredKind = "auto"
    pins: Annotated[tuple[Pin, ...], Meta(max_length=4)] = (17, 27, 22, 23)


class ShakerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The mother ship's shaker. `auto`: the microcontroller's where it is plugged in; `gpio`: a tilt switch."""

    kind: WiredKind = "auto"
    pin: Pin = 24
    ball: Annotated[float, Meta(ge=5, le=20)] = 12.0
    """How large a ball is (mm), for a camera that looks at the ship before its card."""


class DeviceConfig(msgspec.Struct, frozen=True, kw_only=True):
    """All devices of a table."""

    camera: CameraConfig = CameraConfig()
    lights: LightsConfig = LightsConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    shaker: ShakerConfig = ShakerConfig()
    bridge: BridgeConfig = BridgeConfig()


SIMULATED = DeviceConfig(
    camera=CameraConfig(kind="simulated"),
    lights=LightsConfig(kind="simulated"),
    buttons=ButtonsConfig(kind="simulated"),
    shaker=ShakerConfig(kind="simulated"),
    bridge=BridgeConfig(port="none"),
)
"""Everything on the simulated table."""
