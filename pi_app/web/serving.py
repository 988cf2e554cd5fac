"""What all pages of the table stand on: a server with bounds, on threads that never touch the game.

It may stand in a café's open network: so many connections at once, so many requests of one address, so long for each;
answers that no other site can use. It hands out bytes that the table's thread gave it.
"""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Lock, Thread
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from engines.errors import NotPossible

MAX_AT_ONCE: Final = 16
MAX_REQUESTS: Final = 200
"""Of one address in `WINDOW_S`: a page asks once a second, and a household may stand behind one address."""
WINDOW_S: Final = 10.0
PATIENCE_S: Final = 5.0
"""So long nothing may come, or be taken, before the table hangs up."""
ANYWHERE: Final = ("", "0.0.0.0")
LOOPBACK: Final = "127.0.0.1"
_KINDS: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Body(NamedTuple):
    """Something to hand out, and the tag that tells it from what was handed out before."""

    data: bytes
    tag: str


def body_of(data: bytes) -> Body:
    """Those bytes with their tag."""
    return Body(data, f'"{sha256(data).hexdigest()[:24]}"')


class Server(ThreadingHTTPServer):
    """Answers so many at once; where there is no room, whoever holds most of it makes some."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: type[Handler]) -> None:
        self._served: dict[socket.socket, str] = {}
        """Who is being answered, from where; who came first stands first."""
        self._lock = Lock()
        self._asked: Counter[str] = Counter()
        self._since = 0.0
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a request on."""
        with self._lock:
            if len(self._served) >= MAX_AT_ONCE:
                self._make_room()
            self._served[request] = str(client_address[0])
        super().process_request(request, client_address)

    def _make_room(self) -> None:
        """Hang up on the one that takes longest, of the address that has most: slow readers keep nobody out."""
        ((crowd, _),) = Counter(self._served.values()).most_common(1)
        slowest = next(request for request, source in self._served.items() if source == crowd)
        self._hang_up(slowest)

    def _hang_up(self, request: socket.socket) -> None:
        del self._served[request]
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one, and make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._served.pop(request, None)

    def takes(self, address: str) -> bool:
        """Whether that address may ask again now."""
        with self._lock:
            if monotonic() - self._since >= WINDOW_S:
                self._asked.clear()
                self._since = monotonic()
            self._asked[address] += 1
            return self._asked[address] <= MAX_REQUESTS

    def hang_up_on_all(self) -> None:
        """Nobody is answered any more."""
        with self._lock:
            for request in tuple(self._served):
                self._hang_up(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A visitor that hangs up or talks nonsense is no news."""


class Handler(BaseHTTPRequestHandler):
    """GET of some files and of what the table shows; everything else is refused."""

    FILES: ClassVar[Mapping[str, str]]
    """Address -> the file that is there."""
    server: Any
    timeout = PATIENCE_S
    server_version = "Planisphere"
    sys_version = ""

    def parse_request(self) -> bool:
        """Read a request; one too many of an address is refused."""
        if not super().parse_request():
            return False
        if not self.server.takes(str(self.client_address[0])):
            self.send_error(HTTPStatus.TOO_MANY_REQUESTS)
            return False
        return True

    def do_GET(self) -> None:
        """Hand out a file or what the table shows."""
        if self.path == "/view.json":
            self.view()
        elif self.path in self.FILES:
            name = self.FILES[self.path]
            kind = _KINDS[name.rpartition(".")[2]]
            self.answer((resources.files("pi_app.web") / "pages" / name).read_bytes(), f"{kind}; charset=utf-8")
        else:
            self.other()

    def other(self) -> None:
        """Hand out what is no file: nothing."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Take what is sent."""
        self.post()

    def post(self) -> None:
        """Take what is sent: nothing."""
        self.send_error(HTTPStatus.NOT_IMPLEMENTED)

    def view(self) -> None:
        """Hand out what the table shows: nothing."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def hand_out(self, body: Body) -> None:
        """Answer with that JSON, or that it is still the same."""
        if self.headers.get("If-None-Match") == body.tag:
            self.answer(b"", "application/json", HTTPStatus.NOT_MODIFIED, ETag=body.tag)
        else:
            self.answer(body.data, "application/json", ETag=body.tag)

    def answer(self, data: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, **headers: str) -> None:
        """Answer with that."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Every answer says what a browser may do with it."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the base class's name)
        """Who looks is nobody's business."""


class Page:
    """A server while it serves. Raises NotPossible where the address cannot be had."""

    def __init__(self, address: str, port: int, make: Callable[[tuple[str, int]], Server]) -> None:
        self._address = address
        try:
            self.server: Any = make((address, port))
        except OSError as error:
            raise NotPossible(
                "page.not_served", "{address}:{port}: {reason}", address, port, error.strerror or error
            ) from error
        self._thread = Thread(target=self.server.serve_forever, name="page", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What to type into a browser."""
        host = own_address() if self._address in ANYWHERE else self._address
        return f"http://{host}:{self.server.server_address[1]}"

    def close(self) -> None:
        """Stop serving, at once: whoever is being answered is hung up on. May be called twice."""
        with suppress(OSError):
            self.server.socket.shutdown(socket.SHUT_RDWR)  # wakes its thread
        self.server.shutdown()
        self.server.server_close()
        self.server.hang_up_on_all()
        self._thread.join()


def own_address() -> str:
    """This machine's address in its network, without sending anything; the loopback's where there is no network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return LOOPBACK
