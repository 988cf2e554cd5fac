"""Figures of the engines: decisions a second, and what it costs to list, apply, copy, write, read and import.

Floors: Connect Four in plain Python (`floor.py`) for setting up, playing, listing and copying; `json` of the standard
library on its state and its moves for writing and reading; the import of msgspec for importing. Values and floors are
measured in turns, and of each the best is taken, as other work on the machine can only make it slower.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from engines.bots import Bot, find_bot
from engines.game import NATURE, Game
from engines.playout import play_record, turns
from engines.record import Header, format_record, parse_record, replay_record
from engines.registry import game_names, open_game, parts_of
from planisphere.figure import Figure
from tools.figures.floor import ConnectFour, middle_game, moves_of_a_game, random_moves

SECONDS = 0.4
"""Seconds that each measurement of playing runs; the others take a tenth of it."""
REPEATS = 4
WARM_UP_GAMES = 60
IMPORT: Final = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
MILLI: Final = 1e3
MICRO: Final = 1e6
DRAWING_GAMES: Final = ("look_at_the_stars", "star_explorer")
"""Games in which a player chooses among thousands of drawings."""
Job = Callable[[], Any]


def figures() -> Iterator[Figure]:
    """The figures of every game of the registry."""
    for name in game_names():
        yield from Bench(open_game(name)).figures()


class Bench:
    """One game at its largest table, with random bots."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.names = tuple(f"player {seat}" for seat in range(game.max_players))
        self.bots: list[Bot] = [find_bot(game.name, "random")] * game.max_players
        self.options = parts_of(game.name).self_play

    def figures(self) -> Iterator[Figure]:
        """All figures of this game, each beside its floor."""
        yield self._decisions()
        for figure, scale, ours, lowest in chain(self._of_a_game(), self._of_a_state(), self._of_a_record()):
            unit = figure.rpartition("_")[2]
            value, floor = _in_turns(lambda _, f=ours: _seconds(f), lambda _, f=lowest: _seconds(f), min)  # type: ignore[misc]
            yield Figure(f"{self.game.name}.{figure}", scale * value, unit, scale * floor)
        yield self._import()

    def _decisions(self) -> Figure:
        for number in range(WARM_UP_GAMES):
            self.play(Random(number))
        value, floor = _in_turns(lambda n: _rate(lambda: self.play(Random(n))), _floor_rate, max)
        return Figure(f"{self.game.name}.decisions_per_s", value, "1/s", floor)

    def _setup(self) -> Any:
        return self.game.setup(self.names, self.game.decode_options(self.options))

    def play(self, rng: Random) -> int:
        """One game; how often a player decided something."""
        return sum(turn.action.seat != NATURE for turn in turns(self.game, self._setup(), self.bots, rng))

    def _of_a_game(self) -> Iterator[tuple[str, float, Job, Job]]:
        """Setting up, applying an action (checked, on average over a game), listing drawings."""
        game, moments = self.game, self._moments()
        yield "new_game_us", MICRO, self._setup, ConnectFour
        each, moves = MICRO / len(moments), moves_of_a_game(Random(1))
        ratio = len(moments) / len(moves)

        def apply_all() -> None:
            for state, action in moments:
                game.apply(state, action)

        def apply_floor() -> None:
            for _ in range(round(ratio)):
                replayed = ConnectFour()
                for move in moves:
                    replayed.play(move["column"])

        yield "apply_us", each, apply_all, apply_floor
        if game.name in DRAWING_GAMES:
            state, seat = self._many_drawings(moments)
            small = middle_game(Random(1))
            yield "draw_list_ms", MILLI, lambda: game.legal_actions(state, seat), small.after_each_move

    def _moments(self) -> list[tuple[Any, Any]]:
        state, found = self._setup(), []
        for turn in turns(self.game, state, self.bots, Random(1)):
            found.append((state, turn.action))
            state = turn.state
        return found

    def _many_drawings(self, moments: list[tuple[Any, Any]]) -> tuple[Any, int]:
        """The moment of the game at which a player has most to choose among."""
        drawn = [(state, action.seat) for state, action in moments if type(action).__name__ == "Draw"]
        return max(drawn, key=lambda moment: len(self.game.legal_actions(*moment)))

    def _of_a_state(self) -> Iterator[tuple[str, float, Job, Job]]:
        moments = self._moments()
        state, small = moments[len(moments) // 2][0], middle_game(Random(1))
        plain = {"mine": small.mine, "theirs": small.theirs, "tops": small.tops, "open": small.open}
        text, plain_text = msgspec.json.encode(state), json.dumps(plain)
        kind = self.game.state_type
        yield "copy_us", MICRO, lambda: copy.copy(state), small.copy
        yield "json_write_us", MICRO, lambda: msgspec.json.encode(state), lambda: json.dumps(plain)
        yield "json_read_us", MICRO, lambda: msgspec.json.decode(text, type=kind), lambda: json.loads(plain_text)

    def _of_a_record(self) -> Iterator[tuple[str, float, Job, Job]]:
        """Writing and reading the record of a whole game; replaying it with every action checked."""
        game, header = self.game, Header(game=self.game.name, players=self.names, options=self.options)
        record, _ = play_record(game, header, self.bots, Random(1))
        text, moves = format_record(record), moves_of_a_game(Random(1))
        rows = [json.dumps(move) for move in moves]
        yield "record_write_ms", MILLI, lambda: format_record(record), lambda: [json.dumps(move) for move in moves]
        yield "record_read_ms", MILLI, lambda: parse_record(text), lambda: [json.loads(row) for row in rows]
        yield "replay_ms", MILLI, lambda: replay_record(game, record), lambda: [json.loads(row) for row in rows]

    def _import(self) -> Figure:
        module = type(self.game).__module__
        with TemporaryDirectory() as compiled:
            for needed in (module, "msgspec"):
                _import_ms(needed, compiled)
            ours, lowest = (lambda _: _import_ms(module, compiled)), (lambda _: _import_ms("msgspec", compiled))
            value, floor = _in_turns(ours, lowest, min)
        return Figure(f"{self.game.name}.import_ms", value, "ms", floor)


Best = Callable[[list[float]], float]


def _in_turns(ours: Callable[[int], float], lowest: Callable[[int], float], best: Best) -> tuple[float, float]:
    """The best of two measurements that take turns, so that a busy machine slows both."""
    values, floors = [], []
    for number in range(REPEATS):
        values.append(ours(number))
        floors.append(lowest(number))
    return best(values), best(floors)


def _rate(play: Callable[[], int]) -> float:
    """Decisions a second: `play` plays a game and says how many there were."""
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < SECONDS:
        done += play()
    return done / spent


def _floor_rate(number: int) -> float:
    rng = Random(number)
    return _rate(lambda: random_moves(rng, 200))


def _seconds(job: Job) -> float:
    """Seconds that one run of a job takes, over at least a tenth of `SECONDS`."""
    count, batch, started = 0, 1, time.perf_counter()
    while (spent := time.perf_counter() - started) < SECONDS / 10:
        for _ in range(batch):
            job()
        count += batch
        batch = min(2 * batch, 64)
    return spent / count


def _import_ms(module: str, compiled: str) -> float:
    """The import of a module into a fresh interpreter, its bytecode kept in the folder `compiled` as if installed."""
    found = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", IMPORT.format(f"import {module}")]
    env = {**found, "PYTHONPYCACHEPREFIX": compiled}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    return 1000 * float(done.stdout)
