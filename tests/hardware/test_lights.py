from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engines.errors import NotPossible
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


def test_a_pin_that_is_taken_is_not_possible_and_says_which() -> None:
    factory = MockFactory()
    lights = GpioLights(PINS, factory=factory)
    with pytest.raises(NotPossible, match=r"^lights: the pins cannot be used \(GPIOPinInUse.*5"):
        GpioLights(PINS, factory=factory)
    lights.close()
    factory.close()


def test_without_lamps_the_scene_is_kept_for_the_screen() -> None:
    lights = ScreenLights()
    lights.show(Scene("round", 4))
    assert (lights.scene, lights.status) == (Scene("round", 4), READY)
    lights.close()
    lights.close()
    assert lights.scene == Scene()
