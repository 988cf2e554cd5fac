"""Lights, buttons and shaker behind the microcontroller, with a link that a test holds in its hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from firmware_bridge.link import Link, Status
from firmware_bridge.messages import (
    Balls,
    Button,
    CameraLamp,
    Command,
    Event,
    LampLit,
    Lost,
    Part,
    Refused,
    Shaking,
    ShowScene,
    StateReport,
)
from firmware_bridge.simulator.controller import Controller
from hardware.bridge import FINISHED_COLOUR, ROUND_COLOUR, BridgedTable, find_port
from hardware.lights import Scene
from hardware.shaker import Shake


class HandLink:
    """A link whose other end is the test."""

    def __init__(self) -> None:
        self.status: Status = "linked"
        self.program = "1.0.0"
        self.starts = 1
        self.sent: list[Command] = []
        self.coming: SimpleQueue[Event] = SimpleQueue()
        self.closed = False

    def send(self, command: Command) -> bool:
        self.sent.append(command)
        return True

    def events(self, wait_s: float = 0.0) -> list[Event]:
        try:
            return [self.coming.get(timeout=wait_s)]
        except Empty:
            return []

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def link() -> HandLink:
    return HandLink()


@pytest.fixture
def table(link: HandLink) -> Iterator[BridgedTable]:
    table = BridgedTable(link)
    yield table
    table.close()
    assert link.closed


def test_the_ring_shows_rounds_and_the_end(table: BridgedTable, link: HandLink) -> None:
    table.lights.show(Scene("round", 3))
    table.lights.show(Scene("finished"))
    table.lights.show(Scene("off"))
    assert [command for command in link.sent if command != ShowScene(scene="idle")] == [
        ShowScene(scene="round", k=3, of=6, colour=ROUND_COLOUR),
        ShowScene(scene="progress", share=100, colour=FINISHED_COLOUR),
    ]


def test_a_photograph_waits_until_the_ring_says_that_its_light_burns(table: BridgedTable, link: HandLink) -> None:
    steady = [table.lights.steady]
    table.lights.show(Scene("capture"))
    (lamp,) = [command for command in link.sent if isinstance(command, CameraLamp)]
    steady.append(table.lights.steady)
    for shot in (lamp.shot + 1, lamp.shot):
        table.take(LampLit(on=True, shot=shot))
        steady.append(table.lights.steady)
    assert steady == [True, False, False, True]
    table.lights.show(Scene("round", 2))
    assert link.sent[-2:] == [CameraLamp(on=False), ShowScene(scene="round", k=2, of=6, colour=ROUND_COLOUR)]


def test_for_a_photograph_without_lamps_the_ring_says_when_it_is_dark(table: BridgedTable, link: HandLink) -> None:
    table.lights.show(Scene("dark"))
    (lamp,) = [command for command in link.sent if isinstance(command, CameraLamp)]
    assert (lamp.on, lamp.level, table.lights.steady) == (True, 0, False)
    table.take(LampLit(on=True, shot=lamp.shot))
    assert table.lights.steady
    table.lights.show(Scene("off"))
    assert link.sent[-2:] == [CameraLamp(on=False), ShowScene(scene="idle")]


def test_no_photograph_waits_for_a_ring_that_is_away(table: BridgedTable, link: HandLink) -> None:
    table.lights.show(Scene("capture"))
    link.status = "no port"
    assert table.lights.steady
    assert str(table.lights.status) == "no microcontroller is plugged in: touch the screen instead"
    assert table.buttons.status == table.shaker.status == table.lights.status


def test_presses_and_shakes_come_in_order(table: BridgedTable) -> None:
    for event in (
        Button(seat=2),
        Shaking(shake=1),
        Button(seat=0),
        Balls(shake=1, balls=("red", None), sure=(90, 10), empty=(False, True), settled=True),
    ):
        table.take(event)
    assert table.buttons.presses() == [2, 0]
    assert table.shaker.shakes() == [
        Shake("shaking", 1),
        Shake("balls", 1, ("red", None), (90, 10), (False, True), True),
    ]
    table.take(Button(seat=1))
    table.take(Shaking(shake=2))
    table.buttons.close()
    table.shaker.close()
    assert table.buttons.presses() == []
    assert table.shaker.shakes() == []


def test_a_blind_sensor_is_named_and_its_return_noticed(table: BridgedTable) -> None:
    assert str(table.shaker.status) == "ready"
    table.take(Part(part="colour_1", there=False))
    assert str(table.shaker.status) == "colour_1 does not answer: name the balls by touch"
    table.take(Part(part="colour_1", there=True))
    assert str(table.shaker.status) == "ready"
    table.take(StateReport(missing=("colour_0",), free=9000, shakes=4))
    assert str(table.shaker.status).startswith("colour_0")
    assert table.report == StateReport(missing=("colour_0",), free=9000, shakes=4)


def test_light_that_was_asked_for_before_or_is_off_is_not_what_a_photograph_waits_for(table: BridgedTable) -> None:
    table.lights.show(Scene("capture"))
    table.take(LampLit(on=False, shot=1))
    assert not table.lights.steady
    assert table.lights.scene == Scene("capture")


def test_what_no_device_answers_for_changes_nothing(table: BridgedTable, link: HandLink) -> None:
    sent = list(link.sent)
    table.take(Refused())
    assert (table.missing, table.lost_events, table.report) == (frozenset(), 0, None)
    assert [command for command in link.sent if command != ShowScene(scene="idle")] == sent


def test_events_that_were_lost_are_counted(table: BridgedTable) -> None:
    table.take(Lost(events=3))
    table.take(Lost(events=2))
    assert table.lost_events == 5


def test_the_port_is_the_named_one_then_ours_by_udev_then_the_second_of_a_pico(tmp_path: Path) -> None:
    by_id, named = tmp_path / "by-id", tmp_path / "link"
    assert find_port("/dev/ttyAMA0", by_id=by_id, named=named) == "/dev/ttyAMA0"
    assert find_port("auto", by_id=by_id, named=named) is None
    by_id.mkdir()
    for interface in ("if00", "if02"):
        (by_id / f"usb-MicroPython_Board_in_FS_mode_e66-{interface}").touch()
    assert find_port("auto", by_id=by_id, named=named) == str(by_id / "usb-MicroPython_Board_in_FS_mode_e66-if02")
    named.touch()
    assert find_port("auto", by_id=by_id, named=named) == str(named)


def test_a_microcontroller_that_was_plugged_in_again_is_told_the_scene_again() -> None:
    with Controller(python=True) as controller:
        table = BridgedTable(Link(lambda: controller.port))
        table.lights.show(Scene("round", 6))
        for _ in range(2):
            _until(lambda: len(controller.ring) == 24 and controller.ring[23][0] > 0)
            controller.unplug()
            assert controller.ring == ()
            controller.plug()
        table.close()


def _until(so: Callable[[], bool]) -> None:
    waiting = threading.Event()
    while not so():
        waiting.wait(0.01)
