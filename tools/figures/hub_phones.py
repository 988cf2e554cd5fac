"""What a result costs the event host while everybody looks on, and how soon the phones at its table have it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from tools.evenings.phones import Phone
from tools.evenings.serving import EventHost
from tools.evenings.timing import Stopwatch
from tools.evenings.watching import LOOKS_S, Crowd, Watcher, crowd_of, until, watching

GAME: Final = "star_explorer"
SEATS: Final = 4
RESULTS: Final = 10
PAUSE_S: Final = 1.0
"""Between two results: each is told by itself."""
REST_S: Final = LOOKS_S
"""In which every console looks again once."""


class Cost(msgspec.Struct, frozen=True):
    """Of an event host while everybody looks on: processor seconds a second of rest, and a result beyond that.

    `longest_ms`: the longest wait of a phone for the result of its table.
    """

    rest_processor_s: float
    result_processor_s: float
    longest_ms: float


def result_cost(host: EventHost, tables: int, crowd: Crowd, results: int = RESULTS) -> Cost:
    """Nobody does anything for `REST_S`, then players type results, each by itself."""
    event = _evening(host, tables)
    seated = host.call("hub.views.board:round_view", event, 1)["tables"]
    players = [seat["player"] for table in seated for seat in table["seats"]]
    watchers = crowd_of(host, event, crowd, players)
    with watching(watchers):
        until(lambda: all(watcher.messages for watcher in watchers))
        time.sleep(2 * PAUSE_S)
        rest, rest_s = _taken(host, lambda: time.sleep(REST_S))
        waits: list[float] = []

        def play() -> None:
            for number in range(results):
                waits.append(_result(host.port, seated[number], 70_001 + number, watchers))
                time.sleep(PAUSE_S)

        busy, took_s = _taken(host, play)
    return Cost(rest / rest_s, (busy - rest * took_s / rest_s) / results, 1000 * max(waits))


def _taken(host: EventHost, job: Callable[[], None]) -> tuple[float, float]:
    """Processor seconds that the event host took during a job, and how long that lasted."""
    before, begun = host.call("tools.evenings.serving:processor_s"), time.monotonic()
    job()
    return host.call("tools.evenings.serving:processor_s") - before, time.monotonic() - begun


def _evening(host: EventHost, tables: int) -> int:
    plan = {"name": "Bench", "game": GAME, "seats": SEATS, "seats_min": 2, "places": tables, "confirm": "one"}
    event = int(host.call("tools.evenings.evening:create", plan))
    host.call("hub.event.evening:add_players", event, "bench", [f"Player {n}" for n in range(SEATS * tables)])
    found = host.call("hub.event.rounds:plan_round", event, "bench")
    host.call("hub.event.rounds:start_round", event, "bench", found)
    return event


def _result(port: int, table: dict[str, Any], total: int, watchers: Sequence[Watcher]) -> float:
    """A player types a result; seconds until every phone at the table shows it."""
    seated = {seat["player"] for seat in table["seats"]}
    phones = [watcher for watcher in watchers if watcher.watch.player in seated]
    teller = phones[0].watch
    assert teller.player is not None
    phone = Phone(port, teller.player, teller.feed.rpartition("/")[2], Stopwatch())
    begun = time.monotonic()
    phone.tell(table["id"], [total] * len(table["seats"]))
    if not until(lambda: all(str(total) in phone.shown for phone in phones)):
        return float("inf")
    return max(phone.since for phone in phones) - begun
