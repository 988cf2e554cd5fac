"""Stellar's presenters without a window: what is lit and said in a turn, how the table tells what was drawn."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engines.record import ActionLine, Header, parse_record, replay_record
from engines.stellar.model import EMPTY, Phase
from pi_app.games.stellar.app import StellarApp
from pi_app.games.stellar.grid import GridPart
from pi_app.games.stellar.pick import PickPresenter
from pi_app.games.stellar.setup import StartCardsPresenter, WhoBeginsPresenter
from pi_app.games.stellar.stages import Carry
from pi_app.games.stellar.turn import TurnPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place
from pi_app.presenters.setup import PlayersPresenter
from tests.pi_app.stellar_tables import (
    NAMES,
    at_table,
    bring,
    closed,
    first_card,
    lit,
    on_screen,
    phase,
    place_start_cards,
    play_whole,
    table,
)
from tests.pi_app.steps import says, taps

RECORDS = Path(__file__).parents[1] / "records"


def test_a_card_whose_type_lies_in_the_telescope_lies_next_to_it_or_elsewhere_face_down(
    nav: Navigator,
) -> None:
    turn = at_table(nav)
    turn.tap_row(3)
    turn.tap_hand("planet-3-b")
    assert lit(turn, "go") == {2, 3}
    assert lit(turn, "down") == set(range(4, 13))
    turn.tap_slot(7)
    pending = turn.view().pending
    assert pending is not None
    assert "touch its own type (planet)" in pending.consequences[0]
    turn.confirm()
    assert nav.state.seats[0].telescope[6] > 255


def test_a_card_of_a_new_type_may_lie_on_any_free_slot(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    assert lit(turn, "go") == set(range(2, 13))


def test_a_slot_that_holds_a_card_says_so_and_nothing_is_played(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    length = nav.open_table.length
    turn.tap_slot(1)
    assert nav.notice == "A card lies in slot\u00a01 already."
    assert nav.open_table.length == length


def test_the_number_of_the_chosen_card_lights_the_row_card_that_goes_to_the_other_area(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    assert [spot.tone for spot in table(turn).row] == ["", "", "", "next", ""]
    assert "cloud\u00a04" in table(turn).hint


def test_where_the_coordinate_is_empty_the_deck_is_lit(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    assert table(turn).deck.tone == "next"


def test_after_a_card_in_the_telescope_the_row_card_goes_to_the_notebook_by_itself(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    turn.tap_slot(9)
    assert phase(nav) is Phase.REFILL
    assert len(nav.state.seats[0].notebook) == 2


def test_after_a_card_in_the_notebook_the_row_card_waits_for_its_slot(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 3)
    turn.tap_notebook()
    assert phase(nav) is Phase.PLAY_ROW
    assert lit(turn, "go") == {2, 3}
    turn.drop("row.5", "slot.2")
    assert phase(nav) is Phase.PLAY_ROW, "another card of the row stays where it is"
    turn.drop("row.3", "slot.2")
    assert phase(nav) is Phase.REFILL


def test_a_card_may_be_carried_from_the_row_to_the_hand_and_from_the_hand_to_its_place(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.drop("row.2", "slot.4")
    assert phase(nav) is Phase.TAKE
    turn.drop("row.2", "hand")
    assert phase(nav) is Phase.PLAY_HAND
    turn.drop("hand.cloud-2-a", "slot.4")
    assert phase(nav) is Phase.REVEAL


def test_a_six_zero_is_carried_like_any_other_card(nav: Navigator) -> None:
    turn = at_table(nav, ("black_hole", 0), ("cloud", 2), ("planet", 3), ("cloud", 4), ("moon", 5))
    turn.tap_row(1)
    key = next(spot.key for spot in table(turn).hand if "black_hole" in spot.key)
    turn.do(Carry(key, "slot.4"))
    assert nav.state.seats[0].telescope[3] != EMPTY


def test_in_the_notebook_cards_lie_face_up(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    turn.turn_down()
    turn.tap_notebook()
    assert nav.notice == "In the notebook cards lie face up."
    assert phase(nav) is Phase.PLAY_HAND


def test_a_satellite_taken_into_the_hand_lets_the_opponent_lay_out_a_new_row(nav: Navigator) -> None:
    turn = at_table(nav, ("satellite", 1), ("cloud", 2), ("planet", 3), ("cloud", 4), ("moon", 5))
    assert "new_row" not in taps(turn.view())
    turn.tap_row(1)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    turn.tap_slot(9)
    bring(nav, "moon", 1)
    bring(nav, "moon", 2)
    assert "new_row" in taps(turn.view())
    turn.new_row()
    assert phase(nav) is Phase.NEW_ROW
    assert nav.screen == "stellar_pick"


def test_a_closed_card_of_the_hand_goes_face_down_and_its_owner_says_its_number(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    assert closed(turn) == [1, 2, 3, 4, 5, "6/0"]
    turn.name_number(4)
    assert lit(turn, "go") == set(range(2, 13))
    turn.tap_slot(12)
    assert phase(nav) is Phase.REFILL


def test_where_a_face_down_card_is_a_three_nobody_says_its_number(nav: Navigator) -> None:
    turn = at_table(nav, options={"face_down_coordinate": "three"})
    turn.tap_row(2)
    turn.tap_hand("other")
    assert closed(turn) == [None]
    turn.name_number(None)
    assert [spot.tone for spot in table(turn).row] == ["", "", "next", "", ""]


def test_a_whole_game_is_played_by_taps_and_its_sheet_is_that_of_the_record(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    assert nav.screen == "final"
    table = nav.open_table
    again = replay_record(table.game, table.record)
    assert table.game.score(again.state) == table.sheet
    assert [row.row for row in table.sheet.players[0].rows] == list(StellarApp().rows(nav))


# Telling the table ---------------------------------------------------------------------------------------------------


def test_from_the_first_start_card_to_the_end_of_the_first_turn_a_table_needs_twenty_taps(nav: Navigator) -> None:
    nav.move(new="stellar", names=NAMES, settled={"mode": "full"})
    PlayersPresenter(nav).start()
    taps = 0
    picks, turn = PickPresenter(nav), TurnPresenter(nav)
    while nav.state.turn == 0:
        taps += 1
        match nav.screen:
            case "stellar_pick":
                stage = picks.view().stage
                assert isinstance(stage, GridPart)
                picks.do([cell for line in stage.cells for cell in line if cell.left][-1].does)
            case "stellar_start":
                pair = next(p for p in StartCardsPresenter(nav).pairs() if p.cards[0].does)
                StartCardsPresenter(nav).choose(pair.seat, first_card(StartCardsPresenter(nav), pair.seat))
            case "stellar_first":
                WhoBeginsPresenter(nav).choose(0)
            case _ if nav.state.phase is Phase.TAKE:
                turn.tap_row(1)
            case _ if nav.state.phase is Phase.PLAY_HAND and turn.held.card is None:
                name = table(turn).hand[0].key.removeprefix("hand.")
                turn.tap_hand(name)
            case _:
                free = sorted(lit(turn, "go"))
                turn.tap_slot(free[0])
    assert taps <= 20


def test_stars_are_asked_where_the_deck_prints_others_and_the_record_says_that_the_card_is_new(nav: Navigator) -> None:
    nav.begin(Header(game="stellar", players=NAMES, options={"hands": "hidden"}))
    picks = PickPresenter(nav)
    picks.ask_stars()
    picks.choose("planet", 3)
    assert [key for key in taps(picks.view()) if key.startswith("stars.")] == [f"stars.{n}" for n in range(4)]
    picks.choose_stars(2)
    assert nav.state.seats[0].hand
    bring(nav, "moon", 3)
    bring(nav, "asteroid", 3)
    bring(nav, "cloud", 3)
    place_start_cards(nav)
    picks.ask_stars()
    picks.choose("moon", 4)
    picks.choose_stars(3)
    assert nav.open_table.replay.overruled
    assert "accepted" in StellarApp().notes(nav)[0]


def test_the_table_is_told_to_shuffle_when_the_deck_was_empty(nav: Navigator) -> None:
    record = parse_record((RECORDS / "stellar_new_row_and_new_deck.jsonl").read_bytes())
    header = msgspec.structs.replace(record.header, seed=None)
    nav.begin(header)
    hints: set[str] = set()
    for line in record.lines:
        if isinstance(line, ActionLine):
            if nav.screen == "stellar_pick":
                hints.update(says(PickPresenter(nav).view()))
            nav.open_table.act(nav.open_table.game.decode_action(line.seat, line.action))
    assert any("shuffle the discards" in hint for hint in hints)


# The app -----------------------------------------------------------------------------------------------------------


def test_the_table_plays_with_hidden_hands_and_the_screen_deals_them(nav: Navigator) -> None:
    app = StellarApp()
    assert app.options(digital=False) == {"hands": "hidden", "mode": "light"}
    assert app.options(digital=True) == {}
    assert app.seats() == (2, 2)
    assert app.bots() == ("easy", "normal", "strong")


def test_a_place_that_holds_nonsense_of_its_own_is_no_obstacle(nav: Navigator) -> None:
    turn = on_screen(nav)
    nav.put(Place(own={"card": 7, "slot": "x"}))
    assert turn.view().pending is None
    assert msgspec.json.encode(nav.place)
