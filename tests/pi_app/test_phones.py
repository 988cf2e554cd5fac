"""Phones of the seats: a key each, what that seat may know and nothing else, and no way to disturb the table."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import pytest

from engines.game import NATURE
from engines.record import Header
from engines.star_explorer.model import Phase
from pi_app import i18n
from pi_app.games.app_game import app_of
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.host.settings import PhonesConfig
from pi_app.presenters.board_camera import NoCamera
from pi_app.presenters.menu import MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.seat import seat_view
from pi_app.presenters.phones import PhonesPresenter
from pi_app.steps.view import Card, Code, Seat, Tap, Words
from pi_app.table.session import TableSession
from pi_app.web import phone_server, phones, serving
from pi_app.web.keys import SeatKeys
from pi_app.web.phones import AFTER_S, Phones
from pi_app.web.serving import LOOPBACK, MAX_AT_ONCE
from tests.pi_app.test_onlookers import GAMES, PLAYED, free_port, take_up


class PhoneCamera(NoCamera):
    """Reads what phones bring, when the test says so."""

    def __init__(self) -> None:
        self.busy: str | None = None
        self.trouble: str | None = None
        self.given: list[tuple[int, bytes]] = []

    def reads(self) -> bool:
        return True

    def read(self, seat: int, picture: bytes) -> None:
        self.given.append((seat, picture))
        self.busy = "reading"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0  # every look comes late enough for a new picture of the game
        return self.now


class Answer(NamedTuple):
    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Phone:
    """A browser on loopback: it knows the table's address, and keeps its cookie."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.key, self.host, self.port = parts.fragment, str(parts.hostname), int(parts.port or 0)
        self.cookie = ""

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        sent = {"Cookie": self.cookie} if self.cookie else {}
        if method == "POST":
            sent["Origin"] = self.origin
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection(self.host, self.port, timeout=60)) as line:
            line.request(method, path, body, sent)
            with line.getresponse() as answer:
                found = Answer(answer.status, answer.headers, answer.read())
        if "Set-Cookie" in found.headers:
            self.cookie = found.headers["Set-Cookie"].partition(";")[0]
        return found

    def join(self, key: str | None = None) -> Answer:
        return self.ask("POST", "/join", (self.key if key is None else key).encode())

    def view(self) -> Answer:
        return self.ask("GET", "/view.json")

    def raw(self, data: bytes) -> bytes:
        """What is answered to these bytes; empty where the table hangs up."""
        with closing(socket.create_connection((self.host, self.port), 60)) as line:
            line.sendall(data)
            answer = HTTPResponse(line)
            answer.begin()
            return str(answer.status).encode()


class Table:
    """A table with phones switched on, on loopback."""

    def __init__(self, nav: Navigator) -> None:
        self.nav, self.camera = nav, PhoneCamera()
        nav.camera = self.camera
        self.clock = Clock()
        self.phones = Phones(self.nav, PhonesConfig(address=LOOPBACK, port=free_port()), self.clock)
        self.nav.phones = self.phones
        self.nav.choose_preference("phones=on")

    def play(self, seed: int | None = None) -> None:
        """A game of two; with a seed on the screen alone."""
        self.nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=seed))
        self.phones.follow()

    def draw(self) -> DrawPresenter:
        """Both players about to draw."""
        self.play()
        while self.nav.state.phase != Phase.DRAW:
            game, state = self.nav.open_table.game, self.nav.state
            seat = game.to_move(state)[0]
            self.nav.act(game.deal(state, Random(1)) if seat == NATURE else game.legal_actions(state, seat)[0])
        return DrawPresenter(self.nav)

    def phone(self, seat: int) -> Phone:
        """A phone that has joined."""
        phone = self.scanned(seat)
        assert phone.join().status == 204
        self.phones.follow()
        return phone

    def scanned(self, seat: int) -> Phone:
        """A phone that has read the seat's code."""
        address = self.phones.address(seat)
        assert address is not None
        return Phone(address)

    @property
    def server(self) -> phone_server.PhoneServer:
        assert self.phones.page is not None
        return self.phones.page.server  # type: ignore[no-any-return]


@pytest.fixture
def table(nav: Navigator) -> Iterator[Table]:
    made = Table(nav)
    yield made
    made.phones.close()


# When ------------------------------------------------------------------------------------------------------------


def reachable(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0


def test_the_port_is_open_only_while_a_game_is_played_and_the_table_wishes_it(table: Table) -> None:
    port = table.phones.config.port
    table.phones.follow()
    assert not reachable(port)
    table.play()
    assert reachable(port)
    table.nav.choose_preference("phones=off")
    table.phones.follow()
    assert not reachable(port)
    table.nav.choose_preference("phones=on")
    table.phones.follow()
    assert reachable(port)
    table.nav.home()
    table.phones.follow()
    assert not reachable(port)


def test_it_is_off_until_somebody_chooses_it(nav: Navigator) -> None:
    nav.phones = Phones(nav, PhonesConfig(address=LOOPBACK, port=free_port()))
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=4))
    nav.phones.follow()
    assert nav.phones.address(0) is None
    assert "Phones" not in said(MenuPresenter(nav).view().panel)


def test_phones_see_the_end_of_the_game_and_then_nothing(table: Table) -> None:
    take_up(table.nav, GAMES["stellar"], 1.0)
    table.phones.follow()
    phone = table.phone(0)
    assert phone.view().json["words"] == "The game is over."
    table.clock.now += AFTER_S
    table.phones.follow()
    table.phones.follow()
    assert not reachable(table.phones.config.port)
    assert table.phones.address(0) is None


def test_another_game_has_other_keys(table: Table) -> None:
    table.play()
    phone = table.phone(0)
    table.play()
    table.phones.follow()
    assert phone.view().status == 403
    assert phone.join().status == 403


def test_a_table_without_a_network_says_so_in_one_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "own_address", lambda: LOOPBACK)
    table.phones.config = PhonesConfig(port=free_port())
    table.play()
    said_by = PhonesPresenter(table.nav).view()
    assert isinstance(said_by.stage, Card)
    assert said_by.stage.lines[0].text == "This table is in no network: phones cannot reach it."
    assert not reachable(table.phones.config.port)
    monkeypatch.setattr(phones, "own_address", lambda: "192.168.1.5")
    monkeypatch.setattr(phones, "ANYWHERE", ())
    table.phones.config = PhonesConfig(address=LOOPBACK, port=free_port())
    table.clock.now += phones.RETRY_S
    table.phones.follow()
    assert isinstance(PhonesPresenter(table.nav).view().stage, Code)


def test_a_machine_that_may_open_no_sockets_has_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", forbidden)
    assert serving.own_address() == LOOPBACK


def test_a_port_that_is_taken_is_told_and_nothing_else_happens(table: Table) -> None:
    with closing(socket.socket()) as other:
        other.bind((LOOPBACK, table.phones.config.port))
        other.listen()
        table.play()
        assert "Phones cannot reach this table" in (table.phones.why or "")
        assert table.phones.address(0) is None


# Keys ------------------------------------------------------------------------------------------------------------


def test_the_first_phone_keeps_the_seat_and_no_other_gets_it_with_the_same_key(table: Table) -> None:
    table.play()
    first, second = table.scanned(1), table.scanned(1)
    assert first.join().status == 204
    assert first.join().status == 204
    assert second.join().status == 403
    table.phones.follow()
    assert first.view().json["name"] == "Bo"
    assert second.view().status == 403
    assert table.nav.notice == "A phone has joined: Bo"
    assert table.phones.address(1) is None


def test_the_cookie_can_be_read_by_no_script_and_goes_to_no_other_site(table: Table) -> None:
    table.play()
    cookie = table.scanned(0).join().headers["Set-Cookie"]
    assert "HttpOnly; SameSite=Strict; Path=/" in cookie


def test_a_new_code_throws_the_old_phone_out(table: Table) -> None:
    table.play()
    old = table.phone(0)
    table.nav.open_page("phones", seat=0)
    page = PhonesPresenter(table.nav)
    assert "A phone has this seat." in said(page.view().stage.lines)  # type: ignore[attr-defined]
    page.renew()
    table.phones.follow()
    assert old.view().status == 403
    assert old.join().status == 403
    assert table.phone(0).view().json["name"] == "Ana"


@pytest.mark.parametrize("key", ["", "x", "A" * 22, "\u00e9" * 8, "../" * 7])
def test_a_wrong_key_opens_nothing(table: Table, key: str) -> None:
    table.play()
    phone = table.scanned(0)
    answer = phone.join(key)
    assert answer.status == 403
    assert phone.cookie == ""
    assert not table.phones.joined(0)


@pytest.mark.parametrize("cookie", ["", "planisphere_seat=", "planisphere_seat=x", "planisphere_seat", "a=b;;=\x01"])
def test_without_a_seat_there_is_nothing_to_see_but_a_sentence(table: Table, cookie: str) -> None:
    table.play()
    phone = table.scanned(0)
    phone.cookie = cookie
    table.nav.speak("de")
    table.phones.follow()
    answer = phone.view()
    assert answer.status == 403
    assert answer.json == {"language": "de", "words": i18n._("Scan the code on the table’s screen.")}
    assert phone.ask("POST", "/picture", b"x").status == 403


def test_keys_of_seats_differ_and_a_token_is_for_one_seat() -> None:
    keys = SeatKeys(range(8))
    assert len({keys.key(seat) for seat in range(8)}) == 8
    seat, token = keys.join(keys.key(3)) or (None, "")
    assert seat == 3
    assert keys.seat_of(token) == 3
    assert keys.join(keys.key(4), token) != (4, token)


# What a seat may know --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "share"), PLAYED)
def test_a_phone_shows_nothing_that_its_seat_may_not_know(
    table: Table, name: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made from what that player knows it comes out the same: nothing else went into it."""
    take_up(table.nav, name, share)
    playing = table.nav.open_table
    game, state = playing.game, playing.state
    if playing.over:
        return
    for seat in range(len(playing.players)):
        whole, known = seat_view(table.nav, seat), game.view(state, seat)
        with monkeypatch.context() as patch:
            patch.setattr(TableSession, "state", property(lambda _self, known=known: known))  # type: ignore[misc]
            assert seat_view(table.nav, seat) == whole


def test_each_phone_gets_its_own_hand_and_not_the_others(table: Table) -> None:
    take_up(table.nav, GAMES["stellar"], 0.5)
    table.phones.follow()
    views = [table.phone(seat).view().json for seat in (0, 1)]
    assert [view["name"] for view in views] == list(table.nav.open_table.players)
    hands = [view["secret"][0]["marks"] for view in views]
    assert hands[0] != hands[1]
    for seat, view in enumerate(views):
        assert msgspec.json.encode(hands[1 - seat]) not in msgspec.json.encode(view)
        assert {board["seat"] for board in view["boards"]} == {0, seat + 1}


def test_a_flying_player_sees_hand_and_looked_at_tokens_alone(table: Table) -> None:
    take_up(table.nav, GAMES["starfarers"], 0.5)
    state = table.nav.state
    for seat in range(len(state.players)):
        hand, sky = seat_view(table.nav, seat).secret
        counts = [mark.text for mark in hand.marks if mark.kind == "words"][::2]
        assert counts[:5] == [str(n) for n in state.hands[seat][:5]]
        backs = sum(mark.tone == "back" for mark in sky.marks)
        assert backs == sum(not (state.seen[seat] | state.face_up) >> planet & 1 for planet in range(len(state.tokens)))


@pytest.mark.parametrize("game", GAMES)
def test_own_points_come_with_their_reasons(table: Table, game: str) -> None:
    take_up(table.nav, GAMES[game], 1.0)
    for seat, score in enumerate(table.nav.open_table.sheet.players):
        view = seat_view(table.nav, seat)
        assert (view.total, len(view.rows)) == (score.total, len(score.rows))
        for row, shown in zip(score.rows, view.rows, strict=True):
            assert shown.points == row.points
            paying = [receipt for receipt in row.receipt if receipt.points]
            assert len(shown.reasons) == len(paying)
            assert all(str(receipt.points) in said for receipt, said in zip(paying, shown.reasons, strict=True))


def test_a_phone_says_whose_turn_it_is_in_the_language_of_the_table(table: Table) -> None:
    table.draw()
    phone = table.phone(0)
    assert (phone.view().json["turn"], phone.view().json["words"]) == (True, "You may act now.")
    table.nav.speak("fr")
    table.phones.follow()
    view = phone.view().json
    assert view["language"] == "fr"
    assert view["words"] != "You may act now."


def test_only_games_with_secrets_have_some_on_the_phone() -> None:
    assert {game: bool(app_of(game).secret) for game in GAMES} == {
        "star_explorer": False,
        "look_at_the_stars": False,
        "stellar": True,
        "starfarers": True,
    }


def test_the_page_comes_again_only_when_it_has_changed(table: Table) -> None:
    table.play()
    phone = table.phone(0)
    tag = phone.view().headers["ETag"]
    assert phone.ask("GET", "/view.json", If_None_Match=tag).status == 304


# The camera ------------------------------------------------------------------------------------------------------


def test_a_picture_goes_to_the_step_that_wants_it_and_the_phone_hears_of_it(table: Table) -> None:
    draw = table.draw()
    phone = table.phone(1)
    assert phone.view().json["photo"] == "Photograph your board"
    assert phone.ask("POST", "/picture", b"a picture").status == 202
    table.phones.follow()
    assert phone.view().json["said"] == "Your picture waits until the table’s screen asks for it."
    assert table.camera.given == []
    draw.tick()
    assert table.camera.given == [(1, b"a picture")]
    table.phones.follow()
    assert phone.view().json["said"] == "The table is reading your picture."
    table.camera.busy, table.camera.trouble = None, "It is too dark"
    table.phones.follow()
    table.phones.follow()
    assert phone.view().json["said"] == "It is too dark"


def test_a_picture_of_a_board_that_nobody_waits_for_is_left_alone(table: Table) -> None:
    table.draw()
    phone = table.phone(1)
    assert phone.ask("POST", "/picture", b"a picture").status == 202
    table.phones.offer(lambda seat: seat == 0)
    assert table.camera.given == []
    table.camera.busy = "shooting"
    table.phones.offer(lambda seat: True)
    assert table.camera.given == []


def test_a_game_on_the_screen_alone_takes_no_pictures(table: Table) -> None:
    table.play(seed=4)
    phone = table.phone(0)
    assert phone.view().json["photo"] == ""
    assert phone.ask("POST", "/picture", b"x").status == 409


# Hostile guests --------------------------------------------------------------------------------------------------


@pytest.fixture
def joined(table: Table) -> Phone:
    table.draw()
    return table.phone(0)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(joined: Phone) -> None:
    head = f"POST /picture HTTP/1.1\r\nHost: {joined.host}:{joined.port}\r\nOrigin: {joined.origin}\r\n"
    head += f"Cookie: {joined.cookie}\r\n"
    for large in ((16 << 20) + 1, 10**30):
        assert joined.raw(f"{head}Content-Length: {large}\r\n\r\n".encode()) == b"413"
    for none in ("-1", "x", "1_0", "\u0661"):
        assert joined.raw(f"{head}Content-Length: {none}\r\n\r\n".encode()) == b"411"
    assert joined.raw(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()) == b"411"
    assert joined.raw(f"{head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n".encode()) == b"411"
    assert joined.ask("POST", "/join", b"k" * 65).status == 413


def test_a_sender_that_takes_too_long_is_hung_up_on(table: Table, joined: Phone) -> None:
    table.server.body_s = -1.0
    assert joined.ask("POST", "/picture", b"x" * 9).status == 408
    assert table.server.waiting() == ()
    table.server.body_s = 60.0
    cut_short = f"POST /join HTTP/1.1\r\nHost: {joined.host}:{joined.port}\r\nOrigin: {joined.origin}\r\n"
    with closing(socket.create_connection((joined.host, joined.port), 60)) as line:
        line.sendall(f"{cut_short}Content-Length: 9\r\n\r\nxyz".encode())
        line.shutdown(socket.SHUT_WR)
        answer = HTTPResponse(line)
        answer.begin()
        assert answer.status == 408


def test_slow_senders_of_many_connections_keep_nobody_out(table: Table, joined: Phone) -> None:
    lines = [socket.create_connection((joined.host, joined.port), 60) for _ in range(2 * MAX_AT_ONCE)]
    for line in lines:
        line.sendall(b"POST /picture HTTP/1.1\r\nHost")
    assert joined.view().status == 200
    assert len(table.server._served) <= MAX_AT_ONCE
    for line in lines:
        line.close()


def test_pictures_come_one_at_a_time_and_few_wait(table: Table, joined: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert joined.ask("POST", "/picture", b"one").status == 202
    assert joined.ask("POST", "/picture", b"two").status == 429
    monkeypatch.setattr(phone_server, "PICTURE_PAUSE_S", 0.0)
    assert joined.ask("POST", "/picture", b"three").status == 202
    assert table.server.waiting() == (0,)
    assert table.server.take(0) == b"three"
    for _ in range(phone_server.MAX_UPLOADS):
        table.server.uploads.acquire()
    assert joined.ask("POST", "/picture", b"four").status == 503
    table.server.uploads.release()
    for other in range(1, 1 + phone_server.MAX_KEPT):
        table.server.bring(other, b"theirs")
    assert joined.ask("POST", "/picture", b"five").status == 429


def test_an_address_that_asks_without_end_is_told_to_wait(joined: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_REQUESTS", 3)
    monkeypatch.setattr(serving, "WINDOW_S", 1000.0)
    statuses = {joined.view().status for _ in range(8)}
    assert 429 in statuses
    assert joined.join().status == 429


OTHERS = "/../settings.toml /%2e%2e/settings.toml /phone.css/.. /index.html /page.js /view.json?x /join /picture"


@pytest.mark.parametrize("path", OTHERS.split())
def test_there_is_no_other_file(joined: Phone, path: str) -> None:
    answer = joined.ask("GET", path)
    assert answer.status == 404
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_another_site_can_send_nothing(table: Table, joined: Phone, origin: str) -> None:
    assert joined.ask("POST", "/picture", b"x", Origin=origin).status == 403
    assert joined.ask("POST", "/join", joined.key.encode(), Origin=origin).status == 403
    assert table.server.waiting() == ()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", ""])
def test_a_name_that_points_here_is_not_this_table(joined: Phone, host: str) -> None:
    assert joined.ask("GET", "/view.json", Host=host).status == 421


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"])
def test_no_other_method_is_answered(joined: Phone, method: str) -> None:
    assert joined.ask(method, "/view.json").status == 501


@pytest.mark.parametrize("path", ["/", "/phone.css", "/phone.js", "/draw.js", "/tones.css"])
def test_what_everybody_gets_holds_no_word_of_the_game(joined: Phone, path: str) -> None:
    answer = joined.ask("GET", path, Cookie="")
    assert answer.status == 200
    assert b"Ana" not in answer.body
    assert b"innerHTML" not in answer.body
    assert b"http://" not in answer.body.replace(b"http://www.w3.org/2000/svg", b"")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_closing_hangs_up_at_once_on_whoever_is_being_answered(table: Table, joined: Phone) -> None:
    with closing(socket.create_connection((joined.host, joined.port), 60)) as line:
        line.sendall(b"GET / HT")
        joined.view()  # so that the other one is being answered by now
        table.phones.close()
        assert line.recv(1) == b""


# The table's screen ----------------------------------------------------------------------------------------------


def said(parts: Any) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, Words | Tap))


def test_the_menu_leads_to_a_code_for_every_person(table: Table) -> None:
    table.nav.begin(Header(game="star_explorer", players=("Ana", "Bo", "Cy"), seed=4), bots={1: "random"})
    table.phones.follow()
    assert "Phones" in said(MenuPresenter(table.nav).view().panel)
    table.nav.open_page("phones")
    page = PhonesPresenter(table.nav)
    assert page.seats == (0, 2)
    first = page.view().stage
    assert first == Code(table.phones.address(0) or "")
    page.do(Seat(2))
    second = page.view().stage
    assert second == Code(table.phones.address(2) or "")
    assert first != second
    page.do(Seat(1))
    assert page.seat == 0
