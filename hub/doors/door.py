"""Who is asking: the host's session cookie, the secret of a form, the address a request comes from."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from hub.database import schema
from hub.database.store import Store
from hub.doors.hosts import SESSION_MS, Session, same, session_of
from hub.doors.roles import may_ask
from hub.errors import NotAllowed, Refused, unknown

COOKIE: Final = "planisphere_host"
DEVICE_COOKIE: Final = "planisphere_device"
DEVICE_S: Final = 365 * 86_400
MAX_ID: Final = 2**31 - 1


def address(request: Request) -> str:
    """Where a request comes from; behind a proxy on this machine, what the proxy says."""
    return request.client.host if request.client is not None else "?"


def host_of(request: Request) -> Session:
    """The host who is logged in, who may ask for this address and whose café has what it names.

    Raises Refused: `log_in`, `not_allowed`, `not_found`.
    """
    store: Store = request.app.state.hub.store
    found = session_of(store, request.cookies.get(COOKIE))
    if found is None:
        raise Refused("log_in")
    if not may_ask(found.role, request.url.path, whole=found.event is None):
        raise NotAllowed("host.may_not", "not with the role of this host")
    for name in ("event", "season", "table"):
        if name in request.path_params and not (name == "season" and _takes_part(request, found)):
            check_cafe(store, found, name, number(request, name))
    return found


def _takes_part(request: Request, session: Session) -> bool:
    """Whether that is a season of another café in which the host's takes part: it may look, erase people, and leave."""
    store, there, path = request.app.state.hub.store, schema.season_cafes, request.url.path
    if path.endswith("/kept.json") or not (request.method == "GET" or path.endswith(("/forget", "/leave"))):
        return False
    mine = sa.and_(there.c.season_id == number(request, "season"), there.c.cafe_id == session.cafe)
    with store.read() as tx:
        return tx.one(sa.select(there.c.season_id).where(mine)) is not None


def check_cafe(store: Store, session: Session, name: str, row: int) -> None:
    """Raises Refused (`not_found`) unless an evening, a season or a table is one of the host's café."""
    table = schema.metadata.tables[f"{name}s"]
    with store.read() as tx:
        there = tx.one(sa.select(table.c.id).where(table.c.id == row, table.c.cafe_id == session.cafe))
    if there is None or (name == "event" and session.event not in (None, row)):
        raise unknown(name, row)


def check_form(request: Request, session: Session, csrf: object) -> None:
    """Raises Refused (`not_allowed`) unless a form carries its session's secret and comes from our own pages."""
    origin = request.headers.get("origin")
    if origin not in (None, "null") and origin != f"{request.url.scheme}://{request.url.netloc}":
        raise NotAllowed("form.other_site", "from another site")
    if not isinstance(csrf, str) or not same(csrf, session.csrf):
        raise NotAllowed("form.other_login", "the form is from another log-in: load the page again")


async def filled_in(request: Request) -> tuple[Session, FormData]:
    """A host, and what is in the form that the host has sent. Raises Refused."""
    session = await run_in_threadpool(host_of, request)
    form = await request.form()
    check_form(request, session, form.get("csrf"))
    return session, form


def let_in(request: Request, response: Response, token: str, device: str) -> None:
    """Give the host the cookie of a session, and one by which this machine is known when it logs in again."""
    response.set_cookie(
        DEVICE_COOKIE, device, max_age=DEVICE_S, httponly=True, samesite="strict", path="/login",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    response.set_cookie(
        COOKIE, token, max_age=SESSION_MS // 1000, httponly=True, samesite="strict", path="/",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def see_off(response: Response) -> None:
    """Take the cookie back."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


def number(request: Request, name: str) -> int:
    """A number of the path. Raises Refused (`not_found`) for one that no row has."""
    return number_in(name, str(request.path_params[name]))


def number_in(name: str, text: str) -> int:
    """The number of a row. Raises Refused (`not_found`) for one that no row has."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else 0
    if not 1 <= found <= MAX_ID:
        raise unknown(name, text[:20])
    return found


def key(request: Request, name: str = "key") -> str:
    """A key of the path. Raises Refused (`not_found`) for what is none."""
    text = str(request.path_params[name])
    if not (text.isascii() and 8 <= len(text) <= 64 and text.replace("-", "").replace("_", "").isalnum()):
        raise Refused("not_found")
    return text


def token_of(request: Request) -> str:
    """The bearer token of a table. Raises Refused (`bad_token`)."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not 20 <= len(token) <= 100:
        raise Refused("bad_token")
    return token
