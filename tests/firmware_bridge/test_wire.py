"""Bytes on the wire: stuffing, frames, and what both ends make of them."""

from __future__ import annotations

import json
from binascii import crc32

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import framing
from firmware_bridge.firmware import frames, stuffing

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.binary(max_size=700))
def test_the_firmwares_stuffing_is_that_of_the_library(data: bytes) -> None:
    assert stuffing.encode(data) == cobs.encode(data)
    assert stuffing.decode(cobs.encode(data)) == data


@given(st.binary(max_size=40).map(lambda data: data.replace(b"\0", b"")))
def test_bytes_that_cannot_have_been_stuffed_are_refused(data: bytes) -> None:
    try:
        expected = cobs.decode(data)
    except cobs.DecodeError:
        with pytest.raises(ValueError, match="stuffed"):
            stuffing.decode(data)
    else:
        assert stuffing.decode(data) == expected


@given(st.lists(VALUES, min_size=1, max_size=6))
def test_either_end_reads_what_the_other_writes(values: list[object]) -> None:
    try:
        ours = framing.write(values)
    except ValueError:
        return
    assert ours[-1:] == b"\0"
    assert frames.read(ours[:-1]) == values
    try:
        theirs = frames.write(values)
    except ValueError:
        return  # JSON of the standard library escapes what msgspec does not: longer
    assert framing.read(theirs[:-1]) == values


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_frame_with_one_byte_changed_is_not_read(place: int, change: int) -> None:
    frame = bytearray(framing.write([7, 9, 12, 3, 0, {"type": "button", "seat": 2}])[:-1])
    frame[place % len(frame)] ^= change
    assert framing.read(bytes(frame)) is None
    assert frames.read(bytes(frame)) is None


def test_a_message_too_long_for_a_frame_is_refused_by_both_ends() -> None:
    long = [1, 2, 3, 0, 0, {"type": "x" * frames.MAX_FRAME_BYTES}]
    with pytest.raises(ValueError, match="240 at most"):
        framing.write(long)
    with pytest.raises(ValueError, match="too long"):
        frames.write(long)


def test_after_garbage_both_ends_find_the_next_frame() -> None:
    good = framing.write([7, 9, 12, 3, 0, None])
    stream = b"\x05abc" + b"\0" + good + b"x" * 5000 + b"\0" + good[:9] + b"\0" + good
    splitter = frames.Splitter()
    pieces = [piece for k in range(0, len(stream), 7) for piece in splitter.feed(stream[k : k + 7])]
    assert [values for piece in pieces if (values := frames.read(piece))] == [[7, 9, 12, 3, 0, None]] * 2
    found: list[list[object]] = []
    reader = framing.FrameReader(found.append, lambda: None)
    for k in range(0, len(stream), 7):
        reader.data_received(stream[k : k + 7])
    assert found == [[7, 9, 12, 3, 0, None]] * 2


def test_a_line_without_a_zero_takes_no_memory() -> None:
    reader = framing.FrameReader(lambda _: None, lambda: None)
    splitter = frames.Splitter()
    for _ in range(100):
        reader.data_received(b"x" * 1000)
        assert splitter.feed(b"x" * 1000) == []
    assert len(reader.buffer) <= frames.MAX_FRAME_BYTES
    assert len(splitter._held) <= frames.MAX_FRAME_BYTES


def test_deeply_nested_json_is_a_damaged_frame() -> None:
    text = b"[" * 200
    frame = cobs.encode(text + crc32(text).to_bytes(4, "little"))
    assert framing.read(frame) is None
    assert frames.read(frame) is None
    assert json.loads("[1]") == [1]
