"""Figures of the engines: decisions a second, and what it costs to copy, write, read and import a game.

Floors: Connect Four in plain Python (`floor.py`) for playing and copying; `json` of the standard library on a state of
its size for writing and reading; the import of msgspec for importing. Values and floors are measured in turns.
"""

from __future__ import annotations

import copy
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from engines.bots import find_bot
from engines.game import NATURE, Game
from engines.playout import turns
from engines.registry import game_names, open_game
from planisphere.commands.simulate import DIGITAL
from planisphere.figures import Figure
from planisphere.figures.floor import middle_game, random_moves

SECONDS = 0.6
"""How long each measurement runs."""
REPEATS = 5
WARM_UP_GAMES = 30
IMPORT = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"


def figures() -> Iterator[Figure]:
    """The figures of every game of the registry."""
    for name in game_names():
        yield from _figures_of(open_game(name), name)


def _figures_of(game: Game[Any, Any], name: str) -> Iterator[Figure]:
    players = game.max_players
    for number in range(WARM_UP_GAMES):
        _play(game, players, Random(number))
    value, floor = _in_turns(lambda n: _rate(lambda: _play(game, players, Random(n))), _floor_rate)
    yield Figure(f"{name}.decisions_per_s", value, "1/s", floor)
    state = _half_way(game, players)
    small = middle_game(Random(1))
    plain = {"mine": small.mine, "theirs": small.theirs, "tops": small.tops, "open": small.open}
    text, plain_text = msgspec.json.encode(state), json.dumps(plain)
    pairs: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "copy_us": (lambda: copy.copy(state), small.copy),
        "json_write_us": (lambda: msgspec.json.encode(state), lambda: json.dumps(plain)),
        "json_read_us": (lambda: msgspec.json.decode(text, type=game.state_type), lambda: json.loads(plain_text)),
    }
    for figure, (ours, lowest) in pairs.items():
        value, floor = _in_turns(lambda _, f=ours: _microseconds(f), lambda _, f=lowest: _microseconds(f))  # type: ignore[misc]
        yield Figure(f"{name}.{figure}", value, "us", floor)
    module = type(game).__module__
    value, floor = _in_turns(lambda _: _import_ms(f"import {module}"), lambda _: _import_ms("import msgspec"))
    yield Figure(f"{name}.import_ms", value, "ms", floor)


def _in_turns(ours: Callable[[int], float], lowest: Callable[[int], float]) -> tuple[float, float]:
    """The medians of two measurements that take turns, so that a busy machine slows both."""
    values, floors = [], []
    for number in range(REPEATS):
        values.append(ours(number))
        floors.append(lowest(number))
    return statistics.median(values), statistics.median(floors)


def _rate(play: Callable[[], int]) -> float:
    """Decisions a second: `play` plays a game and says how many there were."""
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < SECONDS:
        done += play()
    return done / spent


def _floor_rate(number: int) -> float:
    rng = Random(number)
    return _rate(lambda: random_moves(rng, 200))


def _play(game: Game[Any, Any], players: int, rng: Random) -> int:
    """One game between random bots; how often a player decided something."""
    bots = [find_bot(game.name, "random")] * players
    names = [f"player {seat}" for seat in range(players)]
    state = game.setup(names, game.decode_options(DIGITAL.get(game.name, {})))
    return sum(turn.action.seat != NATURE for turn in turns(game, state, bots, rng))


def _half_way(game: Game[Any, Any], players: int) -> Any:
    bots = [find_bot(game.name, "random")] * players
    names = [f"player {seat}" for seat in range(players)]
    state = game.setup(names, game.decode_options(DIGITAL.get(game.name, {})))
    states = [turn.state for turn in turns(game, state, bots, Random(1))]
    return states[len(states) // 2]


def _microseconds(job: Callable[[], Any]) -> float:
    count, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < SECONDS / 4:
        for _ in range(50):
            job()
        count += 50
    return 1e6 * spent / count


def _import_ms(statement: str) -> float:
    command = [sys.executable, "-c", IMPORT.format(statement)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return 1000 * float(done.stdout)
