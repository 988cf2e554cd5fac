"""One request to an event host, bounded in time and size whatever the other side does."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from contextlib import AbstractContextManager, suppress
from typing import Final
from urllib.parse import urlsplit

PORT: Final = 8600
CONNECT_S: Final = 4.0
ANSWER_S: Final = 15.0
"""From the connection to the last byte of the answer, however it drips."""
MAX_ANSWER_BYTES: Final = 64 << 10


class Unreachable(Exception):
    """No answer that is one: nobody there, too slow, too much, not HTTP."""

    trouble = "unreachable"
    """What a screen may know of it, in a word."""


class Untrusted(Unreachable):
    """Somebody answers, with a certificate that this table does not accept; its own clock may be wrong."""

    trouble = "certificate"


class NotThere(Exception):
    """The event host has nothing there."""


class HttpLink:
    """Requests over HTTP or HTTPS, one connection each; no redirects, no proxies, no cookies."""

    def __init__(self, answer_s: float = ANSWER_S) -> None:
        self._answer_s = answer_s

    def __call__(self, address: str, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """Status and answer. Raises Unreachable."""
        connection = _connection(address)
        late = threading.Event()
        end = threading.Timer(self._answer_s, _cut, (connection, late))
        end.daemon = True
        try:
            connection.connect()
            end.start()
            headers = {"Content-Type": "application/json", "Connection": "close"}
            if token:
                headers["Authorization"] = f"Bearer {token}"
            connection.request(method, path, body or None, headers)
            return self._answer(connection, late)
        except ssl.SSLCertVerificationError as error:
            raise Untrusted("hub.untrusted", "{reason}", error.verify_message) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable("hub.unreachable", "{name}: {problem}", type(error).__name__, error) from error
        finally:
            end.cancel()
            connection.close()

    def _answer(self, connection: http.client.HTTPConnection, late: threading.Event) -> tuple[int, bytes]:
        answer = connection.getresponse()
        body = answer.read(MAX_ANSWER_BYTES + 1)
        if late.is_set():
            raise Unreachable("hub.too_slow", "the answer took too long")
        if len(body) > MAX_ANSWER_BYTES:
            raise Unreachable("hub.too_large", "the answer is too large")
        return answer.status, body


class Download(AbstractContextManager["Download"]):
    """What is at a path of an event host, to be read bit by bit; a context manager.

    Raises Unreachable where it does not answer, NotThere where it has nothing there.
    """

    def __init__(self, address: str, path: str) -> None:
        self._connection = _connection(address)
        try:
            self._connection.request("GET", path, headers={"Connection": "close"})
            self._answer = self._connection.getresponse()
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._connection.close()
            raise Unreachable("hub.unreachable", "{name}: {problem}", type(error).__name__, error) from error
        if self._answer.status != http.client.OK:
            self._connection.close()
            raise NotThere(str(self._answer.status))
        self.size = self._answer.length or 0
        """In bytes; 0 where it does not say."""

    def read(self, most: int = -1) -> bytes:
        """The next bytes, none at the end. Raises Unreachable where it stops in the middle."""
        try:
            return self._answer.read(most if most >= 0 else None)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable("hub.unreachable", "{name}: {problem}", type(error).__name__, error) from error

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _connection(address: str) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    if parts.scheme == "https":
        return http.client.HTTPSConnection(host, port, timeout=CONNECT_S, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, port or PORT, timeout=CONNECT_S)


def _cut(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    late.set()
    sock = connection.sock
    if sock is not None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def address_of(text: str) -> tuple[str | None, str]:
    """An event host's address and the code that a QR code brings with it (`http://host:port/#CODE`).

    A bare name or number is taken as `http://NAME:8600`. The address is None where it cannot be one.

    >>> address_of("192.168.1.5")
    ('http://192.168.1.5:8600', '')
    >>> address_of("http://hub.local:8600/#ABCD-2345")
    ('http://hub.local:8600', 'ABCD-2345')
    """
    plain = text.strip()
    try:
        parts = urlsplit(plain if "://" in plain else f"http://{plain}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None, ""
    odd = not host or not host.isascii() or any(not (c.isalnum() or c in ".-:_") for c in host)
    foreign = parts.username is not None or parts.scheme not in ("http", "https") or parts.path not in ("", "/")
    if odd or foreign or len(plain) > 200:
        return None, ""
    shown = f"[{host}]" if host and ":" in host else host
    number = f":{port or PORT}" if parts.scheme == "http" or port else ""
    return f"{parts.scheme}://{shown}{number}", parts.fragment
