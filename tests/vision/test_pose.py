"""Where a board lies in one picture, and its play area seen straight on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.disc.locate import locate_disc
from vision.ink.pose import Grid, Pose, project


@given(
    x0=st.floats(-100, 100),
    y0=st.floats(-100, 100),
    scale=st.floats(0.5, 8),
    x=st.floats(-90, 90),
    y=st.floats(-90, 90),
)
def test_pixels_of_a_rectified_picture_and_millimetres_are_inverse(
    x0: float, y0: float, scale: float, x: float, y: float
) -> None:
    grid = Grid((x0, y0), scale, (10, 10))
    there = grid.to_pixels(np.array([[x, y]]))
    assert grid.to_mm(there) == pytest.approx(np.array([[x, y]]), abs=1e-6)


@pytest.fixture(scope="module")
def pose(photo: Any) -> Pose:
    return locate_disc(photo.image, photo.layout)


def test_the_rectified_play_area_shows_every_star_where_the_layout_says(photo: Any, pose: Pose) -> None:
    grid = pose.grid(photo.layout, px_per_mm=4.0)
    flat = pose.rectify(photo.image, grid)
    assert flat.shape == (grid.size[1], grid.size[0], 3)
    visible = ~np.isnan(pose.seen)
    places = np.rint(grid.to_pixels(photo.layout.stars_xy[visible])).astype(int)
    assert (flat[places[:, 1], places[:, 0]].max(1) > 120).all()
    between = np.rint(grid.to_pixels(photo.layout.stars_xy[visible] + [4.0, 0.0])).astype(int)
    assert np.median(flat[between[:, 1], between[:, 0]].max(1)) < 90


def test_the_sample_map_is_the_pose_itself_to_a_hundredth_of_a_pixel(photo: Any, pose: Pose) -> None:
    grid = pose.grid(photo.layout, px_per_mm=3.0)
    seen = pose.sample_map(grid)
    at = np.array([[13, 7], [200, 311], [grid.size[0] - 1, grid.size[1] - 1]])
    expected = pose.to_image(grid.to_mm(at.astype(float)))
    assert seen[at[:, 1], at[:, 0]] == pytest.approx(expected, abs=0.01)


def test_the_grid_holds_the_whole_window(photo: Any, pose: Pose) -> None:
    grid = pose.grid(photo.layout)
    places = grid.to_pixels(photo.layout.window_in_disc(pose.rotation_deg))
    assert (places >= 0).all()
    assert (places <= np.array(grid.size) - 1).all()


def test_corners_are_the_board_corners_seen_through_its_plane(photo: Any, pose: Pose) -> None:
    assert project(pose.board_to_image, photo.layout.board_corners) == pytest.approx(pose.corners)
    assert pose.board_px(np.array([[0.0, 0.0]])) == pytest.approx(pose.corners[:1])
