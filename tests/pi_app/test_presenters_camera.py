from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.record import Header
from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import ChooseSize, Draw, Reveal
from pi_app.games.star_explorer.camera.question import QuestionPresenter
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft, Doubtful
from pi_app.games.star_explorer.scene import DiscScene, DiscStage
from pi_app.games.star_explorer.score import WhyPresenter
from pi_app.presenters.board_camera import NoCamera, Seen
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Board, Photo, Seat
from pi_app.table.journal import Journal
from tests.pi_app.cameras import OneCamera
from tests.pi_app.steps import answers, says, taps


def about_to_draw(nav: Navigator) -> Draw:
    """Play on until the first player draws, and what would be best then."""
    game = nav.open_table.game
    while nav.screen != "draw":
        nav.act(game.legal_actions(nav.state, game.to_move(nav.state)[0])[0])
    return best_draw(game, nav.state, 0)  # type: ignore[arg-type]


def read_in_doubt(nav: Navigator, camera: OneCamera) -> tuple[int, int]:
    """The best drawing is photographed, its last line in doubt; that line."""
    wanted = about_to_draw(nav)
    DrawPresenter(nav).photograph()
    a, b = wanted.lines[-1]
    camera.coming = Seen(0, DiscDraft(lines=wanted.lines, doubts=(Doubtful(a, b, 0.6),), source="camera", photo="p"))
    DrawPresenter(nav).look()
    return a, b


def up(nav: Navigator) -> str:
    """The screen that is up."""
    return nav.screen


class Table:
    """Two players about to draw, a camera over them."""

    def __init__(self, nav: Navigator, camera: OneCamera) -> None:
        self.nav, self.camera = nav, camera
        self.nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=4))
        self.wanted = about_to_draw(self.nav)
        self.draw = DrawPresenter(self.nav)

    def photograph(self, draft: DiscDraft, seat: int = 0) -> None:
        self.draw.photograph()
        self.camera.coming = Seen(seat, draft)
        self.draw.look()

    def doubted(self, p: float = 0.6) -> DiscDraft:
        """The wanted drawing, read with a doubt about its last line."""
        a, b = self.wanted.lines[-1]
        return DiscDraft(lines=self.wanted.lines, doubts=(Doubtful(a, b, p),), source="camera", photo="p")


@pytest.fixture
def camera() -> OneCamera:
    return OneCamera()


@pytest.fixture
def table(nav: Navigator, camera: OneCamera) -> Table:
    return Table(nav, camera)


def scene_of(screen: StepPresenter) -> DiscScene:
    """The disc on the screen."""
    stage = screen.view().stage
    stage = stage.board if isinstance(stage, Board) else stage
    assert isinstance(stage, DiscStage)
    return stage.scene


def photo_of(screen: StepPresenter) -> bool | None:
    """Whether the photograph of the board is shown; None where there is none."""
    stage = screen.view().stage
    assert isinstance(stage, Board)
    return stage.photo


def live(screen: StepPresenter) -> list[int]:
    """The stars that can be tapped."""
    return sorted(star.id for star in scene_of(screen).sky.stars if star.live)


def test_a_photograph_never_makes_the_screen_wait(table: Table) -> None:
    table.draw.photograph()
    assert table.camera.looked == [0]
    photograph = taps(table.draw.view())["photograph"]
    assert (photograph.on, photograph.text) == (False, "Keep clear…")
    assert table.draw.look() is False
    table.draw.join(*live(table.draw)[:2])
    assert len(table.draw.draft.lines) == 1, "a finger may draw meanwhile"


def test_an_empty_drawing_is_not_put_in_while_the_camera_looks_at_the_board(table: Table) -> None:
    assert taps(table.draw.view())["give_up"].on
    table.draw.photograph()
    assert "give_up" not in taps(table.draw.view())
    assert not taps(table.draw.view())["done"].on
    table.draw.join(*live(table.draw)[:2])
    assert taps(table.draw.view())["done"].on, "what a finger drew meanwhile waits for nobody"


def test_a_reading_and_a_finger_end_in_the_same_action(table: Table) -> None:
    table.photograph(DiscDraft(lines=table.wanted.lines, source="camera", photo="p"))
    table.draw.done()
    for line in table.nav.open_table.record.lines[-1:]:
        assert line.action == {"type": "draw", "lines": [list(x) for x in table.wanted.lines], "stars": []}  # type: ignore[union-attr]
        assert line.source == "camera"  # type: ignore[union-attr]


def test_a_reading_of_another_seats_board_is_not_taken(table: Table) -> None:
    table.photograph(DiscDraft(lines=table.wanted.lines, source="camera"), seat=1)
    assert table.draw.draft == DiscDraft()


def test_a_reading_may_be_put_right_by_a_tap_on_a_line(table: Table) -> None:
    table.photograph(DiscDraft(lines=table.wanted.lines, source="camera", photo="p"))
    table.draw.tap_edge(*table.wanted.lines[0])
    assert table.draw.draft.lines == table.wanted.lines[1:]
    assert table.draw.draft.photo == "p"


def test_trouble_with_the_photograph_is_said_with_the_way_on(table: Table) -> None:
    table.draw.photograph()
    table.camera.busy, table.camera.trouble = None, "It is too dark"
    view = table.draw.view()
    assert says(view)[-2:] == ("It is too dark", "Photograph again, or tap the stars.")
    assert taps(view)["photograph"].on


def test_without_a_camera_fingers_do_everything(table: Table) -> None:
    table.nav.camera = NoCamera()
    assert "photograph" not in taps(table.draw.view()), "what cannot be done is not offered"
    for line in table.wanted.lines:
        table.draw.join(*line)
    assert taps(table.draw.view())["done"].on


def test_a_doubt_that_changes_the_score_is_asked_over_the_photograph(table: Table) -> None:
    table.photograph(table.doubted())
    assert table.nav.screen == "question"
    view = QuestionPresenter(table.nav).view()
    said = answers(view)
    assert said["answer.yes"].points != said["answer.no"].points
    assert isinstance(view.stage, DiscStage)
    scene = view.stage.scene
    assert scene.photo == "p"
    assert [(line.a, line.b) for line in scene.lines if line.tone == "doubt"] == [table.wanted.lines[-1]]


@pytest.mark.parametrize("drawn", [True, False])
def test_an_answer_settles_the_line(table: Table, drawn: bool) -> None:
    table.photograph(table.doubted())
    QuestionPresenter(table.nav).answer(drawn)
    assert table.nav.screen == "draw"
    assert (table.wanted.lines[-1] in table.draw.draft.lines) is drawn
    assert table.draw.draft.doubts == ()


def test_a_doubt_is_asked_if_and_only_if_an_answer_changes_the_score(table: Table) -> None:
    stars = sorted({s for line in table.wanted.lines for s in line})
    pairs = [p for p in combinations(stars, 2) if p not in table.wanted.lines]
    asked = {pair: _asked(table, pair) for pair in pairs}
    assert asked == {pair: _matters(table, pair) for pair in pairs}
    assert set(asked.values()) == {True, False}


def _asked(table: Table, pair: tuple[int, int]) -> bool:
    table.photograph(DiscDraft(lines=table.wanted.lines, doubts=(Doubtful(*pair, 0.4),), source="camera"))
    return table.nav.screen == "question"


def _matters(table: Table, pair: tuple[int, int]) -> bool:
    game, state = table.nav.open_table.game, table.nav.state
    drawn = [replace(table.wanted, lines=(*table.wanted.lines, pair)), table.wanted]
    totals = [game.score(game.play(state, draw)).players[0].total for draw in drawn]
    return totals[0] != totals[1]


def test_a_finger_on_the_drawing_is_not_interrupted_and_asked_once_it_is_done(table: Table) -> None:
    screens: list[str] = []
    table.photograph(table.doubted())
    QuestionPresenter(table.nav).look()
    table.draw.ask()
    table.nav.keep(replace(table.draw.draft, looking=True))
    table.draw.tap_edge(*table.wanted.lines[0])
    table.nav.keep(replace(table.draw.draft, looking=False))
    screens.append(table.nav.screen)
    table.draw.join(*table.wanted.lines[0])
    screens.append(table.nav.screen)
    table.draw.done()
    screens.append(table.nav.screen)
    assert screens == ["draw", "draw", "question"]


def test_the_table_may_look_the_drawing_over_and_come_back_to_the_questions(table: Table) -> None:
    table.photograph(table.doubted())
    QuestionPresenter(table.nav).look()
    assert up(table.nav) == "draw"
    assert any(line.tone == "doubt" for line in scene_of(table.draw).lines)
    table.draw.ask()
    assert up(table.nav) == "question"


def test_an_open_question_outlives_the_plug(table: Table) -> None:
    table.photograph(table.doubted())
    view = QuestionPresenter(table.nav).view()
    table.nav.journal.close()
    with Journal(table.nav.journal.path) as journal:
        nav = Navigator(journal, camera=OneCamera())
        assert nav.screen == "question"
        assert QuestionPresenter(nav).view() == view


def test_a_seats_button_photographs_its_board_and_then_says_done(table: Table) -> None:
    table.draw.press(1)
    assert table.camera.looked == [1]
    table.camera.forget()
    table.draw.choose_seat(0)
    table.photograph(DiscDraft(lines=table.wanted.lines, source="camera"))
    table.draw.press(0)
    assert table.draw.seat == 1


def test_the_size_and_the_tile_of_the_table_are_in_the_record(table: Table) -> None:
    kinds = {type(action) for action in table.nav.open_table.replay.actions}
    assert {ChooseSize, Reveal} <= kinds
    assert any(entry.seat == NATURE for entry in table.nav.open_table.replay.entries)


def test_the_score_of_a_drawing_shows_its_photograph_where_there_is_one(table: Table) -> None:
    table.photograph(DiscDraft(lines=table.wanted.lines, source="camera"))
    table.draw.done()
    table.nav.open_page("why", seat=0, row="round.1")
    why = WhyPresenter(table.nav)
    assert photo_of(why) is False
    why.do(Photo())
    assert scene_of(why).photo == f"{table.nav.open_table.game_id}/0-1-1"
    why.do(Seat(1))
    assert (photo_of(why), scene_of(why).photo) == (None, None)


def test_a_bad_photograph_is_taken_again_from_its_question(table: Table) -> None:
    table.photograph(table.doubted())
    table.camera.trouble = "It is too dark"
    assert "It is too dark" in says(QuestionPresenter(table.nav).view())
    QuestionPresenter(table.nav).photograph()
    assert (up(table.nav), table.camera.looked) == ("draw", [0, 0])
