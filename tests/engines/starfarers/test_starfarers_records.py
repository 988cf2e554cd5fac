"""Whole games kept as records, one for every way a game can end; and the same seed writes the same record."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from engines.record import Record, Replay, parse_record, replay_record
from engines.starfarers.model import EndTurn, StarfarersAction, StarfarersState
from engines.starfarers.rules import Starfarers
from tests.engines.starfarers.starfarers_tables import DOCKING, HOUSE, assert_box

FOLDER = Path(__file__).parents[2] / "records"
NAMES = (
    "docking",
    "fifteen_points",
    "founding_three_players",
    "light",
    "middle",
    "turn_limit",
    "won_as_the_turn_begins",
    "won_in_anothers_turn",
)


def text(name: str) -> bytes:
    return (FOLDER / f"starfarers_{name}.jsonl").read_bytes()


def rules(record: Record) -> Starfarers:
    return DOCKING if record.header.pack == "2019" else HOUSE


@cache
def replay(name: str) -> Replay[StarfarersState, StarfarersAction]:
    record = parse_record(text(name))
    return replay_record(rules(record), record)


@pytest.mark.parametrize("name", NAMES)
def test_along_a_record_the_box_is_whole_and_each_view_scores_like_the_table(name: str) -> None:
    game = rules(parse_record(text(name)))
    for state in replay(name).states[::3]:
        assert_box(game, state)
        for seat in range(len(state.players)):
            assert game.score(game.view(state, seat)) == game.score(state)


def test_a_game_won_with_15_points_in_an_own_turn() -> None:
    """starfarers.score.win"""
    for name in ("fifteen_points", "docking", "founding_three_players", "light", "middle"):
        end = replay(name).state
        assert end.seats[end.seat].points >= 15
        assert HOUSE.score(end).winners == (end.players[end.seat],)
        assert replay(name).states[-2].seat == end.seat


def test_points_won_in_somebody_elses_turn_count_as_the_own_turn_begins() -> None:
    """starfarers.score.win: win = own_turn"""
    game = replay("won_as_the_turn_begins")
    assert isinstance(game.actions[-1], EndTurn)
    assert game.state.seat != game.states[-2].seat
    assert game.states[-2].seats[game.state.seat].points >= 15


def test_points_won_in_somebody_elses_turn_win_at_once_where_that_is_agreed() -> None:
    """starfarers.score.win: win = any_turn"""
    game = replay("won_in_anothers_turn")
    assert not isinstance(game.actions[-1], EndTurn)
    assert game.state.seat != game.states[-2].seat


def test_a_game_that_ends_by_its_turn_limit_has_no_winner() -> None:
    """starfarers.turn.limit: turn_limit = short"""
    game = replay("turn_limit")
    assert game.state.turn == 20
    assert HOUSE.score(game.state).winners == ()


def test_the_same_seed_writes_the_same_records_in_every_process(tmp_path: Path) -> None:
    command = [
        "simulate",
        "starfarers",
        "--games=2",
        "--seed=7",
        "--players=4",
        "--option=turn_limit=short",
        "--record",
    ]
    written = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        environment = {**os.environ, "PYTHONHASHSEED": str(number)}
        run = [sys.executable, "-m", "planisphere.cli", *command, str(folder)]
        subprocess.run(run, check=True, env=environment, capture_output=True)
        written.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert written[0] == written[1]
    assert len(written[0]) == 2
