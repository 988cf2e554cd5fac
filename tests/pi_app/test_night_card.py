"""The night card that was turned over, told by drawing its two lines."""

from __future__ import annotations

from typing import Any

from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, OpenBonus, Pass, Reveal
from engines.record import Header
from engines.slates import point_name
from pi_app.games.look_at_the_stars.cards import box_of, pack_of
from pi_app.games.look_at_the_stars.desk import Draft, desk_of
from pi_app.games.look_at_the_stars.reveal import RevealPresenter
from pi_app.games.look_at_the_stars.scene import place
from pi_app.games.look_at_the_stars.strokes import BOTTOM, LEFT, SIDE, STAR, meant, strokes_of
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Erase
from tests.pi_app.steps import says


def reveal(nav: Navigator, *seen: str) -> RevealPresenter:
    """The question for the next night card, after these."""
    nav.begin(Header(game="look_at_the_stars", players=("Ana",)))
    nav.act(DealSlate(0, 1, seat=NATURE), OpenBonus("A7", seat=NATURE), OpenBonus("B9", seat=NATURE))
    for card in seen:
        nav.act(Reveal(card, seat=NATURE), Pass(seat=0))
    return RevealPresenter(nav)


def stroke(presenter: RevealPresenter, *strokes: tuple[str, str]) -> None:
    for a, b in strokes:
        presenter.join(a, b)


def offered(presenter: RevealPresenter) -> list[str]:
    stage: Any = presenter.view().stage
    return [tap.card.id for tap in stage.taps]


def test_two_strokes_name_the_night_card_and_one_undo_takes_it_back(nav: Navigator) -> None:
    presenter = reveal(nav)
    stroke(presenter, ("D3", "E3"))
    assert len(offered(presenter)) == 28, "one line is no card yet"
    stroke(presenter, ("E3", "F4"))
    assert nav.state.cards == ("N6",)
    assert nav.frame("").undo == "Night card N6"
    nav.undo()
    assert nav.state.cards == ()
    assert presenter.drawn == Draft()


def test_every_night_card_is_found_as_it_is_printed_and_turned_but_not_mirrored(nav: Navigator) -> None:
    reveal(nav)
    box = box_of(nav)
    everything = frozenset(box.night_cards)
    for card in pack_of(nav).night_cards:
        if card.shooting_star:
            continue
        strokes = strokes_of(box, card.id)
        for quarters in range(4):
            found = meant(box, strokes, everything)
            assert found.sure
            assert box.night(found.cards[0]).copies == box.night(card.id).copies
            assert quarters or (found.cards, found.turned) == ((card.id,), 0)
            strokes = tuple((quarter(a), quarter(b)) for a, b in strokes)
        mirrored = tuple((mirror(a), mirror(b)) for a, b in strokes)
        other = meant(box, mirrored, everything - {card.id})
        symmetric = set(box.mirror_copies(card.id)) == set(box.night(card.id).copies)
        assert symmetric or other.cards != (card.id,)


def quarter(point: str) -> str:
    """A point of the piece of the lattice after a quarter turn, anticlockwise."""
    x, y = place(point)
    return point_name(LEFT + SIDE - 1 - (y - BOTTOM), BOTTOM + (x - LEFT))


def mirror(point: str) -> str:
    x, y = place(point)
    return point_name(2 * LEFT + SIDE - 1 - x, y)


def test_a_card_that_was_drawn_turned_lies_on_the_screen_as_it_was_drawn(nav: Navigator) -> None:
    presenter = reveal(nav)
    stroke(presenter, *((quarter(a), quarter(b)) for a, b in strokes_of(box_of(nav), "N26")))
    assert nav.state.cards == ("N26",)
    assert desk_of(nav).turned == 1


def test_cards_of_one_shape_are_one_choice(nav: Navigator) -> None:
    presenter = reveal(nav, "N1")
    stroke(presenter, ("D3", "E3"), ("D3", "D4"))
    assert nav.state.cards == ("N1", "N2")


def test_a_stroke_as_long_as_a_shooting_star_is_one(nav: Navigator) -> None:
    stroke(reveal(nav, "S1"), ("G6", "D3"))
    assert nav.state.cards == ("S1", "S2")


def test_one_stroke_over_two_lines_is_a_card_and_asks_where_it_may_be_a_shooting_star(nav: Navigator) -> None:
    presenter = reveal(nav)
    stroke(presenter, ("D3", "F5"))
    assert offered(presenter) == ["N4", STAR]
    presenter.do(Erase())
    assert len(offered(presenter)) == 28
    stroke(presenter, ("D3", "F3"))
    assert nav.state.cards == ("N3",)


def test_what_no_card_shows_offers_three_that_are_nearly_so_and_the_next_stroke_begins_again(nav: Navigator) -> None:
    presenter = reveal(nav, "N24")
    stroke(presenter, ("D3", "E3"), ("F3", "G3"))
    assert nav.state.cards == ("N24",)
    assert 1 <= len(offered(presenter)) <= 3
    assert "N24 has lain open before. Tap a card, or draw again." in says(presenter.view())
    stroke(presenter, ("D3", "E3"))
    assert presenter.drawn.lines == (("D3", "E3"),)
    stroke(presenter, ("E3", "E4"))
    assert nav.state.cards == ("N24", "N1")


def test_lines_that_are_no_card_at_all_leave_the_list(nav: Navigator) -> None:
    presenter = reveal(nav)
    stroke(presenter, ("D3", "G3"))
    assert len(offered(presenter)) == 28
    assert "No card shows these lines. Draw again, or tap the card." in says(presenter.view())
