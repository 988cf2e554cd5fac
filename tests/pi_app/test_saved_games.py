"""Journals that version 0.1.0 wrote, as SQL in `tests/saved`, open in this one with what was begun and not yet done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi_app.games.look_at_the_stars.draw import DrawPresenter as SlatePresenter
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.starfarers.desk import Own
from pi_app.games.stellar.turn import TurnPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pad import PadPresenter
from pi_app.table.journal import Journal

SAVED = Path(__file__).parents[1] / "saved"


@pytest.fixture
def nav(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Navigator]:
    """A table that goes on with the journal of that name."""
    path = tmp_path / "journal.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((SAVED / f"{request.param}.sql").read_text())
    with Journal(path) as journal:
        yield Navigator(journal)


@pytest.mark.parametrize("nav", ["star_explorer"], indirect=True)
def test_a_half_drawn_disc_goes_on(nav: Navigator) -> None:
    draw = DrawPresenter(nav)
    assert (nav.screen, draw.seat, draw.draft.lines) == ("draw", 0, ((1, 7), (7, 15), (7, 17), (15, 25)))
    draw.done()
    assert nav.state.seats[0].drawings[-1].lines == ((1, 7), (7, 15), (7, 17), (15, 25))


@pytest.mark.parametrize("nav", ["star_explorer_why"], indirect=True)
def test_a_half_drawn_disc_lies_under_the_page_that_was_open(nav: Navigator) -> None:
    assert nav.screen == "why"
    nav.back()
    assert DrawPresenter(nav).draft.lines == ((1, 7), (7, 15), (7, 17), (15, 25))


@pytest.mark.parametrize("nav", ["look_at_the_stars"], indirect=True)
def test_a_half_drawn_slate_goes_on(nav: Navigator) -> None:
    assert nav.screen == "look_draw"
    assert sorted(SlatePresenter(nav).draft.lines) == [("C4", "D3"), ("D2", "D3")]


@pytest.mark.parametrize("nav", ["stellar"], indirect=True)
def test_a_chosen_card_stays_chosen(nav: Navigator) -> None:
    assert (nav.screen, TurnPresenter(nav).held.card) == ("stellar_turn", "hand.cloud-1-b")


@pytest.mark.parametrize("nav", ["starfarers"], indirect=True)
def test_an_offer_that_was_begun_stays(nav: Navigator) -> None:
    own = nav.own(Own)
    assert (nav.screen, own.item, own.give, own.get) == (
        "starfarers_turn", "offer", (0, 1, 0, 0, 0), (0, 0, 1, 0, 0)
    )  # fmt: skip


@pytest.mark.parametrize("nav", ["pad"], indirect=True)
def test_a_pad_goes_on_at_the_cell_in_its_language_and_theme(nav: Navigator) -> None:
    pad = PadPresenter(nav)
    assert (nav.screen, nav.preferences.theme) == ("pad", "night")
    assert (pad.draft.row, pad.draft.typed) == ("round.2", "12")
    assert nav.state.cells[0] == {"round.1": "4+3"}
