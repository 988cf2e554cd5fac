"""Cards on the move: from hands to the bank and back, between hands, and production.

In light mode the hands are the players' own business: there is nothing to move.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.starfarers.model import Cards, Hand, StarfarersState

EMPTY_HAND: Final[Hand] = (0, 0, 0, 0, 0, 0)
CLOSED: Final[tuple[Hand, ...]] = tuple((0, 0, 0, 0, 0, count) for count in range(256))
"""By number of cards: a hand of which only that is known."""


def tracked(state: StarfarersState) -> bool:
    """Whether the hands are in the state: not in light mode."""
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
    """The hand with these cards."""
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
