"""Somebody else at the same evening: asks `/health`, loads a phone's page and sends a table's lines, over and over.

`python -m tools.hub_attacks.neighbour PORT` reads the evening on its standard input, goes on until that is closed, and
then says how long answers took.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import msgspec

from tools.evenings.timing import Stopwatch, Waits
from tools.hub_attacks.target import Prepared

ADDRESS: Final = "127.0.0.7"
"""Not the attackers'. All of 127/8 is this machine."""
PAUSE_S: Final = 0.03
PATIENCE_S: Final = 60.0


class Felt(msgspec.Struct, frozen=True):
    """How long a neighbour waited, by what it asked, and what was answered otherwise than it should be."""

    waits: dict[str, Waits]
    refused: dict[str, int]


class Neighbour:
    """Asks three things in turn, each on a connection of its own."""

    def __init__(self, evening: Prepared, port: int) -> None:
        self._evening, self._port = evening, port
        self._watches: defaultdict[str, Stopwatch] = defaultdict(Stopwatch)
        self._refused: Counter[str] = Counter()
        self._sent = self._n = 0
        self._game = 1

    def run(self, end: threading.Event) -> Felt:
        """Go on until the end."""
        while not end.is_set():
            self._ask("health", "GET", "/health")
            self._ask("phone", "GET", f"/p/{self._evening.players[-1].key}")
            self._batch()
            time.sleep(PAUSE_S)
        return Felt({what: watch.waits for what, watch in self._watches.items()}, dict(self._refused))

    def _batch(self) -> None:
        lines = self._evening.lines
        if self._n == len(lines):
            self._game, self._n = self._game + 1, 0
        item = {"game": f"n-{self._game}", "n": self._n, "line": msgspec.Raw(lines[self._n].encode())}
        body = msgspec.json.encode({"seq": self._sent + 1, "items": [item]})
        device = self._evening.devices[-1]
        path = f"/api/tables/{device.id}/batches"
        if self._ask("batch", "POST", path, body, {"Authorization": f"Bearer {device.token}"}):
            self._sent, self._n = self._sent + 1, self._n + 1

    def _ask(self, what: str, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bool:
        """Whether it was answered as it should be. Being hung up on is a wait without an answer."""
        try:
            with closing(_connection(self._port)) as connection, self._watches[what].one():
                connection.request(method, path, body or None, headers or {})
                answer = connection.getresponse()
                answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._refused[f"{what}: {type(error).__name__}"] += 1
            return False
        if answer.status != http.HTTPStatus.OK:
            self._refused[f"{what}: {answer.status}"] += 1
        return answer.status == http.HTTPStatus.OK


def _connection(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(ADDRESS, 0))


def main(port: int) -> None:
    """The process."""
    evening = msgspec.json.decode(sys.stdin.buffer.readline(), type=Prepared)
    end = threading.Event()

    def wait() -> None:
        sys.stdin.buffer.read()
        end.set()

    threading.Thread(target=wait, daemon=True).start()
    sys.stdout.buffer.write(msgspec.json.encode(Neighbour(evening, port).run(end)))


@contextmanager
def neighbour(evening: Prepared, port: int) -> Iterator[list[Felt]]:
    """A neighbour in a process of its own; in the end the list holds what it felt."""
    command: Any = [sys.executable, "-m", "tools.hub_attacks.neighbour", str(port)]
    felt: list[Felt] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(evening) + b"\n")
        process.stdin.flush()
        try:
            yield felt
        finally:
            process.stdin.close()
            said = process.stdout.read()
        felt.append(msgspec.json.decode(said, type=Felt))


if __name__ == "__main__":
    main(int(sys.argv[1]))
