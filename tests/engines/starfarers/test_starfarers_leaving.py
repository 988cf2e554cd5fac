"""A player leaves and the others play on: starfarers.turn.leave."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.encounters.steps import neighbour, opponents, reader
from engines.starfarers.model import (
    DrawEncounter,
    EndTurn,
    Leave,
    LoseUpgrade,
    Phase,
    Relief,
    Roll,
    Shake,
    StarfarersState,
)
from engines.starfarers.scoring import score
from tests.engines.starfarers.encounter_tables import ACTIVE, at_encounter, drawn
from tests.engines.starfarers.starfarers_tables import (
    HOUSE,
    PARTS,
    assert_box,
    begun,
    building,
    flying,
    friend,
    player,
    rules_of,
)


def after(state: StarfarersState, *seats: int, back: bool = False) -> StarfarersState:
    for seat in seats:
        state = HOUSE.apply(state, Leave(back=back, seat=seat))
    return state


def test_the_seat_is_passed_over_and_played_again() -> None:
    state = flying()
    left = after(state, 1, 3)
    seats = [left.seat]
    for _ in range(2):
        left = HOUSE.apply(replace(left, phase=Phase.FLIGHT), EndTurn(seat=left.seat))
        seats.append(left.seat)
    assert seats == [0, 2, 0]
    again = after(left, 1, back=True)
    assert HOUSE.apply(replace(again, phase=Phase.FLIGHT), EndTurn(seat=0)).seat == 1


def test_who_leaves_in_an_own_turn_ends_it_and_no_encounter_of_it_is_left() -> None:
    state = replace(flying(), passing=0)
    gone = after(state, 0)
    assert (gone.seat, gone.phase, gone.turn, gone.passing) == (1, Phase.ROLL, 1, -1)


def test_pieces_stay_and_cards_go_to_the_bank() -> None:
    state = building("2 ore", "3 fuel 1 goods")
    gone = after(state, 1)
    assert gone.hands[1] == (0, 0, 0, 0, 0, 0)
    assert (gone.bank[1], gone.bank[4]) == (state.bank[1] + 3, state.bank[4] + 1)
    assert (gone.sites, gone.ships, gone.seats[1]) == (state.sites, state.ships, state.seats[1])
    assert_box(HOUSE, gone)


def test_who_has_left_gets_no_cards() -> None:
    state = replace(begun(), dice=())
    relief = player(after(state, 1), 1, cards=1 << friend("diplomats-relief"))
    paid = 0
    for roll in (Roll((a, b), seat=NATURE) for a in range(1, 7) for b in range(a, 7) if a + b != 7):
        rolled = HOUSE.apply(relief, roll)
        assert rolled.hands[1] == relief.hands[1]
        assert 1 not in rolled.waiting
        paid += sum(map(sum, rolled.hands)) - sum(map(sum, relief.hands))
    assert paid > 0
    assert Relief("ore", seat=1) not in HOUSE.legal_actions(rolled, 1)


@pytest.mark.parametrize("mode", ["full", "middle", "light"])
def test_encounters_pass_the_seat_over(mode: str) -> None:
    state = at_encounter(mode=mode)  # seat 1 flies
    state = replace(state, gone=1 << 2)
    assert (reader(state), opponents(state)) == (3, (3, 0))
    assert [neighbour(state, place) for place in ("R1", "R2", "L1", "L2")] == [0, 3, 3, 0]
    two = replace(state, gone=1 << 2 | 1 << 3)
    assert {neighbour(two, place) for place in ("R1", "R2", "L1", "L2")} == {0}
    for card in HOUSE.encounters.programs:
        asked = drawn(state, card)
        seats = set(HOUSE.to_move(asked)) if asked.phase is Phase.ENCOUNTER else set()
        assert 2 not in seats, card
    worn = next(card for card in HOUSE.pack.encounters if card.kind == "wear_and_tear")
    loaded = player(player(state, 2, boosters=6, cannons=6), 0, boosters=6, cannons=6)
    lost = HOUSE.apply(loaded, DrawEncounter(worn.id, seat=NATURE))
    while lost.phase is Phase.ENCOUNTER and lost.encounter is not None:
        seat = HOUSE.to_move(lost)[0]
        lost = HOUSE.apply(lost, LoseUpgrade("booster", seat=seat))
    assert lost.seats[2].boosters == 6
    assert state.seat == ACTIVE


def test_two_play_on_at_least_and_nobody_leaves_twice() -> None:
    state = after(begun(), 3, 2)
    leave = ["starfarers.turn.leave"]
    assert rules_of(state, Leave(seat=1)) == leave
    assert rules_of(state, Leave(seat=3)) == leave
    assert rules_of(state, Leave(back=True, seat=0)) == leave
    assert rules_of(state, Leave(seat=9)) == leave
    assert rules_of(state, Leave(seat=NATURE)) == leave
    assert rules_of(begun(players=2), Leave(seat=1)) == leave


def test_nobody_leaves_while_somebody_is_asked() -> None:
    asked = drawn(at_encounter(), 9)
    assert rules_of(asked, Leave(seat=0)) == ["starfarers.encounter.order"]
    waiting = replace(building("8 ore"), phase=Phase.DISCARD, waiting=(0,))
    assert rules_of(waiting, Leave(seat=1)) == ["starfarers.turn.phases"]


def test_who_has_left_does_not_win() -> None:
    """starfarers.score.win: win = any_turn"""
    state = player(after(begun(win="any_turn"), 2), 2, fame=11, colonies=9)
    rolled = HOUSE.apply(replace(state, phase=Phase.FLIGHT), EndTurn(seat=0))
    assert rolled.phase is not Phase.OVER
    assert score(PARTS, rolled).winners == ()


def test_it_is_a_line_of_the_record_and_listed_nowhere() -> None:
    state = begun(mode="middle")
    assert not any(isinstance(action, Leave) for action in HOUSE.legal_actions(state, 0))
    told: dict[str, Any] = HOUSE.encode_action(Leave(seat=2))
    assert told == {"type": "leave"}
    assert HOUSE.decode_action(2, {"type": "leave", "back": True}) == Leave(back=True, seat=2)
    gone = after(state, 2)
    assert msgspec.json.decode(msgspec.json.encode(gone), type=HOUSE.state_type) == gone
    flown = HOUSE.apply(gone, Shake(0, ("yellow", "red"), seat=NATURE))
    assert HOUSE.apply(HOUSE.apply(flown, EndTurn(seat=0)), Leave(back=True, seat=2)).gone == 0
