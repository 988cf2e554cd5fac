"""What every reader owes its user: a clear answer to a wrong layout, a huge picture, a mirror, another board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engines.errors import BadInput, NotPossible
from engines.layout import Markers
from vision.ink import opencv
from vision.ink.diagnosis import why_not_found, why_unclear
from vision.ink.fiducials import marker_set
from vision.ink.layout import MarkerSet
from vision.ink.pose import Image

if TYPE_CHECKING:
    from planisphere.readings import Answer, PictureReader

_FEW = 0.5
"""Share of a board's markers."""
LONGEST = 2600
"""Readers look at pictures about this long (px) at most; what they say counts in the picture's own pixels."""
KINDS: dict[str, tuple[str, ...]] = {
    "star_explorer": ("star_disc",),
    "look_at_the_stars": ("slate",),
    "stellar": ("cards",),
    "tiles": ("tiles",),
    "balls": ("balls",),
    "table": ("table",),
}
"""Reader -> the kinds of layout it reads."""


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


def stored_pixel(value: float, factor: int) -> float:
    """Where a pixel of a picture that is looked at `factor` times smaller lies in the picture as stored."""
    return (value + 0.5) * factor - 0.5


def _enlarged(shape: Any, factor: int) -> Any:
    if isinstance(shape, dict):
        return {
            key: _times(value, factor) if key == "corners" else _enlarged(value, factor) for key, value in shape.items()
        }
    return [_enlarged(value, factor) for value in shape] if isinstance(shape, list | tuple) else shape


def _times(value: Any, factor: int) -> Any:
    if isinstance(value, list | tuple):
        return [_times(one, factor) for one in value]
    return round(stored_pixel(value, factor), 2) if isinstance(value, int | float) else value


class CarefulReader:
    """A reader of one kind, with layouts of other kinds and pictures of other boards refused in plain words."""

    def __init__(self, kind: str, inner: PictureReader, folder: Path) -> None:
        self._kind, self._inner, self._folder = kind, inner, folder

    def read(self, entry: dict[str, Any]) -> Answer:
        """The reading of one line. Raises BadInput or NotPossible."""
        layout = self._layout(entry)
        with opencv.loading(LONGEST) as loading:
            try:
                answer = self._inner.read(entry)
            except NotPossible as error:
                raise self._explained(entry, layout, error) from error
            if _found_otherwise(answer, layout):
                self._check_stranger(entry, layout)
        factor = loading.factors.get(str(self._folder / _first_image(entry)), 1)
        return answer if factor == 1 else Enlarged(answer, factor)

    def _layout(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The decoded layout, or {} where the reader itself has to say what is wrong with it. Raises BadInput."""
        name = entry.get("layout")
        if not isinstance(name, str) or "\0" in name:
            return {}
        path = self._folder / name
        try:
            raw = msgspec.json.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}
        kind = raw.get("kind") if isinstance(raw, dict) else None
        if isinstance(kind, str) and kind not in KINDS.get(self._kind, (kind,)):
            raise BadInput(f"{path}: a layout of kind {kind!r}, expected {KINDS[self._kind][0]!r}")
        return raw if isinstance(raw, dict) else {}

    def _explained(self, entry: dict[str, Any], layout: dict[str, Any], error: NotPossible) -> NotPossible:
        why = self._why(entry, layout)
        if why is not None:
            return NotPossible(why)
        image = self._image(entry)
        unclear = None if image is None else why_unclear(image)
        return error if unclear is None else NotPossible(f"{error}; {unclear}")

    def _check_stranger(self, entry: dict[str, Any], layout: dict[str, Any]) -> None:
        why = self._why(entry, layout)
        if why is not None:
            raise NotPossible(why)

    def _why(self, entry: dict[str, Any], layout: dict[str, Any]) -> str | None:
        markers, image = _markers(layout), self._image(entry)
        return None if markers is None or image is None else why_not_found(image, markers)

    def _image(self, entry: dict[str, Any]) -> Image | None:
        """The picture, or the first of a burst; None where it cannot be read."""
        try:
            return opencv.load(str(self._folder / _first_image(entry)))
        except BadInput:
            return None


def _first_image(entry: dict[str, Any]) -> str:
    image = entry.get("image")
    name = image[0] if isinstance(image, list) and image else image
    return name if isinstance(name, str) else ""


def _found_otherwise(answer: Answer, layout: dict[str, Any]) -> bool:
    """Whether a board that has markers was found, but not by them, or by so few that they may be misread ones."""
    if not layout.get("markers"):
        return False
    located = answer.as_json().get("located")
    return isinstance(located, dict) and (located.get("by") == "outline" or located.get("confidence", 1.0) < _FEW)


def _markers(layout: dict[str, Any]) -> MarkerSet | None:
    try:
        marks = msgspec.convert(layout.get("markers"), Markers | None)
        return None if marks is None or not marks.at else marker_set(marks, "layout")
    except (msgspec.ValidationError, BadInput):
        return None
