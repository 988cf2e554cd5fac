"""One request to an event host, whatever the other side does."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from pi_app.evening.link import HttpLink, Unreachable, Untrusted, address_of

Serve = Callable[[socket.socket], None]
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@contextmanager
def host(serve: Serve) -> Iterator[str]:
    """A listener on loopback that does `serve` with its first guest."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(600)

        def run() -> None:
            with suppress(OSError):
                guest, _ = listener.accept()
                with guest, suppress(OSError):
                    serve(guest)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    thread.join()


def answer(text: bytes) -> Serve:
    def serve(guest: socket.socket) -> None:
        guest.recv(65_536)
        guest.sendall(text)

    return serve


def drip(guest: socket.socket) -> None:
    """A byte at a time, for ever."""
    guest.recv(65_536)
    guest.sendall(b"HTTP/1.1 200 OK\r\n")
    pause = threading.Event()
    while True:
        guest.sendall(b"x")
        pause.wait(0.05)


def test_an_answer_comes_back_with_its_status() -> None:
    with host(answer(OK)) as address:
        assert HttpLink()(address, "POST", "/x", "t", b"{}") == (200, b"{}")


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\x00\xff" * 50, b"HTTP/1.1 banana\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 300,
        b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n" + b"x" * 200_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"x" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_answer_is_no_answer(text: bytes) -> None:
    with host(answer(text)) as address, pytest.raises(Unreachable):
        HttpLink()(address, "POST", "/x", "t", b"{}")


def test_an_answer_that_drips_is_cut_off() -> None:
    begun = monotonic()
    with host(drip) as address, pytest.raises(Unreachable):
        HttpLink(answer_s=0.5)(address, "GET", "/x", "", b"")
    assert monotonic() - begun < 30


def test_a_certificate_that_nobody_vouches_for_is_told_from_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = Path(__file__).with_name("self_signed.pem")

    def encrypted(guest: socket.socket) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(ours)
        with context.wrap_socket(guest, server_side=True) as sock:
            answer(OK)(sock)

    with host(encrypted) as address, pytest.raises(Untrusted):
        HttpLink()(address.replace("http:", "https:"), "GET", "/x", "", b"")
    monkeypatch.setenv("SSL_CERT_FILE", str(ours))
    with host(encrypted) as address:
        assert HttpLink()(address.replace("http:", "https:"), "GET", "/x", "", b"") == (200, b"{}")


def test_a_redirect_is_not_followed() -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    with host(answer(moved)) as address:
        assert HttpLink()(address, "GET", "/x", "", b"")[0] == 302


def test_nobody_there_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(Unreachable):
        HttpLink()(f"http://127.0.0.1:{port}", "GET", "/x", "", b"")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("192.168.1.5", ("http://192.168.1.5:8600", "")),
        ("hub.local:9000", ("http://hub.local:9000", "")),
        ("https://hub.example.org", ("https://hub.example.org", "")),
        ("http://10.0.0.2:8600/#ABCD-2345", ("http://10.0.0.2:8600", "ABCD-2345")),
        (" [fe80::1]:8600 ", ("http://[fe80::1]:8600", "")),
    ],
)
def test_an_address_as_people_type_it(typed: str, expected: tuple[str, str]) -> None:
    assert address_of(typed) == expected


@pytest.mark.parametrize(
    "typed",
    ["", "ftp://x", "http://", "a b", "http://u:p@h", "http://h/path", "h:99999", "x" * 300, "http://[::", "é\n"],
)
def test_what_cannot_be_an_address(typed: str) -> None:
    assert address_of(typed)[0] is None
