"""Both telescopes for onlookers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from engines.stellar.deck import KINDS, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState, StellarState
from engines.stellar.rules import Stellar
from pi_app.games.stellar.words import letter
from pi_app.i18n import _
from pi_app.presenters.onlookers.sketch import Mark, Sketch, area, line, words

_CARD: Final = (1.0, 1.4)
_RIM: Final = 0.04


def telescopes(game: Stellar, state: StellarState, players: tuple[str, ...]) -> tuple[Sketch, ...]:
    """The row, and every player's telescope and notebook; hands stay where they are."""
    found = [_row(game, _("Row"), state.row)]
    for seat, name in enumerate(players):
        marks = tuple(_player(game, state.seats[seat]))
        found.append(Sketch(seat + 1, name, 11.0, 1.5 * len(game.deck.pack.telescope.rows), marks))
    return tuple(found)


def own_cards(game: Stellar, view: StellarState, seat: int) -> tuple[Sketch, ...]:
    """What only that player knows: the hand, and the faces of the cards that lie face down. Nothing where the table
    keeps that to itself."""
    player = view.seats[seat]
    down = [card - FACE_DOWN for card in player.telescope if card >= FACE_DOWN]
    named = ((_("Hand"), player.hand), (_("Face down"), down))
    return tuple(_row(game, name, cards) for name, cards in named if any(card != UNKNOWN for card in cards))


def _row(game: Stellar, name: str, cards: Sequence[int]) -> Sketch:
    marks = [mark for place, card in enumerate(cards) for mark in _card(game, card, 1.1 * place + 0.6, 0.8)]
    return Sketch(0, name, 1.1 * max(len(cards), 5) + 0.1, 1.6, tuple(marks))


def _player(game: Stellar, player: PlayerState) -> Iterator[Mark]:
    for depth, slots in enumerate(game.deck.pack.telescope.rows):
        for place, slot in enumerate(slots):
            x = 3.1 + 1.1 * (place - (len(slots) - 1) / 2)
            card, y = player.telescope[slot - 1], 1.5 * depth + 0.75
            yield from _card(game, card, x, y)
            if _is_down(card):
                yield words(x, y, 0.7, "token", str(game.deck.value[card]))
    for place, card in enumerate(player.notebook):
        yield from _card(game, card, 6.9 + place % 4 * 0.95, 0.75 + place // 4 * 1.3, 0.85)


def _is_down(card: int) -> bool:
    return card == UNKNOWN or card >= FACE_DOWN


def _card(game: Stellar, card: int, x: float, y: float, scale: float = 1.0) -> Iterable[Mark]:
    wide, high = _CARD[0] * scale / 2, _CARD[1] * scale / 2
    corners = (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)
    if card == EMPTY:
        return [line(*a, *b, _RIM * scale, "muted") for a, b in pairwise((*corners, corners[0]))]
    outline = [n for corner in corners for n in corner]
    if _is_down(card):
        return [area(outline, "back")]
    kind = KINDS[game.deck.kind[card]]
    number = number_text(game.deck.coordinate[card])
    return [
        area(outline, f"card-{kind}"),
        words(x, y - 0.25 * scale, 0.55 * scale, "ink", number),
        words(x, y + 0.35 * scale, 0.24 * scale, "ink", letter(kind) + "★" * game.deck.stars[card]),
    ]
