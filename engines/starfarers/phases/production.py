"""Production: the dice, what planets pay, and the 7."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.game import NATURE, Violation
from engines.starfarers import bank
from engines.starfarers.bank import count, drawn, holds, wrong_bank, wrong_hand
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components, Income
from engines.starfarers.friendship import hand_limit
from engines.starfarers.model import (
    Cards,
    Discard,
    Hand,
    Phase,
    Relief,
    Rob,
    Roll,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.pack import FLEETS, RESOURCES
from engines.starfarers.phases import Act, Found, PhaseRules, allowed, of_resource, of_seat
from engines.starfarers.phases.explore import settled

SEVEN: Final = 7
_BUILD: Final = Phase.BUILD
_ROLLS: Final = tuple(Roll((a, b), seat=NATURE) for a in range(1, 7) for b in range(1, 7))
_STEALS: Final = tuple(tuple(Steal(seat, r, seat=NATURE) for r in RESOURCES) for seat in range(FLEETS))


def _rolls(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [*_ROLLS]


def _any_roll(parts: Components, state: StarfarersState, rng: Random) -> Roll:
    return _ROLLS[int(rng.random() * 36)]


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
    income = parts.income(state.tokens, state.face_up, state.sites, total)
    hands, stock = state.hands, state.bank
    if state.gone:
        income = tuple(paid for paid in income if not state.gone >> paid[0] & 1)
    if income:
        hands, stock = _paid_out(parts, state, income)
    waiting: tuple[int, ...] = ()
    for seat, player in enumerate(state.seats):
        nothing = hands[seat] == state.hands[seat] and not state.gone >> seat & 1
        if player.cards & parts.relief_fund and nothing and any(stock):
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


def _reliefs(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return allowed(parts, state, [Relief(resource, seat=seat) for resource in RESOURCES], _wrong_relief)


def _wrong_relief(parts: Components, state: StarfarersState, action: Relief) -> Found:
    return wrong_bank(state, action.card)


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


def choices_of(hand: Hand | Cards, cards: int) -> list[Cards]:
    """Every way to take so many cards out of a hand, ascending."""
    a, b, c, d, e = hand[:5]
    return [
        (v, w, x, y, z)
        for v in range(min(a, cards) + 1)
        for w in range(min(b, cards - v) + 1)
        for x in range(min(c, cards - v - w) + 1)
        for y in range(min(d, cards - v - w - x) + 1)
        if 0 <= (z := cards - v - w - x - y) <= e
    ]


def _discards(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [Discard(cards, seat=seat) for cards in choices_of(state.hands[seat], discards(state, seat))]


def _wrong_discard(parts: Components, state: StarfarersState, action: Discard) -> Found:
    seat = int(action.seat)
    found = wrong_hand(state, seat, action.cards)
    if count(action.cards) != discards(state, seat):
        text = f"{state.players[seat]} gives back {discards(state, seat)} cards, not {count(action.cards)}"
        found.append(Violation("starfarers.seven.discard", text, of_seat(seat)))
    return found


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


def _robberies(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    victims = (None, *range(len(state.seats)))
    return allowed(parts, state, [Rob(victim, seat=seat) for victim in victims], _wrong_robbery)


def _wrong_robbery(parts: Components, state: StarfarersState, action: Rob) -> Found:
    victim = action.victim
    if victim is None or (victim < len(state.seats) and victim != state.seat and any(state.hands[victim])):
        return []
    return [Violation("starfarers.seven.rob", f"seat {victim} is no opponent with cards", of_seat(victim))]


def rob(parts: Components, state: StarfarersState, action: Rob) -> StarfarersState:
    """Nature draws a card from that hand, or the roller does without."""
    if action.victim is None:
        return settled(parts, replace(state, phase=_BUILD))
    return stealing(state, (action.victim,), _BUILD)


def stealing(state: StarfarersState, victims: tuple[int, ...], resume: Phase) -> StarfarersState:
    """Nature draws a card for the active player from each of these hands, then the game goes on."""
    return replace(state, phase=Phase.STEAL, victims=victims, resume=resume)


def _steals(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return allowed(parts, state, _STEALS[state.victims[0]], _wrong_steal)


def _any_steal(parts: Components, state: StarfarersState, rng: Random) -> Steal:
    victim = state.victims[0]
    return _STEALS[victim][drawn(state.hands[victim][:5], rng)]


def _wrong_steal(parts: Components, state: StarfarersState, action: Steal) -> Found:
    victim = state.victims[0]
    if action.victim != victim:
        return [Violation("starfarers.seven.rob", f"the card comes from seat {victim}", of_seat(action.victim))]
    if not holds(state.hands[victim], ONE[RESOURCE_INDEX[action.card]]):
        text = f"{state.players[victim]} holds no {action.card}"
        return [Violation("starfarers.seven.rob", text, of_resource(action.card))]
    return []


def steal(parts: Components, state: StarfarersState, action: Steal) -> StarfarersState:
    """The card is in the active player's hand."""
    state = bank.handed(state, action.victim, state.seat, ONE[RESOURCE_INDEX[action.card]])
    victims = state.victims[1:]
    if victims:
        return replace(state, victims=victims)
    return settled(parts, replace(state, victims=(), phase=state.resume))


RULES: Final = {
    Phase.ROLL: PhaseRules({Roll: Act(roll)}, _rolls, _any_roll),
    Phase.RELIEF: PhaseRules({Relief: Act(relief, _wrong_relief)}, _reliefs),
    Phase.DISCARD: PhaseRules({Discard: Act(discard, _wrong_discard)}, _discards),
    Phase.ROB: PhaseRules({Rob: Act(rob, _wrong_robbery)}, _robberies),
    Phase.STEAL: PhaseRules({Steal: Act(steal, _wrong_steal)}, _steals, _any_steal),
}
