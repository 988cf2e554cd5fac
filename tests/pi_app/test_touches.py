"""Double taps, ten fingers, stale buttons: no touch changes the game twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engines.record import Header
from pi_app.games.star_explorer.setup import FirstPlayerPresenter, StartTilePresenter
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.start import StartPresenter
from tests.pi_app.screen_faults import Stage

if TYPE_CHECKING:
    from pi_app.ui.finger import SyntheticTouch

UI = Path(__file__).parents[2] / "pi_app" / "ui"


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    """Two players are seated."""
    StartPresenter(nav).new_game()
    GamesPresenter(nav).go("table")
    for name in ("Ana", "Bo"):
        PlayersPresenter(nav).sit_down(name)
    return nav


def hold(stage: Stage, key: str, fingers: int) -> list[SyntheticTouch]:
    """So many fingers come down on a widget at once."""
    stage.frames(4)
    widget = stage.finger.find(key)
    assert widget is not None
    touches = []
    for _ in range(fingers):
        stage.now += 1.0
        touches.append(stage.finger.down(widget.to_window(*widget.center)))
    return touches


def lift(stage: Stage, touches: list[SyntheticTouch]) -> None:
    for touch in touches:
        stage.finger.up(touch)


def test_ten_fingers_on_start_begin_one_game(stage: Stage) -> None:
    lift(stage, hold(stage, "start", 10))
    assert len(stage.nav.journal.games()) == 1


def test_ten_fingers_on_undo_take_back_one_step(stage: Stage) -> None:
    stage.tap("start")
    FirstPlayerPresenter(stage.nav).choose(0)
    for tile in ("red_blue", "white_yellow"):
        StartTilePresenter(stage.nav).choose(tile, 0)
    stage.rest()
    before = stage.nav.open_table.length
    lift(stage, hold(stage, "undo", 10))
    assert stage.nav.open_table.length == before + 1


def test_a_finger_that_came_down_before_something_happened_does_nothing(stage: Stage) -> None:
    stage.tap("start")
    touches = hold(stage, "first.1", 1)
    FirstPlayerPresenter(stage.nav).choose(0)
    lift(stage, touches)
    assert stage.nav.open_table.length == 1
    assert stage.nav.state.marker == 0


def test_a_double_tap_counts_once(stage: Stage) -> None:
    stage.tap("start")
    stage.frames(2)
    widget = stage.finger.find("first.0")
    assert widget is not None
    at = widget.to_window(*widget.center)
    stage.finger.tap(at)
    stage.finger.tap(at)
    assert stage.nav.open_table.length == 1


def test_an_action_that_saw_an_older_record_is_not_played(stage: Stage) -> None:
    stage.tap("start")
    table = stage.nav.open_table
    action = table.game.decode_action("nature", {"type": "first_player", "player": 1})
    assert not stage.nav.act(action, seen=5)
    assert table.length == 0
    assert stage.nav.act(action, seen=0)


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\n"])
def test_an_empty_name_seats_nobody(nav: Navigator, name: str) -> None:
    PlayersPresenter(nav).sit_down(name)
    assert nav.place.names == ("Ana", "Bo")


@pytest.mark.parametrize("name", ["🌟🌟", "שלום", "مرحبا", "星"])
def test_a_name_without_letters_here_is_refused_politely(nav: Navigator, name: str) -> None:
    PlayersPresenter(nav).sit_down(name)
    assert nav.place.names == ("Ana", "Bo")
    assert nav.notice == "This table has no letters for that name. Please write it another way."


@pytest.mark.parametrize(
    ("name", "kept"),
    [("A" * 200, "A" * 14), ("Ł\u202eucja\x00", "Łucja"), ("Ольга", "Ольга"), ("O’Neill – X", "O’Neill – X")],
)
def test_a_name_is_seated_as_it_can_be_shown(nav: Navigator, name: str, kept: str) -> None:
    PlayersPresenter(nav).sit_down(name)
    assert nav.place.names[-1] == kept


def test_odd_names_of_an_old_record_are_shown_on_every_common_screen(stage: Stage) -> None:
    players = ("x" * 200, "שלום", "🌟", "\u202eevil")
    stage.nav.begin(Header(game="star_explorer", pack="pad", players=players))
    for page in ("scores", "menu", "history", "take"):
        stage.nav.open_page(page)
        stage.frames(3)
        assert stage.shell.screen.view
        stage.nav.back()
    stage.nav.home()
    for page in ("past", "people", "players"):
        stage.nav.open_page(page)
        stage.frames(3)
        assert stage.shell.screen.view
        stage.nav.back()


def test_no_two_widgets_share_a_name_that_a_layout_file_dresses() -> None:
    dressed = {
        name.strip().split("@")[0]
        for layout in UI.rglob("*.kv")
        for line in layout.read_text().splitlines()
        if line.startswith("<")
        for name in line.strip("<>: ").split(",")
    }
    classes = Counter(
        line.removeprefix("class ").partition("(")[0]
        for module in UI.rglob("*.py")
        for line in module.read_text().splitlines()
        if line.startswith("class ")
    )
    assert [name for name in sorted(dressed) if classes[name] > 1] == []
