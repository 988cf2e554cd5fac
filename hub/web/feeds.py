"""The feeds of pages: what has changed, as server-sent events; to guests the parts of their own page, drawn."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from engines.errors import finding
from hub.doors import door
from hub.errors import Refused
from hub.views import board, public
from hub.views.screens import MAX_WATCHERS, Lens, Screens
from hub.web import guests
from hub.web.pages import language_of, outside_address, store_of
from hub.web.stream import EventStream


async def screen(request: Request) -> EventStream:
    """What a big screen shows."""
    key, look = door.key(request), (language_of(request), outside_address(request))
    event = await run_in_threadpool(public.event_of_key, store_of(request), key)
    return _feed(request, event, Lens(look=look, told=_told(request), draw=guests.screen_drawing(key, *look)))


async def player(request: Request) -> EventStream:
    """What a player's phone shows."""
    key, language = door.key(request), language_of(request)
    event, own = await run_in_threadpool(public.player_of, store_of(request), key)
    drawing = guests.player_drawing(key, language)
    return _feed(request, event, Lens(player=own, look=language, told=_told(request), draw=drawing))


async def host(request: Request) -> EventStream:
    """What has changed, for a console."""
    await run_in_threadpool(door.host_of, request)
    event = door.number(request, "event")
    await run_in_threadpool(board.event_view, store_of(request), event)
    return _feed(request, event, None)


def _told(request: Request) -> str:
    """The digest of what the page shows already: browsers send it when they come again."""
    return request.headers.get("last-event-id") or request.query_params.get("told", "")


def _feed(request: Request, event: int, lens: Lens | None) -> EventStream:
    """The changes of an evening, until the other side goes away."""
    screens: Screens = request.app.state.hub.screens
    if screens.count >= MAX_WATCHERS:
        raise Refused("too_often", finding("screens.too_many", "too many screens"))

    async def told() -> AsyncIterator[dict[str, str]]:
        async for message in screens.watch(event, lens):
            for one in message.events():
                yield one

    return EventStream(told())
