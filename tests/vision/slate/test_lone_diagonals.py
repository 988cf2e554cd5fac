"""A shooting star whose head hardly shows, where nothing tells of the slate: it is not passed off as a line."""

from __future__ import annotations

from pathlib import Path

from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from tools.studio.orders import Order
from tools.studio.slates import SlateStudio
from vision.ink import opencv
from vision.ink.truth import judge_things
from vision.slate.layout import slate_board
from vision.slate.read import read_slate

ORDER = Order(boards=300, seed=840903, levels=("easy", "medium", "hard"), designs=60)
SLATE, STAR = 55, ("C1", "D2")
"""Of a slate with this star on it, which nothing touches, it was said that the star is a line, without a question."""


def test_a_shooting_star_that_looks_like_a_line_is_asked_about(tmp_path: Path) -> None:
    studio = SlateStudio(tmp_path, ORDER, SLATE // 3 % ORDER.designs)
    query, truth = studio.slate("medium", SLATE)
    image, before, blank = (opencv.load(str(tmp_path / query[what])) for what in ("image", "before", "blank"))
    board = slate_board(parse_slate((tmp_path / query["layout"]).read_bytes()), pack_skies())
    reading = read_slate(image, board, blank=blank, before=before)
    assert {star.head for star in reading.doubtful if not hasattr(star, "a")} & set(STAR)
    assert judge_things(reading.as_json(), truth, {}).outcome == "asked"
