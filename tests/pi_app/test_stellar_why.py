"""Why a row of Stellar's sheet says what it says, and how a card is put right."""

from __future__ import annotations

import pytest

from engines.game import Violation
from engines.stellar.deck import KINDS
from engines.stellar.model import EMPTY
from pi_app.games.stellar.app import StellarApp
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.why import WhyPresenter
from pi_app.games.stellar.words import SECTION_ROWS, rule_of_row
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.receipts import consequences
from pi_app.steps.view import Row
from pi_app.table.session import Accepted, Correction
from tests.pi_app.stellar_tables import HINT, at_table, bring, on_screen, play_whole, telescope
from tests.pi_app.steps import says, taps


def test_every_row_says_why_and_what_paid_is_lit(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    why = WhyPresenter(nav)
    for seat, player in enumerate(nav.open_table.sheet.players):
        for row in player.rows:
            nav.open_page("why", seat=seat, row=row.row)
            view = why.view()
            board = telescope(view)
            assert taps(view)[f"seat.{seat}"].text == f"{player.name}: {row.points}"
            assert says(view)
            paid = {f"slot:{k}" for k, spot in enumerate(board.slots, start=1) if spot.tone == "paid"}
            assert paid == {c for r in row.receipt if r.points for c in r.components if c.startswith("slot:")}
            notes = [c for c in board.collections if c.kind == row.row]
            assert all(c.points == row.points for c in notes)


def test_the_best_use_of_satellites_and_six_zeros_is_said(nav: Navigator) -> None:
    said: set[str] = set()
    for seed in (5, 6):
        on_screen(nav, seed)
        play_whole(nav)
        for seat, player in enumerate(nav.open_table.sheet.players):
            for row in player.rows[:5]:
                nav.open_page("why", seat=seat, row=row.row)
                uses = WhyPresenter(nav).uses()
                parts = [c for r in row.receipt for c in r.components if c.startswith("satellite:") or "6/0" in c]
                assert len(uses) >= len(parts)
                said |= {words.split()[0] for words in uses}
        nav.home()
    assert said == {"6/0", "satellite"}


def planet_in_slot_two(nav: Navigator) -> WhyPresenter:
    """At the table Zoé has laid planet 3 on slot 2 in her first turn; Tycho is to move."""
    turn = at_table(nav)
    turn.tap_row(3)
    turn.tap_hand("planet-3-b")
    turn.tap_slot(2)
    bring(nav, "moon", 2)
    bring(nav, "cloud", 5)
    nav.open_page("why", seat=0)
    return WhyPresenter(nav)


def test_two_taps_put_a_card_of_an_earlier_turn_on_another_slot(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(2)
    said = says(why.view())
    assert "Round 1: planet\u00a03" in said
    assert "Tap the slot where it lies, or the card that it is." in said
    why.tap_slot(3)
    assert nav.state.seats[0].telescope[1] == EMPTY
    assert nav.state.seats[0].telescope[2] != EMPTY
    assert nav.open_table.can_undo is not None
    assert nav.open_table.can_undo.kind == "correction"
    assert StellarApp().corrected_rows(nav, 0) == {"top", "planet"}
    assert StellarApp().corrected_rows(nav, 1) == frozenset()


def test_a_correction_against_the_rules_is_asked_with_its_consequences(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(2)
    why.tap_slot(12)
    pending = why.view().pending
    assert pending is not None
    assert pending.possible
    assert "Next to its own type only, or face down" in pending.consequences
    why.cancel()
    assert why.view().pending is None
    why.tap_slot(12)
    why.confirm()
    assert nav.state.seats[0].telescope[11] != EMPTY
    assert nav.open_table.replay.overruled


def test_a_rule_that_a_correction_breaks_is_told_once_however_often(nav: Navigator) -> None:
    planet_in_slot_two(nav)
    broken = Violation("stellar.telescope.adjacent", "in English", overrulable=True)
    line = nav.open_table.replay.entries[-1].n
    later = (Accepted(line, 0, (broken.rule,), "in English"),) * 2
    told = consequences(nav, Correction(line, (broken,), nav.open_table.sheet, accepted=later))
    assert sum("Next to its own type only, or face down" in words for words in told) == 1
    assert told[1].endswith(" – stays as it was played")
    (own, first, second) = consequences(nav, Correction(line, (), nav.open_table.sheet, accepted=(*later, later[0])))
    assert "Next to its own type only" in own
    assert first == second == own.partition(" – stays")[0] + " – stays as it was played"


def test_a_section_that_is_lost_is_shown_on_both_telescopes(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    lost = [
        (seat, row)
        for seat, player in enumerate(nav.open_table.sheet.players)
        for row in player.rows
        if row.row in SECTION_ROWS and not row.points
    ]
    assert lost
    for seat, row in lost:
        nav.open_page("why", seat=seat, row=row.row)
        board = telescope(WhyPresenter(nav).view())
        slots = {f"slot:{k}" for k, spot in enumerate(board.slots, start=1) if spot.tone == "told"}
        assert slots == {c for r in row.receipt for c in r.components if c.startswith("slot:")}
        assert {section.name for section in board.sections if section.tone == "told"} == {row.row}


def test_a_row_card_that_was_told_wrongly_is_put_right_in_two_taps_even_after_it_was_played(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    length = len(nav.open_table.replay.actions)
    why.tap_slot(2)
    why.choose("black_hole", 3)
    deck = game_of(nav).deck
    laid = nav.state.seats[0].telescope[1]
    assert (deck.kind[laid], deck.coordinate[laid]) == (4, 3)
    assert len(nav.open_table.replay.actions) == length


def test_a_card_of_the_notebook_is_put_right_in_two_taps(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    note = next(c for c in nav.state.seats[0].notebook if game_of(nav).deck.name(c).startswith("moon-2"))
    assert note
    why.tap_note("moon", 2)
    said = says(why.view())
    assert "Round 1: moon\u00a02" in said
    assert "Tap the card that it is." in said
    why.choose("cloud", 1)
    names = [game_of(nav).deck.name(code)[:7] for code in nav.state.seats[0].notebook]
    assert "cloud-1" in names


def test_start_cards_change_places(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(1)
    why.choose("moon", 3)
    if why.view().pending is not None:
        why.confirm()
    assert game_of(nav).deck.name(nav.state.seats[0].telescope[0]) == "moon-3-a"


@pytest.mark.parametrize("told", [("satellite", 2), ("planet", 0)], ids=["satellite", "6/0"])
def test_a_start_card_that_the_box_lacks_changes_places_and_is_put_right(nav: Navigator, told: tuple[str, int]) -> None:
    why = planet_in_slot_two(nav)
    for kind, number in (told, ("moon", 3), told, ("moon", 3), ("asteroid", 3)):
        put_slot_one_right(why, kind, number)
        deck, laid = game_of(nav).deck, nav.state.seats[0].telescope[0]
        assert (KINDS[deck.kind[laid]], deck.coordinate[laid]) == (kind, number)


def test_two_start_cards_told_alike_are_put_right(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    put_slot_one_right(why, "satellite", 2)
    why.tap_note("moon", 3)
    choose(why, "satellite", 2)
    put_slot_one_right(why, "planet", 3)
    assert game_of(nav).deck.name(nav.state.seats[0].telescope[0]).startswith("planet-3")


def put_slot_one_right(why: WhyPresenter, kind: str, number: int) -> None:
    """The card on slot 1 is that one, whatever that breaks; every row of the sheet is looked at then."""
    why.tap_slot(1)
    choose(why, kind, number)
    for row in why.nav.open_table.sheet.players[0].rows:
        why.do(Row(row.row))
        why.view()


def choose(why: WhyPresenter, kind: str, number: int) -> None:
    why.choose(kind, number)
    pending = why.view().pending
    if pending is not None:
        assert pending.possible
        why.confirm()


def test_on_a_screen_that_is_passed_nobody_puts_the_opponents_cards_right(nav: Navigator) -> None:
    turn = on_screen(nav)
    nav.open_page("why", seat=1 - turn.seat)
    why = WhyPresenter(nav)
    why.tap_slot(1)
    assert why.lying() is None
    assert HINT not in says(why.view())


def test_while_a_card_is_put_right_nothing_says_how_to_read_the_sheet(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = on_screen(nav)
    nav.open_page("why", seat=turn.seat)
    why = WhyPresenter(nav)
    monkeypatch.setattr(
        why, "_cells", lambda _lying: (), raising=True
    )  # no other card that it may be: a place is asked
    rule = rule_of_row(why.row_name)
    assert rule in says(why.view())
    why.tap_slot(1)
    assert why.lying() is not None
    assert rule not in says(why.view())


def test_where_no_other_card_is_possible_the_slot_is_asked_for_in_words(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slots were lit, and no word said that they may be tapped."""
    why = planet_in_slot_two(nav)
    monkeypatch.setattr(why, "_cells", lambda _lying: ())
    why.tap_slot(2)
    assert "Tap the slot where it lies." in says(why.view())
