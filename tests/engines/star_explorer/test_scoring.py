"""Scoring, with the worked examples of the rule book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.game import Row
from engines.star_explorer.model import Draw, EndRound, Face, Phase, PlayerState, StarExplorerOptions, StarExplorerState
from engines.star_explorer.scoring import (
    BANDS,
    TOP_BAND,
    Constellation,
    round_points,
    round_row,
    solo_band,
    unfaded_row,
)

OPTIONS = StarExplorerOptions()


def rows_of(player: Any) -> dict[str, Row]:
    return {row.row: row for row in player.rows}


def constellation(current: Face, previous: Face, lines: Iterable[tuple[int, int]]) -> Constellation:
    drawn = tuple(lines)
    return Constellation(1, current, previous, drawn, tuple(sorted({s for line in drawn for s in line})))


NINAS_TYPES = {0: "yellow", 1: "blue", 2: "yellow", 3: "blue", 4: "white", 9: "yellow", 14: "red"}
NINAS_LINES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 9), (9, 14))


def test_ninas_example_two_blue_at_2_three_yellow_at_1_and_three_lines_at_3_are_16(lab: Any) -> None:
    """star_explorer.score.current, star_explorer.score.previous, star_explorer.score.lines"""
    drawn = constellation(Face("blue", 2), Face("yellow", 1), NINAS_LINES)
    row = round_row(lab.disc(types=NINAS_TYPES), drawn, OPTIONS)
    assert row.points == 16
    assert row.parts == {"current": 4, "previous": 3, "lines": 9}
    current, previous, lines = row.receipt
    assert (current.rule, current.count, current.each) == ("star_explorer.score.current", 2, 2)
    assert current.components == ("star:1", "star:3")
    assert (previous.rule, previous.count, previous.each) == ("star_explorer.score.previous", 3, 1)
    assert previous.components == ("star:0", "star:2", "star:9")
    assert (lines.rule, lines.count, lines.each) == ("star_explorer.score.lines", 3, 3)
    assert lines.components == ("line:0-1", "line:1-2", "line:2-3")


def test_stars_without_a_line_score_as_stars(lab: Any) -> None:
    """star_explorer.score.current"""
    drawn = Constellation(1, Face("blue", 2), Face("yellow", 1), (), (0, 1, 2))
    assert round_row(lab.disc(types=NINAS_TYPES), drawn, OPTIONS).parts == {"current": 2, "previous": 2, "lines": 0}


@pytest.mark.parametrize(("choice", "parts"), [("both", (6, 3, 6)), ("current", (6, 0, 6)), ("no_lines", (6, 3, 0))])
def test_equal_types_score_in_both_categories_and_their_lines_once(
    lab: Any, choice: Any, parts: tuple[int, ...]
) -> None:
    """star_explorer.score.lines, option equal_types: three blue stars in a row, blue on both tiles."""
    disc = lab.disc(types=dict.fromkeys((0, 1, 2), "blue"))
    drawn = constellation(Face("blue", 2), Face("blue", 1), ((0, 1), (1, 2)))
    row = round_row(disc, drawn, StarExplorerOptions(equal_types=choice))
    assert tuple(row.parts.values()) == parts


def test_the_previous_tile_scores_with_its_back_and_in_round_one_with_the_start_tiles_side(lab: Any) -> None:
    """star_explorer.score.previous, star_explorer.round.flip"""
    first = lab.row(5, front=Face("blue", 2), back=Face("yellow", 1))
    second = lab.snake(6, "next", front=Face("white", 2), back=Face("red", 1))
    game = lab.game([first, second], players=1)
    state = game.apply(lab.state(game, "row5"), Draw(seat=0, lines=((0, 1),)))
    assert state.seats[0].drawings[0].previous == game.start_tiles["north"].sides[0]
    state = game.play(state, EndRound(seat=0))
    me = PlayerState(start_tile="north", start_side=0, tile="next", drawings=state.seats[0].drawings)
    state = StarExplorerState(
        players=("Ada",), options=OPTIONS, phase=Phase.DRAW, round=2, marker=0, size=6, seats=(me,), piles=(None,)
    )
    after = game.apply(state, Draw(seat=0, lines=((20, 21),)))
    assert after.seats[0].drawings[1].previous == Face("yellow", 1)


def test_four_uncrossed_stars_are_12() -> None:
    """star_explorer.end.unfaded"""
    row = unfaded_row(3)
    assert (row.points, row.receipt[0].count, row.receipt[0].each) == (12, 4, 3)
    assert unfaded_row(0).points == 21
    assert unfaded_row(12).points == 0


def finished(lab: Any, lines: Iterable[tuple[int, int]], **changes: Any) -> dict[str, Row]:
    game = lab.game(players=1)
    state = lab.state(game, "snake5a0", earlier=[lab.earlier(lines)], **changes)
    return rows_of(game.score(state).players[0])


def test_four_central_stars_are_4(lab: Any) -> None:
    """star_explorer.end.central"""
    row = finished(lab, ((5, 6), (6, 7), (7, 8), (8, 13)))["central"]
    assert row.points == 4
    assert row.receipt[0].components == ("star:6", "star:7", "star:8", "star:13")


def test_four_crossings_of_the_axis_are_8(lab: Any) -> None:
    """star_explorer.end.axis"""
    row = finished(lab, ((1, 3), (6, 8), (16, 18), (21, 23)))["axis"]
    assert (row.points, row.receipt[0].count) == (8, 4)


def test_four_rim_stars_are_12(lab: Any) -> None:
    """star_explorer.end.rim"""
    row = finished(lab, ((0, 1), (3, 4), (15, 20), (19, 24)))["rim"]
    assert row.points == 12
    assert row.receipt[0].components == ("star:0", "star:4", "star:20", "star:24")


def test_a_line_that_ends_on_the_axis_or_lies_on_it_does_not_cross_it(lab: Any) -> None:
    """star_explorer.end.axis, option axis_touch: stars 2 and 7 lie on the axis."""
    lines = ((1, 2), (2, 7), (7, 8))
    assert finished(lab, lines)["axis"].points == 0
    assert finished(lab, lines, axis_touch="yes")["axis"].points == 6


def test_an_axis_at_any_angle_is_a_full_line_through_polaris(lab: Any) -> None:
    """star_explorer.end.axis: 45 degrees clockwise from +x runs from the upper left to the lower right."""
    disc = lab.disc(axis=45.0)
    assert disc.crosses_axis((1, 5))
    assert disc.crosses_axis((19, 23))
    assert not disc.crosses_axis((0, 6))
    assert not disc.crosses_axis((3, 9))


def test_a_star_that_was_used_twice_against_the_rules_pays_its_bonus_once(lab: Any) -> None:
    game = lab.game(players=1)
    twice = [lab.earlier(((0, 1),)), lab.earlier(((0, 5),), number=2)]
    rows = rows_of(game.score(lab.state(game, "snake5a0", earlier=twice, number=2)).players[0])
    assert rows["rim"].points == 3


def test_a_total_is_the_sum_of_its_rows_and_each_row_of_its_receipts(lab: Any) -> None:
    """star_explorer.win.total"""
    game = lab.game(players=1, types=NINAS_TYPES)
    drawn = lab.earlier(NINAS_LINES, previous=Face("yellow", 1))
    player = game.score(lab.state(game, "snake5a0", earlier=[drawn])).players[0]
    assert player.total == sum(row.points for row in player.rows)
    for row in player.rows:
        assert row.points == sum(receipt.points for receipt in row.receipt)
        assert all(r.points == r.count * r.each for r in row.receipt)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_points_without_a_receipt_are_those_of_the_receipt(lab: Any, data: Any) -> None:
    kinds = st.sampled_from(["red", "white", "yellow", "blue"])
    faces = st.builds(Face, kinds, st.integers(0, 3))
    disc = lab.disc(types={star: data.draw(kinds) for star in range(25)})
    options = StarExplorerOptions(equal_types=data.draw(st.sampled_from(["both", "current", "no_lines"])))
    chain = tuple(data.draw(st.sampled_from([((0, 1), (1, 6), (6, 7)), ((5, 10), (10, 15)), ((20, 21),), ()])))
    drawn = constellation(data.draw(faces), data.draw(faces), chain)
    points = round_points(disc.types, options, drawn.current, drawn.previous, drawn)
    assert points == round_row(disc, drawn, options).points


@pytest.mark.parametrize(("equal_types", "points"), [("both", 4 + 2 + 3), ("current", 4 + 3), ("no_lines", 4 + 2)])
def test_the_quick_count_knows_what_equal_types_pay(equal_types: Any, points: int) -> None:
    """star_explorer.score.lines: two red stars and their line, red on both tiles"""
    types = {0: "red", 1: "red", 2: "blue"}
    drawn = Constellation(1, Face("red", 2), Face("red", 1), ((0, 1), (1, 2)), (0, 1, 2))
    options = StarExplorerOptions(equal_types=equal_types)
    assert round_points(types, options, drawn.current, drawn.previous, drawn) == points


@pytest.mark.parametrize("equal_types", ["both", "current", "no_lines"])
@pytest.mark.parametrize("faces", [(Face("red", 2), Face("blue", 1)), (Face("blue", 1), Face("red", 2))])
def test_the_quick_count_pays_lines_between_the_two_types_whichever_end_comes_first(
    equal_types: Any, faces: tuple[Face, Face]
) -> None:
    """star_explorer.score.lines"""
    types = {0: "red", 1: "blue", 2: "red", 3: "red", 4: "white", 5: "blue", 6: "blue"}
    for lines, points in (([(0, 1)], 3), ([(1, 2)], 3), ([(2, 3)], 0), ([(1, 5)], 0), ([(3, 4)], 0), ([(4, 5)], 0)):
        drawn = Constellation(1, *faces, tuple(lines), (0, 1))
        assert round_points(types, StarExplorerOptions(equal_types=equal_types), *faces, drawn) == 2 + 1 + points


# Who wins ------------------------------------------------------------------------------------------------------


def ended(lab: Any, *boards: Any) -> Any:
    game = lab.game(players=2)
    seats = tuple(PlayerState(start_tile="north", start_side=0, drawings=tuple(b)) for b in boards)
    names = ("Ada", "Tycho", "Vera")[: len(boards)]
    bare = game.setup(names, OPTIONS)
    return game.score(replace(bare, phase=Phase.OVER, round=6, marker=0, sizes=(), seats=seats))


def test_the_highest_total_wins(lab: Any) -> None:
    """star_explorer.win.total"""
    sheet = ended(lab, [lab.earlier(((0, 1),))], [lab.earlier(((1, 2),))])
    assert [p.total for p in sheet.players] == [24, 21]
    assert sheet.winners == ("Ada",)


def test_of_tied_players_the_one_with_fewer_fading_stars_wins(lab: Any) -> None:
    """star_explorer.win.fading: a rim star makes up for a fading star."""
    sheet = ended(lab, [lab.earlier(((0, 1),), fading=1)], [lab.earlier(((1, 2),))])
    assert [p.total for p in sheet.players] == [21, 21]
    assert sheet.winners == ("Tycho",)


def test_fading_stars_beyond_seven_decide_ties(lab: Any) -> None:
    """star_explorer.win.fading"""
    sheet = ended(lab, [lab.earlier((), fading=9)], [lab.earlier((), fading=8)])
    assert [p.total for p in sheet.players] == [0, 0]
    assert sheet.winners == ("Tycho",)


def test_players_who_are_still_tied_share_the_victory(lab: Any) -> None:
    """star_explorer.win.shared"""
    sheet = ended(lab, [lab.earlier(((0, 1),))], [lab.earlier(((3, 4),))])
    assert sheet.winners == ("Ada", "Tycho")


# One player ----------------------------------------------------------------------------------------------------


def test_a_solo_total_falls_into_one_of_five_bands() -> None:
    """star_explorer.solo.bands: the book has no band for 50 and two for 150."""
    assert [solo_band(total, OPTIONS)[1] for total in (0, 50, 51, 90, 91, 130, 131, 150, 151)] == [
        *(1, 1, 2, 2, 3, 3, 4, 4, 5)
    ]
    titles = [solo_band(total, OPTIONS)[0] for total in (50, 90, 130, 150, 151)]
    assert titles == [*(title for _, title in BANDS), TOP_BAND]
    upper = StarExplorerOptions(solo_bands="upper")
    assert [solo_band(total, upper)[1] for total in (49, 50, 90, 91, 149, 150)] == [1, 2, 2, 3, 4, 5]


def test_a_single_players_sheet_names_the_band(lab: Any) -> None:
    """star_explorer.solo.bands"""
    alone = ended(lab, [lab.earlier(((0, 1),))])
    assert (alone.band, alone.winners) == (1, ("Ada",))
    assert alone.note == solo_band(24, OPTIONS)[0]
    together = ended(lab, [], [])
    assert (together.band, together.note) == (None, None)
