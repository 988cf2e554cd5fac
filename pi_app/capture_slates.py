"""The child's side of a photographed slate: reads it and lays it flat."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hardware.camera import Image
from pi_app.capture import FLAT_PX_PER_MM, CleanBoards, ReadRequest, load_picture, write_picture

if TYPE_CHECKING:
    from vision.ink.layout import MarkerSet
    from vision.slate.layout import SlateBoard
    from vision.slate.reading import SlateReading


class SlateReader:
    """Reads slates, remembering each layout, clean slate, and where each slate lay last."""

    def __init__(self) -> None:
        self._boards: dict[bytes, SlateBoard] = {}
        self._last: dict[str, SlateReading] = {}
        self._clean = CleanBoards(_clean_slate)

    def read(self, request: ReadRequest, frames: list[Image]) -> SlateReading:
        """The reading. Raises NotPossible where no slate is found, BadInput for a file that is no picture."""
        from vision.slate.pose import lattice_grid
        from vision.slate.slate import read_slate

        board = self._board(request.layout)
        reading = read_slate(
            frames,
            board,
            blank=self._clean.of(request.blank, request.layout, board),
            before=None if request.before is None else load_picture(request.before),
            known=request.known,  # type: ignore[arg-type]
            known_shooting_stars=request.known_shooting_stars,
            expect=request.expect,
            last=self._last.get(request.board),
        )
        if request.board:
            self._last[request.board] = reading
        if request.flat is not None:
            with suppress(OSError):
                write_picture(reading.pose.rectify(frames[-1], lattice_grid(board, FLAT_PX_PER_MM)), request.flat)
        return reading

    def markers(self, layout: bytes) -> MarkerSet | None:
        """The markers of the slate with that layout."""
        return self._board(layout).markers

    def _board(self, text: bytes) -> SlateBoard:
        from vision.slate.layout import parse_board

        if text not in self._boards:
            self._boards[text] = parse_board(text)
        return self._boards[text]


def _clean_slate(picture: Image, board: SlateBoard) -> Any:
    """The clean slate of a picture; the slates' reader is loaded only where slates are read."""
    from vision.slate.slate import prepare_blank

    return prepare_blank(picture, board)
