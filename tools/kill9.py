"""Kills an app with SIGKILL at random moments and checks that it comes back to the same place with its record intact.

    python -m tools.kill9 --times 50 -- .venv/bin/planisphere play --simulate --autoplay 600

The app keeps its journal under $STATE_DIRECTORY (a new folder here) and writes one JSON line to $PLANISPHERE_TRACE each
time a screen is up: {"game", "lines", "digest", "screen", "place"}. Prints one JSON object, with the seconds from a
start to the first screen; exit code 1 when something was lost. Needs nothing but Python.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

JOURNAL = "journal.sqlite3"


def committed(state: Path) -> Any:
    """What the journal on the disk holds, read from a copy: {game: (header and line texts)}, and the screens' place."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("", "-wal"):
            source = Path(state) / (JOURNAL + suffix)
            if source.exists():
                shutil.copyfile(source, Path(folder) / (JOURNAL + suffix))
        file = sqlite3.connect(Path(folder) / JOURNAL)
        try:
            games = {game: [header] for game, header in file.execute("SELECT id, header FROM games")}
            for game, n, line in file.execute("SELECT game, n, line FROM lines ORDER BY game, n"):
                if n != len(games[game]):
                    raise ValueError(f"game {game}: line {n} follows line {len(games[game]) - 1}")
                games[game].append(line)
            place = file.execute("SELECT value FROM place WHERE key = 'screen'").fetchone()
        finally:
            file.close()
    return games, json.loads(place[0]) if place else {}


def digest_of(texts: Iterable[str]) -> Any:
    """SHA-256 of a record's text, as the trace tells it."""
    return hashlib.sha256("".join(text + "\n" for text in texts).encode()).hexdigest()


def lost(before: Any, games: Any) -> str | None:
    """What of an acknowledged trace entry the journal no longer holds; None where all is there."""
    if before["game"] is None:
        return None
    texts = games.get(before["game"])
    if texts is None:
        return f"game {before['game']} is gone"
    if len(texts) - 1 < before["lines"]:
        return f"{before['lines']} lines were acknowledged, {len(texts) - 1} are there"
    if digest_of(texts[: before["lines"] + 1]) != before["digest"]:
        return f"the first {before['lines']} lines are not the ones that were acknowledged"
    return None


def same_place(before: Any, after: Any, games: Any, place: Any) -> Any:
    """How the app came back: `same`, `further` (killed after a commit, before its screen), or what is wrong.

    `before`: the last trace entry before the kill (None: killed before any); `after`: the first one after the restart;
    `games`, `place`: what was on the disk in between.
    """
    if before is not None and (gone := lost(before, games)):
        return gone
    if after["place"] != place:
        return f"the disk says {place}, the app came back to {after['place']}"
    if after["game"] is not None and after["digest"] != digest_of(games[after["game"]]):
        return f"the record of game {after['game']} changed in the restart"
    if before is None or any(before[key] != after[key] for key in ("game", "lines", "place")):
        return "further"
    return "same" if before["screen"] == after["screen"] else f"{before['screen']} became {after['screen']}"


class App:
    """The app as a child in a session of its own, its trace read from a pipe."""

    def __init__(self, command: list[str], state: Path) -> None:
        self.started = time.monotonic()
        reader, writer = os.pipe()
        environ = {**os.environ, "STATE_DIRECTORY": str(state), "PLANISPHERE_TRACE": f"/dev/fd/{writer}"}
        self.process = subprocess.Popen(
            command, env=environ, pass_fds=(writer,), start_new_session=True, stdout=subprocess.DEVNULL
        )
        os.close(writer)
        self.trace = os.fdopen(reader, "rb")

    def entries(self) -> Iterator[Any]:
        """The trace as it comes; a line that was cut off is none."""
        for line in self.trace:
            if line.endswith(b"\n"):
                yield json.loads(line)

    def kill(self) -> Any:
        """End it and all it began, now; returns the entries it had still written."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        rest = list(self.entries())
        self.trace.close()
        return rest


def run(
    command: list[str], times: int, seed: int, state: Path, longest: int = 40, pause: float = 0.0, took: Any = None
) -> Any:
    """Kill and restart so many times; returns the verdicts. `pause`: at most so many seconds between entry and kill.

    `took` gets, for each restart, the seconds until its first screen.
    """
    chance, verdicts = random.Random(seed), list[str]()
    last, on_disk = None, None
    while len(verdicts) < times:
        app = App(command, state)
        entries = app.entries()
        first = next(entries, None)
        if first is None:
            app.kill()
            raise SystemExit(f"the app ended with code {app.process.returncode} before it showed a screen")
        if on_disk is not None:
            if took is not None:
                took.append(time.monotonic() - app.started)
            verdicts.append(same_place(last, first, *on_disk))
        last = first
        for _ in range(chance.randrange(longest)):
            last = next(entries, last)
        time.sleep(chance.uniform(0, pause))
        last = (app.kill() or [last])[-1]
        on_disk = committed(state)
    return verdicts


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds at most between a screen and the kill")
    parser.add_argument("--longest", type=int, default=40, help="screens at most between a start and the kill")
    parser.add_argument("command", nargs="+")
    args, took = parser.parse_args(), list[float]()
    with tempfile.TemporaryDirectory() as state:
        verdicts = run(args.command, args.times, args.seed, Path(state), args.longest, args.pause, took)
    wrong = [verdict for verdict in verdicts if verdict not in ("same", "further")]
    counts = {verdict: verdicts.count(verdict) for verdict in ("same", "further")}
    times = {"resume_median_s": round(statistics.median(took), 2), "resume_worst_s": round(max(took), 2)}
    print(json.dumps({"kills": len(verdicts), **counts, **times, "wrong": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
