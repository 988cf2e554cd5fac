"""Trade: with the other players by offers, answers and counter-offers, and with the bank."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers import bank
from engines.starfarers.bank import EMPTY_HAND, bankable, cards_text, holds, purse_of, wrong_bank, wrong_hand
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components
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
    StarfarersAction,
    StarfarersState,
    Trade,
)
from engines.starfarers.pack import FLEETS, RESOURCES
from engines.starfarers.phases import Act, Found, PhaseRules, allowed, of_resource, of_seat

MAX_OFFERS: Final = 2
"""Offers a turn with the option `offers = two`, and of a bot that plays anything."""
_ANSWER, _CHOOSE, _BUILD = Phase.ANSWER, Phase.CHOOSE, Phase.BUILD
_SEATS: Final = range(FLEETS)


# With the bank -------------------------------------------------------------------------------------------------

_BANK_TRADES: Final = tuple(
    tuple(tuple(BankTrade(a, b, seat=seat) for b in RESOURCES if a != b) for a in RESOURCES) for seat in _SEATS
)
"""By seat, by what is given."""


def bank_trades(seat: int, give: int, stock: int) -> tuple[BankTrade, ...]:
    """Trades with the bank: what can be given (`bankable`) and what the bank has (`in_stock`), as bits."""
    return tuple(
        trade
        for given, row in enumerate(_BANK_TRADES[seat])
        for trade in row
        if give >> given & 1 and stock >> RESOURCE_INDEX[trade.get] & 1
    )


def wrong_bank_trade(parts: Components, state: StarfarersState, action: BankTrade) -> Found:
    """Every rule that a trade with the bank breaks: same resource, empty bank, no goods to trade, too few cards."""
    if action.give == action.get:
        text = f"{action.give} for {action.get} is no trade"
        return [Violation("starfarers.trade.bank", text, of_resource(action.get))]
    give, seat = RESOURCE_INDEX[action.give], state.seat
    found = wrong_bank(state, action.get)
    if not bankable(parts, state, seat) >> give & 1:
        rule = "starfarers.trade.bank_goods" if give == GOODS else "starfarers.trade.bank"
        text = f"{state.players[seat]} needs {rate(parts, state, seat, give)} {action.give} for one {action.get}"
        found.append(Violation(rule, text, of_resource(action.give)))
    return found


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


# Offers --------------------------------------------------------------------------------------------------------


def answering(state: StarfarersState, to: int | None) -> tuple[int, ...]:
    """Who answers an offer to that player (None: to all): those who have cards."""
    others = [seat for seat, hand in enumerate(state.hands) if hand != EMPTY_HAND and seat != state.seat]
    return tuple(others if to is None else [seat for seat in others if seat == to])


def may_offer(state: StarfarersState) -> bool:
    """Whether the active player may make one more offer in this turn."""
    return state.options.offers == "any" or state.offers < MAX_OFFERS


_OFFERS: Final = tuple(
    tuple(tuple(Offer(give, get, seat=seat) for get in ONE if give != get) for give in ONE) for seat in _SEATS
)
"""By seat, by what is offered: one card for one card, to all at once."""


def offers(seat: int, held: int) -> tuple[Offer, ...]:
    """The listed offers of a player who holds these resources, as bits."""
    return tuple(offer for given, row in enumerate(_OFFERS[seat]) for offer in row if held >> given & 1)


def wrong_offer(parts: Components, state: StarfarersState, action: Offer) -> Found:
    """What is wrong with an offer of any cards."""
    found = [*_wrong_terms(state, action.give, action.get), *wrong_hand(state, state.seat, action.give)]
    if not may_offer(state):
        found.append(Violation("starfarers.trade.offers", "no more offers are made in this turn", of_seat(state.seat)))
    if action.to is not None and (action.to >= len(state.seats) or action.to == state.seat):
        found.append(Violation("starfarers.trade.players", f"seat {action.to} is no opponent", of_seat(action.to)))
    elif not answering(state, action.to):
        found.append(Violation("starfarers.trade.players", "nobody asked has a card", of_seat(action.to)))
    return found


def _wrong_terms(state: StarfarersState, give: Cards, get: Cards) -> Found:
    if any(map(min, give, get)):
        text = f"{cards_text(give)} for {cards_text(get)}: the same resource on both sides"
        return [Violation("starfarers.trade.players", text)]
    one_sided = not any(give) or not any(get)
    if one_sided and (state.options.gifts == "refused" or not (any(give) or any(get))):
        text = f"{cards_text(give)} for {cards_text(get)} is a gift"
        return [Violation("starfarers.trade.gifts", text)]
    return []


def offer(parts: Components, state: StarfarersState, action: Offer) -> StarfarersState:
    """The asked players have their say."""
    return replace(
        state,
        phase=_ANSWER,
        offers=state.offers + 1,
        bid=Bid(action.give, action.get),
        waiting=answering(state, action.to),
    )


# Answers -------------------------------------------------------------------------------------------------------

_ACCEPT: Final = tuple(Accept(seat=seat) for seat in _SEATS)
_DECLINE: Final = tuple(Decline(seat=seat) for seat in _SEATS)


def answers(parts: Components, state: StarfarersState, seat: int) -> tuple[StarfarersAction, ...]:
    """The listed answers to the offer on the table: yes, no, and one other card for what was offered."""
    bid, hand = _bid(state), state.hands[seat]
    key = (seat, purse_of(parts, hand).held, bid.give, bid.get, holds(hand, bid.get))
    found: tuple[StarfarersAction, ...] | None = parts.answers.get(key)
    return parts.answers.keep(key, tuple(_listed(parts, state, seat))) if found is None else found


def _listed(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    bid, held = _bid(state), purse_of(parts, state.hands[seat]).held
    counters = [Counter(one, bid.give, seat=seat) for resource, one in enumerate(ONE) if held >> resource & 1]
    return [
        *allowed(parts, state, [_ACCEPT[seat]], _wrong_accept),
        _DECLINE[seat],
        *allowed(parts, state, counters, _wrong_counter),
    ]


def _answers(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [*answers(parts, state, seat)]


def _bid(state: StarfarersState) -> Bid:
    assert state.bid is not None, "there is an offer on the table"
    return state.bid


def _wrong_accept(parts: Components, state: StarfarersState, action: Accept) -> Found:
    return wrong_hand(state, int(action.seat), _bid(state).get)


def accept(parts: Components, state: StarfarersState, action: Accept) -> StarfarersState:
    """The player would trade as offered."""
    bid = _bid(state)
    return _answered(state, int(action.seat), bid, (bid.give, bid.get))


def decline(parts: Components, state: StarfarersState, action: Decline) -> StarfarersState:
    """The player would not trade."""
    bid = _bid(state)
    return _answered(state, int(action.seat), bid, None)


def _wrong_counter(parts: Components, state: StarfarersState, action: Counter) -> Found:
    bid, seat = _bid(state), int(action.seat)
    found = [*_wrong_terms(state, action.give, action.get), *wrong_hand(state, seat, action.give)]
    if (action.get, action.give) == (bid.give, bid.get):
        found.append(Violation("starfarers.trade.counter", "a counter-offer names other terms", of_seat(seat)))
    return found


def counter(parts: Components, state: StarfarersState, action: Counter) -> StarfarersState:
    """The player names other terms; they stand only if the active player can meet them."""
    bid = _bid(state)
    return _answered(state, int(action.seat), bid, (action.get, action.give))


def _answered(state: StarfarersState, seat: int, bid: Bid, terms: tuple[Cards, Cards] | None) -> StarfarersState:
    waiting = tuple([s for s in state.waiting if s != seat])
    if terms is not None:
        bid = Bid(bid.give, bid.get, (*bid.terms, (seat, *terms)))
    if waiting:
        return replace(state, bid=bid, waiting=waiting)
    if bid.terms:
        return replace(state, phase=_CHOOSE, bid=bid, waiting=())
    return replace(state, phase=_BUILD, bid=None, waiting=(), refused=_remembered(state, bid))


def _remembered(state: StarfarersState, bid: Bid) -> tuple[tuple[Cards, Cards], ...]:
    terms = (bid.give, bid.get)
    return state.refused if terms in state.refused else (*state.refused, terms)


# Choice among the answers --------------------------------------------------------------------------------------

_TRADES: Final = tuple(tuple(Trade(partner, seat=seat) for partner in _SEATS) for seat in _SEATS)
_NO_TRADE: Final = tuple(Trade(None, seat=seat) for seat in _SEATS)


def _trades(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    terms = [_TRADES[seat][partner] for partner, _, _ in sorted(_bid(state).terms)]
    return [_NO_TRADE[seat], *allowed(parts, state, terms, _wrong_trade)]


def _wrong_trade(parts: Components, state: StarfarersState, action: Trade) -> Found:
    partner = action.partner
    if partner is None:
        return []
    for seat, give, _ in _bid(state).terms:
        if seat == partner:
            return wrong_hand(state, state.seat, give)
    return [Violation("starfarers.trade.players", f"seat {partner} would not trade", of_seat(partner))]


def trade(parts: Components, state: StarfarersState, action: Trade) -> StarfarersState:
    """The cards change hands, or nothing happens."""
    bid, seat = _bid(state), state.seat
    agreed = next((terms for partner, *terms in bid.terms if partner == action.partner), None)
    refused = state.refused if agreed == [bid.give, bid.get] else _remembered(state, bid)
    state = replace(state, phase=_BUILD, bid=None, refused=refused)
    for partner, give, get in bid.terms:
        if partner == action.partner:
            return bank.handed(bank.handed(state, seat, partner, give), partner, seat, get)
    return state


RULES: Final = {
    Phase.ANSWER: PhaseRules(
        {Accept: Act(accept, _wrong_accept), Decline: Act(decline), Counter: Act(counter, _wrong_counter)}, _answers
    ),
    Phase.CHOOSE: PhaseRules({Trade: Act(trade, _wrong_trade)}, _trades),
}
