"""Drawing on paper in millimetres: x right, y down, colours as `#RRGGBB`, vectors only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, BinaryIO, Literal

from paper.formats import Paper
from paper.outlines import XY
from paper.typeset import BOLD, POINTS_PER_MM, REGULAR, register, typeset

Font = Literal[
    "Times-Roman", "Times-Italic", "Times-Bold", "Helvetica", "Helvetica-Bold", "Symbol", "Inter", "Inter SemiBold"
]
Anchor = Literal["left", "middle", "right"]


def new_canvas(out: BinaryIO, title: str, paper: Paper, **more: Any) -> Any:
    """A reportlab canvas of that paper; `more` is its own."""
    from reportlab.pdfgen.canvas import Canvas

    size = (paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM)
    canvas = Canvas(out, pagesize=size, pageCompression=1, **more)
    canvas.setTitle(title)
    canvas.setCreator("Planisphere")
    return canvas


class Sheet:
    """A page, or a placed part of one: everything drawn is moved, turned and scaled with it."""

    def __init__(
        self, canvas: Any, paper: Paper, origin: XY = (0.0, 0.0), turn: float = 0.0, scale: float = 1.0
    ) -> None:
        """`canvas`: a reportlab canvas. `turn`: degrees clockwise."""
        self.paper = paper
        self._canvas = canvas
        self._origin = origin
        self._turn = turn
        self._scale = scale
        angle = math.radians(turn)
        self._cos, self._sin = math.cos(angle), math.sin(angle)

    def placed(self, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> Sheet:
        """A part of this sheet with its own origin, turned clockwise and scaled."""
        return Sheet(self._canvas, self.paper, self.on_paper((x, y)), self._turn + turn, self._scale * scale)

    def on_paper(self, point: XY) -> XY:
        """Where a point of this part lies on the paper (mm from its top left corner)."""
        x, y = point[0] * self._scale, point[1] * self._scale
        return self._origin[0] + x * self._cos - y * self._sin, self._origin[1] + x * self._sin + y * self._cos

    def next_page(self) -> None:
        """Go on on a new, empty page."""
        self._canvas.showPage()

    # Shapes ---------------------------------------------------------------------------------------------------

    def shape(
        self,
        *outlines: Sequence[XY],
        fill: str | None = None,
        line: str | None = None,
        width: float = 0.2,
        closed: bool = True,
        dash: Sequence[float] = (),
    ) -> None:
        """Straight-edged outlines as one shape; an outline inside another is a hole (even-odd)."""
        self._ink(self._path(outlines, closed), fill, line, width, dash)

    def circle(
        self,
        centre: XY,
        radius: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        """A circle around a centre (mm), filled, outlined or both."""
        path = self._canvas.beginPath()
        path.circle(*self._points(centre), radius * self._scale * POINTS_PER_MM)
        self._ink(path, fill, line, width, dash)

    def stroke(self, points: Sequence[XY], line: str, width: float = 0.2, dash: Sequence[float] = ()) -> None:
        """An open line through points."""
        self.shape(points, line=line, width=width, closed=False, dash=dash)

    def clip(self, outline: Sequence[XY]) -> None:
        """Show only what lies inside the outline, until `unclip`."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path([outline], closed=True), stroke=0, fill=0)

    def unclip(self) -> None:
        """End what the last `clip` began."""
        self._canvas.restoreState()

    def text(
        self,
        at: XY,
        words: str,
        size: float,
        colour: str,
        font: Font = "Times-Roman",
        anchor: Anchor = "middle",
        spacing: float = 0.0,
    ) -> None:
        """One line of text; `at` is on its baseline; `size` and `spacing` between letters in millimetres."""
        points = size * self._scale * POINTS_PER_MM
        gap = spacing * self._scale * POINTS_PER_MM
        length = self._canvas.stringWidth(words, font, points) + gap * max(0, len(words) - 1)
        start = {"left": 0.0, "middle": -length / 2, "right": -length}[anchor]
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(*self._points(at))
        canvas.rotate(-self._turn)
        canvas.setFillColor(_colour(colour))
        canvas.setFont(font, points)
        canvas.drawString(start, 0, words, charSpace=gap)
        canvas.restoreState()

    def write(
        self,
        at: XY,
        words: str,
        points: float,
        *,
        bold: bool = False,
        colour: str = "#10162D",
        anchor: Anchor = "left",
        room: float | None = None,
        most: int = 1,
    ) -> float:
        """Words in our own font, `points` large: made smaller, broken into up to `most` lines and cut at last where
        they are wider than `room` mm. Returns how far the last line is below the first, mm."""
        register()
        lines = [words]
        if room is not None:
            lines, points = typeset(words, points, room, bold=bold, most=most)
        step = points * 0.44
        for number, line in enumerate(lines):
            place = (at[0], at[1] + number * step)
            self.text(place, line, points / POINTS_PER_MM, colour, BOLD if bold else REGULAR, anchor)
        return (len(lines) - 1) * step

    def text_width(self, words: str, size: float, font: Font = "Times-Roman") -> float:
        """Millimetres that a line of text takes."""
        width: float = self._canvas.stringWidth(words, font, size * POINTS_PER_MM) / POINTS_PER_MM
        return width

    def _path(self, outlines: Sequence[Sequence[XY]], closed: bool) -> Any:
        """Its operators are written here: reportlab takes three times as long for the numbers of each."""
        from reportlab.pdfgen.pathobject import PDFPathObject

        code = ["n"]
        for outline in outlines:
            places = [f"{x:.3f} {y:.3f}" for x, y in map(self._points, outline)]
            code += [f"{places[0]} m", *(f"{place} l" for place in places[1:]), *("h" * closed)]
        return PDFPathObject(code)

    def _points(self, point: XY) -> XY:
        x, y = self.on_paper(point)
        return x * POINTS_PER_MM, (self.paper.height - y) * POINTS_PER_MM

    def _ink(self, path: Any, fill: str | None, line: str | None, width: float, dash: Sequence[float]) -> None:
        canvas = self._canvas
        canvas.saveState()
        canvas.setLineJoin(1)
        canvas.setLineCap(0 if dash else 1)
        if fill is not None:
            canvas.setFillColor(_colour(fill))
        if line is not None:
            canvas.setStrokeColor(_colour(line))
            canvas.setLineWidth(width * self._scale * POINTS_PER_MM)
            canvas.setDash([step * self._scale * POINTS_PER_MM for step in dash])
        canvas.drawPath(path, stroke=int(line is not None), fill=int(fill is not None), fillMode=0)
        canvas.restoreState()


@cache
def _colour(text: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(text)
