"""Actions of any form: what is not legal is refused by a rule of the book, what is legal leaves the box whole."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import NATURE
from engines.starfarers.components import Components
from engines.starfarers.model import BuildUpgrade, Phase, StarfarersAction, StarfarersOptions, StarfarersState
from engines.starfarers.rules import Starfarers
from tests.engines.starfarers.starfarers_tables import HOUSE, PARTS, assert_box, building, played, player

KINDS = get_args(StarfarersAction)
RULES = {rule.id for rule in HOUSE.rules.rules}
RESOURCES = st.sampled_from(["ore", "fuel", "carbon", "food", "goods"])
BALLS = st.sampled_from(["black", "blue", "yellow", "red"])
SMALL = st.integers(0, 3)
COUNTS = st.tuples(SMALL, SMALL, SMALL, SMALL, SMALL) | st.just((0, 0, 0, 0, 1)) | st.just((1, 0, 0, 0, 0))
INDEX = st.integers(0, 12) | st.integers(0, 400)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "player": SMALL,
    "victim": SMALL | st.none(),
    "victims": st.lists(SMALL, min_size=1, max_size=2).map(tuple),
    "to": SMALL | st.none(),
    "partner": SMALL | st.none(),
    "dice": st.tuples(st.integers(1, 6), st.integers(1, 6)),
    "balls": st.tuples(BALLS, BALLS),
    "cards": COUNTS,
    "give": COUNTS,
    "get": COUNTS,
    "count": SMALL | st.none(),
    "ship": st.integers(0, 2),
    "cargo": st.sampled_from(["colony", "trade"]),
    "upgrade": st.sampled_from(["booster", "cannon", "ring"]),
    "what": st.sampled_from(["colony", "spaceport", "station", "token", "fame"]),
    "path": st.none() | st.lists(INDEX, max_size=3).map(tuple),
    "outpost": st.none() | st.integers(0, 9),
    "yes": st.booleans(),
}
OWN = {
    ("draw_supply", "card"): RESOURCES,
    ("steal", "card"): RESOURCES,
    ("relief", "card"): RESOURCES,
    ("bank_trade", "give"): RESOURCES,
    ("bank_trade", "get"): RESOURCES,
    ("encounter", "card"): st.integers(1, 32),
    ("move", "to"): INDEX,
    ("steal", "victim"): SMALL,
}


@st.composite
def actions(draw: st.DrawFn) -> StarfarersAction:
    kind = draw(st.sampled_from(KINDS))
    tag = kind.__struct_config__.tag
    fields = {
        name: draw(OWN.get((tag, name), FIELDS.get(name, INDEX))) for name in kind.__struct_fields__ if name != "seat"
    }
    action: StarfarersAction = kind(**fields, seat=draw(SMALL | st.just(NATURE)))
    return action


@cache
def moments() -> list[StarfarersState]:
    """States of every phase, of games of every mode."""
    options = [StarfarersOptions(turn_limit="short", offers="two", start=s) for s in ("beginner", "founding")]
    games = [played(seed, players, HOUSE, o) for seed, players, o in ((1, 4, options[0]), (2, 3, options[1]))]
    less = [[*played(3, 3, HOUSE, StarfarersOptions(turn_limit="short", mode=mode))] for mode in ("middle", "light")]
    by_phase: dict[tuple[str, Phase], list[StarfarersState]] = {}
    for game in (*games, *less):
        for state, _ in game:
            by_phase.setdefault((state.options.mode, state.phase), []).append(state)
    return [state for states in by_phase.values() for state in states[:: max(1, len(states) // 8)]]


@settings(max_examples=250, deadline=None)
@given(actions(), st.data())
def test_any_action_anywhere_is_judged_by_rules_of_the_book(action: StarfarersAction, data: st.DataObject) -> None:
    for state in data.draw(st.lists(st.sampled_from(moments()), min_size=8, max_size=8)):
        broken = HOUSE.check(state, action)
        assert {found.rule for found in broken} <= RULES
        assert all(found.message and found.severity == "error" for found in broken)
        if not broken:
            assert_box(HOUSE, HOUSE.play(state, action))


def test_the_phases_of_the_moments_are_nearly_all_there_are() -> None:
    seen = {state.phase for state in moments()}
    assert len(seen) >= 17


def scarce() -> Starfarers:
    """A box with three cannons."""
    box = msgspec.structs.replace(HOUSE.pack.box, cannons=3)
    return Starfarers(msgspec.structs.replace(HOUSE.pack, box=box))


def test_a_box_with_few_upgrades_runs_out_of_them() -> None:
    """starfarers.components.upgrades"""
    game = scarce()
    assert game.parts.upgrade_limits != PARTS.upgrade_limits
    state = player(building("2 carbon"), 1, cannons=2)
    cannon = BuildUpgrade("cannon", seat=0)
    assert cannon in game.legal_actions(state, 0)
    gone = player(state, 2, cannons=1)
    assert cannon not in game.legal_actions(gone, 0)
    assert [found.rule for found in game.check(gone, cannon)] == ["starfarers.components.upgrades"]
    assert isinstance(game.parts, Components)
