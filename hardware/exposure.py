"""Holds a camera's exposure and white balance from shot to shot, so that the same board looks the same each time."""

from __future__ import annotations

from collections import deque
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

MANUAL: Final = 1.0
APERTURE_PRIORITY: Final = 3.0
"""Values of V4L2's `exposure_auto` (videodev2.h: V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY)."""


@runtime_checkable
class Controls(Protocol):
    """What is used of `cv2.VideoCapture` to hold a camera's exposure."""

    def get(self, control: int) -> float:
        """A control's value."""

    def set(self, control: int, value: float) -> bool:
        """Set a control; whether the camera took it."""


class ExposureLock:
    """Watches the pictures of one open camera while a shot is wanted, and says which of them are fit for it.

    The camera's own automatics settle under the light of the first shot; then exposure and colour temperature are
    held. Where the light has changed by a quarter, the automatics settle anew. A camera that does not keep what it
    was told, or has no controls, is left to its automatics.
    """

    STEADY: Final = 0.03
    """Largest difference (share) between the pictures of a light that has settled."""
    ALIKE: Final = 3
    """Pictures that must be alike."""
    LONGEST: Final = 20
    """Pictures after which a light that never settles is taken as it is."""
    DRIFT: Final = 0.25
    """Difference (share) from the picture it was locked on that makes it settle anew."""
    BETRAYALS: Final = 3
    """How often the very next picture may be unlike before the camera is left alone."""

    def __init__(self, capture: Any) -> None:
        self._controls: Controls | None = capture if isinstance(capture, Controls) else None
        self._seen: deque[float] = deque(maxlen=self.ALIKE)
        self._count = 0
        self._level: float | None = None
        self._fresh = False
        self._betrayed = 0

    @property
    def locked(self) -> bool:
        """Whether exposure and white balance are held."""
        return self._level is not None

    def fit(self, image: NDArray[np.uint8]) -> bool:
        """Whether this picture, taken for a shot, is one to use."""
        if self._controls is None:
            return True
        level = float(image[::16, ::16].mean()) + 1.0
        if self._level is not None:
            if abs(level - self._level) <= self.DRIFT * self._level:
                self._fresh = False
                return True
            self._let_go()
            return self._controls is None
        self._seen.append(level)
        self._count += 1
        if self._settled() or self._count >= self.LONGEST:
            self._hold(level)
        return self._controls is None

    def _settled(self) -> bool:
        return len(self._seen) == self.ALIKE and max(self._seen) - min(self._seen) <= self.STEADY * max(self._seen)

    def _hold(self, level: float) -> None:
        import cv2

        assert self._controls is not None, "only a camera with controls is held"
        exposure = self._controls.get(cv2.CAP_PROP_EXPOSURE)
        warmth = self._controls.get(cv2.CAP_PROP_WB_TEMPERATURE)
        if not self._controls.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
            self._controls = None
            return
        self._controls.set(cv2.CAP_PROP_EXPOSURE, exposure)
        if self._controls.set(cv2.CAP_PROP_AUTO_WB, 0.0) and warmth > 0:
            self._controls.set(cv2.CAP_PROP_WB_TEMPERATURE, warmth)
        self._level, self._fresh = level, True

    def _let_go(self) -> None:
        import cv2

        assert self._controls is not None, "only a camera with controls is held"
        self._betrayed += self._fresh
        self._level, self._count = None, 0
        self._seen.clear()
        self._controls.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
        self._controls.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        if self._betrayed >= self.BETRAYALS:
            self._controls = None
