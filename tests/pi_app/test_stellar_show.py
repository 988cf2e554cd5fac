"""Stellar the light way: the screen waits for the end, takes both players' cards, and everything else works as ever."""

from __future__ import annotations

import pytest

from engines.record import parse_record, replay_record
from engines.registry import open_game
from pi_app.games.stellar.app import APP
from pi_app.games.stellar.laid import LaidCard, SeatCards
from pi_app.games.stellar.show import ShowPresenter, cards_of
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.sketch import telescopes
from pi_app.games.stellar.why import WhyPresenter
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place
from pi_app.presenters.setup import new_header
from pi_app.table.export import FORMATS
from tests.pi_app.cameras import LentCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import says, taps

NAMES = ("Zoé", "Tycho")
ZOE = (
    *(LaidCard(slot, "moon", str(number), 1) for slot, number in enumerate((1, 2, 3, 4, 5), start=1)),
    *(LaidCard(slot) for slot in range(6, 13)),
    *(LaidCard(None, "moon", str(number), 0) for number in (1, 2, 3)),
    *(LaidCard(None, "cloud", "6/0", 0) for _card in range(10)),
)
TYCHO = (
    *(LaidCard(slot, "satellite", "2" if slot < 6 else "3") for slot in range(1, 13)),
    *(LaidCard(None, "cloud", "1", 0) for _card in range(13)),
)


@pytest.fixture
def camera() -> LentCamera:
    return LentCamera()


def begun(nav: Navigator) -> ShowPresenter:
    nav.begin(new_header(Place(new="stellar", way="table", names=NAMES)))
    assert nav.screen == "stellar_show"
    return ShowPresenter(nav)


def photographed(show: ShowPresenter, camera: LentCamera, seat: int, cards: tuple[LaidCard, ...]) -> None:
    show.choose_seat(seat)
    camera.coming = Seen(seat, SeatCards(cards, (), f"1/{seat}-1-1"))
    show.photograph()
    assert show.look()


def ended(nav: Navigator, camera: LentCamera) -> ShowPresenter:
    show = begun(nav)
    photographed(show, camera, 0, ZOE)
    photographed(show, camera, 1, TYCHO)
    show.use()
    return show


def test_the_light_way_is_the_first_choice_at_the_table_and_the_full_way_stays(nav: Navigator) -> None:
    place = Place(new="stellar", way="table", names=NAMES)
    assert [value for value, _words in APP.choices(digital=False)[0].values] == ["light", "full"]
    assert new_header(place).options == {"hands": "hidden", "mode": "light"}
    full = new_header(Place(new="stellar", way="table", names=NAMES, settled={"mode": "full"}))
    assert full.options == {"hands": "hidden", "mode": "full"}
    nav.begin(full)
    assert nav.screen == "stellar_pick"
    assert "mode" not in new_header(Place(new="stellar", way="screen", names=NAMES)).options


def test_two_photographs_and_one_tap_end_a_game(nav: Navigator, camera: LentCamera) -> None:
    ended(nav, camera)
    assert nav.screen == "final"
    assert [player.total for player in nav.open_table.sheet.players] == [15 + 10, 0]
    assert [entry.source for entry in nav.open_table.replay.entries] == ["camera", "dealer"]
    assert [seat for seat, _cards in camera.told] == [0, 1]
    rows = {row.row: row for row in nav.open_table.sheet.players[0].rows}
    assert "slot:1" in rows["moon"].receipt[0].components


def test_while_one_players_cards_are_there_sections_count_nothing(nav: Navigator, camera: LentCamera) -> None:
    show = begun(nav)
    photographed(show, camera, 0, ZOE)
    assert taps(show.view())["seat.0"].text == "Zoé: 15"
    assert "use" not in taps(show.view())
    photographed(show, camera, 1, TYCHO)
    assert taps(show.view())["seat.0"].text == "Zoé: 25"


def test_counting_with_cards_missing_is_asked_about(nav: Navigator, camera: LentCamera) -> None:
    show = begun(nav)
    photographed(show, camera, 0, ZOE[:-1])
    photographed(show, camera, 1, TYCHO)
    show.use()
    pending = show.view().pending
    assert pending is not None
    assert pending.consequences == ("Zoé: 12 of 12 cards in the telescope, 12 of 13 in the notebook",)
    show.cancel()
    assert show.view().pending is None
    show.use()
    show.confirm()
    assert nav.screen == "final"


def test_an_undo_brings_the_cards_back_as_they_were_told(nav: Navigator, camera: LentCamera) -> None:
    ended(nav, camera)
    nav.undo()
    show = ShowPresenter(nav)
    assert nav.screen == "stellar_show"
    assert not nav.open_table.replay.entries
    assert [len(cards.cards) for cards in show.desk.seats] == [25, 25]
    show.use()
    assert nav.screen == "final"


def test_cards_that_the_record_has_stay_as_they_are(nav: Navigator, camera: LentCamera) -> None:
    ended(nav, camera)
    nav.go_back(1)
    show = ShowPresenter(nav)
    show.choose_seat(0)
    before = show.desk
    show.do(next(iter(taps(show.view()).values())).does)
    show.do(taps(show.view())["add"].does)
    assert show.desk == before, "the record has Zoé's cards already"
    assert nav.notice == "Zoé's cards are shown already: take that back first."
    show.choose_seat(1)
    show.tap_slot(6)
    show.choose("satellite", 5)
    show.leave()
    show.use()
    assert nav.screen == "final"
    assert nav.open_table.sheet.players[1].total == 10, "5 + 3 + 3 beat three cards on their faces"


def test_a_card_is_put_right_on_the_sheet(nav: Navigator, camera: LentCamera) -> None:
    ended(nav, camera)
    nav.open_page("why", seat=0, row="moon")
    why = WhyPresenter(nav)
    why.tap_slot(5)
    assert "Which card is it? (moon\u00a05)" in says(why.view())
    why.choose("planet", 5)
    assert nav.state.seats[0].telescope[4] != 0
    assert [row.points for row in nav.open_table.sheet.players[0].rows][:2] == [0, 12]
    assert APP.corrected_rows(nav, 0) == {"moon", "planet", "top"}
    why.tap_slot(5)
    why.flip()
    assert nav.open_table.replay.entries[0].action["telescope"][4] == "face_down"
    why.tap_note("moon", 3)
    why.choose("moon", 5)
    assert [row.points for row in nav.open_table.sheet.players[0].rows][1] == 8
    assert len(cards_of(nav.open_table.replay.entries[0].action).cards) == 25
    for _step in range(3):
        nav.undo()
    assert nav.open_table.sheet.players[0].total == 25


def test_a_card_lies_in_another_slot(nav: Navigator, camera: LentCamera) -> None:
    show = begun(nav)
    photographed(show, camera, 0, (ZOE[0],))
    photographed(show, camera, 1, TYCHO)
    show.confirm()
    nav.open_page("why", seat=0)
    why = WhyPresenter(nav)
    why.tap_slot(1)
    why.tap_slot(9)
    assert nav.open_table.replay.entries[0].action["telescope"][8] == "moon:1:1"
    assert nav.open_table.replay.entries[0].action["telescope"][0] == ""


def test_a_game_of_the_light_way_is_exported_and_shown_to_onlookers_as_any_other(
    nav: Navigator, camera: LentCamera
) -> None:
    ended(nav, camera)
    for fmt, make in FORMATS.items():
        assert b"Tycho" in make(nav.open_table) or fmt in ("pdf", "poster", "card")
    again = replay_record(open_game("stellar"), parse_record(FORMATS["record"](nav.open_table)))
    assert again.state == nav.state
    assert telescopes(game_of(nav), nav.state, nav.open_table.players)


def test_a_card_that_lies_face_down_shows_the_three_that_it_counts(nav: Navigator, camera: LentCamera) -> None:
    """The page of the scores drew it as an empty block, and ten points hung on it."""
    ended(nav, camera)
    zoe = next(board for board in telescopes(game_of(nav), nav.state, nav.open_table.players) if board.seat == 1)
    backs = [mark for mark in zoe.marks if mark.tone == "back"]
    threes = [mark for mark in zoe.marks if mark.tone == "token" and mark.text == "3"]
    assert (len(backs), len(threes)) == (7, 7)


def test_one_touch_tells_a_card(nav: Navigator, stage: Stage) -> None:
    show = begun(nav)
    for key in ("slot.1", "pick.moon.4", "down", "leave", "seat.1"):
        stage.tap(key)
    assert [(card.slot, card.kind) for card in show.desk.seats[0].cards] == [(1, "moon"), (2, "")]


@pytest.mark.exhaustive
def test_its_screens_read_well(nav: Navigator, camera: LentCamera, stage: Stage) -> None:
    show = begun(nav)
    stage.frames(2)
    assert stage.faults_in_every_look(("de", "fr", "pl"), ("left-handed",)) == {}
    stage.tap("slot.1")
    stage.tap("pick.moon.4")
    stage.frames(2)
    assert stage.faults_in_every_look(("de", "fr", "pl"), ("left-handed",)) == {}
    stage.tap("leave")
    photographed(show, camera, 1, TYCHO)
    stage.tap("use")
    stage.frames(2)
    assert stage.faults_in_every_look(("de", "fr", "pl"), ("left-handed",)) == {}
    stage.tap("yes")
    stage.tap("page.history")
    stage.frames(2)
    assert stage.faults_in_every_look(("de",), ("left-handed",)) == {}
