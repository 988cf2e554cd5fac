"""The supply pile: first cards for everybody, a card in the own turn for those with few points."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.game import NATURE, Violation
from engines.starfarers.bank import drawn, plus, unseen, with_hand
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components
from engines.starfarers.friendship import SUPPLY
from engines.starfarers.model import Cards, DrawSupply, Phase, StarfarersAction, StarfarersState, TakeSupply
from engines.starfarers.pack import FLEETS, RESOURCES
from engines.starfarers.phases import Act, Found, PhaseRules, allowed, of_resource, of_seat
from engines.starfarers.phases.setup import after_cards, receiver

SUPPLY_POINTS: Final = 9
"""With fewer points a player may draw from the supply pile."""
TWO_CARDS_POINTS: Final = 7
"""Option `supply_cards = two`: with fewer points than this, two cards."""
_DRAWS: Final = tuple(tuple(DrawSupply(seat, r, seat=NATURE) for r in RESOURCES) for seat in range(FLEETS))


# The active player may draw ------------------------------------------------------------------------------------


def supply_cards(state: StarfarersState) -> int:
    """How many supply cards the active player may draw now."""
    if state.used & SUPPLY or not (state.pile or any(state.bank)):
        return 0
    return cards_by_points(state)


def cards_by_points(state: StarfarersState) -> int:
    """How many supply cards the points of the active player allow in a turn."""
    points = state.seats[state.seat].points
    if points >= SUPPLY_POINTS:
        return 0
    return 2 if state.options.supply_cards == "two" and points < TWO_CARDS_POINTS else 1


def wrong_take(parts: Components, state: StarfarersState, action: TakeSupply) -> Found:
    """What is wrong with drawing now."""
    if supply_cards(state):
        return []
    if not (state.pile or any(state.bank)):
        return [Violation("starfarers.supply.refill", "the supply pile and the bank are empty")]
    if state.used & SUPPLY:
        return [
            Violation("starfarers.supply.draw", "the supply card of this turn is drawn already", of_seat(state.seat))
        ]
    points = state.seats[state.seat].points
    text = f"{state.players[state.seat]} has {points} points, expected fewer than {SUPPLY_POINTS}"
    return [Violation("starfarers.supply.points", text, of_seat(state.seat))]


def take_supply(parts: Components, state: StarfarersState, action: TakeSupply) -> StarfarersState:
    """Nature draws from the supply pile for the active player; one card where the table lets a player draw who may
    not."""
    draws = supply_cards(state) or 1
    pile, stock = (state.pile, state.bank) if state.pile else refilled(parts, state.bank)
    used = state.used | SUPPLY
    return replace(state, phase=Phase.SUPPLY, draws=draws, resume=Phase.BUILD, used=used, pile=pile, bank=stock)


# Nature draws --------------------------------------------------------------------------------------------------


def _draws(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return allowed(parts, state, _DRAWS[receiver(parts, state)], _wrong_draw)


def _any_draw(parts: Components, state: StarfarersState, rng: Random) -> DrawSupply:
    return _DRAWS[receiver(parts, state)][drawn(unseen(state, parts.box.cards_each), rng)]


def _wrong_draw(parts: Components, state: StarfarersState, action: DrawSupply) -> Found:
    found = []
    to = receiver(parts, state)
    if action.player != to:
        rule = "starfarers.setup.cards" if state.phase is Phase.DEAL else "starfarers.supply.draw"
        found.append(Violation(rule, f"the next card goes to seat {to}", of_seat(action.player)))
    if not unseen(state, parts.box.cards_each)[RESOURCE_INDEX[action.card]]:
        text = f"the supply pile can hold no more {action.card}"
        found.append(Violation("starfarers.components.pile", text, of_resource(action.card)))
    return found


def draw_supply(parts: Components, state: StarfarersState, action: DrawSupply) -> StarfarersState:
    """The card is in the hand; an empty pile is filled again, or waits until the next card is due."""
    seat, hands = action.player, state.hands
    hand = plus(hands[seat], ONE[RESOURCE_INDEX[action.card]])
    draws, pile, stock = state.draws - 1, state.pile - 1, state.bank
    if not pile and (draws or state.options.refill == "at_once"):
        pile, stock = refilled(parts, stock)
        draws = draws if pile else 0
    phase = state.phase
    if not draws:
        phase = after_cards(state) if phase is Phase.DEAL else state.resume
    return replace(state, phase=phase, hands=with_hand(hands, seat, hand), draws=draws, pile=pile, bank=stock)


def refilled(parts: Components, stock: Cards) -> tuple[int, Cards]:
    """The new supply pile's size, and the bank after giving it six of each resource, or what it has."""
    each = parts.box.refill_each
    a, b, c, d, e = stock
    v, w, x, y, z = min(a, each), min(b, each), min(c, each), min(d, each), min(e, each)
    return v + w + x + y + z, (a - v, b - w, c - x, d - y, e - z)


_DRAW: Final = PhaseRules({DrawSupply: Act(draw_supply, _wrong_draw)}, _draws, _any_draw)
RULES: Final = {Phase.DEAL: _DRAW, Phase.SUPPLY: _DRAW}
