"""Slates of which nothing is known: what may be drawn and cannot be seen is asked about, or nothing is read at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.errors import NotPossible
from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from hardware.simulated.levels import Level
from tools.studio.orders import Order
from tools.studio.slates import SlateStudio
from vision.ink import opencv
from vision.ink.truth import judge_things
from vision.slate.layout import slate_board
from vision.slate.read import SlateReading, read_slate
from vision.slate.reading import SlateLine, SlateStar

ORDER = Order(boards=300, seed=840903, levels=("easy", "medium", "hard"), designs=60)


HARD = Order(boards=180, seed=751003, levels=("hard",), designs=36)


def read(folder: Path, number: int, level: Level, order: Order = ORDER) -> tuple[SlateReading, dict[str, Any]]:
    """A slate of the order, read with a clean photograph alone, and its truth."""
    studio = SlateStudio(folder, order, number // len(order.levels) % order.designs)
    query, truth = studio.slate(level, number)
    image, blank = (opencv.load(str(folder / query[what])) for what in ("image", "blank"))
    board = slate_board(parse_slate((folder / query["layout"]).read_bytes()), pack_skies())
    return read_slate(image, board, blank=blank), truth


def strictly(reading: SlateReading, truth: dict[str, Any]) -> str:
    """What comes of it where nobody compares every line."""
    return judge_things({part: row for part, row in reading.as_json().items() if part != "compare"}, truth, {}).outcome


def test_a_line_that_goes_on_into_a_glare_is_asked_about(tmp_path: Path) -> None:
    reading, truth = read(tmp_path, 178, "medium")
    assert ("B1", "C2") in [(line.a, line.b) for line in reading.doubtful if isinstance(line, SlateLine)]
    assert strictly(reading, truth) == "asked"


def test_beside_a_line_that_is_asked_about_the_shooting_star_that_it_may_be_is_asked_about(tmp_path: Path) -> None:
    reading, truth = read(tmp_path, 283, "medium")
    assert {"C0", "D1"} in [{star.head, star.tail} for star in reading.doubtful if isinstance(star, SlateStar)]
    assert strictly(reading, truth) == "asked"


def test_where_ink_is_faint_a_line_is_expected_to_be_missing_too(tmp_path: Path) -> None:
    """One was, and a shooting star was read too short. The advice is about the hand that hides most of the slate."""
    with pytest.raises(NotPossible) as refused:
        read(tmp_path, 71, "hard")
    assert refused.value.finding.code == "picture.hidden"


def test_a_line_that_hardly_shows_through_a_glare_is_read(tmp_path: Path) -> None:
    """A glance sees no ink in it."""
    reading, truth = read(tmp_path, 29, "hard", HARD)
    assert ("H2", "I3") in [(line.a, line.b) for line in reading.lines]
    assert strictly(reading, truth) != "silent"
