"""Setup: start cards, hands, the row, and who begins. In light mode nothing of it is told."""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from engines.errors import BadInput
from engines.stellar.deck import Deck
from engines.stellar.model import (
    EMPTY,
    UNKNOWN,
    DealHand,
    DealStart,
    FirstPlayer,
    Phase,
    PlaceStart,
    PlayerState,
    StellarOptions,
    StellarState,
)
from engines.stellar.telescope import with_card

HAND = 2
EMPTY_ROW = (EMPTY,) * 5


def with_one(cards: tuple[int, ...], code: int) -> tuple[int, ...]:
    """These cards and one more, ascending."""
    more = [*cards, code]
    more.sort()
    return tuple(more)


def without_one(cards: tuple[int, ...], code: int) -> tuple[int, ...]:
    """These ascending cards without one of them; the same cards where it is not among them."""
    place = bisect_left(cards, code)
    if place < len(cards) and cards[place] == code:
        return cards[:place] + cards[place + 1 :]
    return cards


def with_seat(state: StellarState, seat: int, player: PlayerState) -> tuple[PlayerState, PlayerState]:
    """Both players' cards, with those of this seat exchanged."""
    return (state.seats[0], player) if seat else (player, state.seats[1])


def first_state(deck: Deck, players: tuple[str, ...], options: StellarOptions) -> StellarState:
    """The table before the start cards are dealt. Raises BadInput for other than two distinct names."""
    if len(players) != 2:
        raise BadInput(
            "players.count", "{game}: {n} players, expected {fewest} to {most}", "stellar", len(players), 2, 2
        )
    if players[0] == players[1]:
        raise BadInput(
            "players.name_twice",
            "{game}: two players are called {twice!r}, expected distinct names",
            "stellar",
            players[0],
        )
    light = options.mode == "light"
    player = PlayerState((UNKNOWN,) * HAND if light else ())
    return StellarState(
        options,
        Phase.SHOW_CARDS if light else Phase.DEAL_START,
        0,
        0,
        EMPTY_ROW,
        (player, player),
        deck.cards,
        len(deck.cards),
        players=players,
    )


def deal_start(deck: Deck, state: StellarState, action: DealStart, code: int) -> StellarState:
    """A start card lies before a player."""
    me = state.seats[action.player]
    cards = with_one(me.hand, code)
    seats = with_seat(state, action.player, PlayerState(cards, cards))
    dealt = all(len(player.hand) == HAND for player in seats)
    return replace(
        state,
        phase=Phase.PLACE_START if dealt else Phase.DEAL_START,
        seats=seats,
        unseen=without_one(state.unseen, code),
        deck=state.deck - 1,
    )


def place_start(deck: Deck, state: StellarState, action: PlaceStart, code: int) -> StellarState:
    """One start card lies on slot 1, the other in the notebook."""
    seat = int(action.seat)
    me = state.seats[seat]
    telescope = with_card(me.telescope, 1, code, False)
    seats = with_seat(state, seat, PlayerState((), (), telescope, without_one(me.hand, code)))
    if any(player.hand for player in seats):
        return replace(state, seats=seats)
    if state.options.hands == "dealt":
        return replace(state, seats=seats, phase=Phase.DEAL_HANDS)
    closed = (UNKNOWN,) * HAND
    first, second = (replace(player, hand=closed) for player in seats)
    return replace(state, seats=(first, second), phase=Phase.FILL_ROW, deck=state.deck - 2 * HAND)


def deal_hand(deck: Deck, state: StellarState, action: DealHand, code: int) -> StellarState:
    """A card of the starting hand is dealt."""
    me = state.seats[action.player]
    seats = with_seat(state, action.player, replace(me, hand=with_one(me.hand, code)))
    dealt = all(len(player.hand) == HAND for player in seats)
    return replace(
        state,
        phase=Phase.FILL_ROW if dealt else Phase.DEAL_HANDS,
        seats=seats,
        unseen=without_one(state.unseen, code),
        deck=state.deck - 1,
    )


def first_player(deck: Deck, state: StellarState, action: FirstPlayer) -> StellarState:
    """The first turn begins."""
    return replace(state, phase=Phase.TAKE, seat=action.player)
