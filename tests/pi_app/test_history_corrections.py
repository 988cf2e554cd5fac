"""From the history any entry that can be put right is put right in three taps, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.playout import play_record
from engines.record import ActionLine, CorrectLine, Header
from engines.registry import load, open_game
from engines.stellar.model import DiscardRow
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.stellar.grid import GridPart, Pick
from pi_app.presenters.history import HistoryPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import presenter_of
from pi_app.steps.entry import EntryPresenter, Instead, Others
from pi_app.steps.view import Grid, StepView
from tests.pi_app.screen_faults import Stage

ENTRIES = {
    "star_explorer": {"first_player", "deal_start", "choose_side", "choose_size", "reveal", "draw"},
    "stellar": {
        *("first_player", "take", "deal_start", "deal_hand", "refill", "play_hand", "place_start", "play_row"),
        "play_last",
    },
    "look_at_the_stars": {"deal_slate", "open_bonus", "reveal", "draw"},
    "starfarers": {"first_player", "shake", "encounter", "answer", "report"},
}
"""Kinds of entries that a table tells and that can be put right."""
ENDS = {"play_last", "answer", "encounter"}
"""Kinds of entries that come late in a game."""
FIRST_CHOICES = ("instead.0", "pick.moon.4")
OPTIONS: dict[str, dict[str, Any]] = {"starfarers": {"mode": "light"}}


def at_a_table(nav: Navigator, name: str, actions: int = 60, seed: int = 4) -> None:
    """A game of two or three people, some way into it."""
    game: Any = open_game(name)
    header = Header(game=name, players=("Ana", "Ravi", "Nina")[: game.max_players], options=OPTIONS.get(name, {}))
    record, _ = play_record(game, header, [find_bot(name, "random")] * len(header.players), Random(seed))
    nav.begin(header)
    for line in record.lines[:actions]:
        if isinstance(line, ActionLine):
            nav.open_table.act(game.decode_action(line.seat, line.action))


def look_back(nav: Navigator, kind: str) -> HistoryPresenter:
    """The history at the last entry of that kind that can be put right, else at the last one."""
    assert nav.table is not None
    counts = [i for i, e in enumerate(nav.table.replay.entries, start=1) if e.action["type"] == kind]
    nav.open_page("history")
    history = HistoryPresenter(nav)
    for count in (*reversed(counts), counts[-1]):
        history.show(count)
        if history.strip().can_correct:
            break
    return history


def page(nav: Navigator) -> Any:
    """What is on the screen."""
    place = presenter_of(nav.screen, nav)
    assert place is not None
    return load(place)(nav)


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in ENTRIES for kind in sorted(ENTRIES[name])])
def test_every_entry_that_a_table_told_can_be_put_right_from_the_history(nav: Navigator, name: str, kind: str) -> None:
    at_a_table(nav, name, 10_000 if kind in ENDS else 60)
    history = look_back(nav, kind)
    assert history.strip().can_correct
    step = nav.place.step
    history.correct()
    shown = page(nav)
    assert isinstance(shown.view(), StepView)
    if not isinstance(shown, EntryPresenter):
        nav.back()
        assert nav.place.step == step
        return
    length = nav.open_table.length
    stage = shown.view().stage
    if isinstance(stage, GridPart):
        shown.do(next(cell.does for line in stage.cells for cell in line if cell.left))
    else:
        shown.do(Instead(0))
    if nav.screen == "correct":
        pending = shown.view().pending
        assert pending is not None
        assert pending.consequences
        shown.confirm()
    assert (nav.screen, nav.place.step) == ("history", step)
    assert nav.table is not None
    assert isinstance(nav.table.record.lines[length], CorrectLine)
    assert nav.notice is not None
    assert nav.notice.startswith("Put right.")


def test_a_drawing_opens_where_its_lines_are_tapped(nav: Navigator) -> None:
    at_a_table(nav, "look_at_the_stars")
    history = look_back(nav, "draw")
    history.correct()
    mend = page(nav)
    assert isinstance(mend, MendPresenter)
    assert mend.turn is not None
    assert mend.turn.line == max(p.line for p in nav.open_table.past("draw"))


def test_a_row_that_was_not_discarded_after_all_keeps_every_later_turn(nav: Navigator) -> None:
    at_a_table(nav, "stellar", 10_000, seed=5)
    table = nav.open_table
    played = [type(a) for a in table.replay.actions if a.seat != NATURE and not isinstance(a, DiscardRow)]
    discarded = next(i for i, a in enumerate(table.replay.actions) if isinstance(a, DiscardRow))
    row, boards = table.replay.states[discarded].row, table.state.seats
    history = look_back(nav, "discard_row")
    history.correct()
    page(nav).do(Instead(0))
    page(nav).confirm()
    assert nav.screen == "history"
    assert [type(a) for a in table.replay.actions if a.seat != NATURE] == played
    assert table.over
    laid = {card for me in table.state.seats for card in (*me.telescope, *me.notebook)}
    assert laid & {*row}
    table.undo()
    assert table.state.seats == boards


def test_the_end_of_a_turn_can_only_be_undone(nav: Navigator) -> None:
    at_a_table(nav, "starfarers")
    history = look_back(nav, "end_turn")
    assert not history.strip().can_correct
    history.correct()
    assert nav.screen == "history"


def test_what_the_program_dealt_is_not_put_right(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=8, options={"piles": "dealt"}))
    nav.open_page("history")
    assert not HistoryPresenter(nav).strip().can_correct


def test_two_cards_told_for_each_other_change_places(nav: Navigator) -> None:
    at_a_table(nav, "look_at_the_stars")
    first, *_, last = nav.open_table.state.cards
    history = look_back(nav, "reveal")
    history.correct()
    shown = page(nav)
    choice = next(i for i, action in enumerate(shown.choices()) if action.card == first)
    shown.do(Instead(choice))
    assert any(first in told or last in told or "night card" in told for told in shown.view().pending.consequences)
    shown.cancel()
    assert shown.view().pending is None
    shown.do(Instead(choice))
    shown.confirm()
    assert (nav.table.state.cards[0], nav.table.state.cards[-1]) == (last, first)  # type: ignore[union-attr]


def test_more_choices_than_fit_are_turned_over(nav: Navigator) -> None:
    at_a_table(nav, "starfarers", 10_000)
    history = look_back(nav, "encounter")
    history.correct()
    shown = page(nav)
    seen = set[str]()
    for _ in range(5):
        stage = shown.view().stage
        assert isinstance(stage, Grid)
        seen |= {tap.text for tap in stage.taps}  # type: ignore[union-attr]
        shown.do(Others())
    assert len(seen) >= 30


def test_a_card_of_the_row_is_told_on_the_grid_and_swapped_with_the_one_that_lies_elsewhere(nav: Navigator) -> None:
    at_a_table(nav, "stellar")
    history = look_back(nav, "refill")
    history.correct()
    shown = page(nav)
    before = len(nav.open_table.replay.entries)
    other = next(p.action.card for p in nav.open_table.past("refill"))
    kind, number = other.split("-")[:2]
    shown.do(Pick(kind, int(number)))
    if nav.screen == "correct":
        shown.confirm()
    assert nav.table is not None
    assert len(nav.table.replay.entries) == before
    assert nav.table.replay.dropped == ()


CASES = (
    ("star_explorer", "reveal"),
    ("stellar", "refill"),
    ("look_at_the_stars", "reveal"),
    ("starfarers", "encounter"),
)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_three_taps_on_the_screen_put_it_right(nav: Navigator, stage: Stage, name: str, kind: str) -> None:
    at_a_table(nav, name, 10_000 if kind in ENDS else 60)
    look_back(nav, kind)
    assert nav.table is not None
    length = nav.table.length
    assert stage.faults_in_every_look() == {}
    stage.tap("correct")
    assert stage.faults_in_every_look() == {}
    stage.tap(next(key for key in FIRST_CHOICES if stage.finger.find(key)))
    if nav.screen == "correct":
        assert stage.faults_in_every_look() == {}
        stage.tap("yes")
    assert nav.screen == "history"
    assert isinstance(nav.table.record.lines[length], CorrectLine)
