"""What a disc teaches of which all lines are known: what the ink of each pair alone says, and which are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vision.disc.evidence import Blank, look
from vision.disc.field import fully_visible
from vision.disc.judge import line_alone
from vision.disc.read import find_board, known_rows
from vision.ink.frames import frames_of
from vision.ink.layout import DiscLayout
from vision.ink.pose import Image
from vision.own.fit import Lesson
from vision.own.habits import Taught


def lessons(
    image: Image | Sequence[Image], layout: DiscLayout, blank: Blank | None, truth: Mapping[str, Any]
) -> Taught:
    """Whether the board in `image` was compared with the clean `blank`, and all pairs that can be seen, in one lesson.

    `truth`: its `lines`, as a list of photographs tells them. Raises NotPossible where no board is found, BadInput.
    """
    found = find_board(frames_of(image), layout, blank)
    lines = [(line["new"], (line["a"], line["b"])) for line in truth["lines"]]
    new, earlier = (set(known_rows(layout, [pair for fresh, pair in lines if fresh is one])) for one in (True, False))
    sight = look(found, layout, blank, frozenset(earlier))
    whole = fully_visible(layout, found[0][1].rotation_deg)
    hidden = {pair for pair in earlier if not (whole[pair[0]] and whole[pair[1]])}
    seen = ~(sight.unseen | sight.pairs.among(hidden))
    alone = np.asarray(line_alone(sight)[seen], np.float64)
    return sight.compared, [Lesson(alone, sight.features[seen], sight.pairs.among(new | earlier)[seen])]
