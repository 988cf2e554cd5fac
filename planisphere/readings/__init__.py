"""Files to readings: the readers of pictures by name, behind one shape, for the commands `read` and `read-batch`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import msgspec

from engines.errors import BadInput

READERS: dict[str, str] = {
    "star_explorer": "planisphere.readings.discs:DiscReader",
    "look_at_the_stars": "planisphere.readings.slates:SlateReader",
    "stellar": "planisphere.readings.cards:CardReader",
    "balls": "planisphere.readings.balls:BallsReader",
    "table": "planisphere.readings.table:TableReader",
    "tiles": "planisphere.readings.tiles:TilesReader",
}
"""What can be read -> `module:class`; loaded on first use, so that one reader never pays for another."""


class Answer(Protocol):
    """What a reader made of a picture."""

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text; a pixel of it counts `factor` times as many in the picture as stored."""


class PictureReader(Protocol):
    """Reads the pictures that the lines of a list name."""

    def __init__(self, folder: Path) -> None: ...

    def read(self, entry: dict[str, Any]) -> Answer:
        """The reading of one decoded line; its paths count from the folder. Raises BadInput or NotPossible."""


def open_reader(kind: str, folder: Path) -> PictureReader:
    """The reader of one kind, careful with what it is given. Raises BadInput for an unknown kind."""
    if kind not in READERS:
        raise BadInput(f"unknown reader {kind!r}: expected one of {', '.join(sorted(READERS))}")
    module, _, name = READERS[kind].partition(":")
    reader: PictureReader = getattr(import_module(module), name)(folder)
    careful = import_module("planisphere.readings.careful")
    guarded: PictureReader = careful.CarefulReader(kind, reader, folder)
    return guarded


def named_images(entry: dict[str, Any]) -> list[str]:
    """The names of an entry's frames, one or many. Raises BadInput."""
    image = entry.get("image")
    names = [image] if isinstance(image, str) else image
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise BadInput(f"image {image!r}: expected the path of a picture, or a list of them")
    return [path_of(name) for name in names]


def path_of(name: str) -> str:
    """The name, if a file could have it. Raises BadInput."""
    if "\0" in name:
        raise BadInput(f"{name!r}: expected the path of a file")
    return name


def read_json(path: Path) -> Any:
    """The decoded JSON of a file. Raises BadInput."""
    try:
        return msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}, expected a JSON file") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: expected JSON: {error}") from error
    except RecursionError as error:
        raise BadInput(f"{path}: expected JSON, nested less deeply") from error
