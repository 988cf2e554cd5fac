"""A ribbon-cable camera (CSI) on a Raspberry Pi: the pictures of `rpicam-vid`, run as a process of its own.

libcamera has no wheel and its Python module is tied to the system's Python, so its command line is the interface.
Source: Raspberry Pi documentation, "rpicam-apps".
"""

from __future__ import annotations

import shutil
import subprocess
from typing import Any, Final

import numpy as np

from engines.errors import Finding, finding
from hardware.camera import Capture

COMMAND: Final = "rpicam-vid"
BEGIN: Final = b"\xff\xd8"
END: Final = b"\xff\xd9"
"""Start and end of a JPEG picture; inside one, 0xFF is always followed by another byte (ITU-T T.81, B.1.1.2)."""
MAX_PICTURE_BYTES: Final = 16_000_000
"""A longer picture is none: the stream is out of step."""
CHUNK_BYTES: Final = 65536


def find_rpicam(_device: str = "auto") -> str | None:
    """The path of the program that gives the pictures, or None where it is not installed."""
    return shutil.which(COMMAND)


def no_rpicam(_device: str = "auto") -> Finding:
    """What to say where it is not installed."""
    return finding(
        "camera.no_rpicam", "no ribbon-cable camera: rpicam-vid is not installed (apt package rpicam-apps-lite)"
    )


def open_rpicam(program: str, size: tuple[int, int]) -> Capture:
    """The camera's pictures of that size (width, height), fifteen a second."""
    return RpicamCapture(program, size)


class RpicamCapture:
    """Pictures from the program's MJPEG stream, with the shape of `cv2.VideoCapture`."""

    def __init__(self, program: str, size: tuple[int, int]) -> None:
        width, height = (str(length) for length in size)
        command = [program, "--timeout", "0", "--nopreview", "--codec", "mjpeg", "--framerate", "15"]
        command += ["--width", width, "--height", height, "--output", "-"]
        self._held = bytearray()
        self._process: subprocess.Popen[bytes] | None
        try:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0)
        except OSError:
            self._process = None

    def isOpened(self) -> bool:  # noqa: N802  (OpenCV's name)
        """Whether the program runs."""
        return self._process is not None and self._process.poll() is None

    def read(self) -> tuple[bool, Any]:
        """The next picture, blue-green-red; false once the program has ended. Waits for it."""
        import cv2

        while (data := self._next()) is not None:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            if image is not None:
                return True, image
        return False, None

    def release(self) -> None:
        """End the program. May be called twice."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()

    def _next(self) -> bytes | None:
        """The next whole picture's bytes; what does not begin like one is skipped."""
        while True:
            begin = self._held.find(BEGIN)
            end = self._held.find(END, begin + 2) if begin >= 0 else -1
            if end >= 0:
                data = bytes(self._held[begin : end + 2])
                del self._held[: end + 2]
                return data
            if begin < 0 or len(self._held) > MAX_PICTURE_BYTES:
                del self._held[: max(0, len(self._held) - 1)]
            if not self._fill():
                return None

    def _fill(self) -> bool:
        process = self._process
        if process is None or process.stdout is None:
            return False
        more = process.stdout.read(CHUNK_BYTES)
        self._held += more or b""
        return bool(more)
