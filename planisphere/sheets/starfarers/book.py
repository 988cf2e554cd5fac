"""The pages of Starfarers' print-and-play PDF: guide, player aids, the camera's card, map, tokens and cards."""

from __future__ import annotations

from functools import partial

from engines.starfarers.pack import FLEETS, StarfarersPack
from engines.starfarers.packcheck import parse_pack
from paper.formats import Paper
from planisphere.sheets.binding import Page, bind
from planisphere.sheets.look import Look
from planisphere.sheets.starfarers.aid import draw_aids, draw_guide
from planisphere.sheets.starfarers.board import Board, draw_part
from planisphere.sheets.starfarers.cards import (
    ENCOUNTER_GRID,
    FRIENDSHIP_GRID,
    TOKEN_GRID,
    encounter_pieces,
    friendship_pieces,
    token_pieces,
)
from planisphere.sheets.starfarers.foot import draw_foot_card

AIDS, FOOT, MAP, TOKENS, ENCOUNTERS, FRIENDSHIP = KINDS = (
    "player aids",
    "card for the camera",
    "map",
    "tokens",
    "encounter cards",
    "friendship cards",
)


def pages(pack: StarfarersPack, look: Look, players: int) -> list[Page]:
    """Every page in printing order; player aids for two to four players."""
    board = Board(pack)
    aids = min(players, FLEETS)
    later = [_aids(look, pack, first, min(first + 1, aids)) for first in range(1, aids + 1, 2)]
    later.append(Page(FOOT, draw_foot_card))
    later += [
        Page(
            f"{MAP}: row {row + 1}, column {column + 1}",
            partial(draw_part, look=look, board=board, column=column, row=row),
        )
        for column, row in board.parts()
    ]
    later += TOKEN_GRID.pages(TOKENS, token_pieces(pack), look)
    later += ENCOUNTER_GRID.pages(ENCOUNTERS, encounter_pieces(pack), look)
    later += FRIENDSHIP_GRID.pages(FRIENDSHIP, friendship_pieces(pack), look)
    parts = f"{board.columns} sheets across, {board.rows} down, {board.size[0]:.0f} × {board.size[1]:.0f} mm"
    contents = _contents([page.name for page in later])
    return [Page("guide", lambda sheet: draw_guide(sheet, look, pack, parts, contents)), *later]


def _aids(look: Look, pack: StarfarersPack, first: int, last: int) -> Page:
    name = f"{AIDS} {first} to {last}" if last > first else f"{AIDS} {first}"
    return Page(name, lambda sheet: draw_aids(sheet, look, pack, last - first + 1))


def _contents(names: list[str]) -> str:
    """Which pages hold what: `map: pages 4 to 9; tokens: …`. The guide is page 1."""
    listed = []
    for kind in KINDS:
        numbers = [number for number, name in enumerate(names, 2) if name.startswith(kind)]
        pages_of = f"page {numbers[0]}" if len(numbers) == 1 else f"pages {numbers[0]} to {numbers[-1]}"
        listed.append(f"{kind}: {pages_of}")
    return f"Contents: {'; '.join(listed)}."


def print_starfarers_pack(data: bytes, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF of a pack's JSON text. Raises BadInput where it is not one."""
    pack = parse_pack(data)
    return bind(pack.title, pages(pack, look, players), paper)
