"""What a phone is answered: a seat for its key, what that seat may know, and a place for a picture of its board."""

from __future__ import annotations

from collections import OrderedDict
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from queue import SimpleQueue
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Final

from pi_app.web.keys import SeatKeys
from pi_app.web.serving import Body, Handler, Server, body_of

COOKIE: Final = "planisphere_seat"
COOKIE_S: Final = 12 * 3600
"""An evening; the key is worth nothing after the game anyway."""
MAX_KEY: Final = 64
MAX_PICTURE: Final = 16 << 20
"""Bytes: a photograph of 12 megapixels has about six million, one of 50 as JPEG at most this."""
MAX_UPLOADS: Final = 2
"""Pictures that are being received at once."""
MAX_KEPT: Final = 3
"""Pictures that wait for the table at once: with those that are being received 80 MiB at most."""
PICTURE_PAUSE_S: Final = 1.0
"""Between two pictures of one seat."""
BODY_S: Final = 30.0
"""So long a body may take as a whole: 16 MiB over a slow Wi-Fi of 5 Mbit/s."""


class PhoneServer(Server):
    """Serves the phones of a game. The table's thread fills `views`, `refusal` and `taking`, and empties the rest."""

    def __init__(self, address: tuple[str, int], keys: SeatKeys) -> None:
        self.keys = keys
        self.views: dict[int, Body] = {}
        """By seat: what its phone shows."""
        self.refusal = body_of(b"{}")
        """What is said to a phone without a seat."""
        self.taking: frozenset[int] = frozenset()
        """The seats of whose board a picture is of use now."""
        self.joined: SimpleQueue[int] = SimpleQueue()
        """Seats that have just been taken by a phone."""
        self.uploads = BoundedSemaphore(MAX_UPLOADS)
        self.body_s = BODY_S
        self._pictures: OrderedDict[int, bytes] = OrderedDict()
        self._brought: dict[int, float] = {}
        self._kept = Lock()
        super().__init__(address, _Handler)

    def waiting(self) -> tuple[int, ...]:
        """The seats whose pictures wait to be read, in the order in which they came."""
        with self._kept:
            return tuple(self._pictures)

    def take(self, seat: int) -> bytes:
        """The picture of that seat, which waits no more."""
        with self._kept:
            return self._pictures.pop(seat)

    def may_bring(self, seat: int) -> bool:
        """Whether that seat may bring a picture now; if so, its next one has to wait a moment."""
        with self._kept:
            too_soon = monotonic() - self._brought.get(seat, -PICTURE_PAUSE_S) < PICTURE_PAUSE_S
            if too_soon or (seat not in self._pictures and len(self._pictures) >= MAX_KEPT):
                return False
            self._brought[seat] = monotonic()
            return True

    def bring(self, seat: int, picture: bytes) -> None:
        """Keep a picture until the table takes it; an earlier one of the same seat goes."""
        with self._kept:
            self._pictures[seat] = picture


class _Refused(Exception):
    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class _Handler(Handler):
    """Three requests: a key for a seat, what the seat may know, a picture. All else is refused."""

    FILES = {
        "/": "phone.html",
        "/phone.css": "phone.css",
        "/phone.js": "phone.js",
        "/draw.js": "draw.js",
        "/tones.css": "tones.css",
    }
    server: PhoneServer

    def parse_request(self) -> bool:
        """Read a request; one that does not name this machine by its address is another site's doing."""
        if not super().parse_request():
            return False
        if self.headers.get("Host") != self._own_host():
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return False
        return True

    def _own_host(self) -> str:
        host, port = self.connection.getsockname()[:2]
        return f"{host}:{port}"

    def view(self) -> None:
        """Hand out what the seat may know."""
        seat = self.server.keys.seat_of(self._token())
        body = None if seat is None else self.server.views.get(seat)
        if body is None:
            self._say_no(HTTPStatus.FORBIDDEN if seat is None else HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self.hand_out(body)

    def post(self) -> None:
        """Take a key or a picture."""
        try:
            if self.headers.get("Origin") != f"http://{self._own_host()}":
                raise _Refused(HTTPStatus.FORBIDDEN)
            match self.path:
                case "/join":
                    self._join()
                case "/picture":
                    self._picture()
                case _:
                    raise _Refused(HTTPStatus.NOT_FOUND)
        except _Refused as refused:
            self._say_no(refused.status)

    def _join(self) -> None:
        key = self._body(MAX_KEY).decode("utf-8", "surrogateescape")
        found = self.server.keys.join(key, self._token())
        if found is None:
            raise _Refused(HTTPStatus.FORBIDDEN)
        seat, token = found
        if token != self._token():
            self.server.joined.put(seat)
        cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_S}"
        self.answer(b"", "application/json", HTTPStatus.NO_CONTENT, Set_Cookie=cookie)

    def _picture(self) -> None:
        seat = self.server.keys.seat_of(self._token())
        if seat is None:
            raise _Refused(HTTPStatus.FORBIDDEN)
        if seat not in self.server.taking:
            raise _Refused(HTTPStatus.CONFLICT)
        if not self.server.uploads.acquire(blocking=False):
            raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            self._length(MAX_PICTURE)
            if not self.server.may_bring(seat):
                raise _Refused(HTTPStatus.TOO_MANY_REQUESTS)
            self.server.bring(seat, self._body(MAX_PICTURE))
        finally:
            self.server.uploads.release()
        self.answer(b"", "application/json", HTTPStatus.ACCEPTED)

    def _token(self) -> str:
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return ""
        return cookies[COOKIE].value if COOKIE in cookies else ""

    def _length(self, most: int) -> int:
        told = self.headers.get("Content-Length", "")
        if not (told.isascii() and told.isdigit()) or self.headers.get("Transfer-Encoding"):
            raise _Refused(HTTPStatus.LENGTH_REQUIRED)
        if len(told) > 12 or int(told) > most:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return int(told)

    def _body(self, most: int) -> bytes:
        left, until, parts = self._length(most), monotonic() + self.server.body_s, list[bytes]()
        while left:
            part = self.rfile.read1(left)
            if not part or monotonic() > until:
                raise _Refused(HTTPStatus.REQUEST_TIMEOUT)
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _say_no(self, status: HTTPStatus) -> None:
        self.answer(self.server.refusal.data, "application/json", status)
