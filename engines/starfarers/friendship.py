"""What the friendship cards do; the cards themselves are data of the pack."""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers.components import Components
from engines.starfarers.model import PlayerState, StarfarersState

GOODS = 4
"""The index of the resource goods."""
RATES = (3, 3, 3, 3, 2)
"""By resource: how many cards of it the bank takes for one of another, without friendship cards."""
HAND_LIMIT = 7
"""On a 7 who has more cards than this gives half of them back."""


def with_card(parts: Components, player: PlayerState, card: int) -> PlayerState:
    """The player with one more friendship card."""
    given = parts.pack.friendship[card]
    return replace(
        player,
        cards=player.cards | 1 << card,
        extra_speed=player.extra_speed + given.boosters,
        extra_combat=player.extra_combat + given.cannons,
    )


def rate(parts: Components, state: StarfarersState, seat: int, resource: int) -> int:
    """How many cards of a resource the bank takes for one of another."""
    cards = state.seats[seat].cards
    if resource == GOODS:
        return 1 if cards & parts.goods_for_one and not state.used & GOODS_FOR_ONE else RATES[GOODS]
    return 2 if cards & parts.two_for_one[resource] else RATES[resource]


def hand_limit(parts: Components, player: PlayerState) -> int:
    """On a 7 the player gives cards back with more than so many."""
    return parts.relief_limit if player.cards & parts.tribute_relief else HAND_LIMIT


SUPPLY, GOODS_FOR_ONE, FAME_BOUGHT, HELPED = 1, 2, 4, 8
"""Bits of `used`: what was done in this turn."""


def may_buy_fame(parts: Components, state: StarfarersState, seat: int) -> bool:
    """Whether the card, the once a turn and the room on the ship let the player buy a fame ring."""
    player = state.seats[seat]
    if not player.cards & parts.fame_for_sale or state.used & FAME_BOUGHT:
        return False
    most = parts.box.ship_fame_rings if state.options.bought_fame == "eleven" else SIX_RINGS
    return player.fame < most and sum(p.fame for p in state.seats) < parts.box.fame_rings


SIX_RINGS = 6
"""Option `bought_fame = six`: fame rings up to which a player may buy."""


def helpers(parts: Components, state: StarfarersState, seat: int) -> list[int]:
    """The players from whom the helping hand may take a card: more points than the player, and cards in hand."""
    player = state.seats[seat]
    if not player.cards & parts.helping_hand or state.used & HELPED:
        return []
    richer = [s for s, other in enumerate(state.seats) if other.points > player.points and any(state.hands[s])]
    return richer if len(richer) > 1 or state.options.helping_hand == "up_to_two" else []
