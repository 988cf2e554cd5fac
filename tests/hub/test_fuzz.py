"""Whatever is asked of every address of the event host, it is never a mistake of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.event.results import Claim
from hub.link import tables
from hub.views import board


class Target(NamedTuple):
    """An event host with an evening under way, and everything that opens a door."""

    client: TestClient
    routes: list[tuple[str, str]]
    known: list[str]
    """Values that lead further than noise does."""
    session: hosts.Session
    cookie: str
    token: str


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with Store(tmp_path_factory.mktemp("fuzz") / "hub.sqlite3") as store, Hub(store) as hub:
        event = evening.create_event(store, "h", Plan(name="E", game="stellar", seats=2, places=3))
        evening.add_players(store, event, "h", ["Ada", "Bo", "Cy", "Di"])
        rounds.start_round(store, event, "h", rounds.plan_round(store, event, "h"))
        one, _ = board.round_view(store, event, 1).tables
        results.propose(store, event, "t", one.id, Claim(totals=(1, 2), source="table", by="t"))
        paired = tables.pair(store, tables.new_code(store, one.place_id), "Nova", "here")
        cookie, session = hosts.log_in(store, "Vera", hosts.set_password(store, "Vera"), "here")
        view = board.event_view(store, event)
        app = create_app(hub, web.routes(hub), web.error_page)
        routes = [(method, r.path) for r in app.routes if isinstance(r, Route) for method in sorted(r.methods or ())]
        kept = [route for route in routes if not route[1].startswith("/feed/")]
        known = ["1", "2", view.key, view.players[0].key, "0", "-1", "99999999999", session.csrf, "en", "Ada", "[1,2]"]
        with TestClient(app, raise_server_exceptions=False, follow_redirects=False) as client:
            yield Target(client, kept, known, session, cookie, paired.token)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=20) | st.just("A" * 5_000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "name", "code", "seq", "items", "sent", "game", "n", "line", "result", "agrees", "csrf", "seen", "totals",
    "places", "ruling", "minutes", "names", "player", "players", "place", "table", "rounds", "event", "system",
    "seats", "seats_min", "confirm", "live", "pack", "lang", "screen", "light", "asks", "password", "number",
    "anyway", "source", "action", "id", "question", "one", "other", "photo", "waiting", "decision", "case", "seating",
    "total", "winner", "change", "then", "language",
]  # fmt: skip


def plain(text: str) -> str:
    """A part of a path."""
    return "".join(c for c in text if c.isalnum() or c in "-_ ") or "x"


@st.composite
def requests(draw: st.DrawFn, target: Target) -> dict[str, Any]:
    """A request that is half sense and half noise."""
    method, path = draw(st.sampled_from(target.routes))
    word = st.sampled_from(target.known) | st.text(max_size=30)
    while "{" in path:
        start, _, rest = path.partition("{")
        path = (
            start
            + draw(word.map(lambda t: "".join(c for c in t if c.isalnum() or c in "-_ ") or "x"))
            + rest.partition("}")[2]
        )
    headers = {"accept": draw(st.sampled_from(["*/*", "text/html", "application/json"]))}
    if draw(st.booleans()):
        headers["authorization"] = f"Bearer {target.token}"
    if draw(st.integers(0, 3)):
        headers["cookie"] = f"{COOKIE}={target.cookie}"
    found: dict[str, Any] = {"method": method, "url": path, "headers": headers}
    kind = draw(st.sampled_from(["form", "json", "bytes", "none"]))
    fields = draw(st.dictionaries(st.sampled_from(FIELDS), word, max_size=8))
    if kind == "form":
        found["data"] = {**fields, "csrf": target.session.csrf}
    elif kind == "json":
        found["content"] = msgspec.json.encode(draw(json_values | st.just(fields)))
    elif kind == "bytes":
        found["content"] = draw(st.binary(max_size=200))
        headers["content-type"] = draw(
            st.sampled_from(["multipart/form-data; boundary=x", "multipart/form-data", "x/y"])
        )
    if draw(st.booleans()):
        found["params"] = fields
    return found


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_mistake_of_the_event_host(target: Target, data: st.DataObject) -> None:
    ask(target, data)


@pytest.mark.exhaustive
@given(data=st.data())
@settings(max_examples=1_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_of_very_many_is_a_mistake_of_the_event_host(target: Target, data: st.DataObject) -> None:
    ask(target, data)


def ask(target: Target, data: st.DataObject) -> None:
    target.client.cookies.clear()
    answer = target.client.request(**data.draw(requests(target)))
    assert answer.status_code < 500, answer.text


def test_there_is_something_to_ask(target: Target) -> None:
    assert len(target.routes) >= 15
    assert Path(web.__file__).parent.name == "web"
