"""What a picture file says of itself before it is decoded: its size, and why it cannot be read.

HEIC, as iPhones keep photographs, is decoded here, too: by libheif through pi-heif.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput

MAX_PIXELS = 250_000_000
"""More is no photograph of a table."""
MAX_WHOLE_PIXELS = 130_000_000
"""What formats may hold that can only be decoded whole."""
_SIZED = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


_FAULTS = (ValueError, RuntimeError, SyntaxError, EOFError, IndexError, MemoryError)
"""What the library raises for files that it cannot read."""
_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"mif1"})


def size_of(data: bytes, name: str) -> tuple[int, int]:
    """(columns, rows) of a JPEG, PNG, WebP, BMP, TIFF or GIF of one picture as stored, of a HEIC as it is seen.

    Raises BadInput.
    """
    if not data:
        raise BadInput("picture.empty", "{name}: the file is empty, expected a picture (JPEG or PNG)", name)
    for start, sizer in _FORMATS:
        if data.startswith(start):
            try:
                columns, rows = sizer(data, name)
            except (struct.error, IndexError) as error:
                raise _cut_short(name) from error
            _check_size(columns, rows, name, whole=start != _JPEG)
            return columns, rows
    if is_heic(data):
        columns, rows = _heic(data, name)
        _check_size(columns, rows, name, whole=True)
        return columns, rows
    raise _unread(data, name)


def _unread(data: bytes, name: str) -> BadInput:
    """What a file is that cannot be read, as far as its first bytes tell."""
    if data[4:8] != b"ftyp":
        return _no_picture(name)
    if data[8:12] == b"avif":
        return BadInput("picture.avif", "{name}: an AVIF picture, expected JPEG or PNG", name)
    return BadInput("picture.film", "{name}: a film, expected JPEG or PNG", name)


def _no_picture(name: str) -> BadInput:
    return BadInput("picture.none", "{name}: not a picture, expected JPEG or PNG", name)


def _check_size(columns: int, rows: int, name: str, whole: bool) -> None:
    if columns < 1 or rows < 1:
        raise BadInput(
            "picture.no_size",
            "{name}: a picture of {columns}x{rows} pixels, expected at least 64x64",
            name,
            columns,
            rows,
        )
    most = MAX_WHOLE_PIXELS if whole else MAX_PIXELS
    if columns * rows > most:
        raise BadInput(
            "picture.too_large",
            "{name}: {columns}x{rows} pixels are too many, expected at most {most} megapixels",
            name,
            columns,
            rows,
            most // 1_000_000,
        )


def _animated(name: str) -> BadInput:
    return BadInput("picture.animated", "{name}: an animation, expected one still picture (JPEG or PNG)", name)


def _cut_short(name: str) -> BadInput:
    return BadInput("picture.cut_short", "{name}: the picture is cut short, expected the whole file", name)


def _jpeg(data: bytes, name: str) -> tuple[int, int]:
    size: tuple[int, int] | None = None
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        if data[at] != 0xFF:
            raise BadInput("picture.damaged_jpeg", "{name}: a damaged JPEG", name)
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if kind == 0xD9 or length < 2:
            raise _cut_short(name)
        if kind in _SIZED:
            rows, columns = struct.unpack_from(">HH", data, at + 5)
            size = (columns, rows)
        at += 2 + length
        if kind == 0xDA:
            break
    if size is None or data.rfind(b"\xff\xd9") < at:
        raise _cut_short(name)
    return size


def _png_chunks(data: bytes) -> Iterator[bytes]:
    at = 8
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind if at + 12 + length <= len(data) else b""
        at += 12 + length


def _png(data: bytes, name: str) -> tuple[int, int]:
    columns, rows = struct.unpack_from(">II", data, 16)
    kinds = list(_png_chunks(data))
    if b"acTL" in kinds:
        raise _animated(name)
    if b"IEND" not in kinds:
        raise _cut_short(name)
    return columns, rows


def _webp(data: bytes, name: str) -> tuple[int, int]:
    if data[8:12] != b"WEBP":
        raise _no_picture(name)
    if len(data) < 8 + int.from_bytes(data[4:8], "little"):
        raise _cut_short(name)
    if data[12:16] == b"VP8X":
        if data[20] & 2:
            raise _animated(name)
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    columns, rows = struct.unpack_from("<HH", data, 26)
    return columns & 0x3FFF, rows & 0x3FFF


def _bmp(data: bytes, name: str) -> tuple[int, int]:
    columns, rows = struct.unpack_from("<ii", data, 18)
    if len(data) < int.from_bytes(data[2:6], "little"):
        raise _cut_short(name)
    return columns, abs(rows)


def _gif(data: bytes, name: str) -> tuple[int, int]:
    columns, rows, flags = struct.unpack_from("<HHB", data, 6)
    at, pictures = 13 + _colour_table_bytes(flags), 0
    while data[at] != 0x3B:
        if data[at] == 0x2C:
            pictures += 1
            at += 11 + _colour_table_bytes(data[at + 9])
        else:
            at += 2
        while length := data[at]:
            at += 1 + length
        at += 1
        if pictures > 1:
            raise _animated(name)
    return columns, rows


def _colour_table_bytes(flags: int) -> int:
    """How many bytes the colours of a GIF, or of a picture in it, take."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _tiff(data: bytes, name: str) -> tuple[int, int]:
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    found = {}
    for k in range(count):
        tag, kind, _ = struct.unpack_from(order + "HHI", data, at + 2 + 12 * k)
        if tag in (256, 257):
            (found[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 10 + 12 * k)
    if len(found) < 2:
        raise BadInput("picture.damaged_tiff", "{name}: a damaged TIFF", name)
    return int(found[256]), int(found[257])


def is_heic(data: bytes) -> bool:
    """Whether a file calls itself a HEIC picture."""
    return data[4:8] == b"ftyp" and data[8:12] in _BRANDS


def _heic(data: bytes, name: str) -> tuple[int, int]:
    """(columns, rows) as it is seen; nothing is decoded for that. Raises BadInput."""
    columns, rows = _opened(data, name).size
    return int(columns), int(rows)


def decode_heic(data: bytes, name: str) -> NDArray[np.uint8]:
    """(rows, columns, 3) BGR uint8, turned as the file says. Raises BadInput."""
    opened = _opened(data, name)
    try:
        columns, rows = opened.size
        # Rows may be padded. Copied, because the memory is the library's, and gone with `opened`.
        pixels = np.atleast_3d(np.asarray(opened)[:rows, :columns]).copy()
    except _FAULTS as error:
        raise _why(data, name, error) from error
    if pixels.dtype == np.uint16:
        pixels >>= 8
    colours = pixels[:, :, :3] if pixels.shape[2] >= 3 else np.repeat(pixels[:, :, :1], 3, axis=2)
    return np.ascontiguousarray(colours, np.uint8)


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
        return _cut_short(name)
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


_JPEG = b"\xff\xd8"
_FORMATS: tuple[tuple[bytes, Callable[[bytes, str], tuple[int, int]]], ...] = (
    (_JPEG, _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"GIF8", _gif),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
