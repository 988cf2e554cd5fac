"""The pages of Stellar's print-and-play PDF: guide, telescope boards in two halves, cards, coordinates, player aids."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines.errors import NotPossible
from engines.stellar.glyphs import telescope_markers, telescope_size, telescope_slots
from engines.stellar.model import StellarPack
from engines.stellar.packcheck import parse_pack
from paper.formats import Paper
from paper.outlines import rectangle
from paper.sheet import Sheet
from planisphere.sheets.binding import Page, bind
from planisphere.sheets.grid import TILES
from planisphere.sheets.head import SPAN, draw_head
from planisphere.sheets.look import CUT, FAINT, INK, Look
from planisphere.sheets.stellar.board import HALVES, draw_half
from planisphere.sheets.stellar.cards import KIND_NAMES, card_pieces, draw_mark

PLAYERS: Final = 2
STEPS: Final = (
    ("Cards", "Print fronts and backs on both sides, flipped over the long edge, on heavy paper; or glue two prints"),
    ("", "back to back. Cut along the marks: every card is 47 by 62 mm."),
    ("Telescopes", "Each board is two pages. Cut out both halves, tab included, and glue the lower half onto the tab,"),
    ("", "so that it touches the upper half."),
    ("Camera", "The four squares on a telescope tell the camera where it lies: keep them in view and uncovered."),
    ("", "Lay the notebook beside the telescope; of every card the number, the sign and the stars must show."),
)  # fmt: skip


def pages(pack: StellarPack, look: Look, players: int) -> list[Page]:
    """Every page in printing order. Raises NotPossible for a telescope of other rows than the house board's."""
    rows = pack.telescope.rows
    if max(len(row) for row in rows) != 4 or len(rows) != 5:
        raise NotPossible(
            "print.telescope",
            "print {pack!r}: only telescopes of five rows, the widest of four, can be printed",
            pack.pack,
        )
    cards = TILES.pages("cards", card_pieces(pack), look)
    boards = min(players, PLAYERS)
    found = [Page("guide", lambda s: _draw_guide(s, look, boards, len(cards) // 2))]
    for player in range(1, boards + 1):
        found += [
            Page(f"telescope {player} of {boards}: {half} half", partial(draw_half, rows=rows, half=half, look=look))
            for half in HALVES
        ]
    return [*found, *cards]


def print_pack(data: bytes, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF of a pack's JSON text, with a telescope for each of at most two players. Raises BadInput, NotPossible."""
    pack = parse_pack(data)
    return bind(pack.title, pages(pack, look, players), paper)


def _draw_guide(sheet: Sheet, look: Look, boards: int, grids: int) -> None:
    """The first page: what is printed, how it is put together, what the signs mean."""
    telescopes = "1 telescope" if boards == 1 else f"{boards} telescopes"
    last = 1 + 2 * boards
    counts = f"{telescopes} of two pages each (pages 2 to {last}), then {grids} sheets of cards, fronts and backs."
    part = draw_head(sheet, "the house deck for Stellar", counts)
    y = 52.0
    for title, words in STEPS:
        y += 3.0 if title else 0.0
        part.text((0.0, y), title, 4.4, INK, "Times-Bold", "left")
        part.text((25.0, y), words, 3.4, INK, "Times-Roman", "left")
        y += 5.2
    part.stroke([(0.0, y + 2.0), (SPAN, y + 2.0)], FAINT, 0.3)
    _signs(part, look, y + 20.0)
    _plan(part, y + 62.0)


def _signs(part: Sheet, look: Look, y: float) -> None:
    for k, (kind, name) in enumerate(KIND_NAMES.items()):
        x = 15.0 + k * 30.4
        part.shape(rectangle(x - 12.0, y - 12.0, 24.0, 24.0), fill=look.sky, line=INK, width=0.3)
        draw_mark(part, look, kind, (x, y), 10.0)
        part.text((x, y + 18.0), name, 3.8, INK, "Times-Italic")


def _plan(part: Sheet, y: float) -> None:
    """The telescope, small: slots, sections, markers."""
    rows = ((1,), (2, 3), (4, 5), (6, 7, 8), (9, 10, 11, 12))
    scale = 0.27
    small = part.placed(6.0, y - 10.0, scale=scale)
    width, height = telescope_size(rows)
    small.shape(rectangle(0.0, 0.0, width, height), line=INK, width=1.0)
    for slot, (x, top) in telescope_slots(rows).items():
        small.shape(rectangle(x, top, 47.0, 62.0), line=INK, width=0.8)
        small.text((x + 23.5, top + 38.0), str(slot), 20.0, INK, "Times-Roman")
    for x, top in telescope_markers(rows).values():
        small.shape(rectangle(x, top, 22.0, 22.0), fill=CUT)
    for words, at in (
        ("Top section: slots 1 to 5", 14.0),
        ("Middle section: slots 6 to 8", 22.0),
        ("Bottom section: slots 9 to 12", 30.0),
        ("The player with the higher sum in a section scores 10.", 41.0),
        ("A face-down card counts 3; a 6/0 counts 6; a satellite its number.", 49.0),
        ("Five signs face up in the telescope: 10 more.", 57.0),
        ("Each type: its stars in the telescope times the longest run", 68.0),
        ("of numbers in the notebook.", 74.0),
    ):
        part.text((70.0, y - 10.0 + at), words, 4.0, INK, "Times-Roman", "left")
