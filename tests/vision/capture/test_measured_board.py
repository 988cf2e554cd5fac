"""A board is measured from two small pictures drawn as an ideal camera would take them, straight from above."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.capture.board import measure
from vision.capture.board.inboard import Over
from vision.capture.board.measure import DICTIONARY, measure_board
from vision.capture.camera import Camera, usual_focal
from vision.capture.disc.axis import AxisLine
from vision.capture.disc.gather import Straight
from vision.capture.disc.halos import halo_strengths, haloed_from
from vision.capture.disc.kinds import Kinds
from vision.capture.disc.rings import printed_rings
from vision.capture.disc.starmap import FoundStar, StarMap
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Image

RADIUS, WINDOW, DEPTH = 52.0, 40.0, 1.0
"""Millimetres: of the disc, of the round window around its middle, and from the board's face down to the disc."""
CENTRE, SIZE = (65.0, 70.0), (130.0, 160.0)
"""The disc's middle on the board, and the board (mm)."""
MARKER, MARKERS = 11.0, {0: (6.0, 6.0), 1: (113.0, 6.0), 2: (113.0, 143.0), 3: (6.0, 143.0)}
STARS = ((32.0, 145.0), (42.0, 136.0), (52.0, 147.0), (65.0, 139.0), (78.0, 147.0), (88.0, 136.0), (98.0, 145.0))
"""Three-point stars (board mm)."""
SCALE, PICTURE = 4.0, (640, 840)
"""Pixels a millimetre of what is printed; columns and rows of a photograph."""


def printed_disc(rng: np.random.Generator) -> tuple[Straight, Array]:
    """A disc with a hundred stars, and where these are (disc mm)."""
    side = 2 * round(RADIUS * SCALE) + 1
    picture = np.full((side, side, 3), (70, 40, 25), np.uint8)
    spots = rng.uniform(-RADIUS, RADIUS, (220, 2))
    spots = spots[np.hypot(*spots.T) < RADIUS - 2][:100]
    disc = Straight(picture, SCALE, RADIUS, (), math.nan)
    for x, y in disc.to_pixels(spots):
        cv2.circle(picture, (round(x), round(y)), 4, (210, 230, 240), -1, cv2.LINE_AA)
    return disc, spots


def printed_face() -> tuple[Image, Image]:
    """The board's face, and 255 where its window is."""
    face = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), (190, 205, 215), np.uint8)
    for number, (x, y) in MARKERS.items():
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
        code = cv2.aruco.generateImageMarker(dictionary, number, round(MARKER * SCALE))
        left, top = round(x * SCALE), round(y * SCALE)
        cv2.rectangle(face, (left - 8, top - 8), (left + len(code) + 7, top + len(code) + 7), (255, 255, 255), -1)
        face[top : top + len(code), left : left + len(code)] = code[..., None]
    for x, y in STARS:
        cv2.circle(face, (round(x * SCALE), round(y * SCALE)), 9, (60, 60, 190), -1, cv2.LINE_AA)
    hole = np.zeros(face.shape[:2], np.uint8)
    cv2.circle(hole, (round(CENTRE[0] * SCALE), round(CENTRE[1] * SCALE)), round(WINDOW * SCALE), 255, -1)
    return face, hole


def photograph(disc: Straight, camera: Camera, turn: float) -> Image:
    """The board, its top turned by `turn` degrees on the disc, on a plain table."""
    face, hole = printed_face()
    columns, rows = np.meshgrid(np.arange(PICTURE[0]), np.arange(PICTURE[1]))
    px = np.stack([columns.ravel(), rows.ravel()], 1).astype(float)
    on_face = (camera.to_disc(px, -DEPTH) @ rotation_matrix(-turn).T + CENTRE) * SCALE - 0.5
    below = disc.to_pixels(camera.to_disc(px))
    shape = (PICTURE[1], PICTURE[0], 2)
    u, v = (on_face.reshape(shape)[..., k].astype(np.float32) for k in (0, 1))
    x, y = (below.reshape(shape)[..., k].astype(np.float32) for k in (0, 1))
    picture = cv2.remap(face, u, v, cv2.INTER_LINEAR, borderValue=(45, 60, 50))
    seen = cv2.remap(hole, u, v, cv2.INTER_LINEAR)[..., None] / 255.0
    whole = seen * cv2.remap(disc.picture, x, y, cv2.INTER_LINEAR) + (1 - seen) * picture
    return np.asarray(cv2.GaussianBlur(whole.astype(np.float32), (0, 0), 0.7), np.uint8)


@pytest.fixture(scope="module")
def star_map() -> StarMap:
    disc, spots = printed_disc(np.random.default_rng(3))
    stars, none = tuple(FoundStar(place, 0.8, 0, 1.0) for place in spots), np.empty(0)
    return StarMap(disc, stars, Kinds(np.empty(0, np.float32), none, none), AxisLine(0.0, 0.5))


def test_a_board_is_measured_with_its_window_markers_and_three_point_stars(
    star_map: StarMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    focal, turns = usual_focal(PICTURE), (0.0, 60.0)
    poses = [np.array([0.0, 0.0, np.radians(-turn), 0.0, 0.0, focal / 4.2]) for turn in turns]
    cameras = [Camera(PICTURE, focal, 0.0, pose) for pose in poses]
    images = [photograph(star_map.disc, camera, turn) for camera, turn in zip(cameras, turns, strict=True)]
    inside = np.array([star.place for star in star_map.stars if np.hypot(*star.place) < WINDOW - 2])
    overs = iter([Over(camera, inside, camera.to_image(inside), True) for camera in cameras])
    monkeypatch.setattr(measure, "camera_over", lambda *_: next(overs))
    board = measure_board(images, star_map, DEPTH, 60.0)
    assert (board.width, board.height) == pytest.approx(SIZE, abs=0.2)
    assert board.centre == pytest.approx(CENTRE, abs=0.2)
    assert abs(board.step_deg) == pytest.approx(60.0, abs=0.2)
    assert board.disagreement < 0.3
    assert np.abs(np.hypot(*(board.window - CENTRE).T) - WINDOW).max() < 0.6
    assert board.markers is not None
    assert board.markers.size == pytest.approx(MARKER, abs=0.1)
    assert {int(k): at for k, at in board.markers.at.items()} == {
        k: pytest.approx(at, abs=0.2) for k, at in MARKERS.items()
    }
    assert board.three_point_stars is not None
    away = np.linalg.norm(board.three_point_stars[:, None] - np.array(STARS), axis=2)
    assert away.min(1).max() < 0.3


def test_circles_around_the_outer_stars_tell_where_the_rim_begins(star_map: StarMap) -> None:
    disc, places = star_map.disc, np.array([star.place for star in star_map.stars])
    away = np.hypot(*places.T)
    apart = np.linalg.norm(places[:, None] - places, axis=2) + 99 * np.eye(len(places))
    places, away = places[apart.min(1) > 5], away[apart.min(1) > 5]
    begin = float(np.sort(away)[-max(3, len(away) // 5)]) - 0.01
    ringed = disc.picture.copy()
    for x, y in disc.to_pixels(places[away > begin]):
        cv2.circle(ringed, (round(x), round(y)), 8, (200, 200, 90), 2, cv2.LINE_AA)
    with_circles = Straight(ringed, disc.scale, disc.radius, (), math.nan)
    radius = np.full(len(places), 0.8)
    strength = halo_strengths(with_circles, places, radius)
    assert strength[away > begin].min() > 4 * strength[away < begin].max()
    inner = np.sort(away)[np.sort(away) < begin][-1]
    assert inner < (haloed_from(with_circles, places, radius) or 0) < begin + 0.02
    assert haloed_from(disc, places, radius) is None
    assert haloed_from(disc, np.empty((0, 2)), np.empty(0)) is None


def test_printed_circles_around_the_middle_are_measured() -> None:
    side = 2 * round(RADIUS * SCALE) + 1
    picture = np.full((side, side, 3), (70, 40, 25), np.uint8)
    cv2.circle(picture, (side // 2, side // 2), round(20 * SCALE), (180, 190, 200), 3, cv2.LINE_AA)
    rings = printed_rings(Straight(picture, SCALE, RADIUS, (), math.nan))
    assert rings
    assert rings[0] == pytest.approx(20.0, abs=1.0)
