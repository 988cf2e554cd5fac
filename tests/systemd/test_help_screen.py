from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
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
        "display: a panel is connected, but no right to draw on it",
        "-> sudo usermod -aG video,render $USER",
    ]


@pytest.mark.parametrize("width", [30, 80, 240])
def test_the_page_fits_the_panel_and_begins_with_the_reason(screen: Any, width: int) -> None:
    log = ["planisphere: the display cannot be opened; " + "x" * 300, "short"]
    rows = plain(screen.page(DOCTOR, log, width)).splitlines()
    assert all(len(row) <= width for row in rows)
    assert " ".join(" ".join(rows).split()).startswith("This table needs help: display: a panel is connected")
    assert any("short" in row for row in rows)


TRACEBACK = [
    "Traceback (most recent call last):",
    '  File "/opt/planisphere/slots/a/lib/python3.11/site-packages/pi_app/ui/app.py", line 80, in build',
    "ValueError: no seat 'Nina Secret', password=hunter2 of nina@example.org, key: 0123456789abcdef0123456789abcdef01",
]


def plain(text: str) -> str:
    """A text without what colours it."""
    return re.sub("\033\\[[0-9;]*m", "", text)


def decoded(page: str, width: int) -> str:
    """What a phone reads off the page: its half blocks as pixels, on a panel of 8x16 cells."""
    import cv2

    rows = [plain(row).ljust(width) for row in page.split("\n")]
    cells = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255)}
    halves = [[[cells.get(char, (0, 0))[half] for char in row] for half in (0, 1)] for row in rows]
    picture = np.array([line for pair in halves for line in pair], np.uint8).repeat(8, 0).repeat(8, 1)
    return str(cv2.QRCodeDetector().detectAndDecode(picture)[0])


@pytest.mark.parametrize(("width", "height"), [(100, 30), (160, 45), (240, 67)])
def test_a_code_on_the_panel_holds_what_is_broken_and_the_end_of_the_log(screen: Any, width: int, height: int) -> None:
    page = screen.page(DOCTOR, TRACEBACK, width, height, screen.qr_maker())
    rows = plain(page).split("\n")
    assert len(rows) < height
    assert all(len(row) <= width for row in rows)
    told = decoded(page, width).split("\n")
    assert told[0] == "display: a panel is connected, but no right to draw on it"
    assert told[1].startswith("ValueError: no seat '...', password=...")
    assert "This table needs help: display" in rows[1]


def test_no_name_and_no_secret_is_in_the_code(screen: Any) -> None:
    told = "\n".join(screen.report(DOCTOR, TRACEBACK))
    for secret in ("Nina", "hunter2", "example.org", "0123456789abcdef"):
        assert secret not in told
        assert secret not in screen.page(DOCTOR, TRACEBACK, 240)
    assert "line 80, in build" in told


@pytest.mark.parametrize(("width", "height"), [(40, 15), (60, 20), (80, 12)])
def test_a_small_console_gets_words_only(screen: Any, width: int, height: int) -> None:
    page = screen.page(DOCTOR, ["x" * 140] * 3, width, height, screen.qr_maker())
    assert "█" not in page
    assert "The last lines of the log" in page


def test_without_debians_maker_of_codes_the_page_has_none(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert screen.qr_maker() is None
    assert "█" not in screen.page(DOCTOR, TRACEBACK, 100, 30, None)


def test_however_much_is_broken_the_page_fits(screen: Any) -> None:
    doctor = [row for n in range(9) for row in (f"fail  thing{n}          " + "broken " * 20, "    -> mend it " * 6)]
    page = screen.page(doctor, TRACEBACK * 9, 100, 30, screen.qr_maker())
    assert len(page.split("\n")) < 30
    assert "█" in page


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


def test_it_is_shown_until_it_is_time_to_try_again(
    screen: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def read(units: Sequence[str], lines: int) -> list[str]:
        return DOCTOR if "planisphere-doctor.service" in units else ["the end"]

    monkeypatch.setitem(sys.modules, "segno", None)
    assert screen.main(read, waited.append) == 0
    assert "the end" in capfd.readouterr().out
    assert waited == [screen.WAIT_S]


def test_debians_own_python_is_all_it_needs() -> None:
    imported = [line.split()[1] for line in FILE.read_text().splitlines() if line.startswith(("import ", "from "))]
    of_debian = {"segno"}
    assert {name.partition(".")[0] for name in imported} - of_debian <= sys.stdlib_module_names
    assert "python3-segno" in (FILE.parent / "install.py").read_text()
