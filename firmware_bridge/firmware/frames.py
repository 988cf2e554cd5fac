"""Frames on the wire: COBS of (JSON, then its CRC-32, little end first), ended by a zero byte."""

import binascii
import json
from typing import Any

from . import stuffing

MAX_FRAME_BYTES = 240
"""The longest frame, its zero included."""


def write(values: list[Any]) -> bytes:
    """The bytes of one frame. Raises ValueError where they would be too many."""
    text = json.dumps(values, separators=(",", ":")).encode()
    frame = stuffing.encode(text + binascii.crc32(text).to_bytes(4, "little")) + b"\0"
    if len(frame) > MAX_FRAME_BYTES:
        raise ValueError("a message too long for a frame")
    return frame


def read(frame: bytes) -> "list[Any] | None":
    """What a frame (without its zero) says, or None where it is damaged."""
    try:
        data = stuffing.decode(frame)
        text = data[:-4]
        if len(data) < 5 or binascii.crc32(text) != int.from_bytes(data[-4:], "little"):
            return None
        values = json.loads(text.decode())
    except ValueError:
        return None
    return values if isinstance(values, list) else None


class Splitter:
    """Cuts a stream of bytes into frames; what is too long to be one is dropped up to the next zero."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that these bytes end, without their zeros."""
        found = []
        start = 0
        while True:
            end = data.find(b"\0", start)
            if end < 0:
                break
            self._keep(data[start:end])
            if self._held and not self._skipping:
                found.append(bytes(self._held))
            self._held = bytearray()
            self._skipping = False
            start = end + 1
        self._keep(data[start:])
        return found

    def _keep(self, data: bytes) -> None:
        if self._skipping or len(self._held) + len(data) > MAX_FRAME_BYTES:
            self._skipping = True
            self._held = bytearray()
        else:
            self._held.extend(data)
