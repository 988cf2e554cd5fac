"""Whole games kept as records, one for each power: they must replay line by line to the result they end with."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.look_at_the_stars.model import TURNS, DrawShootingStar, StarsAction, StarsState, UsePower
from engines.record import Record, RecordError, Replay, format_record, parse_record, replay_record
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


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_to_its_result_and_is_written_as_it_was_read(name: str) -> None:
    game = replay(name)
    assert HOUSE.is_over(game.state)
    assert len(game.state.cards) == TURNS
    assert format_record(record(name)) == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("power", POWER_CARD)
def test_each_power_is_used_in_its_record(power: str) -> None:
    game = replay(f"look_at_the_stars_{power}.jsonl")
    assert game.state.power_bonus == POWER_CARD[power]  # type: ignore[index]
    assert any(isinstance(action, UsePower) for action in game.actions)


def test_records_hold_shooting_stars_and_a_tie() -> None:
    assert any(isinstance(a, DrawShootingStar) for name in NAMES for a in replay(name).actions)
    sheet = HOUSE.score(replay("look_at_the_stars_tie.jsonl").state)
    assert len(sheet.winners) == 2


def test_an_illegal_line_is_refused_with_its_number_and_rule() -> None:
    text = (FOLDER / "look_at_the_stars_line.jsonl").read_text().splitlines()
    place = next(i for i, line in enumerate(text) if '"draw"' in line)
    first = text[place].index('"lines":[[') + len('"lines":[[')
    text[place] = text[place][: first + 1] + "Z9" + text[place][first + 3 :]
    with pytest.raises(RecordError) as caught:
        replay_record(HOUSE, parse_record("\n".join([*text, ""])))
    assert (caught.value.line, caught.value.rule) == (place + 1, "look_at_the_stars.draw.adjacent")
