"""The host's pages: evenings, tables at a glance, rounds, players, the judge's queue, standings, the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hub import asks, audit, board, door, evening, results, rounds, tables
from hub.board import EventView
from hub.errors import Refused
from hub.evening import Plan
from hub.hosts import Session
from hub.store import Store
from hub.web import words
from hub.web.deeds import told
from hub.web.forms import optional, text, whole, wholes
from hub.web.pages import back_to, joining_code, language_of, outside_address, page, qr, reason, store_of
from hub.web.words import N_

TABS: Final = (
    ("", N_("Tables")),
    ("rounds", N_("Rounds")),
    ("players", N_("Players")),
    ("judge", N_("Questions")),
    ("standings", N_("Standings")),
    ("log", N_("What was done")),
    ("settings", N_("Settings")),
)
FREE_TAB: Final = N_("Free play")


# Logging in ---------------------------------------------------------------------------------------------------------


def login_page(request: Request) -> Response:
    """Name and password; after a failed try with the reason."""
    code = request.query_params.get("error", "")
    notice = reason(language_of(request), Refused(code)) if code in words.REASONS else ""
    return page(request, "login.html", notice=notice)


# Evenings -----------------------------------------------------------------------------------------------------------


def event_list(request: Request, plan: Plan | None = None, **more: Any) -> Response:
    """Every evening, and the form of a new one."""
    session = door.host_of(request)
    shown = plan or Plan(name="", game="star_explorer")
    found = board.events(store_of(request))
    return page(request, "events.html", session=session, events=found, plan=shown, **more)


async def new_event(request: Request) -> Response:
    """Create an evening."""
    session = await run_in_threadpool(door.host_of, request)
    form = await request.form()
    door.check_form(request, session, form.get("csrf"))
    plan = _plan(form)
    try:
        event = await run_in_threadpool(evening.create_event, store_of(request), session.actor, plan)
    except Refused as error:
        why: dict[str, Any] = {"notice": reason(language_of(request), error), "status": error.status}
        return await run_in_threadpool(lambda: event_list(request, plan, **why))
    return RedirectResponse(f"/host/events/{event}/players", 303)


def _plan(form: FormData, options: dict[str, Any] | None = None) -> Plan:
    """The settings in a form; what is no number at all is refused here, what cannot be by `hub.evening`."""
    values: dict[str, Any] = {name: text(form, name) for name in ("name", "game", "system", "confirm", "live")}
    for name in ("seats", "seats_min", "places", "rounds", "minutes", "bye_points"):
        values[name] = whole(form.get(name))
    return Plan(**values, options=options or {})


# One evening --------------------------------------------------------------------------------------------------------


def _event_page(request: Request, template: str, tab: str, view: EventView, **more: Any) -> Response:
    session: Session = door.host_of(request)
    translate = words.catalogue(language_of(request)).gettext
    names = tuple((n, translate(FREE_TAB if n == "rounds" and view.system == "free" else w)) for n, w in TABS)
    waiting = board.waiting(store_of(request), view.id)
    known = {"session": session, "event": view, "tab": tab, "tabs": names, "waiting": waiting}
    return page(request, template, **known, feed=f"/feed/host/{view.id}", **more)


def _view(request: Request) -> EventView:
    door.host_of(request)
    return board.event_view(store_of(request), door.number(request, "event"))


def overview(request: Request, **more: Any) -> Response:
    """Tables at a glance."""
    view = _view(request)
    return _event_page(request, "tables.html", "", view, **_glance(store_of(request), view), **more)


def glance_part(request: Request) -> Response:
    """What changes on it."""
    view, session = _view(request), door.host_of(request)
    values = {**_glance(store_of(request), view), "event": view, "session": session}
    return page(request, "glance.html", **values, here=f"/host/events/{view.id}")


def waiting_part(request: Request) -> Response:
    """How much the host must decide, beside its tab."""
    door.host_of(request)
    return page(request, "waiting.html", waiting=board.waiting(store_of(request), door.number(request, "event")))


def _glance(store: Store, view: EventView) -> dict[str, Any]:
    now = next((line for line in reversed(view.rounds) if line.timer.state != "ended"), None)
    tables_now, cases = board.tables_at_glance(store, view.id), board.queue(store, view.id)
    at = {table.table: table.place for table in tables_now if table.table is not None}
    asking = [(case, case.seating.place if case.seating is not None else at.get(case.table or 0)) for case in cases]
    silent = [table for table in tables_now if table.state in ("offline", "low_light")]
    return {"tables": tables_now, "now": now, "asking": asking, "silent": silent}


def players_page(request: Request, **more: Any) -> Response:
    """Who plays; while players may register themselves, the QR code for it."""
    view = _view(request)
    code = joining_code(request, view.key) if view.joining else ("", "")
    return _event_page(request, "players.html", "players", view, joining=code, **more)


def rounds_page(request: Request, **more: Any) -> Response:
    """One round (the last one, where none is named), or the tables of free play."""
    view, store = _view(request), store_of(request)
    last = view.rounds[-1].number if view.rounds else None
    number = door.number(request, "round") if "round" in request.path_params else last
    shown = board.round_view(store, view.id, number) if number is not None else None
    free = board.free_tables(store, view.id) if view.system == "free" else ()
    states = [line.timer.state for line in view.rounds]
    known = {
        "running": "running" in states or "paused" in states, "planned": "planned" in states,
        "missing": any(line.settled < line.tables for line in view.rounds if line.timer.state == "ended"),
    }  # fmt: skip
    return _event_page(request, "rounds.html", "rounds", view, round=shown, seatings=free, **known, **more)


def judge_page(request: Request, **more: Any) -> Response:
    """What the host must decide, and what was refused."""
    view, store = _view(request), store_of(request)
    last = view.rounds[-1].number if view.rounds else None
    seated = board.round_view(store, view.id, last).tables if last is not None else board.free_tables(store, view.id)
    values = {"cases": board.queue(store, view.id), "refusals": board.refusals(store)}
    tables_ = tuple(seating for seating in seated if not seating.bye)
    return _event_page(request, "judge.html", "judge", view, **values, seatings=tables_, **more)


def case_photo(request: Request) -> Response:
    """The photograph of a question."""
    view = _view(request)
    photo = board.case_photo(store_of(request), view.id, door.number(request, "case"))
    if photo is None:
        raise Refused("not_found")
    kind = "image/png" if photo.startswith(b"\x89PNG") else "image/jpeg"
    return Response(photo, media_type=kind)


def standings_page(request: Request, **more: Any) -> Response:
    """Everything so far, and what guests see of it."""
    view = _view(request)
    lines = board.standings_view(store_of(request), view.id)
    return _event_page(request, "standings.html", "standings", view, lines=lines, **more)


def log_page(request: Request, **more: Any) -> Response:
    """Every change, each with its way back."""
    view = _view(request)
    lines = told(audit.log_of(store_of(request), view.id), view, language_of(request))
    return _event_page(request, "log.html", "log", view, lines=lines, **more)


def settings_page(request: Request, **more: Any) -> Response:
    """Settings, places and devices."""
    view = _view(request)
    counts = {"rounds": view.planned_rounds, "places": max(1, len(view.places))}
    known = {name: getattr(view, name) for name in Plan.__struct_fields__ if name not in counts}
    plan = msgspec.convert({**known, **counts}, Plan)
    devices = tables.paired_tables(store_of(request))
    return _event_page(request, "settings.html", "settings", view, plan=plan, devices=devices, **more)


# What the host does -------------------------------------------------------------------------------------------------


class Deed:
    """One form of the host: who, on which evening, and what is in it."""

    def __init__(self, store: Store, event: int, actor: str, form: FormData) -> None:
        self.store = store
        self.event = event
        self.actor = actor
        self.form = form
        self.seen = optional(form, "seen")

    def number(self, name: str) -> int:
        """A field as a whole number."""
        return whole(self.form.get(name))

    def common(self) -> tuple[Store, int, str]:
        """What every function of an evening takes first."""
        return self.store, self.event, self.actor


def _names(deed: Deed) -> list[str]:
    lines = text(deed.form, "names").replace("\r", "").removesuffix("\n").split("\n")
    return [line.strip() for line in lines]


def _judge(deed: Deed) -> None:
    totals = wholes(deed.form, "total")
    winner = optional(deed.form, "winner")
    places = None
    if winner is not None:
        first = [seat == winner for seat in range(len(totals))]
        keys = [(not first[seat], -total) for seat, total in enumerate(totals)]
        places = [1 + sum(other < key for other in keys) for key in keys]
    ruling = text(deed.form, "ruling")
    results.judge(*deed.common(), deed.number("seating"), totals, places, ruling, seen=deed.seen)


def _change_event(deed: Deed) -> None:
    view = board.event_view(deed.store, deed.event)
    plan = msgspec.structs.replace(_plan(deed.form, view.options), pack=view.pack)
    evening.change_event(*deed.common(), plan, seen=deed.seen)


def _set_table(deed: Deed) -> None:
    evening.set_table(*deed.common(), deed.number("place"), optional(deed.form, "table"), seen=deed.seen)


DEEDS: Final[dict[str, Callable[[Deed], object]]] = {
    "add_players": lambda d: evening.add_players(*d.common(), _names(d)),
    "let_join": lambda d: evening.set_joining(*d.common(), True, d.seen),
    "no_joining": lambda d: evening.set_joining(*d.common(), False, d.seen),
    "rename_player": lambda d: evening.rename_player(*d.common(), d.number("player"), text(d.form, "name"), d.seen),
    "drop_out": lambda d: evening.drop_out(*d.common(), d.number("player"), d.seen),
    "come_back": lambda d: evening.come_back(*d.common(), d.number("player"), d.seen),
    "change_event": _change_event,
    "end_event": lambda d: evening.end_event(*d.common(), d.seen),
    "release": lambda d: evening.release(*d.common(), d.number("rounds"), d.seen),
    "set_table": _set_table,
    "dead_place": lambda d: evening.set_dead(*d.common(), d.number("place"), True, d.seen),
    "place_back": lambda d: evening.set_dead(*d.common(), d.number("place"), False, d.seen),
    "plan_round": lambda d: rounds.plan_round(*d.common(), anyway=d.form.get("anyway") == "1", seen=d.seen),
    "swap_players": lambda d: rounds.swap_players(*d.common(), d.number("one"), d.number("other"), d.seen),
    "move_seating": lambda d: rounds.move_seating(*d.common(), d.number("seating"), d.number("place"), d.seen),
    "seat_free": lambda d: rounds.seat_free(*d.common(), d.number("place"), wholes(d.form, "player"), d.seen),
    "start_round": lambda d: rounds.start_round(*d.common(), d.number("round"), d.seen),
    "pause_round": lambda d: rounds.pause_round(*d.common(), d.number("round"), d.seen),
    "resume_round": lambda d: rounds.resume_round(*d.common(), d.number("round"), d.seen),
    "set_minutes": lambda d: rounds.set_minutes(*d.common(), d.number("round"), d.number("minutes"), d.seen),
    "end_round": lambda d: rounds.end_round(*d.common(), d.number("round"), d.seen),
    "confirm": lambda d: results.confirm(*d.common(), d.number("result"), d.seen),
    "judge": _judge,
    "void": lambda d: results.void(*d.common(), d.number("seating"), text(d.form, "ruling"), d.seen),
    "close_case": lambda d: results.close_case(*d.common(), d.number("case"), text(d.form, "ruling"), d.seen),
    "answer": lambda d: asks.answer(
        *d.common(), d.number("case"), text(d.form, "decision"), text(d.form, "ruling"), d.seen
    ),
    "link_game": lambda d: results.link_game(*d.common(), d.number("game"), d.number("seating"), d.seen),
    "undo": lambda d: audit.undo(d.store, d.event, d.number("change"), d.actor),
}
"""What a form of the console does, by the last part of its address."""


async def do(request: Request) -> Response:
    """Do what a form asks for, and go back to its page; where it cannot be done, that page says why."""
    session = await run_in_threadpool(door.host_of, request)
    form = await request.form()
    door.check_form(request, session, form.get("csrf"))
    deed = DEEDS.get(str(request.path_params["verb"]))
    if deed is None:
        raise Refused("not_found")
    event = door.number(request, "event")
    try:
        await run_in_threadpool(lambda: deed(Deed(store_of(request), event, session.actor, form)))
    except Refused as error:
        return await run_in_threadpool(_same_page, request, text(form, "then"), error)
    return back_to(form.get("then"), f"/host/events/{event}")


PAGES: Final[dict[str, Callable[..., Response]]] = {
    "": overview,
    "players": players_page,
    "rounds": rounds_page,
    "judge": judge_page,
    "standings": standings_page,
    "log": log_page,
    "settings": settings_page,
}


def _same_page(request: Request, then: str, error: Refused) -> Response:
    """The page the form was on, with the reason at its top."""
    base = f"/host/events/{door.number(request, 'event')}"
    name, _, number = then.removeprefix(base).strip("/").partition("/")
    if name == "rounds" and number.isdigit():
        request.scope["path_params"]["round"] = number
    shown: Callable[..., Response] = PAGES.get(name, overview)
    notice = reason(language_of(request), error)
    return shown(request, notice=notice, status=error.status, here=then if then.startswith(base) else base)


# Devices ------------------------------------------------------------------------------------------------------------


def devices_page(request: Request, code: str = "") -> Response:
    """Paired tables; with `code` also how to pair another."""
    session = door.host_of(request)
    address = outside_address(request)
    values: dict[str, Any] = {"code": code, "address": address, "qr": ""}
    if code:
        values["qr"] = qr(pairing_words(address, code))
    return page(request, "devices.html", session=session, devices=tables.paired_tables(store_of(request)), **values)


def pairing_words(address: str, code: str) -> str:
    """What the QR code says: where the event host is, and the code; a table reads both."""
    return f"{address}/#{code}"


async def new_pairing(request: Request) -> Response:
    """A code for one more device."""
    session = await run_in_threadpool(door.host_of, request)
    form = await request.form()
    door.check_form(request, session, form.get("csrf"))
    place = optional(form, "place")
    code = await run_in_threadpool(tables.new_code, store_of(request), place)
    return await run_in_threadpool(devices_page, request, code)


async def retire(request: Request) -> Response:
    """A device is not welcome any more."""
    session = await run_in_threadpool(door.host_of, request)
    form = await request.form()
    door.check_form(request, session, form.get("csrf"))
    await run_in_threadpool(tables.retire, store_of(request), door.number(request, "table"))
    return RedirectResponse("/host/tables", 303)
