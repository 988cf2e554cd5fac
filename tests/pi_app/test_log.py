from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engines.bots import uniform
from engines.record import Header
from pi_app.host import log, updates
from pi_app.host.pin import HostPin
from pi_app.host.slots import Slots
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal


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
    assert len(told["MESSAGE"]) <= log.MAX_VALUE_BYTES


def test_without_systemd_nothing_happens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = logging.LogRecord("planisphere", logging.INFO, "", 0, "hello", None, None)
    log.JournalHandler(tmp_path / "nobody").handle(entry)
    assert capsys.readouterr() == ("", "")


def test_games_and_lost_saving_are_told_but_never_a_name(
    nav: Navigator, journal: Journal, journal_socket: socket.socket
) -> None:
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


def test_nothing_that_an_evening_does_puts_a_name_or_a_secret_into_the_log(
    journal_socket: socket.socket, nav: Navigator, tmp_path: Path
) -> None:
    secrets = ("Nina Secret", "4711471147", "hub-token-abcdef")
    pin = HostPin(tmp_path / "pin.json")
    log.follow(nav)
    pin.set(secrets[1])
    pin.check("0815081508")
    nav.begin(Header(game="star_explorer", players=(secrets[0], "Ravi"), options={"piles": "dealt"}, seed=1))
    for _ in range(3):
        seat = next(one for one in nav.open_table.game.to_move(nav.state) if isinstance(one, int))
        nav.act(uniform(nav.open_table.game, nav.state, seat, Random(1)))
        nav.changed()
    nav.undo()
    nav.home()
    nav.changed()
    updates.serve(Slots(tmp_path), tmp_path / "state", tmp_path / secrets[2], log.LOG.info)
    told = b""
    with suppress(BlockingIOError):
        while True:
            told += journal_socket.recv(60_000)
    assert b"PLANISPHERE_EVENT" in told
    for secret in (*secrets, "0815081508"):
        assert secret.encode() not in told
