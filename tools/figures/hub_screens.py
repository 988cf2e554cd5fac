"""How long it takes from a table's request until the big screens have what it brought."""

from __future__ import annotations

import http.client
import time
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from engines.record import Header, format_header
from tools.evenings.serving import EventHost
from tools.evenings.watching import Watch, Watcher, until, watching

SCREENS: Final = 100
EVENTS_A_SECOND: Final = 20.0
"""200 tables with a line every ten seconds each."""
GAME: Final = "star_explorer"
REST_S: Final = 2.0
"""After the last line, for what is still on its way."""


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

    def body(self, items: Sequence[tuple[int, str]], game: str = "a-1") -> bytes:
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


class _Screen(Watcher):
    """A big screen that keeps when it was shown how many lines of each place."""

    def __init__(self, watch: Watch, port: int) -> None:
        super().__init__(watch, port)
        self.shown_at: list[tuple[float, dict[int, int]]] = []

    def _heard(self, kind: bytes, data: bytes) -> None:
        self.messages += 1
        if kind == b"live":
            self.shown_at.append((time.perf_counter(), _lines(data)))


@cache
def _lines(data: bytes) -> dict[int, int]:
    """Lines by place; parsed once for all screens that are shown the same."""
    return {board["place"]: board["lines"] for board in msgspec.json.decode(data)}


def screen_p95_ms(host: EventHost, tables: int, watched_s: float) -> float:
    """The 95th percentile over all lines and screens, from before the request until the screen has it."""
    key, places = _evening(host, tables)
    senders = [Sender.paired(host, place) for place in places]
    _begin(host.port, senders)
    screens = [_Screen(Watch(f"/feed/screen/{key}"), host.port) for _ in range(SCREENS)]
    with watching(screens):
        until(lambda: all(screen.messages for screen in screens))
        sent = _play(host.port, senders, watched_s)
        time.sleep(REST_S)
    return _percentile([one for screen in screens for one in screen.shown_at], sent)


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
            header = format_header(Header(game=GAME, players=names)).decode().rstrip("\n")
            sender.post(connection, sender.body([(0, header)]))


def _play(port: int, senders: Sequence[Sender], watched_s: float) -> list[tuple[float, int, int]]:
    """Lines come at random tables at random moments; when, at which place, and how many it has then."""
    rng, lines, sent = Random(1), dict.fromkeys(range(len(senders)), 0), list[tuple[float, int, int]]()
    due = begun = time.perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        while due < begun + watched_s:
            due += rng.expovariate(EVENTS_A_SECOND)
            time.sleep(max(0.0, due - time.perf_counter()))
            number = rng.randrange(len(senders))
            lines[number] += 1
            body = senders[number].body([(lines[number], _line(lines[number]))])
            sent.append((time.perf_counter(), number + 1, lines[number]))
            senders[number].post(connection, body)
    return sent


def _line(n: int) -> str:
    """A line of a record: who is first, and then that taken back and brought back for ever."""
    line: dict[str, Any] = {"n": n, "undo": 1} if n % 2 == 0 else {"n": n, "redo": n - 1}
    if n == 1:
        action = {"type": "first_player", "player": 0}
        line = {"n": 1, "seat": "nature", "action": action, "source": "touch", "at": None}
    return msgspec.json.encode(line).decode()


def _percentile(shown: Sequence[tuple[float, dict[int, int]]], sent: Sequence[tuple[float, int, int]]) -> float:
    """Of each line, the moments at which screens first had it; the 95th percentile in ms."""
    waits: list[float] = []
    for at, place, lines in sent:
        having = sorted(when for when, boards in shown if when >= at and boards.get(place, 0) >= lines)
        waits += [when - at for when in having[:SCREENS]]
    if len(waits) < 0.9 * SCREENS * len(sent):
        return float("inf")
    return 1000 * sorted(waits)[int(0.95 * len(waits))]
