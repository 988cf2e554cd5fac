"""Stellar's boards without a history: told by finger, read from photographs, asked where it matters, put on the pad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.record import Header
from engines.stellar.model import FACE_DOWN, UNKNOWN
from pi_app.camera.query import Query, load_picture
from pi_app.camera.session import query_of
from pi_app.camera.worker import BoardReader
from pi_app.games.stellar.boards import BoardsPresenter
from pi_app.games.stellar.camera import CARDS, cards_layout
from pi_app.games.stellar.laid import FieldDoubt, LaidCard, SeatCards
from pi_app.games.stellar.turn import Closed, TurnPresenter
from pi_app.games.stellar.why import WhyPresenter
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pad import PadPresenter
from tests.pi_app.cameras import LentCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.stellar_tables import at_table, telescope
from tests.pi_app.steps import says, taps
from vision.cards.enrol import look_from
from vision.cards.layout import parse_cards_layout
from vision.cards.looks import look_text
from vision.cards.reading import Doubt
from vision.ink import opencv

PHOTOS = Path(__file__).parents[1] / "photos" / "stellar"
NAMES = ("Zoé", "Tycho")


@pytest.fixture
def camera() -> LentCamera:
    return LentCamera()


def just_score(nav: Navigator) -> BoardsPresenter:
    nav.begin(Header(game="stellar", pack="pad", players=NAMES))
    PadPresenter(nav).open_boards()
    return BoardsPresenter(nav)


def read(
    boards: BoardsPresenter, camera: LentCamera, seat: int, *cards: LaidCard, doubts: tuple[FieldDoubt, ...] = ()
) -> None:
    """A photograph of that seat's cards comes in."""
    camera.coming = Seen(seat, SeatCards(cards, doubts, "1/0-1-1"))
    boards.photograph()
    assert boards.look()


def test_a_card_of_the_telescope_is_told_by_two_taps_and_put_right_by_two_more(nav: Navigator) -> None:
    boards = just_score(nav)
    boards.tap_slot(1)
    boards.choose("moon", 4)
    face = telescope(boards.view()).slots[0].face
    assert face is not None
    assert (face.kind, face.number, face.stars) == ("moon", "4", 1)
    boards.tap_slot(1)
    boards.choose_stars(3)
    assert boards.cards.cards[0].stars == 3
    boards.lay_down()
    assert boards.cards.cards[0].kind == ""
    boards.take_away()
    assert boards.cards.cards == ()


def test_cards_are_told_by_one_tap_each_from_the_first_slot_to_the_notebook(nav: Navigator) -> None:
    boards = just_score(nav)
    boards.tap_slot(7)
    boards.choose("planet", 3)
    boards.tap_slot(1)
    for _slot in (1, 2, 3, 4):
        boards.choose("moon", 4)
    boards.lay_down()
    assert [(card.slot, card.kind) for card in boards.cards.cards[1:]] == [
        *((slot, "moon") for slot in (1, 2, 3, 4)),
        (5, ""),
    ]
    for _slot in (6, 8, 9, 10, 11, 12):
        boards.choose("satellite", 2)
    boards.choose("cloud", 1)
    boards.choose("cloud", 2)
    assert [(card.slot, card.kind) for card in boards.cards.cards[-3:]] == [
        (12, "satellite"),
        (None, "cloud"),
        (None, "cloud"),
    ]


def test_notebook_cards_are_told_one_after_the_other(nav: Navigator) -> None:
    boards = just_score(nav)
    boards.add()
    for number in (4, 5, 0):
        boards.choose("cloud", number)
    assert [(card.kind, card.number) for card in boards.cards.cards] == [
        ("cloud", "4"),
        ("cloud", "5"),
        ("cloud", "6/0"),
    ]
    assert next(c.run for c in telescope(boards.view()).collections if c.kind == "cloud") == 3
    boards.leave()
    boards.tap_note("cloud", 5)
    boards.choose("satellite", 5)
    assert ("satellite", "5") in [(card.kind, card.number) for card in boards.cards.cards]


def test_the_boards_fill_every_row_of_the_pad_and_the_table_adds_it_up(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    read(boards, camera, 0, LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), LaidCard(None, "moon", "5", 1))
    assert taps(boards.view())["seat.0"].text == "Zoé: 14"
    seen = boards.cards
    boards.use()
    assert camera.told == [(0, seen)], "the other player's cards were told by a finger, if at all"
    assert nav.screen == "pad"
    assert nav.state.cells[0]["moon"] == "4"
    assert nav.state.cells[0]["top"] == "10"
    assert set(nav.state.cells[1].values()) == {"0"}
    assert {entry.source for entry in nav.open_table.replay.entries} == {"camera"}
    PadPresenter(nav).close()
    assert [player.total for player in nav.open_table.sheet.players] == [14, 0]


def test_only_a_doubt_that_changes_points_is_asked_and_one_tap_answers(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    cards = (LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), LaidCard(None, "cloud", "2", 1))
    harmless = FieldDoubt(2, "stars", ((1, 0.6), (2, 0.4)))
    weighty = FieldDoubt(0, "stars", ((2, 0.6), (3, 0.4)))
    read(boards, camera, 0, *cards, doubts=(harmless, weighty))
    asked = boards.view()
    assert "Zoé, slot\u00a01: how many stars?" in says(asked)
    answers = [(key, tap.text) for key, tap in taps(asked).items() if key.startswith("answer.")]
    assert answers == [("answer.2", "2 stars"), ("answer.3", "3 stars")]
    boards.answer(3)
    assert boards.cards.cards[0].stars == 3
    assert boards.asked() is None


def test_a_card_that_may_be_a_satellite_is_asked_about(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    cards = (LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), LaidCard(None, "satellite", "5"))
    doubt = FieldDoubt(2, "type", (("satellite", 0.7), ("cloud", 0.3)))
    read(boards, camera, 0, *cards, doubts=(doubt,))
    assert boards.asked() is not None
    boards.answer("cloud")
    assert boards.cards.cards[2].kind == "cloud"
    assert taps(boards.view())["seat.0"].text == "Zoé: 12"


def test_a_slot_that_is_asked_about_may_be_empty(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    cards = (LaidCard(None, "moon", "4", 1), LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "5", 1))
    turned = FieldDoubt(1, "face_down", ((False, 0.6), (True, 0.4)))
    read(boards, camera, 0, *cards, doubts=(turned,))
    answers = [tap.text for key, tap in taps(boards.view()).items() if key.startswith(("answer.", "away"))]
    assert answers == ["Face up", "Face down", "No card"]
    boards.take_away()
    assert [card.slot for card in boards.cards.cards] == [None, None]
    assert boards.asked() is None

    stars = FieldDoubt(1, "stars", ((2, 0.6), (3, 0.4)))
    read(boards, camera, 0, *cards, doubts=(stars,))
    assert "away" not in taps(boards.view())


@pytest.mark.parametrize("there", [LaidCard(6), LaidCard(6, "planet", "1")])
def test_what_hides_a_slot_is_asked_about_where_a_card_there_would_score(
    nav: Navigator, camera: LentCamera, there: LaidCard
) -> None:
    boards = just_score(nav)
    cards = (LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), there)
    doubt = FieldDoubt(2, "face_down", ((not there.kind, 0.6), (bool(there.kind), 0.4)))
    read(boards, camera, 0, *cards, doubts=(doubt,))
    assert "Zoé, slot\u00a06: does it lie face down?" in says(boards.view())
    boards.take_away()
    assert [card.slot for card in boards.cards.cards] == [1, None]


def test_what_may_be_no_card_of_the_notebook_is_asked_about(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    cards = (LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), LaidCard(None, "moon", "5", 1))
    doubt = FieldDoubt(1, "face_down", ((False, 0.6), (True, 0.4)))
    read(boards, camera, 0, *cards, doubts=(doubt,))
    assert "Zoé, notebook: does a card lie there?" in says(boards.view())
    answers = [tap.text for key, tap in taps(boards.view()).items() if key.startswith(("answer.", "away"))]
    assert answers == ["Face up", "No card"]
    boards.answer(True)
    assert [card.number for card in boards.cards.cards] == ["3", "5"]
    assert boards.asked() is None


def test_the_table_may_leave_all_doubts_as_they_were_read(nav: Navigator, camera: LentCamera) -> None:
    boards = just_score(nav)
    doubt = FieldDoubt(0, "stars", ((2, 0.6), (3, 0.4)))
    read(boards, camera, 0, LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), doubts=(doubt,))
    boards.settle()
    assert boards.asked() is None


def shown_cards(nav: Navigator) -> None:
    """Zoé's planet 3 lies on slot 1, her moon 3 in the notebook."""
    at_table(nav, *(("black_hole", number) for number in range(1, 6)))


def test_a_card_that_everybody_saw_being_taken_goes_face_down_without_a_name(nav: Navigator) -> None:
    shown_cards(nav)
    turn = TurnPresenter(nav)
    turn.tap_row(4)
    assert taps(turn.view())["unnamed"].text == "Face down, unnamed"
    turn.do(taps(turn.view())["unnamed"].does)
    turn.do(Closed(4))
    turn.tap_slot(2)
    assert nav.state.seats[0].hand == (UNKNOWN, UNKNOWN)
    assert nav.state.seats[0].telescope[1] == FACE_DOWN + UNKNOWN


def test_a_photograph_is_compared_with_the_record_and_a_difference_is_put_right(
    nav: Navigator, camera: LentCamera
) -> None:
    shown_cards(nav)
    nav.open_page("why", seat=0)
    camera.coming = Seen(0, SeatCards((LaidCard(1, "moon", "3", 2), LaidCard(None, "planet", "3", 2)), (), "1/0-1-1"))
    WhyPresenter(nav).compare()
    boards = BoardsPresenter(nav)
    assert boards.look()
    assert (
        taps(boards.view())["differs.0"].text
        == "slot\u00a01: the record says planet\u00a03, the photograph moon\u00a03"
    )
    boards.put_right(0)
    assert nav.screen == "why"
    assert WhyPresenter(nav).view().pending is not None
    WhyPresenter(nav).confirm()
    assert nav.open_table.game.deck.name(nav.state.seats[0].telescope[0]) == "moon-3-a"  # type: ignore[attr-defined]


def test_a_photograph_that_shows_what_the_record_says_is_told_so(nav: Navigator, camera: LentCamera) -> None:
    shown_cards(nav)
    nav.open_page("stellar_boards", seat=0)
    boards = BoardsPresenter(nav)
    read(boards, camera, 0, LaidCard(1, "planet", "3", 2), LaidCard(None, "moon", "3", 1))
    assert "Photograph and record agree." in says(boards.view())
    assert "use" not in taps(boards.view())


@pytest.fixture(scope="module")
def layout() -> bytes:
    """The layout of a photographed deck, its looks as a captured pack keeps them."""
    text = json.loads((PHOTOS / "layout_cards_91070000_m.json").read_text())
    parsed = parse_cards_layout(text)
    looks = {k: look_from(s, parsed, lambda name: opencv.load(str(PHOTOS / name))) for k, s in parsed.looks.items()}
    return json.dumps({**text, "looks": {kind: look_text(look) for kind, look in looks.items()}}).encode()


def test_a_photograph_becomes_cards_in_their_places(layout: bytes, tmp_path: Path) -> None:
    name = "cards_easy_910700000"
    flat = tmp_path / "flat.jpg"
    query, frame = Query(kind="stellar", layout=layout, flat=flat), load_picture(PHOTOS / f"{name}.jpg")
    reading = BoardReader()(((frame,), query))
    told = CARDS.draft(query, reading, frame, "1/0-1-1")
    truth = next(
        line for line in map(json.loads, (PHOTOS / "truth.jsonl").read_text().splitlines()) if line["id"] == name
    )
    assert _faces(told) == sorted(_true_face(card) for card in truth["cards"] if card["slot"] or not card["face_down"])
    assert flat.is_file()
    assert all(card.at is not None and 0 <= card.at[0] <= 1 and card.at[2] > 0 for card in told.cards)

    noted = next(k for k, card in enumerate(reading.cards) if card.slot is None and not card.face_down)
    doubt = Doubt(card=noted, slot=None, field="face_down", value=False, p=0.6, instead=((True, 0.4),))
    told = CARDS.draft(query, msgspec.structs.replace(reading, doubtful=(doubt,)), frame, "1/0-1-1")
    (asked,) = told.doubts
    assert told.cards[asked.card].slot is None
    assert asked.chances == ((False, 0.6), (True, 0.4))


def _faces(told: SeatCards) -> list[tuple[int, str, str]]:
    return sorted((card.slot or 0, card.kind, card.number) for card in told.cards)


def _true_face(card: dict[str, Any]) -> tuple[int, str, str]:
    if card["face_down"]:
        return card["slot"] or 0, "", ""
    return card["slot"] or 0, "satellite" if card["satellite"] else card["type"], str(card["number"])


def test_the_eye_is_told_where_the_cards_of_the_pack_print_things(nav: Navigator) -> None:
    shown_cards(nav)
    asked = query_of(nav.open_table, 1)
    assert parse_cards_layout(asked.layout).telescope is not None
    nav.home()
    nav.begin(Header(game="stellar", pack="pad", players=NAMES))
    assert query_of(nav.open_table, 0).layout == cards_layout("house")


def test_the_eye_is_told_how_many_cards_the_record_knows(nav: Navigator) -> None:
    shown_cards(nav)
    state = nav.open_table.state
    telescope = sum(code >= 0 for code in state.seats[1].telescope)
    assert telescope > 0
    told = query_of(nav.open_table, 1).record["expect"]
    assert told == {"telescope": telescope, "notebook": len(state.seats[1].notebook)}
    nav.home()
    nav.begin(Header(game="stellar", pack="pad", players=NAMES))
    assert query_of(nav.open_table, 0).record == {}


def test_the_page_reads_well(nav: Navigator, camera: LentCamera, stage: Stage) -> None:
    boards = just_score(nav)
    doubt = FieldDoubt(1, "number", ((4, 0.6), (2, 0.2), ("6/0", 0.2)))
    stage.frames(2)
    assert stage.faults_in_every_look(("en",), ("left-handed",)) == {}
    boards.tap_slot(3)
    boards.choose("planet", 3)
    stage.frames(2)
    assert stage.faults_in_every_look(("en",), ("left-handed",)) == {}
    cards = (LaidCard(1, "moon", "3", 2), LaidCard(None, "moon", "4", 1), LaidCard(None, "moon", "5", 1))
    read(boards, camera, 0, *cards, doubts=(doubt,))
    stage.frames(2)
    assert stage.faults_in_every_look(("en",), ("left-handed",)) == {}
    stage.tap("answer.6/0")
    assert boards.cards.cards[1].number == "6/0"
