"""Which cards are found on a table, and which are not taken for cards."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import BadInput
from hardware.simulated.stellar.design import house_look
from hardware.simulated.stellar.face import Face, print_board, print_card
from pi_app.games.stellar.camera import CARDS
from tests.vision.cards.laid import MIDDLE, PX_PER_MM, card_plane, found_in, plane, table
from vision.cards import judge
from vision.cards.colours import board_covered, not_bare
from vision.cards.find import Candidates, Covering, Search, card_corners, described, ground_of
from vision.cards.judge import Found, chosen, confirmed, face_odds, surely
from vision.cards.looks import Deck, deck_of
from vision.cards.read import Fields, doubts, read_cards, read_fields, stars_covered
from vision.cards.reading import Lying, lying_of
from vision.cards.signs import Signs, beside_others, by_signs, turns_of
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Image, project


def cloth_with(deck: Deck, faces: dict[float, Face], at: tuple[float, float] = MIDDLE) -> Image:
    """A table with a card at each of the turns."""
    return table(*((card_plane(deck, turn, at), face) for turn, face in faces.items()))


@pytest.mark.parametrize("turn", [0.0, 37.0, 121.0, 250.0])
def test_a_card_is_found_by_its_sign_at_any_turn(deck: Deck, turn: float) -> None:
    picture = cloth_with(deck, {turn: Face("moon", "4", 2)})
    found = by_signs(picture, plane(), deck)
    assert np.hypot(*(found.rectangles[0, :2] - np.array(MIDDLE))) < 4.0
    assert abs((found.rectangles[0, 2] - turn + 90) % 180 - 90) < 8
    assert found.like[0] > 1.2
    sign = project(np.linalg.inv(plane()) @ card_plane(deck, turn), np.array([deck.layout.type.at]))
    assert np.linalg.norm(found.places - sign, axis=1).min() < 2.5


def test_a_table_without_cards_has_no_sign_and_front_of_one(deck: Deck) -> None:
    assert by_signs(cloth_with(deck, {}), plane(), deck).like.max(initial=0.0) < 1.2


def test_a_deck_without_looks_has_no_signs(deck: Deck) -> None:
    found = by_signs(cloth_with(deck, {}), plane(), deck_of(deck.layout, {}))
    assert len(found.places) == len(found.rectangles) == len(found.like) == 0


def outline(deck: Deck, turn: float, at: tuple[float, float] = MIDDLE) -> Array:
    """(4, 2) mm of the table: a card's corners."""
    return project(np.linalg.inv(plane()) @ card_plane(deck, turn, at), deck.layout.outline)


def test_turns_are_grouped_the_most_frequent_first(deck: Deck) -> None:
    turns = turns_of(np.stack([outline(deck, turn) for turn in (90, 179, -179, 181)]))
    assert len(turns) == 2
    assert abs((turns[0] - 180.3 + 180) % 360 - 180) < 1


def test_a_sign_that_no_card_has_is_tried_at_the_turns_of_the_others(deck: Deck) -> None:
    beside = (MIDDLE[0] + 60, MIDDLE[1])
    there = outline(deck, 30.0)
    back = np.linalg.inv(plane())
    planes = [back @ card_plane(deck, 30.0, at) for at in (MIDDLE, beside)]
    signs = [project(one, np.array([deck.layout.type.at]))[0] for one in planes]
    seen = Signs(np.array(signs), np.zeros((0, 3)), np.zeros(0, np.float32))
    found = beside_others(seen, there[None], deck.layout)
    assert found.shape == (1, 3)
    assert np.allclose(found[0], (*beside, 30.0), atol=1e-6)
    assert len(beside_others(seen, there[:0].reshape(0, 4, 2), deck.layout)) == 0


def test_a_card_without_an_outline_is_read_where_it_lies(deck: Deck) -> None:
    found = found_in(cloth_with(deck, {37.0: Face("moon", "4", 2)}), deck)
    truth = project(card_plane(deck, 37.0), deck.layout.outline)
    away = np.abs(found.cards.corners[~found.down] - truth).max((1, 2))
    assert len(away) == 1
    assert away[0] < 2.5 * PX_PER_MM


def telescope_picture(deck: Deck) -> Image:
    """An empty telescope, and one card beside it."""
    picture = cloth_with(deck, {37.0: Face("moon", "4", 2)})
    board = print_board(house_look(), True, 4.0)
    onto = plane() @ np.diag([0.25, 0.25, 1.0])
    cv2.warpPerspective(board, onto, (1000, 760), dst=picture, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    return picture


def candidates(deck: Deck, planes: Array) -> Candidates:
    n = len(planes)
    numbers = np.zeros((n, 7), np.float32)
    corners = card_corners(deck.layout, planes)
    zero = np.zeros(n, np.float32)
    return Candidates(np.zeros(n, np.int64), planes, corners, zero, zero, numbers, np.zeros((n, 6), np.float32))


def with_numbers(deck: Deck, *numbers: tuple[float, ...]) -> Candidates:
    """Cards somewhere, of which the net says that."""
    found = candidates(deck, np.stack([card_plane(deck)] * len(numbers)))
    return msgspec.structs.replace(found, numbers=np.array(numbers, np.float32))


def test_what_lies_askew_about_its_sign_and_shows_no_plain_number_is_not_surely_a_card_just_so(deck: Deck) -> None:
    said = ((0.0, 0.0, 0.0, 0.91, 0.09, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0), (0.0,) * 6 + (1.0,))
    assert surely(with_numbers(deck, *said), np.full(3, 7.0)).tolist() == [False, True, False]
    assert not surely(with_numbers(deck, said[1]), np.array([TUNING.sure]))[0]


def test_what_may_show_several_numbers_is_less_likely_a_card_just_so(deck: Deck) -> None:
    one, two, none = face_odds(
        with_numbers(deck, (1.0,) + (0.0,) * 6, (0.5, 0.5) + (0.0,) * 5, (0.0,) * 6 + (1.0,)), deck
    )
    assert one - two == pytest.approx(TUNING.vague * np.log(2.0))
    assert one - none == pytest.approx(TUNING.face[3]), "what shows none is told by other things"


def test_a_card_is_not_laid_exactly_where_its_plain_number_would_not_be(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its type prints may fit better a little beside, where another card lies over it."""

    def aside(_image: object, planes: Array, *_: object) -> Array:
        shift = np.eye(3)
        shift[:2, 2] = 0.0, 9.0
        return planes @ shift

    monkeypatch.setattr(judge, "laid_closer", aside)
    (corners,) = found_in(cloth_with(deck, {37.0: Face("moon", "4", 2)}), deck).cards.corners
    there = card_corners(deck.layout, card_plane(deck)[None])[0]
    assert np.linalg.norm(corners - there, axis=1).max() < 2.0 * PX_PER_MM


@pytest.mark.parametrize(
    ("number", "kind", "stars", "asked"),
    [
        (0.98, 0.91, 0.98, []),
        (0.96, 0.91, 0.98, ["number"]),
        (0.98, 0.8, 0.98, ["type"]),
        (0.98, 0.91, 0.96, ["stars"]),
    ],
)
def test_numbers_and_stars_are_asked_about_sooner_than_types(
    deck: Deck, number: float, kind: float, stars: float, asked: list[str]
) -> None:
    said = Fields(0.01, {4: number, 5: 1 - number}, {"moon": kind, "cloud": 1 - kind}, {2: stars, 3: 1 - stars})
    assert [doubt.field for doubt in doubts(said, 0, candidates(deck, card_plane(deck)[None]))] == asked


def test_a_satellite_is_asked_for_its_stars_only_where_it_may_be_none(deck: Deck) -> None:
    def asked(satellite: float) -> list[str]:
        said = Fields(0.01, {4: 1.0}, {"satellite": satellite, "moon": 1 - satellite}, {0: 0.01, 2: 0.99})
        return [doubt.field for doubt in doubts(said, 0, candidates(deck, card_plane(deck)[None]))]

    assert (asked(0.92), asked(0.88)) == ([], ["type", "stars"])


def test_no_card_reads_what_another_one_prints(deck: Deck) -> None:
    sign = np.array(deck.layout.type.at)
    there = card_plane(deck, 0.0)
    # Upside down over the sign of the first card, and itself showing a sign that the first card prints.
    turned = there @ np.array([[-1.0, 0, 2 * sign[0]], [0, -1.0, 2 * sign[1] + 14], [0, 0, 1]])
    assert len(chosen(candidates(deck, np.stack([there, turned])), np.array([5.0, 4.0]), deck.layout)) == 1
    below = there @ np.array([[1.0, 0, 0], [0, 1, -deck.layout.card.height * 0.65], [0, 0, 1]])
    assert len(chosen(candidates(deck, np.stack([there, below])), np.array([5.0, 4.0]), deck.layout)) == 2


def test_no_stars_are_asked_about_where_another_card_lies_over_them(deck: Deck) -> None:
    there = card_plane(deck, 0.0)
    away = np.eye(3)
    away[:2, 2] = np.array(deck.layout.stars.at) - np.array([deck.layout.card.width, deck.layout.card.height]) / 2
    over = there @ away
    planes = np.stack([there, over])
    cards = candidates(deck, planes)
    assert stars_covered(cards, deck.layout).round(2).tolist() == [1.0, 0.0]
    found = Found(cards, np.zeros(2, bool), np.full(2, 9.0), np.zeros((2, len(deck.kinds))))
    hidden, plain = read_fields(np.full((760, 1000, 3), 200, np.uint8), found, deck)
    assert hidden.stars[0] == TUNING.none_covered < plain.stars[0]


def test_what_shows_neither_number_nor_sign_is_asked_about_and_a_back_is_not(deck: Deck) -> None:
    """An empty slot may have the colour of a type's cards."""
    planes = np.stack([card_plane(deck, 0.0), card_plane(deck, 0.0, (420.0, 150.0))])
    found = Found(candidates(deck, planes), np.array([False, True]), np.full(2, 9.0), np.zeros((2, len(deck.kinds))))
    front, back = read_fields(np.full((760, 1000, 3), 200, np.uint8), found, deck)
    assert (front.down, round(back.down, 2)) == (TUNING.nothing_told, 1.0)
    card = msgspec.structs.replace(found, down=np.zeros(2, bool))
    picture = cloth_with(deck, {0.0: Face("moon", "4", 2)})
    assert read_fields(picture, card, deck)[0].down < 1 - TUNING.doubtful


def test_what_has_not_the_colours_of_its_type_is_no_card(deck: Deck) -> None:
    there = card_plane(deck, 0.0)[None]
    picture = cloth_with(deck, {0.0: Face("moon", "4", 2)})
    strange = picture.copy()
    strange[..., 0] = strange[..., 0] // 4
    strange[..., 2] = 255 - strange[..., 2] // 3
    for image, count in ((picture, 1), (strange, 0)):
        search = Search(image, plane(), deck)
        laid = Covering(np.zeros(1, np.int64), there, np.full(1, 0.2, np.float32), np.ones(1, np.float32))
        odds = confirmed(search, described(image, laid, deck), np.zeros(3))[1]
        assert int((odds > 0).sum()) == count


def test_a_card_that_must_be_there_may_be_less_likely(deck: Deck) -> None:
    planes = np.stack([card_plane(deck, 0.0, (x, 150.0)) for x in (300.0, 380.0, 460.0, 540.0)])
    found, odds = candidates(deck, planes), np.array([4.0, -1.0, -2.0, -9.0])
    down = np.array([False, False, True, False])
    for told, rows in (((None, None), [0]), ((None, 1), [0]), ((None, 2), [0, 1]), ((3, 4), [0, 1])):
        lying = Lying(telescope=told[0], notebook=told[1])
        assert chosen(found, odds, deck.layout, down, lying).tolist() == rows


def test_cards_that_were_not_seen_are_named_where_the_record_knows_them(deck: Deck) -> None:
    picture = telescope_picture(deck)
    reading = read_cards(picture, deck, Lying(telescope=1, notebook=2))
    assert len(reading.cards) == 1
    assert reading.unseen == Lying(telescope=1, notebook=1)
    assert CARDS.in_words(reading, 1)[-2:] == ["telescope: 1 not seen", "notebook: 1 not seen"]
    assert reading.as_json()["unseen"] == {"telescope": 1, "notebook": 1}
    assert "unseen" not in read_cards(picture, deck).as_json()


def test_a_telescope_without_cards_is_read(deck: Deck) -> None:
    bare, onto = np.zeros((760, 1000, 3), np.uint8), plane() @ np.diag([0.25, 0.25, 1.0])
    cv2.warpPerspective(print_board(house_look(), True, 4.0), onto, (1000, 760), dst=bare, flags=cv2.INTER_AREA)
    assert read_cards(bare, deck).cards == read_cards(bare, deck, Lying(telescope=0, notebook=0)).cards == ()


def back_in_slot_5(deck: Deck) -> Image:
    """A telescope with a card face down in its fifth slot, and another card beside it."""
    picture = telescope_picture(deck)
    x, y = deck.layout.slots[5]
    onto = plane() @ np.array([[0.25, 0, x], [0, 0.25, y], [0, 0, 1.0]])
    back = print_card(house_look(), None, 4.0).picture
    cv2.warpPerspective(back, onto, (1000, 760), dst=picture, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    return picture


def covered_slots(picture: Image, deck: Deck) -> Array:
    """(12,) whether a back lies in each slot (1) or it is bare (-1)."""
    search = Search(picture, plane(), deck)
    planes = [plane() @ np.array([[1.0, 0, x], [0, 1.0, y], [0, 0, 1]]) for x, y in deck.layout.slots.values()]
    return board_covered(search, np.stack(planes), np.zeros(3))


def test_a_back_on_a_slot_hides_the_board_and_an_empty_slot_does_not(deck: Deck) -> None:
    covered = covered_slots(back_in_slot_5(deck), deck)
    assert covered[4] > 0.5
    assert (np.delete(covered, 4) < -0.4).all()
    assert found_slots(back_in_slot_5(deck), deck) == [5]


def test_a_back_of_nearly_the_boards_colour_is_told_from_an_empty_slot(deck: Deck) -> None:
    picture = telescope_picture(deck)
    board = ground_of(picture, plane(), deck.layout)
    assert board is not None
    own = np.broadcast_to(board.colour * np.float32(0.85), deck.tints["back"].shape)
    (x, y), size = deck.layout.slots[5], (deck.layout.card.width, deck.layout.card.height)
    corners = project(plane(), np.array([[x, y], [x + size[0], y + size[1]]])).astype(int)
    cv2.rectangle(picture, corners[0].tolist(), corners[1].tolist(), own[0, 0].tolist(), -1)
    covered = covered_slots(picture, msgspec.structs.replace(deck, tints=deck.tints | {"back": own}))
    assert covered[4] > 0.5
    assert (np.delete(covered, 4) == -1).all()
    as_the_board = np.broadcast_to(board.colour * np.float32(0.95), deck.tints["back"].shape)
    assert not covered_slots(picture, msgspec.structs.replace(deck, tints=deck.tints | {"back": as_the_board})).any()


def hidden_slot_5(deck: Deck) -> Image:
    """A telescope with something on its fifth slot that is no card."""
    picture = telescope_picture(deck)
    corners = project(plane(), deck.layout.outline + deck.layout.slots[5])
    return np.asarray(cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (90, 200, 120)), np.uint8)


@pytest.mark.parametrize(("known", "asked"), [(None, [5]), (Lying(telescope=1), [5]), (Lying(telescope=0), [])])
def test_a_slot_that_something_hides_is_not_left_empty_without_a_question(
    deck: Deck, known: Lying | None, asked: list[int]
) -> None:
    told = read_cards(hidden_slot_5(deck), deck, known)
    assert [card.slot for card in told.cards if card.slot] == asked
    assert {doubt.slot for doubt in told.doubtful if doubt.field == "face_down"} == set(asked)
    assert (told.unseen and told.unseen.telescope) == (known and known.telescope), "nothing was read in it"


def test_nothing_is_sure_about_a_card_that_is_only_guessed(deck: Deck) -> None:
    """Once somebody says that it lies face up, its number, type and stars are asked about."""
    cards = msgspec.structs.replace(candidates(deck, card_plane(deck)[None]), slot=np.array([5]))
    picture = table((card_plane(deck), Face("moon", "4", 2)))
    plain = Found(cards, np.zeros(1, bool), np.full(1, 9.0), np.zeros((1, len(deck.kinds))))
    guessed = msgspec.structs.replace(plain, hidden=frozenset({5}))
    (sure,), (unsure,) = (read_fields(picture, found, deck) for found in (plain, guessed))
    assert [max(one.values()) > TUNING.doubtful for one in (sure.numbers, sure.kinds, sure.stars)] == [True] * 3
    assert [max(one.values()) for one in (unsure.numbers, unsure.kinds, unsure.stars)] == [TUNING.least_doubted] * 3


def test_neither_what_is_cut_off_nor_what_a_card_lies_on_is_a_hidden_slot(deck: Deck) -> None:
    picture, none, gains = hidden_slot_5(deck), candidates(deck, np.zeros((0, 3, 3))), np.zeros(3)
    assert not_bare(Search(picture, plane(), deck), none, gains, 12)[0].slot.tolist() == [5]
    assert not_bare(Search(picture, plane(), deck), none, gains, 0)[0].slot.tolist() == []
    (x, y), card = deck.layout.slots[5], deck.layout.card
    edge = int(project(plane(), np.array([[x + 0.9 * card.width, y]]))[0, 0])
    cut = np.ascontiguousarray(picture[:, :edge])
    assert not_bare(Search(cut, plane(), deck), none, gains, 12)[0].slot.tolist() == []
    askew = candidates(deck, card_plane(deck, 30.0, (x + card.width / 2, y + card.height / 2))[None])
    assert not_bare(Search(picture, plane(), deck), askew, gains, 12)[0].slot.tolist() == []


def test_a_lamp_on_slots_and_on_the_board_beside_them_hides_no_board(deck: Deck) -> None:
    picture = back_in_slot_5(deck)
    dim, (x, y) = picture // 2, project(plane(), np.array([deck.layout.slots[12]]))[0].astype(int)
    reach = int(100 * PX_PER_MM)
    lit = np.s_[y - reach : y + reach, x - reach : x + reach]
    dim[lit] = picture[lit]
    assert covered_slots(dim, deck)[11] == -1


def test_another_back_on_the_board_beside_a_slot_is_no_light(deck: Deck) -> None:
    x, y = deck.layout.slots[2]
    picture = back_in_slot_5(deck)
    for at in ((x, y), (1.0, y)):
        onto = plane() @ np.array([[0.25, 0, at[0]], [0, 0.25, at[1]], [0, 0, 1.0]])
        back = print_card(house_look(), None, 4.0).picture
        cv2.warpPerspective(
            back, onto, (1000, 760), dst=picture, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA
        )
    assert covered_slots(picture, deck)[1] > 0.5


def test_what_shows_the_drawing_of_a_back_in_other_colours_is_asked_about(deck: Deck) -> None:
    strange = (deck.tints["back"] * np.array([3.2, 1, 1 / 3.2])).astype(np.float32)
    other = msgspec.structs.replace(deck, tints=deck.tints | {"back": strange})
    found = found_in(back_in_slot_5(deck), other)
    assert found.cards.slot.tolist() == [5, 0]
    assert 0 < found.odds[0] < 1
    assert found_slots(telescope_picture(deck), other) == []


def found_slots(picture: Image, deck: Deck) -> list[int]:
    """The slots on which cards are found to lie face down."""
    found = found_in(picture, deck)
    return [int(slot) for slot in found.cards.slot[found.down]]


def test_where_nothing_may_be_a_back_nothing_hides_the_board(deck: Deck) -> None:
    search = Search(telescope_picture(deck), plane(), deck)
    assert len(board_covered(search, np.zeros((0, 3, 3)), None)) == 0


def test_a_bare_table_has_no_cards(deck: Deck) -> None:
    found = found_in(np.full((720, 1280, 3), 128, np.uint8), deck)
    assert len(found.cards.slot) == len(found.odds) == 0


def test_a_board_outside_the_picture_has_no_colour(deck: Deck) -> None:
    away = plane() @ np.array([[1.0, 0, 5000], [0, 1, 0], [0, 0, 1]])
    assert ground_of(telescope_picture(deck), away, deck.layout) is None


@pytest.mark.parametrize("told", [[], "2", {"telescope": "2"}, {"notebook": 2.5}, {"table": 3}, {"notebook": 10**9}])
def test_what_is_no_number_of_cards_is_refused(told: object) -> None:
    with pytest.raises(BadInput, match="expect: expected numbers of cards"):
        lying_of(told)
