from __future__ import annotations

import re

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.lights import GpioLights, Scene, ScreenLights, levels
from hardware.status import READY

PINS = (5, 6, 13, 19, 26, 12)


def test_the_present_round_burns_full_and_past_rounds_dim() -> None:
    assert levels(Scene("round", 3)) == (0.25, 0.25, 1.0, 0.0, 0.0, 0.0)
    assert levels(Scene("off")) == (0.0,) * 6


def test_a_photograph_gets_all_lamps_steady_and_full() -> None:
    assert levels(Scene("capture")) == (1.0,) * 6


@pytest.mark.parametrize(("dimmed", "expected"), [(True, [0.25, 1.0, 0, 0, 0, 0]), (False, [0, 1, 0, 0, 0, 0])])
def test_wired_lamps_follow_the_scene(dimmed: bool, expected: list[float]) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lights = GpioLights(PINS, dimmed=dimmed, factory=factory)
    lights.show(Scene("round", 2))
    assert [factory.pin(pin).state for pin in PINS] == expected
    assert lights.scene == Scene("round", 2)
    lights.close()
    lights.close()
    factory.close()


def test_fewer_lamps_show_the_first_rounds() -> None:
    factory = MockFactory()
    lights = GpioLights(PINS[:2], factory=factory)
    lights.show(Scene("capture"))
    assert [factory.pin(pin).state for pin in PINS[:2]] == [1, 1]
    lights.close()
    factory.close()


def test_where_a_pin_is_taken_it_says_which_and_the_scene_is_kept() -> None:
    factory = MockFactory()
    lights = GpioLights(PINS, factory=factory)
    dark = GpioLights(PINS, factory=factory)
    dark.show(Scene("capture"))
    assert re.match(r"the pins cannot be used \(GPIOPinInUse.*5", str(dark.status))
    assert dark.scene == Scene("capture")
    dark.close()
    lights.close()
    factory.close()


def test_without_lamps_the_scene_is_kept_for_the_screen() -> None:
    lights = ScreenLights()
    lights.show(Scene("round", 4))
    assert (lights.scene, lights.status) == (Scene("round", 4), READY)
    lights.close()
    lights.close()
    assert lights.scene == Scene()
