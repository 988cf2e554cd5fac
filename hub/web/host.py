"""The host's pages: evenings, tables at a glance, rounds, players, the judge's queue, standings, the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engines.registry import OTHER
from engines.rulebook import rulebook
from hub.database import audit
from hub.database.audit import LOG_PAGE
from hub.database.store import Store
from hub.doors import door
from hub.doors.hosts import Session
from hub.doors.roles import may_see
from hub.errors import BadValue, NotAllowed, Refused
from hub.event import evening, results, rounds, seasons
from hub.event.described import Described
from hub.event.evening import MAX_PLAYERS, Plan
from hub.event.standings import BEST
from hub.link import asks, pictures, tables
from hub.views import board
from hub.views import seasons as season_views
from hub.views.board import EventView, RoundLine
from hub.web import words
from hub.web.forms import description, entries, optional, options, text, told, whole, wholes
from hub.web.guests import picture_answer
from hub.web.log import log_lines
from hub.web.pages import (
    back_to,
    joining_code,
    language_of,
    once_more,
    outside_address,
    page,
    part,
    qr,
    reason,
    store_of,
)
from hub.web.presets import PRESETS
from hub.web.typed import Kept, Typed
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
_NOTHING: Final = Typed()


# Logging in ---------------------------------------------------------------------------------------------------------


def login_page(request: Request) -> Response:
    """Name and password; after a failed try with the reason."""
    code = request.query_params.get("error", "")
    notice = reason(language_of(request), Refused(code)) if code in words.REASONS else ""
    return page(request, "login.html", notice=notice)


# Evenings -----------------------------------------------------------------------------------------------------------


def event_list(request: Request, typed: Typed = _NOTHING, **more: Any) -> Response:
    """Every evening, and the form of a new one."""
    session = door.host_of(request)
    plan = msgspec.structs.asdict(Plan(name="", game=next(iter(words.GAMES)))) | {"bye_points": ""}
    shown = _shown(plan, typed("new_event"))
    found = board.events(store_of(request), session.cafe, session.event)
    return page(request, "events.html", session=session, events=found, plan=shown, **more)


async def new_event(request: Request) -> Response:
    """Create an evening."""
    session, form = await door.filled_in(request)
    try:
        event = await run_in_threadpool(
            evening.create_event, store_of(request), session.actor, _plan(form, language_of(request)), session.cafe
        )
    except Refused as error:
        return await once_more(request, event_list, error, typed=Typed("new_event", form))
    return RedirectResponse(f"/host/events/{event}/players", 303)


def _shown(plan: dict[str, Any], kept: Kept) -> dict[str, Any]:
    """The settings that a form shows, and those of a described game: what was typed, else what they are."""
    game = (
        msgspec.convert(plan["options"] or {"title": ""}, Described) if plan["game"] == OTHER else Described(title="")
    )
    rows = "\n".join(row.name if row.each == 1 else f"{row.name} × {row.each}" for row in game.rows)
    settled = {
        f"{name}.{option.name}": (plan["options"] if name == plan["game"] else {}).get(option.name, "")
        for name in words.GAMES for option in rulebook(name).options
    }  # fmt: skip
    known = {**plan, **settled, "title": game.title, "score": game.score, "rows": rows}
    return {name: kept.value(name, value) for name, value in known.items()}


def _plan(form: FormData, language: str, before: EventView | None = None) -> Plan:
    """The settings in a form; what is no number at all is refused here, what cannot be by `hub.event.evening`.

    `before`: the evening as it is.
    """
    values: dict[str, Any] = {n: text(form, n) for n in ("name", "game", "system", "confirm", "live")}
    values |= {name: given for name in ("pack", "scheme") if (given := text(form, name))}
    for name in ("seats", "seats_min", "places", "rounds", "minutes"):
        values[name] = whole(form.get(name))
    if (size := optional(form, "group_size")) is not None:
        values["group_size"] = size
    preset = PRESETS.get(values["game"].removeprefix(f"{OTHER}:"))
    if preset is not None:
        say = words.catalogue(language).gettext
        values |= {"game": OTHER, "options": preset.options(say), "scheme": preset.scheme}
        values["seats"] = max(preset.seats_min, min(preset.seats, values["seats"]))
        values["seats_min"] = min(values["seats"], max(preset.seats_min, values["seats_min"]))
    elif values["game"] == OTHER:
        values["options"] = description(form)
    elif values["game"] in words.GAMES:
        kept = before.options if before is not None and before.game == values["game"] else {}
        values["options"] = options(form, values["game"], kept)
    values["aids"] = text(form, "aids") == "yes"
    bye = optional(form, "bye_points")
    values["bye_points"] = BEST.get(values.get("scheme", "shared"), 0) if bye is None else bye
    return Plan(**values)


# One evening --------------------------------------------------------------------------------------------------------


def _event_page(request: Request, template: str, tab: str, view: EventView, **more: Any) -> Response:
    session: Session = door.host_of(request)
    translate = words.catalogue(language_of(request)).gettext
    names = tuple(
        (n, translate(FREE_TAB if n == "rounds" and view.system == "free" else w))
        for n, w in TABS
        if may_see(session.role, n)
    )
    waiting = board.waiting(store_of(request), view.id)
    known = {"session": session, "event": view, "tab": tab, "tabs": names, "waiting": waiting, "typed": Typed()}
    return page(request, template, **{**known, "feed": f"/feed/host/{view.id}", **more})


def _view(request: Request) -> EventView:
    door.host_of(request)
    return board.event_view(store_of(request), door.number(request, "event"))


def overview(request: Request, **more: Any) -> Response:
    """Tables at a glance."""
    view = _view(request)
    return _event_page(request, "tables.html", "", view, **_glance(request, view.id), **more)


def glance_part(request: Request) -> Response:
    """What changes on it, made once for all consoles; its forms are each one's own."""
    session, event, language = door.host_of(request), door.number(request, "event"), language_of(request)
    hub = request.app.state.hub
    values = hub.shared.of(event, ("glance", language), lambda: _glance(request, event))
    now: RoundLine | None = values["now"]
    if now is not None:
        now = msgspec.structs.replace(now, timer=board.dated(now.timer, hub.store.clock()))
    known = {**values, "event": values["row"], "now": now, "session": session, "here": f"/host/events/{event}"}
    return page(request, "glance.html", **known)


def waiting_part(request: Request) -> Response:
    """How much the host must decide, beside its tab."""
    door.host_of(request)
    return page(request, "waiting.html", waiting=board.waiting(store_of(request), door.number(request, "event")))


def _glance(request: Request, event: int) -> dict[str, Any]:
    hub = request.app.state.hub
    with hub.store.read() as tx:
        shown = hub.guests.evenings.at(tx, event)
        rounds, number = board.rounds_of(tx, shown.event), evening.next_round(tx, event)
        tables_now, cases = board.tables_at_glance(tx, shown), board.queue_of(tx, shown)
    now = next((line for line in reversed(rounds) if line.timer.state != "ended"), None)
    at = {table.table: table.place for table in tables_now if table.table is not None}
    asking = [(case, case.seating.place if case.seating is not None else at.get(case.table or 0)) for case in cases]
    silent = [table for table in tables_now if table.state in ("offline", "low_light")]
    cards = Markup(part(language_of(request), "cards.html", tables=tables_now))
    known = {"row": shown.event, "anybody": bool(shown.players), "next_round": number, "now": now}
    clock_off = round(abs(hub.store.clock_ahead) / 60_000, 1)
    return {**known, "asking": asking, "silent": silent, "cards": cards, "clock_off": clock_off}


def players_page(request: Request, **more: Any) -> Response:
    """Who plays; while players may register themselves, the QR code for it."""
    view = _view(request)
    code = joining_code(outside_address(request), view.key) if view.joining else ("", "")
    return _event_page(request, "players.html", "players", view, joining=code, room=board.room_of(view), **more)


def rounds_page(request: Request, **more: Any) -> Response:
    """One round (the last one, where none is named), or the tables of free play."""
    view, store = _view(request), store_of(request)
    last = view.rounds[-1].number if view.rounds else None
    number = door.number(request, "round") if "round" in request.path_params else last
    shown = board.round_view(store, view.id, number) if number is not None else None
    free = board.free_tables(store, view.id) if view.system == "free" else ()
    states = [line.timer.state for line in view.rounds]
    known = {
        "running": "running" in states or "paused" in states, "planned": "planned" in states or "draft" in states,
        "room": board.room_of(view),
        "missing": any(line.settled < line.tables for line in view.rounds if line.timer.state == "ended"),
    }  # fmt: skip
    return _event_page(request, "rounds.html", "rounds", view, round=shown, seatings=free, **known, **more)


def judge_page(request: Request, **more: Any) -> Response:
    """What the host must decide, and what was refused."""
    view, store = _view(request), store_of(request)
    last = view.rounds[-1].number if view.rounds else None
    seated = board.round_view(store, view.id, last).tables if last is not None else board.free_tables(store, view.id)
    values = {"cases": board.queue(store, view.id), "refusals": board.refusals(store, door.host_of(request).cafe)}
    tables_ = tuple(seating for seating in seated if not seating.bye)
    return _event_page(request, "judge.html", "judge", view, **values, seatings=tables_, **more)


def case_photo(request: Request) -> Response:
    """The photograph of a question."""
    view = _view(request)
    photo = board.case_photo(store_of(request), view.id, door.number(request, "case"))
    if photo is None:
        raise Refused("not_found")
    return picture_answer(photo)


def board_picture(request: Request) -> Response:
    """A finished board that a table showed."""
    view = _view(request)
    return picture_answer(pictures.board_picture(store_of(request), view.id, door.number(request, "picture")))


def standings_page(request: Request, **more: Any) -> Response:
    """Everything so far, and what guests see of it."""
    view = _view(request)
    lines = board.standings_view(store_of(request), view.id)
    return _event_page(request, "standings.html", "standings", view, lines=lines, **more)


def log_page(request: Request, **more: Any) -> Response:
    """Every change, each with its way back."""
    view = _view(request)
    before = request.query_params.get("before", "")
    last = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    found = audit.log_of(store_of(request), view.id, last, LOG_PAGE + 1)
    lines = log_lines(found[:LOG_PAGE], view, language_of(request))
    known = {"lines": lines, "newer": last is not None, "older": lines[-1].id if len(found) > LOG_PAGE else None}
    if last is not None:
        known["here"] = f"/host/events/{view.id}/log?before={last}"
    return _event_page(request, "log.html", "log", view, **{**known, **more})


def settings_page(request: Request, **more: Any) -> Response:
    """Settings, places and devices."""
    view = _view(request)
    counts = {"rounds": view.planned_rounds, "places": max(1, len(view.places))}
    known = {name: getattr(view, name) for name in Plan.__struct_fields__ if name not in counts}
    typed: Typed = more.get("typed", Typed())
    plan = _shown({**known, **counts}, typed("change_event"))
    store, cafe = store_of(request), door.host_of(request).cafe
    devices, known_seasons = tables.paired_tables(store, cafe), season_views.seasons(store, cafe)
    known_picture = pictures.picture_of_cafe(store, cafe)
    more = {"plan": plan, "devices": devices, "seasons": known_seasons, "picture": known_picture, **more}
    return _event_page(request, "settings.html", "settings", view, **more)


# What the host does -------------------------------------------------------------------------------------------------


class HostAction:
    """One form of the host: who, on which evening, and what is in it."""

    def __init__(self, store: Store, event: int, actor: str, form: FormData, language: str) -> None:
        self.store = store
        self.event = event
        self.actor = actor
        self.form = form
        self.language = language
        self.seen = optional(form, "seen")

    def number(self, name: str) -> int:
        """A field as a whole number."""
        return whole(self.form.get(name))

    def common(self) -> tuple[Store, int, str]:
        """What every function of an evening takes first."""
        return self.store, self.event, self.actor


def _file(action: HostAction) -> bytes:
    """What is in the file that a form brings; nothing where it brings none."""
    given = action.form.get("file")
    return given.file.read() if isinstance(given, UploadFile) else b""


def _set_player(action: HostAction) -> None:
    club, seed = text(action.form, "club"), optional(action.form, "seed")
    penalty = optional(action.form, "penalty") or 0
    evening.set_player(*action.common(), action.number("player"), club, seed, penalty, action.seen)


def _names(action: HostAction) -> list[str]:
    lines = text(action.form, "names").replace("\r", "").removesuffix("\n").split("\n")
    return [line.strip() for line in lines]


def _judge(action: HostAction) -> None:
    seating, winner = action.number("seating"), optional(action.form, "winner")
    ended = told(action.form, board.game_of(action.store, action.event))
    winners = ended.winners if winner is None else (winner,)
    ruling = text(action.form, "ruling")
    results.judge(*action.common(), seating, ended.totals, winners, ruling, seen=action.seen)


def _change_event(action: HostAction) -> None:
    view = board.event_view(action.store, action.event)
    evening.change_event(*action.common(), _plan(action.form, action.language, view), seen=action.seen)


def _two(action: HostAction) -> tuple[int, int]:
    """The two players that are ticked."""
    chosen = wholes(action.form, "player")
    if len(chosen) != 2:
        raise BadValue("swap.two", "{count} players: expected two", len(chosen))
    return chosen[0], chosen[1]


def _swap_players(action: HostAction) -> None:
    rounds.swap_players(*action.common(), *_two(action), seen=action.seen)


def _merge_players(action: HostAction) -> None:
    evening.merge_players(*action.common(), *_two(action), seen=action.seen)


def _set_table(action: HostAction) -> None:
    evening.set_table(*action.common(), action.number("place"), optional(action.form, "table"), seen=action.seen)


ACTIONS: Final[dict[str, Callable[[HostAction], object]]] = {
    "add_players": lambda a: evening.add_players(*a.common(), _names(a)),
    "import_players": lambda a: evening.add_players(*a.common(), entries(_file(a))),
    "show_picture": lambda a: pictures.show_picture(*a.common(), a.number("picture"), True, a.seen),
    "hide_picture": lambda a: pictures.show_picture(*a.common(), a.number("picture"), False, a.seen),
    "remove_picture": lambda a: pictures.remove_picture(*a.common(), a.number("picture"), a.seen),
    "cafe_picture": lambda a: pictures.set_cafe_picture(*a.common(), _file(a) or None),
    "set_player": _set_player,
    "call_in": lambda a: evening.call_in(*a.common(), a.seen),
    "keep_seating": lambda a: rounds.keep_seating(*a.common(), a.number("seating"), True, a.seen),
    "free_seating": lambda a: rounds.keep_seating(*a.common(), a.number("seating"), False, a.seen),
    "let_join": lambda a: evening.set_joining(*a.common(), True, seen=a.seen),
    "let_ask": lambda a: evening.set_joining(*a.common(), True, True, a.seen),
    "no_joining": lambda a: evening.set_joining(*a.common(), False, seen=a.seen),
    "let_in": lambda a: evening.let_in(*a.common(), wholes(a.form, "player", MAX_PLAYERS), a.seen),
    "merge_players": _merge_players,
    "say": lambda a: evening.say(*a.common(), text(a.form, "message"), a.seen),
    "rename_player": lambda a: evening.rename_player(*a.common(), a.number("player"), text(a.form, "name"), a.seen),
    "remove_players": lambda a: evening.remove_players(*a.common(), wholes(a.form, "player", MAX_PLAYERS), a.seen),
    "drop_out": lambda a: evening.drop_out(*a.common(), a.number("player"), a.seen),
    "come_back": lambda a: evening.come_back(*a.common(), a.number("player"), a.seen),
    "change_event": _change_event,
    "end_event": lambda a: evening.end_event(*a.common(), a.seen),
    "release": lambda a: evening.release(*a.common(), a.number("rounds"), a.seen),
    "set_table": _set_table,
    "dead_place": lambda a: evening.set_dead(*a.common(), a.number("place"), True, a.seen),
    "place_back": lambda a: evening.set_dead(*a.common(), a.number("place"), False, a.seen),
    "plan_round": lambda a: rounds.plan_round(*a.common(), anyway=a.form.get("anyway") == "1", draft=True, seen=a.seen),
    "publish_round": lambda a: rounds.publish_round(*a.common(), a.number("round"), a.seen),
    "add_places": lambda a: evening.add_places(*a.common(), a.number("places"), a.seen),
    "swap_players": _swap_players,
    "move_seating": lambda a: rounds.move_seating(*a.common(), a.number("seating"), a.number("place"), a.seen),
    "seat_free": lambda a: rounds.seat_free(*a.common(), a.number("place"), wholes(a.form, "player"), a.seen),
    "start_round": lambda a: rounds.start_round(*a.common(), a.number("round"), a.seen),
    "pause_round": lambda a: rounds.pause_round(*a.common(), a.number("round"), a.seen),
    "resume_round": lambda a: rounds.resume_round(*a.common(), a.number("round"), a.seen),
    "set_minutes": lambda a: rounds.set_minutes(*a.common(), a.number("round"), a.number("minutes"), a.seen),
    "more_time": lambda a: rounds.more_time(*a.common(), a.number("round"), a.number("minutes"), a.seen),
    "cut": lambda a: rounds.cut(*a.common(), a.number("best"), a.seen),
    "end_round": lambda a: rounds.end_round(*a.common(), a.number("round"), a.seen),
    "confirm": lambda a: results.confirm(*a.common(), a.number("result"), a.seen),
    "judge": _judge,
    "accept": lambda a: results.accept(*a.common(), a.number("case"), optional(a.form, "player"), a.seen),
    "void": lambda a: results.void(*a.common(), a.number("seating"), text(a.form, "ruling"), a.seen),
    "close_case": lambda a: results.close_case(*a.common(), a.number("case"), text(a.form, "ruling"), a.seen),
    "answer": lambda a: asks.answer(
        *a.common(), a.number("case"), text(a.form, "decision"), text(a.form, "ruling"), a.seen
    ),
    "link_game": lambda a: results.link_game(*a.common(), a.number("game"), a.number("seating"), a.seen),
    "set_season": lambda a: seasons.set_season(*a.common(), optional(a.form, "season"), a.seen),
    "undo": lambda a: audit.undo(a.store, a.event, a.number("change"), a.actor),
}
"""What a form of the console does, by the last part of its address."""


async def do(request: Request) -> Response:
    """Do what a form asks for, and go back to its page; where it cannot be done, that page says why."""
    session = await run_in_threadpool(door.host_of, request)
    async with request.form() as form:
        door.check_form(request, session, form.get("csrf"))
        return await run_in_threadpool(_do, request, session, form)


def _do(request: Request, session: Session, form: FormData) -> Response:
    verb, event = str(request.path_params["verb"]), door.number(request, "event")
    action = ACTIONS.get(verb)
    if action is None:
        raise Refused("not_found")
    if verb == "cafe_picture" and session.event is not None:
        raise NotAllowed("host.may_not", "not with the role of this host")
    try:
        action(HostAction(store_of(request), event, session.actor, form, language_of(request)))
    except Refused as error:
        return _same_page(request, text(form, "then"), error, Typed(verb, form))
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


def _same_page(request: Request, then: str, error: Refused, typed: Typed) -> Response:
    """The page the form was on, with the reason at its top and what was typed."""
    base = f"/host/events/{door.number(request, 'event')}"
    name, _, number = then.partition("?")[0].removeprefix(base).strip("/").partition("/")
    if name == "rounds" and number.isdigit():
        request.scope["path_params"]["round"] = number
    shown: Callable[..., Response] = PAGES.get(name, overview)
    notice = reason(language_of(request), error)
    here = then if then.startswith(base) else base
    return shown(request, notice=notice, status=error.status, here=here, typed=typed)


# Devices ------------------------------------------------------------------------------------------------------------


def devices_page(request: Request, code: str = "", stand: tables.Stand | None = None) -> Response:
    """Paired tables; with `code` also how to pair another, and where it is to `stand`."""
    session = door.host_of(request)
    address = outside_address(request)
    values: dict[str, Any] = {"code": code, "address": address, "qr": "", "stand": stand}
    if code:
        values["qr"] = qr(pairing_words(address, code))
    return page(
        request,
        "devices.html",
        session=session,
        devices=tables.paired_tables(store_of(request), session.cafe),
        **values,
    )


def pairing_words(address: str, code: str) -> str:
    """What the QR code says: where the event host is, and the code; a table reads both."""
    return f"{address}/#{code}"


async def new_pairing(request: Request) -> Response:
    """A code for one more device."""
    session, form = await door.filled_in(request)
    place = optional(form, "place")
    store, stand = store_of(request), None
    if place is not None:
        stand = await run_in_threadpool(tables.stand, store, place)
        await run_in_threadpool(door.check_cafe, store, session, "event", stand.event)
    code = await run_in_threadpool(tables.new_code, store, place, session.cafe)
    return await run_in_threadpool(devices_page, request, code, stand)


async def retire(request: Request) -> Response:
    """A device is not welcome any more."""
    session, _ = await door.filled_in(request)
    await run_in_threadpool(tables.retire, store_of(request), door.number(request, "table"), session.actor)
    return RedirectResponse("/host/tables", 303)
