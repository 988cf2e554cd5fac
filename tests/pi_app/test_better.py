"""What could have been scored: after a round, never before; worked out while the screen goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.errors import finding
from engines.record import Header
from engines.starfarers.glyphs import PEOPLE_COLOURS, RESOURCE_COLOURS
from engines.stellar.glyphs import COLOURS
from hardware.worker import Answer
from pi_app import coach
from pi_app.coach import Coach, CoachBrain, Look
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.wire import Assignment
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.host.pin import HostPin
from pi_app.presenters.better import BetterPresenter, can_look
from pi_app.presenters.host import Desk
from pi_app.presenters.menu import MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.picture import GHOST, TONES, painted
from pi_app.presenters.onlookers.sketch import Sketch, area, dot, line, words
from pi_app.presenters.sky import SketchStage
from pi_app.presenters.standing import SheetPresenter
from pi_app.steps.view import Board, Number, Seat
from tests.pi_app.hands import Hands
from tests.pi_app.screen_faults import SIZE, SIZES, Stage
from tests.pi_app.steps import part_of, says, taps
from tests.pi_app.test_onlookers import take_up


class BrainHere:
    """Stands for the child process: answers one request each time it is polled."""

    def __init__(self, *_: object, **__: object) -> None:
        self.looks: list[Look] = []
        self.fails = False
        self._open: list[int] = []

    def ask(self, look: Look) -> int:
        self.looks.append(look)
        self._open.append(len(self.looks))
        return len(self.looks)

    def poll(self) -> list[Answer]:
        if not self._open:
            return []
        ticket = self._open.pop(0)
        if self.fails:
            return [Answer(ticket, failure=finding("worker.silent", "gone"))]
        return [Answer(ticket, CoachBrain()(self.looks[ticket - 1]))]

    def close(self) -> None:
        self._open = []


@pytest.fixture
def brain(monkeypatch: pytest.MonkeyPatch) -> BrainHere:
    made = BrainHere()
    monkeypatch.setattr(coach, "Worker", lambda *_, **__: made)
    return made


@pytest.fixture
def nav(nav: Navigator, brain: BrainHere) -> Navigator:
    Coach(nav)
    return nav


def looked(nav: Navigator, frames: int = 60) -> BetterPresenter:
    """The page, once all that it wants is known."""
    nav.open_page("better")
    page = BetterPresenter(nav)
    for _ in range(frames):
        page.view()
        nav.coach.tick()
    return page


def seat_takes(nav: Navigator) -> list[bool]:
    """By seat, whether turns of Stellar may be looked at that began with a hidden hand."""
    first = [(turn.seat, nav.open_table.replay.entries[turn.first].action["type"]) for turn in nav.coach.turns()]
    return [(seat, "take") in first for seat in (0, 1)]


def test_a_turn_is_looked_at_once_the_round_is_over_and_never_before(hands: Hands) -> None:
    found = Coach(hands.nav)
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    hands.draw_best()
    assert hands.nav.screen == "draw", "Bo has still to draw the same size"
    entries = hands.nav.open_table.replay.entries
    assert entries[-1].action["type"] == "draw"
    assert all(turn.end < len(entries) for turn in found.turns())
    hands.draw_best()
    drawn = [turn.seat for turn in found.turns() if turn.end >= len(entries)]
    assert drawn == [0, 1]
    assert "page.better" in taps(MenuPresenter(hands.nav).view())


def test_the_page_shows_what_was_left_and_the_better_drawing_as_a_ghost(hands: Hands, brain: BrainHere) -> None:
    Coach(hands.nav)
    hands.to_size("Ana", "Bo")
    hands.to_draw(5)
    hands.draw_best()
    DrawPresenter(hands.nav).give_up()
    DrawPresenter(hands.nav).confirm()
    hands.nav.open_page("better")
    page = BetterPresenter(hands.nav)
    assert says(page.view()) == ("", "Looking for the best answer…")
    page = looked(hands.nav, 3)
    view = page.view()
    hero = part_of(view, Number)
    assert hero is not None
    assert int(hero.number) > 0
    assert view.frame.subtitle.startswith("Bo: turn")
    board = view.stage
    assert isinstance(board, Board)
    assert isinstance(board.board, SketchStage)
    assert board.board.ghosts
    assert {mark.kind for mark in board.board.ghosts} == {"line"}
    looked(hands.nav, 3)
    asked = [look.stretch for look in brain.looks]
    assert len(asked) == len(set(asked)), "what is known is not worked out again"


def test_the_best_turn_left_nothing(hands: Hands) -> None:
    Coach(hands.nav)
    hands.to_round_end("Ana")
    view = looked(hands.nav, 3).view()
    number = part_of(view, Number)
    assert number is not None
    assert "Played:" in says(view)[1]


def test_an_undo_takes_the_turn_away(hands: Hands) -> None:
    found = Coach(hands.nav)
    hands.to_round_end("Ana", "Bo")
    before = len(found.turns())
    hands.nav.undo()
    assert len(found.turns()) < before


@pytest.mark.parametrize(("share", "some"), [(0.5, False), (1.0, True)])
def test_where_hands_are_hidden_turns_are_looked_at_at_the_end_only(nav: Navigator, share: float, some: bool) -> None:
    take_up(nav, "stellar_tie", share)
    assert any(seat_takes(nav)) is some


def test_who_plays_alone_against_bots_hides_nothing_from_anybody(nav: Navigator) -> None:
    take_up(nav, "stellar_tie", 0.5)
    nav.give_to_bot(1, "greedy")
    assert seat_takes(nav) == [True, False]


@pytest.mark.parametrize("name", ["stellar_tie", "starfarers_turn_limit", "look_at_the_stars_aura"])
def test_every_game_shows_its_board_and_what_was_left(nav: Navigator, name: str) -> None:
    take_up(nav, name, 1.0)
    assert "page.better" in taps(SheetPresenter(nav).view())
    nav.open_page("better")
    page = BetterPresenter(nav)
    for _ in range(3):
        view = page.view()
        nav.coach.tick()
    assert isinstance(view.stage, Board)
    assert part_of(page.view(), Number) is not None or "Looking for the best answer…" in says(page.view())


def test_a_way_that_keeps_no_choices_and_a_pad_offer_nothing(nav: Navigator) -> None:
    take_up(nav, "starfarers_light", 1.0)
    assert not can_look(nav)
    nav.begin(Header(game="stellar", pack="pad", players=("Ana", "Bo")))
    assert not can_look(nav)
    assert "page.better" not in taps(SheetPresenter(nav).view())


def test_an_event_says_whether_turns_may_be_looked_at(nav: Navigator, tmp_path: Path) -> None:
    take_up(nav, "look_at_the_stars_aura", 1.0)
    outbox = Outbox(tmp_path / "outbox.sqlite3")
    nav.desk = Desk(HostPin(tmp_path / "pin"), outbox)
    assert can_look(nav)
    outbox.view = LinkView(state="connected", table=1, assignment=Assignment(event="Friday"))
    assert not can_look(nav)
    assert not BetterPresenter(nav).mine
    outbox.view = LinkView(state="connected", table=1, assignment=Assignment(event="Friday", aids=True))
    assert can_look(nav)


@pytest.mark.parametrize("name", ["stellar_tie", "starfarers_turn_limit", "look_at_the_stars_aura"])
def test_at_the_end_the_first_answers_are_there_before_anybody_asks(nav: Navigator, name: str) -> None:
    take_up(nav, name, 1.0)
    for _ in range(10):
        nav.coach.tick()
    nav.open_page("better")
    page = BetterPresenter(nav)
    for seat in range(len(nav.open_table.players)):
        page.do(Seat(seat))
        assert nav.coach.found(page.shown) is not None


def test_before_the_end_nothing_is_worked_out_until_somebody_asks(nav: Navigator, brain: BrainHere) -> None:
    take_up(nav, "look_at_the_stars_aura", 0.9)
    assert can_look(nav)
    nav.coach.tick()
    assert brain.looks == []


def test_a_child_that_fails_is_asked_once_and_ended_when_the_game_is_left(nav: Navigator, brain: BrainHere) -> None:
    take_up(nav, "look_at_the_stars_aura", 1.0)
    brain.fails = True
    page = looked(nav, 200)
    asked = len(brain.looks)
    assert asked == len({look.stretch for look in brain.looks})
    assert page.mine == ()
    nav.back()
    nav.coach.tick()
    assert nav.coach._worker is not None, "at the end answers stay quick"
    nav.home()
    nav.coach.tick()
    assert nav.coach._worker is None


# The picture -------------------------------------------------------------------------------------------------------


BOARD = Sketch(1, "Ana", 10.0, 10.0, (area((0, 0, 10, 0, 10, 10, 0, 10), "sky"), line(1, 2, 9, 2, 1.0, "now")))


def colour(code: str) -> tuple[int, ...]:
    return (*bytes.fromhex(code), 255)


def test_a_sketch_is_painted_in_its_place_and_a_ghost_is_hollow() -> None:
    ghosts = (line(1, 8, 9, 8, 2.0, "now"), area((4, 4, 6, 4, 6, 6, 4, 6), "card-moon"), dot(8, 5, 0.9, "thing"))
    image = painted(BOARD, (300, 200), (), (*ghosts, words(2, 5, 1.0, "ink", "7")))
    assert image.size == (200, 200)
    assert image.getpixel((100, 40)) == colour(TONES["now"])
    assert image.getpixel((100, 160)) == colour(TONES["sky"]), "inside the ghost of a line"
    assert image.getpixel((100, 160 - 22)) == colour(GHOST)
    assert image.getpixel((100, 100)) == colour(TONES["sky"]), "inside the ghost of a card"


def test_the_page_for_onlookers_has_the_same_colours() -> None:
    css = (Path(coach.__file__).parent / "web" / "pages" / "tones.css").read_text("utf-8")
    found: dict[str, Any] = dict(
        re.findall(r"(?:^|[\s}])(?:line)?\.([a-z_-]+) \{ (?:fill|stroke): #([0-9a-f]{6})", css)
    )
    assert {tone: found.get(tone) for tone in TONES if tone != "thing"} == {
        tone: code for tone, code in TONES.items() if tone != "thing"
    }
    assert f".thing {{ fill: #{TONES['thing']}" in css


def test_a_card_has_the_colour_for_onlookers_that_it_has_on_the_table() -> None:
    assert {f"card-{kind}": code.lstrip("#").lower() for kind, code in COLOURS.items()} == {
        tone: code for tone, code in TONES.items() if tone.startswith("card-")
    }


@pytest.mark.parametrize(("kind", "colours"), [("planet", RESOURCE_COLOURS), ("people", PEOPLE_COLOURS)])
def test_the_small_map_has_the_colours_of_the_large_one(kind: str, colours: dict[str, str]) -> None:
    assert {f"{kind}-{name}": code.lstrip("#").lower() for name, code in colours.items()} == {
        tone: code for tone, code in TONES.items() if tone.startswith(f"{kind}-")
    }


# On the screen -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "place"), [("stellar_tie", 11), ("starfarers_turn_limit", 5), ("look_at_the_stars_aura", 15)]
)
def test_the_page_is_whole_on_the_screen(nav: Navigator, name: str, place: int, stage: Stage) -> None:
    """A turn of the second player that could have been much better."""
    take_up(nav, name, 1.0)
    turn = [turn for turn in nav.coach.turns() if turn.seat == 1][place]
    nav.open_page("better", seat=1, chosen=turn.n)
    for _ in range(3):
        nav.coach.tick()
    sights = [(SIZE, "pl", "large text"), (SIZE, "de", "left-handed"), (SIZES[1], "fr", "night")]
    assert stage.faults_in(sights) == {}


def test_a_look_survives_the_way_to_the_child(nav: Navigator) -> None:
    take_up(nav, "look_at_the_stars_aura", 1.0)
    table, stretch = nav.open_table, nav.coach.turns()[0]
    before, after = (msgspec.json.encode(table.replay.states[place]) for place in (stretch.first, stretch.end))
    actions = tuple(table.game.encode_action(a) for a in table.replay.actions[stretch.first : stretch.end])
    assert CoachBrain()(Look(table.header.game, table.header.pack, stretch, before, after, actions)) is not None


# The teacher -------------------------------------------------------------------------------------------------------


def taught(hands: Hands, found: Coach, frames: int = 12) -> str | None:
    for _ in range(frames):
        found.tick()
    return hands.nav.frame("").banner


def test_the_teacher_says_after_a_round_what_would_have_paid_more_and_why(hands: Hands) -> None:
    found = Coach(hands.nav)
    hands.nav.choose_preference("teacher=on")
    hands.to_size("Ana", "Bo")
    found.tick()
    hands.to_draw(5)
    DrawPresenter(hands.nav).give_up()
    DrawPresenter(hands.nav).confirm()
    assert taught(hands, found) is None, "Bo has still to draw"
    hands.draw_best()
    said = taught(hands, found)
    assert said is not None
    assert said.startswith("Ana: ")
    assert "more were possible. Points now:" in said
    assert taught(hands, found) == said, "it stays"
    hands.nav.put_banner_away()
    assert taught(hands, found) is None, "and is said once"


def test_the_teacher_is_silent_until_somebody_asks_for_it_and_about_what_was_before(hands: Hands) -> None:
    found = Coach(hands.nav)
    hands.to_size("Ana")
    hands.to_draw(5)
    DrawPresenter(hands.nav).give_up()
    DrawPresenter(hands.nav).confirm()
    assert taught(hands, found) is None
    hands.nav.choose_preference("teacher=on")
    assert taught(hands, found) is None


def test_what_the_teacher_says_is_gone_when_people_go_on_or_take_it_back(hands: Hands) -> None:
    found = Coach(hands.nav)
    hands.nav.choose_preference("teacher=on")
    hands.to_size("Ana")
    found.tick()
    hands.to_draw(5)
    DrawPresenter(hands.nav).give_up()
    DrawPresenter(hands.nav).confirm()
    assert taught(hands, found)
    hands.nav.undo()
    assert taught(hands, found) is None
    DrawPresenter(hands.nav).give_up()
    DrawPresenter(hands.nav).confirm()
    assert taught(hands, found)
    WhyPresenter(hands.nav).go_on()
    assert taught(hands, found), "the turn is only looked at"
    MarkerPresenter(hands.nav).go_on()
    assert taught(hands, found) is None
