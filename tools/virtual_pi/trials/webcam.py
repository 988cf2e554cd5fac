"""Runs inside the machine: shows a JPEG to the kernel's loopback camera again and again, as a webcam sends pictures.

    python3 webcam.py PICTURE DEVICE

Only Debian's own Python is needed.
"""

from __future__ import annotations

import fcntl
import struct
import sys
import time
from pathlib import Path
from typing import Final

WIDTH, HEIGHT = 1280, 720
S_FMT: Final = 0xC0D05605
"""VIDIOC_S_FMT of a 64-bit kernel, from linux/videodev2.h: 208 bytes are written and read."""
VIDEO_OUTPUT, NO_FIELD, SRGB = 2, 1, 8
MJPG: Final = int.from_bytes(b"MJPG", "little")
PAUSE_S: Final = 0.2


def wanted() -> bytes:
    """A `v4l2_format`: pictures of our size as JPEGs."""
    return struct.pack("I4x7I172x", VIDEO_OUTPUT, WIDTH, HEIGHT, MJPG, NO_FIELD, 0, WIDTH * HEIGHT, SRGB)


def main(picture: str, device: str) -> None:
    """Show it until somebody ends this."""
    data = Path(picture).read_bytes()
    with Path(device).open("wb", buffering=0) as camera:
        fcntl.ioctl(camera, S_FMT, wanted())
        while True:
            camera.write(data)
            time.sleep(PAUSE_S)


if __name__ == "__main__":
    main(*sys.argv[1:])
