"""Finding the board and its disc in pictures whose truth is exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from vision.disc.locate import locate_disc
from vision.ink.layout import parse_layout
from vision.ink.pose import Pose

Make = Callable[..., Any]


def corner_error(pose: Pose, photo: Any) -> float:
    """The largest distance of a corner from the truth, px."""
    return float(np.linalg.norm(pose.corners - photo.corners, axis=1).max())


def star_error(pose: Pose, photo: Any) -> float:
    """The largest distance of a visible star from the truth, mm."""
    visible = ~np.isnan(pose.seen)
    away = pose.to_image(photo.layout.stars_xy[visible]) - photo.stars[visible]
    return float(np.linalg.norm(away, axis=1).max()) / pose.px_per_mm()


def turn_error(pose: Pose, photo: Any) -> float:
    return float(abs((pose.rotation_deg - photo.rotation_deg + 180) % 360 - 180))


def test_a_marked_board_is_found_by_its_markers(photo: Any) -> None:
    pose = locate_disc(photo.image, photo.layout)
    assert pose.by == "markers"
    assert pose.round == 2
    assert pose.confidence > 0.9
    assert corner_error(pose, photo) < 1.5
    assert turn_error(pose, photo) < 0.2


def test_every_star_is_registered_to_a_seventh_of_a_millimetre(photo: Any) -> None:
    assert star_error(locate_disc(photo.image, photo.layout), photo) < 0.15


@pytest.mark.parametrize("turn", [0, 90, 180, 250])
def test_a_bare_board_is_found_by_its_outline_whatever_way_up_it_lies(
    take_photo: Make, make_layout: Make, turn: float
) -> None:
    photo = take_photo(parse_layout(make_layout(markers=None)), turn=turn, rotation_deg=180.6)
    pose = locate_disc(photo.image, photo.layout)
    assert pose.by == "outline"
    assert corner_error(pose, photo) < 5
    assert turn_error(pose, photo) < 0.5
    assert star_error(pose, photo) < 0.25


@pytest.mark.parametrize(("table", "frame"), [(235, (60, 50, 40)), (20, (190, 200, 210)), (120, (230, 230, 230))])
def test_bare_boards_are_found_on_light_and_dark_tables(
    take_photo: Make, make_layout: Make, table: int, frame: tuple[int, int, int]
) -> None:
    photo = take_photo(parse_layout(make_layout(markers=None)), table=table, frame=frame)
    assert star_error(locate_disc(photo.image, photo.layout), photo) < 0.25


def test_a_board_as_bright_as_its_table_is_found_by_its_colour(take_photo: Make, make_layout: Make) -> None:
    layout = parse_layout(make_layout(markers=None))
    photo = take_photo(layout, table=100, frame=(170, 90, 70))
    assert star_error(locate_disc(photo.image, photo.layout), photo) < 0.25


def test_a_mirrored_board_without_markers_is_named(take_photo: Make, make_layout: Make) -> None:
    photo = take_photo(parse_layout(make_layout(markers=None)), rotation_deg=180.6)
    with pytest.raises(NotPossible) as refused:
        locate_disc(np.ascontiguousarray(photo.image[:, ::-1]), photo.layout)
    assert refused.value.finding.code == "picture.mirrored"


@pytest.mark.parametrize("dictionary", ["DICT_4X4_50", "DICT_5X5_100", "DICT_APRILTAG_36h11", "DICT_ARUCO_ORIGINAL"])
def test_markers_are_of_the_dictionary_and_size_that_the_layout_names(
    take_photo: Make, make_layout: Make, dictionary: str
) -> None:
    at = {"7": [4, 4], "3": [174, 4], "11": [174, 214], "9": [4, 214]}
    photo = take_photo(parse_layout(make_layout(markers={"dictionary": dictionary, "size": 22, "at": at})))
    pose = locate_disc(photo.image, photo.layout)
    assert pose.by == "markers"
    assert corner_error(pose, photo) < 1.5


@pytest.mark.parametrize("covered", [(0,), (0, 2), (1, 2, 3)])
def test_a_board_with_covered_markers_is_still_found(photo: Any, covered: tuple[int, ...]) -> None:
    image = photo.image.copy()
    for corner in covered:
        x, y = photo.corners[corner] * 0.9 + photo.corners.mean(0) * 0.1
        cv2.circle(image, (round(x), round(y)), 34, (120, 150, 190), -1)
    assert star_error(locate_disc(image, photo.layout), photo) < 0.2


def test_large_and_grey_pictures_are_read_alike(take_photo: Make) -> None:
    photo = take_photo(size=(1920, 1080), px_per_mm=3.2)
    pose = locate_disc(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY), photo.layout)
    assert star_error(pose, photo) < 0.15


@pytest.mark.parametrize(("rotation", "round_number"), [(298.2, 2), (33.0, None), (2.0, 1)])
def test_the_turn_is_found_also_off_the_stops_and_counter_clockwise(
    take_photo: Make, make_layout: Make, rotation: float, round_number: int | None
) -> None:
    photo = take_photo(parse_layout(make_layout(step_deg=-60)), rotation_deg=rotation)
    pose = locate_disc(photo.image, photo.layout)
    assert turn_error(pose, photo) < 0.2
    assert pose.round == round_number


@pytest.mark.parametrize("rotation", [0.4, 180.4])
def test_a_full_square_lattice_is_told_from_its_turned_self_by_the_star_types(
    take_photo: Make, make_layout: Make, rotation: float
) -> None:
    photo = take_photo(parse_layout(make_layout(lattice=True)), rotation_deg=rotation)
    assert turn_error(locate_disc(photo.image, photo.layout), photo) < 0.2


@pytest.mark.parametrize("turn", [4, 170])
def test_a_board_with_its_window_in_the_middle_shows_its_way_up_by_the_three_point_stars(
    take_photo: Make, make_layout: Make, turn: float
) -> None:
    raw = make_layout(markers=None, three_point_stars=[[30 + 22 * k, 205] for k in range(7)])
    raw["disc"]["centre"][1] = 120
    raw["window"]["outline"] = [[x, y + 12] for x, y in raw["window"]["outline"]]
    photo = take_photo(parse_layout(raw), turn=turn)
    pose = locate_disc(photo.image, photo.layout)
    assert corner_error(pose, photo) < 6
    assert turn_error(pose, photo) < 0.5


def test_where_all_stars_are_alike_the_expected_turn_decides(take_photo: Make, make_layout: Make) -> None:
    raw = make_layout(lattice=True)
    raw["stars"] = [star | {"type": "white"} for star in raw["stars"]]
    photo = take_photo(parse_layout(raw), rotation_deg=180.4)
    assert turn_error(locate_disc(photo.image, photo.layout, rotation_hint=180), photo) < 0.2


def test_a_board_that_has_not_moved_is_taken_from_the_last_pose(photo: Any, take_photo: Make) -> None:
    last = locate_disc(photo.image, photo.layout)
    turned = take_photo(photo.layout, rotation_deg=121.5)
    pose = locate_disc(turned.image, photo.layout, last=last)
    assert pose.by == "reference"
    assert pose.round == 3
    assert star_error(pose, turned) < 0.15


def test_a_board_that_has_moved_is_looked_for_again(photo: Any, take_photo: Make) -> None:
    last = locate_disc(photo.image, photo.layout)
    moved = take_photo(photo.layout, turn=14.0)
    pose = locate_disc(moved.image, photo.layout, last=last)
    assert pose.by == "markers"
    assert corner_error(pose, moved) < 1.5


def _half_covered(photo: Any) -> Any:
    image = photo.image.copy()
    image[:, : round(photo.corners[:, 0].mean())] = 140
    return image


def test_a_half_covered_bare_board_is_found_where_it_lay_before(take_photo: Make, make_layout: Make) -> None:
    photo = take_photo(parse_layout(make_layout(markers=None)))
    pose = locate_disc(_half_covered(photo), photo.layout, before=photo.image)
    assert star_error(pose, photo) < 0.6
    assert corner_error(pose, photo) < 6


def _table(size: tuple[int, int] = (1280, 720)) -> Any:
    rng = np.random.default_rng(5)
    return cv2.GaussianBlur(rng.integers(0, 255, (size[1], size[0], 3), np.uint8), (0, 0), 1.5)


@pytest.mark.parametrize("what", ["blank paper", "noise"])
def test_without_a_board_in_the_picture_nothing_is_found(photo: Any, what: str) -> None:
    image = np.full((720, 1280, 3), 200, np.uint8) if what == "blank paper" else _table()
    with pytest.raises(NotPossible, match="board"):
        locate_disc(image, photo.layout)


def test_a_board_with_other_stars_than_the_layout_is_refused(photo: Any, make_layout: Make) -> None:
    with pytest.raises(NotPossible, match="stars"):
        locate_disc(photo.image, parse_layout(make_layout(seed=8)))


@pytest.mark.parametrize(
    "image", [np.zeros((720, 1280, 4), np.uint8), np.zeros((30, 40), np.uint8), np.zeros((90, 90))]
)
def test_what_is_no_picture_is_bad_input(photo: Any, image: Any) -> None:
    with pytest.raises(BadInput, match="expected"):
        locate_disc(image, photo.layout)


@pytest.mark.parametrize("change", [{"dictionary": "DICT_9X9_50"}, {"at": {"99": [4, 4]}}])
def test_markers_that_do_not_exist_are_bad_input(photo: Any, make_layout: Make, change: Any) -> None:
    raw = make_layout()
    layout = parse_layout(raw | {"markers": raw["markers"] | change})
    with pytest.raises(BadInput, match="markers"):
        locate_disc(photo.image, layout)
