"""Which pairs of stars are looked at in a picture of a board."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.disc.evidence import look, prepare_blank
from vision.disc.locate import locate_disc
from vision.disc.pairs import candidate_pairs
from vision.ink import opencv


def test_pairs_are_looked_at_where_a_lamp_leaves_nothing_to_be_seen(photo: Any) -> None:
    """No ink shows there, as between most stars that are not worth a look, but there may be some."""
    layout, pose = photo.layout, locate_disc(photo.image, photo.layout)
    every = candidate_pairs(layout, pose.rotation_deg)
    at = pose.to_image(layout.stars_xy)
    drawn = photo.image.copy()
    for a, b in zip(every.a[::9], every.b[::9], strict=True):
        ends = np.rint(at[[a, b]] * 16).astype(np.int32)
        cv2.polylines(drawn, [ends], False, (240, 240, 240), 3, cv2.LINE_AA, 4)
    lamp = at[~np.isnan(pose.seen)].mean(0)
    lit = cv2.circle(drawn.copy(), np.rint(lamp).astype(int).tolist(), 90, (255, 255, 255), -1)
    under = np.hypot(*(at - lamp).T) < 75
    hidden = {pair for pair in every.row_of() if under[list(pair)].all()}
    assert len(hidden) > 10
    sight = look([(opencv.grey(lit), pose)], layout, prepare_blank(photo.image, layout), frozenset())
    assert hidden <= sight.pairs.row_of().keys()
    assert len(sight.pairs.a) < len(every.a), "what is plainly empty is not looked at closely"
