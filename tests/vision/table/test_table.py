"""Several boards in one picture, and a board that is watched from shot to shot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from pi_app.camera.readers import open_reader
from vision.ink.lock import Lock
from vision.ink.pose import project
from vision.table import Spot, check_distinct, parse_table, without

PHOTOS = Path("tests/photos/table")
Image = NDArray[np.uint8]


def entry(number: int = 0) -> dict[str, Any]:
    row: dict[str, Any] = json.loads((PHOTOS / "table.list.jsonl").read_text().splitlines()[number])
    return row


def test_every_board_of_a_table_is_read_and_a_fixed_table_is_located_once() -> None:
    reader = open_reader("table", PHOTOS)
    first = reader.read(entry() | {"fixed": True}).as_json()
    truth = json.loads((PHOTOS / "truth.jsonl").read_text().splitlines()[0])
    assert [board["pose"] for board in first["boards"]] == ["found"] * len(truth["boards"])
    for board, wanted in zip(first["boards"], truth["boards"], strict=True):
        assert {(line["a"], line["b"]) for line in board["reading"]["lines"]} == {
            (line["a"], line["b"]) for line in wanted["lines"]
        }
        assert np.abs(np.array(board["corners"]) - wanted["corners"]).max() < 4
    only = {"fixed": True, "only": True, "boards": {"Ben": {}}}
    again = reader.read(entry() | only).as_json()
    assert [(board["name"], board["pose"]) for board in again["boards"]] == [("Ben", "still")]


def test_a_board_that_is_not_on_the_table_is_named(tmp_path: Path) -> None:
    layout = json.loads((PHOTOS / entry()["layout"]).read_text())
    one = json.loads((PHOTOS / layout["boards"][0]["layout"]).read_text())
    one["markers"]["at"] = {str(30 + k): place for k, place in enumerate(one["markers"]["at"].values())}
    (tmp_path / "other.json").write_text(json.dumps(one))
    boards = [{"name": "Zoe", "layout": "other.json"}]
    (tmp_path / "table.json").write_text(json.dumps({"kind": "table", "boards": boards}))
    image = str((PHOTOS / entry()["image"]).resolve())
    with pytest.raises(NotPossible, match="markers 30, 31, 32, 33"):
        open_reader("table", tmp_path).read({"layout": "table.json", "image": image})


@pytest.mark.parametrize(
    ("boards", "what"),
    [
        ([], "length >= 1"),
        ([{"name": "A", "layout": "a"}, {"name": "A", "layout": "b"}], "two boards are called 'A'"),
        ([{"name": "A", "layout": "a", "place": [[0, 0]]}], "length >= 4"),
    ],
)
def test_a_table_that_cannot_be_is_refused(boards: list[Any], what: str) -> None:
    with pytest.raises(BadInput, match=what):
        parse_table({"kind": "table", "boards": boards})


def test_two_boards_of_a_table_may_not_share_a_marker() -> None:
    from vision.ink.layout import MarkerSet
    from vision.table import Marked

    same = MarkerSet("DICT_4X4_50", 20.0, (0, 1), np.zeros((2, 4, 2)))
    with pytest.raises(BadInput, match="'A' and 'B' both have the marker 0"):
        check_distinct({"A": Marked((1, 1), same, None), "B": Marked((1, 1), same, None)})
    with pytest.raises(BadInput, match="neither markers nor a place"):
        check_distinct({"A": Marked(None, None, None)})


OUTLINE = np.array([[0, 0], [100, 0], [100, 80], [0, 80]], float)
PLANE = np.array([[4.0, 0.3, 150], [-0.2, 4.0, 120], [0, 0, 1]])


def board_picture(shift: tuple[float, float] = (0.0, 0.0), turn: float = 0.0, light: float = 1.0) -> Image:
    """A 720×640 picture of a printed board (100×80 mm) on a plain table."""
    rng = np.random.default_rng(3)
    face = cv2.resize(rng.integers(60, 220, (16, 20), np.uint8), (400, 320), interpolation=cv2.INTER_NEAREST)
    move = np.vstack([cv2.getRotationMatrix2D((350, 280), -turn, 1.0), [0, 0, 1]])
    move[:2, 2] += shift
    grown = move @ PLANE @ np.diag([0.25, 0.25, 1])
    picture = np.full((640, 720), 90, np.uint8)
    cv2.warpPerspective(face, grown, (720, 640), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    noisy = picture * light + rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def test_a_board_is_painted_over_in_the_colour_of_the_table_and_nothing_else_is() -> None:
    picture = cv2.cvtColor(board_picture(), cv2.COLOR_GRAY2BGR)
    corners = project(PLANE, OUTLINE)
    bare = without(np.asarray(picture, np.uint8), Spot(corners, PLANE))
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), 255)
    assert np.ptp(bare[inside > 0], axis=0).max() == 0
    assert np.abs(bare[inside > 0][0].astype(int) - 90).max() <= 2
    away = cv2.dilate(inside, np.ones((61, 61), np.uint8)) == 0
    assert (bare[away] == picture[away]).all()


def test_a_board_that_stays_is_still_in_other_light_and_under_a_hand() -> None:
    lock = Lock.from_reading(board_picture(), PLANE, OUTLINE)
    dim = board_picture(light=0.5)
    dim[300:, 300:480] = 40
    seen = lock.verify(dim)
    assert seen.state == "still"
    assert seen.seen < 1


@pytest.mark.parametrize(("shift", "turn"), [((3.0, -2.0), 0.0), ((26.0, 14.0), 0.0), ((2.0, 1.0), 1.5)])
def test_a_bump_is_noticed_and_mended(shift: tuple[float, float], turn: float) -> None:
    lock = Lock.from_reading(board_picture(), PLANE, OUTLINE)
    seen = lock.verify(board_picture(shift, turn))
    assert seen.state == "moved"
    move = np.vstack([cv2.getRotationMatrix2D((350, 280), -turn, 1.0), [0, 0, 1]])
    move[:2, 2] += shift
    assert seen.plane is not None
    assert np.abs(project(seen.plane, OUTLINE) - project(move @ PLANE, OUTLINE)).max() < 1.0


def test_a_board_that_was_taken_away_is_gone() -> None:
    lock = Lock.from_reading(board_picture(), PLANE, OUTLINE)
    assert lock.verify(np.full((640, 720), 90, np.uint8)).state == "gone"
    assert lock.verify(np.full((320, 360), 90, np.uint8)).state == "gone"


def test_what_is_drawn_on_is_not_watched() -> None:
    inside = OUTLINE * 0.6 + [20, 16]
    lock = Lock.from_reading(board_picture(), PLANE, OUTLINE, inside)
    drawn = board_picture()
    low, high = project(PLANE, inside).min(0).astype(int), project(PLANE, inside).max(0).astype(int)
    drawn[low[1] + 25 : high[1] - 25, low[0] + 25 : high[0] - 25] = 255
    seen = lock.verify(drawn)
    assert (seen.state, seen.seen) == ("still", 1.0)


def test_a_board_without_anything_on_it_cannot_be_watched() -> None:
    with pytest.raises(NotPossible, match="too little"):
        Lock.from_reading(np.full((640, 720), 90, np.uint8), PLANE, OUTLINE)
