"""Photographs of slates to readings."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from planisphere.readings import named_images, path_of
from vision import opencv
from vision.slates.drawing import parse_card
from vision.slates.layout import SlateBoard, parse_board
from vision.slates.slate import SlateBlank, SlateReading, prepare_blank, read_slate

_BLANKS_KEPT = 32


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


class SlateReader:
    """Reads lists whose paths count from `folder`; layouts and clean pictures are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._layout = cache(self._load_layout)
        self._blanks: OrderedDict[tuple[str, str], SlateBlank | None] = OrderedDict()

    def read(self, entry: dict[str, Any]) -> SlateReading:
        """The reading of one line. Raises BadInput or NotPossible."""
        query, names = SlateQuery.parse(entry), named_images(entry)
        board = self._layout(query.layout)
        card = None if query.expect is None else parse_card(query.expect)
        frames = [opencv.load(str(self._folder / name)) for name in names]
        before = None if query.before is None else opencv.load(str(self._folder / query.before))
        return read_slate(
            frames,
            board,
            blank=self._blank(query, board),
            before=before,
            known=query.known,
            known_shooting_stars=query.known_shooting_stars,
            expect=card,
        )

    def _load_layout(self, name: str) -> SlateBoard:
        path = self._folder / name
        try:
            return parse_board(path.read_bytes())
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror or error}, expected a layout") from error
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error

    def _blank(self, query: SlateQuery, board: SlateBoard) -> SlateBlank | None:
        if query.blank is None:
            return None
        key = (query.layout, query.blank)
        if key not in self._blanks:
            try:
                self._blanks[key] = prepare_blank(opencv.load(str(self._folder / query.blank)), board)
            except NotPossible:
                self._blanks[key] = None
            while len(self._blanks) > _BLANKS_KEPT:
                self._blanks.popitem(last=False)
        return self._blanks[key]
