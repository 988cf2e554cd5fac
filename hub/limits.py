"""What stands between the network and the pages: sizes, times, odd paths, and the headers of every answer."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
import msgspec
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from hub.errors import Refused
from hub.wire import MAX_BODY, MAX_NOTE

MAX_FORM: Final = 64 << 10
BODY_S: Final = 20.0
HEADERS_S: Final = 10.0
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Limits:
    """Refuses what is too large, too slow or no path of ours before anything else looks at it."""

    def __init__(self, app: ASGIApp, body_s: float = BODY_S) -> None:
        self._app = app
        self._body_s = body_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, scope)
        try:
            _check_path(scope)
            body = await self._body(scope, receive)
        except Refused as error:
            await _answer(send, error)
            return
        await self._app(scope, _replayed(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body. Raises Refused: `too_large`, `too_slow`."""
        most = longest_body(scope["path"])
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        if lengths and (not lengths[0].isdigit() or int(lengths[0]) > most):
            raise Refused("too_large", f"at most {most} bytes")
        if scope["method"] in ("GET", "HEAD") and not lengths:
            return b""
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self._body_s):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise Refused("too_slow", "the request was broken off")
                    parts.append(message.get("body", b""))
                    if sum(map(len, parts)) > most:
                        raise Refused("too_large", f"at most {most} bytes")
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError as error:
            raise Refused("too_slow") from error


def longest_body(path: str) -> int:
    """How many bytes a request to that path may bring."""
    if path.startswith("/api/tables/"):
        return MAX_BODY if path.endswith("/batches") else MAX_NOTE
    return MAX_FORM


def _check_path(scope: Scope) -> None:
    path, raw = scope["path"], scope.get("raw_path", b"")
    odd = any(part in ("..", ".") for part in path.split("/")) or "\\" in path or "//" in path
    if odd or len(path) > 500 or not path.isprintable() or b"%2f" in raw.lower() or not path.startswith("/"):
        raise Refused("bad_path")


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body that has been read, then whatever else comes (that the other side went away)."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(send: Send, scope: Scope) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if not scope["path"].startswith("/static/"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _answer(send: Send, error: Refused) -> None:
    body = msgspec.json.encode(error.as_json())
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Gathered:
    """A transport that sends what is written in one turn of the loop at once: the head of an answer with its body."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send it before the loop waits again."""
        if data:
            if not self._parts:
                self._loop.call_soon(self._flush)
            self._parts.append(data)

    def close(self) -> None:
        """Send what was written, then close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._parts:
            data, self._parts = b"".join(self._parts), []
            if not self._transport.is_closing():
                self._transport.write(data)


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that hangs up on whoever takes longer than `HEADERS_S` to say what they want.

    uvicorn limits the time between requests, not that of a request's headers.
    """

    headers_s: float = HEADERS_S
    _hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A connection begins: so does its time."""
        super().connection_made(Gathered(transport, self.loop))  # type: ignore[arg-type]
        self._watch()

    def data_received(self, data: bytes) -> None:
        """More of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._calm()
        super().connection_lost(exc)

    def _watch(self) -> None:
        waiting = self.conn.their_state is h11.IDLE
        if not waiting:
            self._calm()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(self.headers_s, self._hang_up)

    def _calm(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _hang_up(self) -> None:
        self._hurry = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.abort()
