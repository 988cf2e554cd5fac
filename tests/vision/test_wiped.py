"""A star board that was wiped, with no clean photograph of it: that its earlier lines are gone is never passed over."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from tools.figures.wiped_discs import Wiped, Wiping, shown, wiped_boards
from tools.studio.discs import layout_json
from tools.studio.orders import Order
from vision.disc import evidence
from vision.disc.read import Reading, read_disc
from vision.ink.doubt import LOST, DoubtLimits, mostly_gone
from vision.ink.layout import DiscLayout, parse_layout
from vision.ink.light import Light, Trouble
from vision.own.fit import Habit
from vision.own.habits import Habits, usual

Pairs = set[tuple[int, int]]


@pytest.fixture(scope="module")
def board() -> Wiped:
    return next(iter(wiped_boards(Order(boards=1, seed=5104, levels=("easy",), designs=1))))[1]


@pytest.fixture(scope="module")
def layout(board: Wiped) -> DiscLayout:
    return parse_layout(msgspec.json.encode(layout_json(board.design)))


def look(board: Wiped, layout: DiscLayout, wiping: Wiping, **told: Any) -> Reading:
    return read_disc(board.pictures[wiping], layout, known=board.game.known, **told)


def ordered(lines: Any) -> Pairs:
    return {(min(line), max(line)) for line in lines}


def asked(reading: Reading, board: Wiped) -> Pairs:
    """The earlier lines that are asked about."""
    return {(line.a, line.b) for line in reading.doubtful} & ordered(board.game.known)


def test_a_board_with_all_its_lines_is_not_one_that_was_wiped(board: Wiped, layout: DiscLayout) -> None:
    reading = look(board, layout, "none")
    assert reading.compare != LOST
    assert asked(reading, board) == set()


@pytest.mark.parametrize(
    ("offset", "all_there", "half"), [(0.0, False, True), (-20.0, True, True), (20.0, False, False)]
)
def test_what_a_table_has_learnt_of_its_pens_tells_whether_lines_are_gone(
    board: Wiped, layout: DiscLayout, offset: float, all_there: bool, half: bool
) -> None:
    habits = Habits(bare=Habit((1.0, offset, *[0.0] * len(usual("vision.disc").mean))))
    told = [look(board, layout, wiping, habits=habits).compare == LOST for wiping in ("none", "half")]
    assert told == [all_there, half]


def test_of_a_half_wiped_board_it_is_said_and_the_lines_that_are_gone_are_asked_about(
    board: Wiped, layout: DiscLayout
) -> None:
    reading = look(board, layout, "half")
    assert reading.compare == LOST
    gone = asked(reading, board)
    assert len(gone) == -(-len(shown(board.design, board.game)) // 2)
    assert ordered(board.game.figure.lines) <= {(line.a, line.b) for line in reading.lines}


def test_the_picture_before_the_drawing_does_not_hide_that_lines_are_gone(board: Wiped, layout: DiscLayout) -> None:
    assert look(board, layout, "half", before=board.pictures["none"]).compare == LOST
    assert look(board, layout, "none", before=board.pictures["none"]).compare != LOST


def test_a_wiped_board_is_not_one_on_which_nothing_new_is_drawn(board: Wiped, layout: DiscLayout) -> None:
    tile = {"pattern": {"xy": [[0, 0], [10, 0], [20, 0]], "lines": [[0, 1], [1, 2]]}, "match": "topology"}
    try:
        found = look(board, layout, "blank", expect=tile).compare
    except NotPossible as error:
        found = error.finding
    assert found == LOST


def test_lines_that_a_hand_may_hide_are_not_gone(
    board: Wiped, layout: DiscLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "check_light", lambda *_: Light(False, (Trouble.HAND,)))
    reading = look(board, layout, "half")
    assert reading.compare != LOST
    assert asked(reading, board) == set()


@pytest.mark.parametrize(
    ("gone", "there", "ink", "told"),
    [(5, 5, 8.0, True), (4, 6, 8.0, False), (5, 5, 2.5, False), (9, 1, 2.5, True), (2, 0, 8.0, False)],
)
def test_it_takes_about_half_of_the_lines_and_nearly_all_where_ink_is_weak(
    gone: int, there: int, ink: float, told: bool
) -> None:
    log_odds = np.array([-5.0] * gone + [4.0] * there, np.float32)
    assert mostly_gone(log_odds, np.ones(len(log_odds), bool), ink, DoubtLimits()) is told
    hidden = np.concatenate([log_odds, np.full(40, -9.0, np.float32)])
    in_sight = np.arange(len(hidden)) < len(log_odds)
    assert mostly_gone(hidden, in_sight, ink, DoubtLimits()) is told, "what cannot be seen does not count"
