"""Stellar plays by itself through its real screens; and a newcomer's first turn is counted in taps."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engines.record import CorrectLine, UndoLine
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession
from tests.pi_app.screen_faults import Stage
from tests.pi_app.test_autoplay import play


@pytest.mark.exhaustive
def test_a_whole_game_ends_with_the_sheet_that_the_record_gives(tmp_path: Path) -> None:
    done = play(tmp_path, "--game", "stellar", "--simulate", "--digital", "--autoplay", "900", "--seed", "3")
    assert done.returncode == 0, done.stderr
    with Journal(tmp_path / "planisphere" / "journal.sqlite3") as journal:
        session = TableSession.resume(journal, 1)
    assert session.finished
    assert json.loads(done.stdout) == json.loads(msgspec.json.encode(session.sheet))
    assert {"touch", "dealer", "correction"} == {entry.source for entry in session.replay.entries}
    assert any(isinstance(line, UndoLine) for line in session.record.lines)
    assert any(isinstance(line, CorrectLine) for line in session.record.lines)


def tapped(stage: Stage, *keys: str) -> int:
    for key in keys:
        stage.tap(key)
    return len(keys)


def begun(stage: Stage, way: str) -> int:
    """Two newcomers with names of one letter; how many taps that took."""
    taps = tapped(stage, "new_game")
    if stage.nav.place.new != "stellar":
        taps += tapped(stage, "game.stellar")
    taps += tapped(stage, f"way.{way}")
    for letter in "AB":
        taps += tapped(stage, "write", f"key.{letter}", "done")
    if way == "table":
        taps += tapped(stage, "settle.mode.full")
    return taps + tapped(stage, "start")


def live(stage: Stage, prefix: str, tone: str = "go") -> str:
    """The first place of that name that is lit."""
    for widget in stage.shell.walk(restrict=True):
        if getattr(widget, "key", "").startswith(prefix) and getattr(widget, "tone", "") == tone:
            return str(widget.key)
    raise AssertionError(f"no lit {prefix!r} on {stage.nav.screen}")


def test_on_the_screen_the_first_turn_is_done_in_less_than_thirty_taps(stage: Stage) -> None:
    taps = begun(stage, "screen")
    while stage.nav.screen == "stellar_start":
        taps += tapped(stage, live(stage, "start."))
    taps += tapped(stage, "ready", "row.1")
    taps += tapped(stage, live(stage, "hand."))
    taps += tapped(stage, live(stage, "slot."))
    assert stage.nav.screen == "stellar_pass"
    assert taps < 30


def test_at_the_table_the_first_turn_is_done_in_thirty_taps(stage: Stage) -> None:
    taps = begun(stage, "table")
    for kind in ("planet", "moon", "asteroid", "cloud"):
        taps += tapped(stage, f"pick.{kind}.3")
    while stage.nav.screen == "stellar_start":
        taps += tapped(stage, live(stage, "start."))
    taps += tapped(stage, *(f"pick.moon.{number}" for number in (1, 2, 3, 4, 5)))
    taps += tapped(stage, "first.0", "row.1", "hand.moon-1-a")
    taps += tapped(stage, live(stage, "slot."), "pick.planet.4", "pick.planet.5")
    assert stage.nav.state.turn == 1
    assert taps <= 30
