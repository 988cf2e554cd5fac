"""A simulated table: a real journal and outbox on the disk, games played by bots, a network that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from engines.bots import find_bot
from engines.playout import play_record
from engines.record import Header, Record, format_header, format_line
from engines.registry import open_game
from pi_app.evening.asks import Asking
from pi_app.evening.link import HttpLink, Unreachable
from pi_app.evening.outbox import Link, Outbox
from pi_app.table.journal import Journal
from tools.evenings.timing import Stopwatch

PHOTO: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""A pixel, in the place of a part of a photograph."""
NOTE_S: Final = 120.0
"""Notes of a table that has nothing to send: less often than in life, where they are a matter of 15 seconds."""


class FaultyLink:
    """A link that is cut for a while, loses answers, sends twice, and lets earlier batches arrive late.

    `watch` times the answers; `refused` counts those by status that say no to what a table sends of its own.
    """

    def __init__(
        self, rng: Random, clock: Callable[[], float], link: Link | None = None, watch: Stopwatch | None = None
    ) -> None:
        self.refused: Counter[int] = Counter()
        self._watch = watch or Stopwatch()
        self.cut_until = float("-inf")
        self.faults = 0.06
        self.counts = {"requests": 0, "cut": 0, "lost": 0, "twice": 0, "late": 0}
        self._link: Link = link or HttpLink()
        self._rng = rng
        self._clock = clock
        self._earlier: list[bytes] = []

    def __call__(self, address: str, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """One request, if nothing comes between."""
        self.counts["requests"] += 1
        if self._clock() < self.cut_until or self._happens("cut"):
            raise Unreachable("cut")
        if path.endswith("/batches"):
            if self._earlier and self._happens("late"):
                self._link(address, method, path, token, self._rng.choice(self._earlier))
            self._earlier = [*self._earlier[-4:], body]
        if path.endswith(("/batches", "/asks")) and self._happens("twice"):
            self._link(address, method, path, token, body)
        with self._watch.one():
            answer = self._link(address, method, path, token, body)
        if 400 <= answer[0] < 500:
            self.refused[answer[0]] += 1
        if self._happens("lost"):
            raise Unreachable("the answer was lost")
        return answer

    def _happens(self, fault: str) -> bool:
        happens = self._rng.random() < self.faults / 4
        self.counts[fault] += happens
        return happens


class SimulatedTable:
    """One table of an evening."""

    def __init__(
        self, number: int, folder: Path, clock: Callable[[], float], seed: int, name: str, watch: Stopwatch
    ) -> None:
        self.number, self._name = number, name
        self.records: list[Record] = []
        """Every game that was played here, as its bots played it."""
        self.asked: list[str] = []
        """Every question that was put to the host."""
        self.next_play = float("inf")
        self.next_send = 0.0
        self.round = 0
        self._rng = Random(f"{seed}:{number}")
        self._clock = clock
        self._folder = folder / f"table-{number}"
        self.link = FaultyLink(Random(f"{seed}:{number}:link"), clock, watch=watch)
        self._game: int | None = None
        self._played = self._asks_after = 0
        self.open()

    def open(self) -> None:
        """Start the app: open its journal and outbox. Its clock is up to two hours wrong."""
        skew = self._rng.randint(-7_200_000, 7_200_000)
        self.journal = Journal(self._folder / "journal.sqlite3")
        self.outbox = Outbox(
            self._folder / "outbox.sqlite3", self.link, clock=self._clock,
            wall=lambda: 1_800_000_000_000 + skew + int(self._clock() * 1_000), seed=self.number, note_s=NOTE_S,
        )  # fmt: skip
        self.outbox.follow(self.journal)

    def close(self) -> None:
        """End the app: close journal and outbox."""
        self.outbox.close()
        self.journal.close()

    def restart(self) -> None:
        """Its plug is pulled and put back."""
        self.close()
        self.open()

    def pair(self, address: str, code: str) -> bool:
        """Pair it; whether it worked. The network is well for that, but a busy machine may still be too slow."""
        self.outbox.pair(address, code, f"Table {self.number}")
        faults, self.link.faults = self.link.faults, 0.0
        self.outbox.step()
        self.link.faults = faults
        return self.outbox.view.table is not None

    def begin(self, number: int, names: list[str], minutes: float) -> None:
        """Bots play a game; its lines come one after the other within so many minutes."""
        record = played(self._name, names, f"{self.number}:{number}:{names}", f"round {number}")
        self.records.append(record)
        self.round = number
        self._game, self._played = self.journal.new_game(record.header), 0
        self._asks_after = self._rng.randrange(1, len(record.lines))
        self._pace = minutes * 60 / len(record.lines)
        self.next_play = self._clock() + self._pace

    def play(self) -> None:
        """The next few lines, in one commit each."""
        assert self._game is not None
        record = self.records[-1]
        count = self._rng.randint(1, 5)
        lines = record.lines[self._played : self._played + count]
        self.journal.append(self._game, *lines)
        self._played += len(lines)
        if self._played - len(lines) < self._asks_after <= self._played:
            self._ask()
        over = self._played == len(record.lines)
        self.next_play = float("inf") if over else self._clock() + self._pace * len(lines)

    def _ask(self) -> None:
        """Somebody wants the host to decide; they play on."""
        assert self._game is not None
        ask = f"table-{self.number}-{len(self.asked) + 1}"
        self.asked.append(ask)
        asking = Asking(
            id=ask, game=self._game, n=self._played, question="Is there a line?", one="Yes, a line", other="No line",
            photo=PHOTO,
        )  # fmt: skip
        self.outbox.ask(asking)

    @property
    def at_rest(self) -> bool:
        """Whether nobody plays, everything is sent, and every question is answered."""
        view = self.outbox.view
        settled = self.asked == [ask.id for ask in view.asks if ask.state == "answered"]
        return self.next_play == float("inf") and not view.waiting and view.trouble == "" and settled

    def called_for(self, number: int) -> list[str] | None:
        """Who is to sit here in that round, where the event host has said so."""
        wanted = self.outbox.view.assignment
        return [seat.name for seat in wanted.seats] if wanted.round == number and wanted.seats else None


def played(name: str, players: Sequence[str], seed: int | str, started: str | None = None) -> Record:
    """A whole game, played by random bots."""
    header = Header(game=name, players=tuple(players), started=started)
    bots = [find_bot(name, "random")] * len(players)
    return play_record(open_game(name), header, bots, Random(seed))[0]


def text_of(record: Record) -> list[str]:
    """A record's lines as the event host keeps them."""
    rows = [format_header(record.header), *map(format_line, record.lines)]
    return [row.decode().rstrip("\n") for row in rows]


def result_of(record: Record) -> dict[str, int]:
    """Name -> total of a finished record, as replaying it says."""
    last: Any = record.lines[-1]
    return {player["name"]: player["total"] for player in msgspec.to_builtins(last.result)["players"]}
