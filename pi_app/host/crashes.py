"""Reports of crashes, kept for the host: what failed and where, in the state folder, the latest few of them.

What Python can tell is written when it happens. What ends the process from below (a crash in a library, the watchdog's
SIGABRT) is written by faulthandler into a file of its own, and becomes a report at the next start.
"""

from __future__ import annotations

import faulthandler
import platform
import re
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import bytes_of
from pi_app.host.updates import own_version

FOLDER: Final = "crashes"
RUNNING: Final = ".running"
"""Where faulthandler writes; empty as long as all is well."""
MAX_REPORTS: Final = 10
MAX_REPORT_LENGTH: Final = 32_000
"""Characters of a report; of a longer one the beginning and the end."""
EXPECTED: Final = (BadInput, NotPossible)
Clock = Callable[[], datetime]


class Report(msgspec.Struct, frozen=True):
    """One crash. `at`: ISO 8601; `what`: the kind of error and where, without what it said: that may hold a name."""

    at: str
    what: str
    text: str


def local_now() -> datetime:
    """Now, with the offset from UTC."""
    return datetime.now().astimezone()


def keep(state: Path, text: str, clock: Clock = local_now) -> None:
    """Write a report, and let the oldest go. A disk that takes nothing is no reason for another crash."""
    if len(text) > MAX_REPORT_LENGTH:
        text = f"{text[: MAX_REPORT_LENGTH // 2]}\n[…]\n{text[-MAX_REPORT_LENGTH // 2 :]}"
    with suppress(OSError):
        head = f"Planisphere {own_version()}, Python {platform.python_version()}, {platform.machine()}\n"
        folder = state / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        at, number = clock().isoformat(timespec="seconds"), 0
        while (path := folder / f"{at.replace(':', '.')}-{number}.txt").exists():
            number += 1
        path.write_text(f"{at}\n{head}{text.rstrip()}\n", "utf-8", "replace")
        for old in _files(state)[MAX_REPORTS:]:
            old.unlink()


def reports(state: Path) -> tuple[Report, ...]:
    """What is kept, the latest first; also what ended the app from below since it was started last."""
    found = []
    for path in (state / FOLDER / RUNNING, *_files(state)):
        with suppress(OSError):
            text = bytes_of(path).decode("utf-8", "replace")
            at = datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(timespec="seconds")
            if text.strip():
                found.append(Report(at if path.name == RUNNING else text.partition("\n")[0], _what(text), text))
    return tuple(found)


def _what(text: str) -> str:
    lines = text.splitlines()
    fatal = next((line for line in lines if line.startswith("Fatal Python error: ")), "")
    places = re.findall(r'^ *File "(?:.*/)?([^/"]+/[^/"]+)", line (\d+)', text, re.MULTILINE)
    if fatal:
        return fatal
    last = next((line for line in reversed(lines) if re.match(r"\w[\w.]*(:|$)", line)), "")
    where = f" in {places[-1][0]}:{places[-1][1]}" if places else ""
    return f"{last.partition(':')[0]}{where}"


@contextmanager
def watched(state: Path, clock: Clock = local_now) -> Iterator[None]:
    """Keep what fails within, in every thread; what is no mistake of the program (bad input) is not kept."""
    _harvest(state, clock)
    before = threading.excepthook

    def failed(told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None and not isinstance(told.exc_value, (SystemExit, *EXPECTED)):
            keep(state, _words(told.exc_value), clock)
        before(told)

    threading.excepthook = failed
    try:
        with _from_below(state):
            yield
    except EXPECTED:
        raise
    except Exception as error:
        keep(state, _words(error), clock)
        raise
    finally:
        threading.excepthook = before


@contextmanager
def _from_below(state: Path) -> Iterator[None]:
    """Let faulthandler write beside the reports; it keeps writing to the log where that cannot be."""
    path = state / FOLDER / RUNNING
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("wb")
    except OSError:
        yield
        return
    was = faulthandler.is_enabled()
    try:
        with file:
            faulthandler.enable(file)
            try:
                yield
            finally:
                faulthandler.disable()
                if was:
                    faulthandler.enable()
    finally:
        with suppress(OSError):
            path.unlink()


def _harvest(state: Path, clock: Clock) -> None:
    """What faulthandler wrote when the app ended last becomes a report."""
    path = state / FOLDER / RUNNING
    with suppress(OSError):
        text = bytes_of(path).decode("utf-8", "replace")
        if text.strip():
            keep(state, text, clock)
    with suppress(OSError):  # also what is no file: opening a pipe would wait for its reader
        path.unlink()


def _files(state: Path) -> list[Path]:
    """Their names sort by time."""
    with suppress(OSError):
        return sorted((state / FOLDER).glob("*.txt"), reverse=True)
    return []


def _words(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
