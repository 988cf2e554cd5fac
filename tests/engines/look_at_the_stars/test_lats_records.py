"""Whole games kept as records, one for each power: they must replay line by line to the result they end with."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.look_at_the_stars.model import DrawShootingStar, StarsAction, StarsState, UsePower
from engines.record import Record, Replay, parse_record, replay_record
from tests.engines.look_at_the_stars.lats_tables import HOUSE, POWER_CARD

FOLDER = Path(__file__).parents[2] / "records"
NAMES = sorted(path.name for path in FOLDER.glob("look_at_the_stars*.jsonl"))


def record(name: str) -> Record:
    return parse_record((FOLDER / name).read_bytes())


def replay(name: str) -> Replay[StarsState, StarsAction]:
    return replay_record(HOUSE, record(name))


def test_there_is_a_record_for_every_power_a_tie_every_option_changed_and_a_physical_table() -> None:
    expected = [*POWER_CARD, "at_the_table", "eight_players", "options", "tie"]
    assert sorted(f"look_at_the_stars_{name}.jsonl" for name in expected) == NAMES


@pytest.mark.parametrize("power", POWER_CARD)
def test_each_power_is_used_in_its_record(power: str) -> None:
    game = replay(f"look_at_the_stars_{power}.jsonl")
    assert game.state.power_bonus == POWER_CARD[power]  # type: ignore[index]
    assert any(isinstance(action, UsePower) for action in game.actions)


def test_records_hold_shooting_stars_and_a_tie() -> None:
    assert any(isinstance(a, DrawShootingStar) for name in NAMES for a in replay(name).actions)
    sheet = HOUSE.score(replay("look_at_the_stars_tie.jsonl").state)
    assert len(sheet.winners) == 2
