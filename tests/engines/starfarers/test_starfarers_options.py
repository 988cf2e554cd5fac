"""Points that the book leaves open, each with both readings."""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.model import DrawSupply, Move, Phase, TakeSupply
from tests.engines.starfarers.starfarers_tables import HOUSE, begun, flying, rules_of, ship, with_hands

MAP = HOUSE.parts.map
HERE, THERE = [
    c for c in range(MAP.corners) if HOUSE.parts.plain[c] and all(HOUSE.parts.plain[n] for n in MAP.neighbours[c])
][:2]


def test_ships_fly_one_after_another_or_share_the_turn() -> None:
    """starfarers.flight.one_by_one, flights=one_by_one; with flights=mixed they may."""
    for flights, wrong in (("one_by_one", ["starfarers.flight.one_by_one"]), ("mixed", [])):
        state = ship(ship(flying(3, flights=flights), HERE), THERE, number=1)
        state = HOUSE.apply(state, Move(0, MAP.neighbours[HERE][0], seat=0))
        state = HOUSE.apply(state, Move(1, MAP.neighbours[THERE][0], seat=0))
        back = Move(0, HERE, seat=0)
        assert rules_of(state, back) == wrong
        assert (back in HOUSE.legal_actions(state, 0)) == (not wrong)
    again = HOUSE.apply(state, back)
    assert again.spent == (2, 1, 0)
    assert Move(0, MAP.neighbours[HERE][0], seat=0) in HOUSE.legal_actions(again, 0)


def test_an_empty_supply_pile_is_filled_at_once_or_when_a_card_is_due() -> None:
    """starfarers.supply.refill, refill=at_once; with refill=when_needed it waits."""
    for refill, piles in (("at_once", (30, 29)), ("when_needed", (0, 29))):
        state = with_hands(begun(refill=refill))
        a, b, c, d, e = state.bank
        last = replace(state, phase=Phase.BUILD, pile=1, bank=(19, 20, 20, 20, 20), dice=(1, 1))
        assert sum((a, b, c, d, e)) + state.pile == 100
        drawn = HOUSE.apply(HOUSE.apply(last, TakeSupply(seat=0)), DrawSupply(0, "ore", seat=NATURE))
        assert drawn.pile == piles[0]
        later = HOUSE.apply(replace(drawn, used=0), TakeSupply(seat=0))
        assert HOUSE.apply(later, DrawSupply(0, "food", seat=NATURE)).pile == piles[1]
