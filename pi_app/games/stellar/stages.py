"""The parts of Stellar's steps: telescopes, the whole table, cards in a row, the notebook, a cut of a photograph."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

import msgspec

from pi_app.games.stellar.cards import Board, Collection, Spot, Tone
from pi_app.games.stellar.laid import Box
from pi_app.steps.view import Command, Part


class Carry(Command, frozen=True):
    """A finger carried a card (`row.3`, `hand.moon-4-a`) to a place (`slot.5`, `notebook`, `hand`)."""

    card: str
    to: str


class Start(Command, frozen=True):
    """That start card lies on slot 1."""

    seat: int
    card: str


class StartPair(msgspec.Struct, frozen=True):
    """A player's two start cards; `done` once they lie."""

    seat: int
    name: str
    cards: tuple[Spot, ...]
    done: str


class StartPairs(Part, frozen=True):
    """All players' start cards side by side, as a stage."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:StartPairsBox"
    words: str
    pairs: tuple[StartPair, ...]


class TelescopeStage(Part, frozen=True):
    """One player's telescope; the opponent's small beside it where the two are compared."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:TelescopeBox"
    board: Board
    other: Board | None = None
    touchable: bool = True

    def shape(self) -> Hashable:
        """One or two of them."""
        return self.other is not None


class OpenTable(Part, frozen=True):
    """The row and both players' cards, to look at."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:OpenTableBox"
    row: tuple[Spot, ...]
    boards: tuple[Board, ...]


class TableStage(Part, frozen=True):
    """The whole table from one seat: the row and the deck, the own telescope, notebook and hand, what is to be done."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.table:TableBox"
    row: tuple[Spot, ...]
    deck: Spot
    board: Board
    notebook: Tone
    hand: tuple[Spot, ...]
    hint: str
    recap: tuple[str, ...] = ()
    """What the opponent did last."""


class OtherBoard(Part, frozen=True):
    """The opponent's cards, small, in the panel."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.table:OtherTap"
    does: Command
    board: Board
    words: str


class CardsPart(Part, frozen=True):
    """Cards in a few columns, to look at; their labels stand above them."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:CardsBox"
    cards: tuple[Spot, ...]
    columns: int

    def shape(self) -> Hashable:
        """As many cards."""
        return len(self.cards), self.columns


class NotebookPart(Part, frozen=True):
    """A notebook in the panel, told card by card."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:NotebookRow"
    collections: tuple[Collection, ...]


class PhotoCut(Part, frozen=True):
    """The part of a photograph that shows one card."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:PhotoCutBox"
    photo: str | None
    at: Box | None


class RuleCard(Part, frozen=True):
    """A rule card in words, and what it draws: cards in a row, a telescope, a notebook."""

    WIDGET: ClassVar = "pi_app.games.stellar.ui.stages:RuleCardBox"
    cards: tuple[Spot, ...] = ()
    lines: tuple[str, ...] = ()
    telescope: Board | None = None
    notebook: Board | None = None

    def shape(self) -> Hashable:
        """The same card."""
        return self
