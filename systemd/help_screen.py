"""What the panel shows when the app cannot be kept up: what is wrong, what to do, and the log's end as a QR code.

Runs with Debian's own Python and packages only, since the installation may be what is broken. The code holds plain text
for whoever helps, without names and secrets. Ends at a key, or after some minutes: systemd then tries the app again.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Final

WAIT_S: Final = 300
LOG_LINES: Final = 40
SHOWN_LINES: Final = 3
"""Lines of the log on a panel that has no room for a code, or no program to make one."""
MAX_LINE_LENGTH: Final = 160
"""Characters of a line in a code."""
MIN_TEXT: Final = 34
"""Columns of words beside a code."""
BORDER: Final = 2
"""Light modules around a code; cameras read it with fewer than the four of the standard, and a panel has few rows."""
MAX_CHECKS: Final = 6
FORGETFUL: Final = ("warn  saved games", "warn  state folder")
"""Lines of the doctor's report where games may not be saved."""
CLEAR: Final = "\033[2J\033[H\033[?25l"
INK, LOUD, PLAIN = "\033[97;40m", "\033[1;97m", "\033[0m"
_BLOCKS: Final = {(True, True): "\u2588", (True, False): "\u2580", (False, True): "\u2584", (False, False): " "}
"""Two modules, one above the other (True: light), as a character that every console font has."""
Maker = Callable[[str], "list[list[int]]"]
Log = Callable[[Sequence[str], int], list[str]]


def read_log(units: Sequence[str], lines: int) -> list[str]:
    """The last lines these units wrote since the machine started; none where the log cannot be read."""
    chosen = [part for unit in units for part in ("-u", unit)]
    command = ["journalctl", "--boot", "--quiet", "--no-pager", "--output=cat", f"--lines={lines}", *chosen]
    try:
        done = subprocess.run(command, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return []
    return printable(done.stdout.decode("utf-8", "replace"))


def printable(text: str) -> list[str]:
    """The lines of a text that hold something, without what could move a terminal's cursor."""
    lines = ("".join(c if c.isprintable() else " " for c in line).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


def broken(doctor: Sequence[str]) -> list[str]:
    """What the doctor marks `fail`, each with what to do about it; `doctor`: the lines of its report."""
    found: list[str] = []
    below_failure = False
    for line in doctor:
        advice = line.lstrip().startswith("->")
        if line.startswith("fail ") or (advice and below_failure):
            words = line.removeprefix("fail").strip()
            found.append(" ".join((words if advice else re.sub(r"\s{2,}", ": ", words, count=1)).split()))
        below_failure = line.startswith("fail ") or (advice and below_failure)
    return found


def page(doctor: Sequence[str], log: Sequence[str], width: int, height: int = 0, make: Maker | None = None) -> str:
    """The whole page, wrapped to so many columns; with a code at the right where `height` rows leave room for one."""
    code = qr_rows(report(doctor, log), width, height, make) if make else []
    if not code:
        return "\n".join(_loud(_words(doctor, log, width, MAX_CHECKS, with_code=False))) + "\n"
    room = width - len(code[0])
    choices = (_words(doctor, [], room, most, with_code=True) for most in range(MAX_CHECKS, 0, -1))
    words = next((rows for rows in choices if len(rows) < height), [])[: height - 1]
    count = max(len(words), len(code))
    drawn = [*(f"{INK}{row}{PLAIN}" for row in code), *[""] * (count - len(code))]
    words += [""] * (count - len(words))
    rows = _loud([text.ljust(room) for text in words])
    return "\n".join(text + row for text, row in zip(rows, drawn, strict=True))


def _loud(rows: Sequence[str]) -> list[str]:
    """The rows with the first paragraph in bright letters."""
    end = next((at for at, row in enumerate(rows) if at > 1 and not row.strip()), len(rows))
    return [f"{LOUD}{row}{PLAIN}" if 0 < at < end else row for at, row in enumerate(rows)]


def _words(doctor: Sequence[str], log: Sequence[str], width: int, most: int, *, with_code: bool) -> list[str]:
    found = broken(doctor)[: 2 * most]
    first = found[0] if found else "the screen could not be kept running"
    advice = found[1:2] if found[1:] and found[1].startswith("->") else []
    parts = ["", *_wrapped(f"This table needs help: {first}", width)]
    parts += [*(row for line in advice for row in _wrapped(f"  {line}", width)), ""]
    more = found[1 + len(advice) :]
    if not any(line.startswith(FORGETFUL) for line in doctor):
        parts += [*_wrapped("Your games are saved.", width), ""]
    if more:
        parts += [row for line in more for row in _wrapped(line, width)] + [""]
    parts += [*_wrapped("What to do: look at the cables, then switch the table off and on.", width), ""]
    parts += [*_wrapped(f"It tries again by itself every {WAIT_S // 60} minutes, and at any key.", width), ""]
    if with_code:
        parts += _wrapped("For whoever helps: the code holds the end of the log, without names.", width)
        return [*parts, "", *_wrapped("More: sudo planisphere support-bundle > bundle.zip", width)]
    parts += [*_wrapped("For whoever helps: sudo planisphere support-bundle > bundle.zip", width), ""]
    last = [without_secrets(line) for line in log[-SHOWN_LINES:]] or ["(none can be read)"]
    shown = [row for line in last for row in _wrapped(line, width)[:2]]
    return [*parts, "  The last lines of the log:", *shown]


def report(doctor: Sequence[str], log: Sequence[str]) -> list[str]:
    """What whoever helps is told, the most important line first: what is broken, then the log from its end."""
    lines = [line for line in broken(doctor) if not line.startswith("->")] + list(log)[::-1]
    return list(dict.fromkeys(without_secrets(line)[:MAX_LINE_LENGTH] for line in lines))


def without_secrets(line: str) -> str:
    """A line without what may be a name, a number of somebody's, or a secret."""
    line = re.sub(r"(?i)\b(\w*(?:password|passwd|secret|token|pin|key|hash)\w*)(\s*[=:]\s*)\S+", r"\1\2...", line)
    line = re.sub(r"'[^']*'|\"[^\"]*\"|“[^”]*”", "'...'", line)
    line = re.sub(r"[\w.+-]+@[\w-]+\.[\w.]+", "...", line)
    return re.sub(r"[A-Za-z0-9+/=_-]{32,}", "...", line)


def qr_rows(lines: Sequence[str], width: int, height: int, make: Maker) -> list[str]:
    """A code of as many of the first lines as there is room for, two of its rows to a row of half blocks; or none."""
    for count in range(len(lines), 0, -1):
        code = make("\n".join(lines[:count]))
        if code and len(code) + 2 * BORDER <= min(width - MIN_TEXT, 2 * height - 2):
            return _half_blocks(code)
    return []


def _half_blocks(code: Sequence[Sequence[int]]) -> list[str]:
    light = [True] * BORDER
    wide = [[*light, *(not module for module in row), *light] for row in code]
    empty = [True] * len(wide[0])
    rows = [*[empty] * BORDER, *wide, *[empty] * (BORDER + len(wide) % 2)]
    return ["".join(_BLOCKS[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]


def qr_maker() -> Maker | None:
    """Makes the modules of a QR code (1: dark) from a text, by Debian's python3-segno; None where that is missing."""
    try:
        import segno
    except ImportError:
        return None

    def make(text: str) -> list[list[int]]:
        try:
            return [list(row) for row in segno.make_qr(text, error="l", boost_error=False).matrix]
        except segno.DataOverflowError:
            return []

    return make


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, max(20, width - 4), initial_indent="  ", subsequent_indent="    ") or [""]


def wait_for_key(seconds: float) -> None:
    """Return at the first key, or after so long."""
    select.select([sys.stdin], [], [], seconds)


def main(read: Log = read_log, wait: Callable[[float], None] = wait_for_key) -> int:
    """Show the page until it is time to try again."""
    width, height = shutil.get_terminal_size((80, 24))
    doctor = read(["planisphere-doctor.service"], 200)
    log = read(["planisphere.service", "planisphere-rollback.service"], LOG_LINES)
    with os.fdopen(sys.stdout.fileno(), "w", encoding="utf-8", errors="replace", closefd=False) as terminal:
        terminal.write(CLEAR + page(doctor, log, width, height, qr_maker()))
    wait(WAIT_S)
    return 0


if __name__ == "__main__":
    sys.exit(main())
