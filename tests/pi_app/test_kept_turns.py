"""Corrections keep everybody's turn in every game: random ones, in games of bots at a table of people."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.playout import play_record
from engines.record import ActionLine, CorrectLine, Header
from engines.registry import open_game
from engines.stellar.model import Refill, Take
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession

QUICK, MANY = 20, 100
ALL = 1000
"""With PLANISPHERE_CORRECTIONS=all: two to ten minutes a game."""
UNDONE = 0.5
"""The share of corrections that are taken back before the next one."""
CORRECTED: dict[str, Callable[[Any], bool]] = {
    "look_at_the_stars": lambda kind: kind not in ("power", "decline_power"),
    "star_explorer": lambda kind: True,
    "starfarers": lambda kind: True,
    "starfarers.full": lambda kind: True,
    "starfarers.middle": lambda kind: True,
    "stellar": lambda kind: kind != "discard_row",
}
"""What of a game is corrected here: the kinds of actions that a table may have told wrongly."""
ENCOUNTER = {"answer", "give", "choose", "gain_upgrade", "lose_upgrade", "shake"}
SHIPS = {"place_ship", "move", "found_colony", "found_station", "build_ship", "build_spaceport", "jump"}
LOST: dict[str, set[str]] = {
    "look_at_the_stars": {"power", "decline_power"},
    "starfarers": {*ENCOUNTER, "report", "build_upgrade"},
    "starfarers.full": {
        *(*ENCOUNTER, *SHIPS, "build_upgrade", "reveal"),
        *("steal", "rob", "discard", "relief", "accept", "counter", "trade"),
    },
    "starfarers.middle": {*ENCOUNTER, *SHIPS, "build_upgrade", "buy_fame", "reveal"},
}
"""What may go with a correction and is no turn: a power that nobody has earned; what another encounter card asked, the
balls of its contest, what follows a 7 that was none, a trade that nobody agreed to, a ship or a piece that is not
there, and what the counts of pieces no longer allow."""
OPTIONS: dict[str, dict[str, Any]] = {
    "starfarers": {"mode": "light"},
    "starfarers.full": {"turn_limit": "short"},
    "starfarers.middle": {"mode": "middle", "turn_limit": "short"},
}
BOTS: dict[str, tuple[str, ...]] = {
    "star_explorer": ("random",) * 3,
    "starfarers": ("random",) * 3,
    "starfarers.full": ("greedy", "greedy", "random"),
    "starfarers.middle": ("random",) * 3,
}


def played(journal: Journal, case: str, seed: int) -> TableSession[Any, Any]:
    """A whole game of bots, at a table of people."""
    name = case.partition(".")[0]
    game: Any = open_game(name)
    players = ("Ana", "Ravi", "Nina")[: game.max_players]
    header = Header(game=name, players=players, options=OPTIONS.get(case, {}))
    bots = [find_bot(name, bot) for bot in BOTS.get(case, ("greedy", "random", "greedy"))[: len(players)]]
    record, _ = play_record(game, header, bots, Random(seed))
    table = TableSession(journal, journal.new_game(header), game, clock=lambda: "")
    with journal.together():
        for line in record.lines:
            if isinstance(line, ActionLine):
                table.act(game.decode_action(line.seat, line.action))
    return table


def turns(table: TableSession[Any, Any], case: str) -> list[tuple[Any, ...]]:
    """Who did what kind of thing in which turn, in order: what nobody's correction may lose or move."""
    replay, lost = table.replay, LOST.get(case, ())
    same = {"draw": "draw", "shooting_star": "draw", "pass": "draw", "start_flight": "end_turn"}
    found = []
    for before, action in zip(replay.states, replay.actions, strict=False):
        kind = type(action).__struct_config__.tag
        if kind not in lost:
            found.append((getattr(before, "turn", 0), action.seat, same.get(kind, kind)))
    return [*found, (getattr(table.state, "turn", 0),)]


def corrected(table: TableSession[Any, Any], case: str, rng: Random) -> bool:
    """Put one random line right, against every rule that may be overruled. Returns whether there was one."""
    game, replay = table.game, table.replay
    place = rng.randrange(len(replay.actions))
    was, before = replay.actions[place], replay.states[place]
    others = [o for o in game.legal_actions(before, was.seat) if type(o) is type(was) and o != was]
    if type(was).__struct_config__.tag != "first_player":
        others = [o for o in others if getattr(o, "player", None) == getattr(was, "player", None)]
    if not others or not CORRECTED[case](type(was).__struct_config__.tag):
        return False
    other, line = rng.choice(others), replay.entries[place].n
    rules = tuple(v.rule for v in table.preview_correction(line, other).broken if v.overrulable)
    found = table.correct(line, other, rules)
    assert {d.action["type"] for d in found.dropped} <= LOST.get(case, set()) or table.over
    return True


def many(journal: Journal, case: str, wanted: int) -> None:
    """As many random corrections: no turn is lost or moved, and the sheet is that of the game played straight."""
    done = seed = 0
    while done < wanted:
        table, rng = played(journal, case, seed), Random(seed)
        before, seed = turns(table, case), seed + 1
        for _ in range(12):
            if not corrected(table, case, rng):
                continue
            done += 1
            kept = turns(table, case)
            early = table.header.game == "starfarers" and table.over  # with more points it may be over earlier
            assert (kept[:-1] == before[: len(kept) - 1]) if early else (kept == before)
            straight = table.replay.states[0]
            for entry, action in zip(table.replay.entries, table.replay.actions, strict=True):
                straight = table.game.apply(straight, action, entry.overruled)
            assert table.game.score(straight) == table.sheet
            if rng.random() < UNDONE:
                table.undo()
                assert turns(table, case) == before
            elif early or not table.over:
                break


@pytest.mark.parametrize("case", CORRECTED)
def test_no_turn_is_lost_or_moved(journal: Journal, case: str) -> None:
    many(journal, case, QUICK)


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", CORRECTED)
def test_no_turn_is_lost_or_moved_by_many_corrections(journal: Journal, case: str) -> None:
    many(journal, case, ALL if os.environ.get("PLANISPHERE_CORRECTIONS") == "all" else MANY)


def test_a_correction_with_all_that_it_changes_is_one_line_and_one_undo(journal: Journal) -> None:
    table = played(journal, "stellar", 5)
    before, length = table.state, table.length
    cards = [(i, a) for i, a in enumerate(table.replay.actions) if isinstance(a, Refill)]
    (place, one), (_, other) = cards[0], cards[1]
    done = table.correct(table.replay.entries[place].n, Refill(1, other.card, seat=NATURE))
    assert table.length == length + 1
    written = table.record.lines[-1]
    assert isinstance(written, CorrectLine)
    assert written.also
    assert {i.action["card"] for i in done.instead} == {one.card}
    table.undo()
    assert table.state == before


def test_a_card_that_another_one_was_taken_for_comes_back_with_the_discards(journal: Journal) -> None:
    """A row with the one of the two was discarded, and the discards became the deck."""
    table = played(journal, "stellar", 24)
    before = turns(table, "stellar")
    found = table.correct(52, Take(1, seat=table.entry(52).seat))
    assert found.dropped == ()
    assert turns(table, "stellar") == before
