"""What an entry of the record may have been instead, and where a card that was laid is put right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.stellar.deck import FIRST_FACE, KINDS
from engines.stellar.legality import card_of
from engines.stellar.model import (
    EMPTY,
    UNKNOWN,
    DealHand,
    DealStart,
    DiscardRow,
    PlaceStart,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    ShowCards,
    Take,
)
from pi_app.games.corrections import Corrections
from pi_app.games.stellar.grid import GridPart, Pick, grid
from pi_app.games.stellar.mending import free_name, played
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.why import Mending
from pi_app.games.stellar.words import card_words
from pi_app.i18n import _
from pi_app.steps.entry import EntryPresenter
from pi_app.steps.presenter import on
from pi_app.steps.view import Part
from pi_app.table.session import Placed

BROUGHT = (DealStart, DealHand, Refill, Reveal)
"""What nature brings: at a table somebody tells which card it is."""


class CardCorrections(Corrections):
    """A card that was laid is put right where it lies; one that nature brought is told once more."""

    def page(self, placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
        action = placed.action
        if isinstance(action, ShowCards):
            return "why", {"seat": int(action.seat)}
        if not isinstance(action, PlaceStart | PlayHand | PlayRow):
            return super().page(placed)
        to = 1 if isinstance(action, PlaceStart) else action.to
        if isinstance(to, int):
            mending = Mending(slot=to)
        else:
            deck, code = game_of(self.nav).deck, played(self.nav, placed)
            if code in (EMPTY, UNKNOWN):
                return super().page(placed)
            mending = Mending(kind=deck.kind[code], number=deck.coordinate[code])
        return "why", {"seat": int(action.seat), "own": msgspec.to_builtins(mending)}

    def alternatives(self, placed: Placed[Any, Any]) -> Sequence[Any]:
        """Every face that nature may have brought, the other cards of the row for one that was taken; else what was
        legal. A row was not discarded after all: the card was taken where one was taken of the new row."""
        was, deck = placed.action, game_of(self.nav).deck
        if isinstance(was, DiscardRow):
            assert self.nav.table is not None, "an entry is one of a game; looking back, the open one ends there"
            return tuple(islice((take.action for take in self.nav.table.past("take") if take.line > placed.line), 1))
        if not isinstance(was, BROUGHT):
            return super().alternatives(placed)
        mine = deck.face[card_of(deck, placed.before, was)]
        among = deck.start_cards if isinstance(was, DealStart) else deck.cards
        faces = dict.fromkeys((deck.kind[c], deck.coordinate[c]) for c in among if deck.face[c] != mine)
        return [replace(was, card=free_name(self.nav, placed, *face)) for face in faces]

    def choice_words(self, action: Any, before: Any) -> str:
        """The card that the action names."""
        game = game_of(self.nav)
        if isinstance(action, Take):
            card = card_words(game, before.row[action.coordinate - 1])
            return _("card taken: {name}").format(name=card) if before.satellite_taken else card
        if not isinstance(action, (*BROUGHT, PlayLast)):
            return super().choice_words(action, before)
        return card_words(game, card_of(game.deck, before, action))


class CardEntryPresenter(EntryPresenter):
    """A card that nature brought is told once more on the grid of all faces."""

    def stage(self, choices: Sequence[Any]) -> Part:
        """The grid for a card; else the choices as buttons."""
        if not isinstance(self.placed.action, BROUGHT):
            return super().stage(choices)
        game = game_of(self.nav)
        codes = (game.deck.codes.get(choice.card, FIRST_FACE) for choice in choices)
        among = tuple(code for code in codes if code < FIRST_FACE)
        return GridPart(grid(game, among, start=isinstance(self.placed.action, DealStart)))

    @on(Pick)
    def choose_face(self, kind: str, number: int) -> None:
        """A face was tapped."""
        deck = game_of(self.nav).deck
        for place, choice in enumerate(self.choices()):
            code = deck.codes.get(choice.card, FIRST_FACE)
            if (KINDS[deck.kind[code]], deck.coordinate[code]) == (kind, number):
                self.choose(place)
                return
