"""What the panel shows when the app cannot be kept up: what the doctor found, and the last lines of the log.

Runs with Debian's own Python and nothing else, since the installation may be what is broken. Ends at a key, or after
some minutes: systemd then tries the app again.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Final

WAIT_S: Final = 300
LOG_LINES: Final = 8
MOST_CHECKS: Final = 6
FORGETFUL: Final = ("warn  saved games", "warn  state folder")
"""Lines of the doctor's report where games may not be saved."""
CLEAR: Final = "\033[2J\033[H\033[?25l"
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
            found.append(" ".join(line.removeprefix("fail").split()))
        below_failure = line.startswith("fail ") or (advice and below_failure)
    return found


def page(doctor: Sequence[str], log: Sequence[str], width: int) -> str:
    """The whole page, wrapped to so many columns."""
    found = broken(doctor)[: 2 * MOST_CHECKS]
    first = found[0] if found else "the screen could not be kept running"
    parts = ["", *_wrapped(f"This table needs help: {first}", width), ""]
    if not any(line.startswith(FORGETFUL) for line in doctor):
        parts += [*_wrapped("Your games are saved.", width), ""]
    if found[1:]:
        parts += [row for line in found[1:] for row in _wrapped(line, width)] + [""]
    parts += ["The last lines of the log:"]
    parts += [row for line in log or ["(none can be read)"] for row in _wrapped(line, width)[:2]]
    parts += ["", *_wrapped("What to do: look at the cables, then switch the table off and on.", width)]
    parts += _wrapped(f"It tries again by itself every {WAIT_S // 60} minutes, and at any key.", width)
    parts += _wrapped("For whoever helps: sudo planisphere support-bundle > bundle.zip", width)
    return "\n".join(parts) + "\n"


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, max(20, width - 4), initial_indent="  ", subsequent_indent="    ") or [""]


def wait_for_key(seconds: float) -> None:
    """Return at the first key, or after so long."""
    select.select([sys.stdin], [], [], seconds)


def main(read: Log = read_log, wait: Callable[[float], None] = wait_for_key) -> int:
    """Show the page until it is time to try again."""
    width = shutil.get_terminal_size((80, 24)).columns
    doctor = read(["planisphere-doctor.service"], 200)
    log = read(["planisphere.service", "planisphere-cage.service"], LOG_LINES)
    with os.fdopen(sys.stdout.fileno(), "w", encoding="utf-8", errors="replace", closefd=False) as terminal:
        terminal.write(CLEAR + page(doctor, log, width))
    wait(WAIT_S)
    return 0


if __name__ == "__main__":
    sys.exit(main())
