"""Photographs of slates to readings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from planisphere.packs import find_pack
from planisphere.readings import named_images, path_of
from planisphere.readings.brought import Brought, unused
from vision.ink import opencv
from vision.slate.drawing import parse_card
from vision.slate.layout import SlateBoard, parse_board
from vision.slate.locate import Found, locate_slate
from vision.slate.reading import SlateLine, SlateReading, SlateStar
from vision.slate.slate import SlateBlank, prepare_blank, read_slate

GAME = "look_at_the_stars"


class SlateQuery(msgspec.Struct, frozen=True):
    """What a line of a list says beside its picture: paths, and what the record knows."""

    layout: str
    blank: str | None = None
    before: str | None = None
    known: tuple[tuple[str, str], ...] = ()
    known_shooting_stars: tuple[tuple[str, str], ...] = ()
    expect: Any = None

    @staticmethod
    def parse(entry: dict[str, Any]) -> SlateQuery:
        """A query from a decoded JSON object; unknown keys are ignored. Raises BadInput."""
        try:
            query = msgspec.convert(entry, SlateQuery)
        except msgspec.ValidationError as error:
            raise BadInput(str(error)) from error
        for path in (query.layout, query.blank or "", query.before or ""):
            path_of(path)
        return query


class SlateAnswer(msgspec.Struct, frozen=True):
    """A reading as the command line prints it."""

    reading: SlateReading

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return self.reading.as_json()

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        reading = self.reading
        which = (
            f"slate {reading.slate}" if reading.slate is not None else "a slate that is none of the pack's, or unclear"
        )
        return [
            f"{which}; board found by {reading.located.by}",
            "lines: " + (", ".join(f"{line.a}-{line.b}" for line in reading.lines) or "none"),
            "shooting stars: " + (", ".join(f"{star.head}-{star.tail}" for star in reading.shooting_stars) or "none"),
            "doubtful: " + (", ".join(_doubt(doubt) for doubt in reading.doubtful) or "none"),
            *(f"note: {note}" for note in reading.warnings),
        ]


def _printed(name: str) -> dict[str, Any] | None:
    """The layout of our own print where its pack is named, with `:3` after it of that slate only; None for other
    names. Raises BadInput where there is no such pack, or it is not ours: what others print is not known.
    """
    pack, colon, number = name.partition(":")
    game, _, title = pack.partition("/")
    if game != GAME:
        return None
    if title not in ("", "house"):
        find_pack(pack)
        raise BadInput(f"where things are on the slates of {pack!r} is not known: expected {GAME} or a layout's file")
    if not colon:
        return {"kind": "slate"}
    if not (number.isascii() and number.isdecimal()):
        raise BadInput(f"slate {number!r}: expected a number, such as {GAME}:3")
    return {"kind": "slate", "slate": int(number)}


def _doubt(doubt: SlateLine | SlateStar) -> str:
    if isinstance(doubt, SlateLine):
        return f"{doubt.a}-{doubt.b} ({doubt.p:.2f})"
    return f"shooting star {doubt.head}-{doubt.tail} ({doubt.p:.2f})"


class SlateReader:
    """Reads lists whose paths count from `folder`; layouts and clean pictures are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._layout = cache(self._load_layout)
        self._blanks: Brought[SlateBoard, SlateBlank] = Brought(folder, prepare_blank)
        self._befores: Brought[SlateBoard, Found] = Brought(folder, locate_slate)

    def read(self, entry: dict[str, Any]) -> SlateAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        query, names = SlateQuery.parse(entry), named_images(entry)
        board = self._layout(query.layout)
        card = None if query.expect is None else parse_card(query.expect)
        frames = [opencv.load(str(self._folder / name)) for name in names]
        before = None if query.before is None else opencv.load(str(self._folder / query.before))
        blank = None if query.blank is None else self._blanks.made(query.layout, board, query.blank)
        seen = None if query.before is None else self._befores.made(query.layout, board, query.before)
        reading = read_slate(
            frames,
            board,
            blank=blank if isinstance(blank, SlateBlank) else None,
            before=before,
            known=query.known,
            known_shooting_stars=query.known_shooting_stars,
            expect=card,
        )
        notes = unused({f"blank {query.blank}": blank, f"before {query.before}": seen})
        return SlateAnswer(msgspec.structs.replace(reading, warnings=(*reading.warnings, *notes)))

    def _load_layout(self, name: str) -> SlateBoard:
        path = self._folder / name
        try:
            printed = None if path.is_file() else _printed(name)
            return parse_board(path.read_bytes() if printed is None else printed)
        except OSError as error:
            why = error.strerror or error
            raise BadInput(f"{path}: {why}, expected a layout or a pack of look_at_the_stars") from error
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error
