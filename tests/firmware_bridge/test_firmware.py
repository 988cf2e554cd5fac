"""The firmware's own files under this Python, in virtual time: shakes, balls, buttons, lights, sensors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware import colour, frames, scenes
from firmware_bridge.firmware.buttons import STEADY_MS, Buttons
from firmware_bridge.firmware.lis3dh import Lis3dh
from firmware_bridge.firmware.parts import CHANNEL_MA, PIXEL_IDLE_MA, PIXELS, RING_LIMIT_MA
from firmware_bridge.firmware.peer import Peer
from firmware_bridge.firmware.shaker import GIVE_UP_MS, STILL_MS
from firmware_bridge.firmware.table import MAX_WAITING, Table
from firmware_bridge.firmware.tcs34725 import Tcs34725
from firmware_bridge.simulator.board_simulated import Board

STILL = [0, 0, 1000]
WHITE = 1000


def raw(name: str, dim: float = 1.0) -> list[int]:
    """What a sensor counts before a ball of that colour."""
    red, green, blue, bright = colour.REFERENCES[name]
    clear = bright * WHITE / 1000 * dim
    return [round(share * clear / 1000) for share in (red, green, blue)] + [round(clear)]


class Desk:
    """A table's firmware with the Raspberry Pi's end beside it; `run` lets virtual time pass."""

    def __init__(self) -> None:
        self.board = Board()
        self.board.put({"colour": [raw("none"), raw("none")]})
        self.table = Table(self.board, 77)
        self.host = Peer(5, "test", "1", 500)
        self.splitter = frames.Splitter()
        self.now = 0
        self.away = False
        self.only_acknowledges = False
        """A cable on which the longer frames break: what was received is known, no event comes through."""

    def run(self, ms: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for _ in range(ms // 5):
            self.now += 5
            coming = b"" if self.away else b"".join(frames.write(frame) for frame in self.host.due(self.now))
            for frame in self.splitter.feed(self.table.step(coming, self.now)):
                values = frames.read(frame)
                if values is not None and not (self.away or (self.only_acknowledges and values[2] > 0)):
                    found += self.host.receive(values, self.now)
        return found

    def shake(self, balls: tuple[str, str], ms: int = 600) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for k in range(ms // 20):
            self.board.put({"motion": [400 * (-1) ** k, 100, 1000]})
            found += self.run(20)
        self.board.put({"motion": STILL, "colour": [raw(balls[0]), raw(balls[1])]})
        return found


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.run(300)
    return desk


def test_a_shake_is_told_then_its_balls_once_they_lie_still(desk: Desk) -> None:
    assert desk.shake(("yellow", "blue")) == [{"type": "shaking", "shake": 1, "again": False}]
    assert desk.run(STILL_MS - 50) == []
    told = desk.run(500)
    assert [event["type"] for event in told] == ["balls"]
    assert told[0]["balls"] == ["yellow", "blue"]
    assert told[0]["settled"] is True
    assert min(told[0]["sure"]) >= colour.MIN_CONFIDENCE


def test_a_knock_on_the_table_is_no_shake(desk: Desk) -> None:
    desk.board.put({"motion": [400, 0, 1000]})
    desk.run(40)
    told = desk.run(40)
    desk.board.put({"motion": STILL})
    assert told + desk.run(3000) == []


def test_shaking_again_before_the_balls_were_read_is_the_same_shake_and_told(desk: Desk) -> None:
    desk.shake(("red", "blue"))
    desk.run(STILL_MS + 30)
    assert desk.shake(("yellow", "black")) == [{"type": "shaking", "shake": 1, "again": True}]
    assert [event["balls"] for event in desk.run(2000)] == [["yellow", "black"]]


def test_one_ball_in_the_clear_is_told_as_an_empty_slot(desk: Desk) -> None:
    desk.shake(("red", "none"))
    (told,) = desk.run(2000)
    assert told["balls"] == ["red", None]
    assert told["empty"] == [False, True]


def test_balls_that_keep_rolling_are_told_as_not_settled(desk: Desk) -> None:
    desk.shake(("red", "blue"))
    told: list[dict[str, Any]] = []
    for k in range((STILL_MS + GIVE_UP_MS + 1000) // 20):
        desk.board.put({"colour": [raw("red" if k % 6 < 3 else "yellow"), raw("blue")]})
        told += desk.run(20)
    assert [(event["type"], event["settled"]) for event in told] == [("balls", False)]


def test_a_sensor_that_falls_silent_gives_no_colour_and_is_named_and_its_return_too(desk: Desk) -> None:
    desk.shake(("red", "blue"))
    desk.board.put({"colour": [None, raw("blue")]})
    told = desk.run(STILL_MS + GIVE_UP_MS + 500)
    assert {"type": "part", "part": "colour_0", "there": False} in told
    assert [event["balls"] for event in told if event["type"] == "balls"] == [[None, "blue"]]
    desk.shake(("red", "blue"))
    assert {"type": "part", "part": "colour_0", "there": True} in desk.run(2000)


@pytest.mark.parametrize("name", ["black", "blue", "yellow", "red", "none"])
@pytest.mark.parametrize("dim", [0.85, 1.0, 1.1])
def test_a_ball_is_known_in_a_little_less_or_more_light(name: str, dim: float) -> None:
    reading = colour.features(tuple(raw(name, dim)), WHITE)  # type: ignore[arg-type]
    assert colour.classify(reading, colour.REFERENCES)[0] == name


def test_a_colour_like_no_ball_is_not_named() -> None:
    green = colour.features((200, 600, 200, 900), WHITE)
    assert colour.classify(green, colour.REFERENCES) == (None, colour.classify(green, colour.REFERENCES)[1])
    between = [(a + b) // 2 for a, b in zip(colour.REFERENCES["red"], colour.REFERENCES["yellow"], strict=True)]
    assert colour.classify(between, colour.REFERENCES)[0] is None


def test_a_calibrated_ball_is_known_from_then_on_and_after_a_power_cut(desk: Desk) -> None:
    odd = [300, 500, 300, 1000]
    desk.board.put({"colour": [odd, raw("none")]})
    desk.host.send({"type": "calibrate", "slot": 0, "name": "green"})
    (told,) = desk.run(200)
    assert told["type"] == "calibrated"
    again = Table(desk.board, 78)
    assert again._shaker.references[0]["green"] == told["reading"]
    assert "green" not in again._shaker.references[1]


def test_white_paper_sets_the_brightness(desk: Desk) -> None:
    desk.board.put({"colour": [[900, 900, 900, 2000], raw("none")]})
    desk.host.send({"type": "calibrate", "slot": 0, "name": "white"})
    desk.run(100)
    assert desk.table._shaker.white == [2000, 1000]


def test_a_button_is_told_once_however_its_contact_chatters(desk: Desk) -> None:
    told: list[dict[str, Any]] = []
    for down in (True, False, True, False, True, True, True, True, True, True, True, True):
        desk.board.put({"contacts": [False, down, False, False]})
        told += desk.run(5)
    desk.board.put({"contacts": [False] * 4})
    told += desk.run(100)
    assert told == [{"type": "button", "seat": 1}]


@given(st.lists(st.booleans(), max_size=200))
def test_no_press_is_shorter_than_the_steady_time(contacts: list[bool]) -> None:
    buttons = Buttons(1)
    presses = sum(len(buttons.step(5 * k, [closed])) for k, closed in enumerate(contacts))
    assert presses <= len(contacts) * 5 // (2 * STEADY_MS) + 1


@pytest.mark.parametrize("scene", scenes.SCENES)
@given(now=st.integers(0, 10**7), k=st.integers(0, 24), share=st.integers(0, 100))
def test_no_scene_draws_more_than_usb_gives(scene: str, now: int, k: int, share: int) -> None:
    ring = scenes.pixels(
        {"scene": scene, "k": k, "of": 6, "colour": [255, 255, 255], "share": share, "level": 100}, now
    )
    assert len(ring) == PIXELS
    assert all(0 <= channel <= 255 for colours in ring for channel in colours)
    assert PIXEL_IDLE_MA * PIXELS + sum(map(sum, ring)) * CHANNEL_MA // 255 <= RING_LIMIT_MA


def test_rounds_fill_the_ring_in_arcs() -> None:
    ring = scenes.pixels({"scene": "round", "k": 3, "of": 6, "colour": [100, 0, 0], "calm": True}, 0)
    assert [colours[0] for colours in ring] == [12] * 8 + [60] * 4 + [0] * 12


def test_the_camera_lamp_holds_every_effect_until_the_shot_is_taken(desk: Desk) -> None:
    desk.host.send({"type": "scene", "scene": "attention", "colour": [255, 0, 0]})
    desk.run(200)
    desk.host.send({"type": "lamp", "on": True, "level": 50, "shot": 9})
    assert desk.run(50) == [{"type": "lamp", "on": True, "shot": 9}]
    lit = desk.board.ring
    desk.host.send({"type": "scene", "scene": "progress", "share": 50, "colour": [0, 255, 0]})
    for _ in range(50):
        desk.run(20)
        assert desk.board.ring == lit
    desk.host.send({"type": "lamp", "on": False, "shot": 9})
    assert desk.run(50) == [{"type": "lamp", "on": False, "shot": 9}]
    assert desk.board.ring != lit
    assert desk.board.ring[0][1] > desk.board.ring[0][0]


def test_lights_go_on_while_the_raspberry_pi_is_busy(desk: Desk) -> None:
    desk.host.send({"type": "scene", "scene": "attention", "colour": [255, 0, 0]})
    desk.run(100)
    desk.away = True
    seen = []
    for _ in range(20):
        desk.run(50)
        seen.append(desk.board.ring[0])
    assert len(set(seen)) > 5


def test_events_wait_for_the_raspberry_pi_and_what_does_not_fit_is_counted(desk: Desk) -> None:
    desk.away = True
    for _ in range(MAX_WAITING + 10):
        desk.board.put({"contacts": [True, False, False, False]})
        desk.run(40)
        desk.board.put({"contacts": [False] * 4})
        desk.run(40)
    desk.away = False
    told = desk.run(5000)
    desk.board.put({"contacts": [True, False, False, False]})
    told += desk.run(100)
    assert [event["type"] for event in told] == ["button"] * MAX_WAITING + ["lost", "button"]
    assert told[MAX_WAITING]["events"] == 10


def test_commands_wait_while_their_answers_would_find_no_room(desk: Desk) -> None:
    commands = 2 * MAX_WAITING
    for shot in range(commands):
        assert desk.host.send({"type": "lamp", "on": True, "shot": shot})
    desk.only_acknowledges = True
    desk.run(5000)
    desk.only_acknowledges = False
    assert [event["shot"] for event in desk.run(5000)] == list(range(commands))


def test_events_that_were_lost_are_told_without_waiting_for_another_one(desk: Desk) -> None:
    desk.away = True
    for _ in range(MAX_WAITING + 3):
        desk.board.put({"contacts": [True, False, False, False]})
        desk.run(50)
        desk.board.put({"contacts": [False, False, False, False]})
        desk.run(50)
    desk.away = False
    told = desk.run(2000)
    assert told[MAX_WAITING:] == [{"type": "lost", "events": 3}]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "calibrate", "slot": "x", "name": "red"},
        {"type": "calibrate", "slot": 7, "name": "red"},
        {"type": "settings", "still_ms": "soon"},
        {"type": "scene", "scene": "round", "of": "many"},
        {"type": "scene", "scene": "fireworks"},
        {"type": "unheard of"},
        ["scene"],
        None,
    ],
)
def test_a_command_that_makes_no_sense_does_not_stop_the_board(desk: Desk, command: Any) -> None:
    desk.host.send(command)
    desk.run(100)
    desk.host.send({"type": "state"})
    told = desk.run(100)
    assert told[-1]["type"] == "state"
    assert told[-1]["missing"] == []


class Registers:
    """An I2C bus with one device: registers that were written can be read."""

    def __init__(self, values: dict[int, int]) -> None:
        self.values = values

    def readfrom_mem(self, _address: int, register: int, count: int) -> bytes:
        return bytes(self.values.get(register + k, 0) for k in range(count))

    def writeto_mem(self, _address: int, register: int, data: bytes) -> None:
        self.values[register] = data[0]


def test_the_colour_sensor_is_read_in_one_burst_after_a_whole_measurement() -> None:
    bus = Registers({0xB2: 0x44})
    sensor = Tcs34725(bus, 0x29)
    assert bus.values[0x80] == 3
    assert sensor.counts() is None
    bus.values[0xB3] = 1
    for k, value in enumerate((0x34, 0x12, 1, 0, 2, 0, 3, 1)):
        bus.values[0xB4 + k] = value
    assert sensor.counts() == (1, 2, 259, 0x1234)
    with pytest.raises(OSError, match="TCS34725"):
        Tcs34725(Registers({0xB2: 0x00}), 0x29)


def test_the_motion_sensor_gives_thousandths_of_g() -> None:
    bus = Registers({0x0F: 0x33})
    sensor = Lis3dh(bus, 0x18)
    assert bus.values[0x20] == 0x57
    for k, value in enumerate((0x00, 0x20, 0x00, 0xE0, 0x80, 0x3E)):
        bus.values[0xA8 + k] = value
    assert sensor.acceleration() == (1024, -1024, 2000)
    with pytest.raises(OSError, match="LIS3DH"):
        Lis3dh(Registers({}), 0x18)
