"""The table's log: to systemd's journal with fields of its own, elsewhere nowhere. Never a player's name.

Source: https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
"""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

SOCKET: Final = Path("/run/systemd/journal/socket")
MAX_VALUE_BYTES: Final = 16_000
"""Bytes of one value; longer ones are cut, so that an entry always fits a datagram."""
LOG: Final = logging.getLogger("planisphere")
_PRIORITIES: Final = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class JournalHandler(logging.Handler):
    """Sends each entry as one datagram; the dictionary under `extra={"fields": …}` becomes fields `PLANISPHERE_…`."""

    def __init__(self, path: Path = SOCKET) -> None:
        super().__init__()
        self.path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Send the entry. A journal that does not listen is no reason to stop a game."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), 7)
        fields = {
            "MESSAGE": self.format(record),
            "PRIORITY": str(priority),
            "SYSLOG_IDENTIFIER": "planisphere",
            **{f"PLANISPHERE_{key.upper()}": str(value) for key, value in getattr(record, "fields", {}).items()},
        }
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            sender.sendto(b"".join(_field(key, value) for key, value in fields.items()), str(self.path))


def _field(key: str, value: str) -> bytes:
    data = value.encode("utf-8", "replace")[:MAX_VALUE_BYTES]
    if b"\n" in data:
        return key.encode() + b"\n" + len(data).to_bytes(8, "little") + data + b"\n"
    return key.encode() + b"=" + data + b"\n"


def to_journal(path: Path = SOCKET) -> logging.Handler:
    """Let what the app tells reach systemd's journal; returns the handler."""
    handler = JournalHandler(path)
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    return handler


def follow(nav: Navigator) -> None:
    """Log which game is on the table, and whether it is saved, each time that changes."""
    told: dict[str, object] = {"game": None, "saving": True}

    def look() -> None:
        table, journal = nav.table, nav.journal
        game = table.game_id if table else None
        if game != told["game"]:
            told["game"] = game
            if table is None:
                LOG.info("no game is on the table", extra={"fields": {"event": "no_game"}})
            else:
                fields = {"event": "game", "game": table.header.game, "session": game, "lines": table.length}
                LOG.info("game %s (%s), %d lines", game, table.header.game, table.length, extra={"fields": fields})
        if journal.saving != told["saving"]:
            told["saving"] = journal.saving
            if journal.saving:
                LOG.info("saving is on again", extra={"fields": {"event": "saving_on"}})
            else:
                fields = {"event": "saving_off", "reason": str(journal.reason) if journal.reason else None}
                LOG.warning("saving is off: %s", journal.reason, extra={"fields": fields})

    nav.subscribe(look)
    look()
