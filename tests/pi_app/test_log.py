from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.record import Header
from pi_app import log
from pi_app.journal import Journal
from pi_app.presenters.navigator import Navigator


@pytest.fixture
def journal_socket(tmp_path: Path) -> Iterator[socket.socket]:
    """systemd's end."""
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(path))
        listening.setblocking(False)
        handler = log.to_journal(path)
        yield listening
        log.LOG.removeHandler(handler)


def fields(datagram: bytes) -> dict[str, str]:
    """An entry of the native protocol taken apart."""
    found, rest = {}, datagram
    while rest:
        line, _, rest = rest.partition(b"\n")
        key, equals, value = line.partition(b"=")
        if not equals:
            size = int.from_bytes(rest[:8], "little")
            value, rest = rest[8 : 8 + size], rest[8 + size + 1 :]
        found[key.decode()] = value.decode("utf-8", "replace")
    return found


def test_an_entry_carries_its_fields_and_its_priority(journal_socket: socket.socket) -> None:
    log.LOG.warning("two\nlines: %s", "é", extra={"fields": {"event": "saving_off", "session": 3}})
    assert fields(journal_socket.recv(9000)) == {
        "MESSAGE": "two\nlines: é",
        "PRIORITY": "4",
        "SYSLOG_IDENTIFIER": "planisphere",
        "PLANISPHERE_EVENT": "saving_off",
        "PLANISPHERE_SESSION": "3",
    }


def test_an_entry_is_bounded_and_a_crash_tells_its_way(journal_socket: socket.socket) -> None:
    try:
        raise ValueError("x" * 50_000)
    except ValueError:
        log.LOG.exception("the screen failed")
    told = fields(journal_socket.recv(50_000))
    assert told["MESSAGE"].startswith("the screen failed\nTraceback")
    assert len(told["MESSAGE"]) <= log.LONGEST


def test_without_systemd_nothing_happens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = logging.LogRecord("planisphere", logging.INFO, "", 0, "hello", None, None)
    log.JournalHandler(tmp_path / "nobody").handle(entry)
    assert capsys.readouterr() == ("", "")


def test_games_and_lost_saving_are_told_but_never_a_name(journal_socket: socket.socket, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        nav = Navigator(journal)
        log.follow(nav)
        nav.begin(Header(game="star_explorer", players=("Nina Secret",), seed=1))
        nav.changed()
        journal._off(OSError("gone"))
        nav.changed()
        journal.retry()
        nav.changed()
    told = [journal_socket.recv(9000) for _ in range(3)]
    with pytest.raises(BlockingIOError):
        journal_socket.recv(9000)
    assert [fields(entry)["PLANISPHERE_EVENT"] for entry in told] == ["game", "saving_off", "saving_on"]
    assert b"Nina" not in b"".join(told)
