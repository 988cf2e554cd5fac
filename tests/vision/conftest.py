"""Boards drawn and photographed in the test itself, so that the truth is exact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout, rotation_matrix
from vision.ink.pose import project
from vision.ink.starfield import disc_plane

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
_DRAWN = 4.0  # pixels a millimetre of the drawings that the camera then sees


class Photo(msgspec.Struct, frozen=True, eq=False):
    """A picture of a drawn board with the truth: `corners` (4, 2) px, `stars` (n, 2) px."""

    image: Image
    layout: DiscLayout
    corners: Array
    stars: Array
    rotation_deg: float


def board_layout(seed: int = 1, lattice: bool = False, **changes: Any) -> dict[str, Any]:
    """A layout as decoded JSON: 60 stars of four types on an irregular map, or a full square lattice."""
    rng = np.random.default_rng(seed)
    if lattice:
        places = [(x, y) for x in range(-77, 78, 14) for y in range(-77, 78, 14) if math.hypot(x, y) < 80]
    else:
        places = []
        while len(places) < 60:
            x, y = rng.uniform(-82, 82, 2).tolist()
            if 9 < math.hypot(x, y) < 82 and all(math.hypot(x - a, y - b) > 10 for a, b in places):
                places.append((round(x, 2), round(y, 2)))
    types = ["red", "white", "yellow", "blue"]
    stars = [
        {"id": k, "x": x, "y": y, "radius": 2.4, "type": types[int(rng.integers(4))], "zone": "field"}
        for k, (x, y) in enumerate(places)
    ]
    angles = [2 * math.pi * k / 40 for k in range(40)]
    layout: dict[str, Any] = {
        "kind": "star_disc",
        "board": {"width": 200, "height": 240},
        "disc": {"centre": [100, 108], "radius": 90, "depth": 2.0},
        "window": {"outline": [[100 + 80 * math.cos(a), 108 + 66 * math.sin(a)] for a in angles]},
        "step_deg": 60,
        "axis": {"angle_deg": 30},
        "stars": stars,
        "markers": {
            "dictionary": "DICT_4X4_50",
            "size": 18,
            "at": {"0": [4, 4], "1": [178, 4], "2": [178, 218], "3": [4, 218]},
        },
    }
    return layout | changes


_INK = {"red": (60, 60, 230), "white": (235, 235, 235), "yellow": (60, 210, 235), "blue": (235, 160, 60)}


def _disc_sheet(layout: DiscLayout, rotation_deg: float) -> Image:
    width, height = (round(side * _DRAWN) for side in layout.size)
    sheet = np.full((height, width, 3), (52, 28, 20), np.uint8)
    for (x, y), kind in zip(layout.to_board(layout.stars_xy, rotation_deg) * _DRAWN, layout.types, strict=True):
        cv2.circle(sheet, (round(x * 16), round(y * 16)), round(1.5 * _DRAWN * 16), _INK[kind], -1, cv2.LINE_AA, 4)
    return sheet


def _face_sheet(layout: DiscLayout, frame: tuple[int, int, int]) -> tuple[Image, Image]:
    width, height = (round(side * _DRAWN) for side in layout.size)
    face = np.full((height, width, 3), frame, np.uint8)
    cv2.rectangle(face, (10, 10), (width - 11, height - 11), (200, 190, 180), 3)
    if layout.markers is not None:
        dictionary = opencv.marker_dictionary(layout.markers.dictionary)
        assert dictionary is not None
        side = round(layout.markers.size * _DRAWN)
        for number, corners in zip(layout.markers.ids, layout.markers.corners, strict=True):
            x, y = (round(v * _DRAWN) for v in corners[0])
            cv2.rectangle(face, (x - 8, y - 8), (x + side + 7, y + side + 7), (245, 245, 245), -1)
            mark = cv2.aruco.generateImageMarker(dictionary, number, side)
            face[y : y + side, x : x + side] = mark[..., None]
    for x, y in layout.three_point_xy * _DRAWN:
        cv2.drawMarker(face, (round(x), round(y)), (210, 220, 220), cv2.MARKER_STAR, 24, 5)
    solid = np.full((height, width), 255, np.uint8)
    cv2.fillPoly(solid, [np.rint(layout.window * _DRAWN).astype(np.int32)], 0)
    return face, solid


def camera_plane(layout: DiscLayout, size: tuple[int, int], tilt: float, turn: float, px_per_mm: float) -> Array:
    """3×3, board mm -> px: the board in the middle of the picture, turned and tilted (degrees)."""
    camera = opencv.usual_camera(size)
    lean = cv2.Rodrigues(np.array([math.radians(tilt), 0.0, 0.0]))[0]
    spin = np.eye(3)
    spin[:2, :2] = rotation_matrix(turn)
    pose = lean @ spin
    middle = np.array([layout.size[0] / 2, layout.size[1] / 2, 0.0])
    shift = np.array([0.0, 0.0, camera[0, 0] / px_per_mm]) - pose @ middle
    return np.asarray(camera @ np.column_stack([pose[:, 0], pose[:, 1], shift]))


def photograph(
    layout: DiscLayout | None = None,
    *,
    rotation_deg: float = 61.3,
    tilt: float = 14.0,
    turn: float = 9.0,
    size: tuple[int, int] = (1280, 720),
    px_per_mm: float = 2.1,
    table: int = 150,
    frame: tuple[int, int, int] = (110, 60, 50),
) -> Photo:
    """A picture of a board on a plain grey table, a little blurred and noisy."""
    layout = layout or parse_layout(board_layout())
    plane = camera_plane(layout, size, tilt, turn, px_per_mm)
    below = disc_plane(plane, layout.depth, size)
    drawn = np.diag([1 / _DRAWN, 1 / _DRAWN, 1.0])
    face, solid = _face_sheet(layout, frame)
    seen = cv2.warpPerspective(face, plane @ drawn, size, flags=cv2.INTER_AREA)
    covers = cv2.warpPerspective(solid, plane @ drawn, size, flags=cv2.INTER_AREA)[..., None] / 255
    inside = cv2.warpPerspective(np.full_like(solid, 255), plane @ drawn, size, flags=cv2.INTER_AREA)[..., None] / 255
    disc = cv2.warpPerspective(_disc_sheet(layout, rotation_deg), below @ drawn, size, flags=cv2.INTER_AREA)
    board = seen * covers + disc * (1 - covers)
    picture = cv2.GaussianBlur(board * inside + table * (1 - inside), (0, 0), 0.9)
    noisy = picture + np.random.default_rng(3).normal(0, 3, picture.shape)
    image = np.clip(noisy, 0, 255).astype(np.uint8)
    stars = project(below, layout.to_board(layout.stars_xy, rotation_deg))
    return Photo(image, layout, project(plane, layout.board_corners), stars, rotation_deg)


@pytest.fixture(scope="session")
def photo() -> Photo:
    """One good picture of a board with markers."""
    return photograph()


@pytest.fixture(scope="session")
def take_photo() -> Callable[..., Photo]:
    """`photograph`, for boards and poses of the test's own."""
    return photograph


@pytest.fixture(scope="session")
def make_layout() -> Callable[..., dict[str, Any]]:
    """`board_layout`, a layout as decoded JSON."""
    return board_layout
