"""Reports of crashes: kept for the host, few and short, and none for what is no mistake of the program."""

from __future__ import annotations

import errno
import faulthandler
import io
import os
import subprocess
import sys
import threading
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engines.errors import BadInput
from pi_app.host.checkup import check_crashes
from pi_app.host.crashes import MAX_REPORT_LENGTH, MAX_REPORTS, keep, reports, watched
from pi_app.host.support import bundle


def at(minute: int = 0) -> datetime:
    return datetime(2026, 1, 31, 20, tzinfo=UTC) + timedelta(minutes=minute)


def test_what_fails_is_kept_and_fails_all_the_same(tmp_path: Path) -> None:
    with pytest.raises(KeyError), watched(tmp_path, at):
        raise KeyError("Nina")
    (report,) = reports(tmp_path)
    assert report.at == "2026-01-31T20:00:00+00:00"
    assert report.what.startswith("KeyError in pi_app/test_crashes.py:")
    assert "raise KeyError" in report.text
    check = check_crashes(tmp_path)
    assert check.level == "warn"
    assert "1 kept, the last on 2026-01-31T20:00:00+00:00: KeyError in pi_app/" in str(check.text)
    assert "Nina" not in str(check.text)
    assert check_crashes(tmp_path / "elsewhere").level == "ok"


def test_a_thread_that_fails_is_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _told: None)
    before = threading.excepthook
    with watched(tmp_path, at):
        thread = threading.Thread(target=lambda: int("x"))
        thread.start()
        thread.join()
    assert threading.excepthook is before
    assert [report.what.partition(" in ")[0] for report in reports(tmp_path)] == ["ValueError"]


@pytest.mark.parametrize("error", [BadInput("journal.newer", "a newer journal"), KeyboardInterrupt(), SystemExit(3)])
def test_what_is_no_mistake_of_the_program_is_not_kept(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)), watched(tmp_path, at):
        raise error
    assert reports(tmp_path) == ()


def test_only_the_latest_are_kept_and_none_is_long(tmp_path: Path) -> None:
    for number in range(MAX_REPORTS + 3):
        keep(tmp_path, f"{number}\n" + "x" * 3 * MAX_REPORT_LENGTH, lambda number=number: at(number))  # type: ignore[misc]
    keep(tmp_path, "ValueError: same second\n", lambda: at(MAX_REPORTS + 2))
    found = reports(tmp_path)
    assert len(found) == MAX_REPORTS
    assert found[0].what == "ValueError"
    assert [report.at for report in found] == sorted((report.at for report in found), reverse=True)
    assert all(len(report.text) < MAX_REPORT_LENGTH + 200 for report in found)


def test_a_folder_that_takes_nothing_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "crashes").write_text("no folder")
    done = []
    with watched(tmp_path, at):
        keep(tmp_path, "something")
        done.append(True)
    assert done
    assert reports(tmp_path) == ()


def test_a_disk_that_lets_nothing_be_read_hides_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> str:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("pi_app.host.crashes.own_version", unreadable)
    with pytest.raises(ValueError, match="the first one"), watched(tmp_path, at):
        raise ValueError("the first one")


DIES = """
import os, sys
from pathlib import Path
from pi_app.host.crashes import watched
with watched(Path(sys.argv[1])):
    os.abort()
"""


def test_what_ends_the_app_from_below_is_there_at_once_and_after_the_next_start(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", DIES, str(tmp_path)], check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -6
    assert [report.what for report in reports(tmp_path)] == ["Fatal Python error: Aborted"]
    was = faulthandler.is_enabled()
    with watched(tmp_path, at):
        (report,) = reports(tmp_path)
        assert report.what == "Fatal Python error: Aborted"
        assert "File" in report.text
    assert faulthandler.is_enabled() == was
    assert len(reports(tmp_path)) == 1
    assert not (tmp_path / "crashes" / ".running").exists()


def test_a_support_bundle_has_the_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "STATE_DIRECTORY", str(tmp_path))
    keep(tmp_path, "ValueError: first\n", at)
    keep(tmp_path, "ValueError: second\n", lambda: at(1))
    with zipfile.ZipFile(io.BytesIO(bundle(tmp_path))) as packed:
        assert b"second" in packed.read("crashes/1.txt")
        assert b"first" in packed.read("crashes/2.txt")
