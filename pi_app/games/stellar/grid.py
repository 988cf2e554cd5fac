"""Every face of a deck as a grid of types and numbers."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from engines.stellar.deck import FIRST_FACE, KINDS, SIX_ZERO, number_text
from engines.stellar.rules import Stellar
from pi_app.games.stellar.cards import CardFace, face_of
from pi_app.steps.view import Command, Part

MAX_STARS: Final = 3
COORDINATES: Final = (1, 2, 3, 4, 5, SIX_ZERO)


class Pick(Command, frozen=True):
    """It is a card of that type and number, as the rules have it."""

    kind: str
    number: int

    @property
    def key(self) -> str:
        """With the number as it is printed."""
        return f"pick.{self.kind}.{number_text(self.number)}"


class GridCell(msgspec.Struct, frozen=True):
    """One face of the grid: how many of it are left."""

    does: Pick
    face: CardFace
    left: int


class GridPart(Part, frozen=True):
    """Every face to choose from, as a stage or in the panel: a line a type."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.grid:GridBox"
    cells: tuple[tuple[GridCell, ...], ...]


def cards_like(game: Stellar, among: tuple[int, ...], kind: str, number: int) -> list[int]:
    """The cards of that type and number."""
    wanted = KINDS.index(kind)
    return [c for c in among if c < FIRST_FACE and game.deck.kind[c] == wanted and game.deck.coordinate[c] == number]


def grid(game: Stellar, among: tuple[int, ...], *, start: bool = False) -> tuple[tuple[GridCell, ...], ...]:
    """Every type and number of the pack with how many of these cards are like it; `start`: start cards only."""
    lines = []
    for kind in KINDS:
        cells = []
        for number in COORDINATES:
            listed = cards_like(game, game.deck.start_cards if start else game.deck.cards, kind, number)
            if not listed:
                continue
            left = len(cards_like(game, among, kind, number))
            shown = face_of(game, listed[0]) or CardFace()
            cells.append(GridCell(Pick(kind, number), shown, left))
        lines.append(tuple(cells))
    return tuple(line for line in lines if line)
