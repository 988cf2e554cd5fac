"""The whole way: pyserial, a pty, the firmware. Under MicroPython where Node.js has it, and under this Python."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.link import Link, Status
from firmware_bridge.messages import (
    AskState,
    Button,
    CameraLamp,
    Event,
    LampLit,
    ShowScene,
    StateReport,
)
from firmware_bridge.simulator.controller import Controller
from firmware_bridge.simulator.programs import why_not_micropython

NEEDS_MICROPYTHON = pytest.mark.skipif(why_not_micropython() is not None, reason=str(why_not_micropython()))
KINDS = [pytest.param(False, id="micropython", marks=NEEDS_MICROPYTHON), pytest.param(True, id="python")]
PATIENCE_S = 600.0


def until(link: Link, status: Status) -> None:
    waiting = threading.Event()
    while link.status != status:
        waiting.wait(0.01)


def collect(link: Link, least: int) -> list[Event]:
    found: list[Event] = []
    while len(found) < least:
        new = link.events(PATIENCE_S)
        assert new, f"only {found} arrived"
        found += new
    return found


@pytest.fixture(params=KINDS)
def controller(request: pytest.FixtureRequest) -> Iterator[Controller]:
    with Controller(python=request.param) as controller:
        yield controller


def bad_cable(seed: int) -> Callable[[bytes], bytes]:
    """One byte in a hundred is changed, dropped or doubled."""
    rng = random.Random(seed)

    def spoil(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            chance = rng.random() * 300
            if chance < 1:
                continue
            out.append(rng.randrange(256) if chance < 2 else byte)
            if chance >= 299:
                out.append(byte)
        return bytes(out)

    return spoil


def test_one_listens_to_the_port_however_often_it_comes_back(controller: Controller) -> None:
    for _ in range(5):
        controller.reconnect()
    listeners = [thread for thread in threading.enumerate() if thread.name == "microcontroller's port"]
    assert listeners == [controller._listener]


def test_messages_cross_a_bad_cable_and_forced_reconnects_once_and_in_order(controller: Controller) -> None:
    with Link(lambda: controller.port) as link:
        until(link, "linked")
        controller.fault = bad_cable(3)
        messages = 80
        for shot in range(messages):
            assert link.send(CameraLamp(on=shot % 2 == 0, shot=shot))
        found: list[Event] = []
        for cut in (20, 50, messages):
            found += collect(link, cut - len(found))
            controller.reconnect()
        assert found == [LampLit(on=shot % 2 == 0, shot=shot) for shot in range(messages)]
        assert link.reconnects >= 2


def test_the_ring_shows_what_was_asked_for(controller: Controller) -> None:
    shown, waiting = [True] * 12 + [False] * 12, threading.Event()
    with Link(lambda: controller.port) as link:
        link.send(ShowScene(scene="progress", share=50, colour=(0, 255, 0)))
        link.send(AskState())
        (report,) = collect(link, 1)
        assert isinstance(report, StateReport)
        for _ in range(500):  # what the lights show is told beside the messages, on a busy machine later
            if [colour[1] > 100 for colour in controller.ring] == shown:
                break
            waiting.wait(0.01)
        assert [colour[1] > 100 for colour in controller.ring] == shown


def test_a_pulled_plug_is_noticed_and_a_new_one_found_without_help(controller: Controller) -> None:
    with Link(lambda: controller.port) as link:
        until(link, "linked")
        assert link.program == "1.0.1"
        controller.unplug()
        until(link, "no port")
        assert link.send(CameraLamp(on=True, shot=4))
        controller.plug()
        until(link, "linked")
        assert collect(link, 1) == [LampLit(on=True, shot=4)]


def test_a_press_reaches_the_raspberry_pi(controller: Controller) -> None:
    with Link(lambda: controller.port) as link:
        until(link, "linked")
        controller.put(contacts=[False, False, True, False])
        assert collect(link, 1) == [Button(seat=2)]


@NEEDS_MICROPYTHON
def test_the_firmwares_memory_stays_the_same() -> None:
    with Controller(python=False) as controller, Link(lambda: controller.port) as link:
        until(link, "linked")
        used = []
        for _ in range(4):
            for shot in range(50):
                link.send(CameraLamp(on=False, shot=shot))
            collect(link, 50)
            used.append(controller.memory())
        assert max(used[1:]) - min(used[1:]) < 2048


def test_without_a_port_the_link_waits_and_says_so() -> None:
    with Link(lambda: None) as link:
        assert link.status == "no port"
        assert link.send(AskState())
        assert link.events() == []


def test_a_closed_link_says_so() -> None:
    link = Link(lambda: None)
    link.close()
    link.close()
    assert link.status == "closed"


def test_a_port_that_says_nothing_is_no_microcontroller() -> None:
    with Link(lambda: "loop://") as link:
        until(link, "no answer")


def test_what_a_closed_link_was_told_is_not_told_again_to_the_next(controller: Controller) -> None:
    told = []
    for _ in range(8):
        assert controller.port is not None
        with Link(lambda: controller.port) as link:
            until(link, "linked")
            link.send(AskState())
            told.append(collect(link, 1))
    assert [len(events) for events in told] == [1] * 8
