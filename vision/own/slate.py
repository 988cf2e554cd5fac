"""What a slate teaches of which all lines are known: the lines among their neighbours, and which of them are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vision.ink.frames import frames_of
from vision.ink.pose import Flags, Image
from vision.own.fit import Lesson
from vision.own.habits import Taught
from vision.slate.evidence import SlateBlank, SlateSight, look
from vision.slate.judge import among_neighbours, lines_among
from vision.slate.layout import SlateBoard
from vision.slate.read import find_slate, which_slate
from vision.slate.record import Names, Record, known_lines, known_stars


def lessons(
    image: Image | Sequence[Image],
    board: SlateBoard,
    blank: SlateBlank | None,
    truth: Mapping[str, Any],
    known: Names = (),
    known_shooting_stars: Names = (),
) -> Taught:
    """Whether the slate in `image` was compared with the clean `blank`, and its lines: judged with the record, and once
    more as if no earlier line were known.

    `truth`: its `lines` and `shooting_stars`, as a list of photographs tells them; `known`, `known_shooting_stars`: the
    earlier ones. Raises NotPossible where no slate is found, BadInput.
    """
    found = find_slate(frames_of(image), board, blank)
    earlier = _taken(board, known, known_shooting_stars)
    stars = [star.values() if isinstance(star, Mapping) else star for star in truth.get("shooting_stars", ())]
    drawn = _taken(board, [(line["a"], line["b"]) for line in truth["lines"]], [tuple(star) for star in stars])
    _, sky, _ = which_slate(board, found[0][1], blank)
    sight = look([(picture, at.pose) for picture, at in found], board, sky, blank, earlier)
    ours, before = (lines_among(sight.edges, lines) for lines in (drawn | earlier, earlier))
    none, points = np.zeros_like(before), len(board.points_xy)
    return sight.compared, [_lesson(sight, ours, known, points) for known in (before, none)]


def _taken(board: SlateBoard, lines: Names, stars: Names) -> frozenset[tuple[int, int]]:
    return Record(tuple(known_lines(board, lines, "lines")), tuple(known_stars(board, stars))).taken(board)


def _lesson(sight: SlateSight, drawn: Flags, known: Flags, points: int) -> Lesson:
    """The lines that can be seen, but for those `known` by the record."""
    _, features, log_odds = among_neighbours(sight, known, points)
    seen = ~(sight.blind | known)[sight.rows]
    return Lesson(np.asarray(log_odds[seen], np.float64), features[seen], drawn[sight.rows][seen])
