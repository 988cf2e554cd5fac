"""Pins that are lost and found: no part of the table waits for another start, and none takes the app with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware import pins
from hardware.buttons import GpioButtons
from hardware.lights import GpioLights, Scene
from hardware.status import READY

CLOCKLESS: dict[str, Any] = {"dimmed": False, "factory": None}


class Chip:
    """The pins of a machine, as gpiozero opens them; `there` says whether the kernel has them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.there, self.now, self.factories = True, 0.0, list[MockFactory]()
        monkeypatch.setattr(pins, "has_gpio", lambda: self.there)
        monkeypatch.setattr(pins.Pins.__init__, "__kwdefaults__", CLOCKLESS | {"clock": lambda: self.now})
        monkeypatch.setattr(pins, "_SHARED", {})
        monkeypatch.setitem(pins.FACTORIES, "plain", self.opened)

    def opened(self) -> MockFactory:
        self.factories.append(MockFactory())
        return self.factories[-1]

    def lose(self) -> None:
        self.there = False
        for pin in self.factories[-1].pins.values():
            pin.__class__ = LostPin

    def find(self) -> None:
        self.there = True
        self.now += pins.LOOK_S


class LostPin(MockPin):  # type: ignore[misc]
    """A pin of a chip that is gone."""

    def _get_state(self) -> Any:
        raise OSError(19, "No such device")

    def _set_state(self, value: Any) -> None:
        raise OSError(19, "No such device")


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    return Chip(monkeypatch)


def test_pins_that_come_late_are_found(chip: Chip) -> None:
    chip.there = False
    buttons = GpioButtons((17, 27), bounce=None)
    assert buttons.status.code == "buttons.none"
    chip.find()
    assert buttons.status == READY
    chip.factories[-1].pin(27).drive_low()
    assert buttons.presses() == [1]
    buttons.close()
    assert buttons.status == READY, "closed for good, and opened no more"


def test_lost_pins_are_named_and_the_next_scene_burns_once_they_are_back(chip: Chip) -> None:
    lights, buttons = GpioLights((5, 6)), GpioButtons((17, 27), bounce=None)
    lights.show(Scene("round", 1))
    chip.lose()
    lights.show(Scene("round", 2))
    assert (lights.status.code, buttons.status.code) == ("device.pins", "device.ready")
    chip.now += pins.LOOK_S
    assert (lights.status.code, buttons.status.code) == ("lights.none", "device.pins")
    chip.now += pins.LOOK_S
    assert (lights.status.code, buttons.status.code) == ("lights.none", "buttons.none")
    chip.find()
    assert lights.status == buttons.status == READY
    assert [chip.factories[-1].pin(pin).state for pin in (5, 6)] == [0, 1]
    chip.factories[-1].pin(17).drive_low()
    assert buttons.presses() == [0]
    assert len(chip.factories) == 2
    lights.close()
    buttons.close()


def test_a_pin_that_is_taken_leaves_the_other_parts_alone(chip: Chip) -> None:
    lights = GpioLights((5, 6))
    lights.show(Scene("round", 1))
    taken = GpioButtons((6,), bounce=None)
    for _ in range(3):
        chip.now += pins.LOOK_S
        assert taken.status.code == "device.pins"
        assert lights.status == READY
    assert len(chip.factories) == 1
    assert chip.factories[0].pin(5).state == 1
    lights.close()
    assert taken.status.code == "device.pins"
    chip.now += pins.LOOK_S
    assert taken.status == READY
    taken.close()


def test_dimmed_lamps_have_a_factory_of_their_own(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    dimming = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setitem(pins.FACTORIES, "dimmed", lambda: dimming)
    lights = GpioLights((5, 6), dimmed=True)
    lights.show(Scene("round", 2))
    assert [dimming.pin(pin).state for pin in (5, 6)] == [0.25, 1.0]
    assert chip.factories == []
    lights.close()


def test_a_machine_has_pins_when_it_has_a_gpio_chip(tmp_path: Path) -> None:
    assert not pins.has_gpio(tmp_path)
    (tmp_path / "gpiochip0").touch()
    assert pins.has_gpio(tmp_path)
