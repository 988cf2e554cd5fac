"""Several event hosts behind the proxy of the documentation: one that hangs keeps nobody waiting for long."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest

from tools.private_postgres import free_port

DOCUMENTED = Path(__file__).parents[2] / "docs" / "host" / "event-operation.md"
HEAD = """
defaults
    mode http
    timeout connect 2s
    timeout client 20s
    timeout server 20s
frontend guests
    bind 127.0.0.1:{port}
    default_backend planisphere
"""
PATIENCE_S = 20.0
REQUESTS, AT_ONCE = 60, 6
"""How many requests each guest sends, and how many guests send theirs at the same time."""

Wait = Callable[[Callable[[], object]], None]
pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="needs haproxy (apt-get install haproxy)"),
]


def config(port: int, ports: list[int]) -> str:
    """The documented backend, with these servers."""
    found = re.search(r"```\n(backend planisphere.*?)```", DOCUMENTED.read_text("utf-8"), re.DOTALL)
    assert found is not None
    backend = found[1]
    for documented, here in zip(("8601", "8602", "8603"), ports, strict=True):
        assert documented in backend
        backend = backend.replace(documented, str(here))
    return HEAD.format(port=port) + backend


def asked(port: int) -> tuple[int, float]:
    """The status of an answer, and how long it took, s."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status, time.monotonic() - began
    finally:
        connection.close()


def up(port: int) -> bool:
    try:
        return asked(port)[0] == 200
    except OSError:
        return False


@pytest.fixture
def hosts(postgres_url: str) -> Iterator[list[tuple[subprocess.Popen[str], int]]]:
    """Three event hosts on one PostgreSQL, and their ports."""
    command = [sys.executable, "-m", "planisphere.cli", "hub", "--db", postgres_url, "--address", "127.0.0.1"]
    with ExitStack() as stack:
        found = []
        for _ in range(3):
            process = subprocess.Popen([*command, "--port", "0"], stderr=subprocess.PIPE, text=True)
            assert process.stderr is not None
            stack.callback(process.stderr.close)
            stack.callback(process.wait)
            stack.callback(process.kill)
            while "serves at" not in (line := process.stderr.readline()):
                assert line
            Thread(target=process.stderr.read, daemon=True).start()
            found.append((process, int(re.findall(r":(\d+)/", line)[0])))
        yield found


def test_one_that_is_stopped_keeps_nobody_waiting_for_long(
    hosts: list[tuple[subprocess.Popen[str], int]], tmp_path: Path, wait_for: Wait
) -> None:
    port, file = free_port(), tmp_path / "haproxy.cfg"
    file.write_text(config(port, [at for _, at in hosts]), "utf-8")
    proxy = subprocess.Popen(["haproxy", "-db", "-f", str(file)], stderr=subprocess.DEVNULL)
    stopped, answers, begin = hosts[0][0], list[tuple[int, float]](), Event()

    def ask() -> None:
        begin.wait()
        answers.extend(asked(port) for _ in range(REQUESTS))

    try:
        wait_for(lambda: up(port))
        guests = [Thread(target=ask) for _ in range(AT_ONCE)]
        for guest in guests:
            guest.start()
        os.kill(stopped.pid, signal.SIGSTOP)
        begin.set()  # at once: guests that came later would meet a host that the proxy has given up already
        for guest in guests:
            guest.join()
    finally:
        os.kill(stopped.pid, signal.SIGCONT)
        proxy.kill()
        proxy.wait()
    assert len(answers) == REQUESTS * AT_ONCE
    assert {status for status, _ in answers} == {200}
    waits = sorted(wait for _, wait in answers)
    assert waits[-1] > 0.9, "nobody was ever with the one that was stopped: this has shown nothing"
    assert sum(wait > 0.9 for wait in waits) <= 2 * AT_ONCE
    assert waits[-1] < PATIENCE_S / 2
