"""Cards: what hands hold and pay for, and cards on the move from hands to the bank and back, and between hands.

Where hands are not kept (middle and light mode) there is nothing to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers.components import RESOURCE_INDEX, Components
from engines.starfarers.friendship import RATES, rate
from engines.starfarers.model import Cards, Hand, StarfarersState
from engines.starfarers.pack import RESOURCES, Resource
from engines.starfarers.phases import Found, of_resource, of_seat

EMPTY_HAND: Final[Hand] = (0, 0, 0, 0, 0, 0)
CLOSED: Final[tuple[Hand, ...]] = tuple((0, 0, 0, 0, 0, count) for count in range(256))
"""By number of cards: a hand of which only that is known."""


def tracked(state: StarfarersState) -> bool:
    """Whether the hands are in the state: in full mode alone."""
    return bool(state.hands)


def count(hand: Hand | Cards) -> int:
    """How many cards that is."""
    return sum(hand)


def holds(hand: Hand, cards: Cards) -> bool:
    """Whether the cards can be in that hand; a card whose face is not shown may be any."""
    a, b, c, d, e, unknown = hand
    v, w, x, y, z = cards
    if a >= v and b >= w and c >= x and d >= y and e >= z:
        return True
    return unknown >= max(0, v - a) + max(0, w - b) + max(0, x - c) + max(0, y - d) + max(0, z - e)


def has(cards: Cards, wanted: Cards) -> bool:
    """Whether a pile holds those cards."""
    return all(have >= want for have, want in zip(cards, wanted, strict=True))


def plus(hand: Hand, cards: Cards) -> Hand:
    """The hand after these cards were added."""
    a, b, c, d, e, unknown = hand
    v, w, x, y, z = cards
    return a + v, b + w, c + x, d + y, e + z, unknown


def minus(hand: Hand, cards: Cards) -> Hand:
    """The hand without these cards, which it holds; what is missing was among the cards whose face is not shown."""
    a, b, c, d, e, unknown = hand
    v, w, x, y, z = cards
    if unknown:
        short = max(0, v - a) + max(0, w - b) + max(0, x - c) + max(0, y - d) + max(0, z - e)
        return max(0, a - v), max(0, b - w), max(0, c - x), max(0, d - y), max(0, e - z), unknown - short
    return a - v, b - w, c - x, d - y, e - z, 0


def sum_of(first: Cards, second: Cards) -> Cards:
    """Both together."""
    a, b, c, d, e = first
    v, w, x, y, z = second
    return a + v, b + w, c + x, d + y, e + z


def difference(first: Cards, second: Cards) -> Cards:
    """The first without the second."""
    a, b, c, d, e = first
    v, w, x, y, z = second
    return a - v, b - w, c - x, d - y, e - z


def with_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands with another one at that seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def paid(state: StarfarersState, seat: int, cards: Cards) -> StarfarersState:
    """The cards go from that hand to the bank."""
    hands = state.hands
    if not hands:
        return state
    return replace(state, hands=with_hand(hands, seat, minus(hands[seat], cards)), bank=sum_of(state.bank, cards))


def received(state: StarfarersState, seat: int, cards: Cards) -> StarfarersState:
    """The cards go from the bank to that hand, as many of each resource as the bank has."""
    hands = state.hands
    if not hands:
        return state
    a, b, c, d, e = map(min, cards, state.bank)
    given = (a, b, c, d, e)
    return replace(state, hands=with_hand(hands, seat, plus(hands[seat], given)), bank=difference(state.bank, given))


def handed(state: StarfarersState, giver: int, taker: int, cards: Cards) -> StarfarersState:
    """The cards go from one hand to another."""
    hands = state.hands
    left = with_hand(hands, giver, minus(hands[giver], cards))
    return replace(state, hands=with_hand(left, taker, plus(left[taker], cards)))


def unseen(state: StarfarersState, each: int) -> Cards:
    """Of each resource the cards that are neither in the bank nor in a hand that this state shows: the supply pile,
    and hidden hands. `each`: how many there are in the box."""
    a, b, c, d, e = state.bank
    for hand in state.hands:
        a, b, c, d, e = a + hand[0], b + hand[1], c + hand[2], d + hand[3], e + hand[4]
    return each - a, each - b, each - c, each - d, each - e


def drawn(cards: Sequence[int], rng: Random) -> int:
    """The resource of a random card out of these counts."""
    place = int(rng.random() * sum(cards))
    return next(resource for resource, upto in enumerate(accumulate(cards)) if place < upto)


# What hands pay for --------------------------------------------------------------------------------------------


class Price(IntEnum):
    """What can be built; the upgrades in the order of `engines.starfarers.model.UPGRADES`."""

    BOOSTER = 0
    CANNON = 1
    RING = 2
    COLONY_SHIP = 3
    TRADE_SHIP = 4
    SPACEPORT = 5


class Purse(NamedTuple):
    """What a hand can pay for, as bits."""

    held: int
    """Bits of the resources it holds."""
    bank: int
    """Bits of the resources of which it holds enough for the bank, without friendship cards."""
    pays: int
    """Bits of what it pays for, by `Price`."""


def purse_of(parts: Components, hand: Hand) -> Purse:
    """What the hand can pay for; worked out once for each hand."""
    found: Purse | None = parts.purses.get(hand)
    return parts.purses.keep(hand, _purse(parts, hand)) if found is None else found


def _purse(parts: Components, hand: Hand) -> Purse:
    return Purse(
        held=sum((cards > 0) << r for r, cards in enumerate(hand[:5])),
        bank=sum((hand[r] + hand[5] >= needed) << r for r, needed in enumerate(RATES)),
        pays=sum(holds(hand, cost) << price for price, cost in enumerate(parts.prices)),
    )


def affords(parts: Components, state: StarfarersState, seat: int, price: Price) -> bool:
    """Whether that hand pays for it; where hands are not kept the players see to that."""
    return not state.hands or bool(purse_of(parts, state.hands[seat]).pays >> price & 1)


def bankable(parts: Components, state: StarfarersState, seat: int) -> int:
    """Bits of the resources of which the player has enough for the bank, by the own friendship cards."""
    hand = state.hands[seat]
    if not state.seats[seat].cards & parts.merchants:
        return purse_of(parts, hand).bank
    return sum((hand[r] + hand[5] >= rate(parts, state, seat, r)) << r for r in range(5))


def in_stock(bank: Cards) -> int:
    """Bits of the resources that the bank has."""
    a, b, c, d, e = bank
    return (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4


# What is wrong with cards --------------------------------------------------------------------------------------


def cards_text(cards: Cards) -> str:
    """Counts by resource as words: `2 ore, 1 goods`."""
    named = [f"{n} {resource}" for n, resource in zip(cards, RESOURCES, strict=True) if n]
    return ", ".join(named) or "nothing"


def wrong_hand(state: StarfarersState, seat: int, cards: Cards) -> Found:
    """What is wrong where these cards are to come from that hand."""
    if not state.hands or holds(state.hands[seat], cards):
        return []
    text = f"{state.players[seat]} does not hold {cards_text(cards)}"
    return [Violation("starfarers.components.hand", text, of_seat(seat))]


def wrong_bank(state: StarfarersState, resource: Resource) -> Found:
    """What is wrong where a card of that resource is to come from the bank."""
    if state.bank[RESOURCE_INDEX[resource]]:
        return []
    return [Violation("starfarers.components.cards", f"the bank has no {resource}", of_resource(resource))]
