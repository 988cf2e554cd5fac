"""How long it takes from a table's request until the big screens have what it brought."""

from __future__ import annotations

import asyncio
import http.client
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any, Final

import msgspec

from engines.record import Header, format_header
from tools.evenings.serving import EventHost

SCREENS: Final = 100
EVENTS_A_SECOND: Final = 20.0
"""200 tables with a line every ten seconds each."""
GAME: Final = "star_explorer"
PATIENCE_S: Final = 60.0


class Sender:
    """A paired table that sends what it is given."""

    def __init__(self, table: int, token: str) -> None:
        self.table = table
        self.seq = 0
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    @classmethod
    def paired(cls, host: EventHost, place: int | None = None) -> Sender:
        """A new table."""
        code = host.call("hub.link.tables:new_code", place)
        found = host.call("hub.link.tables:pair", code, "Table", "bench")
        return cls(found["table"], found["token"])

    def body(self, items: Sequence[tuple[int, bytes]], game: str = "a-1") -> bytes:
        """The next batch."""
        self.seq += 1
        lines = [{"game": game, "n": n, "line": msgspec.Raw(line)} for n, line in items]
        return msgspec.json.encode({"seq": self.seq, "items": lines})

    def tell(self, connection: http.client.HTTPConnection) -> int:
        """Say how the table is; status."""
        body = msgspec.json.encode({"sent": time.time_ns() // 1_000_000, "screen": "draw", "light": "ok"})
        connection.request("POST", f"/api/tables/{self.table}/status", body, self._headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def post(self, connection: http.client.HTTPConnection, body: bytes) -> tuple[int, bytes]:
        """Send a batch; status and answer."""
        connection.request("POST", f"/api/tables/{self.table}/batches", body, self._headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


class _Watch:
    """Everything that 100 screens were shown, and when: (screen, time, lines of each place)."""

    def __init__(self) -> None:
        self.shown: list[tuple[float, dict[int, int]]] = []
        self.ready = 0
        """How many screens have had their first message."""
        self._known: dict[bytes, dict[int, int]] = {}

    async def screen(self, port: int, key: str) -> None:
        """One big screen, until it is cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(f"GET /feed/screen/{key} HTTP/1.0\r\nHost: bench\r\n\r\n".encode())
        try:
            event = b""
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    self.ready += not event
                    event = line[7:].strip()
                elif line.startswith(b"data: ") and event == b"live":
                    self.shown.append((time.perf_counter(), self._lines(line[6:])))
        finally:
            writer.close()

    def _lines(self, data: bytes) -> dict[int, int]:
        """Lines by place; parsed once for all screens that are shown the same."""
        if data not in self._known:
            self._known[data] = {board["place"]: board["lines"] for board in msgspec.json.decode(data)}
        return self._known[data]


def screen_p95_ms(host: EventHost, port: int, tables: int, watched_s: float) -> float:
    """The 95th percentile over all lines and screens, from before the request until the screen has it."""
    key, places = _evening(host, tables)
    senders = [Sender.paired(host, place) for place in places]
    _begin(port, senders)
    return asyncio.run(_measure(port, key, senders, watched_s))


def _evening(host: EventHost, tables: int) -> tuple[str, list[int]]:
    plan = {"name": "Bench", "game": GAME, "seats": 4, "seats_min": 2, "places": tables, "system": "free"}
    event = host.call("tools.evenings.evening:create", plan)
    host.call("hub.event.evening:add_players", event, "bench", [f"Player {n}" for n in range(4 * tables)])
    view = host.call("hub.views.board:event_view", event)
    return view["key"], [place["id"] for place in view["places"]]


def _begin(port: int, senders: Sequence[Sender]) -> None:
    """A game begins at every table."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        for number, sender in enumerate(senders):
            names = tuple(f"Player {4 * number + seat}" for seat in range(4))
            header = format_header(Header(game=GAME, players=names)).rstrip(b"\n")
            sender.post(connection, sender.body([(0, header)]))


async def _measure(port: int, key: str, senders: Sequence[Sender], watched_s: float) -> float:
    watch = _Watch()
    screens = [asyncio.create_task(watch.screen(port, key)) for _ in range(SCREENS)]
    end = time.perf_counter() + PATIENCE_S
    while watch.ready < SCREENS and time.perf_counter() < end:
        await asyncio.sleep(0.05)
    sent: list[tuple[float, int, int]] = []
    thread = threading.Thread(target=_play, args=(port, senders, watched_s, sent))
    thread.start()
    while thread.is_alive():
        await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)
    return _percentile(watch.shown, sent)


def _play(port: int, senders: Sequence[Sender], watched_s: float, sent: list[tuple[float, int, int]]) -> None:
    """Lines come at random tables at random moments; when, at which place, and how many it has then."""
    rng, lines = Random(1), dict.fromkeys(range(len(senders)), 0)
    due = begun = time.perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        while due < begun + watched_s:
            due += rng.expovariate(EVENTS_A_SECOND)
            threading.Event().wait(max(0.0, due - time.perf_counter()))
            number = rng.randrange(len(senders))
            lines[number] += 1
            body = senders[number].body([(lines[number], _line(lines[number]))])
            sent.append((time.perf_counter(), number + 1, lines[number]))
            senders[number].post(connection, body)


def _line(n: int) -> bytes:
    """A line of a record: who is first, and then that taken back and brought back for ever."""
    if n == 1:
        action: dict[str, Any] = {"type": "first_player", "player": 0}
        return msgspec.json.encode({"n": 1, "seat": "nature", "action": action, "source": "touch", "at": None})
    return msgspec.json.encode({"n": n, "undo": 1} if n % 2 == 0 else {"n": n, "redo": n - 1})


def _percentile(shown: Sequence[tuple[float, dict[int, int]]], sent: Sequence[tuple[float, int, int]]) -> float:
    """Of each line, the moments at which screens first had it; the 95th percentile in ms."""
    waits: list[float] = []
    for at, place, lines in sent:
        having = sorted(when for when, boards in shown if when >= at and boards.get(place, 0) >= lines)
        waits += [when - at for when in having[:SCREENS]]
    if len(waits) < 0.9 * SCREENS * len(sent):
        return float("inf")
    return 1000 * sorted(waits)[int(0.95 * len(waits))]
