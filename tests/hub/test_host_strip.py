"""Asking the host from the screens of a table: what is sent, what the host sees, and how the answer comes back."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, Draw, OpenBonus, Reveal
from engines.record import Header
from engines.star_explorer.bots import best_draw
from engines.starfarers.model import BuildUpgrade, FirstPlayer, StartFlight
from hardware.shaker import ScreenShaker
from hardware.shaker import Shake as Told
from hub.database import schema
from hub.database.store import Store
from hub.event import evening, rounds
from hub.event.evening import Plan
from hub.link import asks, tables
from hub.link.ingest import Ingest
from hub.views import board
from pi_app import crop, i18n
from pi_app.crop import MAX_BYTES, cropped
from pi_app.evening.note import follow_evening, note_of
from pi_app.evening.outbox import Outbox
from pi_app.evening.wire import Assignment, SeatCall
from pi_app.games.look_at_the_stars.desk import Doubt as SlateDoubt
from pi_app.games.look_at_the_stars.desk import Draft as SlateDraft
from pi_app.games.look_at_the_stars.desk import put_draft
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.star_explorer.camera.question import QuestionPresenter
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.score import WhyPresenter
from pi_app.games.starfarers.shaking import ShakePresenter
from pi_app.games.starfarers.why import WhyPresenter as StarfarersWhy
from pi_app.games.stellar.boards import BoardsPresenter
from pi_app.games.stellar.laid import FieldDoubt, LaidCard, SeatCards
from pi_app.host.pin import HostPin
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.disputes import dispute_of
from pi_app.presenters.frame import Strip
from pi_app.presenters.host import Desk
from pi_app.presenters.host_strip import seat_names
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pad import PadPresenter
from pi_app.presenters.setup import game_line
from pi_app.presenters.shaker import ShakerSession
from pi_app.presenters.standing import SheetPresenter
from pi_app.table.journal import Journal
from tests.hub.test_outbox import ADDRESS, Wire
from tests.pi_app.cameras import OneCamera
from tests.pi_app.starfarers_tables import touched
from tests.pi_app.test_presenters_camera import read_in_doubt
from tests.pi_app.test_stellar_boards import just_score, shown_cards

NAMES = ("Ana", "Bo")


def test_a_table_in_bad_light_tells_the_event_host(table: Table) -> None:
    assert note_of(table.nav).light is None
    table.nav.camera.bad_light = True
    assert note_of(table.nav).light == "low"


PICTURE = np.random.default_rng(1).integers(0, 256, (440, 600, 3)).astype(np.uint8)


class PhotoCamera(OneCamera):
    """A camera whose photographs are there."""

    def photo(self, name: str) -> Any:
        return PICTURE

    def newest(self, game: int, seat: int, number: int) -> str | None:
        return f"{game}/{seat}-{number}-1"

    def last(self, game: int, seat: int) -> str | None:
        return f"{game}/{seat}-6-1"


class Table:
    """A table with its app, at the only place of an evening, and the event host."""

    def __init__(self, folder: Path, store: Store, game: str = "star_explorer", **plan: Any) -> None:
        self.store, self.ingest = store, Ingest(store)
        self.event = evening.create_event(store, "h", Plan(name="Friday", game=game, seats=2, places=1, **plan))
        self.wire = Wire(store, self.ingest)
        self.now = 0.0
        self.camera = PhotoCamera()
        self.journal = Journal(folder / "journal.sqlite3")
        self.outbox = Outbox(folder / "outbox.sqlite3", self.wire, clock=lambda: self.now, seed=1)
        self.outbox.follow(self.journal)
        self.nav = Navigator(self.journal, camera=self.camera)
        self.nav.desk = Desk(HostPin(folder / "pin"), self.outbox)
        follow_evening(self.nav, self.outbox, lambda: self.now)

    def pair(self) -> None:
        place = board.event_view(self.store, self.event).places[0].id
        assert self.outbox.pair(ADDRESS, tables.new_code(self.store, place), "Nova") is None
        self.pass_time()

    def pass_time(self, seconds: float = 40.0) -> None:
        """Let the outbox and the screen do what they do in so much time."""
        end = self.now + seconds
        while self.now < end:
            self.now += max(0.5, self.outbox.step())
            self.nav.tick()

    def doubt(self) -> None:
        """Ana's last line is in doubt."""
        self.nav.begin(Header(game="star_explorer", players=NAMES, started="2026-01-31T20:00:00+00:00"))
        self.line = read_in_doubt(self.nav, self.camera)

    @property
    def strip(self) -> Strip | None:
        return self.nav.frame("").strip

    @property
    def said(self) -> tuple[str, str]:
        assert self.strip is not None
        return self.strip.text, self.strip.action

    def ask(self) -> board.CaseView:
        assert self.said[1] == "Ask the host"
        self.nav.press_strip()
        self.pass_time()
        (case,) = board.queue(self.store, self.event)
        return case

    def answer(self, decision: str, ruling: str = "") -> None:
        case = board.queue(self.store, self.event)[0]
        asks.answer(self.store, self.event, "host:Vera", case.id, decision, ruling)
        self.pass_time()

    def close(self) -> None:
        self.outbox.close()
        self.journal.close()
        self.ingest.close()


@pytest.fixture
def opened(tmp_path: Path, sqlite_store: Store) -> Iterator[Any]:
    made: list[Table] = []

    def make(game: str = "star_explorer", **plan: Any) -> Table:
        made.append(Table(tmp_path, sqlite_store, game, **plan))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(opened: Any) -> Table:
    found: Table = opened()
    found.pair()
    return found


def test_a_table_that_takes_part_in_no_evening_has_no_line(opened: Any) -> None:
    table: Table = opened()
    table.doubt()
    assert dispute_of(table.nav) is not None
    assert table.strip is None


def test_a_doubtful_line_goes_to_the_host_and_the_answer_is_done_with_one_tap(table: Table) -> None:
    table.doubt()
    case = table.ask()
    assert case.data["question"] == "Ana, round I: is there a line?"
    assert case.data["one"].startswith("Yes, a line: ")
    assert case.data["one"].endswith("The camera: 60\u00a0%")
    assert case.data["other"].startswith("No line: ")
    photo = board.case_photo(table.store, table.event, case.id)
    assert photo is not None
    assert photo.startswith(b"\xff\xd8\xff")
    assert len(photo) <= MAX_BYTES
    assert table.said == ("The host is asked. You can also settle it yourselves.", "")
    i18n.set_language("fr")
    assert table.said == ("L’hôte est prévenu. Vous pouvez aussi trancher vous-mêmes.", "")
    i18n.set_language("en")
    table.answer("other", "A scratch.")
    assert table.said[0].startswith("The host: No line: ")
    assert table.said[0].endswith("– A scratch.")
    assert table.nav.screen == "question"
    table.nav.press_strip()
    assert table.line not in table.nav.own(DiscDraft).lines
    assert table.nav.screen == "draw"
    assert table.nav.notice is not None
    assert table.nav.notice.startswith("As the host decided: No line")
    table.pass_time()
    assert table.strip is None


def test_players_who_do_not_wait_read_the_answer_where_they_are(table: Table) -> None:
    table.doubt()
    table.ask()
    QuestionPresenter(table.nav).answer(True)
    DrawPresenter(table.nav).done()
    assert table.strip is None
    table.answer("one", "")
    assert table.said[0].startswith("Ana, round I: is there a line? The host: Yes, a line")
    table.nav.press_strip()
    table.pass_time(5)
    assert table.strip is None


def test_the_same_question_is_asked_once_and_its_answer_is_there_again(table: Table) -> None:
    table.doubt()
    table.ask()
    for _ in range(3):
        table.nav.press_strip()
    table.pass_time()
    assert len(board.queue(table.store, table.event)) == 1
    table.answer("one")
    seen = table.nav.own(DiscDraft)
    table.nav.press_strip()
    table.nav.keep(seen)
    table.pass_time(5)
    assert table.said == (f"The host: {table.outbox.view.asks[0].one}", "Do so")


def test_without_the_event_host_the_question_waits_and_play_goes_on(table: Table) -> None:
    table.wire.fault = lambda _: "cut"
    table.doubt()
    table.nav.press_strip()
    table.pass_time(5)
    assert table.said == ("The host is asked once the event host answers.", "")
    table.wire.fault = lambda _: None
    table.pass_time(200)
    assert len(board.queue(table.store, table.event)) == 1


def test_a_question_that_nobody_takes_is_said_once(table: Table) -> None:
    table.doubt()
    evening.end_event(table.store, table.event, "h")
    table.nav.press_strip()
    table.pass_time(5)
    assert table.said == ("The host could not be asked.", "OK")
    table.nav.press_strip()
    table.pass_time(60)
    assert table.strip is None


def test_a_line_that_is_to_be_put_right_goes_to_the_host(table: Table) -> None:
    table.doubt()
    for _ in NAMES:
        table.nav.keep(DiscDraft())
        draw = DrawPresenter(table.nav)
        game = table.nav.open_table.game
        table.nav.act(best_draw(game, table.nav.state, draw.seat))  # type: ignore[arg-type]
    page = WhyPresenter(table.nav)
    line = table.nav.state.seats[0].drawings[0].lines[-1]
    page.tap_edge(*line)
    before = table.nav.open_table.sheet.players[0].total
    case = table.ask()
    assert case.data["one"] == f"Yes, a line. As recorded: {before}\u00a0points"
    assert case.data["other"].startswith("No line. Put right: ")
    assert case.photo
    table.answer("other")
    table.nav.press_strip()
    assert line not in table.nav.state.seats[0].drawings[0].lines
    assert table.nav.open_table.sheet.players[0].total != before


def test_a_doubtful_card_and_a_card_that_differs_go_to_the_host(opened: Any) -> None:
    table: Table = opened("stellar")
    table.pair()
    boards = just_score(table.nav)
    doubt = FieldDoubt(0, "stars", ((2, 0.6), (3, 0.4)))
    cards = (LaidCard(1, "moon", "3", 2, (0.2, 0.2, 0.3, 0.4)), LaidCard(None, "moon", "4", 1))
    table.camera.coming = Seen(0, SeatCards(cards, (doubt,), "1/0-1-1"))
    boards.look()
    case = table.ask()
    assert (case.data["one"], case.data["other"]) == ("2 stars", "3 stars")
    table.answer("other")
    table.nav.press_strip()
    assert boards.cards.cards[0].stars == 3

    doubts = [FieldDoubt(k, "face_down", ((False, 0.6), (True, 0.4))) for k in (1, 2)]
    noted = [LaidCard(None, "moon", str(k), 1, (0.2 * k, 0.2, 0.1, 0.1)) for k in (4, 5)]
    table.camera.coming = Seen(0, SeatCards((cards[0], *noted), tuple(doubts), "1/0-1-1"))
    boards.look()
    table.ask()
    table.answer("other")
    table.nav.press_strip()
    assert [card.number for card in boards.cards.cards] == ["3", "5"]
    assert table.said[1] == "Ask the host"
    table.nav.home()
    shown_cards(table.nav)
    table.nav.open_page("stellar_boards", seat=0)
    seen = (LaidCard(1, "moon", "3", 2, (0.2, 0.2, 0.3, 0.4)), LaidCard(None, "planet", "3", 2))
    table.camera.coming = Seen(0, SeatCards(seen, (), "1/0-1-1"))
    assert BoardsPresenter(table.nav).look()
    case = table.ask()
    assert (case.data["one"], case.data["other"]) == ("The record: planet\u00a03", "The photograph: moon\u00a03")
    assert case.photo
    table.answer("other")
    table.nav.press_strip()
    assert table.nav.screen == "why"
    assert table.said[1] == "Ask the host"
    assert table.ask().data["one"].startswith("As recorded: ")


def slates(table: Table) -> None:
    table.nav.begin(Header(game="look_at_the_stars", players=("Nina",)))
    table.nav.act(DealSlate(0, 1, seat=NATURE), OpenBonus("A7", seat=NATURE), OpenBonus("B9", seat=NATURE))
    table.nav.act(Reveal("N3", seat=NATURE))


def test_something_doubtful_on_a_slate_goes_to_the_host(opened: Any) -> None:
    table: Table = opened("look_at_the_stars", seats_min=1)
    table.pair()
    slates(table)
    line = ("D4", "E4")
    doubts = (SlateDoubt("line", line, 0.55),)
    put_draft(table.nav, 0, SlateDraft(lines=(("C4", "D4"), line), doubts=doubts, source="camera", photo="p"))
    assert table.nav.screen == "look_question"
    case = table.ask()
    assert case.data["question"] == "Nina: what is drawn here?"
    assert case.photo
    table.answer("one")
    table.nav.press_strip()
    assert table.nav.screen == "look_draw"


def test_a_turn_that_is_to_be_put_right_goes_to_the_host(opened: Any) -> None:
    table: Table = opened("look_at_the_stars", seats_min=1)
    table.pair()
    slates(table)
    table.nav.act(Draw((("C4", "D4"), ("D4", "E4")), seat=0), Reveal("N4", seat=NATURE))
    table.nav.open_page("look_mend", seat=0, own={"line": ["C4", "D4"]})
    assert MendPresenter(table.nav).mend.begun
    case = table.ask()
    assert case.data["question"] == "Nina, turn 1: what is drawn here?"
    assert case.data["one"].startswith("As recorded: ")
    table.answer("one", "It is there.")
    table.nav.press_strip()
    assert table.nav.screen == "look_draw"


def starfarers(table: Table, shaker: ScreenShaker) -> None:
    """A light game in which Ana, who is first, has fitted a ring and is to shake."""
    table.pair()
    table.nav.shaker = ShakerSession(shaker)
    table.nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "light"}))
    table.nav.act(FirstPlayer(0, seat=NATURE), BuildUpgrade("ring", seat=0), StartFlight(seat=0))
    assert table.nav.screen == "starfarers_shake"


def test_a_step_of_starfarers_that_is_to_be_put_right_goes_to_the_host(opened: Any) -> None:
    table: Table = opened("starfarers")
    starfarers(table, ScreenShaker())
    table.nav.open_page("why", seat=0, row="upgrades")
    why = StarfarersWhy(table.nav)
    step = why.steps()[0]
    touched(why, f"step.{step.line}")
    assert table.strip is None
    touched(why, f"instead.{why.alternatives(step).index(BuildUpgrade('booster', seat=0))}")
    case = table.ask()
    assert case.data["question"] == "Ana, turn 1: what was done here?"
    assert "ring" in case.data["one"]
    assert case.data["one"].endswith("As recorded: 4\u00a0points")
    assert "booster" in case.data["other"]
    assert case.data["other"].endswith("Put right: 4\u00a0points")
    table.answer("other", "Bo saw it too.")
    table.nav.press_strip()
    assert (table.nav.state.seats[0].rings, table.nav.state.seats[0].boosters) == (0, 1)


@pytest.mark.parametrize("decision", ["one", "other"])
def test_balls_of_a_ship_that_was_shaken_twice_go_to_the_host(opened: Any, decision: str) -> None:
    table: Table = opened("starfarers")
    shaker = ScreenShaker()
    starfarers(table, shaker)
    ShakePresenter(table.nav).tick()
    shaker.tell(Told("balls", 1, ("blue", "yellow"), (97, 95), again=True))
    ShakePresenter(table.nav).tick()
    case = table.ask()
    assert case.data["question"] == "Ana has shaken the mother ship twice: do these balls count?"
    assert case.data["one"].startswith("They count: ")
    table.answer(decision)
    table.nav.press_strip()
    assert (table.nav.screen != "starfarers_shake") == (decision == "one")
    assert dispute_of(table.nav) is None


# Who sits here --------------------------------------------------------------------------------------------------


def seated(table: Table, *names: str) -> int:
    evening.add_players(table.store, table.event, "h", list(names))
    return rounds.plan_round(table.store, table.event, "h")


def test_a_table_begins_the_game_it_is_seated_for_and_the_event_host_knows_it(table: Table) -> None:
    planned = seated(table, "Ana", "Maximiliane Albertine von Stein")
    table.pass_time()
    assert table.nav.screen == "start"
    text, action = table.said
    assert text.startswith("Friday, round 1: next here ")
    assert action == ""
    rounds.start_round(table.store, table.event, "h", planned)
    table.pass_time()
    assert table.said[1] == "Begin"
    table.nav.press_strip()
    assert set(table.nav.open_table.players) == {"Ana", "Maximiliane Al"}
    assert table.nav.screen == "first_player"
    assert table.strip is None
    table.pass_time()
    (view,) = board.round_view(table.store, table.event, 1).tables
    with table.store.read() as tx:
        assert tx.one(sa.select(schema.games.c.seating_id)) == (view.id,)
    table.nav.home()
    assert table.strip is None, "what was begun is continued, not begun again"


def test_a_game_that_this_table_cannot_play_is_said(opened: Any) -> None:
    table: Table = opened()
    evening.change_event(
        table.store, table.event, "h", Plan(name="Friday", game="star_explorer", pack="elsewhere", seats=2)
    )
    table.pair()
    rounds.start_round(table.store, table.event, "h", seated(table, "Ana", "Bo"))
    table.pass_time()
    table.nav.press_strip()
    assert table.nav.table is None
    assert table.nav.notice is not None
    assert table.nav.warning


def scored(table: Table, *columns: tuple[str, ...]) -> None:
    """The pad of a described game, written for Ana and Bo, added up, and known to the event host."""
    table.pair()
    rounds.start_round(table.store, table.event, "h", seated(table, "Ana", "Bo"))
    table.pass_time()
    assert table.said[1] == "Just score"
    table.nav.press_strip()
    assert table.nav.screen == "pad"
    pad = PadPresenter(table.nav)
    for name, column in zip(NAMES, columns, strict=True):
        seat = table.nav.open_table.players.index(name)
        for row, typed in zip(pad.table().rows, column, strict=True):
            pad.choose(seat, row.row)
            for key in typed:
                pad.key(key)
    pad.close()
    assert table.nav.screen == "final"
    table.pass_time()


def ended(table: Table) -> dict[str, tuple[int | None, int | None]]:
    (view,) = board.round_view(table.store, table.event, 1).tables
    assert (view.state, view.source) == ("proposed", "table")
    return {seat.name: (seat.total, seat.rank) for seat in view.seats}


def test_a_game_that_the_host_describes_is_scored_on_the_table_and_its_result_is_one_as_any_other(opened: Any) -> None:
    rows = [{"name": "Settlements"}, {"name": "Cities", "each": 2}, {"name": "Missed", "each": -3}]
    table: Table = opened("other", options={"title": "Islands", "rows": rows})
    scored(table, ("4", "2+1", "1"), ("5", "2", "0"))
    assert ended(table) == {"Ana": (7, 2), "Bo": (9, 1)}
    view = SheetPresenter(table.nav).sheet()
    assert table.nav.app.title() == "Islands"
    assert view.columns == ("Settlements", "Cities", "Missed")
    assert game_line(table.journal.games()[0]).title == "Islands"
    table.nav.home()
    assert table.strip is None, "what was begun is continued, not begun again"


@pytest.mark.parametrize(
    ("score", "columns", "expected"),
    [
        ("lowest", (("70",), ("81",)), {"Ana": (70, 1), "Bo": (81, 2)}),
        ("outcome", (("0",), ("2",)), {"Ana": (0, 2), "Bo": (2, 1)}),
        ("outcome", (("0",), ("0",)), {"Ana": (0, 2), "Bo": (0, 2)}),
        ("places", (("2",), ("1",)), {"Ana": (2, 2), "Bo": (1, 1)}),
        ("time", (("62", "5"), ("12", "5")), {"Ana": (3_725, 2), "Bo": (725, 1)}),
    ],
)
def test_a_described_game_without_rows_is_scored_as_it_is_told(
    opened: Any, score: str, columns: Any, expected: object
) -> None:
    table: Table = opened("other", options={"title": "Golf", "score": score})
    scored(table, *columns)
    assert ended(table) == expected


def test_a_description_that_is_none_is_not_offered(table: Table) -> None:
    wanted = Assignment(event="E", game="other", seats=(SeatCall("Ana"),), state="open", options={"title": 7})
    table.outbox.view = replace(table.outbox.view, assignment=wanted)
    assert table.strip is None


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ana", "Bo"), ("Ana", "Bo")), (("Maximiliane Albertine",), ("Maximiliane Al",)),
        (("Maximiliane Albertine", "Maximiliane Alba"), ("Maximiliane Albe", "Maximiliane Alba")),
    ],
)  # fmt: skip
def test_names_are_as_long_as_tables_have_room_for(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    assert seat_names(names) == short
    assert evening.recorded_as(short, names) == list(range(len(names)))


# Finished boards ------------------------------------------------------------------------------------------------


def test_a_table_sends_its_finished_boards_where_it_wants_to_and_once(opened: Any) -> None:
    table: Table = opened("other", options={"title": "Golf"})
    scored(table, ("1",), ("2",))
    assert table.said == ("May the host show your finished boards?", "Send the photographs")
    table.nav.press_strip()
    table.pass_time()
    assert table.strip is None
    (view,) = board.round_view(table.store, table.event, 1).tables
    assert sorted((picture.name, picture.shown) for picture in view.pictures) == [("Ana", False), ("Bo", False)]
    assert table.outbox.view.asks == ()


def test_who_sends_no_boards_plays_on(opened: Any) -> None:
    table: Table = opened("other", options={"title": "Golf"})
    scored(table, ("1",), ("2",))
    table.nav.home()
    table.pass_time()
    assert board.round_view(table.store, table.event, 1).tables[0].pictures == ()


# The clock of the round ----------------------------------------------------------------------------------------


def test_the_table_says_when_the_time_is_up_and_its_lamps_blink_for_a_while(opened: Any) -> None:
    table: Table = opened(minutes=1)
    table.store.clock = lambda: 1_800_000_000_000 + round(1_000 * table.now)
    table.pair()
    planned = seated(table, "Ana", "Bo")
    rounds.start_round(table.store, table.event, "h", planned)
    begun = table.now
    table.pass_time(20)
    table.nav.press_strip()
    while table.nav.blink is None:
        assert table.strip is None
        wait = table.outbox.step()
        table.nav.tick()
        if table.nav.blink is None:
            table.now += max(0.1, wait)
    assert begun + 60 <= table.now < begun + 62, "it hears of it in time, though it asks only now and then"
    assert table.said == ("Friday, round 1: the time is up", "")
    scenes = []
    for _ in range(24):
        scenes.append(table.nav.lights.scene.mode)
        table.now += 0.5
        table.nav.tick()
    assert set(scenes[:6]) == {"finished", "dark"}
    assert scenes[-1] == "round"
    assert table.said == ("Friday, round 1: the time is up", "")
    rounds.more_time(table.store, table.event, "h", planned, 5)
    table.pass_time()
    assert table.strip is None


def test_a_pad_keeps_its_room_and_says_above_that_the_time_is_up(opened: Any) -> None:
    table: Table = opened("other", options={"title": "Golf"}, minutes=1)
    table.pair()
    table.nav.begin(Header(game="other", pack="pad", players=NAMES, options={"title": "Golf"}))
    wanted = Assignment(event="Friday", round=1, timer="running", remaining_ms=-1)
    table.outbox.view = replace(table.outbox.view, assignment=wanted)
    table.nav.tick()
    assert table.strip is None
    assert table.nav.notice == "Friday, round 1: the time is up"


# The note and the crop ------------------------------------------------------------------------------------------


def test_a_table_whose_question_is_open_shows_it_to_the_event_host_in_its_language(table: Table) -> None:
    table.doubt()
    i18n.set_language("de")
    note = note_of(table.nav)
    i18n.set_language("en")
    assert note.asks is not None
    assert note.asks.question == "Eine zweifelhafte Linie wartet auf Antwort"
    assert not note.asks.judge


def picture(text: str) -> Any:
    return cv2.imdecode(np.frombuffer(base64.b64decode(text), np.uint8), cv2.IMREAD_COLOR)


def test_a_crop_is_the_part_and_nothing_else_and_never_too_large() -> None:
    halves = np.zeros((3_000, 4_000, 3), np.uint8)
    halves[:, 2_000:] = (255, 0, 0)
    left, right = (picture(cropped(halves, (at, 0.1, 0.4, 0.4))) for at in (0.05, 0.55))
    assert left.max() < 30
    assert right[:, :, 2].min() > 200
    assert max(left.shape) == crop.MAX_PX
    noise = np.random.default_rng(2).integers(0, 256, (2_000, 2_000, 3)).astype(np.uint8)
    assert len(base64.b64decode(cropped(noise, (0.0, 0.0, 1.0, 1.0)))) <= MAX_BYTES
    assert cropped(halves, (1.2, 0.0, 0.5, 0.5)) == ""
    assert max(picture(cropped(halves[:40, :50], (0, 0, 1, 1), [(0.5, 0.5)])).shape) == crop.SMALLEST_PX
