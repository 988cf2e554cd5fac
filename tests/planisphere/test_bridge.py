"""`planisphere bridge` from the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from firmware_bridge.messages import Calibrate, Calibrated, Command, Event
from firmware_bridge.simulator.controller import Controller
from planisphere.cli import main


def test_a_simulated_microcontroller_tells_its_port_shakes_and_presses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("shake\npress 2\nunplug\nplug\n\njump\nquit\nshake\n"))
    assert main(["bridge", "simulate", "--python"]) == 0
    said = capsys.readouterr()
    assert [line[:9] for line in said.out.splitlines()] == ["/dev/pts/"] * 2
    assert said.err.count("in the clear: ") == 1
    assert "'jump': expected shake, press 1…4, unplug, plug, quit" in said.err


def test_the_monitor_prints_a_line_an_event_and_says_how_the_link_is() -> None:
    with Controller(python=True) as controller:
        assert controller.port is not None
        arguments = ["bridge", "monitor", "--port", controller.port, "--seconds", "30"]
        command = [sys.executable, "-m", "planisphere.cli", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as monitor:
            assert monitor.stdout is not None
            first = json.loads(monitor.stdout.readline())
            controller.put(contacts=[True, False, False, False])
            second = json.loads(monitor.stdout.readline())
            monitor.terminate()
    assert first["type"] == "state"
    assert second == {"type": "button", "seat": 0}


def test_the_monitor_says_that_nothing_is_plugged_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bridge", "monitor", "--port", "/nowhere/tty", "--seconds", "0.2"]) == 0
    assert "no microcontroller is plugged in" in capsys.readouterr().err


@pytest.mark.parametrize("balls", ["red,blue", "red,blue,green"])
def test_a_ship_with_odd_balls_is_refused(balls: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bridge", "simulate", "--balls", balls]) == 2
    assert "expected three or more of black, blue, yellow, red" in capsys.readouterr().err


def test_flashing_a_board_that_is_not_there_ends_with_3_and_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bridge", "flash", "--port", "/nowhere/tty"]) == 3
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith("planisphere: bridge flash: ")
    assert "Traceback" not in "".join(said)


def test_a_sensor_is_taught_the_ball_before_it_and_one_that_is_away_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Controller(python=True) as controller:
        controller.put(colour=[None, [310, 90, 80, 480]])
        port = str(controller.port)
        assert main(["bridge", "calibrate", "right", "red", "--port", port]) == 0
        assert capsys.readouterr().out == "red: 645, 187, 166, 480\n"
        assert main(["bridge", "calibrate", "left", "red", "--port", port]) == 3
        assert "the sensor does not answer" in capsys.readouterr().err


class LinkThatRepeats:
    """A link on which the answer to an earlier program's question comes first."""

    status = "linked"

    def __init__(self, port: object) -> None:
        self.asked: list[Command] = []

    def send(self, command: Command) -> bool:
        self.asked.append(command)
        return True

    def events(self, wait_s: float) -> list[Event]:
        assert [type(command) for command in self.asked] == [Calibrate]
        return [Calibrated(slot=1, name="red", reading=(645, 187, 166, 480)), Calibrated(0, "red", None)]

    def __enter__(self) -> LinkThatRepeats:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to let go of."""


def test_an_answer_for_another_sensor_is_not_taken_for_this_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware_bridge.link.Link", LinkThatRepeats)
    assert main(["bridge", "calibrate", "left", "red", "--port", "loop://"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "the sensor does not answer" in said.err
