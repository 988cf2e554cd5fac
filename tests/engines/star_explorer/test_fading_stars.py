"""What is left out crosses off 3-point stars."""

from __future__ import annotations

from typing import Any

import pytest

from engines.star_explorer.model import Draw

RING = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]


@pytest.fixture(scope="module")
def game(lab: Any) -> Any:
    square = lab.tile("kite", [(0, 0), (1, 0), (1, 1), (0, 1), (-1, 0)], RING)
    places = [(0, 0), (1, 0), (1, 1), (0, 1), (-1, 0), (-2, 0)]
    longer = lab.tile("long kite", places, [*RING, (4, 5)])
    return lab.game([lab.row(5), square, longer], players=1)


def faded(game: Any, state: Any, lines: Any, stars: Any = (), overruled: Any = ()) -> int:
    after = game.apply(state, Draw(seat=0, lines=lines, stars=stars), overruled)
    return int(after.seats[0].drawings[-1].fading)


def test_each_star_that_is_not_drawn_is_a_fading_star(lab: Any, game: Any) -> None:
    """star_explorer.fading.star"""
    state = lab.state(game, "row5")
    assert faded(game, state, ((0, 1), (1, 2), (2, 3), (3, 4))) == 0
    assert faded(game, state, ((0, 1), (1, 2), (2, 3))) == 1
    assert faded(game, state, ((0, 1),)) == 3
    assert faded(game, state, ()) == 5


def test_all_stars_but_not_all_lines_cross_off_one_in_total(lab: Any, game: Any) -> None:
    """star_explorer.fading.line: however many lines are missing."""
    state = lab.state(game, "row5")
    assert faded(game, state, ((0, 1), (1, 2), (2, 3)), (4,)) == 1
    assert faded(game, state, (), (0, 1, 2, 3, 4)) == 1


def test_where_stars_are_missing_missing_lines_cost_nothing_more(lab: Any, game: Any) -> None:
    """star_explorer.fading.both: the kite without its tail and with one side of its square open."""
    open_square = ((6, 7), (7, 2), (1, 2))
    assert faded(game, lab.state(game, "kite"), open_square) == 1
    assert faded(game, lab.state(game, "kite", partial_lines="stars_and_line"), open_square) == 2
    whole_square = ((6, 7), (2, 7), (1, 2), (1, 6))
    assert faded(game, lab.state(game, "kite", partial_lines="stars_and_line"), whole_square) == 1
    assert faded(game, lab.state(game, "kite", partial_lines="stars_and_line"), ()) == 5
    longer = lab.state(game, "long kite", partial_lines="stars_and_line")
    assert faded(game, longer, open_square) == 3
    assert faded(game, longer, whole_square) == 2


def test_an_overruled_drawing_is_counted_by_its_stars(lab: Any, game: Any) -> None:
    """star_explorer.fading.star: a wrong shape of four stars lacks one; six stars lack none."""
    state, shape = lab.state(game, "row5"), ["star_explorer.draw.g"]
    assert faded(game, state, ((0, 1), (1, 2), (2, 7)), (), shape) == 1
    assert faded(game, state, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 9)), (), shape) == 0


def test_fading_stars_beyond_seven_cost_nothing_but_are_counted(lab: Any, game: Any) -> None:
    """star_explorer.fading.seven"""
    state = lab.state(game, "row5", earlier=[lab.earlier([], fading=5)], number=2)
    after = game.apply(state, Draw(seat=0, lines=()))
    sheet = game.score(after).players[0]
    assert [row.points for row in sheet.rows if row.row == "unfaded"] == [0]
    assert sheet.tiebreak == {"fading": 10}
