"""What may be done at each step of an encounter, and what is wrong with what may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from engines.game import NATURE, Seat, Violation
from engines.starfarers import pack
from engines.starfarers.bank import count, has, holds, tracked
from engines.starfarers.components import ONE, RESOURCE_INDEX
from engines.starfarers.encounter_program import END
from engines.starfarers.encounters import Encounters, number_given
from engines.starfarers.model import (
    UPGRADES,
    Answer,
    Cards,
    Choose,
    DrawEncounter,
    Encounter,
    GainUpgrade,
    Give,
    Hand,
    Jump,
    LoseUpgrade,
    Shake,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.navigation import may_stop
from engines.starfarers.ships import first_ship
from engines.starfarers.standing import installed, room_for

_ACTION: Final[dict[type[Any], type[Any]]] = {
    pack.Gift: Give,
    pack.Pay: Give,
    pack.TakeGifts: Give,
    pack.Ask: Answer,
    pack.Receive: Choose,
    pack.GainUpgrade: GainUpgrade,
    pack.LoseUpgrade: LoseUpgrade,
    pack.Wear: LoseUpgrade,
    pack.Jump: Jump,
    pack.Steal: Steal,
    pack.Contest: Shake,
    pack.Shake: Shake,
}
"""The action that answers a verb."""


def _bundles(size: int) -> tuple[Cards, ...]:
    chosen = combinations_with_replacement(range(5), size)
    return tuple((c.count(0), c.count(1), c.count(2), c.count(3), c.count(4)) for c in chosen)


BUNDLES: Final = tuple(map(_bundles, range(4)))
"""By number of cards 0 to 3: every choice of resources, many of the first ones first."""


# What is legal -------------------------------------------------------------------------------------------------


def legal(encounters: Encounters, state: StarfarersState, seat: Seat) -> list[StarfarersAction]:
    """Every legal action of that seat, in a fixed order: fewer cards before more, the order of the box, corners
    ascending; `no` before `yes`."""
    encounter = state.encounter
    if encounter is None:
        return _draws(encounters, state) if seat == NATURE else []
    if seat not in encounters.to_move(state):
        return []
    verb = encounters.instruction(state).verb
    return list(_FORMS[_ACTION[type(verb)]](encounters, state, seat))


def _draws(encounters: Encounters, state: StarfarersState) -> list[StarfarersAction]:
    return [DrawEncounter(card=card, seat=NATURE) for card in encounters.pile(state)]


def _gifts(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[Give]:
    fewest, most = amount(encounters, state, seat)
    for number in range(fewest, most + 1):
        if not tracked(state):
            yield Give(count=number, seat=seat)
            continue
        a, b, c, d, e, unknown = state.hands[seat]
        most_each = min(a, number), min(b, number), min(c, number), min(d, number), min(e, number), min(unknown, number)
        yield from _bundles_given(seat, number, most_each)


@lru_cache(maxsize=4096)
def _bundles_given(seat: int, number: int, hand: Hand) -> tuple[Give, ...]:
    return tuple(Give(cards=cards, seat=seat) for cards in BUNDLES[number] if holds(hand, cards))


def _answers(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[Answer]:
    yield Answer(yes=False, seat=seat)
    if price(encounters, state) <= _cards_of(state, seat):
        yield Answer(yes=True, seat=seat)


def _choices(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[Choose]:
    number = due(encounters, state)
    yield from (Choose(cards=cards, seat=seat) for cards in BUNDLES[number] if has(state.bank, cards))


def _gains(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[GainUpgrade]:
    parts = encounters.parts
    yield from (GainUpgrade(upgrade=u, seat=seat) for u in UPGRADES if room_for(parts, state, seat, u))


def _losses(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[LoseUpgrade]:
    yield from (LoseUpgrade(upgrade=u, seat=seat) for u in UPGRADES if installed(state.seats[seat], u))


def _jumps(encounters: Encounters, state: StarfarersState, seat: int) -> Iterator[Jump]:
    parts, taken = encounters.parts, set(state.ships)
    ship = first_ship(state, seat)
    for corner in range(parts.map.corners):
        if corner not in taken and (parts.plain[corner] or may_stop(parts, state, seat, ship, corner)):
            yield Jump(corner=corner, seat=seat)


def _robberies(encounters: Encounters, state: StarfarersState, seat: Seat) -> Iterator[Steal]:
    for victim in _waiting(state).waiting:
        hand = state.hands[victim]
        for resource in pack.RESOURCES:
            if holds(hand, ONE[RESOURCE_INDEX[resource]]):
                yield Steal(victim=victim, card=resource, seat=NATURE)


def _shakes(encounters: Encounters, state: StarfarersState, seat: Seat) -> Iterator[Shake]:
    pairs = tuple(dict.fromkeys(encounters.pairs))
    for player in _waiting(state).waiting:
        yield from (Shake(player=player, balls=balls, seat=NATURE) for balls in pairs)


_FORMS: Final[dict[type[Any], Callable[[Encounters, StarfarersState, Any], Iterable[StarfarersAction]]]] = {
    Give: _gifts,
    Answer: _answers,
    Choose: _choices,
    GainUpgrade: _gains,
    LoseUpgrade: _losses,
    Jump: _jumps,
    Steal: _robberies,
    Shake: _shakes,
}


def _waiting(state: StarfarersState) -> Encounter:
    assert state.encounter is not None
    return state.encounter


def _cards_of(state: StarfarersState, seat: int) -> int:
    """How many cards the player has; in light mode enough."""
    return count(state.hands[seat]) if tracked(state) else 255


def amount(encounters: Encounters, state: StarfarersState, seat: int) -> tuple[int, int]:
    """The fewest and most cards that a `Give` may hold now."""
    verb = encounters.instruction(state).verb
    cards = _cards_of(state, seat)
    if isinstance(verb, pack.Gift):
        return 0, min(verb.most, cards)
    number = min(verb.cards if isinstance(verb, pack.Pay) else 1, cards)
    return number, number


def due(encounters: Encounters, state: StarfarersState) -> int:
    """How many cards of own choice the active player takes from the bank now, as many as there are."""
    verb = encounters.instruction(state).verb
    assert isinstance(verb, pack.Receive)
    return min(verb.cards, count(state.bank))


def price(encounters: Encounters, state: StarfarersState) -> int:
    """The cards that a `yes` hands over at once."""
    start = encounters.instruction(state).then[1]
    if start == END:
        return 0
    verb = encounters.program(state).instructions[start].verb
    return verb.cards if isinstance(verb, pack.Pay) else 0


def _may_jump(encounters: Encounters, state: StarfarersState, corner: int) -> bool:
    if corner in state.ships:
        return False
    return may_stop(encounters.parts, state, state.seat, first_ship(state, state.seat), corner)


# What is wrong -------------------------------------------------------------------------------------------------


def violations(encounters: Encounters, state: StarfarersState, action: StarfarersAction) -> list[Violation]:
    """Everything wrong with an action while the table is at an encounter; empty when it is legal."""
    if state.encounter is None:
        return list(_wrong_draw(encounters, state, action))
    verb = encounters.instruction(state).verb
    expected = _ACTION[type(verb)]
    if type(action) is not expected or action.seat not in encounters.to_move(state):
        return [_untimely(encounters, state, expected)]
    return list(_WRONG[expected](encounters, state, action))


def _wrong_draw(encounters: Encounters, state: StarfarersState, action: StarfarersAction) -> Iterator[Violation]:
    if not isinstance(action, DrawEncounter) or action.seat != NATURE:
        yield Violation("starfarers.encounter.order", "an encounter card is drawn now")
    elif action.card not in encounters.programs:
        yield Violation("starfarers.encounter.pile", f"there is no encounter card {action.card}", _card(action.card))
    elif action.card not in encounters.pile(state):
        text = f"encounter card {action.card} was drawn since the last shuffle"
        yield Violation("starfarers.encounter.pile", text, _card(action.card))


def _card(number: int) -> tuple[str, ...]:
    return (f"encounter:{number}",)


def _untimely(encounters: Encounters, state: StarfarersState, expected: type[Any]) -> Violation:
    seats = encounters.to_move(state)
    who = " and ".join(state.players[seat] if isinstance(seat, int) else "nature" for seat in seats)
    text = f"the encounter waits for {who}: {expected.__struct_config__.tag}"
    return Violation("starfarers.encounter.order", text, _card(_waiting(state).card))


def _wrong_gift(encounters: Encounters, state: StarfarersState, action: Give) -> Iterator[Violation]:
    seat = action.seat
    assert isinstance(seat, int)
    number, named = number_given(action), count(action.cards)
    fewest, most = amount(encounters, state, seat)
    if named not in (0, number) or (tracked(state) and named != number):
        yield Violation("starfarers.encounter.gift", f"{named} cards are named and {number} counted")
    if tracked(state) and not holds(state.hands[seat], action.cards):
        yield Violation("starfarers.encounter.gift", f"{state.players[seat]} does not hold these cards")
    if not fewest <= number <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        rule = "gift" if fewest < most else "pay"
        yield Violation(f"starfarers.encounter.{rule}", f"{number} cards are given, expected {wanted}")


def _wrong_answer(encounters: Encounters, state: StarfarersState, action: Answer) -> Iterator[Violation]:
    needed = price(encounters, state)
    if action.yes and needed > _cards_of(state, state.seat):
        text = f"yes costs {needed} cards, {state.players[state.seat]} holds {_cards_of(state, state.seat)}"
        yield Violation("starfarers.encounter.afford", text)


def _wrong_choice(encounters: Encounters, state: StarfarersState, action: Choose) -> Iterator[Violation]:
    if count(action.cards) != due(encounters, state):
        text = f"{count(action.cards)} cards are taken, expected {due(encounters, state)}"
        yield Violation("starfarers.encounter.choose", text)
    if not has(state.bank, action.cards):
        yield Violation("starfarers.encounter.choose", "the bank does not hold these cards")


def _wrong_gain(encounters: Encounters, state: StarfarersState, action: GainUpgrade) -> Iterator[Violation]:
    if not room_for(encounters.parts, state, state.seat, action.upgrade):
        text = f"there is no room for another {action.upgrade}, or none in the stock"
        yield Violation("starfarers.encounter.gain", text, (f"upgrade:{action.upgrade}",))


def _wrong_loss(encounters: Encounters, state: StarfarersState, action: LoseUpgrade) -> Iterator[Violation]:
    assert isinstance(action.seat, int)
    if not installed(state.seats[action.seat], action.upgrade):
        text = f"{state.players[action.seat]} has no {action.upgrade}"
        yield Violation("starfarers.encounter.lose", text, (f"upgrade:{action.upgrade}",))


def _wrong_jump(encounters: Encounters, state: StarfarersState, action: Jump) -> Iterator[Violation]:
    star_map, corner = encounters.parts.map, action.corner
    if corner is None or corner >= star_map.corners:
        text = f"the ship jumps to a corner 0 to {star_map.corners - 1}, not {corner}"
        yield Violation("starfarers.encounter.jump", text)
    elif not _may_jump(encounters, state, corner):
        text = f"the first ship may not stop on {star_map.names[corner]}"
        yield Violation("starfarers.encounter.jump", text, (f"corner:{corner}",))


def _wrong_robbery(encounters: Encounters, state: StarfarersState, action: Steal) -> Iterator[Violation]:
    if action.victim not in _waiting(state).waiting:
        yield Violation("starfarers.encounter.steal", f"player {action.victim} does not lose a card now")
    elif not holds(state.hands[action.victim], ONE[RESOURCE_INDEX[action.card]]):
        text = f"{state.players[action.victim]} holds no {action.card}"
        yield Violation("starfarers.encounter.steal", text, (f"resource:{action.card}",))


def _wrong_shake(encounters: Encounters, state: StarfarersState, action: Shake) -> Iterator[Violation]:
    if action.player not in _waiting(state).waiting:
        yield Violation("starfarers.encounter.contest", f"player {action.player} does not shake now")
    if action.balls not in encounters.pairs and action.balls[::-1] not in encounters.pairs:
        text = f"a mother ship cannot show {action.balls[0]} and {action.balls[1]}"
        yield Violation("starfarers.flight.balls", text, tuple(f"ball:{ball}" for ball in action.balls))


_WRONG: Final[dict[type[Any], Callable[[Encounters, StarfarersState, Any], Iterable[Violation]]]] = {
    Give: _wrong_gift,
    Answer: _wrong_answer,
    Choose: _wrong_choice,
    GainUpgrade: _wrong_gain,
    LoseUpgrade: _wrong_loss,
    Jump: _wrong_jump,
    Steal: _wrong_robbery,
    Shake: _wrong_shake,
}
