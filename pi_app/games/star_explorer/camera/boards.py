"""The star disc before the camera: what the record knows of it, its reading, and that as a drawing to look over."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from engines.errors import BadInput
from engines.game import Game
from engines.layout import StarDiscLayout
from engines.registry import PAD
from engines.star_explorer.disc import inside, line_of
from engines.star_explorer.model import StarExplorerState, StarPack, Tile
from hardware.camera import Image
from pi_app.camera.drawn import DrawnKind, too_doubtful
from pi_app.camera.kind import Box, Memory, record_of, unused
from pi_app.camera.query import Query, load_picture
from pi_app.games.star_explorer.finished import house_disc
from pi_app.games.star_explorer.pen import DiscDraft, Doubtful
from pi_app.i18n import N_, Said, _, roman
from pi_app.paths import blank_photo
from pi_app.presenters.finished_boards import Doubt, FinishedBoard
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from vision.disc.read import Reading
    from vision.ink.layout import DiscLayout, MarkerSet
    from vision.own.habits import Taught

FLAT_PX_PER_MM: Final = 4.0
_MARGIN_MM: Final = 3.0
"""The photograph that the screens show reaches so far beyond the window."""


class _Record(msgspec.Struct, frozen=True):
    known: tuple[tuple[Any, ...], ...] = ()
    expect: Any = None


class DiscKind(DrawnKind):
    """Star discs: the lines of a drawing, or of a finished board whose game nobody recorded."""

    name = "star_explorer"
    layout_kind = "star_disc"
    nets = "vision.disc"
    ways = ({}, {"new_lines": False}, {"new_lines": False, "asks_less": False})
    layout_words = "a layout or a pack of star_explorer"
    pack_game = "star_explorer"
    takes = ("known", "expect")
    failures = {
        "disc.none": N_("No board is in the picture"),
        "disc.no_stars": N_("The board is there, but its stars cannot be seen"),
        "disc.too_faint": N_("The lines are too faint: more light, and a clear view"),
        "disc.glare": N_("A lamp is mirrored in the disc"),
        "disc.nothing_new": N_("Nothing new is seen: photograph again, or tap what was drawn"),
    }
    nothing_new = "disc.nothing_new"
    ends = (int, "stars by their numbers", "12-13,13-20")

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """The lines of earlier rounds and the tile; of a score pad's board nothing is known, not even its pack."""
        if session.header.pack == PAD:
            return Query(
                kind=self.name,
                layout=msgspec.json.encode(house_disc().layout),
                finished=True,
                game=session.game_id,
                seat=seat,
            )
        game: Game[Any, Any] = session.game
        pack: StarPack = game.pack  # type: ignore[attr-defined]
        state: StarExplorerState = session.state
        player = state.seats[seat]
        blank = blank_photo(pack.pack, state.round)
        tile = next((tile for tile in pack.tiles if tile.id == player.tile), None)
        known = [list(line) for drawing in player.drawings if drawing.round < state.round for line in drawing.lines]
        return Query(
            kind=self.name,
            layout=msgspec.json.encode(pack.layout),
            record=({"known": known} if known else {})
            | ({"expect": _expected(tile, state.options.shape_match)} if tile else {}),
            pictures={"blank": blank} if os.path.isfile(blank) else {},
            game=session.game_id,
            seat=seat,
            round=state.round,
            board=f"{session.game_id}-{seat}",
        )

    def of_pack(self, pack: bytes) -> bytes:
        """The layout in it."""
        return msgspec.json.encode(msgspec.json.decode(pack).get("layout"))

    def prepare(self) -> None:
        import vision.disc.read  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> DiscLayout:
        """The layout, if a line could show on it in any round. Raises BadInput."""
        from vision.ink.layout import parse_layout

        parsed = parse_layout(layout)
        if all(_shown(parsed, parsed.rotation_of(number)) < 2 for number in range(1, parsed.rounds + 1)):
            raise BadInput(
                "layout.disc.nothing_shows",
                "layout of a star disc: expected two stars at least that show in the window in some round",
            )
        return parsed

    def markers(self, layout: DiscLayout) -> MarkerSet | None:
        """Those of the board."""
        return layout.markers

    def read(self, frames: Sequence[Image], query: Query, layout: DiscLayout, memory: Memory) -> Reading:
        """The lines on the board."""
        from vision.disc import read as disc
        from vision.disc.evidence import comparable
        from vision.disc.locate import locate_disc
        from vision.disc.pattern import parse_expectation
        from vision.own.habits import Habits

        record = record_of(query, _Record)
        pattern = None if record.expect is None else parse_expectation(record.expect)
        blank = memory.prepared("blank", query, lambda picture: disc.prepare_blank(picture, layout))
        seen = memory.prepared("before", query, lambda picture: locate_disc(picture, layout))
        clean = blank if isinstance(blank, disc.Blank) else None
        reading = disc.read_disc(
            frames,
            layout,
            blank=clean,
            before=load_picture(query.pictures["before"]) if "before" in query.pictures else None,
            known=record.known,
            expect=pattern,
            last=memory.last.get(query.board),
            habits=msgspec.convert(query.habits, Habits),
        )
        notes = unused(query, {"blank": blank, "before": seen})
        if clean is not None and not comparable(clean, reading.pose, layout):
            turns = f"its disc is turned to {clean.rotation_deg % 360:.0f}°, this one to {reading.rotation_deg:.0f}°"
            why = "a lamp is mirrored in it" if clean.lit else turns
            notes.append(f"blank {query.name_of('blank')} was not compared with: {why}")
        return msgspec.structs.replace(reading, warnings=tuple(notes)) if notes else reading

    def lessons(self, frames: Sequence[Image], query: Query, truth: Mapping[str, Any], memory: Memory) -> Taught:
        """Its lines."""
        from vision.disc.read import Blank, prepare_blank
        from vision.own import disc

        layout: DiscLayout = memory.layout(self, query)
        blank = memory.prepared("blank", query, partial(prepare_blank, layout=layout))
        return disc.lessons(frames, layout, blank if isinstance(blank, Blank) else None, truth)

    def flat(self, frames: Sequence[Image], reading: Reading, layout: DiscLayout) -> Image:
        """The play area as seen from straight above."""
        return flattened(frames[-1], reading, layout)

    def trouble(self, query: Query, reading: Reading) -> Said | None:
        """The disc shows another round; or, where a finished board is read, it stands between two numerals."""
        if query.finished:
            if reading.round is not None:
                return None
            return lambda: _("Turn the disc to one of its numerals, and photograph again.")
        if reading.round in (None, query.round):
            return None
        numerals = {"seen": roman(reading.round), "asked": roman(query.round)}
        return lambda: _("The disc is turned to {seen}, this is round {asked}.").format(**numerals)

    def lost(self, query: Query, reading: Reading) -> bool:
        """Whether a line of an earlier round is doubtful now."""
        known = {tuple(sorted(line)) for line in query.record.get("known", ())}
        return any((line.a, line.b) in known for line in reading.doubtful)

    def draft(self, query: Query, reading: Reading, frame: Image, photo: str | None) -> DiscDraft | FinishedBoard:
        """What is new on the board, or all that is drawn on a finished one."""
        if query.finished:
            return _finished(reading, photo)
        known = {tuple(sorted(line)) for line in query.record.get("known", ())}
        return DiscDraft(
            lines=tuple((line.a, line.b) for line in reading.lines if (line.a, line.b) not in known),
            doubts=tuple(Doubtful(d.a, d.b, d.p) for d in reading.doubtful if (d.a, d.b) not in known),
            source="camera",
            photo=photo,
            looking=too_doubtful(reading),
        )

    def area(self, query: Query) -> Box:
        """The window and what is around it, mm."""
        return play_area(msgspec.json.decode(query.layout, type=StarDiscLayout))

    def in_words(self, reading: Reading, factor: int) -> list[str]:
        """Round and rotation, lines, doubts, notes."""
        return [
            f"round {reading.round}, disc at {reading.rotation_deg:.1f}°, board found by {reading.located.by}",
            "lines: " + (", ".join(f"{line.a}-{line.b}" for line in reading.lines) or "none"),
            "doubtful: " + (", ".join(f"{line.a}-{line.b} ({line.p:.2f})" for line in reading.doubtful) or "none"),
            *(f"note: {note}" for note in (*reading.warnings, reading.compare) if note is not None),
        ]


DISC: Final = DiscKind()


def _expected(tile: Tile, match: str) -> dict[str, Any]:
    return {"pattern": {"xy": [list(p) for p in tile.xy], "lines": [list(line) for line in tile.lines]}, "match": match}


def _shown(layout: DiscLayout, rotation_deg: float) -> int:
    places = layout.to_board(layout.stars_xy, rotation_deg).tolist()
    return sum(inside((x, y), layout.source.window.outline) for x, y in places)


def _finished(reading: Reading, photo: str | None) -> FinishedBoard:
    assert reading.round is not None, "a disc between two numerals is a trouble"
    return FinishedBoard(
        lines=tuple(_named(line.a, line.b) for line in reading.lines),
        perhaps_crossed=reading.crossed_stars,
        seen=tuple(str(star) for star in sorted(house_disc().visible(reading.round))),
        doubts=tuple(Doubt("line", _named(line.a, line.b), line.p) for line in reading.doubtful),
        photo=photo,
        stop=reading.round,
    )


def _named(a: int, b: int) -> tuple[str, str]:
    one, other = line_of(a, b)
    return str(one), str(other)


def play_area(layout: StarDiscLayout) -> Box:
    """The part of the board that a flat photograph shows: the window and 3 mm around it."""
    left, right = min(x for x, _ in layout.window.outline), max(x for x, _ in layout.window.outline)
    top, bottom = min(y for _, y in layout.window.outline), max(y for _, y in layout.window.outline)
    wide, high = right - left + 2 * _MARGIN_MM, bottom - top + 2 * _MARGIN_MM
    return left - _MARGIN_MM, top - _MARGIN_MM, wide, high


def flattened(image: Image, reading: Reading, layout: DiscLayout) -> Image:
    """The play area as seen from straight above, the disc at its stop, `FLAT_PX_PER_MM` pixels a millimetre."""
    from vision.ink import opencv

    left, top, width, height = play_area(layout.source)
    columns, rows = math.ceil(width * FLAT_PX_PER_MM), math.ceil(height * FLAT_PX_PER_MM)
    step = 8
    xs, ys = np.meshgrid(np.arange(-(-columns // step) + 1), np.arange(-(-rows // step) + 1))
    board = np.stack([xs.ravel(), ys.ravel()], 1) * (step / FLAT_PX_PER_MM) + np.array([left, top])
    stop = reading.rotation_deg if reading.round is None else layout.rotation_of(reading.round)
    pixels = reading.pose.to_image(layout.to_disc(board, stop)).reshape(*xs.shape, 2)
    return opencv.remap(image, opencv.upsample_map(pixels.astype(np.float32), step, columns, rows))
