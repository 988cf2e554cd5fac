"""A page for another screen of the same table: read only, served by the app itself, off until somebody wants it.

The page asks once a second for `/view.json`. The threads of the server never touch the game: they hand out the bytes
that `show` was given last.
"""

from __future__ import annotations

import socket
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

import msgspec

from engines.errors import NotPossible
from pi_app.host.settings import PublicConfig
from pi_app.i18n import _, tell
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.view import PublicView, public_view

MAX_AT_ONCE: Final = 16
PATIENCE_S: Final = 5.0
PAUSE_S: Final = 0.5
"""A game that changes faster is shown so often."""
_FILES: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
}
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class _Server(ThreadingHTTPServer):
    """Answers so many at once; where there is no room, whoever holds most of it makes some."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 8

    def __init__(self, address: tuple[str, int]) -> None:
        self._served: dict[socket.socket, str] = {}
        """Who is being answered, from where; who came first stands first."""
        self._lock = Lock()
        self.view = (b"{}", '""')
        self.card: bytes | None = None
        super().__init__(address, _Handler)

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
        del self._served[slowest]
        with suppress(OSError):
            slowest.shutdown(socket.SHUT_RDWR)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one, and make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._served.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A visitor that hangs up or talks nonsense is no news."""


class _Handler(BaseHTTPRequestHandler):
    """GET of five addresses; everything else is refused."""

    server: _Server
    timeout = PATIENCE_S
    server_version = "Planisphere"
    sys_version = ""

    def do_GET(self) -> None:
        """Hand out the page or the view."""
        if self.path == "/view.json":
            self._view()
        elif self.path in _FILES:
            name, kind = _FILES[self.path]
            self._answer((resources.files("pi_app") / "page" / name).read_bytes(), kind)
        elif self.path == "/card.png" and (card := self.server.card) is not None:
            self._answer(card, "image/png")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _view(self) -> None:
        body, tag = self.server.view
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
        else:
            self._answer(body, "application/json", tag)

    def _answer(self, body: bytes, kind: str, tag: str | None = None) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if tag is not None:
            self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        """Every answer says what a browser may do with it."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the base class's name)
        """Who looks is nobody's business."""


class PublicPage:
    """The page while it is served. Raises NotPossible where the address cannot be had."""

    def __init__(self, config: PublicConfig) -> None:
        self.config = config
        try:
            self._server = _Server((config.address, config.port))
        except OSError as error:
            raise NotPossible(
                "page.not_served", "{address}:{port}: {reason}", config.address, config.port, error.strerror or error
            ) from error
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """What to type into a browser."""
        host = own_address() if self.config.address in ("", "0.0.0.0") else self.config.address
        return f"http://{host}:{self._server.server_address[1]}"

    def show(self, view: PublicView) -> None:
        """Hand this out from now on."""
        body = msgspec.json.encode(view)
        self._server.view = body, f'"{sha256(body).hexdigest()[:24]}"'

    def share(self, card: bytes | None) -> None:
        """Hand this picture out from now on; None: none."""
        self._server.card = card

    def close(self) -> None:
        """Stop serving. May be called twice."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Onlookers:
    """Serves the page while the table wishes it, and keeps it true. `follow` is called a few times a second."""

    def __init__(self, nav: Navigator, config: PublicConfig) -> None:
        self.nav = nav
        self.config = config
        self.page: PublicPage | None = None
        self._changed = True
        self._shown_at = -PAUSE_S
        nav.subscribe(self._notice)

    def _notice(self) -> None:
        self._changed = True

    def follow(self) -> None:
        """Open or close the page as it is preferred, and show what has changed since the last time."""
        if self.nav.preferences.public and self.page is None:
            self._open()
        elif not self.nav.preferences.public:
            self.close()
        if self.page is not None and self._changed and monotonic() - self._shown_at >= PAUSE_S:
            self._changed, self._shown_at = False, monotonic()
            self.page.show(public_view(self.nav))
            self.page.share(self.nav.shared)

    def _open(self) -> None:
        try:
            self.page = PublicPage(self.config)
        except NotPossible as error:
            why = error.finding
            self.nav.warn(lambda: _("The public screen cannot be opened: {reason}").format(reason=tell(why)))
            self.nav.prefer(msgspec.structs.replace(self.nav.preferences, public=False))
        else:
            self._changed = True
            address = self.nav.served = self.page.url
            self.nav.tell(lambda: _("Public screen: {address}").format(address=address))
            self.nav.changed()

    def close(self) -> None:
        """Stop serving. May be called twice."""
        if self.page is not None:
            self.page.close()
            self.page = None
            self.nav.served = ""


def own_address() -> str:
    """This machine's address in its network, without sending anything; the loopback's where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
