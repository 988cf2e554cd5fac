"""A slate before the camera: what the record knows of it, its reading, and that as a drawing to look over."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from engines.errors import BadInput
from engines.files import text_of
from engines.look_at_the_stars.model import StarsPack, StarsState
from engines.look_at_the_stars.packcheck import parse_pack
from engines.look_at_the_stars.slate.board import pack_skies, parse_slate, printed_layout, slate_layout
from engines.look_at_the_stars.slate.lattice import LINES, line_names
from engines.registry import PAD
from engines.slates import SlateLayout
from hardware.camera import Image
from pi_app.camera.drawn import DrawnKind, too_doubtful
from pi_app.camera.kind import Box, Memory, record_of, unused
from pi_app.camera.query import Query, load_picture
from pi_app.camera.words import LOST, MIRRORED
from pi_app.games.look_at_the_stars.desk import Doubt, Draft
from pi_app.games.look_at_the_stars.scene import ordered
from pi_app.i18n import N_, Said, _
from pi_app.packs import find_pack
from pi_app.paths import blank_photo
from pi_app.presenters import finished_boards
from pi_app.presenters.finished_boards import DRAWN, FinishedBoard
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from vision.ink.layout import MarkerSet
    from vision.own.habits import Taught
    from vision.slate.layout import SlateBoard
    from vision.slate.reading import SlateLine, SlateReading, SlateStar

GAME: Final = "look_at_the_stars"
FLAT_PX_PER_MM: Final = 4.0
MARGIN_MM: Final = 9.0
"""So far a flat photograph reaches beyond the lattice, as `vision.slate.grids.lattice_grid` lays it."""


class _Record(msgspec.Struct, frozen=True):
    known: tuple[tuple[Any, ...], ...] = ()
    known_shooting_stars: tuple[tuple[Any, ...], ...] = ()
    expect: Any = None


class SlateKind(DrawnKind):
    """Slates: the lines and the shooting star of a turn, or all of a finished slate whose game nobody recorded."""

    name = GAME
    layout_kind = "slate"
    layout_words = "a layout or a pack of look_at_the_stars"
    pack_game = GAME
    nets = "vision.slate"
    takes = ("known", "known_shooting_stars", "expect")
    failures = {
        "slate.none": N_("No slate is in the picture"),
        "slate.no_stars": N_("The slate is there, but its stars cannot be seen"),
        "slate.too_faint": N_("The lines are too faint: more light, and a clear view"),
        "slate.glare": N_("A lamp is mirrored in the slate"),
        "slate.nothing_new": N_("Nothing new is seen: photograph again, tap what was drawn, or pass"),
        "slate.lost": LOST,
        "slate.mirrored": MIRRORED,
    }
    nothing_new = "slate.nothing_new"
    ends = (str, "points by their names", "E9-F9,F9-F8")

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """The lines of earlier turns and the night card; of a score pad's slate nothing is known, not even which."""
        if session.header.pack == PAD:
            unknown = msgspec.json.encode(printed_layout(None))
            return Query(kind=self.name, layout=unknown, finished=True, game=session.game_id, seat=seat)
        pack: StarsPack = session.game.pack  # type: ignore[attr-defined]
        state: StarsState = session.state
        slate = state.slates[seat]
        card = next((card for card in pack.night_cards if state.cards and card.id == state.cards[-1]), None)
        printed = next(card.printed_lines for card in pack.slates if card.id == slate.slate)
        scenery = {ordered(*line) for line in printed}
        known = [list(line) for line in line_names(slate.drawn & LINES) if line not in scenery]
        stars = [[star.head, star.tail] for star in slate.shooting_stars]
        expect = None if card is None else _expected(card.shape)
        told = {"known": known, "known_shooting_stars": stars, "expect": expect}
        blank = blank_photo(f"{GAME}-{pack.pack}", slate.slate)
        return Query(
            kind=self.name,
            layout=msgspec.json.encode(slate_layout(pack, slate.slate)),
            record={name: value for name, value in told.items() if value},
            pictures={"blank": blank} if os.path.isfile(blank) else {},
            game=session.game_id,
            seat=seat,
            round=len(state.cards),
            board=f"{session.game_id}-{seat}",
        )

    def layout_text(self, name: str, folder: Path) -> bytes:
        """The layout in a file; of our own print where its pack is named, with `:3` after it of that slate only."""
        printed = None if (folder / name).is_file() else _printed(name)
        return text_of(folder / name) if printed is None else msgspec.json.encode(printed)

    def prepare(self) -> None:
        import vision.slate.read  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> SlateBoard:
        """The board of one slate or of all."""
        from vision.slate.layout import slate_board

        return slate_board(parse_slate(layout), pack_skies())

    def markers(self, layout: SlateBoard) -> MarkerSet | None:
        """Those of the slate."""
        return layout.markers

    def read(self, frames: Sequence[Image], query: Query, layout: SlateBoard, memory: Memory) -> SlateReading:
        """What is drawn on the slate."""
        from vision.own.habits import Habits
        from vision.slate.decode import parse_card
        from vision.slate.locate import locate_slate
        from vision.slate.read import SlateBlank, prepare_blank, read_slate

        record = record_of(query, _Record)
        card = None if record.expect is None else parse_card(record.expect)
        blank = memory.prepared("blank", query, lambda picture: prepare_blank(picture, layout))
        seen = memory.prepared("before", query, lambda picture: locate_slate(picture, layout))
        reading = read_slate(
            frames,
            layout,
            blank=blank if isinstance(blank, SlateBlank) else None,
            before=load_picture(query.pictures["before"]) if "before" in query.pictures else None,
            known=record.known,
            known_shooting_stars=record.known_shooting_stars,
            expect=card,
            last=memory.last.get(query.board),
            habits=msgspec.convert(query.habits, Habits),
        )
        notes = unused(query, {"blank": blank, "before": seen})
        return msgspec.structs.replace(reading, warnings=(*reading.warnings, *notes)) if notes else reading

    def lessons(self, frames: Sequence[Image], query: Query, truth: Mapping[str, Any], memory: Memory) -> Taught:
        """Its lines, those of shooting stars among them."""
        from vision.own import slate
        from vision.slate.read import SlateBlank, prepare_blank

        record, board = record_of(query, _Record), memory.layout(self, query)
        blank = memory.prepared("blank", query, lambda picture: prepare_blank(picture, board))
        clean = blank if isinstance(blank, SlateBlank) else None
        return slate.lessons(frames, board, clean, truth, record.known, record.known_shooting_stars)

    def flat(self, frames: Sequence[Image], reading: SlateReading, layout: SlateBoard) -> Image:
        """The lattice and what is around it as seen from straight above."""
        from vision.slate.grids import lattice_grid

        return reading.pose.rectify(frames[-1], lattice_grid(layout, FLAT_PX_PER_MM))

    def owner(self, reading: SlateReading, queries: Sequence[Query]) -> int | None:
        """The seat that has this slate."""
        slates = {msgspec.json.decode(query.layout, type=SlateLayout).slate: query.seat for query in queries}
        return None if reading.slate is None else slates.get(reading.slate)

    def lost(self, query: Query, reading: SlateReading) -> bool:
        """Whether a line or a shooting star of an earlier turn is doubtful now."""
        return any(frozenset(_told(doubt)[1]) in _known(query) for doubt in reading.doubtful)

    def trouble(self, query: Query, reading: SlateReading) -> Said | None:
        """It shows another slate."""
        wanted = msgspec.json.decode(query.layout, type=SlateLayout).slate
        if query.finished or reading.slate in (None, wanted):
            return None
        seen = reading.slate
        return lambda: _("This is slate {seen}, not slate {wanted}.").format(seen=seen, wanted=wanted)

    def draft(self, query: Query, reading: SlateReading, frame: Image, photo: str | None) -> Draft | FinishedBoard:
        """What is new on the slate and what is doubtful, or all that is on a finished one."""
        if query.finished:
            return _finished(reading, photo)
        known = _known(query)
        stars = [(star.head, star.tail) for star in reading.shooting_stars if {star.head, star.tail} not in known]
        doubts = [Doubt(*_told(doubt), doubt.p) for doubt in reading.doubtful]
        return Draft(
            lines=tuple(ordered(line.a, line.b) for line in reading.lines if {line.a, line.b} not in known),
            star=stars[0] if stars else None,
            doubts=tuple(doubt for doubt in doubts if set(doubt.at) not in known),
            source="camera",
            photo=photo,
            looking=too_doubtful(reading),
        )

    def truth(self, query: Query, draft: Draft | FinishedBoard) -> dict[str, Any] | None:
        """All lines and shooting stars."""
        drawn = super().truth(query, draft)
        if drawn is None or isinstance(draft, FinishedBoard):
            return None
        new = () if draft.star is None else (draft.star,)
        stars = [{"from": head, "to": tail} for head, tail in (*query.record.get("known_shooting_stars", ()), *new)]
        return {**drawn, "shooting_stars": stars}

    def area(self, query: Query) -> Box:
        """Of the lattice: left column, bottom row, width and height in pitches."""
        layout = msgspec.json.decode(query.layout, type=SlateLayout)
        assert layout.lattice is not None
        dx, dy = layout.lattice.pitch
        wide, high = MARGIN_MM / dx, MARGIN_MM / dy
        return -wide, -high, 9 + 2 * wide, 10 + 2 * high

    def in_words(self, reading: SlateReading, factor: int) -> list[str]:
        """Which slate, what is on it, doubts, notes."""
        which = (
            f"slate {reading.slate}" if reading.slate is not None else "a slate that is none of the pack's, or unclear"
        )
        return [
            f"{which}; board found by {reading.located.by}",
            "lines: " + (", ".join(f"{line.a}-{line.b}" for line in reading.lines) or "none"),
            "shooting stars: " + (", ".join(f"{star.head}-{star.tail}" for star in reading.shooting_stars) or "none"),
            "doubtful: " + (", ".join(_doubt_words(doubt) for doubt in reading.doubtful) or "none"),
            *(f"note: {note}" for note in (*reading.warnings, reading.compare) if note is not None),
        ]


SLATE: Final = SlateKind()


def _known(query: Query) -> set[frozenset[str]]:
    """The ends of what the record knows."""
    return {frozenset(line) for name in ("known", "known_shooting_stars") for line in query.record.get(name, ())}


def _expected(shape: tuple[str, ...]) -> dict[str, Any]:
    return {"shape": list(shape)} if shape else {"shooting_star": True}


def _printed(name: str) -> dict[str, Any] | SlateLayout | None:
    """The layout of our own print or of a captured slate, None for names that are no pack's.

    Raises BadInput where there is no such pack, or where things are on its slates is not known.
    """
    pack, colon, number = name.partition(":")
    game, _slash, title = pack.partition("/")
    if game != GAME:
        return None
    if title not in ("", "house"):
        captured = parse_pack(find_pack(pack).data)
        if captured.layout is not None and number in {str(card.id) for card in captured.slates}:
            return slate_layout(captured, int(number))
        words = "where things are on the slates of {pack!r} is not known: expected {game} or a layout's file"
        raise BadInput("layout.slate_unknown", words, pack, GAME)
    if not colon:
        return {"kind": "slate"}
    if not (number.isascii() and number.isdecimal()):
        raise BadInput("layout.slate_number", "slate {number!r}: expected a number, such as {game}:3", number, GAME)
    return {"kind": "slate", "slate": int(number)}


def _told(doubt: SlateLine | SlateStar) -> tuple[Literal["line", "shooting_star"], tuple[str, str]]:
    """What is doubtful, and where."""
    from vision.slate.reading import SlateLine

    if isinstance(doubt, SlateLine):
        return "line", ordered(doubt.a, doubt.b)
    return "shooting_star", (doubt.head, doubt.tail)


def _finished(reading: SlateReading, photo: str | None) -> FinishedBoard:
    doubts = [finished_boards.Doubt(*_told(doubt), doubt.p) for doubt in reading.doubtful]
    objects = [finished_boards.Doubt("object", (thing.at,), thing.p) for thing in reading.objects]
    return FinishedBoard(
        lines=tuple(ordered(line.a, line.b) for line in reading.lines),
        shooting_stars=tuple((star.head, star.tail) for star in reading.shooting_stars),
        objects=tuple(thing.at for thing in reading.objects if thing.p >= DRAWN),
        slate=reading.slate,
        doubts=(*doubts, *objects),
        photo=photo,
    )


def _doubt_words(doubt: SlateLine | SlateStar) -> str:
    what, (one, other) = _told(doubt)
    return f"{'' if what == 'line' else 'shooting star '}{one}-{other} ({doubt.p:.2f})"
