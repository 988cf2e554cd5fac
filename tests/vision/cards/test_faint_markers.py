"""Markers of a telescope that cannot be deciphered any more."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.layout import CardsLayout, parse_cards_layout
from vision.cards.locate import table_by_markers
from vision.ink import opencv
from vision.ink.pose import project

_PHOTOS = Path(__file__).parents[2] / "photos" / "stellar"
_NAME = "cards_medium_910700007"


@pytest.fixture(scope="module")
def layout() -> CardsLayout:
    rows = map(json.loads, (_PHOTOS / "stellar.list.jsonl").read_text().splitlines())
    name = next(row["layout"] for row in rows if row["id"] == _NAME)
    return parse_cards_layout((_PHOTOS / name).read_text())


@pytest.fixture(scope="module")
def grey() -> NDArray[np.uint8]:
    return opencv.grey(opencv.load(str(_PHOTOS / f"{_NAME}.jpg")))


def corners(layout: CardsLayout, grey: NDArray[np.uint8]) -> tuple[NDArray[np.float64], float]:
    """The board's corners px, and the share of its markers that was found."""
    table, board = table_by_markers(grey, layout), layout.telescope
    assert table is not None
    assert board is not None
    width, height = board.board.width, board.board.height
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    return project(table.plane, flat), table.confidence


def spoilt(layout: CardsLayout, grey: NDArray[np.uint8], rows: tuple[int, ...], blur: float) -> NDArray[np.uint8]:
    """The picture with these markers made that soft (px), or with grey paper over them where `blur` is 0."""
    known, table = layout.marker_set(), table_by_markers(grey, layout)
    assert known is not None
    assert table is not None
    soft = cv2.GaussianBlur(grey, (0, 0), blur) if blur else np.full_like(grey, 128)
    picture = grey.copy()
    for row in rows:
        quad = known.corners[row]
        over = project(table.plane, quad.mean(0) + 1.3 * (quad - quad.mean(0)))
        mask = cv2.fillConvexPoly(np.zeros_like(grey), np.rint(over).astype(np.int32), 1)
        picture[mask > 0] = soft[mask > 0]
    return picture


@pytest.mark.parametrize("rows", [(0, 1), (1, 2), (0, 3), (2,)])
def test_blurred_markers_still_tell_the_plane(
    layout: CardsLayout, grey: NDArray[np.uint8], rows: tuple[int, ...]
) -> None:
    whole, share = corners(layout, grey)
    assert share == 1.0
    found, share = corners(layout, spoilt(layout, grey, rows, 4.0))
    assert share == 1.0
    assert np.linalg.norm(found - whole, axis=1).max() < 2.0


def test_what_is_covered_is_not_taken_for_a_marker(layout: CardsLayout, grey: NDArray[np.uint8]) -> None:
    _, share = corners(layout, spoilt(layout, grey, (0, 1), 0.0))
    assert share == 0.5
