"""The pictures of a burst in which a board is found, and the clean board they are compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from engines.errors import BadInput, NotPossible
from vision.ink.pose import Image

Found = TypeVar("Found")
Clean = TypeVar("Clean")


def frames_of(image: Image | Sequence[Image]) -> list[Image]:
    """The pictures of a burst, or one picture as a burst of one. Raises BadInput where there is none."""
    frames = [image] if isinstance(image, np.ndarray) else list(image)
    if not frames:
        raise BadInput("image.none", "image: expected one picture at least")
    return frames


def best_frames(
    frames: Sequence[Image], find: Callable[[Image], Found], confidence: Callable[[Found], float], worse: float
) -> list[tuple[Image, Found]]:
    """The frames in which the board is found and what was found there, the surest first.

    Those whose confidence is lower by more than `worse` are left out. Raises NotPossible, as `find` does, when the
    board is found in none.
    """
    found: list[tuple[Image, Found]] = []
    missing: NotPossible | None = None
    for frame in frames:
        try:
            found.append((frame, find(frame)))
        except NotPossible as error:
            missing = error
    if missing is not None and not found:
        raise missing
    found.sort(key=lambda pair: -confidence(pair[1]))
    best = confidence(found[0][1])
    return [pair for pair in found if confidence(pair[1]) >= best - worse]


def prepared(picture: Image | Clean | None, prepare: Callable[[Image], Clean]) -> Clean | None:
    """The clean board; `prepare` makes it of a picture. None where there is none, or it is not found in the picture."""
    if not isinstance(picture, np.ndarray):
        return picture
    try:
        return prepare(picture)
    except NotPossible:
        return None
