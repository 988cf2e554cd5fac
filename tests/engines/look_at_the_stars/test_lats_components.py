"""The house pack against the facts of the game, and packs that are refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.errors import BadInput
from engines.look_at_the_stars.packcheck import check_pack
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.lattice import LINES, POINT, line_names, point_names
from engines.unit_lines import mirrored, orientations, parse_shape
from tests.engines.look_at_the_stars.lats_tables import BOX, HOUSE, PACK_BYTES

PLANETS = {
    1: "C2 H5 D8",
    2: "C2 I5 D8",
    3: "G2 B5 F8",
    4: "B2 H5 D8",
    5: "I2 C5 G8",
    6: "C2 H5 D8",
    7: "H2 C5 G8",
    8: "B2 H5 D8",
}
PRINTED = {
    1: "H2-I1 E9-F9",
    2: "I1-I2 E9-F10",
    3: "B1-C2 G9-H9",
    4: "H2-I1 E9-F9",
    5: "A1-A2 E10-F9",
    6: "H1-I2 E9-E10",
    7: "B1-B2 E9-F10",
    8: "I1-J2 F9-F10",
}
ORIENTATIONS = {
    **{f"N{n}": 4 for n in range(1, 28)},
    **{f"N{n}": 2 for n in (3, 4, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25)},
    **dict.fromkeys(("A1", "A3", "A5"), 1),
    **dict.fromkeys(("A2", "A4", "A6", "A8", "A9", "A10"), 4),
    **dict.fromkeys(("A7", "B2", "B4"), 2),
    **dict.fromkeys(("B1", "B3", "B5", "B6", "B7", "B8", "B9"), 4),
}


@pytest.mark.parametrize("number", range(1, 9))
def test_each_slate_has_76_stars_three_planets_and_11_creature_cells(number: int) -> None:
    """look_at_the_stars.components.slates"""
    sky = BOX.skies[number]
    assert (sky.stars.bit_count(), sky.creatures.bit_count(), sky.persons.bit_count()) == (76, 11, 6)
    assert sky.outside.bit_count() == 14
    assert set(point_names(sky.planets)) == set(PLANETS[number].split())


@pytest.mark.parametrize("number", range(1, 9))
def test_two_lines_are_printed_on_every_slate(number: int) -> None:
    """look_at_the_stars.components.printed_lines"""
    printed = {frozenset(line) for line in line_names(BOX.skies[number].printed)}
    assert printed == {frozenset(text.split("-")) for text in PRINTED[number].split()}


def test_there_are_30_night_cards() -> None:
    """look_at_the_stars.components.night_cards: 27 shapes, 26 of them different, 18 if mirroring were allowed."""
    shapes = [parse_shape(card.shape) for card in HOUSE.pack.night_cards if not card.shooting_star]
    assert (len(HOUSE.pack.night_cards), len(shapes)) == (30, 27)
    assert len({min(orientations(shape)) for shape in shapes}) == 26
    assert len({min(*orientations(shape), *orientations(mirrored(shape))) for shape in shapes}) == 18


def test_there_are_10_point_and_9_power_bonus_cards() -> None:
    """look_at_the_stars.components.bonus_cards"""
    assert [card.points for card in HOUSE.pack.point_cards] == [3, 3, 3, 3, 3, 3, 5, 6, 6, 5]
    assert [len(card.shape) for card in HOUSE.pack.point_cards] == [4, 4, 4, 4, 4, 4, 5, 6, 6, 5]
    assert [len(card.shape) for card in HOUSE.pack.power_cards] == [3] * 9
    easy = {card.power for card in HOUSE.pack.power_cards if card.beginner}
    assert easy == {"planet", "line", "star", "galaxy", "twinkling_star"}
    assert HOUSE.pack.first_game == ("A3", "B4")


@pytest.mark.parametrize(("card", "count"), ORIENTATIONS.items())
def test_every_card_has_its_number_of_orientations(card: str, count: int) -> None:
    source = BOX.night_cards.get(card) or BOX.point_cards.get(card) or BOX.power_cards[card]
    assert len(orientations(parse_shape(source.shape))) == count


def test_every_value_of_the_house_pack_says_where_it_comes_from() -> None:
    assert set(HOUSE.pack.status.values()) == {"rules", "public"}


def test_the_house_pack_is_proved() -> None:
    report = check_pack(PACK_BYTES)
    assert (report.valid, report.problems, report.warnings) == (True, (), ())
    assert report.figures.stars == {str(n): 76 for n in range(1, 9)}
    assert (report.figures.night_shapes, report.figures.shooting_stars) == (27, 3)


# Packs that are refused ----------------------------------------------------------------------------------------


def changed(change: Any) -> bytes:
    pack = msgspec.json.decode(PACK_BYTES)
    change(pack)
    return msgspec.json.encode(pack)


def sky_of(pack: Any, row: int, text: str) -> None:
    pack["slates"][0]["sky"][row] = text


PROBLEMS: list[tuple[Any, str]] = [
    (lambda p: p["slates"][1].update(id=1), "slate '1': 2 have this id"),
    (lambda p: p["night_cards"][1].update(id="A1"), "card 'A1': 2 have this id"),
    (lambda p: p["night_cards"][1].update(id=" "), "card ' ': 1 have this id, expected one, and not empty"),
    (lambda p: p["slates"].pop(), "slates: there are 7, expected at least 8"),
    (lambda p: p.update(night_cards=p["night_cards"][:17]), "night_cards: there are 17, expected at least 18"),
    (lambda p: p.update(point_cards=[]), "point_cards: there are none"),
    (lambda p: p.update(power_cards=[]), "power_cards: there are none"),
    (lambda p: p["slates"][0]["sky"].pop(), "slate 1: expected 11 rows of 10 characters"),
    (lambda p: sky_of(p, 5, "***"), "slate 1: expected 11 rows of 10 characters"),
    (lambda p: sky_of(p, 5, "?*********"), r"slate 1: expected the characters # \* P c h"),
    (lambda p: p["slates"][0].update(printed_lines=[["A1", "A3"]]), "A1-A3: expected two neighbouring points"),
    (lambda p: p["slates"][0].update(printed_lines=[["A1", "A2"], ["A2", "A1"]]), "A2-A1: is there twice"),
    (lambda p: p["slates"][0].update(printed_lines=[["C2", "C3"]]), "C2-C3: expected a star at both ends"),
    (lambda p: p["night_cards"][0].update(shape=["E@0,0"]), "card 'N1': 1 lines, expected 2"),
    (lambda p: p["night_cards"][0].update(shape=["X"]), "card 'N1': shape: 'X' is no line"),
    (lambda p: p["point_cards"][0].update(shape=["E@9,0", "N@0,9"]), "card 'A1': the shape does not fit"),
    (lambda p: p["night_cards"][0].update(shooting_star=True), "card 'N1': expected either a shape or a shooting star"),
    (lambda p: p["power_cards"][0].update(shape=[]), "card 'B1': shape: it has no lines"),
]


@pytest.mark.parametrize(("change", "message"), PROBLEMS)
def test_a_pack_that_cannot_be_played_is_refused_with_the_reason(change: Any, message: str) -> None:
    data = changed(change)
    assert not check_pack(data).valid
    with pytest.raises(BadInput, match=message):
        LookAtTheStars.from_pack(data)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b'{"game":"stellar"}'])
def test_what_is_no_pack_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="pack of look_at_the_stars: "):
        check_pack(data)


def test_a_pack_is_refused_with_all_reasons_at_once() -> None:
    def spoil(pack: Any) -> None:
        pack["slates"].pop()
        pack["point_cards"][0]["shape"] = ["X"]

    with pytest.raises(BadInput, match=r"slates: there are 7.*; card 'A1': shape"):
        LookAtTheStars.from_pack(changed(spoil))


WARNINGS: list[tuple[Any, str, str]] = [
    (lambda p: sky_of(p, 6, "P*********"), "slate 1", "75 stars, expected 76"),
    (lambda p: p["slates"][0].update(printed_lines=[]), "slate 1", "0 printed lines, expected 2"),
    (lambda p: p["night_cards"].pop(), "pack", "2 shooting stars, expected 3"),
    (lambda p: p["night_cards"][3].update(shape=["E@0,0", "E@1,0"]), "pack", "25 different night shapes, expected 26"),
    (lambda p: p["point_cards"].pop(), "pack", "9 point bonus cards, expected 10"),
    (lambda p: p["power_cards"].pop(), "pack", "8 power bonus cards, expected 9"),
    (lambda p: p.update(first_game=["A3", "B99"]), "first_game", "there is no bonus card 'B99'"),
]


@pytest.mark.parametrize(("change", "where", "what"), WARNINGS)
def test_a_pack_unlike_the_printed_game_is_warned_about(change: Any, where: str, what: str) -> None:
    report = check_pack(changed(change))
    assert report.valid
    assert (where, what) in [(found.where, found.what) for found in report.warnings]


def test_printed_lines_close_themselves_only() -> None:
    sky = BOX.skies[3]
    assert sky.closed & LINES == sky.printed & LINES
    assert not sky.closed >> POINT["G9"] & 1
