"""Answers come back in one piece, with one wake-up a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from hub.doors.limits import Gathered
from hub.errors import Refused
from hub.link.replies import Replies
from hub.link.wire import Stored
from tests.hub.refusals import refused


class Ingest:
    """Somebody who settles futures and says so."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[], None]] = []

    def listen(self, settled: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(settled)
        return lambda: self.listeners.remove(settled)

    def settle(self) -> None:
        for listener in self.listeners:
            listener()


def test_answers_refusals_and_those_who_went_away() -> None:
    async def run() -> None:
        ingest = Ingest()
        futures: list[Future[Stored]] = [Future() for _ in range(4)]
        async with Replies(ingest.listen) as replies:
            waiting = [asyncio.ensure_future(replies.of(future)) for future in futures]
            await asyncio.sleep(0)
            waiting[3].cancel()
            futures[0].set_result(Stored(1))
            futures[1].set_exception(Refused("bad_token"))
            futures[3].set_result(Stored(3))
            await asyncio.get_running_loop().run_in_executor(None, ingest.settle)
            assert (await waiting[0]).held == 1
            with refused("bad_token"):
                await waiting[1]
            assert not waiting[2].done()
            futures[2].set_result(Stored(2))
            await asyncio.get_running_loop().run_in_executor(None, ingest.settle)
            assert (await waiting[2]).held == 2
            assert replies._waiting == []
        assert ingest.listeners == []

    asyncio.run(run())


def test_what_was_settled_before_anybody_waits_is_there_at_once() -> None:
    async def run() -> Stored:
        future: Future[Stored] = Future()
        future.set_result(Stored(7))
        async with Replies(Ingest().listen) as replies:
            return await replies.of(future)

    assert asyncio.run(run()).held == 7


class Transport:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


def test_what_is_written_in_one_turn_is_sent_at_once() -> None:
    async def run() -> list[bytes]:
        transport = Transport()
        gathered = Gathered(transport, asyncio.get_running_loop())
        for part in (b"head", b"", b"body"):
            gathered.write(part)
        assert transport.sent == []
        await asyncio.sleep(0)
        gathered.write(b"next")
        gathered.close()
        gathered.write(b"too late")
        await asyncio.sleep(0)
        return transport.sent

    assert asyncio.run(run()) == [b"headbody", b"next"]
