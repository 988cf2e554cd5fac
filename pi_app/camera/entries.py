"""Files to readings: the lines of lists of photographs, as `planisphere read` and kept cases tell them too."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import msgspec

from engines.errors import BadInput
from engines.files import text_of
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.query import Query
from pi_app.camera.reading import read


class Answer(Protocol):
    """What became of one line of a list."""

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text; a pixel of it counts `factor` times as many in the picture as stored."""


class KindAnswer(msgspec.Struct, frozen=True):
    """A reading of one kind, as the command line prints it."""

    kind: CameraKind
    reading: Any

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return {"game": self.kind.name, **self.reading.as_json()}

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        return self.kind.in_words(self.reading, factor)


class KindReader:
    """Reads the lines of lists of one kind; layouts and other photographs are prepared once. `habits`: as in
    a `Query`."""

    def __init__(self, kind: CameraKind, folder: Path, habits: dict[str, Any] | None = None) -> None:
        self._kind, self._folder, self._habits, self._memory = kind, folder, habits or {}, Memory()

    def read(self, entry: dict[str, Any]) -> KindAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        query = query_of_entry(self._kind, entry, self._folder, self._memory)
        query = msgspec.structs.replace(query, habits=self._habits)
        frames = [self._folder / name for name in named_images(entry)]
        return KindAnswer(self._kind, read(frames, query, self._memory))


def query_of_entry(kind: CameraKind, entry: dict[str, Any], folder: Path, memory: Memory) -> Query:
    """What a line of a list asks, but for its photographs; what the kind does not look at is ignored.

    Raises BadInput, with the layout's path where its layout cannot be.
    """
    name = entry.get("layout")
    if not isinstance(name, str):
        raise BadInput("layout.path", "layout {layout!r}: expected {expected}", name, kind.layout_words)
    path = folder / path_of(name)
    others = {what: entry[what] for what in kind.others if entry.get(what) is not None}
    for what, picture in others.items():
        if not isinstance(picture, str):
            raise BadInput("entry.picture", "{what} {picture!r}: expected the path of a picture", what, picture)
    try:
        query = Query(
            kind=kind.name,
            layout=kind.layout_text(name, folder),
            folder=path.parent,
            record={what: entry[what] for what in kind.takes if entry.get(what) is not None},
            pictures={what: folder / path_of(picture) for what, picture in others.items()},
            called=others,
        )
        _check_kind(kind, query.layout)
        memory.layout(kind, query)
    except OSError as error:
        reason = error.strerror or error
        raise BadInput(
            "layout.not_read", "{path}: {reason}, expected {expected}", path, reason, kind.layout_words
        ) from error
    except BadInput as error:
        raise BadInput("layout.wrong", "{path}: {problem}", path, error) from error
    return query


def _check_kind(kind: CameraKind, layout: bytes) -> None:
    """Raise BadInput for a layout of another kind; what else is wrong with it is found where it is parsed."""
    try:
        raw = msgspec.json.decode(layout)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    found = raw.get("kind") if isinstance(raw, dict) else None
    if isinstance(found, str) and found != kind.layout_kind:
        raise BadInput("layout.other_kind", "a layout of kind {kind!r}, expected {wanted!r}", found, kind.layout_kind)


def named_images(entry: dict[str, Any]) -> list[str]:
    """The names of an entry's frames, one or many. Raises BadInput."""
    image = entry.get("image")
    names = [image] if isinstance(image, str) else image
    if names == []:
        raise BadInput("image.none", "image: expected one picture at least")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput("image.path", "image {image!r}: expected the path of a picture, or a list of them", image)
    return [path_of(name) for name in names]


def path_of(name: str) -> str:
    """The name, if a file could have it. Raises BadInput."""
    if "\0" in name:
        raise BadInput("path.wrong", "{name!r}: expected the path of a file", name)
    return name


def read_json(path: Path) -> Any:
    """The decoded JSON of a file. Raises BadInput."""
    try:
        return msgspec.json.decode(text_of(path))
    except OSError as error:
        reason = error.strerror or error
        raise BadInput("json.not_read", "{path}: {reason}, expected a JSON file", path, reason) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput("json.wrong", "{path}: expected JSON: {problem}", path, error) from error
    except RecursionError as error:
        raise BadInput("json.too_deep", "{path}: expected JSON, nested less deeply", path) from error
