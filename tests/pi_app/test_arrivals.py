"""Impatient fingers: what has only just come under a finger takes no touch, what stays where it is takes every one."""

from __future__ import annotations

from typing import Any

import pytest

from engines.game import NATURE
from engines.record import Header
from pi_app.presenters.place import Place
from pi_app.presenters.setup import new_header
from tests.pi_app.screen_faults import Stage

IMPATIENT_S = 0.15
"""Between the taps of a double tap: more than a finger that bounces."""


def tap_again(stage: Stage, key: str, times: int = 2, pause: float = IMPATIENT_S) -> None:
    """Tap where that widget stands, and go on tapping there."""
    stage.frames(4)
    widget = stage.finger.find(key)
    assert widget is not None
    at = widget.to_window(*widget.center)
    for _ in range(times):
        stage.finger.tap(at)
        stage._frames(5)
        stage.now += pause
    stage.frames(1)


def begin(stage: Stage, game: str, *players: str) -> None:
    stage.nav.begin(Header(game=game, players=players or ("Ana", "Bo")))
    stage.frames(4)


def test_a_double_tap_on_a_slate_chooses_no_second_one(stage: Stage) -> None:
    begin(stage, "look_at_the_stars")
    tap_again(stage, "slate.1")
    assert stage.nav.open_table.length == 1


@pytest.mark.parametrize("place", range(6))
def test_a_double_tap_on_a_card_draws_nothing_and_passes_nobodys_turn(stage: Stage, place: int) -> None:
    from tests.pi_app.test_look_at_the_stars import up

    begin(stage, "look_at_the_stars")
    for key in ("slate.1", "slate.2", "card.A3", "card.B4"):
        stage.tap(key)
    assert up(stage.nav) == "look_reveal"
    screen: Any = stage.shell.screen
    cards = [tap.card.id for tap in screen.view.stage.taps if tap.on]
    length = stage.nav.open_table.length
    place_before = stage.nav.place
    tap_again(stage, f"card.{cards[-1 - place]}")
    assert stage.nav.open_table.length == length + 1
    assert stage.nav.place == place_before
    assert screen.presenter.draft.chosen is None


@pytest.mark.parametrize(("pause", "undone"), [(IMPATIENT_S, 1), (0.5, 3)])
def test_undo_stays_where_it_is_and_takes_every_tap_but_impatient_ones(stage: Stage, pause: float, undone: int) -> None:
    begin(stage, "look_at_the_stars")
    for key in ("slate.1", "slate.2", "card.A3"):
        stage.tap(key)
    length = stage.nav.open_table.length
    tap_again(stage, "undo", times=3, pause=pause)
    assert stage.nav.open_table.length == length + undone


def test_the_keys_of_a_pad_are_as_quick_as_the_finger(stage: Stage) -> None:
    stage.nav.begin(Header(game="star_explorer", pack="pad", players=("Ana", "Bo")))
    stage.frames(4)
    for key in ("pad.1", "pad.2", "next", "pad.3", "next"):
        widget = stage.finger.find(key)
        assert widget is not None, key
        stage.finger.tap(widget.to_window(*widget.center))
        stage._frames(5)
        stage.now += IMPATIENT_S
    pad: Any = stage.shell.screen
    texts = [cell.text for row in pad.view.stage.rows for cell in row.cells]
    assert {"12", "3"} <= set(texts)


def test_a_press_counts_where_its_button_slides_away_under_a_finger_that_stays(stage: Stage) -> None:
    stage.frames(4)
    widget = stage.finger.find("new_game")
    assert widget is not None
    touch = stage.finger.down(widget.to_window(*widget.center))
    widget.y += 2 * widget.height
    stage.finger.up(touch)
    assert stage.nav.screen == "games"


def test_what_a_card_shows_after_it_was_chosen_takes_touches_again_in_a_moment(stage: Stage) -> None:
    begin(stage, "look_at_the_stars", "Ana")
    stage.tap("slate.1")
    stage.nav.act(*(stage.nav.open_table.game.legal_actions(stage.nav.state, NATURE)[:1]))
    stage._frames(5)
    first = next(w for w in stage.shell.screen.walk(restrict=True) if getattr(w, "key", "").startswith("card."))
    length = stage.nav.open_table.length
    stage.finger.tap(first.to_window(*first.center))
    assert stage.nav.open_table.length == length
    stage.now += 0.31
    stage.finger.tap(first.to_window(*first.center))
    assert stage.nav.open_table.length == length + 1


def open_pad(stage: Stage) -> None:
    """A pad for three, scored across, with nothing on it."""
    stage.nav.begin(new_header(Place(new="star_explorer", way="pad", names=("Ana", "Bo", "Cy"))))
    stage.frames(4)


def test_a_double_tap_on_next_gives_nobody_the_nought_that_was_meant_for_another(stage: Stage) -> None:
    open_pad(stage)
    for key in ("pad.7", "pad.5"):
        stage.tap(key)
    tap_again(stage, "next", times=3)
    assert stage.nav.state.cells == ({"round.1": "75"}, {}, {})
    tap_again(stage, "next", times=2, pause=0.5)  # a patient finger does mean it
    assert [list(column.values()) for column in stage.nav.state.cells] == [["75"], ["0"], ["0"]]


def test_a_double_tap_on_undo_takes_back_one_cell_of_a_pad(stage: Stage) -> None:
    open_pad(stage)
    for key in ("pad.7", "next", "pad.5", "next"):
        stage.tap(key)
    tap_again(stage, "undo", times=3)
    assert [list(column.values()) for column in stage.nav.state.cells] == [["7"], [], []]


def test_digits_and_cells_of_a_pad_take_the_quickest_fingers(stage: Stage) -> None:
    open_pad(stage)
    stage.tap("pad.7")
    stage.now += 1
    for key in ("next", "pad.1", "pad.2", "cell.2.round.1", "pad.9"):
        widget = stage.finger.find(key)
        assert widget is not None
        stage.finger.tap(widget.to_window(*widget.center))
        stage._frames(5)
        stage.now += 0.1
    stage.rest()
    stage.now += 1
    stage.tap("next")
    assert [list(column.values()) for column in stage.nav.state.cells] == [["7"], ["12"], ["9"]]
