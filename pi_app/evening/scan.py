"""Finds the event host's QR code in what the table's camera sees, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from hardware.camera import Camera, Image
from pi_app.evening.link import address_of

PATIENCE_S: Final = 30.0
PAUSE_S: Final = 0.1


def code_in(image: Image) -> str:
    """What a QR code in the picture says, where that is an event host's address with its code; else empty."""
    import cv2

    text = ""
    with suppress(cv2.error):
        text = str(cv2.QRCodeDetector().detectAndDecode(image)[0])
    address, code = address_of(text) if text else (None, "")
    return text if address is not None and code else ""


class CodeFinder:
    """Looks for the code when it is told to. `camera`: the table's."""

    def __init__(self, camera: Callable[[], Camera], patience_s: float = PATIENCE_S) -> None:
        self.found = ""
        """What the code says, once it was seen."""
        self._camera = camera
        self._patience_s = patience_s
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    @property
    def can_look(self) -> bool:
        """Whether the table has a camera."""
        return self._camera().status.state == "ready"

    @property
    def looking(self) -> bool:
        """Whether it is under way."""
        return self._thread is not None and self._thread.is_alive()

    def look(self) -> None:
        """Look until a code is there, or for as long as people have patience."""
        if not self.looking:
            self.found = ""
            self._ended.clear()
            self._thread = threading.Thread(target=self._run, name="code", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop looking. May be called twice."""
        self._ended.set()

    def take(self) -> str:
        """What was found, once."""
        found, self.found = self.found, ""
        return found

    def _run(self) -> None:
        camera, after = self._camera(), time.monotonic()
        end = after + self._patience_s
        while not self.found and not self._ended.is_set() and time.monotonic() < end:
            frames = camera.frames(1, after)
            if not frames:
                self._ended.wait(PAUSE_S)
                continue
            after = frames[-1].at
            self.found = code_in(frames[-1].image)
