"""What is drawn on the pages of our PDFs: the operators of their content, read many times faster than by pypdf."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from pypdf import PdfReader

POINTS_PER_MM: Final = 72 / 25.4
"""What a PDF's unit is, whatever the code thinks."""
_TOKEN: Final = re.compile(rb"\((?:\\.|[^\\()])*\)|\[[^\]]*\]|[^\s\[\]()]+", re.DOTALL)
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
Operation = tuple[list[bytes], bytes]


@cache
def operations(reader: PdfReader, page: int) -> list[Operation]:
    """Every operator of a page with its operands, as they are written."""
    contents = reader.pages[page].get_contents()
    assert contents is not None
    found, operands = list[Operation](), list[bytes]()
    for token in _TOKEN.findall(contents.get_data()):
        if token[:1].isalpha():
            found.append((operands, token))
            operands = []
        else:
            operands.append(token)
    return found


def place(reader: PdfReader, page: int, x: bytes, y: bytes) -> tuple[float, float]:
    """A point in millimetres from the top left corner."""
    height = float(reader.pages[page].mediabox.height)
    return float(x) / POINTS_PER_MM, (height - float(y)) / POINTS_PER_MM


@cache
def texts(reader: PdfReader, page: int) -> list[tuple[str, float, float]]:
    """Every line of text in a standard font, and where it is anchored, millimetres."""
    found = []
    at, fresh = (0.0, 0.0), True
    for operands, operator in operations(reader, page):
        if operator == b"q":
            fresh = True
        elif operator == b"cm" and fresh:
            at, fresh = place(reader, page, *operands[4:]), False
        elif operator == b"Tj":
            found.append((_spelled(operands[0]), *at))
    return found


def _spelled(written: bytes) -> str:
    plain = _ESCAPE.sub(lambda found: bytes([int(found[1], 8)]) if len(found[1]) == 3 else found[1], written[1:-1])
    return plain.decode("cp1252")
