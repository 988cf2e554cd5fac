"""What stays hidden in Stellar, whoever holds the screen."""

from __future__ import annotations

import msgspec
import pytest

from engines.stellar.model import StellarState
from pi_app import bots
from pi_app.games.stellar.setup import PassPresenter, StartCardsPresenter
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.turn import TurnPresenter
from pi_app.games.stellar.why import WhyPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.setup import PlayersPresenter
from pi_app.table.journal import Journal
from tests.pi_app.stellar_tables import (
    HINT,
    at_table,
    bring,
    first_card,
    on_screen,
    others,
    play_with,
    table,
    telescope,
)
from tests.pi_app.steps import says
from tests.pi_app.test_bots import BrainHere


def secrets(state: StellarState, seat: int, nav: Navigator) -> set[str]:
    """How the views would call the cards that the opponent of that seat hides from it."""
    theirs = state.seats[1 - seat]
    hidden = [code for code in theirs.hand if code not in theirs.shown]
    return {game_of(nav).deck.name(code) for code in hidden}


def test_no_view_shows_the_hand_of_the_other_player(nav: Navigator) -> None:
    turn = on_screen(nav)
    seen = 0
    while not nav.open_table.over:
        if nav.screen == "stellar_pass":
            shown = PassPresenter(nav).view()
            assert not any(card in str(shown) for seat in (0, 1) for card in secrets(nav.state, seat, nav))
            PassPresenter(nav).ready()
        text = str(turn.view()) + str(WhyPresenter(nav).view())
        assert not any(f"'{name}'" in text for name in secrets(nav.state, turn.seat, nav))
        faces = [spot.face for spot in others(turn).slots if spot.face and spot.face.down]
        assert all(face.kind == "" for face in faces)
        seen += len(faces)
        play_with(nav, turn)
    assert seen, "somebody lays a card face down"


def test_the_screen_is_passed_before_the_next_hand_is_shown_and_undo_passes_it_back(nav: Navigator) -> None:
    turn = on_screen(nav)
    first = turn.seat
    while nav.screen == "stellar_turn":
        play_with(nav, turn)
    assert nav.screen == "stellar_pass"
    PassPresenter(nav).ready()
    assert (nav.screen, turn.seat) == ("stellar_turn", 1 - first)
    nav.undo()
    assert nav.screen == "stellar_pass"
    assert PassPresenter(nav).seat == first


def test_a_restart_shows_only_the_hand_of_whoever_held_the_screen(nav: Navigator, journal: Journal) -> None:
    turn = on_screen(nav)
    again = Navigator(journal)
    assert (again.screen, TurnPresenter(again).seat) == ("stellar_turn", turn.seat)
    while nav.screen == "stellar_turn":
        play_with(nav, turn)
    assert Navigator(journal).screen == "stellar_pass"


def test_while_the_screen_is_passed_no_page_shows_what_lies_face_down(nav: Navigator) -> None:
    turn = on_screen(nav)
    faces = 0
    while not nav.open_table.over:
        if nav.screen == "stellar_pass":
            for seat in (0, 1):
                nav.open_page("why", seat=seat)
                view = WhyPresenter(nav).view()
                down = [spot.face for spot in telescope(view).slots if spot.face and spot.face.down]
                assert all(face.kind == "" for face in down)
                assert HINT not in says(view)
                faces += len(down)
                nav.back()
            PassPresenter(nav).ready()
        play_with(nav, turn)
    assert faces


def test_the_words_about_a_turn_keep_a_face_down_card_to_themselves(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    turn.turn_down()
    turn.tap_slot(12)
    bring(nav, "planet", 1)
    bring(nav, "moon", 2)
    assert table(turn).recap == ("Taken: cloud\u00a02", "A card face down: slot\u00a012", "Planet\u00a01: notebook")


def test_at_the_table_a_hand_is_closed_again_once_a_card_of_it_lies_face_down(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_number(4)
    turn.tap_slot(12)
    bring(nav, "planet", 1)
    bring(nav, "moon", 2)
    assert [spot.key for spot in table(turn).hand] == ["hand.other", "hand.other"]
    assert all(spot.face is None or not spot.face.down or spot.face.kind == "" for spot in others(turn).slots)


def test_beside_a_bot_the_screen_stays_in_the_same_hands_and_waits(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    brain = BrainHere()
    monkeypatch.setattr(bots, "Worker", lambda *_, **__: brain)
    players = bots.BotSeats(nav, pause=False)
    nav.move(new="stellar", way="screen", names=("Zoé",))
    setup = PlayersPresenter(nav)
    setup.seat_bot("expectimax")
    setup.start()
    start, turn = StartCardsPresenter(nav), TurnPresenter(nav)
    while nav.state.turn < 2:
        if nav.bot_to_move is not None:
            assert nav.screen != "stellar_pass"
            before = nav.open_table.length
            turn.tap_row(1)
            turn.tap_slot(5)
            assert nav.open_table.length == before, "fingers wait"
            players.tick()
            players.tick()
        elif nav.screen == "stellar_start":
            start.choose(0, first_card(start, 0))
        else:
            play_with(nav, turn)
    seats = {thought.seat for thought in brain.thoughts}
    assert seats == {1}
    mine = {code for code in nav.state.seats[0].hand if code not in nav.state.seats[0].shown}
    seen = msgspec.json.decode(brain.thoughts[-1].view, type=StellarState)
    assert not mine & set(seen.seats[0].hand)
