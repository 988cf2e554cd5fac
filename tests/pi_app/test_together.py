"""A round read without a touch: offered with its points, accepted by one tap, doubts left to the board's own screen."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, OpenBonus, Reveal
from engines.record import Header
from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import Draw
from pi_app.games.look_at_the_stars.camera.together import TogetherPresenter as SlatesTogether
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.star_explorer.camera.together import TogetherPresenter as DiscsTogether
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft, Doubtful
from pi_app.i18n import said
from pi_app.presenters.board_camera import BoardSeen, Share, TableSeen, Watched
from pi_app.presenters.heard import cue, moment
from pi_app.presenters.navigator import Navigator
from pi_app.steps.hands_free import Together, places_of
from pi_app.steps.together import TogetherStep
from pi_app.steps.view import Done, Press
from tests.pi_app.cameras import OneCamera
from tests.pi_app.steps import says, taps

LEFT, RIGHT = (0.25, 0.5), (0.75, 0.5)


class TableCamera(OneCamera):
    """A camera over the whole table that sees what the test puts there."""

    def __init__(self) -> None:
        super().__init__()
        self.there = True
        self.table = TableSeen("watching")
        self.watched: list[Watched] = []

    def can_watch(self) -> bool:
        return self.there

    def watch(self, watched: Watched) -> TableSeen:
        self.watched.append(watched)
        return self.table

    def forget(self) -> None:
        super().forget()
        self.table = TableSeen("watching")


def play_on(nav: Navigator) -> None:
    """Until everybody is to draw."""
    game = nav.open_table.game
    while True:
        actions = game.legal_actions(nav.state, game.to_move(nav.state)[0])
        if any(isinstance(action, Draw) for action in actions):
            return
        nav.act(actions[0])


class Discs:
    """Two players of Star Explorer about to draw, all their boards before one camera."""

    def __init__(self, nav: Navigator, camera: TableCamera) -> None:
        self.nav, self.camera = nav, camera
        self.begin()

    def begin(self) -> None:
        self.nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
        play_on(self.nav)
        self.step = DiscsTogether(self.nav)

    def wanted(self, seat: int) -> DiscDraft:
        action = best_draw(self.nav.open_table.game, self.nav.state, seat)  # type: ignore[arg-type]
        return DiscDraft(lines=action.lines, stars=action.stars, source="camera")

    def sees(self, *boards: BoardSeen, seated: bool = True) -> None:
        self.camera.table = TableSeen("offered", boards, seated)
        self.step.tick()

    def board(self, seat: int, at: Share = LEFT, draft: DiscDraft | None = None) -> BoardSeen:
        return BoardSeen(seat, at, draft or self.wanted(seat), sure=True)


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera()


@pytest.fixture
def discs(nav: Navigator, camera: TableCamera) -> Discs:
    return Discs(nav, camera)


def up(nav: Navigator) -> str:
    return nav.screen


def notes(step: TogetherStep) -> dict[str, str]:
    return {key: tap.note for key, tap in taps(step.view()).items() if key.startswith("open.")}


def test_the_way_to_all_boards_stands_where_there_is_nothing_to_erase_and_is_remembered(discs: Discs) -> None:
    assert up(discs.nav) == "draw"
    draw = DrawPresenter(discs.nav)
    assert "erase" not in taps(draw.view())
    draw.do(Together())
    assert up(discs.nav) == "together"
    discs.begin()
    assert up(discs.nav) == "together", "in the next game, too"
    discs.step.do(Together(False))
    assert up(discs.nav) == "draw"


@pytest.mark.parametrize("why", ["no camera", "one board"])
def test_without_a_camera_or_with_one_board_there_is_no_such_way(discs: Discs, why: str) -> None:
    DrawPresenter(discs.nav).do(Together())
    if why == "one board":
        discs.nav.begin(Header(game="star_explorer", players=("Ana",)))
        play_on(discs.nav)
    else:
        discs.camera.there = False
    assert up(discs.nav) == "draw"
    assert "together.yes" not in taps(DrawPresenter(discs.nav).view())


def test_one_tap_accepts_the_round(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    assert not taps(discs.step.view())["done"].on
    discs.sees(discs.board(0), discs.board(1, RIGHT))
    assert "All 2 boards are read." in says(discs.step.view())
    assert all("point" in note for note in notes(discs.step).values())
    discs.step.do(Done())
    assert up(discs.nav) == "round"
    assert [getattr(line, "source", "") for line in discs.nav.open_table.record.lines[-2:]] == ["camera", "camera"]
    assert places_of(discs.nav) == {0: LEFT, 1: RIGHT}
    assert discs.nav.frame("").undo == "Drawing: Ana and 1 more"
    discs.nav.undo()
    assert [len(seat.drawings) for seat in discs.nav.state.seats] == [0, 0]
    discs.nav.redo()
    assert up(discs.nav) == "round"


def test_nothing_doubtful_is_accepted_and_its_board_is_one_tap_away(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    wanted = discs.wanted(1)
    doubted = DiscDraft(lines=wanted.lines, doubts=(Doubtful(*wanted.lines[-1], 0.55),), source="camera")
    discs.sees(discs.board(0), discs.board(1, RIGHT, doubted))
    assert notes(discs.step)["open.1"] == "A question is open"
    assert "1 of 2 boards are clear. Tap the others." in says(discs.step.view())
    discs.step.do(Done())
    assert [placed.action.seat for placed in discs.nav.open_table.past("draw")] == [0]
    assert up(discs.nav) == "together", "the other one is still to draw"
    discs.sees(discs.board(1, RIGHT, doubted))
    discs.step.do(Press("open", (1,)))
    assert up(discs.nav) == "question"
    assert DrawPresenter(discs.nav).draft.lines == wanted.lines


def test_what_breaks_a_rule_is_no_part_of_an_accepted_round(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    lines = discs.wanted(1).lines
    stars = sorted({star for line in lines for star in line})
    wrong = next(pair for pair in combinations(stars, 2) if pair not in lines)
    discs.sees(discs.board(0), discs.board(1, RIGHT, DiscDraft(lines=(*lines, wrong), source="camera")))
    assert notes(discs.step)["open.1"] == "A rule is broken"
    discs.step.do(Done())
    assert [placed.action.seat for placed in discs.nav.open_table.past("draw")] == [0]


@pytest.mark.parametrize("seen", ["gone", "unseen"])
def test_a_board_with_a_trouble_waits(discs: Discs, seen: str) -> None:
    DrawPresenter(discs.nav).do(Together())
    other = {
        "gone": BoardSeen(1, RIGHT, discs.wanted(1), trouble=lambda: "A line of an earlier turn seems to be gone"),
        "unseen": BoardSeen(1, None, trouble=lambda: "No board lies at this place"),
    }[seen]
    discs.sees(discs.board(0), other)
    assert other.trouble is not None
    assert notes(discs.step)["open.1"] == said(other.trouble)
    discs.step.accept()
    assert [placed.action.seat for placed in discs.nav.open_table.past("draw")] == [0]


@pytest.mark.parametrize("draft", [None, DiscDraft(source="camera")])
def test_who_has_drawn_nothing_gives_up_the_turn_only_where_the_table_says_so(
    discs: Discs, draft: DiscDraft | None
) -> None:
    DrawPresenter(discs.nav).do(Together())
    length = discs.nav.open_table.length
    discs.sees(discs.board(0), BoardSeen(1, RIGHT, draft, sure=True))
    assert notes(discs.step)["open.1"] == "Nothing new is drawn yet"
    for answer in (discs.step.cancel, discs.step.confirm):
        discs.step.do(Done())
        pending = discs.step.view().pending
        assert pending is not None
        assert pending.loses
        assert pending.consequences == ("Bo draws nothing in round I: 0\u00a0points for it.",)
        assert discs.nav.open_table.length == length
        answer()
    assert [placed.action.seat for placed in discs.nav.open_table.past("draw")] == [0, 1]


def test_where_nobody_has_drawn_anything_yet_there_is_nothing_to_accept(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    discs.sees(BoardSeen(0, LEFT, sure=True), BoardSeen(1, RIGHT, sure=True))
    assert not taps(discs.step.view())["done"].on
    discs.step.confirm()
    assert not discs.nav.open_table.past("draw")


def test_the_first_time_the_table_is_asked_whose_board_it_is_once_for_two(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    discs.sees(discs.board(0), discs.board(1, RIGHT), seated=False)
    assert discs.step.view().frame.title == "Which board is Ana’s?"
    assert "done" not in taps(discs.step.view())
    discs.step.do(Press("lies", (1,)))
    assert places_of(discs.nav) == {0: RIGHT, 1: LEFT}
    assert discs.step.view().frame.title != "Which board is Ana’s?", "not asked again while the table is read anew"
    discs.step.tick()
    assert discs.camera.watched[-1].places == {0: RIGHT, 1: LEFT}
    discs.step.do(Press("other_places"))
    discs.step.tick()
    assert discs.camera.watched[-1].places == {}, "asked anew"


def test_what_was_read_stands_while_hands_are_over_the_table(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    boards = (discs.board(0), discs.board(1, RIGHT))
    discs.sees(*boards)
    discs.camera.table = TableSeen("hands", boards)
    assert discs.step.tick()
    assert "Hands are over the table…" in says(discs.step.view())
    assert taps(discs.step.view())["done"].on


def test_what_was_read_before_the_game_went_on_is_nothing_to_accept(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    discs.sees(discs.board(0), discs.board(1, RIGHT))
    discs.nav.act(discs.step.action(0, discs.wanted(0)) or Draw(seat=0, lines=()))
    assert not taps(discs.step.view())["done"].on
    length = discs.nav.open_table.length
    discs.step.accept()
    assert discs.nav.open_table.length == length


def test_a_camera_that_goes_leaves_the_boards_to_fingers(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    discs.camera.there = False
    assert discs.step.tick()
    assert up(discs.nav) == "draw"


def test_the_table_hears_that_it_has_them(discs: Discs) -> None:
    DrawPresenter(discs.nav).do(Together())
    before = moment(discs.nav)
    discs.camera.tables_read = 1
    assert cue(before, moment(discs.nav)) == "have"


# Look at the Stars -----------------------------------------------------------------------------------------------


def test_a_turn_of_slates_is_accepted_by_one_tap_and_a_power_comes_next(discs: Discs) -> None:
    nav = discs.nav
    nav.begin(Header(game="look_at_the_stars", players=("Ana", "Bo")))
    for seat in range(2):
        nav.act(DealSlate(seat, seat + 1, seat=NATURE))
    nav.act(OpenBonus("A7", seat=NATURE), OpenBonus("B2", seat=NATURE))
    DrawPresenter(nav).do(Together())
    for card, ana, bo in (
        ("N3", (("C6", "D6"), ("D6", "E6")), (("C4", "D4"), ("D4", "E4"))),
        ("N24", (("E6", "F6"), ("G6", "H6")), (("B3", "C3"), ("D3", "E3"))),
    ):
        nav.act(Reveal(card, seat=NATURE))
        assert up(nav) == "look_together"
        step = SlatesTogether(nav)
        drafts = (Draft(lines=ana, source="camera"), Draft(lines=bo, source="camera"))
        boards = tuple(BoardSeen(seat, LEFT, draft, sure=True) for seat, draft in enumerate(drafts))
        discs.camera.table = TableSeen("offered", boards)
        step.tick()
        step.do(Done())
    assert nav.state.slates[0].fresh
    assert up(nav) == "look_power"
