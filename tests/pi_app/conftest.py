"""The one window of a test process; Kivy cannot open a second."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from engines.errors import finding
from hardware.shaker import Shaker
from pi_app import i18n
from pi_app.presenters.board_camera import BoardCamera
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.shaker import ShakerSession
from pi_app.table.journal import Journal
from pi_app.ui import environment
from pi_app.ui.environment import Display
from tests.pi_app.screen_faults import SIZE, SIZES, Frames, Put, Stage

if TYPE_CHECKING:
    from tests.pi_app.hands import Hands
    from tests.pi_app.robots import Hand


@pytest.fixture(scope="session")
def frames(thorough: bool) -> Frames:
    """A window without a screen; the function lets frames pass, all but drawing them: `picture` draws."""
    Stage.thorough = thorough
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = Display("offscreen", finding("display.none", "tests"))
        environment.prepare(SIZES[-1], tests, max_fps=0)  # can be made smaller, not larger
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.core.window import Window
        from kivy.lang import Builder

        from pi_app.ui.app import fit_to_window

    EventLoop.ensure_window()
    Window.register()
    Window.size = SIZE
    fit_to_window()

    def pass_frames(count: int) -> None:
        for _ in range(count):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    return pass_frames


@pytest.fixture
def put(frames: Frames) -> Iterator[Put]:
    """Puts a widget into the window and lets it find its place; it stays there until the test has ended."""
    from kivy.core.window import Window

    held: list[Any] = []

    def into_the_window(widget: Any) -> None:
        held.append(widget)
        Window.add_widget(widget)
        frames(4)

    yield into_the_window
    for widget in held:
        Window.remove_widget(widget)


@pytest.fixture
def hand(nav: Navigator, tmp_path: Path, frames: Frames) -> Iterator[Hand]:
    """The robot at `nav`."""
    from tests.pi_app.robots import Hand

    made = Hand(nav, frames, tmp_path / "shots")
    yield made
    made.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty one."""
    with Journal(tmp_path / "journal.sqlite3") as made:
        yield made


@pytest.fixture
def camera() -> BoardCamera | None:
    """The camera of `nav`."""
    return None


@pytest.fixture
def shaker() -> Shaker | None:
    """The shaker of `nav`."""
    return None


@pytest.fixture
def nav(journal: Journal, camera: BoardCamera | None, shaker: Shaker | None) -> Navigator:
    """A table that nobody has begun a game at, in English."""
    return Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00", camera=camera, shaker=ShakerSession(shaker))


@pytest.fixture
def hands(nav: Navigator) -> Iterator[Hands]:
    """Hands that play Star Explorer at `nav`, or at the screens that begin anew when the plug is pulled."""
    from tests.pi_app.hands import Hands

    made = Hands(nav)
    yield made
    made.nav.journal.close()


@pytest.fixture
def stage(nav: Navigator, frames: Frames) -> Iterator[Stage]:
    """The screens of `nav`."""
    made = Stage(nav, frames)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that the app deals are the same in every run; PLANISPHERE_SEED has others, to look for faults."""
    chance = Random(os.environ.get("PLANISPHERE_SEED", "1"))
    monkeypatch.setattr("pi_app.presenters.setup.secrets", SimpleNamespace(randbelow=chance.randrange))


@pytest.fixture(params=sorted(set(i18n.LANGUAGES) - {"en"}))
def language(request: pytest.FixtureRequest) -> str:
    """The test in every language but English."""
    i18n.set_language(request.param)
    return str(request.param)
