"""A table that nobody touches: fewer frames, a darker panel, a dark one; a touch that wakes it presses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.backlight import Backlight
from pi_app.host.rest import CALM_FPS, CALM_S, Rest, ScreenConfig
from pi_app.host.settings import load_settings
from tests.pi_app.screen_faults import Stage, picture


class Clock:
    """Moves when it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def light(tmp_path: Path) -> Path:
    """A panel's light, as the kernel shows it."""
    folder = tmp_path / "backlight" / "10-0045"
    folder.mkdir(parents=True)
    for name, text in {"max_brightness": "255", "brightness": "77", "bl_power": "4"}.items():
        (folder / name).write_text(text)
    return folder


def burning(light: Path) -> tuple[int, str]:
    return int((light / "brightness").read_text()), (light / "bl_power").read_text()


def test_after_minutes_the_light_goes_down_and_out_and_a_touch_brings_it_back(light: Path) -> None:
    clock = Clock()
    rest = Rest(ScreenConfig(brightness=80, dim_minutes=2, off_minutes=5), Backlight(light.parent), clock)
    seen = [burning(light)]
    for minutes in (1.9, 2.0, 5.0):
        clock.now = 100 + 60 * minutes
        rest.tick()
        seen.append(burning(light))
    assert seen == [(204, "0"), (204, "0"), (61, "0"), (61, "4")]
    assert rest.stir(), "that touch only woke it"
    assert burning(light) == (204, "0")
    assert not rest.stir(), "the next one counts"


def test_without_a_light_a_veil_is_drawn_and_never_means_never(tmp_path: Path) -> None:
    clock = Clock()
    rest = Rest(ScreenConfig(dim_minutes=1, off_minutes=0), Backlight(tmp_path / "none"), clock)
    clock.now += 60
    rest.tick()
    assert 0.5 < rest.veil < 0.9
    clock.now += 10**6
    rest.tick()
    assert 0.5 < rest.veil < 0.9


def test_a_light_that_may_not_be_set_is_left_alone(light: Path) -> None:
    (light / "max_brightness").write_text("?")
    assert not Backlight(light.parent).burn(0.5)
    assert burning(light) == (77, "4")


def test_the_minutes_are_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[screen]\ndim_minutes = 3\noff_minutes = -1\n")
    loaded = load_settings(path)
    assert (loaded.settings.screen.dim_minutes, loaded.settings.screen.off_minutes) == (3, 30)
    assert "screen.off_minutes" in loaded.notes[0]


# The window ----------------------------------------------------------------------------------------------------------


class Table:
    """A stage that rests, at a clock."""

    def __init__(self, stage: Stage) -> None:
        from pi_app.ui.sleeper import Sleeper

        self.stage, self.clock = stage, Clock()
        config = ScreenConfig(dim_minutes=1, off_minutes=2)
        self.rest = Rest(config, Backlight(Path("/nonexistent")), self.clock)
        self.sleeper = Sleeper(stage.shell, self.rest)

    def wait(self, seconds: float) -> None:
        """So much time passes without anything."""
        self.clock.now += seconds
        self.sleeper.tick()
        self.stage.frames(1)


@pytest.fixture
def table(stage: Stage) -> Iterator[Table]:
    stage.rest()
    made = Table(stage)
    yield made
    made.sleeper.let_go()


def test_a_dark_screen_is_black_and_the_touch_that_wakes_it_presses_nothing(table: Table) -> None:
    bright = picture().mean()
    table.wait(60)
    assert 0 < picture().mean() < 0.7 * bright
    table.wait(60)
    assert picture().max() == 0
    table.stage.tap("new_game")
    assert table.stage.nav.screen == "start"
    assert picture().mean() == pytest.approx(bright, abs=1)
    table.stage.tap("new_game")
    assert table.stage.nav.screen == "games"


def test_what_happens_at_the_table_keeps_the_screen_awake(table: Table) -> None:
    for _ in range(4):
        table.wait(50)
        table.stage.nav.changed()
    assert table.rest.veil == 0


def test_a_still_screen_is_drawn_by_few_frames_and_at_once_by_all_again(table: Table) -> None:
    from kivy.clock import Clock as FrameClock

    table.sleeper._fps = 30.0
    table.wait(CALM_S)
    assert FrameClock._max_fps == CALM_FPS
    table.stage.tap("new_game")
    assert FrameClock._max_fps == 30
    table.sleeper._fps = 0.0  # as in the other tests: no waiting between frames


def test_a_screen_on_which_nothing_changes_is_not_drawn_again(table: Table) -> None:
    from kivy.core.window import Window

    table.stage.frames(8)
    picture()
    for _ in range(10):
        table.wait(1)
    assert not Window.canvas.needs_redraw
