"""Any form of action and position is judged, never a crash; and what the table may overrule can be played on."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.look_at_the_stars.model import Phase, StarsState
from engines.look_at_the_stars.slate.lattice import LINE, NAMES
from tests.engines.look_at_the_stars.lats_tables import HOUSE, POWER_CARD, played

names = st.one_of(st.sampled_from(NAMES), st.sampled_from(["Z9", "A11", "", "a1", "É1", "A\n1"]))
lines = st.one_of(st.sampled_from(sorted(LINE.values())), st.tuples(names, names))
actions = st.one_of(
    st.builds(lambda found: {"type": "draw", "lines": found}, st.lists(lines, max_size=4)),
    st.builds(lambda a, b: {"type": "shooting_star", "from": a, "to": b}, names, names),
    st.builds(
        lambda shape, at: {"type": "power", "shape": shape, "at": at},
        st.one_of(st.just("earned"), st.lists(lines, max_size=4)),
        st.lists(names, min_size=1, max_size=2),
    ),
    st.sampled_from([{"type": "pass"}, {"type": "decline_power"}, {"type": "reveal", "card": "N1"}]),
)


@cache
def moments(power: str) -> tuple[StarsState, ...]:
    """States of a few random games in which somebody draws."""
    found = [after for seed in range(6) for _, _, after in played(seed, 2, bonus=("A3", POWER_CARD[power]))]  # type: ignore[index]
    drawing = [state for state in found if state.phase is Phase.DRAW]
    return tuple([state for state in drawing if any(slate.fresh for slate in state.slates)] + drawing[::9])


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(POWER_CARD)), st.integers(0, 999), st.integers(0, 2), actions)
def test_every_action_is_judged_and_what_may_be_overruled_can_be_played(
    power: str, moment: int, seat: int, data: dict[str, Any]
) -> None:
    states = moments(power)
    state = states[moment % len(states)]
    if data.get("shape") == "earned":
        first = next((a for a in HOUSE.legal_actions(state, seat % 2) if hasattr(a, "shape")), None)
        data = {**data, "shape": first.shape if first else []}
    action = HOUSE.decode_action(seat, data)
    found = HOUSE.check(state, action)
    ids = {rule.id for rule in HOUSE.rules.rules}
    assert {violation.rule for violation in found} <= ids
    assert not any("\n" in violation.message for violation in found)
    assert [v.overrulable for v in found] == sorted(v.overrulable for v in found)
    if all(violation.overrulable for violation in found):
        after = HOUSE.apply(state, action, [violation.rule for violation in found])
        assert msgspec.json.decode(msgspec.json.encode(after), type=StarsState) == after
        assert HOUSE.score(after).players
        for other in HOUSE.to_move(after):
            assert HOUSE.legal_actions(after, other)


things = st.fixed_dictionaries({"kind": st.sampled_from([*sorted(POWER_CARD), "comet"]), "at": names})
stars = st.fixed_dictionaries({"from": names, "to": names})
players = st.fixed_dictionaries(
    {"name": st.text(max_size=2), "slate": st.integers(0, 9)},
    optional={
        "lines": st.lists(lines, max_size=6),
        "objects": st.lists(things, max_size=3),
        "shooting_stars": st.lists(stars, max_size=2),
    },
)


@pytest.mark.exhaustive
@settings(max_examples=200, deadline=None)
@given(st.lists(players, max_size=3), st.sampled_from([None, "A1", "A9", "B1", 7]), st.sampled_from([None, "B3", "A1"]))
def test_every_position_is_scored_or_refused(shown: list[dict[str, Any]], point: Any, power: Any) -> None:
    position = {"game": "look_at_the_stars", "players": shown, "point_bonus": point, "power_bonus": power}
    rules = {rule.id for rule in HOUSE.rules.rules}
    message, sheet = "", None
    try:
        sheet = HOUSE.score_position(position)
    except BadInput as refused:
        message = str(refused)
    if sheet is None:
        assert message.startswith("position")
        assert "\n" not in message
    else:
        assert [player.name for player in sheet.players] == [player["name"] for player in shown]
        assert {warning.rule for warning in sheet.warnings} <= rules
