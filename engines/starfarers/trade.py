"""Trade: with the other players by offers, answers and counter-offers, and with the bank."""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers import bank
from engines.starfarers.components import RESOURCE_INDEX, Components
from engines.starfarers.friendship import GOODS, GOODS_FOR_ONE, rate
from engines.starfarers.model import (
    Accept,
    BankTrade,
    Bid,
    Cards,
    Counter,
    Decline,
    Offer,
    Phase,
    StarfarersState,
    Trade,
)

OFFERS = 2
"""Option `offers = two`: so many offers a turn."""
_ANSWER, _CHOOSE, _BUILD = Phase.ANSWER, Phase.CHOOSE, Phase.BUILD


def asked(state: StarfarersState, to: int | None) -> tuple[int, ...]:
    """Who answers an offer to that player (None: to all): those who have cards."""
    seats = range(len(state.seats)) if to is None else (to,)
    return tuple(seat for seat in seats if seat != state.seat and any(state.hands[seat]))


def may_offer(state: StarfarersState) -> bool:
    """Whether the active player may make one more offer in this turn."""
    return state.options.offers == "any" or state.offers < OFFERS


def offer(parts: Components, state: StarfarersState, action: Offer) -> StarfarersState:
    """The asked players have their say."""
    return replace(
        state,
        phase=_ANSWER,
        offers=state.offers + 1,
        bid=Bid(action.give, action.get),
        waiting=asked(state, action.to),
    )


def accept(parts: Components, state: StarfarersState, action: Accept) -> StarfarersState:
    """The player would trade as offered."""
    bid = state.bid
    assert bid is not None, "somebody answers an offer"
    return _answered(state, int(action.seat), bid, (bid.give, bid.get))


def decline(parts: Components, state: StarfarersState, action: Decline) -> StarfarersState:
    """The player would not trade."""
    bid = state.bid
    assert bid is not None, "somebody answers an offer"
    return _answered(state, int(action.seat), bid, None)


def counter(parts: Components, state: StarfarersState, action: Counter) -> StarfarersState:
    """The player names other terms; they stand only if the active player can meet them."""
    bid = state.bid
    assert bid is not None, "somebody answers an offer"
    return _answered(state, int(action.seat), bid, (action.get, action.give))


def _answered(state: StarfarersState, seat: int, bid: Bid, terms: tuple[Cards, Cards] | None) -> StarfarersState:
    waiting = tuple([s for s in state.waiting if s != seat])
    if terms is not None:
        bid = Bid(bid.give, bid.get, (*bid.terms, (seat, *terms)))
    if waiting:
        return replace(state, bid=bid, waiting=waiting)
    if bid.terms:
        return replace(state, phase=_CHOOSE, bid=bid, waiting=())
    return replace(state, phase=_BUILD, bid=None, waiting=())


def trade(parts: Components, state: StarfarersState, action: Trade) -> StarfarersState:
    """The cards change hands, or nothing happens."""
    bid, seat = state.bid, state.seat
    assert bid is not None, "there is an offer to choose for"
    state = replace(state, phase=_BUILD, bid=None)
    for partner, give, get in bid.terms:
        if partner == action.partner:
            return bank.handed(bank.handed(state, seat, partner, give), partner, seat, get)
    return state


def bank_trade(parts: Components, state: StarfarersState, action: BankTrade) -> StarfarersState:
    """Cards of one resource went to the bank for one of another."""
    seat, give, get = state.seat, RESOURCE_INDEX[action.give], RESOURCE_INDEX[action.get]
    cards = rate(parts, state, seat, give)
    hand, stock = list(state.hands[seat]), list(state.bank)
    hand[give] -= cards
    hand[get] += 1
    stock[give] += cards
    stock[get] -= 1
    a, b, c, d, e, unknown = hand
    v, w, x, y, z = stock
    return replace(
        state,
        hands=bank.with_hand(state.hands, seat, (a, b, c, d, e, unknown)),
        bank=(v, w, x, y, z),
        used=state.used | GOODS_FOR_ONE if give == GOODS and cards == 1 else state.used,
    )
