"""The sheets to print: one a player, with a circle for every number of every place."""

from __future__ import annotations

from comets.pack import parse_pack
from comets.sheet import MARKERS, RADIUS, SIDE, circle, circles
from paper.formats import Paper
from paper.outlines import rectangle
from paper.sheet import Sheet
from planisphere.sheets.binding import Page, bind
from planisphere.sheets.look import INK, Look
from planisphere.sheets.markers import draw_marker


def print_pack(data: bytes, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF for so many players. Raises BadInput for what is no pack."""
    pack = parse_pack(data)
    pages = [Page(f"sheet {n + 1}", lambda sheet: _draw(sheet, pack.faces)) for n in range(players)]
    return bind(pack.title, pages, paper)


def _draw(sheet: Sheet, numbers: tuple[int, ...]) -> None:
    part = sheet.placed((sheet.paper.width - SIDE) / 2, 30.0)
    part.shape(rectangle(0, 0, SIDE, SIDE), line=INK, width=0.2)
    for name, (x, y) in MARKERS.at.items():
        draw_marker(part.placed(x, y), MARKERS.dictionary, int(name), MARKERS.size)
    for one in circles(numbers):
        middle = circle(*one)
        part.circle(middle, RADIUS, line=INK, width=0.2)
        part.text((middle[0], middle[1] + 1.2), str(one[2]), 3.4, INK)
