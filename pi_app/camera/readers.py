"""What reads the lines of lists of photographs: a reader for every kind, and one for whole tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from engines.errors import BadInput
from pi_app.camera.entries import Answer, KindReader, named_images
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.query import MAX_PX
from pi_app.camera.table import TableReader
from vision.ink import opencv

TABLE: Final = "table"
"""What a picture of several boards is called where kinds are named."""


class ListReader(Protocol):
    """Reads the lines of a list whose paths count from a folder."""

    def read(self, entry: dict[str, Any]) -> Answer:
        """The reading of one decoded line. Raises BadInput or NotPossible."""


def reader_names() -> list[str]:
    """What `planisphere read` can read, sorted."""
    return sorted([*kind_names(), TABLE])


def open_reader(name: str, folder: Path) -> ListReader:
    """The reader of a kind, or of whole tables, for lists in that folder. Raises BadInput for an unknown name."""
    if name not in reader_names():
        raise BadInput(
            "reader.unknown", "unknown reader {kind!r}: expected one of {known}", name, ", ".join(reader_names())
        )
    if name == TABLE:
        return AtSize(TableReader(folder), folder)
    return AtSize(KindReader(kind_of(name), folder), folder)


class AtSize:
    """A reader that looks at pictures `MAX_PX` long at most; what is said of them counts in their own pixels."""

    def __init__(self, inner: ListReader, folder: Path) -> None:
        self._inner, self._folder = inner, folder

    def read(self, entry: dict[str, Any]) -> Answer:
        """The reading of one line, in the pixels of its picture as stored. Raises BadInput or NotPossible."""
        with opencv.loading(MAX_PX) as loading:
            answer = self._inner.read(entry)
        factor = loading.factors.get(str(self._folder / named_images(entry)[0]), 1)
        return answer if factor == 1 else Enlarged(answer, factor)


class Enlarged(msgspec.Struct, frozen=True):
    """An answer whose pixels count `factor` times as many: those of the picture as stored."""

    inner: Any
    factor: int

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        shape: dict[str, Any] = _enlarged(self.inner.as_json(), self.factor)
        return shape

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        lines: list[str] = self.inner.in_words(factor * self.factor)
        return lines


def _enlarged(shape: Any, factor: int) -> Any:
    if isinstance(shape, dict):
        return {
            key: _times(value, factor) if key == "corners" else _enlarged(value, factor) for key, value in shape.items()
        }
    return [_enlarged(value, factor) for value in shape] if isinstance(shape, list | tuple) else shape


def _times(value: Any, factor: int) -> Any:
    if isinstance(value, list | tuple):
        return [_times(one, factor) for one in value]
    return round(opencv.stored_pixel(value, factor), 2) if isinstance(value, int | float) else value
