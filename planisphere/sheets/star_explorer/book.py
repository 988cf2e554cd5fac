"""The pages of Star Explorer's print-and-play PDF."""

from __future__ import annotations

from engines.errors import NotPossible
from engines.registry import pack_bytes
from engines.star_explorer.model import StarPack
from engines.star_explorer.pack import parse_pack
from paper.formats import Paper
from planisphere.sheets.binding import Page, bind
from planisphere.sheets.grid import TILES
from planisphere.sheets.look import Look
from planisphere.sheets.star_explorer.board import draw_frame, draw_spacer
from planisphere.sheets.star_explorer.disc import draw_disc
from planisphere.sheets.star_explorer.guide import draw_guide, draw_signs
from planisphere.sheets.star_explorer.house_board import BOARD
from planisphere.sheets.star_explorer.tiles import pieces


def pages(pack: StarPack, paper: Paper, look: Look, players: int) -> list[Page]:
    """Every page in printing order. Raises NotPossible for a board that is not the house board."""
    layout, house = pack.layout, parse_pack(pack_bytes("star_explorer", "house")).layout
    if (layout.board, layout.disc, layout.window) != (house.board, house.disc, house.window):
        raise NotPossible(
            "print.measures",
            "print {pack!r}: only boards with the measures of the house board can be printed",
            pack.pack,
        )
    tiles = TILES.pages("tiles", pieces(pack), look)
    left, top = paper.middle(BOARD.width, BOARD.height)
    found = [Page("guide", lambda s: draw_guide(s, layout, look, _contents(players, len(tiles))))]
    found.append(Page("signs", lambda s: draw_signs(s, layout, look)))
    for n in range(1, players + 1):
        of = f"board {n} of {players}"
        found += [
            Page(f"frame: {of}", lambda s: draw_frame(s.placed(left, top), layout, look)),
            Page(f"middle: {of}", lambda s: draw_spacer(s.placed(left, top))),
            Page(f"disc: {of}", lambda s: draw_disc(s.placed(s.paper.width / 2, s.paper.height / 2), layout, look)),
        ]
    return [*found, *tiles]


def _contents(players: int, pages: int) -> str:
    boards = "1 board" if players == 1 else f"{players} boards"
    first = 3 + 3 * players
    return (
        f"{boards} of three pages each (pages 3 to {first - 1}), then {pages // 2} sheets of tiles, "
        f"fronts and backs (pages {first} to {first + pages - 1})."
    )


def print_book(pack: StarPack, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF of all pages, the same bytes for the same arguments."""
    return bind(pack.title, pages(pack, paper, look, players), paper)


def print_pack(data: bytes, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF of a pack's JSON text. Raises BadInput where it is not one, NotPossible for other boards than ours."""
    return print_book(parse_pack(data), paper, look, players)
