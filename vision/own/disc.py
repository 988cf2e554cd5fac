"""What a disc teaches of which all lines are known: the lines among their rivals, and which of them are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vision.disc.evidence import Blank, Sight, look
from vision.disc.field import fully_visible
from vision.disc.judge import among_rivals
from vision.disc.read import find_board, known_rows
from vision.ink.frames import frames_of
from vision.ink.layout import DiscLayout
from vision.ink.pose import Image
from vision.own.fit import Lesson

Pair = tuple[int, int]


def lessons(
    image: Image | Sequence[Image], layout: DiscLayout, blank: Blank | None, truth: Mapping[str, Any]
) -> tuple[bool, list[Lesson]]:
    """Whether the board in `image` was compared with the clean `blank`, and its lines: judged with the record, and once
    more as if no earlier line were known.

    `truth`: its `lines`, as a list of photographs tells them. Raises NotPossible where no board is found, BadInput.
    """
    found = find_board(frames_of(image), layout, blank)
    lines = [(line["new"], (line["a"], line["b"])) for line in truth["lines"]]
    new, earlier = (set(known_rows(layout, [pair for fresh, pair in lines if fresh is one])) for one in (True, False))
    sight = look(found, layout, blank, frozenset(earlier))
    whole = fully_visible(layout, found[0][1].rotation_deg)
    hidden = {pair for pair in earlier if not (whole[pair[0]] and whole[pair[1]])}
    with_record = _lesson(sight, layout, new | earlier, earlier, earlier)
    return sight.compared, [with_record, _lesson(sight, layout, new | earlier, set(), hidden)]


def _lesson(sight: Sight, layout: DiscLayout, drawn: set[Pair], known: set[Pair], left_out: set[Pair]) -> Lesson:
    """The lines that can be seen, but for those `left_out`; `known`: by the record."""
    _, rivals, features, log_odds = among_rivals(sight, layout, sight.pairs.among(known))
    seen = ~(sight.unseen | sight.pairs.among(left_out))[rivals.rows]
    return Lesson(np.asarray(log_odds[seen], np.float64), features[seen], sight.pairs.among(drawn)[rivals.rows][seen])
