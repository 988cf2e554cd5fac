"""How the child that reads boards reads a mother ship's balls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.camera import Image
from pi_app.capture import ReadRequest

if TYPE_CHECKING:
    from vision.balls.layout import BallsLayout
    from vision.balls.read import BallsReading
    from vision.ink.layout import MarkerSet


class BallsReader:
    """Reads the balls in the tube of a ship that stands before its card, remembering each layout."""

    def __init__(self) -> None:
        self._layouts: dict[bytes, BallsLayout] = {}

    def read(self, request: ReadRequest, frames: list[Image]) -> BallsReading:
        """The reading. Raises NotPossible where the card is not found."""
        from vision.balls.read import read_balls

        return read_balls(frames, self._layout(request.layout))

    def markers(self, layout: bytes) -> MarkerSet | None:
        """The markers of the card."""
        return self._layout(layout).markers

    def _layout(self, text: bytes) -> BallsLayout:
        from vision.balls.layout import parse_balls

        if text not in self._layouts:
            self._layouts[text] = parse_balls(text)
        return self._layouts[text]
