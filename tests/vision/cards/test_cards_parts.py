"""The parts of the card reader: layouts, outlines, alignment, patches, nets."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from engines.errors import BadInput, NotPossible
from engines.registry import pack_bytes
from vision.cards.align import aligned, laid_closer, softened, template_of, template_of_kind, wholes
from vision.cards.evidence import Patches, ink_of, number_views, stars_patches, stars_views
from vision.cards.find import card_corners, card_planes, slot_of
from vision.cards.layout import KINDS, CardsLayout, parse_cards_layout
from vision.cards.looks import deck_of, likeness_in_any_blur, look_from_text, look_text, mark_likeness, tints_of
from vision.cards.read import NUMBER_NETS, Fields, _kinds, agreed, best, doubted, pale_stars, printed_stars, read_cards
from vision.cards.tuning import TUNING
from vision.ink.pose import project
from vision.ink.rectangles import sized

HOUSE: dict[str, Any] = msgspec.json.decode(pack_bytes("stellar", "house"))["layout"]
LAYOUT = parse_cards_layout(HOUSE)
PLANE = np.array([[2.0, 0.1, 60.0], [-0.05, 2.1, 50.0], [1e-4, -5e-5, 1.0]])


def changed(**parts: Any) -> dict[str, Any]:
    return HOUSE | parts


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"kind": "slate"}, "cards"),
        ({"card": {"width": -1, "height": 60}}, "width"),
        ({"number": {"at": [46, 10], "size": [20, 10]}}, "number: expected a box on the card"),
        ({"looks": {"comet": {}}}, "comet"),
        ({"telescope": {"board": {"width": 10, "height": 10}, "slots": {"13": [0, 0]}}}, "13"),
        ({"type": {"at": [1e9, 0], "size": [1, 1]}}, "finite"),
        ({"markers": {"dictionary": "DICT_4X4_50", "size": 22, "at": {"a": [0, 0]}}}, "whole numbers"),
    ],
)
def test_a_layout_that_cannot_be_one_is_refused_in_one_line(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        parse_cards_layout(msgspec.json.encode(changed(**parts)))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", [b"", b"[1]", b"{", b"\xff", b'{"kind":"cards"}'])
def test_what_is_no_layout_is_refused(text: bytes) -> None:
    with pytest.raises(BadInput):
        parse_cards_layout(text)


def test_looks_survive_being_written_into_a_layout() -> None:
    look = look_from_text(LAYOUT.looks["moon"], LAYOUT)
    again = look_text(look)
    assert again == {name: getattr(LAYOUT.looks["moon"], name) for name in again}


def test_a_look_of_the_wrong_length_is_refused() -> None:
    source = msgspec.structs.replace(LAYOUT.looks["moon"], mark="AAAA")
    with pytest.raises(BadInput, match="3072 colour values, got 3"):
        look_from_text(source, LAYOUT)


rectangle = st.tuples(st.floats(60, 140), st.floats(60, 140), st.floats(0, 179))


@given(rectangle)
@settings(max_examples=40, deadline=None)
def test_two_sides_that_meet_give_back_their_rectangle(drawn: tuple[float, float, float]) -> None:
    size = (47.0, 62.0)
    corners = sized.outlines(np.array([drawn]), size)[0]
    segments = np.array([[corners[0], corners[1]], [corners[1], corners[2]]])
    found = sized.corner_rectangles(segments, size)
    away = np.linalg.norm(found[:, :2] - np.array(drawn[:2]), axis=1)
    turned = np.abs((found[:, 2] - drawn[2] + 90) % 180 - 90)
    assert ((away < 0.01) & (turned < 0.01)).any()


def test_a_dark_card_on_a_light_table_is_supported_on_all_sides_and_fitted() -> None:
    image = np.full((400, 400), 220, np.uint8)
    place = np.array([[100.0, 90.0, 20.0]])
    size = (47.0, 62.0)
    plane = np.diag([2.0, 2.0, 1.0])
    quad = project(plane, sized.outlines(place, size)[0])
    cv2.fillConvexPoly(image, np.round(quad * 16).astype(np.int32), 40, cv2.LINE_AA, 4)
    edges = sized.edges_of(image, plane)
    assert sized.support(edges, place, size).min() > 0.9
    assert sized.support(edges, place + np.array([6.0, 6.0, 0.0]), size).max() < 0.2
    fitted = sized.fitted(edges, place + np.array([1.2, -0.8, 1.0]), size)
    assert np.abs(sized.outlines(fitted, size) - sized.outlines(place, size)).max() < 0.7


def test_a_card_a_little_off_is_brought_to_cover_the_picture() -> None:
    rng = np.random.default_rng(4)
    picture = np.full((300, 260), 90, np.uint8)
    planes = PLANE[None]
    corners = project(PLANE, LAYOUT.outline)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), 230)
    for _ in range(12):
        x, y = rng.uniform([5, 5], [42, 57])
        spot = project(PLANE, np.array([[x, y]]))[0]
        cv2.circle(picture, (int(spot[0]), int(spot[1])), 7, 60, -1)
    soft = softened(picture, 2.0)
    template = template_of([wholes(soft, planes, LAYOUT)[0]], LAYOUT)
    off = np.array([[1, 0.02, 1.4], [-0.02, 1, -1.1], [0, 0, 1.0]])
    found, cover = aligned(soft, planes @ off, LAYOUT, template, 16)
    assert cover[0] > 0.95
    assert np.abs(card_corners(LAYOUT, found)[0] - corners).max() < 1.2


def test_a_card_whose_print_seems_smaller_is_no_smaller_card() -> None:
    picture = np.full((300, 260), 230, np.uint8)
    middle = project(PLANE, LAYOUT.outline.mean(0)[None])[0]
    cv2.circle(picture, (int(middle[0]), int(middle[1])), 30, 60, -1)
    template = template_of([wholes(softened(picture, 2.0), PLANE[None], LAYOUT)[0]], LAYOUT)
    smaller = np.full((300, 260), 230, np.uint8)
    cv2.circle(smaller, (int(middle[0]), int(middle[1])), 25, 60, -1)
    found, _ = aligned(softened(smaller, 2.0), PLANE[None], LAYOUT, template, 16)
    before, after = (
        cv2.contourArea(card_corners(LAYOUT, planes)[0].astype(np.float32)) for planes in (PLANE[None], found)
    )
    assert after == pytest.approx(before, rel=0.01)


def test_a_card_is_laid_exactly_by_others_of_its_type_whatever_its_number_shows() -> None:
    rng = np.random.default_rng(7)
    picture = np.full((300, 260), 90, np.uint8)
    corners = project(PLANE, LAYOUT.outline)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), 230)
    for x, y in rng.uniform([6, 22], [41, 56], (10, 2)):
        spot = project(PLANE, np.array([[x, y]]))[0]
        cv2.circle(picture, (int(spot[0]), int(spot[1])), 6, 60, -1)
    own = template_of_kind(wholes(softened(picture, 2.0), PLANE[None], LAYOUT)[0], LAYOUT)
    at = project(PLANE, np.array([LAYOUT.number.at]))[0]
    cv2.circle(picture, (int(at[0]), int(at[1])), 9, 20, -1)
    off = PLANE[None] @ np.array([[1, 0.01, 2.4], [-0.01, 1, -1.6], [0, 0, 1.0]])
    found = laid_closer(softened(picture, 2.0), off, LAYOUT, own)
    before, after = (np.abs(card_corners(LAYOUT, planes)[0] - corners).max() for planes in (off, found))
    assert after < 0.4 * before


def test_planes_and_corners_are_each_others_inverse() -> None:
    corners = project(PLANE, LAYOUT.outline)[None]
    assert np.allclose(card_corners(LAYOUT, card_planes(LAYOUT, corners)), corners, atol=1e-3)


def test_a_rectangle_lies_on_the_slot_it_covers_most() -> None:
    x, y = LAYOUT.slots[7]
    middle = [x + 23.5, y + 31.0]
    rows = np.array([[*middle, 2.0], [middle[0] + 9, middle[1], 178.0], [*middle, 90.0], [400.0, 100.0, 0.0]])
    assert slot_of(LAYOUT, rows).tolist() == [7, 7, 0, 0]


def test_ink_stands_out_whatever_its_colour() -> None:
    dark, light = np.full((1, 32, 32, 3), 30, np.float32), np.full((1, 32, 32, 3), 225, np.float32)
    for ground, ink in ((dark, 200.0), (light, 20.0)):
        ground[0, 10:20, 14:18] = ink
        seen = ink_of(ground)[0]
        assert seen[15, 16] > 2
        assert abs(float(seen[2, 2])) < 0.5
    assert np.abs(ink_of(np.full((1, 32, 32, 3), 99, np.float32))).max() == 0


def test_a_figure_on_a_plate_that_ends_nearby_is_seen_by_the_middle_of_its_patch() -> None:
    patch = np.full((1, 32, 32, 3), 40, np.float32)
    patch[0, 3:29, 3:29] = 250
    patch[0, 11:21, 15:18] = 215
    figure, plate = patch[0, 12:20, 15:18], patch[0, 12:20, 8:12]
    assert abs(float(figure.mean() - plate.mean())) < 40
    whole, middle = np.moveaxis(number_views(patch)[0], -1, 0)
    gaps = [abs(float(view[12:20, 15:18].mean() - view[12:20, 8:12].mean())) for view in (whole, middle)]
    assert gaps[1] > 1.5 * gaps[0]


def test_stars_fainter_than_the_number_are_seen_beside_it() -> None:
    patch = np.full((1, 20, 48, 3), 120, np.float32)
    patch[0, 8:13, 22:27, 0] = 135
    beside, alone = np.moveaxis(stars_views(patch, np.array([60.0], np.float32))[0], -1, 0)
    assert float(beside[10, 24]) < 1.0
    assert float(alone[10, 24]) > 2.0


def starry(ground: float, ink: float) -> Patches:
    """(20, 48, 3) a card's stars: two of them, so many grey levels darker than the card."""
    patch = np.full((20, 48, 3), ground, np.float32)
    patch[7:13, 8:14] -= ink
    patch[7:13, 20:26] -= ink
    return patch


NUMBER_INK = np.full(5, 100, np.float32)


def test_places_for_stars_that_are_far_paler_than_stars_are_none() -> None:
    patches = np.stack([starry(230, 180), starry(230, 170), starry(230, 100), starry(230, 40), starry(230, 40)])
    read = np.array([True, True, True, True, False])
    pale, missed = pale_stars(patches, NUMBER_INK, read)
    assert pale.tolist() == [False, False, False, True, False]
    assert not missed.any()
    in_shadow = np.array([100, 100, 100, 22, 100], np.float32)
    assert not pale_stars(patches, in_shadow, read)[0].any()


def test_where_stars_are_faint_traces_and_white_cards_may_have_some() -> None:
    patches = np.stack([starry(230, 40), starry(230, 30), starry(230, 5), starry(255, 0), starry(240, 0)])
    pale, missed = pale_stars(patches, NUMBER_INK, np.array([True, False, False, False, False]))
    assert not pale.any()
    assert missed.tolist() == [True, True, False, True, False]


@pytest.mark.parametrize("stars", [[180], []])
def test_a_white_card_has_no_star_where_others_show_theirs_plainly_or_have_none(stars: list[float]) -> None:
    patches = np.stack([*(starry(255, ink) for ink in stars), starry(255, 0)])
    read = np.arange(len(patches)) < len(stars)
    assert not pale_stars(patches, NUMBER_INK[: len(patches)], read)[1].any()


def test_where_no_card_lies_no_star_is_pale_or_missed() -> None:
    pale, missed = pale_stars(np.zeros((0, 20, 48, 3), np.float32), NUMBER_INK[:0], np.zeros(0, bool))
    assert len(pale) == len(missed) == 0


def test_a_number_that_reaches_into_the_box_of_the_stars_is_no_star() -> None:
    below = {"at": [23.5, 20.0], "size": [20.0, 8.0]}
    layout = parse_cards_layout(changed(number={"at": [23.5, 12.0], "size": [10.0, 7.6]}, stars=below))
    card = np.full((124, 94, 3), 240, np.uint8)
    plane = np.diag([2.0, 2.0, 1.0])[None]
    cv2.rectangle(card, (40, 18), (54, 30), (20, 20, 20), -1)
    assert (stars_patches(card, plane, layout) == 240).all()
    cv2.circle(card, (47, 40), 4, (20, 20, 20), -1)
    assert (stars_patches(card, plane, layout) < 100).any()


def test_a_sign_that_reaches_into_the_box_of_the_stars_is_no_star() -> None:
    beside = {"at": [38.0, 30.0], "size": [8.0, 20.0]}
    sign = {"at": [23.5, 30.0], "size": [24.0, 24.0]}
    layout = parse_cards_layout(changed(type=sign, stars=beside))
    card = np.full((124, 94, 3), 240, np.uint8)
    cv2.circle(card, (47, 60), 22, (20, 20, 20), -1)
    assert (stars_patches(card, np.diag([2.0, 2.0, 1.0])[None], layout) == 240).all()


def figure(text: str, tall: float, blur: float, wide: float, lean: float) -> Patches:
    """A figure of Pillow's own typeface, from which no net learnt, as a small picture shows it."""
    drawn = Image.new("L", (256, 256))
    ImageDraw.Draw(drawn).text((128, 128), text, font=ImageFont.load_default(150), fill=255, anchor="mm")
    scale = tall * 8 / 110
    onto = np.array([[scale * wide, -lean * scale], [0, scale]])
    moved = np.column_stack([onto, np.array([128, 128]) - onto @ [128, 128]])
    ink = cv2.GaussianBlur(cv2.warpAffine(np.asarray(drawn), moved, (256, 256)), (0, 0), blur * 8)
    small = cv2.resize(ink, (32, 32), interpolation=cv2.INTER_AREA) / 255.0
    patch = np.array([60, 40, 30]) + small[..., None] * 180
    return np.asarray(patch + np.random.default_rng(int(tall)).normal(0, 4, patch.shape), np.float32)


@pytest.mark.parametrize(("wide", "lean"), [(0.5, 0.0), (1.5, -0.4), (1.8, -0.2), (1.8, 0.3)])
def test_figures_of_an_unknown_typeface_are_read_however_wide_and_leaning(wide: float, lean: float) -> None:
    seen = [(n, tall, blur) for n in range(1, 6) for tall in (18, 21, 24) for blur in (0.7, 1.4, 2.0)]
    patches = np.stack([figure(str(n), tall, blur, wide, lean) for n, tall, blur in seen])
    told = agreed(NUMBER_NETS, [number_views(patches)])[0][:, :6].argmax(1) + 1
    assert (told == [n for n, _, _ in seen]).mean() > 0.97


def test_large_squares_hold_the_colours_of_their_part_of_the_card() -> None:
    image = np.zeros((62, 47, 3), np.uint8)
    image[:31] = (200, 10, 10)
    tints = tints_of(image, np.eye(3)[None], LAYOUT)[0]
    assert tints.shape == (8, 6, 3)
    assert tints[0, 0, 0] > 190
    assert tints[-1, -1, 0] < 10


def house_deck(layout: CardsLayout = LAYOUT) -> Any:
    return deck_of(layout, {kind: look_from_text(look, layout) for kind, look in layout.looks.items()})


def test_the_house_pack_knows_all_kinds_and_the_back() -> None:
    deck = house_deck()
    assert deck.kinds == KINDS
    assert deck.front is not None
    assert deck.back is not None


def test_a_sign_is_known_however_soft_the_picture_is() -> None:
    deck = house_deck()
    soft = np.stack([cv2.GaussianBlur(mark, (0, 0), 2.2) for mark in deck.marks])
    plain, any_blur = (found(soft, deck) for found in (mark_likeness, likeness_in_any_blur))
    assert (np.diag(any_blur) > np.diag(plain)).all()
    assert any_blur.argmax(1).tolist() == list(range(len(deck.kinds)))


def test_where_a_sign_is_sharp_no_other_is_made_softer_to_be_like_it() -> None:
    deck = house_deck()
    sharp = np.stack(list(deck.marks))
    assert likeness_in_any_blur(sharp, deck).tolist() == mark_likeness(sharp, deck).tolist()


@pytest.mark.parametrize(("moon", "asked"), [(0.92, False), (0.96, True)])
def test_a_type_is_as_sure_as_its_sign_is_more_alike_than_others(moon: float, asked: bool) -> None:
    told = _kinds(np.array([0.98, moon, 0.5], np.float32), ("planet", "moon", "satellite"))
    assert (told["planet"] < TUNING.doubtful) is asked


@pytest.mark.parametrize(
    ("sign", "satellite", "asked"), [(0.45, True, True), (0.62, False, True), (0.75, False, False)]
)
def test_a_satellite_nobody_photographed_is_what_is_like_no_sign(sign: float, satellite: bool, asked: bool) -> None:
    value, p = best(_kinds(np.array([sign, 0.3], np.float32), ("planet", "moon")))
    assert (value == "satellite", p < TUNING.doubtful) == (satellite, asked)


@pytest.mark.parametrize(("own", "asked"), [(0.95, False), (0.65, True)])
def test_a_type_whose_sign_is_hardly_there_is_asked_about(own: float, asked: bool) -> None:
    value, p = best(_kinds(np.array([own, own - 0.2, 0.1], np.float32), ("planet", "moon", "satellite")))
    assert (value, p < TUNING.doubtful) == ("planet", asked)


@pytest.mark.parametrize(("alone", "p"), [((0.7, 0.2, 0.1), 0.7), ((0.1, 0.8, 0.1), 0.55), ((0.85, 0.1, 0.05), 0.93)])
def test_the_likeliest_is_no_likelier_than_the_larger_net_says_that_doubts_it(
    alone: tuple[float, ...], p: float
) -> None:
    said = doubted([1, 2, 3], np.array([0.93, 0.05, 0.02]), np.array(alone))
    assert said == pytest.approx({1: p, 2: (1 - p) * 5 / 7, 3: (1 - p) * 2 / 7})
    assert max(said, key=lambda value: said[value]) == 1


def test_what_may_be_no_satellite_is_asked_for_its_stars() -> None:
    fields = Fields(0.0, {4: 1.0}, {"satellite": 0.6, "moon": 0.4}, {0: 0.1, 2: 0.9})
    assert printed_stars(fields) == pytest.approx({0: 0.64, 2: 0.36})
    sure = Fields(0.0, {4: 1.0}, {"satellite": 0.02, "moon": 0.98}, {0: 0.1, 2: 0.9})
    assert printed_stars(sure) == {0: 0.1, 2: 0.9}


@pytest.mark.parametrize("shape", [(720, 1280, 3), (720, 1280), (64, 64, 3)])
def test_a_picture_without_a_telescope_has_none(shape: tuple[int, ...]) -> None:
    noise = np.random.default_rng(2).integers(0, 255, shape).astype(np.uint8)
    with pytest.raises(NotPossible, match="no telescope"):
        read_cards(noise, house_deck())


@pytest.mark.parametrize("picture", [np.zeros((10, 10, 3), np.uint8), np.zeros((720, 1280, 3), np.uint16)])
def test_what_is_no_picture_is_refused(picture: Any) -> None:
    with pytest.raises(BadInput):
        read_cards(picture, house_deck())
