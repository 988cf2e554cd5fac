"""A trace of what the screens showed, for proving that a killed app comes back to the same place.

With `PLANISPHERE_TRACE` set to a path, one JSON line goes there each time a screen is up: game, number of lines,
SHA-256 of the record's text, screen, and place. A line is written only after the journal holds what it tells.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from engines.record import Record, ResultLine, format_record
from pi_app.presenters.navigator import Navigator

VARIABLE = "PLANISPHERE_TRACE"


def follow(nav: Navigator, environ: Mapping[str, str] = os.environ) -> None:
    """Trace this table from now on, beginning with the screen that is up, where the environment asks for it."""
    path = environ.get(VARIABLE)
    if path:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        _write(nav, file)
        nav.subscribe(lambda: _write(nav, file))


def _write(nav: Navigator, file: int) -> None:
    nav.journal.when_saved(lambda: os.write(file, entry(nav)))


def entry(nav: Navigator) -> bytes:
    """One line of the trace."""
    table = nav.table
    told: dict[str, Any] = {
        "game": table.game_id if table else None,
        "lines": table.length if table else 0,
        "digest": digest(table.record) if table else None,
        "screen": nav.screen,
        "place": msgspec.to_builtins(nav.place),
    }
    return msgspec.json.encode(told) + b"\n"


def digest(record: Record) -> str:
    """SHA-256 of the record's text without its result."""
    lines = tuple(line for line in record.lines if not isinstance(line, ResultLine))
    return sha256(format_record(Record(record.header, lines))).hexdigest()
