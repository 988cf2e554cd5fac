"""A line that passes close by a star may be read as two by way of it: then it is asked which was drawn."""

from __future__ import annotations

from pathlib import Path

from tests.vision.drawn_board import DrawnBoard
from tools.studio.orders import Order

ORDER = Order(boards=240, seed=812002, levels=("easy", "medium", "hard"), designs=48)
STRAIGHT, LEGS = (11, 34), {(1, 11), (1, 34)}
"""Star 1 lies 1.6 mm beside the straight way, and the tile suits either."""


def test_it_is_asked_whether_a_line_goes_by_way_of_the_star_beside_it(tmp_path: Path) -> None:
    board = DrawnBoard(tmp_path, ORDER, "easy", 15)
    reading = board.read()
    read, asked = ({(line.a, line.b) for line in lines} for lines in (reading.lines, reading.doubtful))
    assert STRAIGHT in board.drawn
    assert read >= LEGS
    assert asked == {STRAIGHT, *LEGS}


def test_it_is_not_asked_where_the_tile_speaks_against_the_straight_line(tmp_path: Path) -> None:
    board = DrawnBoard(tmp_path, Order(240, 9611, ("easy", "medium", "hard"), 40), "hard", 35)
    asked = {(line.a, line.b) for line in board.read().doubtful}
    assert board.drawn >= {(13, 14), (14, 15)}
    assert not asked & {(13, 14), (14, 15), (13, 15)}
