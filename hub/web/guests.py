"""The pages of guests: the big screen, a player's own page, the overlay over a stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, Final

import msgspec
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hub.database.store import Store
from hub.doors import door
from hub.errors import NotAllowed, Refused
from hub.event import evening, results
from hub.event.names import MAX_NAME, folded
from hub.link.pictures import shown_picture
from hub.views import public
from hub.views.guests import digest
from hub.views.public import LiveBoard, PlayerPage, Screen
from hub.views.seatings import SeatingView
from hub.views.standings import StandingView
from hub.web.forms import told, whole
from hub.web.pages import (
    back_to,
    joining_code,
    language_of,
    outside_address,
    page,
    part,
    reason,
    set_language,
    store_of,
)

PAGE_INTERVAL_MS: Final = 12_000
"""Milliseconds for which the big screen shows one of its pages."""
MAX_ON_A_PAGE: Final = {"seating": 9, "live": 9, "standings": 10, "boards": 6}
"""The most tables or lines on one page of the big screen, legible at four metres."""
MAX_LARGE_TABLES: Final = 6
"""The most tables on a page where more than `SEATS` sit at one."""
LETTERS_VH: Final = {"large": 5.0, "usual": 3.6, "small": 3.2}
"""How high letters are, in hundredths of the screen's height; they are 0.6 of that wide."""
LINE: Final = 1.25
"""Of a line, in heights of its letters."""
ROOM_VH: Final = 78.0
"""How much of the height tables may take."""
WIDTH_VH: Final = 162.0
"""How much of the width: of a screen of 16 to 9."""
FRAME_VH: Final = 4.4
"""Around the lines of each table."""
BESIDE: Final = 6
"""So many letters find room beside a name: a star before it, a total behind it."""
SEATS: Final = 4
MAX_FOUND: Final = 20
"""Names that are shown to somebody who looks for one."""


class ScreenPage(msgspec.Struct, frozen=True):
    """One page of the big screen: `kind` is message, seating, live, standings, boards or welcome."""

    kind: str
    rows: tuple[Any, ...] = ()
    number: int = 1
    count: int = 1
    fit: str = "usual"
    """How its tables are written: large, usual or small; in how many columns; and whether names are whole."""


def screen_pages(shown: Screen) -> tuple[ScreenPage, ...]:
    """What the big screen shows in turn, the host's message first; no page is fuller than can be read.

    While players look for their tables, the best of the standings are all it shows beside the seating.
    """
    pages: list[ScreenPage] = []
    if shown.seating is not None:
        pages += _cut("seating", shown.seating.tables)
    pages += _cut("live", shown.live)
    standings = _cut("standings", shown.standings)
    seeking = shown.seating is not None and shown.seating.timer.state == "planned"
    pages += standings[:1] if seeking else standings + _cut("boards", shown.boards)
    said = [ScreenPage("message")] if shown.message else []
    return tuple(said + (pages or [ScreenPage("welcome")]))


def _cut(kind: str, rows: Sequence[Any]) -> list[ScreenPage]:
    crowded = any(len(_names(row)) > SEATS for row in rows)
    room = MAX_LARGE_TABLES if crowded else MAX_ON_A_PAGE[kind]
    count = -(-len(rows) // room)
    shown = [tuple(rows[n * room : (n + 1) * room]) for n in range(count)]
    return [ScreenPage(kind, part, n, count, _fit(part)) for n, part in enumerate(shown, start=1)]


def _fit(rows: Sequence[Any]) -> str:
    """How so many tables are written on one page: smaller, where that shows all names whole."""
    tables = [_names(row) for row in rows]
    base = "small" if max(map(len, tables)) > SEATS else "large" if len(rows) <= MAX_LARGE_TABLES else "usual"
    columns = {1: 1, 2: 2, 4: 2}.get(len(rows), 3)
    sizes = list(LETTERS_VH)
    for size in sizes[sizes.index(base) :]:
        letters = int((WIDTH_VH / columns - FRAME_VH) / LETTERS_VH[size] / 0.6) - BESIDE
        lines = [1 + sum(len(wrap(name, letters)) for name in names) for names in tables]
        if size == base and all(len(name) <= letters for names in tables for name in names):
            break
        highest = (max(lines[at : at + columns]) for at in range(0, len(lines), columns))
        if sum(FRAME_VH + LINE * LETTERS_VH[size] * count for count in highest) <= ROOM_VH:
            return f"{size} columns-{columns} whole"
    return f"{base} columns-{columns}"


def _names(row: SeatingView | LiveBoard | StandingView) -> Sequence[str]:
    match row:
        case SeatingView():
            return [seat.name for seat in row.seats]
        case LiveBoard():
            return row.players
        case _:
            return ()


async def home(request: Request) -> Response:
    """The first page."""
    return page(request, "home.html")


async def language(request: Request) -> Response:
    """Another language for this browser."""
    form = await request.form()
    return set_language(request, form.get("language"), form.get("then"))


def big_screen(request: Request) -> Response:
    """The big screen, whole."""
    key = door.key(request)
    hub = request.app.state.hub
    shown = hub.guests.screen(public.event_of_key(hub.store, key))
    part = screen_drawing(key, language_of(request), outside_address(request))(shown, hub.store.clock())
    feed = f"/feed/screen/{key}?told={digest(shown)}"
    return page(request, "screen.html", screen=shown, part=Markup(part["screen"]), feed=feed, turn_ms=PAGE_INTERVAL_MS)


def screen_drawing(key: str, language: str, address: str) -> Callable[[Screen, int], dict[str, str]]:
    """How the changing part of that big screen is drawn; `address`: where phones reach this event host."""

    def draw(shown: Screen, now: int) -> dict[str, str]:
        dated = public.screen_at(shown, now)
        joining = joining_code(address, key) if shown.joining else ("", "")
        return {
            "screen": part(
                language, "screen_part.html", screen=dated, pages=screen_pages(dated), joining=joining, key=key
            )
        }

    return draw


def find(request: Request) -> Response:
    """Where people sit: for whoever types a part of a name, at the big screen or on a phone."""
    key, hub = door.key(request), request.app.state.hub
    shown = hub.guests.screen(public.event_of_key(hub.store, key))
    name = request.query_params.get("name", "").strip()[:MAX_NAME]
    tables = shown.seating.tables if shown.seating is not None else ()
    found = [(seat, table) for table in tables for seat in table.seats if folded(name) in folded(seat.name)]
    found.sort(key=lambda one: folded(one[0].name))
    return page(request, "find.html", screen=shown, name=name, found=found[:MAX_FOUND] if name else [])


def picture(request: Request) -> Response:
    """A picture that everybody may see."""
    return picture_answer(shown_picture(store_of(request), door.key(request)))


def picture_answer(data: bytes) -> Response:
    """A picture as it is kept."""
    return Response(data, media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")


def overlay(request: Request) -> Response:
    """The running games (or one table's) over a stream's picture."""
    key = door.key(request)
    shown = request.app.state.hub.guests.screen_now(key)
    wanted = request.query_params.get("table", "")
    table = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else None
    running = tuple(board for board in shown.live if not board.over) or shown.live
    boards = running if table is None else tuple(board for board in shown.live if board.place == table)
    values: dict[str, Any] = {"screen": shown, "boards": boards, "table": table}
    return page(request, "overlay.html", **values, feed=f"/feed/screen/{key}", turn_ms=PAGE_INTERVAL_MS)


def player(request: Request) -> Response:
    """A player's own page."""
    key = door.key(request)
    found = request.app.state.hub.guests.page(key)
    shown = public.undated_page(found)
    drawn = player_drawing(key, language_of(request))(shown, store_of(request).clock())
    feed = f"/feed/player/{key}?told={digest(shown)}"
    return page(request, "player.html", page=found, part=Markup(drawn["page"]), here=f"/p/{key}", feed=feed)


def player_drawing(key: str, language: str) -> Callable[[PlayerPage, int], dict[str, str]]:
    """How the changing part of that player's page is drawn."""

    def draw(shown: PlayerPage, now: int) -> dict[str, str]:
        found = public.page_at(shown, now)
        return {"page": part(language, "player_part.html", page=found, here=f"/p/{key}")}

    return draw


def player_standings(request: Request) -> Response:
    """The released standings, for a player."""
    key = door.key(request)
    found = request.app.state.hub.guests.page(key)
    return page(request, "player_standings.html", page=found, here=f"/p/{key}")


def join_page(request: Request, notice: str = "", status: int = 200) -> Response:
    """Where players register themselves."""
    key = door.key(request)
    shown = request.app.state.hub.guests.screen_now(key)
    return page(request, "join.html", screen=shown, notice=notice, status=status)


async def join(request: Request) -> Response:
    """A player registers; on to the player's own page."""
    key, where = door.key(request), door.address(request)
    form = await request.form()
    name = str(form.get("name", ""))[:200]
    try:
        own = await run_in_threadpool(public.join, store_of(request), key, name, where)
    except Refused as error:
        if error.error not in ("bad_value", "too_many", "too_often"):
            raise
        return await run_in_threadpool(join_page, request, reason(language_of(request), error), error.status)
    return RedirectResponse(f"/p/{own}", 303)


def _may_say(request: Request) -> str:
    """The key of a player who wants to say something about a result. Raises Refused (`too_often`)."""
    key = door.key(request)
    request.app.state.hub.sayings.take(key, door.address(request))
    return key


async def _said(request: Request, key: str, say: Callable[[Store, int, int], object]) -> Response:
    """Have the player of that key say something (store, evening, player), and show the player's page again."""

    def run() -> None:
        store = store_of(request)
        say(store, *public.player_of(store, key))

    await run_in_threadpool(run)
    return back_to(f"/p/{key}", "/")


async def vote(request: Request) -> Response:
    """A player says whether the result of their table is right."""
    key = _may_say(request)
    form = await request.form()
    result, agrees = whole(form.get("result")), form.get("agrees") == "1"
    return await _said(request, key, lambda store, event, who: results.vote(store, event, who, result, agrees))


async def check_in(request: Request) -> Response:
    """A player says to be here."""
    key = _may_say(request)
    return await _said(request, key, lambda store, event, who: evening.check_in(store, event, f"player:{who}", who))


async def tell_result(request: Request) -> Response:
    """A player tells how their table ended."""
    key = _may_say(request)
    form = await request.form()
    seating = whole(form.get("seating"))

    def propose(store: Store, event: int, who: int) -> None:
        now = request.app.state.hub.guests.page(key).now
        if now is None or now.id != seating:
            raise NotAllowed("result.other_table", "only one's own table")
        ended = told(form, now.described)
        claim = results.Claim(totals=ended.totals, winners=ended.winners, source="player", by=f"player:{who}")
        results.propose(store, event, f"player:{who}", seating, claim)

    return await _said(request, key, propose)
