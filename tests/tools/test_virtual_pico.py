"""What the trials of the emulated microcontroller stand on, without its emulator: sources, needs, counted messages."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link import Link
from firmware_bridge.simulator.controller import Controller, Fault
from tools.virtual_pi.qmp import Refused
from tools.virtual_pico import __main__ as command
from tools.virtual_pico import build, trials


class Board:
    """The firmware under this Python, where the trials have the emulated chip."""

    def __init__(self) -> None:
        self.link = Controller(python=True)
        self.torn = 0
        self.ended = False

    def seconds(self) -> float:
        return time.monotonic()

    def spoil(self, fault: Fault | None) -> None:
        self.link.fault = fault


@pytest.fixture
def bench() -> Iterator[trials.Bench]:
    board: Any = Board()
    with board.link, Link(lambda: board.link.port) as link:
        yield trials.Bench(board, link, messages=60, cuts=0, seed=1)


def test_answers_are_counted_over_a_good_cable_and_a_bad_one(bench: trials.Bench) -> None:
    assert trials.messages(bench)["messages"] == 60
    spoilt = trials.bad_cable(bench)
    assert spoilt["bytes spoilt"] > 0
    assert bench.link.status == "linked"


def test_an_answer_that_comes_twice_or_late_is_named(bench: trials.Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    events = bench.link.events
    monkeypatch.setattr(bench.link, "events", lambda: [event for event in events() for _ in range(2)])
    with pytest.raises(Refused, match="answers came as"):
        trials.messages(bench)


def test_what_does_not_come_is_named(bench: trials.Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "LONGEST_S", 0.05)
    with pytest.raises(Refused, match="the moon did not come"):
        bench.until(lambda: False, "the moon")


def test_an_emulator_that_ended_is_not_waited_for(bench: trials.Bench) -> None:
    ended: Any = bench.chip
    ended.ended = True
    with pytest.raises(Refused, match="the link did not come"):
        bench.until(lambda: False, "the link")


def test_another_micropython_than_expected_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "CMakeLists.txt"
    path.write_text("set(A ON)\n  ${PICO}/src/rp2_common/pico_float/float_aeabi.S\nend\n", "utf-8")
    build._change(path, (("set(A ON)", "set(A OFF)"),))
    assert path.read_text("utf-8") == "set(A OFF)\nend\n"
    with pytest.raises(Refused, match="another MicroPython"):
        build._change(path, (("set(A ON)", ""),))


def test_a_source_that_is_not_the_expected_one_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: io.BytesIO(b"something else"))
    with pytest.raises(Refused, match="not the file that was expected"):
        build._fetch(build.SOURCES[0], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_packages_that_lack_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None if name == "ninja" else name)
    assert command.main([]) == 2
    assert capsys.readouterr().err == "virtual-pico: apt-get install ninja-build\n"
