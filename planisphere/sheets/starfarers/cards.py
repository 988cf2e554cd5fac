"""Draws the tokens, encounter cards and friendship cards of Starfarers, fronts and backs on facing grids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from engines.layout import XY
from engines.starfarers.glyphs import BALL_COLOURS, PEOPLE_COLOURS
from engines.starfarers.pack import PEOPLES, EncounterCard, FriendshipCard, People, StarfarersPack, Token
from paper.outlines import rectangle, rounded
from paper.sheet import Font, Sheet
from pi_app.games.starfarers.encounter_words import scene, title
from pi_app.games.starfarers.words import friendship_words, people_words
from planisphere.sheets.grid import Grid, Piece, draw_medal
from planisphere.sheets.look import CUT, INK, PALE, Look
from planisphere.sheets.starfarers.encounter_lines import outline
from planisphere.sheets.starfarers.signs import draw_people, draw_resource, draw_token, draw_token_back, wrapped

ENCOUNTER: Final = (92.0, 64.0)
FRIENDSHIP: Final = (46.0, 50.0)
TOKEN: Final = 9.6
"""A token's radius."""
ENCOUNTER_GRID: Final = Grid(2, 4, ENCOUNTER)
FRIENDSHIP_GRID: Final = Grid(4, 5, FRIENDSHIP)
TOKEN_GRID: Final = Grid(8, 7, (23.0, 23.0))


# Tokens and medals ---------------------------------------------------------------------------------------------


def token_pieces(pack: StarfarersPack) -> list[Piece]:
    """The tokens in the pack's order, then, in a row of their own, a friendship medal for each people."""
    tokens = [_token(token) for token in pack.tokens]
    blank = Piece("free", _nothing, _nothing)
    return [*tokens, *[blank] * (-len(tokens) % TOKEN_GRID.columns), *map(_medal, PEOPLES)]


def _nothing(sheet: Sheet, look: Look) -> None:
    """A cell of the grid that stays free."""


def _token(token: Token) -> Piece:
    middle = TOKEN_GRID.cell[0] / 2
    return Piece(
        "token",
        lambda sheet, look: draw_token(sheet.placed(middle, middle), look, token, TOKEN),
        lambda sheet, look: draw_token_back(sheet.placed(middle, middle), look, token, TOKEN),
    )


def _medal(people: People) -> Piece:
    def draw(sheet: Sheet, look: Look) -> None:
        middle = sheet.placed(TOKEN_GRID.cell[0] / 2, TOKEN_GRID.cell[0] / 2)
        fill = PEOPLE_COLOURS[people] if look.name == "night" else "#FFFFFF"
        middle.circle((0.0, 0.0), TOKEN, fill=fill, line=INK, width=0.3)
        middle.circle((0.0, 0.0), TOKEN * 0.8, fill="#FFFFFF", line=INK, width=0.2)
        draw_people(middle, people, (0.0, -1.6), 4.6)
        middle.text((0.0, 6.2), "2", 4.0, INK, "Times-Bold")

    return Piece(f"medal:{people}", draw, draw)


# Cards ---------------------------------------------------------------------------------------------------------


def encounter_pieces(pack: StarfarersPack) -> list[Piece]:
    """The encounter cards by number."""
    cards = sorted(pack.encounters, key=lambda card: card.id)
    return [Piece(f"encounter:{card.id}", partial(_encounter_front, card=card), _encounter_back) for card in cards]


def _ground(sheet: Sheet, look: Look, size: XY) -> None:
    sheet.shape(rectangle(0.0, 0.0, *size), fill=look.paper, line=CUT, width=0.1)
    sheet.shape(rounded(2.0, 2.0, size[0] - 4.0, size[1] - 4.0, 2.6), line=INK, width=0.3)


def _encounter_front(sheet: Sheet, look: Look, card: EncounterCard) -> None:
    _ground(sheet, look, ENCOUNTER)
    sheet.text((5.0, 8.6), title(card), 4.4, INK, "Times-Bold", "left")
    sheet.text((ENCOUNTER[0] - 5.0, 8.4), str(card.id), 3.4, PALE, "Times-Roman", "right")
    _words(sheet, card)


Written = tuple[float, str, Font]
"""How far a line is indented, what it says, in which font."""


def _words(sheet: Sheet, card: EncounterCard) -> None:
    """Scene and outline in the largest letters that fit."""
    for size in (3.1, 2.9, 2.7, 2.5, 2.3, 2.1):
        lines = list(_lines(sheet, card, size))
        if 12.0 + len(lines) * size * 1.2 <= ENCOUNTER[1] - 5.0:
            break
    y = 12.0
    for indent, words, font in lines:
        y += size * 1.2
        sheet.text((5.0 + indent, y), words, size, INK, font, "left")


def _lines(sheet: Sheet, card: EncounterCard, size: float) -> Iterator[Written]:
    width = ENCOUNTER[0] - 10.0
    for words in wrapped(sheet, scene(card), size, width, "Times-Italic"):
        yield 0.0, words, "Times-Italic"
    for line in outline(card):
        indent = 3.4 * line.depth
        said = f"{line.condition}: {line.text}" if line.condition else line.text
        font: Font = "Times-Bold" if line.text.endswith("?") else "Times-Roman"
        for n, words in enumerate(wrapped(sheet, said, size, width - indent - 2.0, font)):
            yield indent + (2.0 if n else 0.0), words, font


def _encounter_back(sheet: Sheet, look: Look) -> None:
    _ground(sheet, look, ENCOUNTER)
    medal = sheet.placed(ENCOUNTER[0] / 2, ENCOUNTER[1] / 2)
    draw_medal(medal, look)
    medal.circle((0.0, 0.0), 6.4, fill=BALL_COLOURS["black"], line="#FFFFFF", width=0.5)
    medal.circle((-2.2, -2.4), 1.2, fill="#FFFFFF")


def friendship_pieces(pack: StarfarersPack) -> list[Piece]:
    """The friendship cards, people by people."""
    return [
        Piece(f"friendship:{card.id}", partial(_friendship_front, card=card), partial(_friendship_back, card=card))
        for card in pack.friendship
    ]


def _friendship_front(sheet: Sheet, look: Look, card: FriendshipCard) -> None:
    _ground(sheet, look, FRIENDSHIP)
    draw_people(sheet, card.people, (8.6, 8.8), 4.4)
    sheet.text((15.4, 10.4), people_words(card.people), 4.0, INK, "Times-Bold", "left")
    if card.resource is not None:
        draw_resource(sheet, card.resource, (FRIENDSHIP[0] / 2, 21.4), 5.0)
    lines = wrapped(sheet, friendship_words(card), 3.3, FRIENDSHIP[0] - 9.0)
    top = 33.6 if card.resource is not None else 27.6
    for n, words in enumerate(lines):
        sheet.text((FRIENDSHIP[0] / 2, top + 4.2 * n), words, 3.3, INK, "Times-Roman")


def _friendship_back(sheet: Sheet, look: Look, card: FriendshipCard) -> None:
    _ground(sheet, look, FRIENDSHIP)
    medal = sheet.placed(FRIENDSHIP[0] / 2, FRIENDSHIP[1] / 2)
    draw_medal(medal, look)
    medal.circle((0.0, 0.0), 10.5, fill="#FFFFFF", line=INK, width=0.3)
    draw_people(medal, card.people, (0.0, 0.0), 7.4)
