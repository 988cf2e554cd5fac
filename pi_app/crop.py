"""The part of a board's photograph that goes to the host with a question: nothing but the board, small, as JPEG."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Final

import numpy as np

from hardware.camera import Image

Share = tuple[float, float, float, float]
"""Part of a picture: left, top, width, height as shares of it."""
MAX_BYTES: Final = 44 << 10
"""With base64 around it, this stays under what an event host takes."""
MAX_PX: Final = 720
SMALLEST_PX: Final = 360
"""A smaller part is enlarged: the host looks at it on a phone."""
MARK: Final = (0, 170, 255)
"""Blue, green, red of the rings around what is asked about."""


def cropped(photo: Image, at: Share, marks: Sequence[tuple[float, float]] = ()) -> str:
    """That part of a flat photograph (RGB) as JPEG in base64, with rings around `marks` (shares of the photograph).

    Empty where nothing of the photograph lies in it.
    """
    import cv2

    height, width = photo.shape[:2]
    left, right = sorted((_px(at[0], width), _px(at[0] + at[2], width)))
    top, bottom = sorted((_px(at[1], height), _px(at[1] + at[3], height)))
    if right - left < 1 or bottom - top < 1:
        return ""
    part = np.ascontiguousarray(photo[top:bottom, left:right, ::-1])
    side = max(part.shape[:2])
    scale = min(MAX_PX, max(SMALLEST_PX, side)) / side
    if scale != 1.0:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    for x, y in marks:
        place = (round((x * width - left) * scale), round((y * height - top) * scale))
        cv2.circle(part, place, round(0.06 * max(part.shape[:2])), MARK, 3, cv2.LINE_AA)
    return _encoded(part)


def _px(share: float, size: int) -> int:
    return round(max(0.0, min(1.0, share)) * size)


def _encoded(part: Image) -> str:
    import cv2

    while True:
        for quality in (88, 75, 60, 45, 30):
            data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(data) <= MAX_BYTES:
                return base64.b64encode(data).decode()
        part = np.ascontiguousarray(part[::2, ::2])
