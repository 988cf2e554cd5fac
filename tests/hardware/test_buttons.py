from __future__ import annotations

from gpiozero.pins.mock import MockFactory

from hardware.buttons import GpioButtons, ScreenButtons
from hardware.status import READY

PINS = (17, 27, 22, 23)


def test_presses_wait_until_somebody_asks_in_the_order_they_came() -> None:
    factory = MockFactory()
    buttons = GpioButtons(PINS, bounce=None, factory=factory)
    for pin in (27, 17):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    assert buttons.presses() == [1, 0]
    assert buttons.presses() == []
    buttons.close()
    buttons.close()
    factory.close()


def test_a_button_held_down_counts_once() -> None:
    factory = MockFactory()
    buttons = GpioButtons(PINS, bounce=None, factory=factory)
    factory.pin(22).drive_low()
    assert buttons.presses() == [2]
    assert buttons.presses() == []
    buttons.close()
    factory.close()


def test_while_a_pin_is_taken_nobody_presses_and_the_others_are_free() -> None:
    factory = MockFactory()
    taken = GpioButtons(PINS[3:], bounce=None, factory=factory)
    buttons = GpioButtons(PINS, bounce=None, factory=factory)
    assert str(buttons.status).startswith("the pins cannot be used (GPIOPinInUse")
    free = GpioButtons(PINS[:3], bounce=None, factory=factory)
    assert free.status == READY
    free.close()
    taken.close()
    factory.close()


def test_buttons_on_the_screen_are_pressed_by_it() -> None:
    buttons = ScreenButtons()
    buttons.press(3)
    buttons.press(0)
    assert buttons.presses() == [3, 0]
    buttons.press(1)
    buttons.close()
    assert buttons.presses() == []
