"""The history strip: every step of a game can be looked at, and gone back to."""

from __future__ import annotations

from random import Random

import pytest

from engines.bots import find_bot
from engines.errors import BadInput
from engines.game import NATURE
from engines.record import Header
from engines.star_explorer.model import Draw, Phase
from pi_app.presenters.history import HistoryPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.table.session import PastTable, StaleTouch
from tests.pi_app.screen_faults import Frames, Stage


def play(nav: Navigator, steps: int = 10_000) -> None:
    """Persons play at random, on a table on the screen."""
    table, rng = nav.open_table, Random(3)
    bot = find_bot(table.header.game, "random")
    while steps and not table.over:
        seat = next(seat for seat in table.game.to_move(table.state) if seat != NATURE)
        assert isinstance(seat, int)
        nav.act(bot(table.game, table.game.view(table.state, seat), seat, rng))
        steps -= 1


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=8, options={"piles": "dealt"}))
    return nav


def test_every_step_of_a_person_is_on_the_strip_and_what_was_dealt_belongs_to_it(nav: Navigator) -> None:
    play(nav, 7)
    nav.open_page("history")
    history = HistoryPresenter(nav)
    view = history.view()
    strip = history.strip()
    assert view.frame.subtitle == "Step 7 of 7"
    assert strip.chips[-1].chosen
    assert not any(chip.words[0].islower() for chip in strip.chips)
    history.show_share(0.0)
    assert history.strip().chips[0].words == "Beginning"
    assert (history.strip().earlier, history.strip().place) == (None, 0.0)


def test_every_step_is_named_as_a_label_begins(nav: Navigator, language: str) -> None:
    play(nav, 7)
    nav.open_page("history")
    words = [chip.words for chip in HistoryPresenter(nav).strip().chips]
    assert [it for it in words if it[0].islower()] == [], language


def test_a_step_shows_the_board_as_it_was_and_nothing_can_be_done_to_it(nav: Navigator) -> None:
    play(nav, 9)
    now = nav.state
    nav.open_page("history")
    history = HistoryPresenter(nav)
    history.show_share(0.5)
    count = history.strip().count
    assert nav.state == nav.table.replay.states[count] != now  # type: ignore[union-attr]
    assert isinstance(nav.open_table, PastTable)
    assert not nav.open_table.can_undo
    seat = nav.open_table.game.to_move(nav.state)[0]
    with pytest.raises(StaleTouch):
        nav.open_table.act(nav.open_table.game.legal_actions(nav.state, seat)[0])
    nav.back()
    assert nav.state == now


def test_going_back_is_an_undo_that_can_be_redone(nav: Navigator) -> None:
    play(nav, 9)
    nav.open_page("history")
    history = HistoryPresenter(nav)
    history.show(history.strip().chips[2].count)
    then, count = nav.state, history.strip().count
    history.go_back()
    assert nav.place.page is None
    assert nav.state == then
    assert len(nav.open_table.replay.entries) == count
    nav.redo()
    assert len(nav.open_table.replay.entries) > count


def test_a_correction_of_what_stays_is_not_lost_on_the_way_back(nav: Navigator) -> None:
    while not nav.open_table.past("draw"):
        play(nav, 1)
    play(nav, 3)
    first = nav.open_table.past("draw")[0]
    nav.open_table.correct(first.line, Draw(seat=first.action.seat, lines=()))
    nav.open_page("history")
    history = HistoryPresenter(nav)
    place = next(i for i, e in enumerate(nav.open_table.replay.entries) if e.n == first.line)
    history.show(place + 1)
    then = nav.state
    actions = list(nav.open_table.replay.actions)
    nav.back()
    everything = list(nav.open_table.replay.actions)
    nav.open_page("history")
    history.show(place + 1)
    history.go_back()
    assert nav.state == then
    assert nav.open_table.past("draw")[0].action == Draw(seat=first.action.seat, lines=())
    assert list(nav.open_table.replay.actions) == actions
    assert nav.frame("").redo, "what came later is lost"
    nav.redo()
    assert list(nav.open_table.replay.actions) == everything


def test_there_is_no_going_back_to_the_present_or_beyond(nav: Navigator) -> None:
    play(nav, 3)
    table = nav.open_table
    for count in (-1, len(table.replay.entries)):
        with pytest.raises(BadInput, match="fewer than there are"):
            table.go_back(count)


def test_a_finished_game_is_replayed_and_stays_as_it_is(nav: Navigator) -> None:
    play(nav)
    length = nav.open_table.length
    nav.open_page("history")
    history = HistoryPresenter(nav)
    assert history.strip().inner == "final"
    history.show(history.strip().earlier or 0)
    assert history.strip().inner != "final"
    assert not history.strip().can_go_back
    history.go_back()
    assert nav.open_table is not None
    assert nav.table is not None
    assert nav.table.length == length


def test_after_a_restart_the_strip_is_where_it_was(nav: Navigator) -> None:
    play(nav, 6)
    nav.open_page("history")
    history = HistoryPresenter(nav)
    history.show(history.strip().earlier or 0)
    again = Navigator(nav.journal)
    assert again.screen == "history"
    assert again.state == nav.state


def test_a_strip_that_is_longer_than_the_game_by_now_is_closed_at_the_start(nav: Navigator) -> None:
    play(nav, 6)
    nav.open_page("history", step=10_000)
    assert Navigator(nav.journal).place.page is None


def test_a_finger_on_the_line_goes_through_the_game_and_one_on_the_board_does_nothing(
    nav: Navigator, stage: Stage
) -> None:
    while nav.state.phase != Phase.DRAW:
        play(nav, 1)
    nav.open_page("history")
    length = nav.table.length if nav.table else 0
    screen = stage.shell.screen
    course = screen.board.ids.course
    assert course.width > screen.width - 40, "nothing can be done to the last step: the line has all the room"
    stage.finger.drag((course.right - 20, course.center_y), (course.x + 5, course.center_y))
    stage.rest()
    assert course.width < screen.width - 200
    assert nav.place.step is not None
    assert HistoryPresenter(nav).strip().earlier is None
    assert Navigator(nav.journal).place.step == nav.place.step
    board = screen.board.ids.board
    assert board.children[0].width * board._scale.x == pytest.approx(screen.width), "as wide as there is room"
    for share in (0.2, 0.4, 0.6, 0.8):
        stage.finger.tap((board.x + board.width * share, board.y + board.height * 0.2))
        stage.rest()
    assert (nav.screen, nav.table.length if nav.table else 0) == ("history", length)
    stage.tap("later")
    stage.tap("go_back")
    assert nav.place.page is None


@pytest.mark.parametrize("over", [True, False], ids=["over", "going on"])
def test_no_name_of_a_past_game_is_cut(nav: Navigator, frames: Frames, over: bool) -> None:
    from pi_app.presenters.setup import GameLine
    from pi_app.presenters.standing import PastPresenter
    from pi_app.steps.view import Slide
    from pi_app.ui.steps.buttons import SlideBox
    from pi_app.ui.steps.port import Port
    from pi_app.ui.widgets.fitted import Fit

    names = [f"Włodzimierz {n}w" for n in range(8)]
    totals = " · ".join(f"{name} 138" for name in names) if over else ""
    game = GameLine(1, "Star Explorer", ", ".join(names), "2026-01-31  20:00", "nieskończona", totals)
    line = SlideBox(Slide("past", (PastPresenter(nav).row(game),), low=70), Port(print, print), size=(782, 400))
    frames(3)
    cut = [fit.text for fit in line.walk() if isinstance(fit, Fit) and fit.shorten]
    assert cut == []
