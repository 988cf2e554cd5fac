"""Every screen on which a camera looks at a board: a seat's button takes the picture, the screen says what goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import StepView
from tests.pi_app.screen_faults import Frames, Stage
from tests.pi_app.steps import taps
from tests.pi_app.test_finished import pad
from tests.pi_app.test_look_at_the_stars_screens import drawing as slates
from tests.pi_app.test_presenters_camera import OneCamera
from tests.pi_app.test_screens import tour
from tests.pi_app.test_stellar_boards import just_score


class SlowCamera(OneCamera):
    """A camera that takes a picture, then reads, then has nothing to say: one `poll` a phase."""

    def poll(self) -> Seen | None:
        self.busy = "reading" if self.busy == "shooting" else None
        return None


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
def test_the_button_says_what_the_camera_does(screen: str, nav: Navigator, frames: Frames) -> None:
    LEADS[screen](nav)
    assert nav.screen == screen
    stage = Stage(nav, frames)
    try:
        shown: Any = stage.shell.screen
        shown.press(len(nav.open_table.players) - 1)
        said = []
        for _ in range(3):
            said.append(taps(shown.view)["photograph"].text if isinstance(shown.view, StepView) else shown.view.camera)
            shown.tick()
        assert said == ["Keep clear…", "Reading…", "Photograph"]
    finally:
        stage.close()


@pytest.mark.parametrize("screen", LEADS)
def test_a_camera_that_comes_while_the_screen_is_up_is_offered_by_itself(
    screen: str, nav: Navigator, frames: Frames
) -> None:
    there = [False]
    nav.camera.can_look = lambda seat: there[0]  # type: ignore[method-assign]
    LEADS[screen](nav)
    stage = Stage(nav, frames)
    try:
        shown: Any = stage.shell.screen
        offered = []
        for there[0] in (False, True, False):
            shown.tick()
            found = taps(shown.view).get("photograph") if isinstance(shown.view, StepView) else None
            offered.append(found.text if found is not None and found.on else "")
        assert offered == ["", "Photograph", ""]
    finally:
        stage.close()
