from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from engines.errors import finding
from engines.record import Header
from hardware.config import CameraConfig, DeviceConfig
from pi_app.host import checkup as looked
from pi_app.host.checkup import Check, Machine
from pi_app.table.journal import Journal
from pi_app.table.journal_file import VERSION

MOUNTS = """\
22 1 0:21 / / rw,relatime - overlay overlayroot rw,lowerdir=/media
30 22 179:2 / /boot ro - vfat /dev/mmcblk0p1 rw
31 22 179:3 / /srv/planisphere\\040data rw,noatime shared:3 - ext4 /dev/mmcblk0p3 rw
32 22 0:40 / /tmp rw - tmpfs tmpfs rw
"""


@pytest.fixture
def mountinfo(tmp_path: Path) -> Path:
    path = tmp_path / "mountinfo"
    path.write_text(MOUNTS)
    return path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.new_game(Header(game="star_explorer", players=("Nina",)))
    return path


def levels(checks: list[Check]) -> list[str]:
    return [check.level for check in checks]


def test_every_finding_that_is_not_fine_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):
        monkeypatch.setenv(variable, str(tmp_path))
    nothing = Machine(dev=tmp_path, proc=tmp_path, drm=tmp_path, sys=tmp_path)
    found = list(looked.checkup(nothing, camera=False))
    assert len({check.name for check in found}) == len(found)
    for check in found:
        assert (check.level == "ok") == (check.mend is None), check
        assert check.text
        assert "\n" not in str(check.text)


def test_a_voice_is_told_of_and_not_missed() -> None:
    assert looked.check_voice("sh") == Check("voice", "ok", looked.as_it_is("sh"))
    without = looked.check_voice("no-such-program")
    assert (without.level, without.mend) == ("ok", None)
    assert "no-such-program" in str(without.text)


@pytest.mark.parametrize(("running", "level"), [((3, 10), "fail"), ((3, 11), "ok"), ((3, 13), "ok"), ((3, 14), "fail")])
def test_python_must_be_one_that_kivy_has_wheels_for(running: tuple[int, int], level: str) -> None:
    assert looked.check_python(running).level == level


@pytest.mark.parametrize(
    ("running", "faulty"),
    [("3.40.1", True), ("3.44.6", False), ("3.46.1", True), ("3.50.7", False), ("3.51.2", True), ("3.51.3", False)],
)
def test_the_wal_reset_fault_of_sqlite_is_named(running: str, faulty: bool) -> None:
    check = looked.check_sqlite(running)
    assert check.level == "ok"
    assert ("WAL-reset" in str(check.text)) == faulty


def test_an_sqlite_without_strict_tables_is_too_old() -> None:
    assert looked.check_sqlite("3.34.1").level == "fail"


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/home/pi/state", "overlay"), ("/srv/planisphere data/x", "ext4"), ("/tmp/x", "tmpfs"), ("/boot", "vfat")],
)
def test_the_mount_that_holds_the_folder_is_found(mountinfo: Path, folder: str, kind: str) -> None:
    assert looked.filesystem_of(Path(folder), mountinfo) == kind
    check = looked.check_volatile(Path(folder), mountinfo)
    assert check.level == ("warn" if kind in ("overlay", "tmpfs") else "ok")


def test_without_a_mount_table_nothing_is_claimed(tmp_path: Path) -> None:
    assert looked.check_volatile(tmp_path, tmp_path / "none").level == "ok"


def test_a_state_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert looked.check_state_folder(tmp_path / "new" / "deep").level == "ok"
    assert looked.check_state_folder(tmp_path / "file" / "deep").level == "warn"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


# The journal ---------------------------------------------------------------------------------------------------------


def test_a_journal_that_cannot_even_be_looked_for_is_named(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 300)
    assert looked.check_state_folder(folder).name == "state folder"
    assert looked.check_disk(folder).name == "disk"
    check = looked.check_journal(folder / "journal.sqlite3")
    assert (check.level, str(check.text)) == ("warn", f"{folder / 'journal.sqlite3'}: the journal cannot be opened")


def test_a_sound_journal_says_how_many_games_it_holds(journal: Path, tmp_path: Path) -> None:
    assert looked.check_journal(journal) == Check("journal", "ok", finding("journal.games", "games: {n}", 1))
    assert str(looked.check_journal(tmp_path / "none").text) == "none yet; the first game begins it"
    assert not (tmp_path / "none").exists()


def test_a_journal_in_use_is_fine(journal: Path) -> None:
    with Journal(journal):
        assert str(looked.check_journal(journal).text) == "in use by a running Planisphere"


def test_a_damaged_journal_is_reported_and_left_where_it_is(journal: Path) -> None:
    journal.write_bytes(b"damaged" * 1000)
    before = journal.read_bytes()
    check = looked.check_journal(journal)
    assert (check.level, "damaged" in str(check.text)) == ("warn", True)
    assert journal.read_bytes() == before


def test_a_journal_from_a_newer_version_keeps_the_app_from_starting(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as file:
        file.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert looked.check_journal(journal).level == "fail"


# The machine ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("free", "level"), [(100_000, "warn"), (900_000, "ok")])
def test_little_memory_is_named(tmp_path: Path, free: int, level: str) -> None:
    (tmp_path / "meminfo").write_text(f"MemTotal: 1 kB\nMemAvailable: {free} kB\n")
    assert looked.check_memory(tmp_path / "meminfo").level == level


def test_a_clock_that_was_never_set_is_named() -> None:
    assert looked.check_clock(1970).level == "warn"


def test_a_connected_panel_needs_a_card_that_may_be_drawn_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(looked, "_loads", lambda _library: True)
    machine = Machine(dev=tmp_path / "dev", proc=tmp_path, drm=tmp_path / "drm")
    connector = machine.drm / "card1-DSI-1"
    connector.mkdir(parents=True)
    (connector / "status").write_text("connected\n")
    assert levels(list(looked.check_display(machine))) == ["ok", "fail"]
    (machine.dev / "dri").mkdir(parents=True)
    (machine.dev / "dri" / "card1").touch()
    assert levels(list(looked.check_display(machine))) == ["ok", "ok"]


def test_missing_graphics_libraries_come_with_the_packages_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looked, "_loads", lambda _library: False)
    graphics = next(iter(looked.check_display(Machine())))
    assert graphics.level == "fail"
    assert "sudo apt install libegl1 libgles2" in str(graphics.mend)


def test_touch_and_pins_are_looked_for_in_the_device_folder(tmp_path: Path) -> None:
    assert looked.check_touch(tmp_path).level == "warn"
    (tmp_path / "event3").touch()
    assert looked.check_touch(tmp_path) == Check("touch", "ok", finding("touch.devices", "input devices: {n}", 1))
    assert looked.check_pins(tmp_path).level == "ok"
    (tmp_path / "gpiochip0").touch()
    assert looked.check_pins(tmp_path).level == "ok"


def test_only_dimmed_lamps_need_lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(looked, "find_spec", lambda _module: None)
    assert looked.check_pins(tmp_path).level == "ok"
    assert looked.check_pins(tmp_path, dimmed=True).text.code == "pins.no_lgpio"


# The camera ----------------------------------------------------------------------------------------------------------


def folder_camera(folder: Path) -> DeviceConfig:
    return DeviceConfig(camera=CameraConfig(kind="folder", folder=str(folder)))


def test_a_dark_picture_is_named(tmp_path: Path) -> None:
    assert looked.check_camera(folder_camera(tmp_path)).level == "warn"
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((240, 320, 3), 4, np.uint8))
    dark = looked.check_camera(folder_camera(tmp_path))
    assert (dark.level, str(dark.text).startswith("320x240: too dark")) == ("warn", True)


def test_a_bright_sharp_picture_will_do(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "fine.png"), cv2.resize(picture, (640, 480), interpolation=cv2.INTER_NEAREST))
    assert str(looked.check_camera(folder_camera(tmp_path)).text) == "640x480, the light will do"


def test_a_camera_that_is_not_plugged_in_is_named_at_once() -> None:
    gone = DeviceConfig(camera=CameraConfig(kind="v4l2", device=f"{os.sep}no{os.sep}such"))
    assert str(looked.check_camera(gone).text) == "no camera is plugged in: drawings are tapped in"
