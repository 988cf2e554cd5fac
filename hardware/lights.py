"""The round lights: six lamps that show the round, and give the camera a steady light."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from engines.errors import Finding, finding
from hardware.pins import Pins
from hardware.status import READY

LAMPS = 6
NO_LIGHTS: Final = finding("lights.none", "no lamps are wired: the screen shows the round")
Levels: TypeAlias = tuple[float, float, float, float, float, float]


class Scene(msgspec.Struct, frozen=True):
    """What the lamps should say. While a photograph is taken: `capture`, all steady and full, or `dark`, none."""

    mode: Literal["off", "round", "capture", "dark", "finished", "waiting"] = "off"
    round: int = 0
    """1 to 6 with `round`."""


def levels(scene: Scene) -> Levels:
    """How bright each lamp burns, 0 to 1: past rounds dim, the present one full."""
    match scene.mode:
        case "off" | "dark":
            lit = [0.0] * LAMPS
        case "round":
            lit = [1.0 if lamp == scene.round else 0.25 if lamp < scene.round else 0.0 for lamp in range(1, LAMPS + 1)]
        case "waiting":
            lit = [1.0, 0.25] * (LAMPS // 2)
        case _:
            lit = [1.0] * LAMPS
    return (lit[0], lit[1], lit[2], lit[3], lit[4], lit[5])


class RoundLights(Protocol):
    """Six lamps."""

    @property
    def status(self) -> Finding:
        """`READY`, or why there are none."""

    @property
    def scene(self) -> Scene:
        """The scene that was asked for last."""

    @property
    def steady(self) -> bool:
        """Whether what they show now is what was asked for: a photograph waits for it."""

    @property
    def mirrored(self) -> bool:
        """Whether a camera may see them mirrored in a board: then a photograph without them helps."""

    def show(self, scene: Scene) -> None:
        """Show that scene from now on."""

    def close(self) -> None:
        """Let the lamps go dark and the pins free. May be called twice."""


class ScreenLights:
    """No lamps on the table: the scene is kept, and the screen draws it."""

    steady = True

    def __init__(self, status: Finding = READY, *, mirrored: bool = False) -> None:
        self.mirrored = mirrored
        self.status = status
        self.scene = Scene()

    def show(self, scene: Scene) -> None:
        """Keep the scene, which the screen draws."""
        self.scene = scene

    def close(self) -> None:
        """Go back to no scene."""
        self.scene = Scene()


class GpioLights:
    """Lamps on GPIO pins; while those cannot be used, the scene is kept for the screen.

    A lamp that cannot be dimmed burns only in the present round. `factory`: a gpiozero pin factory (tests).
    """

    steady = True
    mirrored = False

    def __init__(self, pins: tuple[int, ...], *, dimmed: bool = False, factory: Any = None) -> None:
        self.scene = Scene()
        self._dimmed = dimmed

        def opened(factory: Any) -> Iterator[Any]:
            import gpiozero

            board = gpiozero.LEDBoard(*pins, pwm=dimmed, pin_factory=factory)
            self._light(board)
            yield board

        self._pins = Pins(opened, NO_LIGHTS, dimmed=dimmed, factory=factory)

    @property
    def status(self) -> Finding:
        """`READY`, or why there are none."""
        return self._pins.status

    def show(self, scene: Scene) -> None:
        """Light the lamps as the scene says; those without a dimmer only where they are full."""
        self.scene = scene
        self._pins.each(self._light)

    def close(self) -> None:
        """Turn all lamps off, and free the pins."""
        self.show(Scene())
        self._pins.close()

    def _light(self, board: Any) -> None:
        values = levels(self.scene)[: len(board)]
        board.value = values if self._dimmed else tuple(int(value == 1.0) for value in values)
