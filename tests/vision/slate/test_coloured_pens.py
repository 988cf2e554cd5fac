"""A coloured pen under a warm lamp, without a clean picture: the recorded lines say how its ink shows."""

from __future__ import annotations

from pathlib import Path

from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from tools.studio.orders import Order
from tools.studio.slates import SlateStudio
from vision.ink import opencv
from vision.ink.truth import judge_things
from vision.slate.layout import slate_board
from vision.slate.read import read_slate

YELLOW = 3
ORDER = Order(boards=6, seed=9202, levels=("medium",), designs=6, tables=True)


def test_lines_of_a_yellow_pen_are_read_in_grey_where_blue_does_not_show_them(tmp_path: Path) -> None:
    query, truth = SlateStudio(tmp_path, ORDER, YELLOW).slate("medium", YELLOW)
    board = slate_board(parse_slate((tmp_path / query["layout"]).read_bytes()), pack_skies())
    told = {name: query[name] for name in ("known", "known_shooting_stars", "expect")}
    reading = read_slate(opencv.load(str(tmp_path / query["image"])), board, **told)
    judged = judge_things(reading.as_json(), truth, query)
    assert (judged.outcome, judged.asked) == ("exact", 0)
