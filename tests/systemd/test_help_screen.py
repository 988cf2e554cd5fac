from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "systemd" / "help_screen.py"
DOCTOR = [
    "ok    python                           3.11.2",
    "warn  camera                           no camera is plugged in",
    "                                       -> plug in a USB camera",
    "fail  display                          a panel is connected, but no right to draw on it",
    "                                       -> sudo usermod -aG video,render $USER",
    "ok    memory                           900 MB free",
    "not ready: mend what is marked `fail` first",
]


@pytest.fixture(scope="module")
def screen() -> Any:
    spec = spec_from_file_location("help_screen", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_only_what_is_broken_is_named_with_what_to_do(screen: Any) -> None:
    assert screen.broken(DOCTOR) == [
        "display a panel is connected, but no right to draw on it",
        "-> sudo usermod -aG video,render $USER",
    ]


@pytest.mark.parametrize("width", [30, 80, 240])
def test_the_page_fits_the_panel_and_begins_with_the_reason(screen: Any, width: int) -> None:
    log = ["planisphere: the display cannot be opened; " + "x" * 300, "short"]
    rows = screen.page(DOCTOR, log, width).splitlines()
    assert all(len(row) <= width for row in rows)
    assert " ".join(" ".join(rows).split()).startswith("This table needs help: display a panel is connected")
    assert any("short" in row for row in rows)


def test_without_doctor_and_log_the_page_still_says_what_to_do(screen: Any) -> None:
    text = screen.page([], [], 80)
    assert "This table needs help: the screen could not be kept running" in text
    assert "(none can be read)" in text
    assert "switch the table off and on" in text


def test_nobody_is_told_that_games_are_saved_where_they_may_not_be(screen: Any) -> None:
    assert "Your games are saved." in screen.page(DOCTOR, [], 80)
    volatile = "warn  saved games                      /var/lib/planisphere lies on overlay"
    assert "Your games are saved." not in screen.page([*DOCTOR, volatile], [], 80)


def test_a_log_cannot_move_the_cursor(screen: Any) -> None:
    assert screen.printable("a\x1b[2Jb\n\n\x07c\r\n") == ["a [2Jb", " c"]


def test_where_there_is_no_journal_the_page_is_shown_all_the_same(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert screen.read_log(["planisphere.service"], 5) == []


def test_it_is_shown_until_it_is_time_to_try_again(screen: Any, capfd: pytest.CaptureFixture[str]) -> None:
    waited: list[float] = []

    def read(units: Sequence[str], lines: int) -> list[str]:
        return DOCTOR if "planisphere-doctor.service" in units else ["the end"]

    assert screen.main(read, waited.append) == 0
    assert "the end" in capfd.readouterr().out
    assert waited == [screen.WAIT_S]


def test_debians_own_python_is_all_it_needs() -> None:
    imported = [line.split()[1] for line in FILE.read_text().splitlines() if line.startswith(("import ", "from "))]
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
