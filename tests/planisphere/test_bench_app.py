"""`planisphere bench app`: where a touch's time goes is told apart, and nothing is counted twice."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from tools.figures import touches
from tools.figures.touches import PARTS, Touch, Watch, pause_figures, touch_figures


class Answer:
    """What a finger tells of one touch."""

    screen = "draw"
    wall_s = 1.0
    cpu_s = 0.5


class Finger:
    def __init__(self) -> None:
        self.answers: list[Answer] = []


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in a list of one."""
    time = [0.0]
    monkeypatch.setattr(touches, "perf_counter", lambda: time[0])
    return time


def pass_time(now: list[float], seconds: float) -> None:
    now[0] += seconds


def test_a_part_within_another_counts_once_and_the_rest_is_layout(now: list[float]) -> None:
    class App:
        def view(self) -> None:
            pass_time(now, 0.25)

        def refresh(self) -> None:
            pass_time(now, 0.125)
            self.view()

    watch, finger = Watch(), Finger()
    watch.around(App, "view", "presenter")
    watch.around(App, "refresh", "filling")
    App().refresh()
    watch.begin()
    watch.enter("handling")
    App().refresh()
    pass_time(now, 0.0625)
    watch.leave()
    watch.draw()
    pass_time(now, 0.25)
    watch.drawn()
    finger.answers.append(Answer())
    watch.collect(finger)  # type: ignore[arg-type]
    watch.collect(finger)  # type: ignore[arg-type]
    (touch,) = watch.touches
    assert touch.parts == {"presenter": 0.25, "filling": 0.125, "handling": 0.0625, "drawing": 0.25, "layout": 0.3125}
    assert sum(touch.parts.values()) == touch.wall_s


def test_a_collection_is_told_by_whether_a_touch_waited(now: list[float]) -> None:
    watch, finger = Watch(), Finger()

    def collect(seconds: float) -> None:
        watch.pause("start", {})
        pass_time(now, seconds)
        watch.pause("stop", {})

    collect(0.5)
    watch.begin()
    collect(0.25)
    finger.answers.append(Answer())
    watch.collect(finger)  # type: ignore[arg-type]
    collect(0.125)
    assert (watch.pauses, watch.within) == ([0.5, 0.125], [0.25])
    assert [figure.value for figure in pause_figures(watch.pauses, watch.within)] == [500, 250]


def test_the_figures_name_every_part_and_every_screen() -> None:
    found = [Touch(screen, wall, wall / 2, {"drawing": wall}) for screen, wall in (("draw", 0.04), ("menu", 0.02))]
    figures: dict[str, Any] = {figure.name: figure for figure in touch_figures(found)}
    assert figures["app.touches"].value == 2
    assert all(f"app.touch.{part}_ms" in figures for part in PARTS)
    assert figures["app.touch.drawing_ms"].value == pytest.approx(30)
    assert figures["app.touch.on.menu_p95_ms"].value == pytest.approx(20)
    assert figures["app.touch.on.draw_p95_ms"].note.startswith("n 1, most of it drawing; processor: median 20")


def test_a_table_without_a_simulated_camera_does_not_hold_opencv() -> None:
    code = "import sys, pi_app.host.kiosk; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_games_on_the_screen_are_measured_without_opencv() -> None:
    """Neither the app nor who plays it holds the simulated tables' pictures."""
    code = "import sys; from pi_app.autoplay import *; [*map(driver, driven())]; sys.exit('cv2' in sys.modules)"
    quiet = {"KIVY_NO_ARGS": "1", "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    assert subprocess.run([sys.executable, "-c", code], env={**os.environ, **quiet}, check=False).returncode == 0
