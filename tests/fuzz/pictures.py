"""The bytes of pictures."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from engines.errors import BadInput
from tests.fuzz import edits
from vision.ink import opencv


def seeds() -> list[bytes]:
    """A small picture in each format."""
    rows = np.add.outer(np.arange(64), np.arange(72)) % 256
    picture = np.dstack([rows, rows.T[:64, :64].repeat(2, 1)[:, :72], 255 - rows]).astype(np.uint8)
    ways: list[tuple[str, list[int]]] = [(".jpg", [cv2.IMWRITE_JPEG_QUALITY, 20]), (".png", []), (".webp", [])]
    ways += [(".bmp", []), (".gif", []), (".tiff", []), (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])]
    return [bytes(cv2.imencode(ending, picture[:64, :64], flags)[1]) for ending, flags in ways]


def mutated(data: bytes, chance: Random) -> bytes:
    """Some bytes changed, taken away or doubled; mostly in the headers."""
    changed = bytearray(data or b"\xff\xd8")
    for _ in range(chance.randrange(1, 6)):
        at = min(int(len(changed) * chance.random() ** 3), len(changed) - 1)
        match chance.randrange(5):
            case 0:
                changed[at] = chance.choice([0, 1, 127, 128, 254, 255])
            case 1:
                changed[at] ^= 1 << chance.randrange(8)
            case 2:
                del changed[at : at + chance.randrange(1, 32)]
            case 3:
                changed[at:at] = changed[at : at + chance.randrange(1, 32)]
            case _:
                changed[at : at + 2] = chance.randrange(65536).to_bytes(2, chance.choice(["big", "little"]))
        if not changed:
            changed = bytearray(b"\x89PNG")
    return bytes(changed)


def parse(data: bytes) -> None:
    """Decode it: a picture of a bearable size, or refused."""
    try:
        image = opencv.decode(data, longest=400)
    except BadInput as error:
        edits.one_line(error)
        return
    assert image.dtype == np.uint8
    assert image.ndim == 3
