"""Brings answers from the ingest thread to the requests that wait for them: one wake-up a commit, not one a batch."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeAlias

from hub.link.wire import Stored

_Waiting: TypeAlias = "tuple[Future[Stored], asyncio.Future[Stored]]"


class Replies:
    """For one event loop. Use it as an asynchronous context manager.

    `listen`: has a function called whenever some of the futures are done, and returns what ends that.
    """

    def __init__(self, listen: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
        self._listen = listen
        self._waiting: list[_Waiting] = []
        self._woken = threading.Event()
        self._end: Callable[[], None] = lambda: None

    async def __aenter__(self) -> Replies:
        loop = asyncio.get_running_loop()

        def settled() -> None:
            if not self._woken.is_set():
                self._woken.set()
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._look)

        self._end = self._listen(settled)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._end()
        self._look()

    async def of(self, future: Future[Stored]) -> Stored:
        """What comes of it; raises what went wrong."""
        if not future.done():
            waiter: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
            self._waiting.append((future, waiter))
            if future.done():
                self._look()
            return await waiter
        return future.result()

    def _look(self) -> None:
        self._woken.clear()
        waiting, self._waiting = self._waiting, []
        self._waiting += [pair for pair in waiting if not _passed_on(*pair)]


def _passed_on(future: Future[Any], waiter: asyncio.Future[Any]) -> bool:
    if waiter.done():
        return True
    if not future.done():
        return False
    error = future.exception()
    if error is not None:
        waiter.set_exception(error)
    else:
        waiter.set_result(future.result())
    return True
