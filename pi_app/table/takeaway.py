"""A game to take along: every file format at once on a USB stick, or in the state folder where none is plugged in."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from engines.errors import NotPossible
from engines.files import write_whole
from pi_app.paths import state_dir
from pi_app.table.export import FORMATS
from pi_app.table.session import TableSession

T = TypeVar("T")
FOLDER: Final = "exports"
STICKS: Final = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*")
"""Where systems mount what is plugged in."""
_ENDINGS: Final = {"bgstats": "bgstats.json", "record": "jsonl", "poster": "poster.pdf", "card": "png"}
"""Formats whose files do not end with their names."""


class Taken(msgspec.Struct, frozen=True):
    """What became of it: the folder and the names of the files, or why there are none."""

    folder: Path
    files: tuple[str, ...] = ()
    stick: bool = False
    failure: str | None = None


def find_stick(root: Path = Path("/")) -> Path | None:
    """A plugged-in stick that can be written, if there is one."""
    for pattern in STICKS:
        for folder in sorted(root.glob(pattern.lstrip("/"))):
            with suppress(OSError):
                if folder.is_mount() and os.access(folder, os.W_OK):
                    return folder
    return None


def files_of(session: TableSession[Any, Any]) -> dict[str, bytes]:
    """The game in every format that it has: file name -> content."""
    stem, found = f"planisphere-{session.game_id}-{session.header.game}", {}
    for name, make in FORMATS.items():
        with suppress(NotPossible):
            found[f"{stem}.{_ENDINGS.get(name, name)}"] = make(session)
    return found


def take(session: TableSession[Any, Any], stick: Path | None) -> Taken:
    """Write the game in every format; each file is whole or not there."""
    folder = (stick / "planisphere") if stick else state_dir() / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = files_of(session)
        for name, data in files.items():
            write_whole(folder / name, data, synced=True, links=False)
    except OSError as error:
        return Taken(folder, stick=stick is not None, failure=error.strerror or "cannot be written")
    return Taken(folder, tuple(files), stick is not None)


class Later(Generic[T]):
    """Something made by a thread while the screen goes on; `poll` gives it once it is there."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._made: T | None = None
        self._make = make
        self._thread = threading.Thread(target=self._run, name="take-along", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._made = self._make()

    def poll(self) -> T | None:
        """What was made; None while it is not done."""
        return None if self._thread.is_alive() else self._made
