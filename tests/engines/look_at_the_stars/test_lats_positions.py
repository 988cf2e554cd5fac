"""Positions without a history: what is refused, what is scored with a warning, and what it scores."""

from __future__ import annotations

from typing import Any

import pytest

from engines.errors import BadInput
from engines.look_at_the_stars.slate.lattice import LINES, line_names, points_of
from tests.engines.look_at_the_stars.lats_tables import BOX, HOUSE, PREFIX, points, position, row

THREE = "C3-D3 D3-E3 E3-F3"


def score(found: dict[str, Any]) -> dict[str, int]:
    """The rows with points; F3 is next to the planet G2."""
    return points(HOUSE.score_position(found))


def warned(found: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    sheet = HOUSE.score_position(found)
    return [(warning.rule.removeprefix(PREFIX), warning.components) for warning in sheet.warnings]


def thing(kind: str, where: str) -> dict[str, str]:
    return {"kind": kind, "at": where}


def star(head: str, tail: str) -> dict[str, str]:
    return {"from": head, "to": tail}


def test_an_empty_slate_scores_nothing() -> None:
    sheet = HOUSE.score_position({"game": "look_at_the_stars", "players": [{"name": "Ana", "slate": 1}]})
    assert (sheet.players[0].total, sheet.winners, sheet.warnings) == (0, ("Ana",), ())


def test_printed_lines_are_added_from_the_slate() -> None:
    assert score(position(3, "C2-D2 D2-E2")) == {"constellation.3": 3}
    assert score(position(4, "C2-D2 D2-E2")) == {}


def test_lines_may_be_written_either_way_and_unknown_keys_are_ignored() -> None:
    found = position(3, "D3-C3 E3-D3 F3-E3", colour="white")
    assert score({**found, "table": 7}) == {"constellation.3": 3, "planets": 1}


def test_all_rows_at_once() -> None:
    found = position(
        3,
        f"{THREE} D3-D2 D3-D4 A4-A5 A5-A6 A6-B6",
        point="A3",
        power="B5",
        shooting_stars=[star("H1", "J3")],
        objects=[thing("galaxy", "G3")],
    )
    assert score(found) == {
        "constellation.3": 3,
        "constellation.5": 5,
        "planets": 2,
        "shooting_stars": 2,
        "point_bonus": 3,
        "power_bonus": 2,
    }
    assert warned(found) == []


def test_equal_points_share_and_winners_come_in_seat_order() -> None:
    found = position(3, THREE)
    found["players"].append({"name": "Bo", "slate": 1, "lines": [["C3", "D3"], ["D3", "E3"], ["E3", "F3"]]})
    assert HOUSE.score_position(found).winners == ("Ana", "Bo")


def test_without_a_point_bonus_no_shape_pays() -> None:
    assert score(position(3, "D3-E3 E3-F3 E2-E3 E3-E4")) == {"constellation.4": 4, "planets": 1}


# Refused -------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({**position(), "game": "chess"}, "game is 'chess', expected 'look_at_the_stars'"),
    ({"game": "look_at_the_stars", "players": []}, "length >= 1"),
    ({"game": "look_at_the_stars"}, "missing required field `players`"),
    ({"game": "look_at_the_stars", "players": [{"name": "A", "slate": 1}] * 9}, "length <= 8"),
    ({"game": "look_at_the_stars", "players": [{"name": "A", "slate": 1}] * 2}, "two players are called 'A'"),
    (position(9), "slate 9 is unknown, expected one of 1, 2"),
    (position(point="B4"), "point_bonus is 'B4', expected null or one of A1"),
    (position(power="A3"), "power_bonus is 'A3', expected null or one of B1"),
    (position(3, "D4-Z4"), "'Z4' is no point of slate 3"),
    (position(3, "D4-D11"), "'D11' is no point of slate 3"),
    (position(3, "A6-A7"), "'A7' is no point of slate 3"),
    (position(3, "D4-F4"), "expected two neighbouring points"),
    (position(3, "D4-D4"), "expected two neighbouring points"),
    (position(3, "D4-E4 E4-D4"), "there is a line already"),
    (position(3, "G9-H9"), "there is a line already"),
    (position(3, "A5-B5"), "B5 is a planet, expected a star"),
    (position(3, "F5-G5"), "G5 is a creature, expected a star"),
    (position(3, "C1-D1"), "D1 is a person, expected a star"),
    (position(objects=[thing("comet", "A4")]), "Invalid enum value 'comet'"),
    (position(objects=[thing("line", "A4")]), "Invalid enum value 'line'"),
    (position(objects=[thing("nova", "Z4")]), "'Z4' is no point of slate 3"),
    (position(objects=[thing("nova", "A10")]), "'A10' is no point of slate 3"),
    (position(objects=[thing("galaxy", "J4")]), "it leaves the slate"),
    (position(objects=[thing("galaxy", "G10")]), "'H10' is no point of slate 3"),
    (position(objects=[thing("crescent_moon", "A4"), thing("crescent_moon", "A6")]), "two objects 'crescent_moon'"),
    (position(objects=[thing("black_hole", "A4"), thing("black_hole", "E4")]), "two objects 'black_hole'"),
    (position(objects=[thing("star", "B5")], text="A5-B5"), "B5 is a planet, expected a star"),
    (position(shooting_stars=[star("A0", "E4")]), "expected a straight diagonal of 1 to 3 units"),
    (position(shooting_stars=[star("D4", "D6")]), "expected a straight diagonal"),
    (position(shooting_stars=[star("D4", "D4")]), "expected a straight diagonal"),
    (position(shooting_stars=[star("D4", "F5")]), "expected a straight diagonal"),
    (position(shooting_stars=[star("I8", "J9")]), "'J9' is no point of slate 3"),
    (position(lines=[["D4"]]), "length"),
]


@pytest.mark.parametrize(("found", "message"), REFUSED)
def test_what_cannot_be_a_position_is_refused(found: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        HOUSE.score_position(found)
    assert message in str(caught.value)


# Warned about --------------------------------------------------------------------------------------------------


def test_objects_that_do_not_belong_to_the_open_power_bonus() -> None:
    """look_at_the_stars.power.open"""
    planet = [thing("planet", "A4")]
    assert warned(position(power="B2", objects=planet)) == []
    for power in ("B4", None):
        assert warned(position(power=power, objects=planet)) == [("power.open", ("planet:A4",))]


@pytest.mark.parametrize(
    ("kind", "card"), [("planet", "B2"), ("twinkling_star", "B8"), ("crescent_moon", "B9"), ("black_hole", "B6")]
)
def test_an_object_on_a_used_star(kind: str, card: str) -> None:
    on_line = position(3, THREE, power=card, objects=[thing(kind, "D3")])
    assert warned(on_line) == [("power.unused", (f"{kind}:D3", "point:D3"))]
    under_star = position(power=card, objects=[thing(kind, "D3")], shooting_stars=[star("C2", "F5")])
    assert ("power.unused", (f"{kind}:D3", "point:D3")) in warned(under_star)
    for where in ("B5", "G5", "D1"):
        assert warned(position(power=card, objects=[thing(kind, where)]))[0][0] == "power.unused"


def test_two_objects_on_one_star() -> None:
    both = [thing("planet", "A4"), thing("planet", "A4")]
    assert [rule for rule, _ in warned(position(power="B2", objects=both))] == ["power.unused"] * 2


def test_objects_away_from_the_constellation_they_need() -> None:
    far = [("B5", "galaxy", "power.galaxy_near"), ("B7", "nova", "power.nova"), ("B1", "aura", "power.aura")]
    for card, kind, rule in far:
        assert warned(position(3, THREE, power=card, objects=[thing(kind, "A6")])) == [(rule, (f"{kind}:A6",))]
    assert warned(position(3, THREE, power="B5", objects=[thing("galaxy", "A4")])) == []
    for card, kind, _ in far[1:]:
        assert warned(position(3, THREE, power=card, objects=[thing(kind, "D3")])) == []
        assert warned(position(3, "C3-D3 D3-E3", power=card, objects=[thing(kind, "D3")])) == [
            (f"power.{kind}", (f"{kind}:D3",))
        ]


def test_two_auras_on_one_group() -> None:
    found = position(3, THREE, power="B1", objects=[thing("aura", "C3"), thing("aura", "F3")])
    assert warned(found) == [("power.aura_once", ("aura:C3", "aura:F3"))]
    assert score(found) == {"constellation.3": 3, "planets": 1, "power_bonus": 4}


def test_a_shooting_star_that_touches_something() -> None:
    used = position(3, THREE, shooting_stars=[star("C3", "D4")])
    assert warned(used) == [("shooting_star.free", ("shooting_star:C3-D4", "point:C3"))]
    crossing = position(3, "D4-E5", shooting_stars=[star("D5", "E4")])
    assert warned(crossing) == [("shooting_star.free", ("shooting_star:D5-E4", "line:D4-E5"))]
    assert score(crossing) == {"shooting_stars": 1}
    each_other = position(shooting_stars=[star("C3", "D4"), star("D4", "E5")])
    assert warned(each_other) == [("draw.shooting_star", ("shooting_star:D4-E5", "shooting_star:C3-D4"))]
    planet = position(shooting_stars=[star("A4", "B5")])
    assert warned(planet) == [("shooting_star.free", ("shooting_star:A4-B5", "point:B5"))]
    printed = position(shooting_stars=[star("G9", "F10")])
    assert warned(printed) == [("shooting_star.free", ("shooting_star:G9-F10", "point:G9"))]


def test_new_stars_make_lines_through_creatures_possible() -> None:
    stars = [thing("star", "G5"), thing("star", "H5")]
    assert warned(position(3, "F5-G5 G5-H5 F5-F4", power="B3", objects=stars)) == []
    assert score(position(3, "F5-G5 G5-H5 F5-F4", power="B3", objects=stars)) == {"constellation.3": 3}
    for where in ("A4", "D1"):
        assert warned(position(power="B3", objects=[thing("star", where)])) == [("power.star", (f"star:{where}",))]
    twice = position(power="B3", objects=[stars[0], stars[0]])
    assert warned(twice) == [("power.star", ("star:G5",))]


def test_a_galaxy_under_the_arch_and_an_unused_star_next_to_a_black_hole() -> None:
    """Every point under a shooting star or a galaxy is used."""
    hole = thing("black_hole", "D4")
    shown = position(power="B6", objects=[hole], shooting_stars=[star("B2", "E5")])
    assert row(HOUSE.score_position(shown), "power_bonus").points == 6
    galaxy = position(power="B6", objects=[hole, thing("galaxy", "D3")])
    assert row(HOUSE.score_position(galaxy), "power_bonus").points == 2 + 6


# What a box and 18 turns cannot give --------------------------------------------------------------------------


def test_the_box_has_every_slate_once() -> None:
    """look_at_the_stars.setup.slates"""
    found = {"game": "look_at_the_stars", "players": [{"name": name, "slate": 3} for name in ("Ana", "Ravi")]}
    assert warned(found) == [("setup.slates", ("slate:3",))]


def test_there_are_three_shooting_star_cards() -> None:
    """look_at_the_stars.turn.card"""
    stars = [star("A5", "B6"), star("C5", "D6"), star("E5", "F6"), star("I3", "J4")]
    assert "turn.card" not in [rule for rule, _ in warned(position(3, shooting_stars=stars[:3]))]
    assert "turn.card" in [rule for rule, _ in warned(position(3, shooting_stars=stars))]


def test_eighteen_turns_give_at_most_36_lines() -> None:
    """look_at_the_stars.turn.order: a shooting star takes a turn, an extra line gives one more."""
    clean = BOX.skies[1]
    free = [span & LINES for _, span in BOX.single_lines(1).places if not span & clean.closed]
    spans = [line for line in free if not points_of(line) & ~clean.stars]
    text = " ".join("-".join(line_names(span)[0]) for span in spans[:37])
    turns = [("turn.order", ())]
    assert warned(position(1, text)) == turns
    assert warned(position(1, text.rsplit(" ", 1)[0])) == []
    assert warned(position(1, text, power="B5")) == turns
    line = next(card.id for card in BOX.power_cards.values() if card.power == "line")
    assert warned(position(1, text, power=line)) == []


def test_the_options_of_a_position_count() -> None:
    """look_at_the_stars.bonus.printed, look_at_the_stars.bonus.groups"""
    found = position(3, "C2-D2 D2-E2")
    assert score({**found, "options": {"printed_lines": "scenery"}}) == {}
    with pytest.raises(BadInput, match="printed_lines"):
        score({**found, "options": {"printed_lines": "gone"}})


def test_a_player_has_a_name() -> None:
    with pytest.raises(BadInput, match="no name"):
        score({"game": "look_at_the_stars", "players": [{"name": "", "slate": 1}]})
