"""The event host's figures: lines of records into durable storage, from a table to the big screens, and to phones.

Everything goes through the real server in a process of its own, over loopback, as tables and screens do it. Floors are
measured in the same run on the same kind of database by the bare driver, each insert durable when it returns.
"""

from __future__ import annotations

import http.client
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.errors import NotPossible
from planisphere.figure import Figure
from tools.evenings.serving import EventHost, event_hosts
from tools.evenings.tables import played, text_of
from tools.evenings.watching import Crowd
from tools.figures.hub_phones import RESULTS, result_cost
from tools.figures.hub_screens import Sender, screen_p95_ms
from tools.figures.timed import seconds_of
from tools.private_postgres import free_port, private_postgres

GAME: Final = "look_at_the_stars"
TABLES: Final = 200
SENDERS: Final = 8
"""Connections that send at a time: a table waits for its own answer, not for another's."""
LIVE: Final = 4
"""Lines of a batch while a game is played: what one action and its answers add."""
CAUGHT_UP: Final = 200
"""Lines of a batch after hours without an event host."""
PHONES: Final = 6
"""Phones for each table."""
Items = list[tuple[int, str]]
"""A game as a table sends it: number and line."""


class Batch(msgspec.Struct, frozen=True):
    """One request: whose, its body, how many lines it has."""

    table: Sender
    body: bytes
    lines: int


def figures(tables: int = TABLES, watched_s: float = 20.0) -> Iterator[Figure]:
    """All figures on SQLite, then the same (`hub.postgresql.…`) where PostgreSQL is installed.

    `hub.events_per_s`: lines, in batches of four; its floor: one durable insert a line. `hub.batches_per_s`: the same
    run counted in batches; its floor: one durable insert of all four. `hub.catch_up_per_s`: lines, in batches of 200;
    its floor: one durable insert of all 200. `hub.screen_p95_ms`: from a table's request to 100 big screens.
    While six phones a table, a big screen for ten tables and three consoles look on: `hub.rest_processor_s`: processor
    seconds a second with nobody doing anything; `hub.result_processor_s`: what a result that a player types costs
    beyond rest; `hub.phone_longest_ms`: until the phones at its table show it.
    """
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="planisphere-bench-")))
        yield from _figures(f"sqlite:///{folder}/hub.sqlite3", folder, "hub.", tables, watched_s)
        try:
            url = open_.enter_context(private_postgres())
        except NotPossible:
            return
        yield from _figures(url, folder, "hub.postgresql.", tables, watched_s)


def _figures(url: str, folder: Path, name: str, tables: int, watched_s: float) -> Iterator[Figure]:
    games = [_game(number) for number in range(tables)]
    with event_host(url, folder) as host:
        paired = [Sender.paired(host) for _ in range(2 * tables)]
        live = _batches(paired[:tables], games, LIVE)
        rows, took = sum(batch.lines for batch in live), seconds_of(lambda: _send(host.port, live))
        late = _batches(paired[tables:], [[*game] for game in games], CAUGHT_UP)
        caught_up = seconds_of(lambda: _send(host.port, late))
    with _driver(url, folder) as insert:
        lines = [row for game in games for row in _rows(game, 1)]
        alone, together = _raw(insert, lines[: rows // 4]), _raw(insert, [r for g in games for r in _rows(g, LIVE)])
        whole = _raw(insert, [row for game in games for row in _rows(game, CAUGHT_UP)])
    yield Figure(f"{name}events_per_s", rows / took, "1/s", len(lines[: rows // 4]) / alone)
    yield Figure(f"{name}batches_per_s", len(live) / took, "1/s", len(live) / together)
    yield Figure(f"{name}catch_up_per_s", rows / caught_up, "1/s", rows / whole)
    with event_host(url, folder) as host:
        yield Figure(f"{name}screen_p95_ms", screen_p95_ms(host, tables, watched_s), "ms")
    crowd = Crowd(PHONES * tables, -(-tables // 10), 3)
    with event_host(url, folder) as host:
        cost = result_cost(host, tables, crowd, min(RESULTS, tables))
    yield Figure(f"{name}rest_processor_s", cost.rest_processor_s, "s")
    yield Figure(f"{name}result_processor_s", cost.result_processor_s, "s")
    yield Figure(f"{name}phone_longest_ms", cost.longest_ms, "ms")


@contextmanager
def event_host(url: str, folder: Path) -> Iterator[EventHost]:
    """An event host in its own process."""
    with event_hosts(url, free_port(), 1, folder / "log") as (host,):
        yield host


def _game(number: int) -> Items:
    """A game of four, as a table sends it."""
    lines = text_of(played(GAME, [f"Player {4 * number + seat}" for seat in range(4)], number))
    return [*enumerate(lines[:-1]), (len(lines) - 2, lines[-1])]


def _batches(tables: Sequence[Sender], games: Sequence[Items], size: int) -> list[Batch]:
    """The games in batches, of all tables in turn as they play side by side."""
    found = []
    for at in range(0, max(map(len, games)), size):
        for table, game in zip(tables, games, strict=True):
            part = game[at : at + size]
            if part:
                found.append(Batch(table, table.body(part), len(part)))
    return found


def _send(port: int, batches: Sequence[Batch]) -> None:
    """Send everything over a few connections, each table's batches in order. Raises NotPossible for a refusal."""

    def run(number: int) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            for batch in batches:
                if batch.table.table % SENDERS == number:
                    status, text = batch.table.post(connection, batch.body)
                    if status != 200:
                        raise NotPossible("bench.batch_refused", "the event host refused a batch: {why}", text.decode())

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(run, range(SENDERS)))


# The floor ----------------------------------------------------------------------------------------------------------

Rows = list[tuple[int, int, str]]


def _rows(game: Items, size: int) -> list[Rows]:
    rows = [(0, n, line) for n, line in game]
    return [rows[at : at + size] for at in range(0, len(rows), size)]


@contextmanager
def _driver(url: str, folder: Path) -> Iterator[Callable[[Rows], None]]:
    """A function of the bare driver that inserts some rows and returns when they are safe."""
    table = "CREATE TABLE floor (id {serial} PRIMARY KEY, game INTEGER, n INTEGER, line TEXT)"
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(folder / "floor.sqlite3", isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = FULL")
            file.execute(table.format(serial="INTEGER"))
            yield lambda rows: _insert_sqlite(file, rows)
        return
    import psycopg

    with psycopg.connect(url) as connection:
        connection.execute(table.format(serial="SERIAL"))
        connection.commit()
        yield lambda rows: _insert_postgres(connection, rows)


def _insert_sqlite(file: sqlite3.Connection, rows: Rows) -> None:
    file.execute("BEGIN")
    file.executemany("INSERT INTO floor (game, n, line) VALUES (?, ?, ?)", rows)
    file.execute("COMMIT")


def _insert_postgres(connection: Any, rows: Rows) -> None:
    connection.cursor().executemany("INSERT INTO floor (game, n, line) VALUES (%s, %s, %s)", rows)
    connection.commit()


def _raw(insert: Callable[[Rows], None], batches: Sequence[Rows]) -> float:
    def run() -> None:
        for rows in batches:
            insert(rows)

    return seconds_of(run)
