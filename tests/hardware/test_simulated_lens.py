"""Board millimetres to pixels and back."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.lens import View, focal_of, look_at

SIZE = (1280, 720)


def a_view(tilt: float, towards: float, turn: float, k1: float, scale: float = 2.2) -> View:
    return look_at(SIZE, focal_of(SIZE, 65), (680, 320), np.array([110.0, 130.0]), scale, tilt, towards, turn, k1)


@settings(max_examples=30, deadline=None)
@given(
    tilt=st.floats(0, 35), towards=st.floats(0, 360), turn=st.floats(-180, 180), k1=st.floats(-0.1, 0.05),
    z=st.floats(-25, 4),
)  # fmt: skip
def test_a_pixel_s_ray_meets_the_plane_where_it_projects_from(
    tilt: float, towards: float, turn: float, k1: float, z: float
) -> None:
    view = a_view(tilt, towards, turn, k1)
    plane = view.plane(z)
    pixels = np.array([[80, 40], [640, 360], [1200, 680], [308, 532]])
    back = view.project(plane[pixels[:, 1], pixels[:, 0]].astype(float), z)
    assert np.abs(back - pixels).max() < 0.15


def test_the_target_lies_where_it_was_wanted_at_the_wanted_scale() -> None:
    view = a_view(0, 0, 30, 0.0, 1.7)
    target = np.array([110.0, 130.0])
    assert np.allclose(view.project(target[None]), [[680, 320]])
    assert abs(view.scale(target) - 1.7) < 1e-6


def test_turning_the_board_clockwise_moves_its_right_side_down() -> None:
    right = a_view(0, 0, 20, 0.0).project(np.array([[160.0, 130.0]]))[0]
    assert right[1] > 320


def test_what_lies_deeper_is_smaller_in_the_picture() -> None:
    view = a_view(15, 40, 0, 0.0)
    edge = np.array([[60.0, 130.0], [160.0, 130.0]])
    lengths = [float(np.hypot(*np.diff(view.project(edge, z), axis=0)[0])) for z in (-20.0, 0.0, 3.0)]
    assert lengths == sorted(lengths, reverse=True)


def test_a_part_of_the_map_equals_the_same_part_of_the_whole() -> None:
    view = a_view(20, 100, 50, -0.05)
    box = (slice(137, 420), slice(261, 950))
    assert np.abs(view.plane(1.0, box=box) - view.plane(1.0)[box]).max() < 0.1
