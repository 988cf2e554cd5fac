"""The pages of seasons: the host's list, a season's table and rules, a person over its evenings; what guests see."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hub.doors import door
from hub.doors.hosts import Session
from hub.errors import BadValue, NotAllowed, Refused
from hub.event import seasons
from hub.event.league import Rules
from hub.views import seasons as views
from hub.web.forms import text, whole
from hub.web.pages import once_more, page, store_of

_NEW: Final = Rules()


def season_list(request: Request, **more: Any) -> Response:
    """Every season, and the form of a new one."""
    session = door.host_of(request)
    found = views.seasons(store_of(request), session.cafe)
    known = {"session": session, "seasons": found, "rules": _NEW, "name": ""}
    return page(request, "seasons.html", **{**known, **more})


async def new_season(request: Request) -> Response:
    """Make a season."""
    session, form = await door.filled_in(request)
    try:
        made = await run_in_threadpool(
            lambda: seasons.create_season(store_of(request), text(form, "name"), _rules(form), session.cafe)
        )
    except Refused as error:
        return await once_more(request, season_list, error, name=text(form, "name"))
    return RedirectResponse(f"/host/seasons/{made}", 303)


def season_page(request: Request, **more: Any) -> Response:
    """A season as the host sees it."""
    session = door.host_of(request)
    view = views.season_view(store_of(request), door.number(request, "season"))
    known = {"session": session, "season": view, "people": f"/host/seasons/{view.id}/people", "code": ""}
    return page(request, "season.html", **{**known, **more})


async def change_season(request: Request) -> Response:
    """Another name or other rules."""
    (_, form), season = await door.filled_in(request), door.number(request, "season")
    try:
        await run_in_threadpool(
            lambda: seasons.change_season(store_of(request), season, text(form, "name"), _rules(form))
        )
    except Refused as error:
        return await once_more(request, season_page, error)
    return RedirectResponse(f"/host/seasons/{season}", 303)


# Several cafés ------------------------------------------------------------------------------------------------------


async def _by_owner(request: Request) -> tuple[Session, FormData]:
    """An owner, and what is in the form. Raises Refused (`not_allowed`) for another role."""
    session, form = await door.filled_in(request)
    if session.role != "owner":
        raise NotAllowed("host.may_not", "not with the role of this host")
    return session, form


async def invite_cafe(request: Request) -> Response:
    """A code for the owner of another café."""
    await _by_owner(request)
    code = await run_in_threadpool(seasons.invite_cafe, store_of(request), door.number(request, "season"))
    return await run_in_threadpool(lambda: season_page(request, code=code))


async def join_season(request: Request) -> Response:
    """The host's café takes part in the season of another one."""
    session, form = await _by_owner(request)
    try:
        season = await run_in_threadpool(
            seasons.join_season, store_of(request), text(form, "code"), session.cafe, session.actor
        )
    except Refused as error:
        return await once_more(request, season_list, error)
    return RedirectResponse(f"/host/seasons/{season}", 303)


async def leave_season(request: Request) -> Response:
    """A café takes part no longer: the host's own, or one that the season's owner shuts out."""
    session, form = await _by_owner(request)
    store, season = store_of(request), door.number(request, "season")
    own = (await run_in_threadpool(views.season_view, store, season)).cafe == session.cafe
    cafe = whole(form.get("cafe")) if own else session.cafe
    await run_in_threadpool(seasons.leave_season, store, season, cafe, session.actor)
    return RedirectResponse(f"/host/seasons/{season}" if own else "/host/seasons", 303)


def _rules(form: FormData) -> Rules:
    given = {"worth": text(form, "worth"), "best": whole(form.get("best") or 0), "drop": whole(form.get("drop") or 0)}
    try:
        return msgspec.convert(given, Rules)
    except msgspec.ValidationError as error:
        raise BadValue("season.rules", "rules: {reason}", error) from error


def person_page(request: Request) -> Response:
    """A person over the evenings, for the host."""
    session = door.host_of(request)
    season, entry = door.number(request, "season"), door.number(request, "entry")
    store = store_of(request)
    known = {"session": session, "season": views.season_view(store, season)}
    return page(request, "person.html", **known, person=views.person_view(store, season, entry))


async def forget(request: Request) -> Response:
    """Erase a person from all evenings of a season."""
    session, _ = await door.filled_in(request)
    season, entry = door.number(request, "season"), door.number(request, "entry")

    def erase() -> None:
        store = store_of(request)
        only = None if views.season_view(store, season).cafe == session.cafe else session.cafe
        seasons.forget(store, season, session.actor, views.person_view(store, season, entry).name, only)

    await run_in_threadpool(erase)
    return RedirectResponse(f"/host/seasons/{season}", 303)


def export_table(request: Request) -> Response:
    """The league table as a file for spreadsheets."""
    door.host_of(request)
    found = views.export_season(store_of(request), door.number(request, "season"))
    return Response(found, media_type="text/csv; charset=utf-8", headers={"content-disposition": "attachment"})


def export_person(request: Request) -> Response:
    """Everything that is kept of a person."""
    door.host_of(request)
    found = views.export_person(store_of(request), door.number(request, "season"), door.number(request, "entry"))
    headers = {"content-disposition": "attachment"}
    return Response(msgspec.json.encode(found), media_type="application/json", headers=headers)


def public_season(request: Request) -> Response:
    """A season's table, for everybody who has its address."""
    key = door.key(request)
    view = views.season_for_guests(store_of(request), key)
    return page(request, "season_public.html", season=view, people=f"/season/{key}/people")


def public_person(request: Request) -> Response:
    """A person over the evenings, for everybody who has the season's address."""
    key, store = door.key(request), store_of(request)
    found = views.person_for_guests(store, key, door.number(request, "entry"))
    return page(request, "person_public.html", season=views.season_for_guests(store, key), person=found)
