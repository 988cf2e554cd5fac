"""What stands between the network and the pages: sizes, times, odd paths, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import h11
import msgspec
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from engines.errors import finding
from hub.doors.connections import Connections
from hub.doors.door import number_in
from hub.doors.turns import Turn, Turns
from hub.errors import Refused
from hub.link.wire import MAX_BODY, MAX_NOTE

MAX_FORM: Final = 64 << 10
MAX_PICTURE: Final = 4 << 20
CONSOLE: Final = "/host/events/"
TABLES: Final = "/api/tables/"
MAX_BODIES: Final = 32 << 20
"""Bytes of bodies longer than `MAX_FORM` at once: tables come again with them."""
BODY_TIMEOUT_S: Final = 20.0
HEADERS_TIMEOUT_S: Final = 5.0
READ_TIMEOUT_S: Final = 10.0
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


Known: TypeAlias = Callable[[Scope], Awaitable[None]]
"""Raises Refused unless whoever asks may send such a message: the right token, or a host's session."""


class Limits:
    """Refuses what is too large, too slow or no path of ours before anything else looks at it.

    Of a table's message, and of a long form, only the head is read before `known` has said that it may come. An
    address has a few requests worked on at a time; a turn lasts until an answer begins, so that nobody waits for a slow
    reader or body.
    """

    def __init__(self, app: ASGIApp, known: Known, body_s: float = BODY_TIMEOUT_S) -> None:
        self._app = app
        self._known = known
        self._body_s = body_s
        self._turns = Turns()
        self._large = 0
        """Bytes of large bodies that are being read or worked on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else "?"
        large = 0
        turn = await self._turns.take(address)
        send = _with_headers(send, scope, turn)
        try:
            try:
                _check_path(scope)
                length = _length(scope)
                if length > MAX_FORM or (length and scope["path"].startswith(TABLES)):
                    await self._known(scope)
                if length:
                    turn.give_back()
                if length > MAX_FORM:
                    if self._large + length > MAX_BODIES:
                        raise Refused("too_often", finding("request.too_many", "too many large requests at once"))
                    large = length
                    self._large += large
                body = await self._body(receive, length)
            except Refused as error:
                await _answer(send, error)
                return
            if length:
                turn = await self._turns.take(address)
                send = _with_headers(send, scope, turn)
            await self._app(scope, _replayed(body, receive), send)
        finally:
            turn.give_back()
            self._large -= large

    async def _body(self, receive: Receive, length: int) -> bytes:
        """The whole body. Raises Refused (`too_slow`)."""
        if not length:
            return b""
        body = bytearray()
        try:
            async with asyncio.timeout(self._body_s):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise Refused("too_slow", finding("request.broken_off", "the request was broken off"))
                    body += message.get("body", b"")
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError as error:
            raise Refused("too_slow") from error


def _length(scope: Scope) -> int:
    """How long a request's body is, by its head. Raises Refused (`too_large`)."""
    headers = dict(scope["headers"])
    most, length = longest_body(scope["path"]), headers.get(b"content-length", b"0")
    if not length.isdigit() or int(length) > most:
        raise Refused("too_large", finding("request.too_large", "at most {most} bytes", most))
    return int(length)


def table_in(path: str) -> int:
    """The table whose message goes to that path. Raises Refused (`not_found`)."""
    return number_in("table", path.removeprefix(TABLES).partition("/")[0])


def longest_body(path: str) -> int:
    """How many bytes a request to that path may bring."""
    if path.startswith(TABLES):
        return MAX_BODY if path.endswith("/batches") else MAX_NOTE
    return MAX_PICTURE if path.startswith(CONSOLE) and path.endswith("/do/cafe_picture") else MAX_FORM


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


def _with_headers(send: Send, scope: Scope, turn: Turn) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            turn.give_back()
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if not scope["path"].startswith("/static/"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _answer(send: Send, error: Refused) -> None:
    headers, body = _said(error)
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _said(error: Refused) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of a refusal after which the connection ends."""
    body = msgspec.json.encode(error.as_json())
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    headers += [(name.encode(), value.encode()) for name, value in error.headers.items()]
    return headers, body


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


_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
"""What somebody is told for whom there is no room."""


_IN_PIECES: Final = finding("request.no_length", "a request says how long it is, and comes in one piece")


class _Whole(h11.Connection):
    """HTTP/1.1 without bodies in pieces: a megabyte of one byte each takes seconds to put together."""

    in_pieces = False
    """Whether somebody sent one."""

    def next_event(self) -> Any:
        """The next event. Raises RemoteProtocolError."""
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            self.in_pieces = True
            raise h11.RemoteProtocolError("a body in pieces", error_status_hint=413)
        return event


class PatientProtocol(H11Protocol):
    """HTTP/1.1 that hangs up on whoever takes longer than `HEADERS_TIMEOUT_S` to say what they want, or longer than
    `READ_TIMEOUT_S` to read what they asked for.

    uvicorn limits the time between requests, not that of a request's headers, and how many requests there are, not how
    many connections.
    """

    headers_s: float = HEADERS_TIMEOUT_S
    read_s: float = READ_TIMEOUT_S
    connected: Connections
    """Of everybody whom this process serves."""
    _hurry: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    whole: _Whole

    def connection_made(self, transport: Any) -> None:
        """A connection begins: so does its time."""
        self.conn = self.whole = _Whole(h11.SERVER, self.config.h11_max_incomplete_event_size or 0)
        super().connection_made(Gathered(transport, self.loop))  # type: ignore[arg-type]
        if self.connected.arrive(self, self.client[0] if self.client else "?"):
            self._watch()
        else:
            transport.write(_FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came in, and watch how long the rest of a request may take."""
        super().data_received(data)
        self._watch()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.connected.is_answered(self)

    def send_400_response(self, msg: str) -> None:
        """Say no to what is no HTTP, or a body in pieces, and hang up."""
        if not self.whole.in_pieces:
            super().send_400_response(msg)
            return
        headers, body = _said(Refused("too_large", _IN_PIECES))
        for event in (h11.Response(status_code=413, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        """The other side does not read: it has so long for it."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.read_s, self.hang_up)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._has_read()

    def _has_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def on_response_complete(self) -> None:
        """Count the connection among those that wait, where it is kept."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.connected.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._calm()
        self._has_read()
        self.connected.leave(self)
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
        if self.conn.their_state is h11.IDLE:
            self.hang_up()

    def hang_up(self) -> None:
        """End it now, whatever was asked."""
        if not self.transport.is_closing():
            self.transport.abort()
