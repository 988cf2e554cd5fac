"""Frames on the Raspberry Pi's side: JSON and its CRC-32, COBS-stuffed, ended by a zero byte."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable
from typing import Any

import msgspec
from cobs import cobs
from serial.threaded import Packetizer

from firmware_bridge.firmware.frames import MAX_FRAME_BYTES


def write(values: list[Any]) -> bytes:
    """The bytes of one frame. Raises ValueError where they would be more than `MAX_FRAME_BYTES`."""
    text = msgspec.json.encode(values)
    frame: bytes = cobs.encode(text + crc32(text).to_bytes(4, "little")) + b"\0"
    if len(frame) > MAX_FRAME_BYTES:
        raise ValueError(f"a message of {len(frame)} bytes: expected {MAX_FRAME_BYTES} at most")
    return frame


def read(frame: bytes) -> list[Any] | None:
    """What a frame (without its zero) says, or None where it is damaged."""
    try:
        data: bytes = cobs.decode(frame)
        if len(data) < 5 or crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            return None
        return msgspec.json.decode(data[:-4], type=list[Any])
    except (cobs.DecodeError, msgspec.DecodeError, RecursionError):
        return None


class FrameReader(Packetizer):
    """pyserial's packetizer for our frames; what is too long to be one is dropped up to the next zero."""

    TERMINATOR = b"\0"

    def __init__(self, on_frame: Callable[[list[Any]], None], on_lost: Callable[[], None]) -> None:
        super().__init__()
        self._on_frame = on_frame
        self._on_lost = on_lost
        self._skipping = False

    def data_received(self, data: bytes) -> None:
        """Take what came from the port; a frame that grows too long is dropped up to its end."""
        super().data_received(data)
        if len(self.buffer) > MAX_FRAME_BYTES:
            self.buffer.clear()
            self._skipping = True

    def handle_packet(self, packet: bytes) -> None:
        """Hand on a whole frame that is not damaged."""
        skipped, self._skipping = self._skipping, False
        values = None if skipped else read(bytes(packet))
        if values is not None:
            self._on_frame(values)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Tell that the port is gone; pyserial's own would raise in its thread."""
        self._on_lost()
