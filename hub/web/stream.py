"""Server-sent events: one answer that goes on until its messages end or the other side goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PING_S: Final = 15.0
PING: Final = b": ping\r\n\r\n"


class EventStream(Response):
    """An answer of events, each with the fields of one message. Whoever does not read is hung up on by the server."""

    def __init__(self, messages: AsyncIterator[Mapping[str, str]], ping_s: float = PING_S) -> None:
        super().__init__(media_type="text/event-stream")
        del self.headers["content-length"]
        self.headers["x-accel-buffering"] = "no"
        self._messages = messages
        self._ping_s = ping_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        gone = asyncio.ensure_future(_gone(receive))
        coming = asyncio.ensure_future(anext(self._messages))
        try:
            while not gone.done():
                await asyncio.wait({gone, coming}, timeout=self._ping_s, return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    await send({"type": "http.response.body", "body": PING, "more_body": True})
                    continue
                await send({"type": "http.response.body", "body": _event(coming.result()), "more_body": True})
                coming = asyncio.ensure_future(anext(self._messages))
        except StopAsyncIteration:
            await send({"type": "http.response.body", "body": b""})
        finally:
            for task in (gone, coming):
                task.cancel()
            await asyncio.gather(gone, coming, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(fields: Mapping[str, str]) -> bytes:
    """One event. Its texts have no line breaks: they are JSON."""
    return "".join(f"{name}: {text}\r\n" for name, text in fields.items()).encode() + b"\r\n"
