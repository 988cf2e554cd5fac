"""The layout of a star disc as the camera uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.errors import BadInput
from vision.ink.layout import parse_layout, rotation_matrix

Make = Callable[..., dict[str, Any]]


def test_stars_keep_the_order_and_the_ids_of_the_file(make_layout: Make) -> None:
    raw = make_layout()
    raw["stars"] = [star | {"id": 100 + star["id"]} for star in raw["stars"]]
    layout = parse_layout(json.dumps(raw).encode())
    assert layout.ids[:3] == (100, 101, 102)
    assert layout.index[102] == 2
    assert layout.stars_xy[1].tolist() == [raw["stars"][1]["x"], raw["stars"][1]["y"]]


def test_unknown_keys_other_star_types_and_missing_markers_are_fine(make_layout: Make) -> None:
    raw = make_layout() | {"made_by": "somebody"}
    del raw["markers"]
    raw["stars"][0]["type"] = "violet"
    layout = parse_layout(raw)
    assert layout.markers is None
    assert layout.types[0] == "violet"
    assert layout.three_point_xy.shape == (0, 2)


def test_marker_corners_go_clockwise_from_the_top_left(make_layout: Make) -> None:
    markers = parse_layout(make_layout()).markers
    assert markers is not None
    assert markers.corners[1].tolist() == [[178, 4], [196, 4], [196, 22], [178, 22]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stars": []}, "stars"),
        ({"stars": [{"id": 0, "x": float("nan"), "y": 0.0, "radius": 2.0, "type": "red", "zone": "rim"}]}, "finite"),
        ({"board": {"width": -3, "height": 240}}, "width"),
        ({"kind": "slate"}, "kind"),
        ({"markers": {"dictionary": "DICT_4X4_50", "size": 18, "at": {"left": [4, 4]}}}, "left"),
    ],
)
def test_a_layout_that_cannot_be_one_is_refused_in_one_line(make_layout: Make, change: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        parse_layout(make_layout(**change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"no JSON", b"[1, 2]", b'{"kind": "star_disc"'])
def test_a_file_that_holds_no_layout_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        parse_layout(data)


def test_a_disc_turns_clockwise_as_seen() -> None:
    right_of_centre = np.array([1.0, 0.0])
    assert rotation_matrix(90) @ right_of_centre == pytest.approx([0, 1])


@given(turn=st.floats(-720, 720), x=st.floats(-100, 100), y=st.floats(-100, 100))
def test_board_and_disc_coordinates_are_inverse(turn: float, x: float, y: float) -> None:
    layout = parse_layout(_LAYOUT)
    there = layout.to_board(np.array([[x, y]]), turn)
    assert layout.to_disc(there, turn) == pytest.approx(np.array([[x, y]]), abs=1e-9)


_LAYOUT: dict[str, Any] = {
    "kind": "star_disc",
    "board": {"width": 200, "height": 240},
    "disc": {"centre": [100, 108], "radius": 90},
    "window": {"outline": [[20, 40], [180, 40], [180, 170], [20, 170]]},
    "axis": {"angle_deg": 0},
    "stars": [{"id": 5, "x": 10, "y": 20, "radius": 2, "type": "red", "zone": "rim"}],
}


@pytest.mark.parametrize(
    ("step", "rotation", "round_number"),
    [(60, 0.4, 1), (60, 299, 6), (60, 359.5, 1), (-60, 300.5, 2), (-60, 59, 6), (72, 289, 5), (60, 30, None)],
)
def test_the_round_is_the_stop_at_which_the_disc_stands(
    make_layout: Make, step: float, rotation: float, round_number: int | None
) -> None:
    assert parse_layout(make_layout(step_deg=step)).round_at(rotation) == round_number
