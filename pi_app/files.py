"""Files that people wrote or were sent."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

from vision.ink.files import whole


def text_of(path: Path) -> bytes:
    """The UTF-8 text of a file, without the mark with which some editors begin one. Raises OSError."""
    return whole(path).removeprefix(BOM_UTF8)
