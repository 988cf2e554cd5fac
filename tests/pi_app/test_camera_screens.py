"""Every screen on which a camera looks at a board: a seat's button takes the picture, the screen says what goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.errors import finding
from engines.star_explorer.bots import best_draw
from pi_app.camera.words import seen_words
from pi_app.games.look_at_the_stars.desk import Doubt, Draft, put_draft
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft, Doubtful
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import StepView
from tests.pi_app.cameras import OneCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import says, taps
from tests.pi_app.test_finished import pad
from tests.pi_app.test_look_at_the_stars_screens import drawing as slates
from tests.pi_app.test_screens import tour
from tests.pi_app.test_stellar_boards import just_score
from vision.ink.light import Trouble


class SlowCamera(OneCamera):
    """A camera that takes a picture, then reads, then has nothing to say: one `poll` a phase."""

    def poll(self) -> Seen | None:
        self.busy = "reading" if self.busy == "shooting" else None
        return None


class DoubtingCamera(OneCamera):
    """A camera under a lamp: of what it has read lines may be wrong."""

    @property
    def trouble(self) -> str:
        compare = finding("compare.light", "mend the light, or compare every line with the photograph")
        return seen_words([Trouble.GLARE], compare)

    @trouble.setter
    def trouble(self, _said: str | None) -> None:
        pass


def discs(nav: Navigator) -> None:
    stops = tour(nav)
    while next(stops) != "draw":
        pass


LEADS: dict[str, Callable[[Navigator], object]] = {
    "draw": discs, "look_draw": slates, "stellar_boards": just_score,
    "look_boards": lambda nav: pad(nav, "look_at_the_stars"), "star_boards": lambda nav: pad(nav, "star_explorer"),
}  # fmt: skip


@pytest.fixture
def camera() -> SlowCamera:
    return SlowCamera()


@pytest.mark.parametrize("screen", LEADS)
def test_the_button_says_what_the_camera_does(screen: str, nav: Navigator, stage: Stage) -> None:
    LEADS[screen](nav)
    assert nav.screen == screen
    shown: Any = stage.shell.screen
    shown.presenter.press(len(nav.open_table.players) - 1)
    said = []
    for _ in range(3):
        said.append(taps(shown.view)["photograph"].text if isinstance(shown.view, StepView) else shown.view.camera)
        shown.tick()
    assert said == ["Keep clear…", "Reading…", "Photograph"]


@pytest.mark.parametrize("screen", LEADS)
def test_a_camera_that_comes_while_the_screen_is_up_is_offered_by_itself(
    screen: str, nav: Navigator, stage: Stage
) -> None:
    there = [False]
    nav.camera.can_look = lambda seat: there[0]  # type: ignore[method-assign]
    LEADS[screen](nav)
    shown: Any = stage.shell.screen
    offered = []
    for there[0] in (False, True, False):
        shown.tick()
        found = taps(shown.view).get("photograph") if isinstance(shown.view, StepView) else None
        offered.append(found.text if found is not None and found.on else "")
    assert offered == ["", "Photograph", ""]


def doubtful_disc(nav: Navigator) -> None:
    discs(nav)
    screen = DrawPresenter(nav)
    best = best_draw(nav.open_table.game, nav.state, screen.seat)  # type: ignore[arg-type]
    doubts = tuple(Doubtful(a, b, 0.6) for a, b in best.lines)
    lines = (*best.lines, (3, 60), (17, 70))
    nav.keep(DiscDraft(lines=lines, doubts=doubts, source="camera", photo="p", looking=True), seat=screen.seat)


def doubtful_slate(nav: Navigator) -> None:
    slates(nav)
    drawn = (("E6", "E7"), ("B3", "C4"))
    doubts = tuple(Doubt("line", ends, 0.6) for ends in drawn)
    put_draft(nav, 2, Draft(lines=drawn, doubts=doubts, source="camera", photo="p", looking=True))


@pytest.mark.parametrize("lead", [doubtful_disc, doubtful_slate])
def test_what_to_do_about_a_doubtful_reading_is_never_cut_short(
    lead: Callable[[Navigator], None], nav: Navigator, stage: Stage
) -> None:
    nav.camera = DoubtingCamera()
    lead(nav)
    assert stage.faults_in_every_look() == {}
    shown: Any = stage.shell.screen
    assert nav.camera.trouble in says(shown.view)
