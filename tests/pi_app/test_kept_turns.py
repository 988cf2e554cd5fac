"""Corrections keep everybody's turn: random ones, in games of bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.look_at_the_stars.model import Draw, DrawShootingStar, Pass
from engines.playout import play_record
from engines.record import ActionLine, Header
from engines.registry import open_game
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession

GAME: Any = open_game("look_at_the_stars")
TURN = (Draw, DrawShootingStar, Pass)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as opened:
        yield opened


def played(journal: Journal, seed: int) -> TableSession[Any, Any]:
    """A whole game of bots that want much, at a table of people."""
    header = Header(game="look_at_the_stars", players=("Ana", "Ravi", "Nina"))
    bots = [find_bot("look_at_the_stars", bot) for bot in ("greedy", "random", "greedy")]
    record, _ = play_record(GAME, header, bots, Random(seed))
    table = TableSession(journal, journal.new_game(header), GAME)
    for line in record.lines:
        if isinstance(line, ActionLine):
            table.act(GAME.decode_action(line.seat, line.action))
    return table


def turns(table: TableSession[Any, Any]) -> list[tuple[Any, str]]:
    """Who drew or passed at which card, in order, and what nature did."""
    found = []
    for action, state in zip(table.replay.actions, table.replay.states, strict=False):
        if isinstance(action, TURN) or action.seat == NATURE:
            found.append((action.seat, state.cards[-1] if state.cards else ""))
    return found


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_no_turn_is_lost_or_moved(journal: Journal, seed: int, keep: bool) -> None:
    """look_at_the_stars.turn.once: the sheet is that of the corrected game played straight."""
    table, rng = played(journal, seed), Random(f"{seed} {keep}")
    before, touched = turns(table), 0
    for _ in range(25):
        drawn = [i for i, action in enumerate(table.replay.actions) if isinstance(action, TURN)]
        place = rng.choice(drawn)
        seat, state = table.replay.actions[place].seat, table.replay.states[place]
        other = rng.choice([a for a in GAME.legal_actions(state, seat) if a != table.replay.actions[place]])
        done = table.correct(table.replay.entries[place].n, other, keep=keep)
        touched += len(done.accepted) + len(done.instead)
        assert keep or not done.accepted
        assert turns(table) == before
        assert table.over
        straight = GAME.setup(table.players)
        for entry, action in zip(table.replay.entries, table.replay.actions, strict=True):
            straight = GAME.apply(straight, action, entry.overruled)
        assert GAME.score(straight) == table.sheet
    assert touched
    table.undo()
    assert turns(table) == before


def test_an_undo_takes_a_correction_back_with_all_that_made_room_for_it(journal: Journal) -> None:
    table, rng = played(journal, 5), Random(5)
    while True:
        before = table.state
        drawn = [i for i, action in enumerate(table.replay.actions) if isinstance(action, Draw)]
        place = rng.choice(drawn)
        seat, state = table.replay.actions[place].seat, table.replay.states[place]
        other = rng.choice([a for a in GAME.legal_actions(state, seat) if a != table.replay.actions[place]])
        if table.correct(table.replay.entries[place].n, other, keep=False).instead:
            break
    table.undo()
    assert table.state == before
