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
from pi_app.games.stellar.grid import GridPart, Pick, grid
from pi_app.games.stellar.mending import Past, free_name, played
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.why import Mending
from pi_app.games.stellar.words import card_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.entry import EntryPresenter
from pi_app.steps.presenter import on
from pi_app.steps.view import Part
from pi_app.table.session import Placed

BROUGHT = (DealStart, DealHand, Refill, Reveal)
"""What nature brings: at a table somebody tells which card it is."""


def page(nav: Navigator, placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
    """A card that was laid, with both telescopes; None for other entries."""
    action = placed.action
    if isinstance(action, ShowCards):
        return "why", {"seat": int(action.seat)}
    if not isinstance(action, PlaceStart | PlayHand | PlayRow):
        return None
    to = 1 if isinstance(action, PlaceStart) else action.to
    if isinstance(to, int):
        mending = Mending(slot=to)
    else:
        deck, code = game_of(nav).deck, played(nav, Past(placed.line, action, placed.before))
        if code in (EMPTY, UNKNOWN):
            return None
        mending = Mending(kind=deck.kind[code], number=deck.coordinate[code])
    own = msgspec.to_builtins(mending)
    return "why", {"seat": int(action.seat), "own": own}


def others(nav: Navigator, placed: Placed[Any, Any], legal: Sequence[Any]) -> Sequence[Any]:
    """Every face that nature may have brought, the other cards of the row for one that was taken; else what was legal.
    A row was not discarded after all: the card was taken where one was taken of the new row."""
    was, deck = placed.action, game_of(nav).deck
    if isinstance(was, DiscardRow):
        return taken_next(nav, placed.line)
    if not isinstance(was, BROUGHT):
        return legal
    one = Past(placed.line, was, placed.before)
    mine = deck.face[card_of(deck, placed.before, was)]
    among = deck.start_cards if isinstance(was, DealStart) else deck.cards
    faces = dict.fromkeys((deck.kind[c], deck.coordinate[c]) for c in among if deck.face[c] != mine)
    return [replace(was, card=free_name(nav, one, *face)) for face in faces]


def taken_next(nav: Navigator, line: int) -> Sequence[Take]:
    """The first card that was taken after that line; nothing where none was yet."""
    assert nav.table is not None, "an entry is one of a game"
    replay = nav.table.replay
    later = (a for e, a in zip(replay.entries, replay.actions, strict=True) if e.n > line and isinstance(a, Take))
    return tuple(islice(later, 1))


def words_of(nav: Navigator, action: Any, before: Any) -> str:
    """The card that the action names; nothing where it names none."""
    if isinstance(action, Take):
        card = card_words(game_of(nav), before.row[action.coordinate - 1])
        return _("card taken: {name}").format(name=card) if before.satellite_taken else card
    if not isinstance(action, (*BROUGHT, PlayLast)):
        return ""
    return card_words(game_of(nav), card_of(game_of(nav).deck, before, action))


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
