"""What a table bears that accepts an action against the rules: what the action needs is there.

After a correction hands, ships and piles may differ from what later actions were played with. Who paid had the cards:
what is missing comes from the bank, or from the supply pile. No piece appears that the box does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers import bank
from engines.starfarers.bank import holds, unseen
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components
from engines.starfarers.friendship import GOODS, rate
from engines.starfarers.model import (
    NO_CARDS,
    NOWHERE,
    SHIPS,
    Accept,
    BankTrade,
    Bid,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Cards,
    Counter,
    Decline,
    Discard,
    DrawSupply,
    FoundColony,
    FoundStation,
    Give,
    Move,
    Offer,
    Phase,
    Reveal,
    Rob,
    StarfarersAction,
    StarfarersState,
    Steal,
    Trade,
)
from engines.starfarers.phases.supply import refilled
from engines.starfarers.phases.trade import answering
from engines.starfarers.ships import charted, pieces_left, trades

_TRADING: Final = (Phase.BUILD, Phase.ANSWER, Phase.CHOOSE)
_PLAYED: Final = frozenset(Phase) - {Phase.FIRST_PLAYER, Phase.OVER}
_NATURES: Final = (DrawSupply, Reveal, Steal)


def bearing(parts: Components, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
    """The table with what the action needs, as far as there is any; the same table where nothing is missing."""
    made, seat = (_MADE if state.hands else _ON_BOARD).get(type(action)), action.seat
    if made is None or not charted(state) or state.phase not in _PLAYED:
        return state
    if seat != NATURE if isinstance(action, _NATURES) else not (isinstance(seat, int) and seat < len(state.seats)):
        return state
    return made(parts, state, action)


# Cards ---------------------------------------------------------------------------------------------------------


def _funded(parts: Components, state: StarfarersState, seat: int, cards: Cards) -> StarfarersState:
    """That hand holds the cards; what it lacks came from the bank, else from the supply pile."""
    if seat >= len(state.hands) or holds(state.hands[seat], cards):
        return state
    for resource, wanted in enumerate(cards):
        lacking = max(0, wanted - state.hands[seat][resource])
        state = _stocked(parts, state, resource, lacking)
        given = min(lacking, state.bank[resource])
        state = bank.received(state, seat, _of(resource, given))
    return state


def _stocked(parts: Components, state: StarfarersState, resource: int, wanted: int) -> StarfarersState:
    """The bank holds so many cards of the resource; what it lacks came from the supply pile."""
    lacking = wanted - state.bank[resource]
    moved = min(lacking, unseen(state, parts.box.cards_each)[resource], state.pile - 1)
    if moved <= 0:
        return state
    return replace(state, bank=bank.sum_of(state.bank, _of(resource, moved)), pile=state.pile - moved)


def _of(resource: int, cards: int) -> Cards:
    a, b, c, d, e = ONE[resource]
    return a * cards, b * cards, c * cards, d * cards, e * cards


def _with_a_card(parts: Components, state: StarfarersState, seat: int, wished: Cards = NO_CARDS) -> StarfarersState:
    """That hand holds a card: one of those that are wished, or one of which the bank has most."""
    if seat >= len(state.hands) or any(state.hands[seat]):
        return state
    one = next((r for r, cards in enumerate(wished) if cards), state.bank.index(max(state.bank)))
    return _funded(parts, state, seat, ONE[one])


# What is built and traded --------------------------------------------------------------------------------------


def _ship(parts: Components, state: StarfarersState, action: BuildShip) -> StarfarersState:
    return _funded(parts, state, state.seat, parts.ship_cost[action.cargo])


def _spaceport(parts: Components, state: StarfarersState, action: BuildSpaceport) -> StarfarersState:
    return _funded(parts, state, state.seat, parts.spaceport_cost)


def _upgrade(parts: Components, state: StarfarersState, action: BuildUpgrade) -> StarfarersState:
    return _funded(parts, state, state.seat, parts.upgrade_cost[action.upgrade])


def _fame(parts: Components, state: StarfarersState, action: BuyFame) -> StarfarersState:
    return _funded(parts, state, state.seat, ONE[GOODS])


def _bank_trade(parts: Components, state: StarfarersState, action: BankTrade) -> StarfarersState:
    give = RESOURCE_INDEX[action.give]
    state = _funded(parts, state, state.seat, _of(give, rate(parts, state, state.seat, give)))
    return _stocked(parts, state, RESOURCE_INDEX[action.get], 1)


def _offer(parts: Components, state: StarfarersState, action: Offer) -> StarfarersState:
    state = _funded(parts, state, state.seat, action.give)
    if answering(state, action.to):
        return state
    asked = action.to if action.to is not None else (state.seat + 1) % len(state.hands)
    return _with_a_card(parts, state, asked, action.get)


def _answer(parts: Components, state: StarfarersState, action: Accept | Counter | Decline) -> StarfarersState:
    """The player was asked and has not answered yet; an offer that nobody could answer any more still stands."""
    seat = int(action.seat)
    if seat == state.seat or state.phase not in _TRADING:
        return state
    bid = state.bid or (Bid(*state.refused[-1]) if state.refused else None)
    if bid is None:
        return state
    if seat not in state.waiting:
        state = replace(state, phase=Phase.ANSWER, bid=bid, waiting=(*state.waiting, seat))
    if isinstance(action, Decline):
        return state
    return _funded(parts, state, seat, bid.get if isinstance(action, Accept) else action.give)


def _trade(parts: Components, state: StarfarersState, action: Trade) -> StarfarersState:
    """Who has not answered would not trade; the cards that were agreed on are there."""
    if state.phase is Phase.ANSWER:
        state = replace(state, phase=Phase.CHOOSE, waiting=())
    terms = state.bid.terms if state.bid else ()
    agreed = next(((give, get) for partner, give, get in terms if partner == action.partner), None)
    if agreed is None or action.partner is None:
        return state
    return _funded(parts, _funded(parts, state, state.seat, agreed[0]), action.partner, agreed[1])


# What is drawn, robbed, given ----------------------------------------------------------------------------------


def _supply(parts: Components, state: StarfarersState, action: DrawSupply) -> StarfarersState:
    """The pile holds the card, and one is drawn."""
    if state.phase is Phase.BUILD and action.player == state.seat:
        state = replace(state, phase=Phase.SUPPLY, draws=1, resume=Phase.BUILD)
    if not state.pile:
        pile, stock = refilled(parts, state.bank)
        state = replace(state, pile=pile, bank=stock)
    resource = RESOURCE_INDEX[action.card]
    if unseen(state, parts.box.cards_each)[resource] or not state.bank[resource]:
        return state
    return replace(state, bank=bank.difference(state.bank, ONE[resource]), pile=state.pile + 1)


def _discard(parts: Components, state: StarfarersState, action: Discard) -> StarfarersState:
    return _funded(parts, state, int(action.seat), action.cards)


def _rob(parts: Components, state: StarfarersState, action: Rob) -> StarfarersState:
    if state.phase is Phase.DISCARD:
        state = replace(state, phase=Phase.ROB, waiting=())
    return state if action.victim is None else _with_a_card(parts, state, action.victim)


def _steal(parts: Components, state: StarfarersState, action: Steal) -> StarfarersState:
    return _funded(parts, state, action.victim, ONE[RESOURCE_INDEX[action.card]])


def _gift(parts: Components, state: StarfarersState, action: Give) -> StarfarersState:
    return _funded(parts, state, int(action.seat), action.cards)


# Ships and tokens ----------------------------------------------------------------------------------------------


def _passed(parts: Components, state: StarfarersState, action: Move) -> StarfarersState:
    """Another ship that was only passing where it is stays there."""
    return state if state.passing in (NOWHERE, action.ship) else replace(state, passing=NOWHERE)


def _colony_ship(parts: Components, state: StarfarersState, action: FoundColony) -> StarfarersState:
    return _with_cargo(parts, state, action.ship, trader=False)


def _trade_ship(parts: Components, state: StarfarersState, action: FoundStation) -> StarfarersState:
    return _with_cargo(parts, state, action.ship, trader=True)


def _with_cargo(parts: Components, state: StarfarersState, ship: int, *, trader: bool) -> StarfarersState:
    """The ship carries what was founded with it, where the player has the piece."""
    seat = state.seat
    if state.passing not in (NOWHERE, ship):
        state = replace(state, passing=NOWHERE)
    if trades(state, seat, ship) == trader or pieces_left(parts, state, seat, "trade" if trader else "colony") < 1:
        return state
    return replace(state, traders=state.traders ^ 1 << seat * SHIPS + ship)


def _reveal(parts: Components, state: StarfarersState, action: Reveal) -> StarfarersState:
    """The token was shown although nobody looks at it now; the table goes on where it was."""
    if action.planet in state.reveals or action.planet >= len(state.tokens):
        return state
    if state.phase is Phase.REVEAL:
        return replace(state, reveals=(*state.reveals, action.planet))
    return replace(state, phase=Phase.REVEAL, reveals=(action.planet,), resume=state.phase)


_ON_BOARD: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], StarfarersState]]] = {
    Move: _passed,
    FoundColony: _colony_ship,
    FoundStation: _trade_ship,
    Reveal: _reveal,
}
_MADE: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], StarfarersState]]] = {
    BuildShip: _ship,
    BuildSpaceport: _spaceport,
    BuildUpgrade: _upgrade,
    BuyFame: _fame,
    BankTrade: _bank_trade,
    Offer: _offer,
    Accept: _answer,
    Counter: _answer,
    Decline: _answer,
    Trade: _trade,
    DrawSupply: _supply,
    Discard: _discard,
    Rob: _rob,
    Steal: _steal,
    Give: _gift,
    **_ON_BOARD,
}
