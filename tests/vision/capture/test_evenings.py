"""Capturing a pack on an ordinary evening: what mirrored lamps, slanted hands and chequered cloths must not change."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from hardware.simulated.face import print_disc
from hardware.simulated.sensor import store
from tools.studio.captures import CaptureSet, generic_set, house_set
from vision.capture.board.inboard import Over, _as_on_the_disc, camera_over
from vision.capture.board.measure import _must_agree, _must_show, measure_board
from vision.capture.board.sides import find_sides
from vision.capture.board.window import Opening, _missing, _unclear
from vision.capture.camera import Camera, two_poses, usual_focal
from vision.capture.disc.gather import FINE, Straight, _composed, gather, rims
from vision.capture.disc.rings import without_rings
from vision.capture.disc.starmap import FoundStar, StarMap, _on_the_lattice, map_of
from vision.ink import opencv
from vision.ink.pose import Array, Image

RADIUS = 92.0


def straight(scene: CaptureSet) -> Straight:
    """The print of a disc as a camera without faults would see it straight on."""
    picture = print_disc(scene.design, 6.0).picture
    side = picture.shape[0] - 1 + picture.shape[0] % 2
    return Straight(np.asarray(picture[:side, :side], np.uint8), 6.0, scene.layout.disc.radius, (), math.nan)


@pytest.fixture(scope="module")
def house_print() -> Straight:
    """The disc of the house pack."""
    return straight(house_set(1)[0])


@pytest.fixture(scope="module")
def house_map(house_print: Straight) -> StarMap:
    """The star map of the house pack, from its print."""
    return map_of(house_print)


@pytest.fixture(scope="module")
def at_one() -> Image:
    """A photograph of a board of the house pack, its disc turned to I."""
    return opencv.decode(store(next(house_set(31, size=(1440, 1080))[0].boards()), 92))


def above(size: int, scale: float) -> Camera:
    """A camera straight above the disc's middle, which sees it `scale` px/mm large."""
    return Camera((size, size), 1000.0, 0.0, np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1000.0 / scale]))


def with_lamp(picture: Image, xy: tuple[float, float], strength: float = 0.75, reach: float = 15.0 * FINE) -> Image:
    """A lamp mirrored in a picture at (column, row), which reaches about so many px."""
    row, column = np.mgrid[: picture.shape[0], : picture.shape[1]]
    lamp = strength * np.exp(-((row - xy[1]) ** 2 + (column - xy[0]) ** 2) / reach**2)
    return np.asarray(picture + (245.0 - picture) * lamp[..., None], np.uint8)


# The bare disc ------------------------------------------------------------------------------------------------------


def test_a_photograph_in_which_no_disc_is_made_out_is_left_out_and_named_while_two_others_show_it() -> None:
    cloth = np.full((480, 640, 3), (60, 90, 110), np.uint8)
    disc = cloth.copy()
    cv2.circle(disc, (320, 240), 200, (90, 30, 20), cv2.FILLED, cv2.LINE_AA)
    told: list[str] = []
    edges = rims([cloth, disc, disc], told.append)
    assert list(edges) == [2, 3]
    assert np.linalg.norm(edges[2] - (320, 240), axis=1) == pytest.approx(200, abs=1.0)
    assert any(line.startswith("left out: disc photograph 1: no whole disc") for line in told)
    with pytest.raises(NotPossible, match="disc photograph 1: no whole disc"):
        rims([cloth, disc], told.append)
    with pytest.raises(NotPossible, match="disc photographs 1, 3: no whole disc"):
        rims([cloth, disc, cloth], told.append)


@pytest.mark.parametrize("away", [(70.0, 0.0), (-60.0, 40.0), (0.0, -50.0)])
def test_a_tilted_disc_beside_the_pictures_middle_that_looks_round_is_seen_tilted(away: tuple[float, float]) -> None:
    """A lens stretches what lies beside the middle, a tilt presses it together: its edge alone looks like no tilt."""
    size = (1920, 1440)
    lean = np.cross([away[0], away[1], 320.0], [0.0, 0.0, 1.0])
    camera = Camera(size, usual_focal(size), 0.0, np.array([*(-0.3 * lean / np.linalg.norm(lean)), *away, 320.0]))
    t = np.arange(360) * math.tau / 360
    edge = camera.to_image(RADIUS * np.stack([np.cos(t), np.sin(t)], 1))
    middle = camera.to_image(np.zeros((1, 2)))
    off = [float(np.linalg.norm(pose.to_disc(middle))) for pose in two_poses(size, edge, RADIUS)]
    assert min(off) < 0.5


@pytest.mark.exhaustive
def test_a_photograph_of_another_disc_is_left_out_and_named() -> None:
    ours, other = house_set(11, size=(1440, 1080))[0], generic_set(2, 11, size=(1440, 1080))
    pictures = [opencv.decode(store(p, 92)) for p in (*ours.bare_discs(2), other.bare_discs(1)[0])]
    told: list[str] = []
    disc = gather([pictures[0], pictures[2], pictures[1]], RADIUS, told.append)
    assert len(disc.cameras) == 2
    assert [line for line in told if "left out" in line and line.endswith("disc photograph 2")]
    with pytest.raises(NotPossible, match="do not show it alike"):
        gather([pictures[0], pictures[2]], RADIUS)


@pytest.mark.exhaustive
def test_a_printed_circle_across_a_free_point_of_the_lattice_is_no_star(house_print: Straight) -> None:
    middle = (house_print.picture.shape[0] - 1) // 2
    ringed = house_print.picture.copy()
    cv2.circle(ringed, (middle, middle), round(55.1 * house_print.scale), (170, 110, 90), 3, cv2.LINE_AA)
    assert len(map_of(msgspec.structs.replace(house_print, picture=ringed)).stars) == 112


def test_without_its_circles_a_disc_still_shows_what_lies_on_them() -> None:
    drawn = np.full((601, 601, 3), 40, np.uint8)
    cv2.circle(drawn, (300, 300), 200, (160, 160, 160), 2, cv2.LINE_AA)
    cv2.circle(drawn, (500, 300), 9, (220, 220, 220), cv2.FILLED, cv2.LINE_AA)
    picture = cv2.GaussianBlur(drawn, (0, 0), 1.5).astype(np.float32)
    bare = without_rings(Straight(np.zeros((601, 601, 3), np.uint8), 3.0, 99.0, (), math.nan), picture)
    assert np.abs(bare[90:110, 290:310] - 40).max() < 30
    assert np.abs(picture[90:110, 290:310] - 40).max() > 60
    assert bare[300, 494].min() > 200


def test_a_lamp_in_two_of_three_photographs_is_gone_from_the_picture_put_together(house_print: Straight) -> None:
    print_ = house_print.picture
    size = print_.shape[0]
    camera = above(size, FINE)
    spot = (0.35 * size, 0.4 * size)
    dim = np.asarray(print_ * 0.7, np.uint8)
    shown = _composed([with_lamp(print_, spot), dim, with_lamp(print_, (spot[0] + 20, spot[1]))], [camera] * 3, RADIUS)
    part = np.s_[int(spot[1]) - 90 : int(spot[1]) + 90, int(spot[0]) - 90 : int(spot[0]) + 90]
    ratio = float(np.median(shown[300:500, 700:900].astype(float)) / np.median(print_[300:500, 700:900]))
    off = np.abs(shown[part].astype(float) - ratio * print_[part])
    assert float(np.median(off)) < 6
    assert float(np.percentile(off, 95)) < 30


# The disc in its board ----------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_disc_is_made_out_in_a_slanted_board_under_a_lamp(house_map: StarMap) -> None:
    scene, _ = house_set(523, "medium")
    scene.bare_discs(3)
    picture = with_lamp(opencv.decode(store(next(scene.boards()), 92)), (990, 581), 0.65, 180.0)
    over = camera_over(picture, house_map, "photograph at I")
    assert _as_on_the_disc(picture, house_map, over) > 75
    assert len(over.places) > 50  # of those neither beside the window's edge nor under the lamp


@pytest.mark.exhaustive
def test_stars_beside_the_windows_edge_do_not_say_where_the_camera_stood(house_map: StarMap, at_one: Image) -> None:
    """The wall and its shadow pull them inwards, so that boards came out 0.1 % too large."""
    over = camera_over(at_one, house_map, "photograph at I")
    layout = house_set(31)[1].layout
    centre, outline = (np.array(layout.disc.centre), np.array(layout.window.outline, np.float32))
    within = [cv2.pointPolygonTest(outline, (place + centre).tolist(), True) for place in over.places]
    assert min(within) > 3.0
    assert len(within) > 60


@pytest.mark.exhaustive
def test_a_mirrored_photograph_of_the_board_is_named_so(house_map: StarMap, at_one: Image) -> None:
    mirrored = np.ascontiguousarray(at_one[:, ::-1])
    with pytest.raises(NotPossible, match="board photograph at I: the picture is mirrored"):
        measure_board([mirrored, mirrored], house_map, 1.7, 60.0)


@pytest.mark.exhaustive
def test_a_lattice_moved_by_a_step_does_not_look_like_the_disc(house_map: StarMap) -> None:
    disc = house_map.disc
    camera = above(disc.picture.shape[0], disc.scale)
    places = np.array([star.place for star in house_map.stars])
    right = Over(camera, places, camera.to_image(places), True)
    moved = Camera(camera.size, camera.focal, 0.0, camera.pose + np.array([0, 0, 0, 11.0, 0, 0]))
    assert _as_on_the_disc(disc.picture, house_map, right) > 0.95 * len(places)
    assert _as_on_the_disc(disc.picture, house_map, Over(moved, places, right.spots, True)) < 0.6 * len(places)


def test_photographs_that_cannot_be_of_two_neighbouring_stops_are_refused() -> None:
    _must_agree(0.4, 60.3, 60.0)
    _must_agree(0.4, -59.8, 60.0)
    with pytest.raises(NotPossible, match="disagree by 56"):
        _must_agree(56.05, 59.84, 60.0)
    with pytest.raises(NotPossible, match="turned by 111 degrees"):
        _must_agree(0.4, -111.2, 60.0)


def test_a_window_whose_edge_hardly_shows_is_refused() -> None:
    outline = np.zeros((480, 2))
    _must_show(Opening(outline, ((352.5, 3.0), (100.0, 120.0))))
    with pytest.raises(NotPossible, match="from 350 to 10, 100 to 140 degrees"):
        _must_show(Opening(outline, ((350.0, 10.0), (100.0, 140.0))))


def board_on_stripes() -> tuple[Image, list[Array]]:
    """A light board of 196×250 mm, 3 px/mm, with its four markers, and dark stripes beside it that look like sides."""
    picture = np.full((1300, 1300, 3), (150, 160, 150), np.uint8)
    picture[:, :220] = picture[:, 1080:] = 30
    left, top = 650 - 98 * 3, 650 - 105 * 3
    picture[top : top + 750, left : left + 588] = 215
    quads = []
    for x, y in ((8, 8), (166, 8), (166, 220), (8, 220)):
        corner = np.array([left + 3.0 * x, top + 3.0 * y])
        quads.append(corner + 66 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) - 0.5)
        a, b = corner.astype(int)
        picture[b : b + 66, a : a + 66] = 20
    return picture, quads


def test_a_boards_sides_are_those_just_outside_its_markers() -> None:
    picture, quads = board_on_stripes()
    camera = above(1300, 3.0)
    sides = find_sides(picture, camera, 70.0, 0.0, "board", quads)
    assert (sides.left, sides.right) == pytest.approx((98, 98), abs=0.6)
    assert (sides.top, sides.bottom) == pytest.approx((105, 145), abs=0.6)


def test_a_star_that_is_not_there_is_missing_and_one_under_a_lamp_is_not() -> None:
    wanted = np.full((60, 200), 40.0, np.float32)
    wanted[20:30, 100:115] = 200.0
    plain, lamp = np.full_like(wanted, 40.0), np.full_like(wanted, 240.0)
    assert _missing(wanted, plain)[22:28, 103:112].all()
    assert not _missing(wanted, lamp).any()
    assert not _missing(wanted, 0.7 * wanted).any()


def test_a_stretch_of_the_window_without_an_edge_is_named() -> None:
    edge = np.zeros((480, 300), np.float32)
    edge[:, 150] = 1.0
    at = np.full(480, 150.0)
    at[:5] = at[470:] = 120.0
    at[200:203] = 120.0
    at[300:330] = 120.0
    assert _unclear(edge, np.full(480, 151.0)) == ()
    assert _unclear(edge, at) == ((225.0, 246.8), (352.5, 3.0))


def test_a_doubtful_star_beside_the_lattice_of_all_others_is_none() -> None:
    def star(x: float, y: float, p: float) -> FoundStar:
        return FoundStar(np.array([x, y]), 2.0, 0, p)

    sure = tuple(star(11.0 * i, 11.0 * j, 0.95) for i in range(5) for j in range(5))
    free, beside = star(55.0, 11.3, 0.4), star(60.0, 16.0, 0.4)
    assert _on_the_lattice((*sure, free, beside)) == (*sure, free)
    strewn = star(60.0, 16.0, 0.95)
    assert len(_on_the_lattice((*sure, strewn, beside))) == 27
