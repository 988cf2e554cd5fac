"""Photographs of boards whose truth is known, as a café's camera takes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vision.disc import locate
from vision.disc.locate import locate_disc, window_area
from vision.disc.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import parse_layout
from vision.ink.light import Trouble, check_light
from vision.ink.pose import Pose

_PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"
_PLACES = json.loads((_PHOTOS / "places.json").read_text())


@pytest.mark.parametrize(
    ("name", "by", "corner_px"),
    [
        ("explorer_medium_1000047", "markers", 2),
        ("explorer_hard_1000072", "outline", 8),
        ("explorer_medium_1000018", "markers", 8),
        ("explorer_medium_1500104", "outline", 8),
    ],
)
def test_board_and_disc_are_found(name: str, by: str, corner_px: float) -> None:
    place = _PLACES[name]
    layout = parse_layout((_PHOTOS / place["layout"]).read_bytes())
    pose = locate_disc(opencv.load(str(_PHOTOS / place["image"])), layout)
    assert pose.by == by
    assert np.linalg.norm(pose.corners - np.array(place["corners"]), axis=1).max() < corner_px
    assert abs((pose.rotation_deg - place["rotation_deg"] + 180) % 360 - 180) < 0.5


@pytest.mark.parametrize(
    ("name", "troubles"),
    [
        ("explorer_medium_1000047", set()),
        ("explorer_medium_1000018", {Trouble.HAND}),
        ("explorer_medium_1500104", {Trouble.GLARE}),
    ],
)
def test_what_spoils_a_picture_is_named(name: str, troubles: set[Trouble]) -> None:
    place = _PLACES[name]
    layout = parse_layout((_PHOTOS / place["layout"]).read_bytes())
    image = opencv.load(str(_PHOTOS / place["image"]))
    assert set(check_light(window_area(image, locate_disc(image, layout), layout)).why) == troubles


def test_a_board_placed_beside_its_stars_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two markers alone may place a board some millimetres off, where half its stars lie on other stars."""
    place = _PLACES["explorer_medium_1000047"]
    layout = parse_layout((_PHOTOS / place["layout"]).read_bytes())
    image = opencv.load(str(_PHOTOS / place["image"]))
    true = locate_disc(image, layout)
    aside = true.board_to_image @ np.array([[1, 0, 9.0], [0, 1, 7.0], [0, 0, 1]])
    poor = locate.settle(locate._Picture(image, opencv.grey(image), layout, None), aside, "markers", TUNING.near_mm)
    assert poor.confidence < TUNING.poor_confidence
    monkeypatch.setattr(locate, "_attempts", lambda *_: iter([locate._Attempt(poor)]))
    monkeypatch.setattr(locate, "enough", lambda _: 0.0)
    found: Pose = locate_disc(image, layout)
    assert found.confidence > 0.9
    assert np.linalg.norm(found.corners - true.corners, axis=1).max() < 8
