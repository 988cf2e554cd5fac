"""Scoring what lies on the boards, without how it came about."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.registry import open_game

TYPES = {0: "yellow", 1: "blue", 2: "yellow", 3: "blue", 4: "white", 9: "yellow", 14: "red"}
NINAS_ROUND: dict[str, Any] = {
    "size": 7,
    "current": {"type": "blue", "value": 2},
    "previous": {"type": "yellow", "value": 1},
    "lines": [[1, 0], [1, 2], [2, 3], [3, 4], [4, 9], [9, 14]],
}
NO_ROUND = {"current": {"type": "blue", "value": 2}, "previous": {"type": "yellow", "value": 1}}


@pytest.fixture(scope="module")
def game(lab: Any) -> Any:
    return lab.game(players=1, types=TYPES)


def position(*rounds: Any, **player: Any) -> dict[str, Any]:
    return {"game": "star_explorer", "layout": "house", "players": [{"name": "Nina", **player, "rounds": list(rounds)}]}


def points(game: Any, given: dict[str, Any]) -> dict[str, int]:
    player = game.score_position(given).players[0]
    return {row.row: row.points for row in player.rows}


def warned(game: Any, given: dict[str, Any]) -> list[str]:
    return [w.rule.removeprefix("star_explorer.") for w in game.score_position(given).warnings]


def test_ninas_round_is_16(game: Any) -> None:
    """star_explorer.score.lines"""
    sheet = game.score_position(position(NINAS_ROUND, fading=0))
    assert {row.row: row.points for row in sheet.players[0].rows}["round.1"] == 16
    assert (sheet.warnings, sheet.winners) == ((), ("Nina",))


def test_thirteen_fourteen_eighteen_twentyone_thirteen_and_eighteen_are_97(lab: Any) -> None:
    """star_explorer.win.total: two drawn stars whose values make up each round of the example."""
    game = lab.game(players=1, types={0: "red", 1: "blue", 5: "red", 6: "blue", 3: "red", 4: "blue", 8: "red",
                                      9: "blue", 15: "red", 16: "blue", 20: "red", 21: "blue"})  # fmt: skip
    pairs = [(0, 1), (5, 6), (3, 4), (8, 9), (15, 16), (20, 21)]
    rounds = [
        {"size": 7, "current": {"type": "red", "value": total}, "previous": {"type": "blue", "value": 0},
         "lines": [], "stars": list(pair)}
        for total, pair in zip((13, 14, 18, 21, 13, 18), pairs, strict=True)
    ]  # fmt: skip
    found = points(game, position(*rounds, fading=30))
    assert sum(value for row, value in found.items() if row.startswith("round.")) == 97


def test_the_end_bonuses_of_the_rule_book(game: Any) -> None:
    """star_explorer.end.unfaded, star_explorer.end.central, star_explorer.end.axis, star_explorer.end.rim"""
    assert points(game, position(fading=3))["unfaded"] == 12
    central = {**NO_ROUND, "lines": [[6, 7], [7, 8], [8, 13]]}
    assert points(game, position(central))["central"] == 4
    crossing = {**NO_ROUND, "lines": [[1, 3], [6, 8], [16, 18], [21, 23]]}
    assert points(game, position(crossing))["axis"] == 8
    rim = {**NO_ROUND, "lines": [[0, 1], [4, 9], [15, 20], [19, 24]]}
    assert points(game, position(rim))["rim"] == 12


def test_a_layout_of_ones_own_may_come_with_the_position(lab: Any, game: Any) -> None:
    layout = msgspec.to_builtins(lab.layout(types=TYPES))
    given = {**position(NINAS_ROUND), "layout": layout}
    assert open_game("star_explorer").score_position(given) == game.score_position(position(NINAS_ROUND))


def test_missing_keys_mean_empty_and_unknown_keys_are_ignored(game: Any) -> None:
    assert points(game, position(NO_ROUND)) == {"round.1": 0, "unfaded": 21, "central": 0, "axis": 0, "rim": 0}
    assert points(game, {"players": [{"name": "Nina", "hat": "red"}], "mood": "good"})["unfaded"] == 21


def test_without_fading_the_rounds_say_how_many_stars_faded(game: Any) -> None:
    """star_explorer.fading.star"""
    part = {**NINAS_ROUND, "lines": NINAS_ROUND["lines"][:2]}
    assert game.score_position(position(part)).players[0].tiebreak == {"fading": 4}


def test_all_stars_in_several_pieces_lack_a_line_which_costs_one_3_point_star(game: Any) -> None:
    """star_explorer.fading.line: every pattern is connected."""
    apart = {**NINAS_ROUND, "lines": NINAS_ROUND["lines"][1:], "stars": [0]}
    assert game.score_position(position(apart)).players[0].tiebreak == {"fading": 1}
    assert [warned(game, position(apart, fading=n)) for n in (0, 1, 2)] == [["fading.star"], [], ["fading.star"]]


def test_the_options_of_the_table_may_come_with_the_position(game: Any) -> None:
    given = {**position({**NO_ROUND, "lines": [[1, 2], [2, 7]]}), "options": {"axis_touch": "yes"}}
    assert points(game, given)["axis"] == 4
    with pytest.raises(BadInput, match="axis_touch"):
        game.score_position({**given, "options": {"axis_touch": "perhaps"}})


def test_players_win_and_share(game: Any) -> None:
    """star_explorer.win.shared"""
    two = {"players": [{"name": "Ana", "fading": 1}, {"name": "Nina", "fading": 1}]}
    assert game.score_position(two).winners == ("Ana", "Nina")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"lines": [[0, 12]]}, "no star 12"),
        ({"stars": [99]}, "no star 99"),
        ({"lines": [[0, 0]]}, "to itself"),
        ({"lines": [[0, 1], [1, 0]]}, "the line 0-1 is drawn twice"),
        ({"lines": [[0, 1], [0, 2]]}, "the lines 0-1 and 0-2 lie on top of each other"),
        ({"lines": [[0, 1.5]]}, "Expected `int`"),
        ({"lines": [[0, 1, 2]]}, "length 2"),
        ({"lines": "0-1"}, "Expected `array`"),
        ({"size": 4}, "size 4"),
        ({"size": 11}, "size 11"),
        ({"size": float("nan")}, "Expected `int"),
        ({"current": {"type": "green", "value": 2}}, "green"),
        ({"current": {"type": "blue", "value": -2}}, ">= 0"),
        ({"current": {"type": "blue"}}, "value"),
    ],
)
def test_what_cannot_be_a_round_is_refused(game: Any, change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as caught:
        game.score_position(position({**NINAS_ROUND, **change}))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (position(fading=-1), ">= 0"),
        (position(fading=53), "<= 52"),
        (position({**NINAS_ROUND, "current": {"type": "blue", "value": 100}}), "<= 99"),
        (position(*[NO_ROUND] * 7), "length <= 6"),
        ({"players": []}, "length >= 1"),
        ({"players": [{"name": n} for n in "abcde"]}, "length <= 4"),
        ({"players": [{"name": "a"}, {"name": "a"}]}, "distinct names"),
        ({"players": [{"name": ""}]}, "distinct names"),
        ({"players": [{"name": 3}]}, "Expected `str`"),
        ({}, "players"),
        ({"players": [{"name": "a"}], "layout": "attic"}, "layout 'attic'"),
        ({"players": [{"name": "a"}], "layout": {"kind": "slate"}}, "layout of a star disc"),
        ({"players": [{"name": "a"}], "layout": None}, "layout None"),
    ],
)
def test_what_cannot_be_a_position_is_refused(game: Any, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        game.score_position(given)


def test_a_layout_with_a_strange_type_or_number_is_refused(lab: Any, game: Any) -> None:
    layout = msgspec.to_builtins(lab.layout())
    for key, value in (("type", "green"), ("x", float("nan")), ("x", float("inf")), ("id", 1), ("radius", 0)):
        stars = [{**layout["stars"][0], key: value}, *layout["stars"][1:]]
        with pytest.raises(BadInput):
            game.score_position({**position(), "layout": {**layout, "stars": stars}})
    with pytest.raises(BadInput):
        game.score_position({**position(), "layout": {**layout, "stars": []}})


def test_a_star_in_two_constellations_is_refused(game: Any) -> None:
    """star_explorer.draw.e"""
    with pytest.raises(BadInput, match="star 1 is in two constellations"):
        game.score_position(position({**NO_ROUND, "lines": [[0, 1]]}, {**NO_ROUND, "lines": [[1, 2]]}))


def test_lines_of_two_rounds_on_top_of_each_other_are_refused(game: Any) -> None:
    """star_explorer.draw.overlap"""
    with pytest.raises(BadInput, match="on top of each other"):
        game.score_position(position({**NO_ROUND, "lines": [[0, 2]]}, {**NO_ROUND, "lines": [[1, 3]]}))


@pytest.mark.parametrize(
    ("rounds", "rules"),
    [
        ([{**NO_ROUND, "lines": [[0, 6], [1, 5]]}], ["draw.f"]),
        ([{**NO_ROUND, "size": 9, "lines": [[0, 1], [5, 6]]}], ["draw.d"]),
        ([{**NO_ROUND, "size": 9, "lines": [[0, 1]], "stars": [8]}], ["draw.a", "draw.d"]),
        ([{**NO_ROUND, "size": 5, "lines": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 9]]}], ["draw.g"]),
        ([{**NO_ROUND, "lines": [[0, 6]]}, {**NO_ROUND, "lines": [[1, 5]]}], ["draw.f"]),
        ([{**NO_ROUND, "lines": [[5, 7]]}], ["draw.over"]),
        ([{**NO_ROUND, "lines": [[11, 13]]}], ["draw.over"]),
        ([{**NO_ROUND, "size": 6}, {**NO_ROUND, "size": 6}], ["size.pile"]),
        ([{**NO_ROUND, "size": 7}] * 2, []),
    ],
)
def test_what_broke_a_rule_on_the_way_is_scored_with_a_warning(game: Any, rounds: Any, rules: list[str]) -> None:
    assert warned(game, position(*rounds)) == rules


def test_hidden_stars_and_polaris_are_warned_about(lab: Any) -> None:
    """star_explorer.draw.b, star_explorer.draw.h"""
    window = ((50.0, 81.0), (150.0, 81.0), (150.0, 150.0), (50.0, 150.0))
    game = lab.game(players=1, window=window, polaris=True)
    assert warned(game, position({**NO_ROUND, "lines": [[0, 1]]})) == ["draw.b"]
    assert warned(game, position({**NO_ROUND, "lines": [[11, 12]]})) == ["draw.h"]


@pytest.mark.parametrize(("fading", "fits"), [(2, False), (3, True), (4, True), (5, False)])
def test_a_number_of_fading_stars_that_does_not_fit_is_warned_about(game: Any, fading: int, fits: bool) -> None:
    """star_explorer.fading.star: three stars are missing, and the whole drawing may lack lines."""
    part = {**NO_ROUND, "size": 5, "lines": [[23, 24]]}
    rules = warned(game, position(NINAS_ROUND, part, fading=fading))
    assert rules == ([] if fits else ["fading.star"])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.sampled_from(["size", "current", "previous", "lines", "stars"]), json_values)
def test_whatever_stands_in_a_round_is_scored_or_refused(game: Any, key: str, value: Any) -> None:
    try:
        sheet = game.score_position(position({**NINAS_ROUND, key: value}))
    except BadInput:
        return
    assert sheet.players[0].name == "Nina"


@pytest.mark.parametrize(("fading", "fits"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_with_partial_lines_a_part_may_lack_a_line_too(game: Any, fading: int, fits: bool) -> None:
    """star_explorer.fading.line: partial_lines = stars_and_line"""
    part = {**NO_ROUND, "size": 5, "lines": [[23, 24]]}
    options = {"options": {"partial_lines": "stars_and_line"}}
    rules = warned(game, {**position(NINAS_ROUND, part, fading=fading), **options})
    assert rules == ([] if fits else ["fading.star"])


def test_a_drawing_says_its_lines(game: Any) -> None:
    """Nothing drawn is an empty list; an action that was cut short is not taken for it."""
    with pytest.raises(BadInput, match="lines"):
        game.decode_action(0, {"type": "draw"})
    assert game.decode_action(0, {"type": "draw", "lines": []}).stars == ()
