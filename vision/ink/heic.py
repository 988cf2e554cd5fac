"""Pictures as iPhones keep them: HEIC, decoded by libheif through pi-heif."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput

_FAULTS: Final = (ValueError, RuntimeError, SyntaxError, EOFError, IndexError, MemoryError)
"""What the library raises for files that it cannot read."""
_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"mif1"})


def is_heic(data: bytes) -> bool:
    """Whether a file calls itself a HEIC picture."""
    return data[4:8] == b"ftyp" and data[8:12] in _BRANDS


def size_of(data: bytes, name: str) -> tuple[int, int]:
    """(columns, rows) as it is seen; nothing is decoded for that. Raises BadInput."""
    columns, rows = _opened(data, name).size
    return int(columns), int(rows)


def decode(data: bytes, name: str) -> NDArray[np.uint8]:
    """(rows, columns, 3) BGR uint8, turned as the file says. Raises BadInput."""
    opened = _opened(data, name)
    try:
        return np.ascontiguousarray(np.asarray(opened)[:, :, :3], np.uint8)
    except _FAULTS as error:
        raise _why(data, name, error) from error


def _opened(data: bytes, name: str) -> Any:
    """The file with its picture undecoded."""
    import pi_heif

    try:
        opened = pi_heif.open_heif(data, bgr_mode=True, convert_hdr_to_8bit=True)
        return opened[opened.primary_index]
    except _FAULTS as error:
        raise _why(data, name, error) from error


def _why(data: bytes, name: str, error: Exception) -> BadInput:
    if _told_length(data) > len(data):
        return cut_short(name)
    problem = " ".join(str(error).split())
    return BadInput("picture.damaged_heic", "{name}: a damaged HEIC picture: {problem}", name, problem)


def _told_length(data: bytes) -> int:
    """How long the file's boxes say that it is; one whose end is not told reaches to the end of the file."""
    at = 0
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 1:
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        if length < 8:
            return len(data)
        at += length
    return at if at >= len(data) else at + 8


def cut_short(name: str) -> BadInput:
    """The file ends too early."""
    return BadInput("picture.cut_short", "{name}: the picture is cut short, expected the whole file", name)
