"""The picture of how a game ended."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from engines.game import PlayerScore, ScoreSheet
from pi_app.games.app_game import app_of, offered
from pi_app.games.pad_app import app_for
from pi_app.presenters.ending_picture import NARROW, ending_picture, outcome_of
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.shapes import WIDE, Shape
from pi_app.presenters.standing import SheetPresenter
from tests.pi_app.screen_faults import Stage
from tests.pi_app.test_again import pad

ROOT = Path(__file__).parents[2]
STAR = "pi_app.presenters.shapes:star"


def sheet(*totals: int, winners: tuple[int, ...] = (0,), band: int | None = None) -> ScoreSheet:
    players = tuple(PlayerScore(f"P{seat}", total, ()) for seat, total in enumerate(totals))
    return ScoreSheet("star_explorer", players, tuple(f"P{seat}" for seat in winners), band=band)


def travellers(shapes: tuple[Shape, ...]) -> dict[int, tuple[float, float]]:
    """By seat, where its star stands."""
    return {shape.seat: shape.points[0] for shape in shapes if shape.form == "area" and shape.seat is not None}


def test_how_it_ended_is_told_by_winners_and_margin() -> None:
    assert outcome_of(sheet(40, 20)) == "clear"
    assert outcome_of(sheet(100, round(100 * (1 - NARROW)))) == "narrow"
    assert outcome_of(sheet(40, 40)) == "narrow", "a tie break decided"
    assert outcome_of(sheet(40, 40, 12, winners=(0, 1))) == "shared"
    assert outcome_of(sheet(40)) == "alone"
    assert outcome_of(sheet(9, 12, winners=())) == "nobody"
    assert outcome_of(sheet(20, 40)) == "clear", "where the fewest points win"


@pytest.mark.parametrize("game", sorted(offered()))
@pytest.mark.parametrize(
    "points",
    [sheet(40, 20), sheet(40, 39, 38, 37), sheet(7, 7, winners=(0, 1)), sheet(90, band=4), sheet(-3, -9, winners=())],
    ids=("clear", "narrow", "shared", "alone", "nobody"),
)
def test_everybody_who_matters_lies_inside_it(game: str, points: ScoreSheet) -> None:
    order = range(len(points.players))
    shapes = ending_picture(points, (), order, app_of(game).traveller)
    own = [shape for shape in shapes if shape.seat is not None]
    assert {shape.seat for shape in own} == set(order)
    for shape in own:
        assert all(abs(x) <= WIDE and abs(y) <= 1 for x, y in shape.points), shape


def test_the_ways_are_the_course_of_the_game_and_straight_where_none_is_known() -> None:
    shapes = ending_picture(sheet(40, 20), ((0, 10, 40), (0, 30, 20)), (0, 1), STAR)
    ways = {shape.seat: shape.points for shape in shapes if shape.form == "line" and len(shape.points) == 4}
    assert ways[0][1][1] < ways[1][1][1], "who led in the middle is above there"
    assert ways[0][2][1] > ways[1][2][1]
    straight = [shape for shape in ending_picture(sheet(40, 20), (), (0, 1), STAR) if len(shape.points) == 3]
    assert {shape.seat for shape in straight} == {0, 1}


def test_who_ends_level_stands_apart_the_first_above() -> None:
    stands = travellers(ending_picture(sheet(40, 40, 40, 39), (), (2, 0, 1, 3), STAR))
    heights = [stands[seat][1] for seat in (2, 0, 1, 3)]
    assert all(one - other > 0.25 for one, other in pairwise(heights))
    assert all(abs(height) < 0.8 for height in heights)


def test_a_band_lights_as_many_stars() -> None:
    def lit(band: int) -> int:
        shapes = ending_picture(sheet(90, band=band), (), (0,), STAR)
        return sum(shape.form == "disc" and shape.tone == "warm" for shape in shapes)

    assert [lit(band) for band in range(1, 6)] == [1, 2, 3, 4, 5]


def test_a_pad_has_the_picture_of_its_game(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo", game="stellar")
    assert app_for(nav.open_table.header).traveller == app_of("stellar").traveller
    shapes = SheetPresenter(nav).sheet().picture
    assert {shape.seat for shape in shapes} == {None, 0, 1}


def test_the_end_keeps_no_room_for_what_it_does_not_offer(nav: Navigator, stage: Stage) -> None:
    for _game in range(2):
        pad(nav, "Ana", "Bo")
    pad(nav, "Cy", "Di")
    stage.frames(3)
    assert stage.finger.find("usual") is not None
    pad(nav, "Ana", "Bo")
    stage.frames(4)
    before, after = stage.finger.find("rematch"), stage.finger.find("page.history")
    assert before is not None
    assert after is not None
    assert after.x - before.right < 20


def test_no_layout_file_leaves_room_to_what_is_absent() -> None:
    """`width: 0` below a size hint that comes and goes is set once: the last width stays when the hint goes."""
    once = re.compile(r"size_hint_[xy]: .* else None\n\s*(?:width|height): 0\n")
    assert [path.name for path in sorted((ROOT / "pi_app").rglob("*.kv")) if once.search(path.read_text("utf-8"))] == []
