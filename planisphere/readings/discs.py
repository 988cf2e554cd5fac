"""Photographs of star discs to readings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.star_explorer.disc import inside
from planisphere.packs import named_pack
from planisphere.readings.brought import Brought, unused
from vision.disc.locate import locate_disc
from vision.disc.pattern import Pattern, parse_expectation
from vision.disc.read import Blank, Reading, prepare_blank, read_disc
from vision.disc.sight import at_same_stop
from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout
from vision.ink.pose import Pose


class DiscQuery(msgspec.Struct, frozen=True):
    """One line of a list: paths, and what the record knows."""

    layout: str
    image: str | list[str]
    blank: str | None = None
    before: str | None = None
    known: tuple[tuple[int, int], ...] = ()
    expect: Any = None

    @staticmethod
    def parse(entry: dict[str, Any]) -> DiscQuery:
        """A query from a decoded JSON object; unknown keys are ignored. Raises BadInput."""
        try:
            query = msgspec.convert(entry, DiscQuery)
        except msgspec.ValidationError as error:
            raise BadInput(str(error)) from error
        images = [query.image] if isinstance(query.image, str) else query.image
        for path in (query.layout, *images, query.blank or "", query.before or ""):
            if "\0" in path:
                raise BadInput(f"{path!r}: expected the path of a file")
        return query


class DiscAnswer(msgspec.Struct, frozen=True):
    """A reading as the command line prints it; `warnings`: photographs of the record that were of no use, in words."""

    reading: Reading
    warnings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        shape = self.reading.as_json()
        return {**shape, "warnings": list(self.warnings)} if self.warnings else shape

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        reading = self.reading
        return [
            f"round {reading.round}, disc at {reading.rotation_deg:.1f}°, board found by {reading.located.by}",
            "lines: " + (", ".join(f"{line.a}-{line.b}" for line in reading.lines) or "none"),
            "doubtful: " + (", ".join(f"{line.a}-{line.b} ({line.p:.2f})" for line in reading.doubtful) or "none"),
            *(f"note: {warning}" for warning in self.warnings),
        ]


class DiscReader:
    """Reads lists whose paths count from `folder`; layouts and clean pictures are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._layout = cache(self._load_layout)
        self._blanks: Brought[DiscLayout, Blank] = Brought(folder, prepare_blank)
        self._befores: Brought[DiscLayout, Pose] = Brought(folder, locate_disc)

    def read(self, entry: dict[str, Any]) -> DiscAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        query = DiscQuery.parse(entry)
        layout = self._layout(query.layout)
        names = [query.image] if isinstance(query.image, str) else query.image
        pattern: Pattern | None = None if query.expect is None else parse_expectation(query.expect)
        frames = [opencv.load(str(self._folder / name)) for name in names]
        before = None if query.before is None else opencv.load(str(self._folder / query.before))
        blank = None if query.blank is None else self._blanks.made(query.layout, layout, query.blank)
        seen = None if query.before is None else self._befores.made(query.layout, layout, query.before)
        clean = blank if isinstance(blank, Blank) else None
        reading = read_disc(frames, layout, blank=clean, before=before, known=query.known, expect=pattern)
        notes = unused({f"blank {query.blank}": blank, f"before {query.before}": seen})
        if clean is not None and not at_same_stop(clean.rotation_deg, reading.rotation_deg):
            turns = f"its disc is turned to {clean.rotation_deg % 360:.0f}°, this one to {reading.rotation_deg:.0f}°"
            notes.append(f"blank {query.blank} was not compared with: {turns}")
        return DiscAnswer(reading, tuple(notes))

    def _load_layout(self, name: str) -> DiscLayout:
        path = self._folder / name
        pack = named_pack(name, "star_explorer", self._folder)
        try:
            text = path.read_bytes() if pack is None else msgspec.json.encode(msgspec.json.decode(pack).get("layout"))
            return _readable(parse_layout(text))
        except OSError as error:
            why = error.strerror or error
            raise BadInput(f"{path}: {why}, expected a layout or a pack of star_explorer") from error
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error


def _readable(layout: DiscLayout) -> DiscLayout:
    """The layout, if a line could show on it in any round. Raises BadInput."""
    if all(_shown(layout, layout.rotation_of(number)) < 2 for number in range(1, layout.rounds + 1)):
        raise BadInput("layout of a star disc: expected two stars at least that show in the window in some round")
    return layout


def _shown(layout: DiscLayout, rotation_deg: float) -> int:
    places = layout.to_board(layout.stars_xy, rotation_deg).tolist()
    return sum(inside((x, y), layout.source.window.outline) for x, y in places)
