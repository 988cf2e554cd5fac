"""The event host as a web application: the interface of tables, the doors; the pages and their feeds are handed
in.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from engines.errors import finding
from engines.registry import open_game
from hub.database.store import DatabaseAway, Store
from hub.doors import hosts
from hub.doors.beside import taker
from hub.doors.door import COOKIE, DEVICE_COOKIE, address, filled_in, host_of, key, let_in, number, see_off, token_of
from hub.doors.limits import TABLES, Limits, table_in
from hub.doors.quota import Quota
from hub.errors import NotFound, Refused, unknown
from hub.event import results
from hub.link import tables
from hub.link.asks import Question
from hub.link.folding import Opener
from hub.link.ingest import Ingest, state_of
from hub.link.pictures import Shown
from hub.link.replies import Replies
from hub.link.wire import PairRequest, decode
from hub.metrics import exposition, health
from hub.views import public
from hub.views.export import export_csv, export_json
from hub.views.guests import Guests
from hub.views.screens import Screens
from hub.views.shared import Shared

LOCAL: Final = ("127.0.0.1", "::1", "testclient")
MAX_LOG_INS: Final = 20
"""They are judged within some seconds, also on a Raspberry Pi."""
MAX_SAYINGS: Final = 12
MAX_SAYINGS_OF_ADDRESS: Final = 600
"""The phones of a whole café, each twice."""
SAYINGS_S: Final = 600.0
MAX_TABLE_KIB: Final = 32 << 10
"""What one table may send at once: some hundred games; and as much again within `TABLE_S`."""
TABLE_S: Final = 3_600.0
LARGE: Final = 32 << 10
"""Bytes of a batch that is not decoded between two other requests."""
UPDATE: Final = ".planisphere-update"


class Sayings:
    """How often players may say something about results: one person, and all phones that share an address."""

    def __init__(self) -> None:
        self._person = Quota(MAX_SAYINGS, SAYINGS_S)
        self._address = Quota(MAX_SAYINGS_OF_ADDRESS, SAYINGS_S)

    def take(self, person: str, address: str) -> None:
        """One vote or typed result. Raises Refused (`too_often`)."""
        self._address.take(address)
        self._person.take(person)


class Judging:
    """Checks passwords one after the other, in a thread of its own: nobody else waits for it."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0

    async def of(self, is_right: Callable[[], bool]) -> bool:
        """Whether it is right. Raises Refused (`too_often`) where too many wait already."""
        if self._waiting >= MAX_LOG_INS:
            raise Refused("too_often")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, is_right)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """No more. May be called twice."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Hub(AbstractContextManager["Hub"]):
    """Everything that one process of the event host keeps. Use it as a context manager.

    `opener` gives the game of a record's header: shipped packs, and captured ones where the caller knows them.
    `updates`: the folder of signed updates for tables; the one put there last is offered.
    """

    def __init__(
        self, store: Store, opener: Opener = open_game, name: str = "Planisphere", updates: Path | None = None
    ) -> None:
        self.store = store
        self.name = name
        self.updates = updates
        self.ingest = Ingest(store, opener, taker(store))
        self.tables = tables.KnownTables(store)
        self.sayings = Sayings()
        self.sent = Quota(MAX_TABLE_KIB, TABLE_S)
        self.judging = Judging()
        self.replies = Replies(self.ingest.listen)
        self.guests = Guests(store)
        self.screens = Screens(store, self.guests)
        self.shared = Shared(store)

    async def known(self, scope: Scope) -> None:
        """Raises Refused unless a message brings its table's token, or a form a host's session."""
        request = Request(scope)
        if not request.url.path.startswith(TABLES):
            await run_in_threadpool(host_of, request)
            return
        table, token = table_in(request.url.path), token_of(request)
        try:
            await self.tables.check(table, token)
        except Refused as error:
            self.ingest.refused(0, error)
            raise
        except DatabaseAway as error:
            raise Refused("database_away") from error

    def close(self) -> None:
        """Finish what was taken; the store stays open."""
        self.judging.close()
        self.shared.close()
        self.ingest.close()

    def __exit__(self, *_: object) -> None:
        self.close()


ErrorPage: TypeAlias = Callable[[Request, Refused], Response]


def create_app(hub: Hub, pages: Sequence[BaseRoute] = (), error_page: ErrorPage | None = None) -> Starlette:
    """The application with these pages. Its `state.hub` is what they work with; `error_page` says no in words."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with hub.screens, hub.replies:
            yield

    app = Starlette(
        routes=[*_routes(), *pages],
        middleware=[Middleware(Limits, known=hub.known)],
        exception_handlers={Refused: _refused, DatabaseAway: _away, HTTPException: _no_route, Exception: _mistake},
        lifespan=lifespan,
    )
    app.state.hub = hub
    app.state.error_page = error_page
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route("/health", _health),
        Route("/metrics", _metrics),
        Route("/api/pair", _pair, methods=["POST"]),
        Route("/api/tables/{table}/batches", _batches, methods=["POST"]),
        Route("/api/tables/{table}/status", _status, methods=["POST"]),
        Route("/api/tables/{table}/asks", _asks, methods=["POST"]),
        Route("/api/tables/{table}/pictures", _pictures, methods=["POST"]),
        Route("/api/tables/{table}/state", _state),
        Route("/api/update", _update),
        Route("/api/screen/{key}", _screen),
        Route("/api/player/{key}", _player),
        Route("/api/player/{key}/vote", _vote, methods=["POST"]),
        Route("/api/events/{event}/export.json", _export_json),
        Route("/api/events/{event}/export.csv", _export_csv),
        Route("/login", _log_in, methods=["POST"]),
        Route("/logout", _log_out, methods=["POST"]),
    ]


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


# Errors -------------------------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    page = request.app.state.error_page if _wants_page(request) else None
    if page is not None:
        found: Response = await run_in_threadpool(page, request, error)
        return found
    return JSONResponse(error.as_json(), error.status, error.headers)


def _wants_page(request: Request) -> bool:
    own = ("/api/", "/feed/", "/health", "/metrics")
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(own)


async def _away(request: Request, _error: Exception) -> Response:
    return await _refused(request, Refused("database_away"))


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method"}.get(error.status_code, "bad_value")
    return await _refused(request, Refused(code, finding("http.refused", "{reason}", str(error.detail)[:200])))


async def _mistake(_request: Request, _error: Exception) -> Response:
    error = Refused("internal")
    return JSONResponse(error.as_json(), error.status)


# Tables -------------------------------------------------------------------------------------------------------------


async def _pair(request: Request) -> Response:
    wanted = decode(PairRequest, await request.body())
    store, where = request.app.state.hub.store, address(request)
    return _json(await run_in_threadpool(tables.pair, store, wanted.code, wanted.name, where))


async def _batches(request: Request) -> Response:
    hub: Hub = request.app.state.hub
    table, token, body = number(request, "table"), token_of(request), await request.body()
    try:
        hub.sent.take(str(table), 1 + len(body) // 1_024)
        if len(body) > LARGE:
            future = await run_in_threadpool(hub.ingest.submit, table, token, body)
        else:
            future = hub.ingest.submit(table, token, body)
    except Refused as error:
        await run_in_threadpool(_count_of_known, hub, table, token, error)
        raise
    return _json(await hub.replies.of(future))


def _count_of_known(hub: Hub, table: int, token: str, error: Refused) -> None:
    """Count a malformed batch, for the table only where it is that table's own."""
    try:
        with hub.store.read() as tx:
            tables.known_table(tx, table, token)
    except (Refused, DatabaseAway):
        table = 0
    hub.ingest.refused(table, error)


async def _status(request: Request) -> Response:
    hub: Hub = request.app.state.hub
    table, token = number(request, "table"), token_of(request)
    note = decode(tables.TableNote, await request.body())
    return _json(await run_in_threadpool(tables.take_note, hub.store, table, token, note))


async def _asks(request: Request) -> Response:
    store, table, token = request.app.state.hub.store, number(request, "table"), token_of(request)
    question = decode(Question, await request.body())
    return _json(await run_in_threadpool(tables.ask, store, table, token, question))


async def _pictures(request: Request) -> Response:
    store, table, token = request.app.state.hub.store, number(request, "table"), token_of(request)
    shown = decode(Shown, await request.body())
    return _json(await run_in_threadpool(tables.show, store, table, token, shown))


async def _state(request: Request) -> Response:
    store = request.app.state.hub.store
    return _json(await run_in_threadpool(state_of, store, number(request, "table"), token_of(request)))


def _update(request: Request) -> Response:
    """The update that this event host offers; its signature is all that makes a table believe it."""
    folder: Path | None = request.app.state.hub.updates
    found = sorted(folder.glob(f"*{UPDATE}"), key=lambda path: path.stat().st_mtime) if folder is not None else []
    if not found:
        raise NotFound("update.none", "no update")
    return FileResponse(found[-1], media_type="application/octet-stream", filename=found[-1].name)


# Guests -------------------------------------------------------------------------------------------------------------


def _screen(request: Request) -> Response:
    return _json(request.app.state.hub.guests.screen_now(key(request)))


def _player(request: Request) -> Response:
    return _json(request.app.state.hub.guests.page(key(request)))


class Vote(msgspec.Struct, frozen=True):
    """A player's word on a proposed result."""

    result: int
    agrees: bool


async def _vote(request: Request) -> Response:
    said, own = decode(Vote, await request.body()), key(request)
    request.app.state.hub.sayings.take(own, address(request))
    if not 1 <= said.result < 2**31:
        raise unknown("result", said.result)
    return _json({"state": await run_in_threadpool(_cast, request.app.state.hub.store, own, said)})


def _cast(store: Store, own: str, said: Vote) -> str:
    event, player = public.player_of(store, own)
    return results.vote(store, event, player, said.result, said.agrees)


# The host -----------------------------------------------------------------------------------------------------------


async def _log_in(request: Request) -> Response:
    """The log-in form: to the console, or back to the form with the reason in `error`."""
    form, hub = await request.form(), request.app.state.hub
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        device = request.cookies.get(DEVICE_COOKIE)
        begun = await run_in_threadpool(hosts.attempt, hub.store, name, address(request), device)
        if not await hub.judging.of(lambda: begun.is_right(password)):
            raise Refused("wrong_login")
        token, _ = await run_in_threadpool(hosts.let_in, hub.store, begun)
        device = await run_in_threadpool(hosts.known_device, hub.store, begun.name)
    except Refused as error:
        if _wants_page(request):
            return RedirectResponse(f"/login?error={error.error}", 303)
        raise
    response = RedirectResponse("/host", 303)
    let_in(request, response, token, device)
    return response


async def _log_out(request: Request) -> Response:
    await filled_in(request)
    await run_in_threadpool(hosts.log_out, request.app.state.hub.store, request.cookies[COOKIE])
    response = RedirectResponse("/login", 303)
    see_off(response)
    return response


def _export_json(request: Request) -> Response:
    host_of(request)
    return _json(export_json(request.app.state.hub.store, number(request, "event")))


def _export_csv(request: Request) -> Response:
    host_of(request)
    text = export_csv(request.app.state.hub.store, number(request, "event"))
    return Response(text, media_type="text/csv; charset=utf-8", headers={"content-disposition": "attachment"})


# Operation ----------------------------------------------------------------------------------------------------------


def _health(request: Request) -> Response:
    return _json(health(request.app.state.hub.store))


def _metrics(request: Request) -> Response:
    """For monitoring on this machine and for hosts; a proxy need not pass it on."""
    if address(request) not in LOCAL:
        host_of(request)
    hub: Hub = request.app.state.hub
    text = exposition(hub.store, hub.ingest, lambda: hub.screens.count)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
