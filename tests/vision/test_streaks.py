"""Creases of a film that shine like lines, and pens so faint that nothing of them is seen: never without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from tests.vision.test_strips import GRID, PX, drawn, ground
from tools.studio.discs import Studio
from tools.studio.orders import Order
from tools.studio.slates import SlateStudio
from vision.disc.locate import locate_disc
from vision.disc.read import Reading, read_disc
from vision.ink import opencv
from vision.ink.doubt import overlooked
from vision.ink.evidence import clean_board
from vision.ink.focus import added_ink
from vision.ink.layout import parse_layout
from vision.ink.strips import runs_on, sample_strips
from vision.ink.truth import judge_things
from vision.slate.layout import slate_board
from vision.slate.read import read_slate

Points = NDArray[np.float64]

A, B, C = np.array((-12.0, 10.0)), np.array((0.0, 14.0)), np.array((12.0, 18.0))
"""Three stars in a row."""
LINES = [(A, B), (B, C)]
NONE = np.zeros((0, 2, 2))


def running_on(strokes: list[tuple[Points, Points]], others: Any = NONE, right_mm: float = np.inf) -> list[bool]:
    """Which of LINES run on where the `strokes` are drawn, in a window that ends there on the right."""
    picture = ground()
    for start, end in strokes:
        picture = drawn(picture, np.array([start, end]))
    _, evidence = added_ink([picture], clean_board(ground(), PX), PX)
    ends = np.array(LINES)
    strips = sample_strips(evidence, GRID, ends[:, 0], ends[:, 1])
    within = np.broadcast_to(np.arange(picture.shape[1]) / PX + GRID.origin[0] < right_mm, picture.shape[:2])
    return [bool(one) for one in runs_on(evidence, GRID, ends, strips, np.arange(2), np.array(others), within)]


def test_lines_that_end_at_their_stars_do_not_run_on() -> None:
    assert running_on(LINES) == [False, False]


def test_a_hand_that_overshoots_a_star_draws_no_streak() -> None:
    over = (C - B) / np.hypot(*(C - B)) * 3.5
    assert running_on([(A, B), (B, C + over)]) == [False, False]


def test_all_lines_on_one_streak_run_on() -> None:
    assert running_on([(A - (C - B), C)]) == [True, True]


def test_what_is_drawn_or_printed_past_a_line_is_none_of_its_ink() -> None:
    streak = [(A, C + (C - B))]
    assert running_on(streak, [(C, C + (C - B))]) == [False, False]
    assert running_on(streak, right_mm=C[0]) == [False, False]


def test_a_line_that_reaches_the_edge_of_the_window_may_go_on_beyond() -> None:
    ahead = (C - B) / np.hypot(*(C - B))
    edge = C + 6.5 * ahead
    assert running_on([(A, edge)], right_mm=edge[0]) == [True, True]
    assert running_on([(A, C + 3.5 * ahead)], right_mm=edge[0]) == [False, False]


ORDER = Order(boards=24, seed=770001, levels=("easy", "medium"), designs=6)
BOARD, STREAK = 20, (57, 63, 70)
"""Lines of the tile from the middle one of these stars to both others were left out; a crease runs over all three."""


class Film:
    """A disc under a film with one shining crease."""

    def __init__(self, folder: Path, bright: float) -> None:
        entry = Studio(folder, ORDER, BOARD // 2 % ORDER.designs).board("easy", BOARD)
        self.query, self.truth = entry.query, entry.truth
        self.layout = parse_layout((folder / self.query["layout"]).read_bytes())
        image, self.blank = (opencv.load(str(folder / self.query[what])) for what in ("image", "blank"))
        pose = locate_disc(image, self.layout)
        stars = pose.to_image(self.layout.stars_xy[[self.layout.index[star] for star in STREAK]])
        middle, along = stars.mean(0), stars[2] - stars[0]
        along /= np.hypot(*along)
        down, right = np.mgrid[: image.shape[0], : image.shape[1]]
        off = (right - middle[0]) * -along[1] + (down - middle[1]) * along[0]
        far = (right - middle[0]) * along[0] + (down - middle[1]) * along[1]
        shine = bright * np.exp(-((off / 1.2) ** 2) / 2 - ((far / 130) ** 2) / 2)
        self.image = np.asarray(np.clip(image + shine[..., None], 0, 255), np.uint8)

    def read(self) -> Reading:
        told = {name: self.query[name] for name in ("known", "expect")}
        return read_disc(self.image, self.layout, blank=self.blank, **told)


def test_a_crease_over_three_stars_of_the_tile_is_asked_about(tmp_path: Path) -> None:
    film = Film(tmp_path, 120)
    judged = judge_things(film.read().as_json(), film.truth, film.query)
    assert judged.wrong == ("line 57-63 read", "line 63-70 read")
    assert judged.outcome == "asked"
    assert not judged.compared


FAINT = Order(boards=12, seed=9202, levels=("medium",), designs=6, tables=True)


def faint(studio: Studio | SlateStudio) -> None:
    """Gives the table a pen whose lines can hardly be seen."""
    assert studio.own is not None
    pen = msgspec.structs.replace(studio.own[0], opacity=0.05, gaps=0.0, colour=(170.0, 170.0, 170.0), width=1.0)
    studio.own = pen, studio.own[1]


def pictures(folder: Path, query: dict[str, Any]) -> Any:
    return (opencv.load(str(folder / query[what])) for what in ("image", "blank"))


def test_a_slate_of_which_nothing_is_known_and_seen_is_compared(tmp_path: Path) -> None:
    studio = SlateStudio(tmp_path, FAINT, 1)
    faint(studio)
    query, truth = studio.slate("medium", 1)
    image, blank = pictures(tmp_path, query)
    board = slate_board(parse_slate((tmp_path / query["layout"]).read_bytes()), pack_skies())
    reading = read_slate(image, board, blank=blank)
    assert not reading.lines
    assert reading.compare is not None
    assert reading.compare.code == "compare.pen"
    assert judge_things(reading.as_json(), truth, {}).outcome == "asked"


def test_a_disc_of_which_nothing_is_known_and_seen_is_compared(tmp_path: Path) -> None:
    studio = Studio(tmp_path, FAINT, 1)
    faint(studio)
    query, truth = studio.board("medium", 1)
    image, blank = pictures(tmp_path, query)
    reading = read_disc(image, parse_layout((tmp_path / query["layout"]).read_bytes()), blank=blank)
    assert not reading.lines
    assert reading.compare is not None
    assert judge_things(reading.as_json(), truth, {}).outcome == "asked"


@pytest.mark.parametrize(
    ("due", "untold", "ink", "lines"),
    [(False, False, 2.5, 0), (False, True, 2.5, 1), (False, True, 6.0, 0), (True, False, 20.0, 1)],
)
def test_lines_are_overlooked_where_ink_is_faint_or_what_was_due_is_not_read(
    due: bool, untold: bool, ink: float, lines: int
) -> None:
    assert overlooked(due, untold, ink) == lines
