"""The sheet before the camera: filled circles become the player's trails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from comets.model import PLACES, TRAILS, CometsState, Trail
from comets.pack import parse_pack
from comets.sheet import layout as layout_of
from comets.words import _
from engines.forms import decode_form
from engines.layout import Board, Markers
from hardware.camera import Image
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.query import Query
from pi_app.i18n import Said
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from comets.reading import TrailsReading
    from vision.ink.layout import MarkerSet


class SheetLayout(msgspec.Struct, frozen=True):
    """A layout of kind `comets`."""

    board: Board
    markers: Markers
    numbers: tuple[int, ...]


class TrailsKind(CameraKind):
    """The sheet of one player."""

    name = "comets"
    layout_kind = "comets"
    layout_words = "a layout of kind 'comets' or a pack of comets"
    pack_game = "comets"

    def fits(self, session: TableSession[Any, Any]) -> bool:
        """Always."""
        return True

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """The sheet of that seat."""
        state: CometsState = session.state
        return Query(
            kind=self.name,
            layout=msgspec.json.encode(layout_of(session.game.pack.faces)),  # type: ignore[attr-defined]
            game=session.game_id,
            seat=seat,
            round=len(state.fallen),
            board=f"{session.game_id}-{seat}",
        )

    def of_pack(self, pack: bytes) -> bytes:
        """The sheet for its dice."""
        return msgspec.json.encode(layout_of(parse_pack(pack).faces))

    def prepare(self) -> None:
        """Load the reader."""
        import comets.reading  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> SheetLayout:
        """The layout."""
        return decode_form(layout, SheetLayout, "layout of comets")

    def markers(self, layout: SheetLayout) -> MarkerSet | None:
        """Those in the corners."""
        from vision.ink.layout import marker_set

        return marker_set(layout.markers, "comets sheet")

    def read(self, frames: Sequence[Image], query: Query, layout: SheetLayout, memory: Memory) -> TrailsReading:
        """The filled circles."""
        from comets.reading import read_trails

        return read_trails(frames[-1], layout)

    def trouble(self, query: Query, reading: TrailsReading) -> Said | None:
        """Circles that are neither filled nor empty cannot be taken."""
        return (lambda: _("Some circles are only half filled.")) if reading.doubtful else None

    def draft(self, query: Query, reading: TrailsReading, frame: Image, photo: str | None) -> tuple[Trail, ...]:
        """The trails."""
        return reading.trails

    def truth(self, query: Query, draft: tuple[Trail, ...]) -> dict[str, Any] | None:
        """The trails that the table confirmed."""
        return {"trails": draft}

    def in_words(self, reading: TrailsReading, factor: int) -> list[str]:
        """A line a trail."""
        lines = [f"trail {n + 1}: {' '.join(map(str, trail)) or '-'}" for n, trail in enumerate(reading.trails)]
        return [*lines, f"doubtful: {len(reading.doubtful)}"]


def in_order(filled: set[tuple[int, int, int]]) -> tuple[Trail, ...]:
    """Filled circles as trails; a place with two of them, or with none before it, ends its trail."""
    trails: list[Trail] = []
    for trail in range(TRAILS):
        found: list[int] = []
        for place in range(PLACES):
            numbers = [n for t, p, n in filled if (t, p) == (trail, place)]
            if len(numbers) != 1:
                break
            found.append(numbers[0])
        trails.append(tuple(found))
    return tuple(trails)


TRAILS_SHEET = TrailsKind()
