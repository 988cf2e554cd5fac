"""Pictures by their first bytes: how large they are, and why some are not taken."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from engines.errors import BadInput
from vision.ink.opencv import decode
from vision.ink.pictures import size_of

PICTURE = np.random.default_rng(1).integers(0, 255, (80, 120, 3)).astype(np.uint8)


def stored(ending: str, *options: int) -> bytes:
    return bytes(cv2.imencode(ending, PICTURE, list(options))[1])


LOSSLESS = (cv2.IMWRITE_WEBP_QUALITY, 101)
WEBP = stored(".webp")
GIF = b"GIF89a" + struct.pack("<HH", 120, 80) + b"\x80\x00\x00" + bytes(6)
FRAME = b"\x2c" + struct.pack("<HHHH", 0, 0, 120, 80) + b"\x80" + bytes(6) + b"\x02\x03\x2c\x2c\x2c\x00"
CONTROL = b"\x21\xf9\x04\x00\x0a\x00\x00\x00"
"""How long a frame is shown; a film may go without."""


def extended(flags: int) -> bytes:
    """The first bytes of a WebP of 120 × 80 with a header of its own."""
    body = b"WEBPVP8X" + struct.pack("<I", 10) + bytes([flags, 0, 0, 0, 119, 0, 0, 79, 0, 0])
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize(
    "data",
    [
        stored(".jpg"), stored(".png"), stored(".bmp"), stored(".tiff"), WEBP, stored(".webp", *LOSSLESS), extended(0),
        GIF + CONTROL + FRAME + b"\x3b",
    ],
    ids=["jpeg", "png", "bmp", "tiff", "webp", "webp without loss", "webp with a header", "gif"],
)  # fmt: skip
def test_the_size_of_a_picture_is_in_its_first_bytes(data: bytes) -> None:
    assert size_of(data, "moon") == (120, 80)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (WEBP[:-40], "picture.cut_short"),
        (stored(".bmp")[:-40], "picture.cut_short"),
        (GIF, "picture.cut_short"),
        (stored(".png")[:-20], "picture.cut_short"),
        (stored(".jpg")[:-300], "picture.cut_short"),
        (stored(".jpg")[:2] + b"\x00\x00" + stored(".jpg")[4:], "picture.damaged_jpeg"),
        (extended(2), "picture.animated"),
        ((GIF + CONTROL + FRAME + b"\x3b")[:-20], "picture.cut_short"),
        (GIF + (CONTROL + FRAME) * 2 + b"\x3b", "picture.animated"),
        (GIF + FRAME * 2 + b"\x3b", "picture.animated"),
        (b"RIFF\x04\x00\x00\x00WAVEfmt ", "picture.none"),
        (b"\x00\x00\x00\x18ftypavif" + bytes(20), "picture.avif"),
        (b"\x00\x00\x00\x18ftypmp42" + bytes(20), "picture.film"),
        (b"II*\x00\x08\x00\x00\x00\x00\x00", "picture.damaged_tiff"),
        (b"", "picture.empty"),
    ],
)
def test_what_is_no_whole_still_picture_is_named(data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        size_of(data, "moon")
    assert refused.value.code == code


def holed(data: bytes) -> bytes:
    """A picture in whose middle a part was lost, its end still there."""
    middle = len(data) // 2
    return data[:middle] + data[-2:]


def flipped(data: bytes) -> bytes:
    """A picture one of whose bytes is another."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


@pytest.mark.parametrize(
    ("data", "code"),
    [(holed(stored(".jpg")), "picture.damaged_jpeg"), (flipped(stored(".png")), "picture.damaged")],
    ids=["jpeg", "png"],
)
def test_a_damaged_picture_is_named_and_its_library_says_nothing_beside_it(
    data: bytes, code: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput) as refused:
        decode(data, "moon")
    assert refused.value.code == code
    assert capfd.readouterr().err == ""
