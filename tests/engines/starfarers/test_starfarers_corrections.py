"""Corrections keep every turn: the table goes on where the corrected game waits for something else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.game import NATURE, IllegalAction
from engines.registry import open_game
from engines.starfarers.model import (
    Answer,
    BuildUpgrade,
    DrawEncounter,
    EndTurn,
    FirstPlayer,
    FoundStation,
    Phase,
    Report,
    Reveal,
    Roll,
    Shake,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.rules import Starfarers

GAME: Any = open_game("starfarers")
PHASES, ENCOUNTER = "starfarers.turn.phases", "starfarers.encounter.order"


def shaken(*balls: Any) -> StarfarersState:
    """Light mode: the first player's mother ship has been shaken."""
    state = GAME.setup(("Ana", "Ravi", "Nina"), GAME.decode_options({"mode": "light"}))
    for action in (FirstPlayer(0, seat=NATURE), StartFlight(seat=0), Shake(0, balls, seat=NATURE)):
        state = GAME.apply(state, action)
    return state  # type: ignore[no-any-return]


def rules(state: StarfarersState, action: Any) -> list[tuple[str, bool]]:
    return [(v.rule, v.overrulable) for v in GAME.check(state, action)]


def test_a_turn_goes_on_where_a_black_ball_asks_for_an_encounter_that_nobody_had() -> None:
    state = shaken("black", "blue")
    assert state.phase is Phase.ENCOUNTER
    assert rules(state, Report("colony", seat=0)) == [(ENCOUNTER, True)]
    with pytest.raises(IllegalAction):
        GAME.apply(state, EndTurn(seat=0))
    after = GAME.apply(state, EndTurn(seat=0), [ENCOUNTER])
    assert (after.seat, after.turn, after.encounter) == (1, 1, None)


def test_an_encounter_that_was_played_stays_although_no_black_ball_fell() -> None:
    state = shaken("yellow", "blue")
    assert state.phase is Phase.FLIGHT
    met = GAME.apply(state, DrawEncounter(9, seat=NATURE), [PHASES])
    assert met.phase is Phase.ENCOUNTER
    assert met.encounter.card == 9
    assert met.base == state.base


def test_an_encounter_that_another_card_leaves_open_ends_where_the_flight_goes_on() -> None:
    state = GAME.apply(shaken("black", "blue"), DrawEncounter(30, seat=NATURE))
    assert state.encounter is not None
    assert rules(state, EndTurn(seat=0)) == [(ENCOUNTER, True)]
    assert GAME.apply(state, EndTurn(seat=0), [ENCOUNTER]).seat == 1


@pytest.mark.parametrize(
    "action",
    [EndTurn(seat=1), BuildUpgrade("booster", seat=0), StartFlight(seat=0), Shake(0, ("blue", "red"), seat=NATURE),
     Roll((1, 2), seat=NATURE), Answer(True, seat=0)],
)  # fmt: skip
def test_a_table_never_goes_on_to_another_turn_or_an_earlier_part_of_this_one(action: Any) -> None:
    assert all(not overrulable for _rule, overrulable in rules(shaken("yellow", "blue"), action))


def test_what_belongs_to_another_turn_is_lost_and_what_fits_stays() -> None:
    state = shaken("yellow", "blue")
    end = EndTurn(seat=0)
    assert GAME.in_turn(state, end, [], True, state) == end
    assert GAME.in_turn(state, end, [], False, state) is None
    later = GAME.apply(state, end)
    assert GAME.in_turn(state, end, [], True, later) is None


def test_a_turn_that_ended_without_a_flight_still_ends_there() -> None:
    full: Starfarers = GAME
    state = full.setup(("Ana", "Ravi", "Nina"))
    building = _building(state)
    bare = _building(state, ships=False)
    start = StartFlight(seat=0)
    assert full.play(bare, start).turn == bare.turn + 1
    assert full.in_turn(building, start, [], True, bare) == EndTurn(seat=0)
    assert full.in_turn(building, start, [], True, building) == start
    assert rules(building, EndTurn(seat=0)) == [(PHASES, True)]


def _building(state: StarfarersState, *, ships: bool = True) -> StarfarersState:
    corners = (0 if ships else -1, *(-1,) * (len(state.ships) - 1))
    return replace(state, phase=Phase.BUILD, seat=0, turn=0, ships=corners)


def test_encounter_cards_of_one_shuffle_change_places() -> None:
    state = shaken("black", "blue")
    one, two = DrawEncounter(9, seat=NATURE), DrawEncounter(30, seat=NATURE)
    met = [state, GAME.apply(state, one)]
    assert GAME.put_right(met, [one, two], 0, two) == [two, one]
    shuffled = [met[0], met[1], replace(met[1], met=0)]
    assert GAME.put_right(shuffled, [one, EndTurn(seat=0), two], 0, two) == [two, EndTurn(seat=0), two]


def test_friendship_cards_and_tokens_that_exist_once_change_places() -> None:
    state = shaken("yellow", "blue")
    one, two = Report("station", 1, 5, seat=0), Report("station", 1, 6, seat=1)
    assert GAME.put_right([state] * 2, [one, two], 0, Report("station", 1, 6, seat=0)) == [
        Report("station", 1, 6, seat=0),
        Report("station", 1, 5, seat=1),
    ]
    assert GAME.put_right([state], [one], 0, Report("colony", seat=0)) == [Report("colony", seat=0)]
    first, second = FoundStation(0, 5, seat=0), FoundStation(1, 6, seat=1)
    assert GAME.put_right([state] * 2, [first, second], 1, FoundStation(1, 5, seat=1))[0].card == 6
    here, there = Reveal(3, 7, seat=NATURE), Reveal(4, 8, seat=NATURE)
    assert GAME.put_right([state] * 2, [here, there], 0, Reveal(3, 8, seat=NATURE)) == [
        Reveal(3, 8, seat=NATURE),
        Reveal(4, 7, seat=NATURE),
    ]
