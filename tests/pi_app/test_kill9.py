from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from engines.record import Header
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal
from pi_app.trace import entry, follow

KILL9 = Path(__file__).parents[2] / "tools" / "kill9.py"

FINGERS = """
import signal
import sys
from random import Random
from engines.record import Header
from engines.star_explorer.bots import random_action
from pi_app.table.journal import Journal
from pi_app.paths import journal_path
from pi_app.presenters.navigator import Navigator
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.trace import follow

nav = Navigator(Journal(journal_path()))
follow(nav)
chance = Random(sys.argv[1])
while sys.argv[2:]:
    signal.pause()
while True:
    if nav.place.page is not None:
        nav.back()
    elif nav.table is None or nav.table.over:
        nav.begin(Header(game="star_explorer", players=("Nina", "Ravi"), seed=chance.randrange(100)))
    else:
        seat = next(s for s in nav.table.game.to_move(nav.state) if isinstance(s, int))
        match chance.randrange(6):
            case 0:
                nav.undo()
            case 1:
                nav.redo()
            case 2:
                nav.open_page("scores")
            case 3 if nav.screen == "draw":
                nav.keep(DiscDraft(lines=((1, chance.randrange(2, 9)),)), seat=seat)
            case _:
                nav.act(random_action(nav.table.game, nav.state, seat, chance))
"""


def load_kill9() -> Any:
    loader = SourceFileLoader("kill9", str(KILL9))
    spec = spec_from_loader("kill9", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def kill9() -> Any:
    return load_kill9()


def test_a_table_killed_at_any_moment_comes_back_to_the_same_place(kill9: Any, tmp_path: Path) -> None:
    verdicts = kill9.run([sys.executable, "-c", FINGERS, "7"], 4, 3, tmp_path, longest=30)
    assert len(verdicts) == 4
    assert set(verdicts) <= {"same", "further"}
    assert kill9.run([sys.executable, "-c", FINGERS, "7", "still"], 1, 3, tmp_path, longest=1) == ["same"]


# The judge itself ----------------------------------------------------------------------------------------------------

TEXTS = ['{"header":1}', '{"n":1}', '{"n":2}']


def told(lines: int, screen: str = "draw", **place: Any) -> dict[str, Any]:
    text = "".join(text + "\n" for text in TEXTS[: lines + 1])
    digest = sha256(text.encode()).hexdigest()
    return {"game": 4, "lines": lines, "digest": digest, "screen": screen, "place": {"game": 4, **place}}


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (told(2), told(2), "same"),
        (told(1), told(2), "further"),
        (None, told(2), "further"),
        (told(2, page="why"), told(2), "further"),
        (told(2), told(2, "size"), "draw became size"),
        (told(2), told(1), "the record of game 4 changed in the restart"),
        ({**told(2), "lines": 3}, told(2), "3 lines were acknowledged, 2 are there"),
        ({**told(2), "digest": "other"}, told(2), "the first 2 lines are not the ones that were acknowledged"),
        ({**told(2), "game": 5}, told(2), "game 5 is gone"),
        (told(2), told(2, page="help"), "the disk says {'game': 4}, the app came back to {'game': 4, 'page': 'help'}"),
    ],
)
def test_what_was_lost_is_named(kill9: Any, before: Any, after: Any, verdict: str) -> None:
    assert kill9.same_place(before, after, {4: TEXTS}, {"game": 4}) == verdict


def test_a_journal_with_a_gap_is_noticed(kill9: Any, nav: Navigator, tmp_path: Path) -> None:
    nav.begin(Header(game="star_explorer", players=("Nina",), seed=1))
    file = nav.journal._file
    assert file is not None
    file.execute("INSERT INTO lines VALUES (1, 99, '{}')")
    with pytest.raises(ValueError, match="line 99 follows"):
        kill9.committed(tmp_path)


def test_what_is_traced_is_already_on_the_disk(kill9: Any, nav: Navigator, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    follow(nav, {})
    assert not trace.exists()
    follow(nav, {"PLANISPHERE_TRACE": str(trace)})
    nav.subscribe(lambda: None)
    nav.begin(Header(game="star_explorer", players=("Nina",), seed=1))
    nav.keep(DiscDraft(lines=((1, 2),)))
    entries = [json.loads(line) for line in trace.read_text().splitlines()]
    games, place = kill9.committed(tmp_path)
    assert [e["screen"] for e in entries] == ["start", "start_tile", "start_tile"]
    assert kill9.lost(entries[-1], games) is None
    assert entries[-1]["place"] == place
    assert json.loads(entry(nav)) == entries[-1]


def test_an_app_that_shows_nothing_ends_the_run_with_its_code(kill9: Any, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ended with code 3"):
        kill9.run([sys.executable, "-c", "raise SystemExit(3)"], 1, 1, tmp_path)


def test_the_script_says_how_it_is_used() -> None:
    done = subprocess.run([sys.executable, str(KILL9), "--help"], capture_output=True, text=True, check=True)
    assert "--times" in done.stdout


def test_what_is_not_saved_is_not_traced_until_it_is(
    nav: Navigator, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    follow(nav, {"PLANISPHERE_TRACE": str(trace)})
    nav.begin(Header(game="star_explorer", players=("Nina",), seed=1))
    told = trace.read_text()
    monkeypatch.setattr("pi_app.table.journal.mounted_read_only", lambda _path: True)
    assert not journal.retry()
    nav.keep(DiscDraft(lines=((1, 2),)))
    assert trace.read_text() == told
    monkeypatch.undo()
    assert journal.retry()
    assert trace.read_bytes() == told.encode() + entry(nav)
