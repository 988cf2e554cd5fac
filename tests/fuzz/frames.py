"""Bytes on the serial port: whole frames of any content, and a stream of anything."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from firmware_bridge.firmware.frames import MAX_FRAME_BYTES, Splitter
from firmware_bridge.firmware.frames import read as read_there
from firmware_bridge.firmware.peer import VERSION, Peer
from firmware_bridge.framing import FrameReader, write
from firmware_bridge.messages import from_wire
from tests.fuzz import edits

US, THEM = 7, 9
HELLO = {"v": VERSION, "name": "table", "program": "1.0", "base": 1}
BALLS = {"type": "balls", "shake": 1, "balls": ["yellow", None], "sure": [90, 10], "empty": [False, True]}
BASES: dict[str, Any] = {
    "talk": [
        [THEM, 0, -1, 0, 0, HELLO],
        [THEM, US, -1, 0, 0, HELLO],
        [THEM, US, 1, 0, 0, {"type": "shaking", "shake": 1}],
        [THEM, US, 3, 1, 0, {"type": "button", "seat": 2}],
        [THEM, US, 2, 1, 1, BALLS],
        [THEM, US, 4, 2, 0, {"type": "state", "free": 9000, "missing": ["ring"]}],
        [THEM, US, 0, 2, 0, None],
    ]
}


def seeds() -> list[bytes]:
    """A whole talk, and single frames as they are on the wire."""
    return [*edits.seeds(BASES), *(write(frame) for frame in BASES["talk"])]


def mutated(data: bytes, chance: Random) -> bytes:
    """Another talk."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Hear it, at both ends; nothing but silence or messages may come of it."""
    frames = edits.edited(data, BASES)
    stream = data if frames is None else b"".join(map(_framed, frames if isinstance(frames, list) else [frames]))
    heard: list[list[Any]] = []
    reader = FrameReader(heard.append, lambda: None)
    for start in range(0, len(stream), 7):
        reader.data_received(stream[start : start + 7])
    _hear(Peer(US, "planisphere", str(VERSION), 64), heard)
    _hear(Peer(US, "table", "1", 64), [told for told in map(read_there, Splitter().feed(stream)) if told is not None])


def _hear(peer: Peer, frames: list[list[Any]]) -> None:
    peer.send({"type": "look"})
    for clock, frame in enumerate(frames):
        for message in peer.receive(frame, 300 * clock):
            from_wire(message)
        for answer in peer.due(300 * clock):
            assert len(write(answer)) <= MAX_FRAME_BYTES


def _framed(values: Any) -> bytes:
    try:
        return write(values)
    except ValueError:
        return msgspec.json.encode(values) + b"\0"
