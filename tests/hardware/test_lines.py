"""gpiozero's devices on the kernel's GPIO character device, with a chip of our own in the kernel's place."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import gpiod
import gpiozero
import pytest
from gpiod.line import Bias, Direction, Edge, Value

from hardware import lines
from hardware.buttons import BOUNCE_S, GpioButtons
from hardware.lights import GpioLights, Scene


class Line:
    """What a process holds of one line; its events lie in a pipe, as the kernel's do in a queue."""

    def __init__(self, chip: Chip, number: int, settings: gpiod.LineSettings) -> None:
        self.chip, self.number, self.settings = chip, number, settings
        self.fd, self._end = os.pipe()
        self.level = settings.bias is Bias.PULL_UP
        self.seen = threading.Event()

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        self.chip.need()
        self.settings = config[self.number]
        if self.settings.direction is Direction.OUTPUT:
            self.level = bool(self.settings.output_value.value)
        elif self.settings.bias is Bias.PULL_UP:
            self.level = True

    def get_value(self, number: int) -> Value:
        self.chip.need()
        assert number == self.number
        return Value(self.level)

    def wait_edge_events(self, timeout: float) -> bool:
        assert timeout == 0
        return True

    def read_edge_events(self) -> list[gpiod.EdgeEvent]:
        told = os.read(self.fd, 100)
        self.seen.set()
        self.chip.need()
        kinds = [gpiod.EdgeEvent.Type.FALLING_EDGE, gpiod.EdgeEvent.Type.RISING_EDGE]
        return [gpiod.EdgeEvent(kinds[level].value, 10**9, self.number, 0, 0) for level in told]

    def drive(self, level: bool) -> None:
        """Put the line on a level, and wait until the change was read."""
        self.level = level
        self.seen.clear()
        if self.settings.edge_detection is Edge.BOTH:
            os.write(self._end, bytes([level]))
            assert self.seen.wait(10)

    def release(self) -> None:
        self.chip.taken.pop(self.number)
        os.close(self.fd)
        os.close(self._end)


class Chip:
    """A chip's lines, each taken by one request at a time."""

    def __init__(self) -> None:
        self.there, self.taken, self.closed = True, dict[int, Line](), False

    def __bool__(self) -> bool:
        return not self.closed

    def need(self) -> None:
        if not self.there:
            raise OSError(19, "No such device")

    def request_lines(self, config: dict[int, gpiod.LineSettings], consumer: str) -> Line:
        assert consumer == "planisphere"
        self.need()
        ((number, settings),) = config.items()
        if number in self.taken:
            raise OSError(16, "Device or resource busy")
        self.taken[number] = Line(self, number, settings)
        return self.taken[number]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    chip = Chip()
    monkeypatch.setattr(gpiod, "Chip", lambda _path: chip)
    monkeypatch.setattr(lines, "get_pi_revision", lambda: 0xC03114)
    return chip


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "pins"]


def test_presses_are_told_of_and_a_button_at_rest_wakes_nobody(chip: Chip) -> None:
    before = set(threading.enumerate())
    factory = lines.LineFactory()
    buttons = GpioButtons((17, 27), factory=factory)
    assert [thread.name for thread in threading.enumerate() if thread not in before] == ["pins"]
    assert chip.taken[17].settings.bias is Bias.PULL_UP
    assert chip.taken[17].settings.debounce_period.total_seconds() == BOUNCE_S
    for level in (False, True):
        chip.taken[27].drive(level)
    chip.taken[17].drive(False)
    factory.close()
    assert buttons.presses() == [1, 0]
    buttons.close()
    assert (chip.taken, threads()) == ({}, [])


def test_lamps_burn_and_need_no_thread(chip: Chip) -> None:
    factory = lines.LineFactory()
    lamps = GpioLights((5, 6), factory=factory)
    lamps.show(Scene("round", 2))
    assert [chip.taken[pin].level for pin in (5, 6)] == [False, True]
    assert threads() == []
    lamps.close()
    assert chip.taken == {}
    factory.close()
    factory.close()


def test_a_line_whose_chip_is_gone_is_watched_no_more(chip: Chip) -> None:
    factory = lines.LineFactory()
    button = gpiozero.Button(17, pin_factory=factory)
    line = chip.taken[17]
    chip.there = False
    line.drive(False)
    with factory.lock:
        assert not factory._watched
    with pytest.raises(OSError, match="No such device"):
        _ = button.value
    button.close()
    factory.close()
    assert chip.taken == {}


def test_a_line_that_another_program_holds_is_not_opened(chip: Chip) -> None:
    chip.request_lines({17: gpiod.LineSettings()}, "planisphere")
    factory = lines.LineFactory()
    assert "Device or resource busy" in str(GpioButtons((17,), factory=factory).status)
    factory.close()


@pytest.mark.parametrize(
    ("revision", "chips", "expected"),
    [(0xC03114, ("0", "4"), "0"), (0xD04170, ("0",), "0"), (0xD04170, ("0", "4"), "4")],
)
def test_the_chip_of_the_header_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, revision: int, chips: tuple[str, ...], expected: str
) -> None:
    opened: list[str] = []

    def chip(path: str) -> Chip:
        opened.append(path)
        return Chip()

    monkeypatch.setattr(gpiod, "Chip", chip)
    monkeypatch.setattr(lines, "get_pi_revision", lambda: revision)
    monkeypatch.setattr(lines, "DEVICES", tmp_path)
    for number in chips:
        (tmp_path / f"gpiochip{number}").touch()
    lines.LineFactory().close()
    assert opened == [str(tmp_path / f"gpiochip{expected}")]
