"""What a turn was, in a few words that hide what its owner hides."""

from __future__ import annotations

from typing import Any

from engines.stellar.legality import card_of
from engines.stellar.model import TURNS, DiscardRow, PlayHand, PlayRow, StellarState, Take
from engines.stellar.turn import row_card
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.words import card_words, place_words
from pi_app.i18n import _, capital
from pi_app.presenters.navigator import Navigator


def last_turn(nav: Navigator) -> tuple[str, ...]:
    """What the player of the turn before this one did, a line a step; empty before the first turn is over."""
    state: StellarState = nav.state
    if state.turn == 0:
        return ()
    return turn_words(nav, min(state.turn, TURNS) - 1)


def turn_words(nav: Navigator, turn: int) -> tuple[str, ...]:
    """The steps of that turn (from 0), a line each."""
    replay = nav.open_table.replay
    steps = zip(replay.actions, replay.states[:-1], strict=True)
    found = (_step(nav, action, before) for action, before in steps if before.turn == turn and action.seat != "nature")
    return tuple(capital(words) for words in found if words)


def _step(nav: Navigator, action: Any, before: StellarState) -> str:
    game = game_of(nav)
    match action:
        case DiscardRow():
            return _("new row laid out")
        case Take():
            return _("taken: {card}").format(card=card_words(game, before.row[action.coordinate - 1]))
        case PlayHand():
            return _laid(nav, card_of(game.deck, before, action), action)
        case PlayRow():
            return _laid(nav, row_card(before), action)
        case _:
            return ""


def _laid(nav: Navigator, code: int, action: PlayHand | PlayRow) -> str:
    card = _("a card face down") if action.face_down else card_words(game_of(nav), code)
    return _("{card}: {place}").format(card=card, place=place_words(action.to))
