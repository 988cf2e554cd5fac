"""The shaker: a tilt switch, the simulated ship, and the firmware that judges what its sensors see."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.firmware.table import Table
from firmware_bridge.simulator.board_simulated import Board
from hardware.shaker import BY_TOUCH, QUIET_S, ScreenShaker, Shake, TiltShaker
from hardware.simulated.shaker import BALLS, SimulatedShaker, Trouble

FOUR = ("black", "blue", "yellow", "red")


class Ticks:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_tilt_switch_tells_a_shake_and_leaves_the_balls_to_a_finger() -> None:
    pins, clock = MockFactory(), Ticks()
    shaker = TiltShaker(24, bounce=None, clock=clock, factory=pins)
    for _ in range(5):
        pins.pin(24).drive_low()
        clock.now += 0.1
        pins.pin(24).drive_high()
        clock.now += 0.1
    assert shaker.shakes() == [Shake("shaking", 1)]
    clock.now += QUIET_S
    (over,) = shaker.shakes()
    assert over == Shake("balls", 1)
    assert not over.known
    assert shaker.shakes() == []
    pins.pin(24).drive_low()
    assert shaker.shakes() == [Shake("shaking", 2)]
    shaker.close()
    pins.close()


def test_while_the_pin_is_taken_nothing_tells_of_a_shake() -> None:
    pins = MockFactory()
    shaker = TiltShaker(24, bounce=None, factory=pins)
    assert shaker.status == BY_TOUCH
    assert str(TiltShaker(24, bounce=None, factory=pins).status).startswith("the pins cannot be used")
    shaker.close()
    pins.close()


def test_without_a_sensor_somebody_tells_the_balls() -> None:
    shaker = ScreenShaker()
    told = Shake("balls", 1, ("red", "blue"), (100, 100))
    shaker.tell(told)
    assert told.known
    assert shaker.shakes() == [told]
    shaker.tell(told)
    shaker.close()
    assert shaker.shakes() == []


def judged(ship: SimulatedShaker, shakes: int) -> list[tuple[tuple[str | None, ...], dict[str, object]]]:
    """What truly lay in the clear and what the firmware said, a shake at a time."""
    board = Board()
    table = Table(board, 7)
    told: list[dict[str, object]] = []
    table.tell = told.append  # type: ignore[method-assign,assignment]
    now = 0
    found: list[tuple[tuple[str | None, ...], dict[str, object]]] = []
    for _ in range(shakes):
        for moment in ship.shake(1200):
            board.put({"colour": list(moment.colour), "motion": list(moment.motion)})
            for _ in range(moment.after_ms // 10):
                now += 10
                table.step(b"", now)
        (balls,) = [event for event in told if event["type"] == "balls"]
        assert told[0] == {"type": "shaking", "shake": len(found) + 1, "again": False}
        found.append((ship.shown, balls))
        told.clear()
    return found


def test_the_firmware_names_the_balls_of_a_simulated_ship_and_never_a_wrong_one() -> None:
    said = judged(SimulatedShaker(FOUR, Random(4)), 60)
    assert sum(truth == tuple(event["balls"]) for truth, event in said) >= 58  # type: ignore[arg-type]
    for truth, event in said:
        assert all(ball in (None, lay) for ball, lay in zip(event["balls"], truth, strict=True))  # type: ignore[call-overload]


def test_two_balls_in_one_slot_are_told_as_an_empty_slot() -> None:
    for truth, event in judged(SimulatedShaker(FOUR, Random(5), Trouble(one_slot=1.0)), 8):
        assert event["empty"] == [ball is None for ball in truth]


def test_balls_that_do_not_come_to_rest_are_not_named_silently() -> None:
    for _, event in judged(SimulatedShaker(FOUR, Random(6), Trouble(rolling=1.0)), 6):
        assert event["settled"] is False


def test_two_balls_are_drawn_without_replacement() -> None:
    ship = SimulatedShaker((*FOUR, "yellow"), Random(7))
    pairs = [ship.draw() for _ in range(4000)]
    assert Counter(len(set(pair)) for pair in pairs).keys() == {1, 2}
    assert {pair[0] for pair in pairs if len(set(pair)) == 1} == {"yellow"}
    shown = Counter(ball for pair in pairs for ball in pair)
    assert shown["yellow"] / 4000 == pytest.approx(0.8, abs=0.04)
    assert shown["red"] / 4000 == pytest.approx(0.4, abs=0.04)


def test_a_stuck_ball_stays_in_its_slot() -> None:
    ship = SimulatedShaker(FOUR, Random(8), Trouble(stuck=(1, "red")))
    assert all(ship.draw()[1] == "red" for _ in range(50))
    assert {ship.draw()[0] for _ in range(50)} == {"black", "blue", "yellow"}


def test_the_simulated_balls_are_those_of_the_sensors_references() -> None:
    from firmware_bridge.firmware.colour import REFERENCES, classify, features

    for name, share in BALLS.items():
        counts = tuple(round(1000 * value) for value in share)
        assert classify(features(counts, 1000), REFERENCES)[0] == name  # type: ignore[arg-type]
