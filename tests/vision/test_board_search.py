"""The steps of finding a board: markers that agree, outlines a camera may see, turns, votes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.disc.register import slipped, snap
from vision.disc.turn import repeats, rival_turns, search, turn_scores, type_scatter
from vision.ink import opencv
from vision.ink.layout import parse_layout
from vision.ink.markers import Marker, agreeing, find_markers
from vision.ink.pose import project
from vision.ink.rectangles.boards import board_quads, proportions
from vision.ink.rectangles.edges import edge_segments
from vision.ink.starfield import FINE, disc_plane, star_field

Make = Callable[..., Any]
_SIZE = (1280, 720)


@given(
    width=st.floats(50, 300),
    height=st.floats(50, 300),
    tilt=st.floats(-40, 40),
    lean=st.floats(-30, 30),
    turn=st.floats(0, 360),
)
def test_the_proportions_of_a_seen_rectangle_are_those_of_the_thing_itself(
    width: float, height: float, tilt: float, lean: float, turn: float
) -> None:
    camera = opencv.usual_camera(_SIZE)
    pose = cv2.Rodrigues(np.radians([tilt, lean, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, 0.0, turn]))[0]
    plane = camera @ np.column_stack([pose[:, 0], pose[:, 1], [-20.0, 10.0, 700.0]])
    quad = project(plane, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    ratio, cosine = proportions(quad[None], _SIZE)
    assert ratio[0] == pytest.approx(width / height, rel=1e-6)
    assert cosine[0] == pytest.approx(0, abs=1e-6)


@given(st.lists(st.tuples(st.floats(-90, 90), st.floats(-90, 90)), min_size=6, max_size=12, unique=True))
def test_a_homography_is_recovered_from_points_it_maps(points: list[tuple[float, float]]) -> None:
    xy = np.array(points)
    spread = np.linalg.svd(xy - xy.mean(0), compute_uv=False)
    assume(spread[1] > 30)
    assume(min(np.linalg.norm(a - b) for k, a in enumerate(xy) for b in xy[:k]) > 5)
    plane = np.array([[2.0, 0.3, 400], [-0.2, 1.8, 300], [0.0003, -0.0002, 1.0]])
    found = opencv.homography(xy, project(plane, xy))
    assume(found is not None)
    assert found is not None
    assert project(found, xy) == pytest.approx(project(plane, xy), abs=0.05)


def test_the_outline_of_the_board_is_among_the_first_quadrilaterals(photo: Any) -> None:
    quads = board_quads(edge_segments(opencv.grey(photo.image)), _SIZE, photo.layout)
    off = np.linalg.norm(quads - photo.corners, axis=2).max(1)
    assert off[:4].min() < 12


def test_a_picture_without_edges_has_no_outlines(photo: Any) -> None:
    segments = edge_segments(np.full((720, 1280), 90, np.uint8))
    assert segments.shape == (0, 4)
    assert board_quads(segments, _SIZE, photo.layout).shape == (0, 4, 2)


def test_markers_come_out_where_they_are_printed(photo: Any) -> None:
    found = find_markers(opencv.grey(photo.image), photo.layout.markers)
    assert sorted(marker.row for marker in found) == [0, 1, 2, 3]
    plane = opencv.homography(photo.layout.board_corners, photo.corners)
    assert plane is not None
    for marker in found:
        assert marker.corners == pytest.approx(project(plane, photo.layout.markers.corners[marker.row]), abs=2.0)


def test_a_false_marker_is_outvoted_by_those_that_agree(photo: Any) -> None:
    found = find_markers(opencv.grey(photo.image), photo.layout.markers)
    stray = Marker(0, found[0].corners + np.array([300.0, 250.0]))
    group = agreeing([stray, *found], photo.layout.markers)
    assert len(group) == 4
    assert not any(marker is stray for marker in group)


def test_markers_of_a_board_seen_from_close_by_at_a_slant_belong_together(photo: Any) -> None:
    seen = np.array([[879.0, 1468.0], [387.0, 1130.0], [298.0, 60.0], [1036.0, 161.0]])
    plane = opencv.homography(photo.layout.board_corners, seen)
    assert plane is not None
    found = [Marker(row, project(plane, quad)) for row, quad in enumerate(photo.layout.markers.corners)]
    assert len(agreeing(found, photo.layout.markers)) == 4
    moved = Marker(3, found[3].corners + np.array([-250.0, 0.0]))
    assert len(agreeing([*found[:3], moved], photo.layout.markers)) < 4, "one that lies elsewhere is another's"


def _true_plane(photo: Any) -> Any:
    return opencv.homography(photo.layout.board_corners, photo.corners)


def test_the_turn_of_the_disc_stands_out_from_all_others(photo: Any) -> None:
    field = star_field(photo.image, disc_plane(_true_plane(photo), photo.layout.depth, _SIZE), photo.layout)
    assert rival_turns(field, photo.layout, 1.0) == [pytest.approx(photo.rotation_deg, abs=1)]
    scores = turn_scores(field, photo.layout, 1.0)
    far = np.abs((np.arange(360) - photo.rotation_deg + 180) % 360 - 180) > 8
    assert scores.max() > 2 * scores[far].max()


def test_stars_of_one_type_look_alike_only_at_the_true_turn(photo: Any) -> None:
    field = star_field(photo.image, disc_plane(_true_plane(photo), photo.layout.depth, _SIZE), photo.layout, FINE)
    rows = np.flatnonzero(np.linalg.norm(photo.layout.stars_xy, axis=1) < 60)

    def scatter(turn: float) -> float:
        return type_scatter(field, photo.layout, rows, photo.layout.to_board(photo.layout.stars_xy[rows], turn))

    assert scatter(photo.rotation_deg) < 0.5 * scatter(photo.rotation_deg + 60)


def test_stars_as_rings_of_any_brightness_are_told_by_their_hue(photo: Any) -> None:
    field = star_field(photo.image, disc_plane(_true_plane(photo), photo.layout.depth, _SIZE), photo.layout, FINE)
    rows = np.flatnonzero(np.linalg.norm(photo.layout.stars_xy, axis=1) < 60)
    kinds = sorted(set(photo.layout.types))
    hues = dict(zip(kinds, ((255, 190, 190), (190, 255, 190), (190, 190, 255), (190, 250, 255)), strict=False))
    places = photo.layout.to_board(photo.layout.stars_xy[rows], photo.rotation_deg)
    flat, chance = np.full_like(field.flat, 25), np.random.default_rng(8)
    radius = float(np.median(photo.layout.star_radii)) * field.scale
    for row, at in zip(rows, np.rint((places - field.origin) * field.scale).astype(int).tolist(), strict=True):
        bright = chance.uniform(0.4, 1.0)
        ring = tuple(bright * part for part in hues[photo.layout.types[row]])
        cv2.circle(flat, at, round(0.8 * radius), ring, max(1, round(0.5 * radius)), cv2.LINE_AA)
    seen = msgspec.structs.replace(field, flat=flat)
    other = chance.permutation(rows)
    assert type_scatter(seen, photo.layout, rows, places) < 0.5 * type_scatter(seen, photo.layout, other, places)


@pytest.mark.parametrize(("step", "slips"), [(0, False), (14, True)])
def test_a_lattice_board_one_step_off_is_noticed_by_the_star_types(
    take_photo: Make, make_layout: Make, step: float, slips: bool
) -> None:
    photo = take_photo(parse_layout(make_layout(lattice=True)), rotation_deg=0.4)
    plane = _true_plane(photo) @ np.array([[1, 0, step], [0, 1, 0], [0, 0, 1.0]])
    field = star_field(photo.image, disc_plane(plane, photo.layout.depth, _SIZE), photo.layout)
    snapped = snap(field, photo.layout, 0.0)
    assert snapped.share() > 0.8
    assert slipped(field, photo.layout, snapped) is slips


def test_only_regular_maps_repeat_themselves(make_layout: Make) -> None:
    assert len(repeats(parse_layout(make_layout()))) == 0
    steps = repeats(parse_layout(make_layout(lattice=True)))
    assert sorted(np.abs(steps).max(1).tolist()) == [14, 14, 14, 14]


@pytest.mark.parametrize(("dx", "dy"), [(14, -9), (-20, 3), (2, 18)])
def test_votes_bring_a_board_that_is_centimetres_off_back_to_its_stars(photo: Any, dx: float, dy: float) -> None:
    off = _true_plane(photo) @ np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])
    found = search(photo.image, off, photo.layout)
    assert found is not None
    centre = photo.layout.centre[None]
    miss = np.linalg.norm(project(found, centre) - project(_true_plane(photo), centre))
    assert miss < 2.0 * 2.5


def test_the_disc_shifts_under_its_frame_as_the_camera_looks_from_the_side() -> None:
    layout = parse_layout(_FLAT)
    camera = opencv.usual_camera(_SIZE)
    pose = cv2.Rodrigues(np.radians([30.0, 0.0, 0.0]))[0]
    plane = camera @ np.column_stack([pose[:, 0], pose[:, 1], [-100.0, -100.0, 500.0]])
    centre = np.array([[100.0, 100.0]])
    down = project(disc_plane(plane, 2.0, _SIZE), centre) - project(plane, centre)
    solid = camera @ (pose @ np.array([100.0, 100.0, 2.0]) + np.array([-100.0, -100.0, 500.0]))
    assert project(plane, centre) + down == pytest.approx(solid[None, :2] / solid[2])
    assert np.linalg.norm(down) > 2.0 * math.sin(math.radians(15))
    assert disc_plane(plane, layout.depth, _SIZE) == pytest.approx(
        plane / plane[2, 2] * disc_plane(plane, 0, _SIZE)[2, 2]
    )


_FLAT: dict[str, Any] = {
    "kind": "star_disc",
    "board": {"width": 200, "height": 200},
    "disc": {"centre": [100, 100], "radius": 90},
    "window": {"outline": [[20, 40], [180, 40], [180, 170], [20, 170]]},
    "axis": {"angle_deg": 0},
    "stars": [{"id": 5, "x": 10, "y": 20, "radius": 2, "type": "red", "zone": "rim"}],
}
