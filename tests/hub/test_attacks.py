"""The attack list, against a real server on loopback: everything is refused, and it serves on."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from hub import web
from hub.app import MAX_LOG_INS, Hub, create_app
from hub.database import schema
from hub.database.store import Store
from hub.doors import hosts, limits, tries
from hub.doors.quota import Quota
from hub.doors.turns import Turns
from hub.event import evening
from hub.event.evening import Plan
from hub.link import tables
from hub.serve import listen_at, server
from hub.views import board
from hub.web import feeds

Wait = Callable[[Callable[[], object]], None]


class Served:
    """An event host that serves on loopback."""

    def __init__(self, hub: Hub, port: int, connections: set[Any]) -> None:
        self.hub, self.port, self.connections = hub, port, connections

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
            for name, value in {"content-length": str(len(body)), **named}.items():
                connection.putheader(name, value)
            connection.endheaders()
            with suppress(ConnectionError):
                connection.send(body)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def code(self, method: str, path: str, body: bytes = b"", **headers: str) -> str:
        status, _, text = self.ask(method, path, body, **headers)
        assert status >= 400, (status, text)
        return str(msgspec.json.decode(text)["error"])

    def raw(self, data: bytes) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=600)
        sock.sendall(data)
        return sock

    def serves(self) -> bool:
        """Whether it answers; a busy machine may be hung up on a few times."""
        for _ in range(20):
            with suppress(OSError, http.client.HTTPException):
                return self.ask("GET", "/health")[0] == 200
        return False


@pytest.fixture
def served(request: pytest.FixtureRequest, sqlite_store: Store, wait_for: Wait) -> Iterator[Served]:
    ready = threading.Event()
    headers_s = 2.0 if "impatient" in request.fixturenames else 60.0
    with Hub(sqlite_store) as hub, listen_at("127.0.0.1", 0, shared=False) as sock:
        app = create_app(hub, web.routes(hub), web.error_page)
        running = server(app, headers_s=headers_s, read_s=headers_s, ready=ready.set)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        wait_for(ready.is_set)
        yield Served(hub, sock.getsockname()[1], running.server_state.connections)
        running.should_exit = True
        thread.join()


@pytest.fixture
def impatient() -> None:
    """The server gives two seconds for a request's headers, not its usual time."""


def test_replayed_forged_and_oversized_batches(served: Served) -> None:
    paired = tables.pair(served.hub.store, tables.new_code(served.hub.store), "Nova", "here")
    path, token = f"/api/tables/{paired.table}/batches", f"Bearer {paired.token}"
    header = {"planisphere": 1, "game": "stellar", "players": ["A", "B"]}
    body = msgspec.json.encode({"seq": 1, "items": [{"game": "a", "n": 0, "line": header}]})
    assert served.ask("POST", path, body, authorization=token)[0] == 200
    assert served.ask("POST", path, body, authorization=token)[0] == 200
    other = body.replace(b"stellar", b"starfar")
    assert served.code("POST", path, other, authorization=token) == "sequence_reused"
    assert served.code("POST", path, body) == "bad_token"
    assert served.code("POST", path, body, authorization=f"Bearer {'x' * 43}") == "bad_token"
    assert served.code("POST", path, body, authorization="Basic x") == "bad_token"
    assert served.code("POST", path, b" " * (1 << 20) + b" ", authorization=token) == "too_large"
    assert served.code("POST", path, b"", content_length="999999999999", authorization=token) == "too_large"
    assert served.code("POST", "/api/tables/99999999999999999999/batches", body, authorization=token) == "not_found"
    with served.hub.store.read() as tx:
        assert len(tx.rows(sa.select(schema.games))) == 1
    assert served.serves()


def test_a_body_without_a_length_is_bounded_too(served: Served) -> None:
    with served.raw(b"POST /api/pair HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n") as sock:
        with suppress(OSError):
            for _ in range(100):
                sock.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        with suppress(OSError):
            assert b"413" in sock.recv(200)
    assert served.serves()


def test_chunks_of_one_byte_are_not_taken_apart(served: Served) -> None:
    chunks = b"1\r\nx\r\n" * 200_000
    with served.raw(b"POST /api/pair HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n") as sock:
        assert b"413" in sock.recv(200)
        with suppress(OSError):
            sock.sendall(chunks)
            while sock.recv(1_000):
                pass
    assert served.serves()


def test_a_large_body_is_not_awaited_before_its_token_is_known(served: Served) -> None:
    for token in (b"", b"Authorization: Bearer " + b"x" * 43 + b"\r\n"):
        head = b"POST /api/tables/1/batches HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n" + token + b"\r\n"
        with served.raw(head) as sock:
            assert b"401" in sock.recv(200)
    assert [line.code for line in refusals_of(served)] == ["bad_token"]


def refusals_of(served: Served) -> tuple[board.RefusedLine, ...]:
    served.hub.ingest.write_refusals()
    return board.refusals(served.hub.store)


def test_a_table_cannot_fill_the_disk(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served.hub, "sent", Quota(40, 3_600.0))
    sent = []
    for _ in range(2):
        paired = tables.pair(served.hub.store, tables.new_code(served.hub.store), "Nova", "here")
        path, token = f"/api/tables/{paired.table}/batches", f"Bearer {paired.token}"
        header = {"planisphere": 1, "game": "stellar", "players": ["A", "B"]}
        body = msgspec.json.encode({"seq": 1, "items": [{"game": "a", "n": 0, "line": header}]})
        assert served.ask("POST", path, body, authorization=token)[0] == 200
        for seq in range(2, 9):
            line = {"n": seq - 1, "seat": 0, "action": {"type": "nothing", "why": "x" * 10_000}, "source": "touch"}
            items = [{"game": "a", "n": seq - 1, "line": line}]
            body = msgspec.json.encode({"seq": seq, "items": items})
            sent.append(served.ask("POST", path, body, authorization=token)[0])
    assert sent == 2 * [*(3 * [200]), *(4 * [429])]


def test_letters_that_no_database_keeps_are_refused(served: Served) -> None:
    paired = tables.pair(served.hub.store, tables.new_code(served.hub.store), "Nova", "here")
    token = f"Bearer {paired.token}"
    question = {"id": "question-1", "question": "Is it?", "game": "a\0b"}
    note = {"sent": 1, "screen": "draw", "asks": {"question": "Is it?", "judge": True, "game": "a\0b"}}
    for what, message in (("asks", question), ("status", note)):
        body = msgspec.json.encode(message)
        assert served.code("POST", f"/api/tables/{paired.table}/{what}", body, authorization=token) == "not_json"
    assert served.code("POST", "/api/pair", b'{"code":"ABCD-2345","name":"a\\u0000"}') == "not_json"


def test_so_many_large_bodies_are_held_at_once(served: Served, monkeypatch: pytest.MonkeyPatch, wait_for: Wait) -> None:
    monkeypatch.setattr(limits, "MAX_BODIES", 1_500_000)
    paired = tables.pair(served.hub.store, tables.new_code(served.hub.store), "Nova", "here")
    path, token = f"/api/tables/{paired.table}/batches", f"Bearer {paired.token}"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nContent-Length: 1000000\r\n\r\n"

    def answer() -> str:
        return served.code("POST", path, b" " * 900_000, authorization=token)

    def beside_another() -> str:
        with served.raw(head.encode()):
            return answer()

    wait_for(lambda: beside_another() == "too_often")
    wait_for(lambda: answer() == "not_json")


def test_tries_are_counted_before_they_are_judged(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MAX_TRIES", 3)
    hosts.set_password(served.hub.store, "Vera", "long enough")
    form = {"content_type": "application/x-www-form-urlencoded"}
    with ThreadPoolExecutor(20) as many:
        said = [many.submit(served.code, "POST", "/login", b"name=Vera&password=wrong", **form) for _ in range(20)]
        codes = Counter(one.result() for one in said)
    assert codes == {"wrong_login": 3, "too_often": 17}


def test_guesses_from_everywhere_do_not_lock_the_host_out(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "TRIES_OF_NAME", 5)
    hosts.set_password(served.hub.store, "Vera", "long enough")

    def log_in(who: str, password: str, cookie: str = "") -> tuple[int, str]:
        kind = "application/x-www-form-urlencoded"
        body = f"name=Vera&password={password}".encode()
        status, headers, _ = served.ask("POST", "/login", body, content_type=kind, x_forwarded_for=who, cookie=cookie)
        return status, headers.get("set-cookie", "")

    device = f"planisphere_device={hosts.known_device(served.hub.store, 'Vera')}"
    other = f"planisphere_device={hosts.known_device(served.hub.store, 'Jan')}"
    assert [log_in(f"10.0.0.{n}", "wrong")[0] for n in range(7)] == [403] * 5 + [429] * 2
    assert log_in("10.0.0.9", "long+enough")[0] == 429
    assert log_in("10.0.0.9", "long+enough", other)[0] == 429
    assert log_in("10.0.0.9", "long+enough", device)[0] == 303
    guesses = [log_in("10.0.0.9", "wrong", device)[0] for _ in range(tries.MAX_TRIES + 1)]
    assert guesses == [403] * tries.MAX_TRIES + [429]


def test_a_machine_is_known_after_its_log_in(served: Served) -> None:
    hosts.set_password(served.hub.store, "Vera", "long enough")
    body, kind = b"name=Vera&password=long+enough", b"application/x-www-form-urlencoded"
    head = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
    with served.raw(head % (kind, len(body)) + body) as sock:
        answer = sock.recv(5_000).decode()
    given = re.search(r"planisphere_device=([^;]+);[^\r]*HttpOnly[^\r]*Path=/login", answer)
    assert given is not None
    with served.hub.store.write() as tx:
        assert hosts._nonce_of(tx, "Vera", given[1]) is not None
        assert hosts._nonce_of(tx, "Jan", given[1]) is None


def test_many_log_ins_hold_nobody_up(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MAX_TRIES", 1_000)
    go = threading.Event()
    monkeypatch.setattr(hosts.Attempt, "is_right", lambda _attempt, _password: not go.wait())
    form = {"content_type": "application/x-www-form-urlencoded"}
    with ThreadPoolExecutor(60) as many:
        said = [
            many.submit(served.code, "POST", "/login", b"name=N%d&password=x" % number, **form) for number in range(60)
        ]
        try:
            assert [served.ask("GET", "/health")[0] for _ in range(5)] == [200] * 5
        finally:
            go.set()
        codes = Counter(one.result() for one in said)
    assert codes["wrong_login"] >= MAX_LOG_INS
    assert codes["wrong_login"] + codes["too_often"] == 60


def test_who_watches_beyond_the_room_is_told_to_come_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MAX_WATCHERS", 2)
    event = evening.create_event(served.hub.store, "h", Plan(name="E", game="stellar", seats=2))
    path = f"/feed/screen/{board.event_view(served.hub.store, event).key}"
    watching = [served.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) for _ in range(2)]
    for sock in watching:
        heard = b""
        while b"event: changed" not in heard:
            heard += sock.recv(4_096)
    assert served.code("GET", path) == "too_often"
    for sock in watching:
        sock.close()


@pytest.mark.usefixtures("impatient")
def test_whoever_does_not_read_is_hung_up_on(served: Served, wait_for: Wait) -> None:
    asked = b"GET /static/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        slow.connect(("127.0.0.1", served.port))
        slow.sendall(asked * 150)
        wait_for(lambda: any(one.flow.write_paused for one in served.connections))
        wait_for(lambda: not served.connections)
    assert served.serves()


def test_a_flood_from_one_address_waits_behind_itself() -> None:
    async def run() -> list[str]:
        turns, done = Turns(2), []

        async def work(name: str, address: str, go: asyncio.Event) -> None:
            turn = await turns.take(address)
            done.append(f"{name} begins")
            await go.wait()
            turn.give_back()
            turn.give_back()

        go = asyncio.Event()
        flood = [asyncio.create_task(work(f"flood {n}", "10.0.0.1", go)) for n in range(5)]
        await asyncio.sleep(0)
        flood[3].cancel()
        others = [asyncio.create_task(work(name, name, go)) for name in ("10.0.0.2", "127.0.0.1")]
        await asyncio.gather(*(asyncio.sleep(0) for _ in range(5)))
        go.set()
        await asyncio.gather(*flood, *others, return_exceptions=True)
        assert turns._busy == turns._waiting == {}
        return done

    begun = asyncio.run(run())
    assert begun[:4] == ["flood 0 begins", "flood 1 begins", "10.0.0.2 begins", "127.0.0.1 begins"]
    assert begun[4:] == ["flood 2 begins", "flood 4 begins"]


@pytest.mark.usefixtures("impatient")
def test_whoever_never_finishes_what_they_ask_is_hung_up_on(served: Served) -> None:
    for sock in [served.raw(data) for data in (b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX: ")]:
        with sock, suppress(ConnectionResetError):
            assert sock.recv(100) == b""
    assert served.serves()


@pytest.mark.usefixtures("impatient")
def test_a_slow_loris_holds_nobody_up(served: Served) -> None:
    slow = [served.raw(b"GET /health HTTP/1.1\r\nHost: x\r\n") for _ in range(60)]
    assert served.serves()
    for sock in slow:
        with suppress(OSError):
            sock.sendall(b"X: y\r\n")
    assert served.serves()
    for sock in slow:
        sock.settimeout(600)
        with sock, suppress(ConnectionResetError):
            while sock.recv(1_000):
                pass


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100 + b"x\r\n\r\n",
        b"POST /api/pair HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 40_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"POST /api/pair HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=range(10),
)  # fmt: skip
def test_what_is_no_http_breaks_nothing(served: Served, data: bytes) -> None:
    with served.raw(data) as sock, suppress(OSError):
        answer = sock.recv(1_000)
        assert b" 500 " not in answer[:20]
    assert served.serves()


@pytest.mark.parametrize(
    "path",
    [
        "/../etc/passwd", "/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static/..%2fpasswd",
        "//etc/passwd", "/static/%5c..%5c..", "/%00", "/api/screen/%0d%0aX:y", "/" + "a" * 5_000, "/feed/screen/..",
    ],
)  # fmt: skip
def test_odd_paths_lead_nowhere(served: Served, path: str) -> None:
    status, _, text = served.ask("GET", path)
    assert status == 404
    assert b"root:" not in text


def test_passwords_cannot_be_tried_out(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MAX_TRIES", 3)
    hosts.set_password(served.hub.store, "Vera", "long enough")
    form = {"content_type": "application/x-www-form-urlencoded"}
    for _ in range(3):
        assert served.code("POST", "/login", b"name=Vera&password=wrong", **form) == "wrong_login"
    assert served.code("POST", "/login", b"name=Vera&password=long+enough", **form) == "too_often"
    assert served.code("POST", "/login", b"name=Other&password=x", **form) == "too_often"


def test_no_host_page_or_deed_without_a_log_in(served: Served) -> None:
    event = evening.create_event(served.hub.store, "h", Plan(name="E", game="stellar", seats=2))
    for path in (f"/api/events/{event}/export.json", f"/api/events/{event}/export.csv", f"/feed/host/{event}"):
        assert served.code("GET", path) == "log_in"
        assert served.code("GET", path, cookie="planisphere_host=" + "x" * 43) == "log_in"
    assert served.code("POST", "/logout") == "log_in"


def test_a_form_from_elsewhere_does_nothing(served: Served) -> None:
    password = hosts.set_password(served.hub.store, "Vera")
    token, session = hosts.log_in(served.hub.store, "Vera", password, "here")
    form = {"content_type": "application/x-www-form-urlencoded", "cookie": f"planisphere_host={token}"}
    good = f"csrf={session.csrf}".encode()
    assert served.code("POST", "/logout", good, origin="http://evil.test", **form) == "not_allowed"
    assert served.code("POST", "/logout", b"csrf=wrong", **form) == "not_allowed"
    assert served.code("POST", "/logout", b"", **form) == "not_allowed"
    assert served.ask("POST", "/logout", good, origin=f"http://127.0.0.1:{served.port}", **form)[0] in (303, 403)


def test_every_answer_carries_the_policy(served: Served) -> None:
    for path in ("/health", "/nothing", "/../x", "/api/screen/unknownkey"):
        headers = served.ask("GET", path)[1]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def test_names_with_code_and_sql_come_back_as_they_are(served: Served) -> None:
    nasty = ["<img src=x onerror=alert(1)>", "'; DROP TABLE events; --", "{{7*7}}", "%s%n", "\u202eevil"]
    event = evening.create_event(served.hub.store, "h", Plan(name=nasty[0], game="stellar", seats=2))
    evening.add_players(served.hub.store, event, "h", nasty)
    view = board.event_view(served.hub.store, event)
    assert [player.name for player in view.players] == [*nasty[:4], "evil"]
    status, headers, text = served.ask("GET", f"/api/screen/{view.key}")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert msgspec.json.decode(text)["name"] == nasty[0]
    for player in view.players:
        assert served.ask("GET", f"/api/player/{player.key}")[0] == 200


@pytest.mark.parametrize("key", ["a" * 22, "' OR 1=1 --", "%27%20OR%201=1", "x", "é" * 10])
def test_pages_of_players_cannot_be_guessed(served: Served, key: str) -> None:
    evening.create_event(served.hub.store, "h", Plan(name="E", game="stellar", seats=2))
    for what in ("screen", "player"):
        from urllib.parse import quote

        assert served.ask("GET", f"/api/{what}/{quote(key, safe='%')}")[0] in (400, 404)


def test_screens_hear_of_changes_and_nothing_of_what_is_held_back(served: Served, wait_for: Wait) -> None:
    event = evening.create_event(served.hub.store, "h", Plan(name="E", game="stellar", seats=2))
    key = board.event_view(served.hub.store, event).key
    with served.raw(f"GET /feed/screen/{key} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) as sock:
        heard = b""
        while b"event: changed" not in heard:
            heard += sock.recv(4_096)
        evening.add_players(served.hub.store, event, "h", ["Ada"])
        while b'data: ["event"]' not in heard:
            heard += sock.recv(4_096)
    assert b"Ada" not in heard
    assert b"event: live" in heard
    wait_for(lambda: served.hub.screens.count == 0)


def test_behind_a_proxy_tries_are_counted_by_who_asks_and_forms_need_the_name_that_was_asked_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "MAX_TRIES", 3)
    hosts.set_password(served.hub.store, "Vera", "a long password")
    proxy = {"host": "hub.example.org", "x_forwarded_proto": "https", "accept": "application/json"}

    def log_in(who: str, password: bytes, name: bytes = b"Vera") -> tuple[int, dict[str, str], bytes]:
        body = b"name=" + name + b"&password=" + password
        kind = "application/x-www-form-urlencoded"
        return served.ask("POST", "/login", body, x_forwarded_for=who, content_type=kind, **proxy)

    # What the browser wrote itself stands first; the proxy on this machine adds who it is.
    codes = [log_in(f"127.0.0.1, 198.51.100.{n}, 203.0.113.7", b"wrong", b"Guess%d" % n)[0] for n in range(5)]
    assert codes == [403, 403, 403, 429, 429]
    status, headers, _ = log_in("203.0.113.8", b"a+long+password")
    assert status == 303
    assert "Secure" in headers["set-cookie"]
    cookie = headers["set-cookie"].partition(";")[0]
    with served.hub.store.read() as tx:
        form = b"csrf=" + str(tx.rows(sa.select(schema.sessions.c.csrf))[0].csrf).encode()
    asked = {**proxy, "cookie": cookie, "origin": "https://hub.example.org", "x_forwarded_for": "203.0.113.8"}
    asked["content_type"] = "application/x-www-form-urlencoded"
    assert served.code("POST", "/logout", form, **{**asked, "host": "127.0.0.1"}) == "not_allowed"
    assert served.code("POST", "/logout", form, **{**asked, "x_forwarded_proto": "http"}) == "not_allowed"
    assert served.ask("POST", "/logout", form, **asked)[0] == 303


def test_metrics_are_for_this_machine(served: Served) -> None:
    assert served.ask("GET", "/metrics")[0] == 200
    assert served.code("GET", "/metrics", x_forwarded_for="203.0.113.7") == "log_in"
