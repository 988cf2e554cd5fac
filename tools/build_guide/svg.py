"""What the build guide's drawings are made of: SVG in one look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape

INK: Final = "#1b2547"
SOFT: Final = "#5a678f"
PAPER: Final = "#ffffff"
PART: Final = "#eef1fb"
FONT: Final = 'font-family="Inter, Helvetica, Arial, sans-serif"'
XY = tuple[float, float]


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    """A drawing of that size from its parts, on white."""
    view = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    back = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {view} {FONT}>', back, *parts, "</svg>", ""])


def box(x: float, y: float, width: float, height: float, fill: str = PART, radius: float = 6) -> str:
    """A rectangle with round corners."""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect {size} fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def text(
    x: float, y: float, words: str, size: float = 13, anchor: str = "start", colour: str = INK, bold: bool = False
) -> str:
    """Words; `anchor` as SVG has it."""
    weight = ' font-weight="700"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"{weight}'
    return f"<text {place}>{escape(words)}</text>"


def line(points: Sequence[XY], colour: str = INK, width: float = 2, dashed: bool = False) -> str:
    """A way through points."""
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dash}/>'


def circle(x: float, y: float, radius: float, fill: str = "none") -> str:
    """A circle of that radius around (x, y), filled with `fill`."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'
