"""Photographs read from end to end, with what the record knows."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from vision.disc.read import prepare_blank, read_disc
from vision.disc.reading import Line, Reading
from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout

_PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"
Pairs = set[tuple[int, int]]


def _rows(name: str) -> dict[str, Any]:
    return {row["id"]: row for row in map(json.loads, (_PHOTOS / name).read_text().splitlines())}


QUERIES, TRUTHS = _rows("star_explorer.list.jsonl"), _rows("truth.jsonl")
PLAIN = [name for name in QUERIES if "hard" not in name]


@cache
def layout_of(name: str) -> DiscLayout:
    return parse_layout((_PHOTOS / QUERIES[name]["layout"]).read_bytes())


def picture(name: str, kind: str = "image") -> Any:
    return opencv.load(str(_PHOTOS / QUERIES[name][kind]))


@cache
def blank_of(name: str) -> Any:
    return prepare_blank(picture(name, "blank"), layout_of(name))


def read(name: str, **changes: Any) -> Reading:
    query = QUERIES[name]
    told = {"blank": blank_of(name), "known": query["known"], "expect": query["expect"]} | changes
    image = told.pop("image", None)
    return read_disc(picture(name) if image is None else image, layout_of(name), **told)


def pairs(lines: tuple[Line, ...]) -> Pairs:
    return {(line.a, line.b) for line in lines}


def drawn(name: str, new: bool | None = None) -> Pairs:
    lines = [line for line in TRUTHS[name]["lines"] if new is None or line["new"] == new]
    return {(min(line["a"], line["b"]), max(line["a"], line["b"])) for line in lines}


def known(name: str) -> Pairs:
    return {(min(line), max(line)) for line in QUERIES[name]["known"]}


@pytest.mark.parametrize("name", PLAIN)
def test_every_line_of_an_ordinary_photograph_is_read(name: str) -> None:
    reading = read(name)
    assert pairs(reading.lines) == drawn(name) | known(name)
    assert len(reading.doubtful) <= 1
    assert abs((reading.rotation_deg - TRUTHS[name]["rotation_deg"] + 180) % 360 - 180) < 1


def test_a_hard_photograph_is_read_or_asked_about() -> None:
    name = "explorer_hard_1000072"
    reading = read(name)
    assert pairs(reading.lines) ^ (drawn(name) | known(name)) <= pairs(reading.doubtful)


@pytest.mark.parametrize("name", PLAIN)
def test_something_else_than_the_tile_comes_out_as_drawn_or_doubtful(name: str) -> None:
    other = next(q["expect"] for q in QUERIES.values() if len(q["expect"]["pattern"]["xy"]) != len(
        QUERIES[name]["expect"]["pattern"]["xy"]))  # fmt: skip
    reading = read(name, expect=other)
    assert pairs(reading.lines) ^ (drawn(name) | known(name)) <= pairs(reading.doubtful)


def test_a_wiped_line_that_the_record_still_has_is_asked_about() -> None:
    name = "explorer_easy_1000006"
    there = drawn(name, new=False)
    gone = (21, 53)
    assert gone not in drawn(name)
    reading = read(name, known=[*there, gone], expect=None)
    assert gone in pairs(reading.doubtful)
    assert not pairs(reading.doubtful) & there


def test_lines_unknown_to_the_record_are_read_too() -> None:
    name = "explorer_easy_1000006"
    reading = read(name, known=(), expect=None)
    missing = drawn(name) - pairs(reading.lines)
    assert missing <= pairs(reading.doubtful)


def test_without_a_clean_picture_an_easy_photograph_is_read_but_for_one_line_at_most() -> None:
    name = "explorer_easy_1000020"
    assert len(pairs(read(name, blank=None).lines) ^ (drawn(name) | known(name))) <= 1


def test_a_burst_is_read_like_one_picture_and_a_bad_frame_does_no_harm() -> None:
    name = "explorer_medium_1000047"
    good = picture(name)
    bad = np.full_like(good, 90)
    reading = read(name, image=[bad, good, np.roll(good, 2, axis=1)])
    assert pairs(reading.lines) == drawn(name) | known(name)


def test_the_place_of_the_last_reading_helps_where_part_of_the_board_is_hidden() -> None:
    name = "explorer_easy_1000006"
    first = read(name)
    hidden = picture(name).copy()
    top = min(y for _, y in first.located.corners)
    hidden[: round(top) + 60] = 128
    again = read(name, image=hidden, last=first)
    assert pairs(again.lines) == drawn(name) | known(name)


def test_known_lines_are_listed_though_the_frame_hides_them() -> None:
    for name in PLAIN:
        assert known(name) <= pairs(read(name).lines)


def test_a_reading_is_plain_json_and_says_where_a_star_is_in_the_picture() -> None:
    name = "explorer_easy_1000006"
    reading = read(name)
    told = msgspec.json.decode(msgspec.json.encode(reading.as_json()))
    assert set(told) == {"located", "rotation_deg", "round", "lines", "doubtful", "crossed_stars", "light", "ms"}
    assert told["round"] == 3
    assert told["located"]["by"] == "markers"
    assert told["crossed_stars"] is None, "this layout does not say where the 3-point stars are"
    x, y = reading.pose.to_image(np.zeros((1, 2)))[0]
    corners = np.array(told["located"]["corners"])
    assert corners[:, 0].min() < x < corners[:, 0].max()
    assert corners[:, 1].min() < y < corners[:, 1].max()


@pytest.mark.parametrize("wrong", [[[1]], [[1, 1]], [[1, 999]], [["1", 2]], [[1, 2, 3]]])
def test_known_lines_between_no_stars_are_refused(wrong: Any) -> None:
    with pytest.raises(BadInput, match="known"):
        read("explorer_easy_1000006", known=wrong)


def test_a_picture_without_a_board_is_refused() -> None:
    with pytest.raises(NotPossible):
        read("explorer_easy_1000006", image=np.full((480, 640, 3), 120, np.uint8))


def test_a_burst_of_no_pictures_is_refused() -> None:
    with pytest.raises(BadInput):
        read("explorer_easy_1000006", image=[])


def test_a_picture_that_equals_its_clean_board_shows_no_line() -> None:
    """The strips of no pair at all could once not be cut."""
    name = "explorer_easy_1000006"
    clean = picture(name, "blank")
    reading = read_disc(clean, layout_of(name), blank=clean)
    assert (reading.lines, reading.doubtful) == ((), ())
