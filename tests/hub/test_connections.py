"""Many connections at once: who may hold one, who makes room, and what a neighbour feels of it."""

from __future__ import annotations

import http.client
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from hub.app import Hub, create_app
from hub.database.store import Store
from hub.doors.connections import Connections, source_of
from hub.serve import KEPT_FILES, MAX_CONNECTIONS, allow_connections, listen_at, server

START_S = 600.0
BURST_S = 20.0
"""The kernel answers for a process that is stopped, as long as its queue has room."""


class Guest:
    def __init__(self) -> None:
        self.hung_up = False

    def hang_up(self) -> None:
        self.hung_up = True


def test_whoever_waited_longest_makes_room() -> None:
    connected, guests = Connections(3, 3), [Guest() for _ in range(6)]
    for number, guest in enumerate(guests[:3]):
        assert connected.arrive(guest, f"10.0.0.{number}")
    connected.is_answered(guests[0])
    assert connected.arrive(guests[3], "10.0.0.3")
    assert [guest.hung_up for guest in guests] == [False, True, False, False, False, False]
    connected.is_answered(guests[2])
    connected.is_answered(guests[3])
    assert not connected.arrive(guests[4], "10.0.0.4")
    connected.waits(guests[0])
    assert connected.arrive(guests[5], "10.0.0.5")
    assert guests[0].hung_up
    for guest in guests:
        connected.leave(guest)
    assert len(connected) == 0
    assert connected._counts == connected._waiting_of == {}


def test_one_address_makes_room_among_its_own() -> None:
    connected, guests = Connections(10, 2), [Guest() for _ in range(6)]
    assert connected.arrive(guests[0], "10.0.0.1")
    for guest in guests[1:4]:
        assert connected.arrive(guest, "10.0.0.2")
    assert [guest.hung_up for guest in guests[:4]] == [False, True, False, False]
    connected.is_answered(guests[2])
    connected.is_answered(guests[3])
    assert not connected.arrive(guests[4], "10.0.0.2")
    assert connected.arrive(guests[5], "10.0.0.3")


def test_a_proxy_on_this_machine_stands_for_everybody() -> None:
    connected = Connections(10, 2)
    assert [connected.arrive(Guest(), "127.0.0.1") for _ in range(10)] == [True] * 10
    assert len(connected) == 10


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("10.0.0.7", "10.0.0.7"), ("::1", "::1"), ("::ffff:10.0.0.7", "10.0.0.7"), ("fe80::1%eth0", "fe80::"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_a_household_is_one_source(address: str, source: str) -> None:
    assert source_of(address) == source


def test_it_says_that_it_lives_from_the_loop_that_answers(sqlite_store: Store) -> None:
    lives, threads = threading.Event(), []

    def alive() -> None:
        threads.append(threading.current_thread())
        lives.set()

    with Hub(sqlite_store) as hub, listen_at("127.0.0.1", 0, shared=False) as sock:
        running = server(create_app(hub), alive=alive)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        assert lives.wait(START_S)
        running.should_exit = True
        thread.join(START_S)
    assert threads[0] is thread


@contextmanager
def serving(store: Store, connections: int) -> Iterator[int]:
    ready = threading.Event()
    with Hub(store) as hub, listen_at("127.0.0.1", 0, shared=False) as sock:
        running = server(create_app(hub), headers_s=60.0, connections=connections, ready=ready.set)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        assert ready.wait(START_S)
        yield sock.getsockname()[1]
        running.should_exit = True
        thread.join()


def health(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_S)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status
    finally:
        connection.close()


def test_silent_connections_keep_nobody_out(sqlite_store: Store) -> None:
    with serving(sqlite_store, 50) as port, ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(("127.0.0.1", port), START_S)) for _ in range(120)]
        for half in silent[:20]:
            with suppress(OSError):
                half.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        assert [health(port) for _ in range(10)] == [200] * 10


SOFT, HARD = 128, 700


class Command:
    """The command with `HARD` open files at most; what it says is read all the while, so that it never waits for us."""

    def __init__(self, database: Path) -> None:
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({SOFT}, {HARD})); "
        args = ["hub", "--db", str(database), "--address", "127.0.0.1", "--port", "0"]
        line = [sys.executable, "-c", f"{limit}from planisphere.cli import main; main({args!r})"]
        self.said: list[str] = []
        self.process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True)
        self._serves = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if "serves at" in line:
                self._serves.set()
        self._serves.set()

    def port(self) -> int:
        assert self._serves.wait(START_S)
        found = re.search(r":(\d+)/", self.said[-1])
        assert found is not None, self.said
        return int(found[1])

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(START_S)
        self._reader.join(START_S)


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    found = Command(tmp_path / "hub.sqlite3")
    with found.process:
        try:
            yield found
        finally:
            found.process.kill()


def test_the_command_outlives_its_limit_of_open_files(command: Command) -> None:
    port = command.port()
    assert any(f"allows {HARD // 2} connections at once" in line for line in command.said)
    with ExitStack() as stack:
        for _ in range(HARD):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), START_S))
        assert [health(port) for _ in range(5)] == [200] * 5


def test_a_burst_that_waits_in_the_kernel_takes_no_file_too_many(command: Command) -> None:
    port = command.port()
    told = len(command.said)
    with ExitStack() as stack:
        command.process.send_signal(signal.SIGSTOP)
        for _ in range(HARD - 10):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), BURST_S))
        command.process.send_signal(signal.SIGCONT)
        assert [health(port) for _ in range(5)] == [200] * 5
        command.end()
    assert command.said[told:] == []


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ((1_024, 524_288), MAX_CONNECTIONS), ((1_024, resource.RLIM_INFINITY), MAX_CONNECTIONS),
        ((8_192, 8_192), MAX_CONNECTIONS), ((1_024, 1_024), 1_024 - KEPT_FILES), ((256, 256), 128),
    ],
)  # fmt: skip
def test_as_many_connections_as_files_allow(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], expected: int
) -> None:
    now = [limits]
    monkeypatch.setattr(resource, "getrlimit", lambda _what: now[0])
    monkeypatch.setattr(resource, "setrlimit", lambda _what, wanted: now.__setitem__(0, wanted))
    assert allow_connections() == expected


def test_where_the_system_forbids_it_there_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_what: int, _wanted: tuple[int, int]) -> None:
        raise PermissionError

    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1_024, 8_192))
    monkeypatch.setattr(resource, "setrlimit", forbidden)
    assert allow_connections() == 1_024 - KEPT_FILES
