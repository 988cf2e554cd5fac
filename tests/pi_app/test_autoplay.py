"""The app plays by itself through its real screens: the end-to-end test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engines.record import Header
from engines.starfarers.model import FirstPlayer
from pi_app import i18n
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.star_explorer.setup import StartTilePresenter
from pi_app.games.star_explorer.tiles import RevealPresenter, SizePresenter
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession
from planisphere.cli import main
from planisphere.commands.play import autoplay_of
from tests.pi_app.screen_faults import Frames, Stage


def play(state: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "STATE_DIRECTORY")}
    environ |= {"XDG_STATE_HOME": str(state), "XDG_CONFIG_HOME": str(state), "SDL_VIDEODRIVER": "offscreen"}
    command = [sys.executable, "-m", "planisphere.cli", "play", *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def rounds_of_nothing(nav: Navigator, *sizes: int) -> None:
    """A solo game in which tiles of these sizes were not drawn."""
    nav.begin(Header(game="star_explorer", players=("Zoé",)))
    StartTilePresenter(nav).choose("red_blue", 0)
    for size in sizes:
        SizePresenter(nav).choose(size)
        RevealPresenter(nav).choose(RevealPresenter(nav).cards[0].tile)
        DrawPresenter(nav).give_up()
        DrawPresenter(nav).confirm()
        WhyPresenter(nav).go_on()
        MarkerPresenter(nav).go_on()


def test_it_goes_on_where_the_table_stopped_and_ends_with_the_sheet_that_the_record_gives(tmp_path: Path) -> None:
    journal_path = tmp_path / "planisphere" / "journal.sqlite3"
    with Journal(journal_path) as journal:
        rounds_of_nothing(Navigator(journal), 10, 9, 8, 6)
        before = journal.record(1)
    done = play(tmp_path, "--simulate", "--autoplay", "900", "--seed", "5")
    assert done.returncode == 0, done.stderr
    assert "continued game 1 on the screen 'size'" in done.stderr
    assert "offscreen" in done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 1
    with Journal(journal_path) as journal:
        session = TableSession.resume(journal, 1)
        assert session.finished
        assert session.record.lines[: len(before.lines)] == before.lines
        assert json.loads(lines[0]) == json.loads(msgspec.json.encode(session.sheet))
        sources = {entry.source for entry in session.replay.entries if entry.action["type"] == "draw"}
    assert sources == {"touch", "camera"}
    shots = sorted((tmp_path / "planisphere" / "screenshots").glob("*.png"))
    assert len({shot.read_bytes() for shot in shots}) >= 8
    assert f"planisphere: {len(shots)} screenshots in {shots[0].parent}" in done.stderr


def test_the_game_that_goes_on_is_played_whichever_is_named(nav: Navigator, frames: Frames) -> None:
    """A game of Starfarers' light way, stopped at its first pad, was played by the taps of Star Explorer."""
    from pi_app.games.starfarers.autoplay import StarfarersAutoplay
    from pi_app.games.stellar.autoplay import StellarAutoplay

    assert autoplay_of(nav, "stellar") is StellarAutoplay
    nav.begin(Header(game="starfarers", players=("Ana", "Ravi", "Nina"), options={"mode": "light"}))
    nav.act(FirstPlayer(0, seat="nature"))
    assert nav.screen == "starfarers_light"
    for wanted in (None, "star_explorer", "starfarers"):
        assert autoplay_of(nav, wanted) is StarfarersAutoplay


def test_it_leaves_the_language_as_it_found_it_and_counts_the_screenshots_that_the_disk_took(stage: Stage) -> None:
    from pi_app.games.star_explorer.autoplay import StarAutoplay

    class Stopped(StarAutoplay):
        """Its time is over while it shows another language."""

        @property
        def elapsed(self) -> float:
            return 900.0 if i18n.language() != "fr" else 0.0

    ended: list[str] = []
    rounds_of_nothing(stage.nav, 10)
    stage.show("fr")
    app: Any = SimpleNamespace(nav=stage.nav, root=stage.shell, stop=lambda: ended.append(i18n.language()))
    run = Stopped(app, seconds=600.0, players=1, seed=1, shots=Path("/dev/null/shots"))
    while not ended:
        stage.frames(1)
    assert (run.error, ended, stage.nav.journal.place("language")) == (None, ["fr"], "fr")
    assert run.seen
    assert run.written == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--size", "big"], "--size 'big': expected WIDTHxHEIGHT"),
        (["--size", "480x800"], "--size '480x800': expected at least 640x400"),
        (["--players", "5"], "--players 5: expected 1 to 4"),
        (["--game", "chess"], "--game 'chess': unknown game; expected "),
        (["--autoplay", "0"], "--autoplay 0: expected seconds"),
        (["--autoplay", "nan"], "--autoplay nan: expected seconds"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["play", *arguments]) == 2
    told = capsys.readouterr()
    assert expected in told.err
    assert told.err.count("\n") == 1
    assert not told.out
    assert not list(tmp_path.iterdir())
