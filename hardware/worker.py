"""A child process that answers requests one by one, and is begun anew when it hangs or dies.

The caller never waits: requests go to a thread that owns the child, answers are picked up by polling. Cameras and
vision run this way, so that a hung driver or a crash in native code cannot freeze the screen.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import Any, Final

import msgspec

from engines.errors import Coded, Finding, finding

Handler = Callable[[Any], Any]
RESTART_DELAYS_S = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds of rest before the child is begun for the first, second, … time in a row; the last holds on."""
PATIENCE: Final = float(os.environ.get("PLANISPHERE_PATIENCE", "1"))
"""How many times longer a child may take: on an emulated processor its limits would end one that works."""


class Answer(msgspec.Struct, frozen=True):
    """What became of a request: a value, or why there is none."""

    ticket: int
    value: Any = None
    failure: Finding | None = None


class Worker(AbstractContextManager["Worker"]):
    """Runs `build(*arguments)` in a child process; the handler it returns answers one request at a time.

    `build`, its arguments, requests and values must pickle. A request that takes longer than `limit` seconds, or a
    start that takes longer than `start_limit`, ends the child; the next request begins another after a rest.
    """

    def __init__(
        self,
        build: Callable[..., Handler],
        *arguments: Any,
        name: str,
        limit: float = 10.0,
        start_limit: float = 30.0,
        delays: tuple[float, ...] = RESTART_DELAYS_S,
    ) -> None:
        self._build = build
        self._arguments = arguments
        self._name = name
        self._limit = PATIENCE * limit
        self._start_limit = PATIENCE * start_limit
        self._delays = delays
        self._requests: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._closing = threading.Event()
        self._tickets = 0
        self._bad_starts = 0
        self._child: tuple[BaseProcess, Connection] | None = None
        self._thread = threading.Thread(target=self._supervise, name=f"{name}-link", daemon=True)
        self._thread.start()

    def ask(self, request: Any) -> int:
        """Queue a request; its answer will carry the ticket returned here."""
        self._tickets += 1
        self._requests.put((self._tickets, request))
        return self._tickets

    def poll(self) -> list[Answer]:
        """The answers that have come since the last call, in the order of their requests; never waits."""
        found = []
        with suppress(Empty):
            while True:
                found.append(self._answers.get_nowait())
        return found

    def wait(self, seconds: float) -> Answer | None:
        """The next answer, waiting at most so long. Not for the screen's thread."""
        with suppress(Empty):
            return self._answers.get(timeout=seconds)
        return None

    def close(self) -> None:
        """End the child and forget what is queued. May be called twice."""
        self._closing.set()
        self._requests.put(None)
        child = self._child
        if child:
            child[0].kill()
        self._thread.join()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _supervise(self) -> None:
        while (item := self._requests.get()) is not None and not self._closing.is_set():
            self._answers.put(self._answer(*item))
        self._end()

    def _answer(self, ticket: int, request: Any) -> Answer:
        try:
            _, pipe = self._child or self._start()
            pipe.send(request)
            if not pipe.poll(self._limit):
                raise TimeoutError
            value, failure = pipe.recv()
        except TimeoutError:
            why = finding(
                "worker.silent", "{name}: no answer within {limit:g} s; it is begun anew", self._name, self._limit
            )
            return self._failed(ticket, why)
        except (EOFError, OSError):
            return self._failed(
                ticket, finding("worker.ended", "{name}: it ended unexpectedly; it is begun anew", self._name)
            )
        except Exception as error:  # what cannot be pickled must not end the thread: nobody would answer any more
            why = finding("worker.failed", "{name}: {error}: {problem}", self._name, type(error).__name__, error)
            return self._failed(ticket, why)
        self._bad_starts = 0
        return Answer(ticket, value, failure)

    def _failed(self, ticket: int, why: Finding) -> Answer:
        self._end()
        self._bad_starts += 1
        return Answer(ticket, failure=why)

    def _start(self) -> tuple[BaseProcess, Connection]:
        self._closing.wait(self._delays[min(self._bad_starts, len(self._delays) - 1)])
        if self._closing.is_set():
            raise EOFError
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(
            target=_serve, args=(there, self._build, self._arguments), name=self._name, daemon=True
        )
        process.start()
        there.close()
        self._child = process, here
        if not here.poll(self._start_limit):
            raise TimeoutError
        here.recv()
        return self._child

    def _end(self) -> None:
        if self._child:
            process, pipe = self._child
            process.kill()
            process.join()
            process.close()
            pipe.close()
            self._child = None


def _serve(pipe: Connection, build: Callable[..., Handler], arguments: tuple[Any, ...]) -> None:
    """The child: says that it is ready, then answers until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    handler = build(*arguments)
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            request = pipe.recv()
            pipe.send(_handled(handler, request))


def _handled(handler: Handler, request: Any) -> tuple[Any, Finding | None]:
    try:
        return handler(request), None
    except Coded as error:
        return None, error.finding
    except Exception as error:  # a fault in reading one picture must not cost the table its camera
        return None, finding("worker.fault", "{error}: {problem}", type(error).__name__, error)
