from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.stellar.deck import FIRST_FACE, SATELLITE, coordinate_of, face_number, face_text, parse_face
from engines.stellar.model import EMPTY, FACE_DOWN, TYPES, UNKNOWN
from engines.stellar.packcheck import check_pack
from engines.stellar.rules import Stellar
from tests.engines.stellar.stellar_tables import DECK, HOUSE, PACK_BYTES

PACK: dict[str, Any] = msgspec.json.decode(PACK_BYTES)
FACES = [
    face_number(kind, coordinate, stars)
    for kind in range(6)
    for coordinate in range(6)
    for stars in range(4)
    if kind != SATELLITE or (coordinate and not stars)
]


def changed(**parts: Any) -> bytes:
    return msgspec.json.encode({**PACK, **parts})


def with_card(place: int, **values: Any) -> bytes:
    cards = [dict(card) for card in PACK["cards"]]
    cards[place].update(values)
    return changed(cards=cards)


def with_telescope(**parts: Any) -> bytes:
    return changed(telescope={**PACK["telescope"], **parts})


def findings(data: bytes) -> list[str]:
    return [f"{found.where}: {found.what}" for found in check_pack(data).problems]


def remarks(data: bytes) -> list[str]:
    return [f"{found.where}: {found.what}" for found in check_pack(data).warnings]


# The house deck ------------------------------------------------------------------------------------------------


def test_there_are_60_cards_of_five_types_with_numbers_and_0_to_3_stars() -> None:
    """stellar.components.cards"""
    cards = HOUSE.pack.cards
    assert len(cards) == 60
    kinds = Counter(str(card.type) for card in cards)
    assert [kinds[name] for name in (*TYPES, "None")] == [11, 11, 11, 11, 11, 5]
    assert {card.stars for card in cards} <= {0, 1, 2, 3}
    typed = Counter(card.number for card in cards if card.type)
    assert typed == {1: 10, 2: 10, 3: 10, 4: 10, 5: 10, "6/0": 5}


def test_the_assumed_star_counts_go_down_with_the_number() -> None:
    stars = {card.number: card.stars for card in HOUSE.pack.cards if card.type}
    assert stars == {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, "6/0": 0}
    assert HOUSE.pack.status["cards.stars"] == "assumed"
    assert HOUSE.pack.status["telescope.adjacent"] == "assumed"


def test_there_is_one_6_0_card_of_each_type() -> None:
    """stellar.components.six_zero"""
    assert [card.type for card in HOUSE.pack.cards if card.number == "6/0"] == list(TYPES)


def test_a_satellite_has_a_number_and_no_type() -> None:
    """stellar.components.satellites"""
    satellites = [card for card in HOUSE.pack.cards if card.type is None]
    assert [card.number for card in satellites] == [1, 2, 3, 4, 5]
    assert all(DECK.kind[DECK.codes[card.id]] == SATELLITE for card in satellites)


def test_five_start_cards_one_of_each_type() -> None:
    """stellar.components.start_cards"""
    starts = [card for card in HOUSE.pack.cards if card.start]
    assert [(card.type, card.number) for card in starts] == [(kind, 3) for kind in TYPES]


def test_the_telescope_has_twelve_slots_in_sections_of_five_three_and_four() -> None:
    """stellar.components.telescope"""
    assert DECK.sections == ((0, 1, 2, 3, 4), (5, 6, 7), (8, 9, 10, 11))


def test_adjacent_means_sharing_a_piece_of_edge() -> None:
    """stellar.components.adjacent"""
    rows = HOUSE.pack.telescope.rows
    assert rows == ((1,), (2, 3), (4, 5), (6, 7, 8), (9, 10, 11, 12))
    assert len(HOUSE.pack.telescope.adjacent) == 21
    assert remarks(PACK_BYTES) == []
    assert all(DECK.adjacent[b - 1] >> (a - 1) & 1 for a, b in HOUSE.pack.telescope.adjacent)
    assert all((a, b) in HOUSE.pack.telescope.adjacent for row in rows for a, b in pairwise(row))


# Card numbers --------------------------------------------------------------------------------------------------


@given(st.sampled_from(FACES))
def test_a_face_survives_its_text_form(face: int) -> None:
    assert parse_face(face_text(face)) == face


@given(st.text())
def test_text_that_is_no_face_is_not_taken_for_one(text: str) -> None:
    face = parse_face(text)
    assert face is None or face_text(face) == text


def test_every_face_has_a_text_form_of_its_own() -> None:
    assert len({face_text(face) for face in FACES}) == len(FACES) == 5 * 6 * 4 + 5


@pytest.mark.parametrize("text", ["moon:4", "moon:4:4", "moon:6:1", "satellite:3:0", "satellite:6/0", "sun:1:1", ""])
def test_no_such_face(text: str) -> None:
    assert parse_face(text) is None


def test_the_tables_know_every_card_as_it_lies() -> None:
    moon = DECK.codes["moon-4-a"]
    assert (DECK.kind[moon], DECK.value[moon], DECK.stars[moon], DECK.coordinate[moon]) == (1, 4, 1, 4)
    wild = DECK.codes["cloud-6/0"]
    assert (DECK.value[wild], DECK.coordinate[wild]) == (6, coordinate_of("6/0"))
    assert DECK.value[EMPTY] == 0
    assert [DECK.value[FACE_DOWN + code] for code in (moon, wild, UNKNOWN)] == [3, 3, 3]
    assert {DECK.kind[FACE_DOWN + moon], DECK.kind[EMPTY], DECK.kind[UNKNOWN]} == {6}


def test_a_card_is_called_by_its_id_or_its_face() -> None:
    assert DECK.name(DECK.codes["moon-4-a"]) == "moon-4-a"
    assert DECK.name(face_number(1, 4, 2)) == "moon:4:2"
    assert DECK.name(UNKNOWN) == "?"
    assert DECK.face[DECK.codes["satellite-2"]] == face_number(SATELLITE, 2, 0) >= FIRST_FACE


# Packs ---------------------------------------------------------------------------------------------------------


def test_the_house_pack_is_valid() -> None:
    report = check_pack(PACK_BYTES)
    assert report.valid
    assert report.problems == report.warnings == ()
    assert report.figures.cards == 60
    assert report.figures.stars["moon"] == 2 * (3 + 2 + 2 + 1 + 1)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (changed(cards=PACK["cards"][:-1]), "cards: there are 59, expected 60"),
        (with_card(0, id="planet-1-b"), "card 'planet-1-b': 2 cards have this id"),
        (with_card(0, id="planet:1"), "card 'planet:1': an id may not be empty or hold a colon"),
        (with_card(0, start=True), "planet: 2 start cards, expected 1"),
        (with_card(10, number=5), "planet: 0 cards 6/0, expected 1"),
        (with_card(55, stars=1), "satellite 'satellite-1': expected a number 1 to 5, no stars and no diamond"),
        (with_telescope(rows=[[1]]), "rows: expected every slot 1 to 12 exactly once"),
        (
            with_telescope(sections={"top": [1, 2, 3, 4], "middle": [6, 7, 8], "bottom": [9, 10, 11, 12]}),
            "section top: 4 slots, expected 5",
        ),
        (with_telescope(adjacent=[*PACK["telescope"]["adjacent"], [3, 3]]), "slot 3: cannot be adjacent to itself"),
        (with_telescope(adjacent=[*PACK["telescope"]["adjacent"], [2, 1]]), "pair 1-2: is listed twice"),
        (
            with_telescope(adjacent=[p for p in PACK["telescope"]["adjacent"] if 12 not in p]),
            "adjacent: slots 12 are not joined to slot 1",
        ),
    ],
)
def test_a_pack_that_cannot_be_played_is_refused_with_the_reason(data: bytes, problem: str) -> None:
    assert problem in findings(data)
    with pytest.raises(BadInput, match="pack of stellar"):
        Stellar.from_pack(data)


def test_a_pack_is_refused_with_all_reasons_at_once() -> None:
    data = msgspec.json.decode(with_card(55, stars=1))
    data["telescope"]["rows"] = []
    with pytest.raises(BadInput) as caught:
        Stellar.from_pack(msgspec.json.encode(data))
    assert "satellite 'satellite-1'" in str(caught.value)
    assert "rows: " in str(caught.value)


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff", changed(game="chess"), with_card(0, stars=4)])
def test_what_does_not_have_the_form_of_a_pack_is_bad_input(data: bytes) -> None:
    with pytest.raises(BadInput, match="pack of stellar"):
        check_pack(data)


def test_what_is_unlike_the_printed_game_is_remarked_but_may_be_played() -> None:
    other = with_card(4, number=2)
    assert remarks(other) == [
        "start card 'planet-3-a': has the number 2, expected 3",
        "planet 2: 3 copies, expected 2",
        "planet 3: 1 copies, expected 2",
    ]
    assert Stellar.from_pack(other).pack_name == "house"
    pairs = [pair for pair in PACK["telescope"]["adjacent"] if pair != [2, 3]]
    assert remarks(with_telescope(adjacent=[*pairs, [1, 12]])) == [
        "slots 1 and 12: are listed as adjacent, but do not touch in the rows",
        "slots 2 and 3: touch in the rows, but are not listed as adjacent",
    ]
