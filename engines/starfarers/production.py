"""Production: the dice, what planets pay, the 7, and the supply pile."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.starfarers import bank
from engines.starfarers.bank import count, plus, with_hand
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components, Income
from engines.starfarers.flight import settled
from engines.starfarers.friendship import SUPPLY, hand_limit
from engines.starfarers.model import (
    Cards,
    Discard,
    DrawSupply,
    Hand,
    Phase,
    Relief,
    Rob,
    Roll,
    StarfarersState,
    Steal,
    TakeSupply,
)

SEVEN: Final = 7
SUPPLY_POINTS: Final = 9
"""With fewer points a player may draw from the supply pile."""
TWO_CARDS_POINTS: Final = 7
"""Option `supply_cards = two`: with fewer points than this, two cards."""
_BUILD: Final = Phase.BUILD


def roll(parts: Components, state: StarfarersState, action: Roll) -> StarfarersState:
    """The planets with the sum of the dice have paid; or, on a 7, who has too many cards must give some back."""
    dice = action.dice
    total = dice[0] + dice[1]
    if total != SEVEN:
        return _produced(parts, state, dice, total)
    waiting = tuple(seat for seat in range(len(state.seats)) if must_discard(parts, state, seat))
    if waiting:
        return replace(state, phase=Phase.DISCARD, dice=dice, waiting=waiting)
    return _to_rob(parts, replace(state, dice=dice))


def _produced(parts: Components, state: StarfarersState, dice: tuple[int, ...], total: int) -> StarfarersState:
    income = parts.incomes(state.tokens, state.face_up, state.sites)[total]
    hands, stock = state.hands, state.bank
    if income:
        hands, stock = _paid_out(parts, state, income)
    waiting: tuple[int, ...] = ()
    for seat, player in enumerate(state.seats):
        if player.cards & parts.relief_fund and hands[seat] == state.hands[seat] and any(stock):
            waiting = (*waiting, seat)
    phase = Phase.RELIEF if waiting else _BUILD
    state = replace(state, phase=phase, dice=dice, hands=hands, bank=stock, waiting=waiting)
    return settled(parts, state) if state.seats[state.seat].owed else state


def _paid_out(parts: Components, state: StarfarersState, income: Income) -> tuple[tuple[Hand, ...], Cards]:
    """Hands and bank after paying; a resource that the bank cannot pay in full to all is paid to nobody."""
    stock = list(state.bank)
    wanted = [0] * len(stock)
    seats = len(state.seats)
    for seat, resource, cards in income:
        if seat < seats:
            wanted[resource] += cards
    hands = list(state.hands)
    extra = []
    for seat, resource, cards in income:
        if seat < seats and wanted[resource] <= state.bank[resource]:
            hands[seat] = _with(hands[seat], resource, cards)
            stock[resource] -= cards
            if state.seats[seat].cards & parts.bonus_cards[resource]:
                extra.append((seat, resource))
    for seat, resource in extra:
        if stock[resource]:
            hands[seat] = _with(hands[seat], resource, 1)
            stock[resource] -= 1
    a, b, c, d, e = stock
    return tuple(hands), (a, b, c, d, e)


def _with(hand: Hand, resource: int, cards: int) -> Hand:
    held = list(hand)
    held[resource] += cards
    a, b, c, d, e, unknown = held
    return a, b, c, d, e, unknown


def relief(parts: Components, state: StarfarersState, action: Relief) -> StarfarersState:
    """Friendship card: a card of choice for a player whom the roll brought nothing."""
    seat = int(action.seat)
    state = bank.received(state, seat, ONE[RESOURCE_INDEX[action.card]])
    waiting = tuple(s for s in state.waiting if s != seat)
    state = replace(state, waiting=waiting, phase=Phase.RELIEF if waiting else _BUILD)
    return state if waiting else settled(parts, state)


# The 7 ---------------------------------------------------------------------------------------------------------


def must_discard(parts: Components, state: StarfarersState, seat: int) -> bool:
    """Whether that player gives cards back on a 7."""
    return count(state.hands[seat]) > hand_limit(parts, state.seats[seat])


def discards(state: StarfarersState, seat: int) -> int:
    """How many cards that is: half of them, rounded down."""
    return count(state.hands[seat]) // 2


def discard(parts: Components, state: StarfarersState, action: Discard) -> StarfarersState:
    """The cards are in the bank; after the last player has given back, the roller may take a card."""
    seat = int(action.seat)
    state = bank.paid(state, seat, action.cards)
    waiting = tuple(s for s in state.waiting if s != seat)
    state = replace(state, waiting=waiting)
    return state if waiting else _to_rob(parts, state)


def _to_rob(parts: Components, state: StarfarersState) -> StarfarersState:
    if any(any(hand) for seat, hand in enumerate(state.hands) if seat != state.seat):
        return replace(state, phase=Phase.ROB)
    return settled(parts, replace(state, phase=_BUILD))


def rob(parts: Components, state: StarfarersState, action: Rob) -> StarfarersState:
    """Nature draws a card from that hand, or the roller does without."""
    if action.victim is None:
        return settled(parts, replace(state, phase=_BUILD))
    return stealing(state, (action.victim,), _BUILD)


def stealing(state: StarfarersState, victims: tuple[int, ...], resume: Phase) -> StarfarersState:
    """Nature draws a card for the active player from each of these hands, then the game goes on."""
    return replace(state, phase=Phase.STEAL, victims=victims, resume=resume)


def steal(parts: Components, state: StarfarersState, action: Steal) -> StarfarersState:
    """The card is in the active player's hand."""
    state = bank.handed(state, action.victim, state.seat, ONE[RESOURCE_INDEX[action.card]])
    victims = state.victims[1:]
    if victims:
        return replace(state, victims=victims)
    return settled(parts, replace(state, victims=(), phase=state.resume))


# Supply --------------------------------------------------------------------------------------------------------


def supply_cards(state: StarfarersState) -> int:
    """How many supply cards the active player may draw now."""
    points = state.seats[state.seat].points
    if state.used & SUPPLY or points >= SUPPLY_POINTS or not (state.pile or any(state.bank)):
        return 0
    return 2 if state.options.supply_cards == "two" and points < TWO_CARDS_POINTS else 1


def take_supply(parts: Components, state: StarfarersState, action: TakeSupply) -> StarfarersState:
    """Nature draws from the supply pile for the active player."""
    draws = supply_cards(state)
    pile, stock = (state.pile, state.bank) if state.pile else refilled(parts, state.bank)
    used = state.used | SUPPLY
    return replace(state, phase=Phase.SUPPLY, draws=draws, resume=_BUILD, used=used, pile=pile, bank=stock)


def draw_supply(parts: Components, state: StarfarersState, action: DrawSupply) -> StarfarersState:
    """The card is in the hand; an empty pile is filled again."""
    seat, hands = action.player, state.hands
    hand = plus(hands[seat], ONE[RESOURCE_INDEX[action.card]])
    draws, pile, stock = state.draws - 1, state.pile - 1, state.bank
    if not pile:
        pile, stock = refilled(parts, stock)
    if not pile:
        draws = 0
    phase = state.phase
    if not draws:
        phase = Phase.ROLL if phase is Phase.DEAL else state.resume
    return replace(state, phase=phase, hands=with_hand(hands, seat, hand), draws=draws, pile=pile, bank=stock)


def refilled(parts: Components, stock: Cards) -> tuple[int, Cards]:
    """The new supply pile's size, and the bank after giving it six of each resource, or what it has."""
    each = parts.box.refill_each
    a, b, c, d, e = stock
    v, w, x, y, z = min(a, each), min(b, each), min(c, each), min(d, each), min(e, each)
    return v + w + x + y + z, (a - v, b - w, c - x, d - y, e - z)
