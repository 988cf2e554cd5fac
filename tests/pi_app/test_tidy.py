"""Python collects between touches; after a game nothing of its screens stays; widgets show one thing after another."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from engines.record import Header
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Press
from pi_app.table.journal import Journal
from pi_app.ui.tidy import ANSWER_S, GUARD, MAX_GROWN, REST_S, YOUNG, Tidier, give_back, hold_little
from tests.pi_app.screen_faults import Frames, Stage, forget_shell

LONG = [2, "give back"]
NEEDS_MALLINFO = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="needs glibc from 2.33 on")
_MALLINFO = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
EVERYTHING = [GUARD, "unfreeze", *LONG, "freeze"]


@pytest.fixture(autouse=True)
def _widgets_of_their_own() -> Iterator[None]:
    """What a window holds on to is seen in one that no other test has used."""
    forget_shell()
    yield
    forget_shell()


class Garbage:
    """Stands for Python's collector: `new` objects wait, and what was asked is told."""

    def __init__(self) -> None:
        self.new = 0
        self.done: list[Any] = []

    def set_threshold(self, threshold: int) -> None:
        self.done.append(threshold)

    def get_count(self) -> tuple[int, int, int]:
        return self.new, 0, 0

    def collect(self, generation: int) -> None:
        self.new = 0
        self.done.append(generation)

    def freeze(self) -> None:
        self.done.append("freeze")

    def unfreeze(self) -> None:
        self.done.append("unfreeze")


class Table:
    """A tidier, its garbage and its clock; begun and settled."""

    def __init__(self) -> None:
        self.now = 100.0
        self.garbage = Garbage()
        self.tidier = Tidier(lambda: self.now, self.garbage, lambda: self.garbage.done.append("give back"))
        self.tidier.tick()
        assert self.done() == EVERYTHING

    def done(self) -> list[Any]:
        """What was collected since the last look."""
        done, self.garbage.done = self.garbage.done, []
        return done

    def frame(self, new: int = 0, seconds: float = 0.03) -> list[Any]:
        """A frame passes, in which so many objects were made."""
        self.now += seconds
        self.garbage.new += new
        self.tidier.tick()
        return self.done()


def test_nothing_is_collected_between_a_touch_and_its_picture() -> None:
    table = Table()
    table.tidier.touched()
    assert table.frame(YOUNG) == []
    assert table.frame(MAX_GROWN) == []
    table.tidier.drawn()
    assert table.frame() == LONG


def test_a_touch_that_nothing_is_drawn_for_does_not_put_it_off_for_ever() -> None:
    table = Table()
    table.tidier.touched()
    assert table.frame(YOUNG, ANSWER_S / 2) == []
    assert table.frame(0, ANSWER_S) == [1]


def test_short_looks_while_people_play_and_a_long_one_when_they_rest() -> None:
    table = Table()
    table.tidier.touched()
    table.tidier.drawn()
    assert table.frame(YOUNG - 1) == []
    assert table.frame(1) == [1]
    assert table.frame(0, REST_S) == LONG
    assert table.frame(0, REST_S) == []


def test_what_outlives_the_short_looks_is_looked_at_even_without_a_rest() -> None:
    table = Table()
    table.tidier.touched()
    table.tidier.drawn()
    looks = [look for _ in range(MAX_GROWN // YOUNG) for look in table.frame(YOUNG)]
    assert looks == [1] * (MAX_GROWN // YOUNG - 1) + LONG


def test_after_a_game_everything_is_looked_at_once_the_table_rests_or_the_next_game_begins() -> None:
    table = Table()
    table.tidier.touched()
    table.tidier.drawn()
    table.tidier.settle()
    assert table.frame() == []
    assert table.frame(0, REST_S) == EVERYTHING
    table.tidier.touched()
    table.tidier.drawn()
    table.tidier.settle()
    assert table.frame() == []
    table.tidier.settle(at_once=True)
    assert table.frame() == EVERYTHING
    assert not table.tidier.settling


# On the screens ------------------------------------------------------------------------------------------------


@pytest.fixture
def collector() -> Iterator[None]:
    """Python's collector as it was, afterwards."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.collect()
    gc.freeze()


def begin(stage: Stage, game: str) -> None:
    stage.nav.begin(Header(game=game, players=("Ana", "Bo"), seed=7))
    stage.frames(3)


@pytest.mark.usefixtures("collector")
def test_screens_of_a_game_that_was_left_are_collected_and_come_back_right(stage: Stage) -> None:
    begin(stage, "stellar")
    left, screen, game = ref(stage.shell.screen), stage.nav.screen, stage.nav.open_table.game_id
    stage.nav.home()
    stage.frames(3)
    assert stage.shell.tidier.settling
    stage.shell.tidier.settle(at_once=True)
    stage.shell.tidier.tick()
    gc.collect()
    assert left() is None
    stage.nav.resume(game)
    stage.frames(3)
    assert stage.nav.screen == screen
    assert stage.faults() == []


@pytest.mark.usefixtures("collector")
def test_nothing_holds_a_table_whose_window_was_closed(tmp_path: Path, frames: Frames) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        made = Stage(Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00"), frames)
        begin(made, "look_at_the_stars")
        left = ref(made.shell)
        made.close()
    del made
    forget_shell()
    frames(2)
    gc.collect()
    assert left() is None


def test_one_screen_serves_every_step_of_starfarers(stage: Stage) -> None:
    begin(stage, "starfarers")
    screen, presenter = stage.shell.screen, stage.shell.screen.presenter
    stage.nav.open_page("starfarers_ships")
    stage.frames(3)
    assert stage.shell.screen is screen
    assert stage.shell.screen.presenter is not presenter
    stage.nav.back()
    stage.frames(3)
    assert stage.shell.screen.presenter is presenter


def test_rows_change_widgets_rather_than_build_them(frames: Frames) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.label import Label

    from pi_app.ui.widgets.reuse import Rows

    built: list[str] = []

    def build(text: str) -> Label:
        built.append(text)
        return Label(text=text)

    box = BoxLayout()
    rows = Rows(box, lambda text: text[0] if text[0] != "!" else None, build, _say)

    def shown() -> list[str]:
        return [label.text for label in box.children[::-1]]

    rows.fill(["a1", "b1", "a2"])
    first = box.children[::-1]
    rows.fill(["a2", "a3"])
    assert shown() == ["a2", "a3"]
    assert box.children[::-1] == [first[2], first[0]]
    rows.fill(["b2", "!c", "a3"])
    assert shown() == ["b2", "!c", "a3"]
    rows.fill(["!d"])
    assert shown() == ["!d"]
    assert built == ["a1", "b1", "a2", "!c", "!d"]


def _say(label: Any, text: str) -> None:
    label.text = text


def test_a_finger_means_what_stood_there_when_it_came_down(frames: Frames) -> None:
    from pi_app.steps.view import Command
    from pi_app.ui.steps.port import CommandTap, Port

    touched: list[Command] = []
    tap = CommandTap(Port(touched.append, lambda _name: None))
    tap.means(Press("first", (1,)))
    tap.dispatch("on_press")
    tap.dispatch("on_release")
    tap.dispatch("on_press")
    tap.means(Press("first", (2,)))
    tap.dispatch("on_release")
    assert touched == [Press("first", (1,))]


def test_pictures_are_kept_up_to_a_number_and_until_a_game_is_left(stage: Stage) -> None:
    from pi_app.ui.drawn import kept

    made: list[int] = []

    @kept(2)
    def number(n: int) -> int:
        made.append(n)
        return n

    for n in (1, 2, 1, 3, 1, 2):
        number(n)
    assert made == [1, 2, 3, 2]
    begin(stage, "stellar")
    number(1)
    assert made == [1, 2, 3, 2, 1]


def test_a_box_is_round_at_its_corners_and_full_within(frames: Frames) -> None:
    from pi_app.ui.widgets.rounded import RoundedBox, corner_texture

    side = corner_texture(4 * 12).width
    cover = [corner_texture(4 * 12).pixels[4 * (row * side + row) + 3] for row in range(side)]
    assert side == 26
    assert cover == cover[::-1]
    assert cover[0] == 0
    assert cover[5:21] == [255] * 16
    box = RoundedBox(pos=(0, 0), size=(200, 60), radius=[12])
    assert (box.texture.width, list(box.border)) == (26, [12, 12, 12, 12])
    box.size = (10, 60)
    assert box.border[0] == 5
    box.size, box.radius = (200, 60), [8]
    assert (tuple(box.size), box.radius, box.border[0]) == ((200, 60), [8], 8)


def test_an_edge_is_as_thick_as_it_says_all_around_and_empty_within(frames: Frames) -> None:
    from pi_app.ui.widgets.rounded import RoundedBox, corner_texture, disc_texture, ring

    texture = corner_texture(4 * 12, 4 * 2)
    cover = [[texture.pixels[4 * (26 * row + at) + 3] for at in range(26)] for row in range(26)]
    assert cover[13] == [255, 255, *[0] * 22, 255, 255]
    assert cover == [list(column) for column in zip(*cover, strict=True)]
    assert 1.9 < sum(cover[k][k] for k in range(13)) * 2**0.5 / 255 < 2.1
    assert corner_texture(4, 4 * 3).width == 8, "a thick edge of small corners has room beside its middle"
    dot = disc_texture(4 * 3)
    assert 255 * math.pi * 3 * 3 == pytest.approx(sum(dot.pixels[3::4]), rel=0.01)
    around = ring((50, 40), 10, 1)
    assert (tuple(around.pos), tuple(around.size)) == ((38, 28), (24, 24))
    assert 255 * math.pi * 2 * 10 * 2 == pytest.approx(sum(around.texture.pixels[3::4]), rel=0.01)
    box = RoundedBox(size=(200, 60), radius=[12], rim=2)
    filled = RoundedBox(size=(200, 60), radius=[12])
    assert box.texture is not filled.texture
    box.rim = 0
    assert box.texture is filled.texture


@NEEDS_MALLINFO
def test_a_picture_leaves_no_list_of_the_renderer_waiting(frames: Frames) -> None:
    from kivy.core.window import Window
    from kivy.graphics import Rectangle, SmoothLine
    from kivy.uix.widget import Widget

    from pi_app.ui.drawn import finish, picture

    def draw(lines: int) -> float:
        shown.canvas.clear()
        for k in range(lines):
            shown.canvas.add(SmoothLine(circle=(400, 240, 5 + k), width=1.2))
        Window.dispatch("on_draw")
        finish()
        told = ctypes.CDLL(None).mallinfo2
        told.restype = Info
        return float(told().uordblks) / 2**20

    shown = Widget()
    Window.add_widget(shown)
    try:
        small = (300, 300), lambda: Rectangle(size=(50, 50))
        picture(*small)
        draw(2)
        before, most = draw(2), 0.0
        for _ in range(3):
            picture(*small)
            most = max(most, draw(100))
        assert most > before + 20, "a full screen makes a long list"
        assert draw(2) < before + 5
    finally:
        Window.remove_widget(shown)


class Info(ctypes.Structure):
    """What glibc's allocator holds, in bytes (`malloc.h`)."""

    _fields_ = [(name, ctypes.c_size_t) for name in _MALLINFO]


_LARGE = """
import ctypes, sys
from pi_app.ui.tidy import hold_little

from tests.pi_app.test_tidy import Info

library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.free.argtypes, library.mallinfo2.restype = [ctypes.c_void_p], Info
if sys.argv[1] == "little":
    hold_little()
library.free(library.malloc(16 << 20))
before = library.mallinfo2().hblks
library.malloc(4 << 20)
print(library.mallinfo2().hblks - before)
"""


@NEEDS_MALLINFO
@pytest.mark.parametrize(("how", "apart"), [("plain", "0"), ("little", "1")])
def test_a_picture_has_a_place_of_its_own_even_after_a_larger_one(how: str, apart: str) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run([sys.executable, "-c", _LARGE, how], env=plain, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == apart


def test_a_library_that_cannot_be_asked_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    hold_little()
    give_back()
