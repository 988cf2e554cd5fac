"""What a table accepts against the rules: the game goes on from it, and the record says so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.bots import find_bot
from engines.game import NATURE, IllegalAction
from engines.playout import turns
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Phase,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.navigation import DONE
from engines.starfarers.starmap import FAR
from tests.engines.starfarers.starfarers_tables import HOUSE, NAMES, flying, ship

MAP = HOUSE.parts.map
WANTED = [*range(MAP.corners), *(3 * [*MAP.sites]), *(5 * [p for points in MAP.points for p in points])]
OTHERS = {*MAP.sites, *(point for points in MAP.points for point in points)}

EMPTY = next(c for c in range(MAP.corners) if MAP.site_at[c] == NOWHERE and MAP.outpost_at[c] == NOWHERE)


def errors(state: StarfarersState, action: Any) -> list[str]:
    return [v.rule.removeprefix("starfarers.") for v in HOUSE.check(state, action) if v.severity == "error"]


def tried(state: StarfarersState, rng: Random) -> list[Any]:
    """Things that a player may want to do in flight, legal or not."""
    seat = state.seat
    found: list[Any] = [EndTurn(seat=seat)]
    for number in range(SHIPS):
        if state.ships[seat * SHIPS + number] != NOWHERE:
            found += [Move(number, to, seat=seat) for to in rng.sample(WANTED, 4)]
            found += [FoundColony(number, seat=seat), FoundStation(number, rng.randrange(20), seat=seat)]
    rng.shuffle(found)
    return found


def test_a_ship_that_flew_too_far_is_there() -> None:
    """starfarers.flight.speed"""
    state = ship(flying(base=1), EMPTY)
    far = next(c for c in range(MAP.corners) if 3 < MAP.distance[EMPTY][c] < FAR and c not in OTHERS)
    move = Move(0, far, seat=0)
    assert errors(state, move) == ["flight.speed"]
    with pytest.raises(IllegalAction):
        HOUSE.apply(state, move)
    assert HOUSE.apply(state, move, ["starfarers.flight.speed"]).ships[0] == far


@pytest.mark.parametrize(
    ("why", "changes"),
    [
        ("flight.speed", {"base": 1}),
        ("encounter.ground", {"base": 9, "grounded": 1}),
        ("flight.one_by_one", {"base": 9, "spent": (DONE, 0, 0)}),
    ],
)
def test_no_table_puts_a_ship_on_a_taken_corner(why: str, changes: dict[str, Any]) -> None:
    """starfarers.navigation.one_ship"""
    far = next(c for c in range(MAP.corners) if 3 < MAP.distance[EMPTY][c] < 9 and c not in OTHERS)
    state = replace(ship(ship(flying(), EMPTY), far, seat=1), **changes)
    move = Move(0, far, seat=0)
    assert errors(state, move) == ["navigation.one_ship", why]
    with pytest.raises(IllegalAction):
        HOUSE.apply(state, move, [f"starfarers.{why}", "starfarers.navigation.one_ship"])


def test_no_table_puts_a_ship_on_a_colony() -> None:
    """starfarers.navigation.founded"""
    state = ship(flying(base=1), EMPTY)
    site = next(s for s, c in enumerate(MAP.sites) if state.sites[s] and 3 < MAP.distance[EMPTY][c] < FAR)
    move = Move(0, MAP.sites[site], seat=0)
    assert errors(state, move) == ["navigation.founded", "flight.speed"]
    with pytest.raises(IllegalAction):
        HOUSE.apply(state, move, ["starfarers.flight.speed", "starfarers.navigation.founded"])


@pytest.mark.parametrize("seed", range(12))
def test_a_game_goes_on_from_whatever_a_table_accepts(seed: int) -> None:
    rng, bots = Random(seed), [find_bot("starfarers", "random")] * 3
    state = HOUSE.setup(NAMES[:3], StarfarersOptions(turn_limit="long", offers="two"))
    accepted = set[str]()
    for _ in range(40):
        state = next((t.state for t in turns(HOUSE, state, bots, rng) if t.state.phase is Phase.FLIGHT), state)
        if state.phase is not Phase.FLIGHT:
            break
        for action in tried(state, rng):
            found = [v for v in HOUSE.check(state, action) if v.severity == "error"]
            if found and all(v.overrulable for v in found):
                state = HOUSE.apply(state, action, [v.rule for v in found])
                accepted.update(v.rule for v in found)
                break
    assert accepted
    for turn in turns(HOUSE, state, bots, rng):
        assert turn.action in HOUSE.legal_actions(state, turn.action.seat) or turn.action.seat == NATURE
        state = turn.state
    assert HOUSE.is_over(state)
    assert HOUSE.score(state).players
