"""One event host as a process of its own, told what its host does by lines on its standard input.

`python -m tools.evenings.serving URL PORT`: it serves as `planisphere hub` does. Each line is a call
`{"call":"hub.event.rounds:plan_round","args":[…]}` with the store put first; the answer is a line of JSON.
"""

from __future__ import annotations

import resource
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any

import msgspec

from engines.errors import NotPossible
from hub.errors import Refused


class Call(msgspec.Struct, frozen=True):
    """A method of the event host to call, with its arguments, as one line of JSON."""

    call: str
    args: list[Any] = []
    kwargs: dict[str, Any] = {}


def more_files() -> None:
    """As many open files as this process may have: tables have two databases, three files each."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(url: str, port: int) -> None:
    """Serve until the standard input ends."""
    from hub import web
    from hub.app import Hub, create_app
    from hub.database.store import Store
    from hub.serve import listen_at, server, settle

    with ExitStack() as open_:
        store = open_.enter_context(Store(url))
        hub = open_.enter_context(Hub(store))
        socket = open_.enter_context(listen_at("127.0.0.1", port, shared=store.postgres))
        ready = threading.Event()
        running = server(create_app(hub, web.routes(hub), web.error_page), ready=ready.set)
        settle()
        thread = threading.Thread(target=running.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        ready.wait(60)
        _say({"pid": True})
        for line in sys.stdin.buffer:
            _say(_do(store, msgspec.json.decode(line, type=Call)))
        running.should_exit = True
        thread.join(10)


def processor_s(_store: Any) -> float:
    """Seconds of processor that this event host has taken so far."""
    return time.process_time()


def _do(store: Any, wanted: Call) -> Any:
    module, _, name = wanted.call.partition(":")
    try:
        return {"done": getattr(import_module(module), name)(store, *wanted.args, **wanted.kwargs)}
    except Refused as error:
        return error.as_json()


def _say(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


class EventHost:
    """An event host in a process of its own, that can be killed and started again at the same port."""

    def __init__(self, url: str, port: int, log: Path) -> None:
        self.port, self._url, self._log = port, url, log
        self._process: Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started and not killed."""
        return self._process is not None

    def start(self) -> None:
        """Start it; returns once it serves. Raises NotPossible."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Start it, without waiting."""
        command = [sys.executable, "-m", "tools.evenings.serving", self._url, str(self.port)]
        with self._log.open("ab") as log:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=log)

    def wait(self) -> None:
        """Until it serves. Raises NotPossible."""
        self._answer()

    def kill(self) -> None:
        """As pulling its plug does. Nothing where it does not run."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                pipe.close()
            self._process = None

    def call(self, call: str, *args: Any, **kwargs: Any) -> Any:
        """Have its host do something. Raises NotPossible where it is refused."""
        assert self._process is not None
        stdin: IO[bytes] | None = self._process.stdin
        assert stdin is not None
        stdin.write(msgspec.json.encode(Call(call, list(args), kwargs)) + b"\n")
        stdin.flush()
        answer = self._answer()
        if "error" in answer:
            raise NotPossible("evening.refused", "{call}: {answer}", call, str(answer))
        return answer["done"]

    def _answer(self) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            last = self._log.read_text("utf-8", "replace")[-500:]
            raise NotPossible("evening.host_ended", "the event host ended: {last}", last)
        return msgspec.json.decode(line)


@contextmanager
def event_hosts(url: str, port: int, count: int, log: Path) -> Iterator[list[EventHost]]:
    """`count` event hosts on one database and one port, started; killed at the end."""
    hosts = [EventHost(url, port, log) for _ in range(count)]
    try:
        for host in hosts:
            host.begin()
        for host in hosts:
            host.wait()
        yield hosts
    finally:
        for host in hosts:
            host.kill()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
