from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.game import ScoreSheet
from engines.stellar.deck import KINDS, SATELLITE, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, TURNS, Phase, PlayerState, StellarState
from engines.stellar.scoring import totals
from tests.engines.stellar.stellar_tables import DECK, HOUSE, at, player, points, states

RULES = {rule.id for rule in HOUSE.rules.rules}
ROWS = ["planet", "moon", "asteroid", "cloud", "black_hole", "top", "middle", "bottom", "diversity"]


def over(first: PlayerState, second: PlayerState | None = None) -> StellarState:
    return at(Phase.OVER, first, second, row=[None] * 5, turn=TURNS)


def numbers(*values: int) -> dict[int, str]:
    """Satellites with these numbers on slots 1, 2, …; 0 leaves a slot free, 6 is a 6/0."""
    laid = {slot: f"satellite:{value}" for slot, value in enumerate(values, start=1) if 0 < value < 6}
    return laid | {slot: "moon:6/0:0" for slot, value in enumerate(values, start=1) if value == 6}


# The three countings -------------------------------------------------------------------------------------------


def test_five_stars_times_a_run_of_4_5_6_are_15_points() -> None:
    """The example of the rule book: two moons with five stars. stellar.score.stars"""
    neil = player({2: "moon-1-a", 4: "moon-2-a"}, ["moon-4-a", "moon-5-a", "moon-6/0", "moon-1-b"])
    sheet = HOUSE.score(over(neil))
    assert points(sheet) == {"moon": 15, "top": 10}
    (receipt,) = sheet.players[0].rows[1].receipt
    assert (receipt.rule, receipt.points, receipt.count, receipt.each) == ("stellar.score.stars", 15, 5, 3)
    assert receipt.components == ("slot:2", "slot:4", "moon:4", "moon:5", "moon:6/0=6")


def test_face_down_cards_and_those_of_other_types_give_no_stars() -> None:
    neil = player({2: "moon-1-a", 4: "~moon-2-a", 6: "cloud-1-a"}, ["moon-4-a", "moon-5-a"])
    sheet = HOUSE.score(over(neil))
    assert points(sheet)["moon"] == 6
    assert sheet.players[0].rows[1].receipt[0].components == ("slot:2", "moon:4", "moon:5")


def test_a_satellite_in_a_run_is_named_on_the_receipt() -> None:
    """stellar.score.best"""
    neil = player({2: "moon-1-a"}, ["moon-2-a", "satellite-3", "moon-4-a"])
    assert HOUSE.score(over(neil)).players[0].rows[1].receipt[0].components[1:] == ("moon:2", "satellite:3", "moon:4")


def test_a_satellite_of_a_number_that_is_there_does_not_take_its_place_on_the_receipt() -> None:
    """stellar.score.best"""
    neil = player({2: "black_hole-1-a"}, ["black_hole-2-a", "black_hole-3-a", "satellite-3"])
    (receipt,) = HOUSE.score(over(neil)).players[0].rows[4].receipt
    assert receipt.components[1:] == ("black_hole:2", "black_hole:3")


def test_lost_and_tied_sections_have_a_receipt_of_no_points_that_names_only_cards_that_lie_there() -> None:
    """stellar.score.sections, stellar.score.section_tie"""
    sheet = HOUSE.score(over(player({9: "moon-5-a"}), player({9: "cloud-4-a"})))
    rows = {row.row: row for row in sheet.players[1].rows}
    (lost,), (tied,) = rows["bottom"].receipt, rows["top"].receipt
    assert (lost.rule, lost.points, lost.components) == (
        "stellar.score.sections",
        0,
        ("slot:9", "sum:4", "opponent:5"),
    )
    assert (tied.rule, tied.points, tied.components) == ("stellar.score.section_tie", 0, ("sum:0", "opponent:0"))


def test_bottom_15_to_13_and_middle_11_to_6_are_20_points_and_top_17_to_14_are_10() -> None:
    """The example of the rule book. stellar.score.sections"""
    youri = player(numbers(3, 3, 3, 3, 2, 6, 4, 1, 4, 5, 5, 1))
    neil = player(numbers(5, 3, 3, 3, 3, 3, 2, 1, 4, 4, 4, 1))
    sheet = HOUSE.score(over(youri, neil))
    assert points(sheet, 0) == {"middle": 10, "bottom": 10}
    assert points(sheet, 1) == {"top": 10}
    (receipt,) = sheet.players[0].rows[7].receipt
    assert receipt.components[-2:] == ("sum:15", "opponent:13")
    assert sheet.winners == ("Youri",)


def test_equal_sums_score_nothing_for_anybody() -> None:
    """stellar.score.section_tie"""
    sheet = HOUSE.score(over(player(numbers(5, 1)), player(numbers(2, 4))))
    assert points(sheet, 0) == points(sheet, 1) == {}


def test_in_a_section_face_down_is_3_a_satellite_its_number_and_a_6_0_is_6() -> None:
    """stellar.telescope.face_down_value, stellar.telescope.satellite, stellar.telescope.six_zero"""
    seen = player({6: "~cloud-6/0", 7: "satellite-5", 8: "moon-6/0"})
    for other, winner in ((13, 0), (15, 1)):
        against = player({6: "satellite:5", 7: "satellite:5", 8: f"satellite:{other - 10}"})
        assert points(HOUSE.score(over(seen, against)), winner) == {"middle": 10}


def test_all_five_types_face_up_in_the_telescope_are_10_points() -> None:
    """stellar.score.diversity"""
    five = {1: "planet-3-a", 2: "moon-3-a", 3: "asteroid-3-a", 4: "cloud-3-a", 5: "black_hole-3-a"}
    sheet = HOUSE.score(over(player(five), player(five)))
    assert points(sheet) == {"diversity": 10}
    assert sheet.players[0].rows[8].receipt[0].components == ("slot:1", "slot:2", "slot:3", "slot:4", "slot:5")
    assert points(HOUSE.score(over(player({**five, 5: "~black_hole-3-a"}), player(five)))) == {}
    assert points(HOUSE.score(over(player({**five, 5: "satellite-3"}), player(five)))) == {}


def test_the_most_points_win() -> None:
    """stellar.score.winner"""
    sheet = HOUSE.score(over(player(numbers(1)), player(numbers(2))))
    assert sheet.winners == ("Neil",)
    assert [column.total for column in sheet.players] == [0, 10]


def test_on_equal_totals_the_victory_is_shared() -> None:
    """stellar.score.shared"""
    assert HOUSE.score(over(player(), player())).winners == ("Youri", "Neil")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_every_sheet_adds_up_and_agrees_with_the_quick_count(seed: int) -> None:
    for state in states(seed)[::9]:
        sheet = HOUSE.score(state)
        assert [row.row for row in sheet.players[0].rows] == ROWS
        for column in sheet.players:
            assert column.total == sum(row.points for row in column.rows)
            for row in column.rows:
                assert row.points == sum(receipt.points for receipt in row.receipt)
                assert all(r.points == r.count * r.each and r.rule in RULES for r in row.receipt)
        assert totals(DECK, *state.seats) == tuple(column.total for column in sheet.players)


# Positions -----------------------------------------------------------------------------------------------------


def shown(card: int) -> dict[str, Any]:
    if card >= FACE_DOWN:
        return {"face_down": True}
    number: Any = number_text(DECK.coordinate[card])
    number = number if number == "6/0" else int(number)
    if DECK.kind[card] == SATELLITE:
        return {"satellite": True, "number": number}
    return {"type": KINDS[DECK.kind[card]], "number": number, "stars": DECK.stars[card]}


def position(state: StellarState) -> dict[str, Any]:
    players = [
        {
            "name": name,
            "telescope": {str(s): shown(c) for s, c in enumerate(seat.telescope, start=1) if c != EMPTY},
            "notebook": [shown(c) for c in reversed(seat.notebook)],
        }
        for name, seat in zip(state.players, state.seats, strict=True)
    ]
    return {"game": "stellar", "players": players}


def one(telescope: dict[str, Any] | None = None, notebook: list[Any] | None = None) -> dict[str, Any]:
    neil = {"name": "Neil", "telescope": telescope or {}, "notebook": notebook or []}
    return {"game": "stellar", "players": [neil]}


def score(value: dict[str, Any]) -> ScoreSheet:
    return HOUSE.score_position(value)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_a_position_scores_like_the_game_that_led_to_it_and_has_nothing_to_warn_of(seed: int) -> None:
    for state in states(seed)[::11]:
        sheet = score(position(state))
        assert [column.total for column in sheet.players] == [c.total for c in HOUSE.score(state).players]
        assert sheet.warnings == ()


def test_one_player_wins_no_section_and_the_game() -> None:
    """stellar.score.sections: a single board is scored too."""
    sheet = score(one({"1": {"type": "planet", "number": 3, "stars": 2}}, [{"type": "planet", "number": 4}]))
    assert points(sheet) == {"planet": 2}
    assert sheet.winners == ("Neil",)


def test_the_position_of_the_file_format() -> None:
    telescope = {
        "1": {"type": "planet", "number": 3, "stars": 2},
        "2": {"face_down": True},
        "5": {"satellite": True, "number": 4},
        "6": {"type": "moon", "number": "6/0", "stars": 0},
    }
    notebook = [
        {"type": "moon", "number": 4},
        {"type": "cloud", "number": "6/0"},
        {"satellite": True, "number": 3},
    ]
    assert points(score(one(telescope, notebook))) == {"planet": 2}


def test_unknown_keys_are_ignored_and_missing_parts_are_empty() -> None:
    assert score({"game": "stellar", "players": [{"name": "Neil", "mood": "good"}], "table": 4}).players[0].total == 0
    card = {"type": "moon", "number": 3, "p": 0.98}
    assert points(score(one({"1": card}, [card]))) == {}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (one({"13": {"face_down": True}}), "telescope slot 13: expected a slot 1 to 12"),
        (one({"top": {"face_down": True}}), "telescope slot top"),
        (one({"01": {"face_down": True}}), "telescope slot 01"),
        (one({"1": {"type": "sun", "number": 3}}), "sun"),
        (one({"1": {"type": "moon", "number": 6}}), "number"),
        (one({"1": {"type": "moon", "number": 0}}), "number"),
        (one({"1": {"type": "moon", "number": "5"}}), "number"),
        (one({"1": {"type": "moon", "number": True}}), "number"),
        (one({"1": {"type": "moon", "number": 3, "stars": 4}}), "stars"),
        (one({"1": {"type": "moon", "number": 3, "stars": -1}}), "stars"),
        (one({"1": {"type": "moon"}}), "the number is missing"),
        (one({"1": {"number": 3}}), "the type is missing"),
        (one({"1": {"satellite": True, "number": "6/0"}}), "expected a satellite with a number 1 to 5"),
        (one({"1": {"satellite": True, "type": "moon", "number": 3}}), "expected a satellite"),
        (one({}, [{"face_down": True}]), "notebook card 1: expected a face-up card"),
        (one({}, [{"type": "moon", "number": 3}, {"number": 3}]), "notebook card 2"),
        (one({"1": 5}), "telescope"),
        ({"game": "stellar", "players": []}, "players"),
        ({"game": "stellar"}, "players"),
        ({"game": "chess", "players": [{"name": "Neil"}]}, "game is 'chess'"),
        ({"game": "stellar", "players": [{"name": "Neil"}] * 2}, "two players are called 'Neil'"),
        ({"game": "stellar", "players": [{"name": n} for n in "abc"]}, "players"),
    ],
)
def test_what_cannot_be_a_position_is_refused(value: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=r"^position: .*") as caught:
        score(value)
    assert why in str(caught.value)


def test_cards_of_a_type_that_do_not_touch_are_scored_with_a_warning() -> None:
    """stellar.telescope.adjacent"""
    moon = {"type": "moon", "number": 3, "stars": 2}
    sheet = score(one({"1": moon, "12": moon}, [moon]))
    assert points(sheet) == {"moon": 4}
    (found,) = [w for w in sheet.warnings if w.rule == "stellar.telescope.adjacent"]
    assert (found.player, found.components) == ("Neil", ("slot:1", "slot:12"))


def test_more_copies_than_the_deck_has_are_scored_with_a_warning() -> None:
    """stellar.components.cards: over both players, whatever the stars"""
    moon = [{"type": "moon", "number": 4, "stars": n} for n in range(3)]
    players = [{"name": "Youri", "telescope": {"2": moon[1]}}, {"name": "Neil", "notebook": moon[:2]}]
    (found,) = score({"game": "stellar", "players": players}).warnings
    assert (found.rule, found.player, found.components) == ("stellar.components.cards", None, ("card:moon:4",))
    assert "3 times, the deck has 2" in found.message
    satellite = {"satellite": True, "number": 2}
    (found,) = score(one({"2": satellite}, [satellite])).warnings
    assert found.components == ("card:satellite:2",)


def test_more_than_13_cards_in_a_notebook_are_scored_with_a_warning() -> None:
    """stellar.end.cards"""
    cards = [{"type": kind, "number": n} for kind in ("moon", "cloud", "planet") for n in range(1, 6)]
    (found,) = score(one({}, cards)).warnings
    assert (found.rule, found.components) == ("stellar.end.cards", ("notebook",))
    assert score(one({}, cards[:13])).warnings == ()


def test_stars_that_nobody_told_are_warned_about() -> None:
    """stellar.score.stars"""
    told = {"type": "planet", "number": 3, "stars": 0}
    untold = {key: told[key] for key in ("type", "number")}
    satellite = {"satellite": True, "number": 4}
    sheet = score(one({"1": told, "2": untold, "3": satellite, "10": {"face_down": True}}))
    assert [(w.rule, w.player, w.components) for w in sheet.warnings] == [("stellar.score.stars", "Neil", ("slot:2",))]


def test_a_player_has_a_name() -> None:
    with pytest.raises(BadInput, match="no name"):
        score({"game": "stellar", "players": [{"name": ""}]})
