"""Mother ships before the simulated camera: their balls photographed, looked over, and taken with a tap."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from engines.errors import finding
from engines.record import ActionLine, Header
from engines.starfarers.foot_card import BALL, balls_layout
from engines.starfarers.pack import BALLS, Ball
from hardware.config import ShakerConfig
from hardware.shaker import NO_SENSOR, ScreenShaker
from hardware.shaker import Shake as Told
from hardware.simulated.starfarers.tabletop import SimulatedShips, picture_of
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import Trouble
from hardware.status import READY
from pi_app.camera.cases import CaseShelf, corrected, replay
from pi_app.camera.session import query_of
from pi_app.camera.words import failure_words
from pi_app.camera.worker import BoardReader
from pi_app.games.starfarers.camera import BALLS as KIND
from pi_app.games.starfarers.parts import BallsStage, Tap
from pi_app.games.starfarers.photographed import BallsSeen
from pi_app.games.starfarers.shaking import ShakePresenter
from pi_app.i18n import said
from pi_app.presenters.board_camera import NoCamera, Seen
from pi_app.presenters.navigator import Navigator
from tests.pi_app.cameras import LentCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.starfarers_tables import touched
from vision.balls.layout import parse_balls
from vision.balls.read import Ball as FoundBall
from vision.balls.read import BallsReading
from vision.ink.light import Light
from vision.ink.reading import Milliseconds

LIGHT = {"mode": "light"}
FRAME = np.zeros((4, 4, 3), np.uint8)
NO_CARD = finding("markers.none", "no card in the picture")


@pytest.fixture
def shaker() -> ScreenShaker:
    return ScreenShaker(NO_SENSOR)


@pytest.fixture
def camera() -> LentCamera:
    return LentCamera()


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    """Two players in light mode; the first shakes the mother ship."""
    begin_shake(nav)
    return nav


def begin_shake(nav: Navigator) -> None:
    """Two players in light mode, up to the first shake."""
    nav.begin(Header(game="starfarers", players=("Ana", "Bo"), options=LIGHT))
    game = nav.open_table.game
    while nav.screen != "starfarers_shake":
        actions = game.legal_actions(nav.state, game.to_move(nav.state)[0])
        nav.act(next((a for a in actions if "flight" in type(a).__name__.lower()), actions[0]))


def photographed(nav: Navigator, seen: BallsSeen) -> ShakePresenter:
    """The screen once a photograph of the ship has been read so."""
    screen, camera = ShakePresenter(nav), nav.camera
    assert isinstance(camera, LentCamera)
    touched(screen, "photograph")
    assert button(screen).on is False, "while the camera looks it is not asked again"
    camera.coming = Seen(screen.shaker_of, seen)
    screen.tick()
    return screen


def button(screen: ShakePresenter) -> Tap:
    """What asks the camera."""
    return next(block for block in screen.view().panel if isinstance(block, Tap) and block.does.key == "photograph")


def test_a_camera_that_comes_while_a_shake_is_awaited_is_offered_by_itself(nav: Navigator) -> None:
    there = [False]
    nav.camera.can_look = lambda seat: there[0]  # type: ignore[method-assign]
    screen = ShakePresenter(nav)
    assert not screen.tick()
    there[0] = True
    assert screen.tick(), "the view is asked for anew"
    assert button(screen).on
    assert not screen.tick()


def stage_of(screen: ShakePresenter) -> BallsStage:
    """The ship on the screen."""
    stage = screen.view().stage
    assert isinstance(stage, BallsStage)
    return stage


def last_line(nav: Navigator) -> ActionLine:
    """The record's last line."""
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    return line


def test_balls_that_a_photograph_shows_count_with_one_tap_and_the_record_keeps_what_it_showed(nav: Navigator) -> None:
    screen = photographed(nav, BallsSeen(("blue", "yellow"), (99, 100)))
    assert stage_of(screen).balls == ("blue", "yellow")
    assert nav.screen == "starfarers_shake", "nothing is put into the game unasked"
    seat = screen.shaker_of
    touched(screen, "take_balls")
    assert nav.state.balls == ("blue", "yellow")
    line, camera = last_line(nav), nav.camera
    assert line.source == "camera"
    assert isinstance(line.told, dict)
    assert line.told["camera"] == {"seen": ["blue", "yellow"], "sure": [99, 100], "settled": True, "visible": 2}
    assert line.told["fairness"]["shakes"] == 0, "what a camera leaves in doubt is not by chance: only sensors count"
    assert isinstance(camera, LentCamera)
    assert (camera.told, camera.forgot) == ([(seat, BallsSeen(("blue", "yellow"), (100, 100)))], 1)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (BallsSeen((None, "red"), (0, 99), visible=1), "Only one ball can be seen: tap the other one."),
        (BallsSeen((None, "red"), (70, 99)), "The photograph leaves a ball in doubt: tap it."),
        (BallsSeen(("blue", "red"), (99, 99), settled=False), "No two balls are seen to lie still"),
    ],
)
def test_what_a_photograph_leaves_open_is_said_and_a_finger_names_it(
    seen: BallsSeen, words: str, nav: Navigator
) -> None:
    screen = photographed(nav, seen)
    assert any(note.startswith(words) for note, _tone in stage_of(screen).notes)
    if not seen.settled:
        touched(screen, "ball.red")
    touched(screen, "ball.yellow")
    assert sorted(nav.state.balls) == ["red", "yellow"]
    assert last_line(nav).source == "touch"


def test_balls_that_no_ship_holds_twice_are_not_believed(nav: Navigator) -> None:
    assert stage_of(photographed(nav, BallsSeen(("red", "red"), (99, 99)))).balls == (None, None)


def test_a_finger_may_name_the_balls_anew_and_a_later_shake_makes_the_photograph_old(
    nav: Navigator, shaker: ScreenShaker
) -> None:
    screen = photographed(nav, BallsSeen(("blue", "yellow"), (99, 100)))
    touched(screen, "again")
    assert (stage_of(screen).balls, stage_of(screen).notes) == ((None, None), ())
    photographed(nav, BallsSeen(("blue", "yellow"), (99, 100)))
    shaker.tell(Told("balls", 1, ("red", "black"), (98, 97)))
    screen.tick()
    assert (nav.state.balls, last_line(nav).source) == (("red", "black"), "shaker")


def test_a_photograph_of_another_step_is_not_believed(nav: Navigator) -> None:
    screen, camera = ShakePresenter(nav), nav.camera
    assert isinstance(camera, LentCamera)
    touched(screen, "photograph")
    nav.undo()
    assert camera.busy is None, "what an undo took back is looked at no more"
    nav.redo()
    assert nav.screen == "starfarers_shake"
    camera.busy, camera.coming = "reading", Seen(screen.shaker_of, BallsSeen(("blue", "yellow"), (99, 99)))
    screen.tick()
    assert stage_of(screen).balls == (None, None)
    seen = photographed(nav, BallsSeen(("blue", "yellow"), (99, 99)))
    seen.keep(seen_at=nav.open_table.length - 1)
    assert stage_of(seen).balls == (None, None)


@pytest.mark.parametrize("told", [Told("shaking", 2), Told("balls", 2, (None, "red"), (0, 99))])
def test_a_shake_makes_the_photograph_old_that_is_still_being_read(
    told: Told, nav: Navigator, shaker: ScreenShaker
) -> None:
    screen, camera = ShakePresenter(nav), nav.camera
    assert isinstance(camera, LentCamera)
    screen.tick()
    touched(screen, "photograph")
    shaker.tell(told)
    screen.tick()
    assert (camera.busy, nav.screen) == (None, "starfarers_shake")
    assert stage_of(screen).balls == (None, told.balls[1])


@pytest.mark.parametrize("keys", [("ball.red", "ball.yellow"), ("again", "ball.red", "ball.yellow")])
def test_a_finger_that_is_quicker_than_the_camera_is_right(keys: tuple[str, ...], nav: Navigator) -> None:
    screen, camera = ShakePresenter(nav), nav.camera
    assert isinstance(camera, LentCamera)
    touched(screen, "photograph")
    for key in keys:
        touched(screen, key)
        screen.tick()
    assert (camera.busy, nav.state.balls) == (None, ("red", "yellow"))


def test_with_a_sensor_the_screen_asks_to_wait_and_the_camera_is_there_too(
    nav: Navigator, shaker: ScreenShaker
) -> None:
    assert "in front of its card" in ShakePresenter(nav)._way()
    shaker.status = READY
    assert ShakePresenter(nav)._way() == "Shake it, put it back and wait. Or tap the two balls."
    assert button(ShakePresenter(nav)).on


def test_a_seats_button_photographs_that_players_ship_and_then_takes_the_balls(nav: Navigator) -> None:
    screen, camera = ShakePresenter(nav), nav.camera
    assert isinstance(camera, LentCamera)
    screen.press(1 - screen.shaker_of)
    assert camera.looked == []
    screen.press(screen.shaker_of)
    assert camera.looked == [screen.shaker_of]
    camera.coming = Seen(screen.shaker_of, BallsSeen(("blue", "yellow"), (99, 100)))
    screen.tick()
    screen.press(screen.shaker_of)
    assert nav.state.balls == ("blue", "yellow")


def test_trouble_is_said_with_the_way_on_and_without_a_camera_nothing_is_offered(nav: Navigator) -> None:
    nav.camera.trouble = failure_words(NO_CARD, KIND.failures)  # type: ignore[misc]
    notes = [note for note, _tone in stage_of(ShakePresenter(nav)).notes]
    why = "The mother ship’s card is not in the picture: its corner markers must be seen"
    assert notes == [f"{why}. Photograph again, or tap the two balls."]
    nav.camera = NoCamera()
    view = ShakePresenter(nav).view()
    assert [block.does.key for block in view.panel if isinstance(block, Tap)] == ["again", "take_balls"]


# Pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [("black", "yellow"), ("red", "blue")])
def test_the_simulated_ship_is_read_by_what_the_camera_is_told(nav: Navigator, pair: tuple[Ball, Ball]) -> None:
    asked = query_of(nav.open_table, 0)
    frames = tuple(picture_of(pair, 3, shot=shot) for shot in (0, 1))
    draft = KIND.draft(asked, BoardReader().read(frames, asked), frames[-1], None)
    assert (draft.balls, draft.settled, draft.visible) == (pair, True, 2)
    assert min(draft.sure) >= 98


def test_a_blurred_photograph_is_never_sure_of_other_balls(nav: Navigator) -> None:
    asked = query_of(nav.open_table, 0)
    frames = tuple(picture_of(("red", "blue"), 3, Trouble(blurred=True), shot) for shot in (0, 1))
    draft = KIND.draft(asked, BoardReader().read(frames, asked), frames[-1], None)
    assert None in draft.balls or not draft.settled, "something is asked"
    assert all(seen in (None, true) for seen, true in zip(draft.balls, ("red", "blue"), strict=True))


def test_a_ship_shows_two_of_its_own_balls_and_the_same_ones_however_often_it_is_looked_at() -> None:
    table = SimulatedTable()
    ships, shown = SimulatedShips(table, 5), set()
    for shake in range(40):
        pair = ships.follow(BALLS, shake, 0)
        assert pair == ships.follow(BALLS, shake, 0)
        assert pair[0] != pair[1]
        shown.add(frozenset(pair))
    table.close()
    assert len(shown) == 6


def test_what_the_table_put_right_is_a_case_that_is_read_again(nav: Navigator, tmp_path: Path) -> None:
    asked = query_of(nav.open_table, 0)
    frame, true = picture_of(("red", "blue"), 3), BallsSeen(("red", "blue"), (100, 100))
    assert corrected(asked, (frame,), true, true) is None
    assert corrected(asked, (frame,), BallsSeen(("blue", "red"), (99, 99)), true) is None, "fingers name no places"
    for open_still in (BallsSeen(("red", None), (99, 0), settled=False), BallsSeen((None, "red"), (0, 99), visible=1)):
        assert corrected(asked, (frame,), open_still, true) is None, "what lay there then nobody can say"
    case = corrected(asked, (frame,), BallsSeen(("red", "yellow"), (99, 99)), true)
    assert case is not None
    shelf = CaseShelf(tmp_path / "cases")
    shelf.keep(case)
    assert [(name, judged.outcome) for name, judged in replay(shelf.folders())] == [("000001", "exact")]


def reading(*balls: FoundBall) -> BallsReading:
    """A reading of good light."""
    return BallsReading(
        balls=balls, p=0.9, settled=True, located={}, light=Light(True, ()), ms=Milliseconds(0.0, 0.0, 0.0)
    )


def test_a_doubtful_ball_stays_open_and_an_empty_tube_is_said(nav: Navigator) -> None:
    asked = query_of(nav.open_table, 0)
    sure = FoundBall("red", 0.99, (), (0.0, 0.0), 1.0)
    doubtful = FoundBall("black", 0.6, (("blue", 0.4),), (0.0, 0.0), 0.5)
    assert KIND.draft(asked, reading(doubtful, sure), FRAME, None) == BallsSeen((None, "red"), (60, 99))
    assert KIND.draft(asked, reading(sure), FRAME, None) == BallsSeen((None, "red"), (0, 99), visible=1)
    trouble = KIND.trouble(asked, reading())
    assert trouble is not None
    assert said(trouble) == "No ball can be seen in the tube"
    assert KIND.trouble(asked, reading(sure)) is None


def test_the_layout_has_the_balls_of_the_pack_and_the_size_of_the_table(nav: Navigator) -> None:
    small = parse_balls(query_of(nav.open_table, 0, {"ball": 9.0}).layout)
    usual = parse_balls(query_of(nav.open_table, 0).layout)
    assert (small.ball, usual.ball) == (9.0, 12.0)
    assert ShakerConfig().ball == BALL, "the settings and the card have one usual size"
    assert small.width == pytest.approx(0.75 * usual.width)
    assert small.tube[2:, 1] == pytest.approx(usual.tube[2:, 1]), "the ship stands on the same line"
    assert balls_layout(("yellow", "yellow", "red"))["balls"] == {"yellow": 2, "red": 1}


# Looks -----------------------------------------------------------------------------------------------------------


def test_the_screen_is_whole_with_balls_seen_and_in_trouble(nav: Navigator, stage: Stage) -> None:
    photographed(nav, BallsSeen((None, "red"), (60, 99)))
    faults = stage.faults_in_every_look(looks=("large text",))
    photographed(nav, BallsSeen(("blue", "yellow"), (99, 99)))
    nav.camera.trouble = failure_words(NO_CARD, KIND.failures)  # type: ignore[misc]
    faults |= stage.faults_in_every_look()
    assert not faults


# The whole way ---------------------------------------------------------------------------------------------------


def test_a_ship_is_photographed_read_and_taken_at_a_simulated_table(tmp_path: Path) -> None:
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.settings import Settings

    asked: list[int] = []
    with Kiosk(tmp_path, Settings(), simulate=True, seed=3) as kiosk:
        nav = kiosk.nav
        begin_shake(nav)
        screen, request = ShakePresenter(nav), kiosk.worker.request
        kiosk.worker.request = lambda frames, query: asked.append(len(frames)) or request(frames, query)  # type: ignore[method-assign, func-returns-value]
        touched(screen, "photograph")
        while nav.camera.busy is not None:
            screen.tick()
            time.sleep(0.02)
        assert kiosk.table is not None
        ships = SimulatedShips(kiosk.table, 3)
        lie = ships.follow(screen.parts.pack.balls, nav.open_table.length, screen.shaker_of)
        assert (stage_of(screen).balls, nav.camera.trouble) == (lie, None)
        assert asked == [2], "two frames tell whether they lie still"
        touched(screen, "take_balls")
        assert nav.state.balls == lie
