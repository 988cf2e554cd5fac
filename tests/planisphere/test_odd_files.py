"""Pipes and devices where the table keeps its files: they are named, and nobody waits for them."""

from __future__ import annotations

import io
import json
import os
import resource
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engines.errors import BadInput
from hub.database.backup import restore
from hub.database.store import Store
from hub.doors.beside import SUFFIX, taker
from pi_app.camera.cases import FIGURES
from pi_app.evening.outbox import FILE as OUTBOX
from pi_app.host import crashes, pin, settings
from pi_app.host.slots import noted
from pi_app.paths import JOURNAL
from vision.capture.draft import FILE as DRAFT

STATE = (
    JOURNAL, OUTBOX, pin.FILE, "update/progress", "update/outcome.json", "update/request", "update/well",
    f"{crashes.FOLDER}/{crashes.RUNNING}", f"{crashes.FOLDER}/2026-01-31.txt", "photos/1/0-1-1.jpg",
    "backups/journal-1.sqlite3", "data/learnt.json", f"data/cases/{FIGURES}", "data/cases/000001/truth.jsonl",
    "data/packs/star_explorer/mine.json", f"data/drafts/mine/{DRAFT}",
)  # fmt: skip
WAIT_S = 60


@pytest.fixture(params=["pipe", "device"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a table each of whose files is a pipe or a device."""
    for path in (*(tmp_path / "state" / name for name in STATE), tmp_path / "config" / settings.FILE):
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path) if request.param == "pipe" else path.symlink_to("/dev/zero")
    folders = {"STATE_DIRECTORY": str(tmp_path / "state"), "CONFIGURATION_DIRECTORY": str(tmp_path / "config")}
    (tmp_path / "state" / "data/cases/000001/tiles.list.jsonl").write_text("{}\n")
    return {**os.environ, **folders, "SDL_VIDEODRIVER": "offscreen"}


def run(table: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "planisphere", *arguments]
    return subprocess.run(command, env=table, capture_output=True, check=False, timeout=WAIT_S, preexec_fn=little)


def little() -> None:
    """So much memory that whoever reads without an end is soon at one."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def test_the_check_up_names_them(table: dict[str, str]) -> None:
    done = run(table, "doctor", "--json")
    found = {check["name"]: check["text"] for check in json.loads(done.stdout)["checks"]}
    assert "settings.toml: cannot be read, the defaults are used" in found["settings"]
    assert "journal.sqlite3: the journal cannot be opened" in found["journal"]
    assert found["learnt"] == "learnt.json cannot be read: what was learnt is not used"
    assert b"Traceback" not in done.stderr


def test_a_support_bundle_is_made_without_them(table: dict[str, str]) -> None:
    done = run(table, "support-bundle", "--with-photos")
    assert done.returncode == 0
    with zipfile.ZipFile(io.BytesIO(done.stdout)) as file:
        assert "not a file" in json.loads(file.read("games.json"))["note"]
        assert "games.json" in file.namelist()
        assert not [name for name in file.namelist() if name.startswith(("photos/", "crashes/"))]


def test_the_app_plays_without_them(table: dict[str, str]) -> None:
    done = run(table, "play", "--autoplay", "2", "--digital")
    assert done.returncode == 0
    assert b"settings.toml: cannot be read, the defaults are used" in done.stderr
    assert json.loads(done.stdout)["game"] == "star_explorer"


@pytest.mark.timeout(WAIT_S)
def test_what_keeps_slots_waits_for_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "well")
    assert noted(tmp_path / "well") == ""


@pytest.mark.timeout(WAIT_S)
def test_an_event_host_waits_for_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "copy")
    with pytest.raises(BadInput, match="not a file"):
        restore(tmp_path / "new.sqlite3", tmp_path / "copy")
    with Store(tmp_path / "hub.sqlite3") as store:
        os.mkfifo(asked := tmp_path / f"hub.sqlite3{SUFFIX}1")
        taker(store)()
        assert not asked.exists()


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_a_device_is_no_update(path: str) -> None:
    done = run(dict(os.environ), "update", "check", path)
    assert done.returncode == 2
    assert done.stderr.decode() == f"planisphere: {Path(path).name}: cannot be read or copied (not a file)\n"


def test_a_robot_without_line_ends_is_told_so(tmp_path: Path) -> None:
    here = {**os.environ, "STATE_DIRECTORY": str(tmp_path), "SDL_VIDEODRIVER": "offscreen"}
    done = run(here, "play", "--robot", "/dev/zero")
    assert done.returncode == 2
    assert b"planisphere: --robot, line 1: " in done.stderr
