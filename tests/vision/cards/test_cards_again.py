"""Cards that are found only when the table is looked at again, and those that must not be."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from hardware.simulated.stellar.face import Face
from tests.vision.cards.laid import MIDDLE, PX_PER_MM, TURN, card_plane, found_in, plane, table
from vision.cards import find
from vision.cards import judge as choose
from vision.cards import read as reading
from vision.cards.find import Candidates, Covering, Search, card_corners, described
from vision.cards.fronts import by_fronts
from vision.cards.judge import chosen, with_others
from vision.cards.layout import Field
from vision.cards.looks import Deck
from vision.cards.patient import look_again
from vision.cards.read import NUMBER_NETS, best, read_fields
from vision.cards.reading import Lying
from vision.cards.signs import Signs
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Image, project

NOWHERE = np.zeros((0, 4, 2))


def away(deck: Deck, planes: Array, there: Array) -> Array:
    """(n,) mm: how far cards at these planes lie from one, the farthest corner."""
    truth = project(there, deck.layout.outline)
    return np.asarray(np.linalg.norm(card_corners(deck.layout, planes) - truth, axis=2).max(1) / PX_PER_MM)


def without(field: Field, picture: Image, there: Array) -> Image:
    """The picture with a patch of one colour over what the card at `there` prints in this field."""
    middle, half = np.array(field.at), np.array(field.size) / 2
    box = np.array([middle - half, middle + half * [1, -1], middle + half, middle + half * [-1, 1]])
    covered = picture.copy()
    cv2.fillConvexPoly(covered, np.rint(project(there, box)).astype(np.int32), (150, 160, 170))
    return covered


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither outlines nor signs are seen."""
    nothing = np.zeros((0, 3)), np.zeros(0, np.float32)
    monkeypatch.setattr(find, "rectangles_of", lambda *_: nothing)
    monkeypatch.setattr(find, "by_signs", lambda *_: Signs(np.zeros((0, 2)), *nothing))


@pytest.mark.parametrize("turn", [0.0, 37.0, 121.0, 250.0])
def test_a_card_without_outline_and_sign_is_found_by_its_whole_front(deck: Deck, turn: float) -> None:
    there = card_plane(deck, turn)
    picture = without(deck.layout.type, table((there, Face("moon", "4", 2))), there)
    planes = by_fronts(picture, plane(), deck, NOWHERE, (True, True))
    assert away(deck, planes[:2], there).min() < 8.0


def test_a_front_of_which_another_card_hides_much_is_found_by_the_rest(deck: Deck) -> None:
    there, above = (card_plane(deck, 0.0, (MIDDLE[0], MIDDLE[1] + y)) for y in (0.0, 0.5 * deck.layout.card.height))
    picture = table((there, Face("moon", "4", 2)), (above, Face("cloud", "1", 3)))
    planes = by_fronts(picture, plane(), deck, project(above, deck.layout.outline)[None], (True, True))
    assert away(deck, planes[:4], there).min() < 8.0
    assert away(deck, planes, above).min() > 8.0


def test_fronts_are_looked_for_only_where_it_is_asked(deck: Deck) -> None:
    there = card_plane(deck)
    picture = table((there, Face("moon", "4", 2)))
    assert away(deck, by_fronts(picture, plane(), deck, NOWHERE, (False, True)), there).min() < 8.0
    on_board = by_fronts(picture, plane(), deck, NOWHERE, (True, False))
    assert not len(on_board) or away(deck, on_board, there).min() > 8.0


def in_slot(deck: Deck, slot: int) -> Array:
    """The plane of a card in the middle of a slot."""
    middle = np.array(deck.layout.slots[slot]) + np.array([deck.layout.card.width, deck.layout.card.height]) / 2
    return card_plane(deck, 1.0, (float(middle[0]), float(middle[1])))


@pytest.mark.parametrize(("known", "asked"), [(None, True), (Lying(notebook=0), True), (Lying(telescope=0), False)])
def test_what_is_nearly_a_card_in_a_slot_is_asked_about_where_nothing_is_known(
    deck: Deck, known: Lying | None, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = choose.confirmed

    def veiled(search: Search, cards: Candidates, gains: Array | None) -> tuple[Candidates, Array]:
        seen, odds = sure(search, cards, gains)
        return seen, odds - odds.max(initial=0.0) - 0.1

    monkeypatch.setattr(choose, "confirmed", veiled)
    found = found_in(table((in_slot(deck, 7), Face("moon", "4", 2))), deck, known)
    assert (7 in found.cards.slot) is asked
    assert all(odds == TUNING.missing for odds in found.odds)


@pytest.mark.parametrize(("number", "asked"), [(0.99, True), (0.95, False)])
def test_what_is_less_nearly_a_card_is_asked_about_for_a_plain_number(
    deck: Deck, number: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = choose.confirmed

    def veiled(search: Search, cards: Candidates, gains: Array | None) -> tuple[Candidates, Array]:
        seen, odds = sure(search, cards, gains)
        told = np.eye(7)[3] * number + (1 - number) * np.eye(7)[6]
        numbers = np.tile(told.astype(np.float32), (len(odds), 1))
        return msgspec.structs.replace(seen, numbers=numbers), odds - odds.max(initial=0.0) - 1.5

    monkeypatch.setattr(choose, "confirmed", veiled)
    monkeypatch.setattr(choose, "not_bare", lambda search, cards, gains, most: (cards.rows([]), np.zeros(0, bool)))
    found = found_in(table((in_slot(deck, 7), Face("moon", "4", 2))), deck)
    assert (7 in found.cards.slot) is asked


@pytest.mark.parametrize("plain", [True, False])
def test_what_a_lamp_veils_is_asked_about_where_its_number_and_its_sign_are_plain(
    deck: Deck, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = card_plane(deck)
    picture = table((there, Face("moon", "4", 2)))
    seen = picture if plain else without(deck.layout.number, picture, there)
    monkeypatch.setattr(choose, "agreement", lambda image, planes, *rest: np.zeros(len(planes)))
    monkeypatch.setattr(choose, "tint_distance", lambda seen, learnt, gains: np.ones(len(seen)))
    found = found_in(seen, deck)
    assert found.odds.tolist() == pytest.approx([TUNING.plainly_told] * plain, abs=0.3)


def test_a_card_in_a_slot_that_shows_no_number_may_lie_face_down(deck: Deck) -> None:
    there = in_slot(deck, 7)
    picture = table((there, Face("moon", "4", 2)))
    found = found_in(picture, deck)
    plain, bare = (read_fields(seen, found, deck)[0] for seen in (picture, without(deck.layout.number, picture, there)))
    assert plain.down < 1 - TUNING.doubtful < bare.down < 0.5


@pytest.mark.parametrize(("none", "asked"), [(0.9, True), (0.3, False)])
def test_a_number_that_is_hardly_where_it_should_be_is_asked_about(
    deck: Deck, none: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = table((card_plane(deck), Face("moon", "4", 2)))
    found = found_in(picture, deck)
    told = {7: [0.0, 0.0, 0.0, 1 - none, 0.0, 0.0, none], 4: [0.0, 0.0, 1.0, 0.0]}

    def said(nets: dict[str, float], views: list[Array]) -> tuple[Array, Array]:
        row = np.array([told[7 if nets is NUMBER_NETS else 4]])
        return row, row

    monkeypatch.setattr(reading, "agreed", said)
    number, p = best(read_fields(picture, found, deck)[0].numbers)
    assert (number, p < TUNING.doubtful) == (4, asked)


def test_a_card_that_lies_face_down_is_none_the_less_so_for_showing_no_number(deck: Deck) -> None:
    there = in_slot(deck, 7)
    picture = table((there, Face("moon", "4", 2)))
    found = found_in(picture, deck)
    turned = msgspec.structs.replace(found, down=np.array([True]))
    bare = without(deck.layout.number, picture, there)
    assert read_fields(bare, turned, deck)[0].down > TUNING.doubtful


@pytest.mark.usefixtures("blind")
def test_a_card_that_the_record_knows_of_is_looked_for_again(deck: Deck) -> None:
    there = card_plane(deck)
    picture = table((there, Face("moon", "4", 2)))
    assert len(found_in(picture, deck).cards.slot) == 0
    assert len(found_in(picture, deck, Lying(notebook=0)).cards.slot) == 0
    found = found_in(picture, deck, Lying(notebook=1))
    assert away(deck, found.cards.planes, there).tolist() == [pytest.approx(0.0, abs=2.5)]


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("turn", [2.0, 181.0])
def test_a_free_slot_is_looked_at_again_either_way_up(deck: Deck, turn: float) -> None:
    x, y = deck.layout.slots[5]
    middle = (x + deck.layout.card.width / 2 + 2.0, y + deck.layout.card.height / 2 - 1.5)
    there = card_plane(deck, turn, middle)
    picture = table((there, Face("asteroid", "2", 1)))
    found = found_in(picture, deck, Lying(telescope=1, notebook=0))
    assert found.cards.slot.tolist() == [5]
    assert away(deck, found.cards.planes, there)[0] < 2.5


def test_a_bare_table_has_no_cards_even_if_the_record_knows_of_some(deck: Deck) -> None:
    bare = np.full((760, 1000, 3), 128, np.uint8)
    search = Search(bare, plane(), deck)
    nothing = look_again(search, NOWHERE, np.zeros(0, np.int64), lambda seen: np.zeros(len(seen.slot)), (False, False))
    assert len(nothing.slot) == 0
    assert len(found_in(bare, deck, Lying(telescope=3, notebook=2)).cards.slot) == 0


@pytest.mark.usefixtures("blind")
def test_no_more_is_found_again_than_the_record_knows_of(deck: Deck) -> None:
    places = [card_plane(deck, TURN, (x, 150.0)) for x in (270.0, 340.0, 410.0)]
    picture = table(*((there, Face("moon", "4", 2)) for there in places))
    for count in (1, 2, 3):
        assert len(found_in(picture, deck, Lying(notebook=count)).cards.slot) == count


def test_once_all_cards_are_seen_only_sure_ones_are_added(deck: Deck) -> None:
    planes = np.stack([card_plane(deck, 0.0, (x, 150.0)) for x in (300.0, 380.0, 460.0)])
    n, zero = len(planes), np.zeros(len(planes), np.float32)
    kinds, numbers = np.zeros((n, 6), np.float32), np.zeros((n, 7), np.float32)
    corners = card_corners(deck.layout, planes)
    found = Candidates(np.zeros(n, np.int64), planes, corners, zero, zero, numbers, kinds)
    odds = np.array([4.0, 3.0, 1.0])
    for told, rows in ((None, [0, 1, 2]), (1, [0, 1]), (3, [0, 1, 2])):
        assert chosen(found, odds, deck.layout, None, Lying(notebook=told)).tolist() == rows


def test_where_the_likeliest_is_no_card_after_all_the_next_is_tried(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = card_plane(deck)
    picture = table((there, Face("moon", "4", 2)))
    judged = choose.face_odds

    def misled(found: Candidates, its: Deck) -> Array:
        """What lies half over the card looks much more like a card than it is."""
        far = away(deck, found.planes, there)
        return np.where((far > 15) & (far < 40), 15.0, judged(found, its))

    monkeypatch.setattr(choose, "face_odds", misled)
    found = found_in(picture, deck)
    assert away(deck, found.cards.planes, there).tolist() == [pytest.approx(0.0, abs=2.5)]


def test_what_others_kept_out_is_tried_only_where_no_sure_card_lies(deck: Deck) -> None:
    there = card_plane(deck)
    search = Search(table((there, Face("moon", "4", 2))), plane(), deck)
    laid = Covering(np.zeros(1, np.int64), there[None], np.ones(1, np.float32), np.ones(1, np.float32))
    card = described(search.image, laid, deck)
    for odds, count in ((9.0, 1), (-1.0, 2)):
        cards, worth = with_others(search, card, np.array([odds]), card, np.zeros(3))
        assert len(cards.slot) == len(worth) == count
        assert worth[-1] > 2
