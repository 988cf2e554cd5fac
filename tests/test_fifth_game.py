"""A game that is a distribution of its own is a game like ours: it is installed, and no file of ours knows it.

What is installed lies in a folder of its own before the present environment's: the same as a copy of it with one
distribution more. The page that tells how a game is added is run line by line.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parent.parent
GAME = ROOT / "tests" / "fifth_game"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
INSTALL = "pip install --no-deps --no-build-isolation"


def run(environ: dict[str, str], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment with the game installed, and a table of its own."""
    folder = tmp_path_factory.mktemp("comets")
    copy = folder / "source"
    copy.mkdir()
    for file in GAME.rglob("*"):
        if file.is_file() and file.suffix != ".mo" and "__pycache__" not in file.parts:
            target = copy / file.relative_to(GAME)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST") and k != "STATE_DIRECTORY"}
    done = run(inherited, folder, *INSTALL.split(), "--quiet", "--target", str(folder / "installed"), str(copy))
    assert done.returncode == 0, done.stderr
    own = {name: str(folder / "home") for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")}
    return {**inherited, **own, "PYTHONPATH": str(folder / "installed"), "SDL_VIDEODRIVER": "offscreen"}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Every `$ command` of the page with the output shown under it, in order."""
    parts = (part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def lines(text: str) -> str:
    """The text without indents and empty lines, which a formatter may change."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def test_the_code_on_the_page_is_that_of_the_game() -> None:
    files = [lines(file.read_text("utf-8")) for file in GAME.rglob("*") if file.suffix in (".py", ".toml")]
    shown = blocks("python") + blocks("toml")
    assert len(shown) >= 6
    assert [code for code in shown if not any(lines(code) in file for file in files)] == []


@pytest.mark.exhaustive
def test_every_command_of_the_page_works_in_its_order(environ: dict[str, str], tmp_path: Path) -> None:
    told = commands()
    assert told[0][0] == f"{INSTALL} tests/fifth_game"
    assert len(told) >= 10
    for command, output in told[1:]:
        program, *arguments = (str(ROOT / word) if word.startswith("tests/") else word for word in shlex.split(command))
        module = {"planisphere": ["planisphere.cli"], "pytest": ["pytest", "-q", "-n0", "-pno:cacheprovider"]}[program]
        where = ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")] if program == "pytest" else []
        done = run(environ, tmp_path, *module, *where, *arguments)
        assert done.returncode == 0, f"{command}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        text = re.sub(r"(?<=\n)\.\.\.\n", "...", output) if output.endswith("...\n") else output
        assert doctest.OutputChecker().check_output(text, done.stdout, doctest.ELLIPSIS), (command, done.stdout)
    assert (tmp_path / "comets.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "comets.csv").read_text("utf-8").count("trail.1") == 2
    seen = {picture.stem.partition("-")[2] for picture in (tmp_path / "shots").iterdir()}
    assert {"comets_write", "undone", "menu", "final", "why-chosen"} <= seen


def test_a_number_is_put_right_undone_and_scored_in_every_language(environ: dict[str, str], tmp_path: Path) -> None:
    script = """
import json, sys
from pathlib import Path
from engines.record import Header
from comets.model import Roll, Write
from comets.steps import To, WhyPresenter, Wrong
from pi_app import i18n
from pi_app.games.app_game import app_of
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal

with Journal(Path(sys.argv[1])) as journal:
    nav = Navigator(journal)
    nav.begin(Header(game="comets", players=("Ada",)))
    for number, trail in ((1, 0), (2, 0), (3, 1), (4, 1), (6, 2), (5, 1)):
        nav.act(Roll(seat="nature", number=number))
        nav.act(Write(seat=0, trail=trail))
    totals = [nav.open_table.sheet.players[0].total]
    why = WhyPresenter(nav)
    nav.open_page("why", seat=0)
    why.do(Wrong(0))
    why.do(To(1))
    refused = nav.notice
    why.do(Wrong(5))
    why.do(To(0))
    totals.append(nav.open_table.sheet.players[0].total)
    corrected = sorted(nav.app.corrected_rows(nav, 0))
    nav.undo()
    totals.append(nav.open_table.sheet.players[0].total)
    titles = {}
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        titles[language] = [app_of("comets").title(), app_of("comets").row_words("trail.2")]
    print(json.dumps({"totals": totals, "refused": refused, "corrected": corrected, "titles": titles}))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "journal.sqlite3")],
        cwd=tmp_path, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = msgspec.json.decode(done.stdout)
    assert told["totals"] == [12, 8, 12]
    assert told["refused"] == "The later numbers would not fit."
    assert told["corrected"] == ["trail.1"]
    assert told["titles"] == {
        "en": ["Comets", "Trail 2"], "fr": ["Comètes", "Traînée 2"], "de": ["Kometen", "Schweif 2"],
        "pl": ["Komety", "Warkocz 2"],
    }  # fmt: skip


def test_a_sheet_is_photographed_read_and_taken_at_a_simulated_table(environ: dict[str, str], tmp_path: Path) -> None:
    script = """
import json, sys, time
from pathlib import Path
import cv2
from engines.record import Header
from comets.model import Roll
from comets.simulated import picture_of
from comets.steps import Photograph, WritePresenter
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings

with Kiosk(Path(sys.argv[1]), Settings(), simulate=True, seed=3) as kiosk:
    nav = kiosk.nav
    nav.begin(Header(game="comets", players=("Ada", "Bo")))
    nav.act(Roll(seat="nature", number=5))
    screen = WritePresenter(nav)
    offered = [tap.does.key for tap in screen.view().panel]
    screen.do(Photograph(1))
    while nav.camera.busy is not None:
        screen.tick()
        time.sleep(0.02)
    told = {"offered": offered, "seats": nav.state.seats, "notice": nav.notice, "trouble": nav.camera.trouble}
    print(json.dumps({**told, "source": nav.open_table.replay.entries[-1].source}))
cv2.imwrite("sheet.jpg", picture_of(frozenset({(0, 0, 2), (0, 1, 4), (2, 0, 6)}), 8))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=tmp_path, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = msgspec.json.decode(done.stdout)
    assert told["offered"] == ["photograph.0", "photograph.1"]
    assert (told["notice"], told["trouble"]) == (None, None)
    assert (told["seats"], told["source"]) == ([[[], [], []], [[5], [], []]], "camera")
    read = run(
        environ, tmp_path, "planisphere.cli", "read", "comets", "--image", "sheet.jpg", "--layout", "comets", "--json"
    )
    assert (read.returncode, read.stderr) == (0, "")
    assert msgspec.json.decode(read.stdout)["trails"] == [[2, 4], [], [6]]


@pytest.mark.exhaustive
def test_every_screen_of_it_is_whole_in_every_sight(environ: dict[str, str]) -> None:
    """Our own test of every screen, which was told nothing."""
    done = run(
        environ,
        ROOT,
        "pytest",
        "-q",
        "-n0",
        "-pno:cacheprovider",
        "-m",
        "not exhaustive",
        "tests/pi_app/test_every_screen.py",
        "-k",
        "comets",
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "1 passed" in done.stdout


def test_nothing_of_ours_names_it() -> None:
    rooms = ("engines", "vision", "hardware", "firmware_bridge", "pi_app", "hub", "planisphere", "tools", "systemd")
    files = (file for room in rooms for file in (ROOT / room).rglob("*.py") if "node_modules" not in file.parts)
    assert [str(file) for file in files if re.search(r"\bcomets\b", file.read_text("utf-8"), re.IGNORECASE)] == []
