"""The pages of a café's hosts: who they are, invitations, one's own password."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hub.doors import door, staff
from hub.doors.hosts import Session
from hub.errors import Refused
from hub.views import board
from hub.web.forms import optional, text, whole
from hub.web.pages import language_of, once_more, outside_address, page, reason, store_of


def people_page(request: Request, invitation: str = "", **more: Any) -> Response:
    """The hosts of the café, what was done to them, and the form of an invitation."""
    session, store = door.host_of(request), store_of(request)
    known = {
        "session": session, "members": staff.members(store, session.cafe), "deeds": staff.deeds(store, session.cafe),
        "events": board.events(store, session.cafe), "invitation": invitation,
    }  # fmt: skip
    return page(request, "people.html", **known, **more)


async def invite(request: Request) -> Response:
    """An invitation: its address is shown once."""

    def make(session: Session, form: FormData) -> Response:
        key = staff.invite(store_of(request), session, text(form, "role"), optional(form, "event"))
        return people_page(request, f"{outside_address(request)}/invitation/{key}")

    return await _done(request, make)


async def set_role(request: Request) -> Response:
    """Another role for a host."""

    def change(session: Session, form: FormData) -> Response:
        staff.set_role(store_of(request), session, whole(form.get("host")), text(form, "role"))
        return RedirectResponse("/host/people", 303)

    return await _done(request, change)


async def remove(request: Request) -> Response:
    """A host is none any more."""

    def end(session: Session, form: FormData) -> Response:
        staff.remove(store_of(request), session, whole(form.get("host")))
        return RedirectResponse("/host/people", 303)

    return await _done(request, end)


async def _done(request: Request, deed: Callable[[Session, FormData], Response]) -> Response:
    session, form = await door.filled_in(request)

    def do() -> Response:
        try:
            return deed(session, form)
        except Refused as error:
            return people_page(request, notice=reason(language_of(request), error), status=error.status)

    return await run_in_threadpool(do)


def password_page(request: Request, **more: Any) -> Response:
    """Where a host changes the own password."""
    return page(request, "password.html", session=door.host_of(request), **more)


async def change_password(request: Request) -> Response:
    """Another password of one's own; then log in with it."""
    session, form = await door.filled_in(request)
    store, where = store_of(request), door.address(request)
    try:
        await run_in_threadpool(
            staff.change_password, store, session, where, text(form, "before"), text(form, "password")
        )
    except Refused as error:
        return await once_more(request, password_page, error)
    return RedirectResponse("/login", 303)


def invitation_page(request: Request, **more: Any) -> Response:
    """Where somebody becomes a host by an invitation."""
    found = staff.invited(store_of(request), door.key(request))
    return page(request, "invitation.html", **{"invited": found, "name": "", **more})


async def accept(request: Request) -> Response:
    """Become a host; then log in."""
    key, form = door.key(request), await request.form()
    name, password, store = text(form, "name"), text(form, "password"), store_of(request)
    try:
        await run_in_threadpool(staff.accept, store, key, name, password)
    except Refused as error:
        if error.error == "not_found":
            raise
        return await once_more(request, invitation_page, error, name=name)
    return RedirectResponse("/login", 303)
