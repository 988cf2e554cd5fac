"""Pictures in, whatever the version of OpenCV."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engines.errors import BadInput
from vision.ink import opencv


def test_a_picture_is_decoded_to_blue_green_red() -> None:
    data = cv2.imencode(".png", np.full((80, 90, 3), (10, 20, 30), np.uint8))[1].tobytes()
    image = opencv.decode(data)
    assert image.shape == (80, 90, 3)
    assert image[40, 40].tolist() == [10, 20, 30]


@pytest.mark.parametrize("data", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 cut"])
def test_what_is_no_picture_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"board\.jpg.*expected") as caught:
        opencv.decode(data, "board.jpg")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.jpg"):
        opencv.load(str(tmp_path / "none.jpg"))


def test_a_coarse_map_is_filled_in_evenly() -> None:
    nodes = np.dstack(np.meshgrid(np.arange(5.0) * 8, np.arange(4.0) * 8)).astype(np.float32)
    at = opencv.upsample_map(nodes, 8, 30, 22)
    assert at[7, :, 0].tolist() == list(range(30))
    assert at[:, 3, 1].tolist() == list(range(22))


def test_the_distance_between_markers_counts_turned_ones_too() -> None:
    dictionary = opencv.marker_dictionary("DICT_4X4_50")
    assert dictionary is not None
    assert opencv.marker_distance(dictionary, (0, 1, 2, 3)) == 7
    assert opencv.marker_dictionary("ArucoDetector") is None
    assert opencv.marker_dictionary("DICT_7X9_50") is None
