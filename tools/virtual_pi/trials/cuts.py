"""The trial of power cuts by the hundred: a game of each kind is played once, and the disk torn at random moments.

Nothing is booted again: from what the machine wrote, the disk is made that a cut would leave, mended as at the next
start, and opened by the table itself, without a window.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from hardware.config import ButtonsConfig, CameraConfig, LightsConfig, ShakerConfig
from pi_app.games.app_game import offered
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings
from pi_app.trace import entry
from tools.kill9 import committed, digest_of, lost, same_place
from tools.virtual_pi.bench import BOOT_S, Bench, fresh, play, ready
from tools.virtual_pi.qmp import Refused
from tools.virtual_pi.trials.disk import PLAYS, kept, on_disk
from tools.virtual_pi.writes import Replay

EACH: Final = 50
"""Cuts of each game, with the disk's cache honoured and as many without."""
PLAY_TIME_S: Final = 3.0
"""How long a game plays by itself before the app begins anew; on a slower machine longer."""
STARTS: Final = 3
"""How often the app begins: it goes on with its game."""
CACHE: Final = 8 << 20
"""The bytes that a disk which ignores flushes may lose at most."""
ALONE: Final = Settings(
    camera=CameraConfig(kind="none"),
    lights=LightsConfig(kind="none"),
    buttons=ButtonsConfig(kind="none"),
    shaker=ShakerConfig(kind="none"),
)


class Told(NamedTuple):
    """A game as it was played: the screens that were told as saved, each with the length of the log, and its record."""

    entries: list[tuple[int, Any]]
    games: dict[int, list[str]]

    def saved(self, length: int) -> int:
        """The number of the last entry that was told before the log was longer than that."""
        return sum(at <= length for at, _ in self.entries) - 1


class Cut(NamedTuple):
    """The power goes at write number `end`; everything before number `base` is on the disk for certain."""

    base: int
    end: int
    honoured: bool


def cuts(bench: Bench) -> dict[str, Any]:
    """A disk that honours flushes has all that was told as saved, and the same screen. One that does not loses lines,
    but shows nothing that was not so: an earlier place of the same game, or words that say that its file was damaged.
    """
    ways, wrong, late, chance = Counter[str](), list[str](), list[int](), random.Random(1)
    log = bench.work / "writes.log"
    for game in offered():
        try:
            told = _played(bench, game, log)
            with fresh(bench, bench.left("img")) as disk:
                replay = Replay(disk, log)
                for cut in sorted(_chosen(replay, told, chance)):
                    replay.forward(cut.base)
                    with replay.torn(cut.end, chance.random(), chance):
                        verdict, lines = _opened(bench, disk, cut, told, told.saved(replay.writes[cut.end - 1].end))
                    ways[f"{'honoured' if cut.honoured else 'ignored'}_{verdict.partition(':')[0]}"] += 1
                    late += [lines] if not cut.honoured else []
                    wrong += [f"{game}, {cut}: {verdict}"] if verdict.startswith("wrong") else []
        finally:
            log.unlink(missing_ok=True)
    if wrong:
        raise Refused("\n".join((f"{len(wrong)} of {ways.total()}", *wrong)))
    return {**dict(sorted(ways.items())), "ignored_lines_lost_at_most": max(late)}


def _played(bench: Bench, game: str, log: Path) -> Told:
    """Have a game play by itself; the app begins anew a few times, which empties its journal's log."""
    with ready(bench, writes=log) as (disk, machine):
        first = len(machine.trace.entries)
        for _ in range(STARTS):
            seen = len(machine.trace.entries)
            play(machine, f"{PLAYS} --game {game}")
            machine.trace.until(lambda entry: entry["lines"] > 0, 2 * BOOT_S * machine.slowdown, seen)
            time.sleep(PLAY_TIME_S * machine.slowdown)
        machine.shot(bench.pictures / f"{game}.png")
        machine.cut()
        entries = [entry for _, entry in machine.trace.entries]
        return Told(list(zip(machine.trace.written, entries, strict=True))[first:], on_disk(disk, bench.work)[0])


def _chosen(replay: Replay, told: Told, chance: random.Random) -> Iterator[Cut]:
    """Random moments: half of them right after something was told as saved."""
    ends = [write.end for write in replay.writes]
    marks = [number for at, entry in told.entries if entry["lines"] for number in [_number(ends, at)] if number]
    for number in range(EACH):
        end = chance.choice(marks) if number % 2 else chance.randint(marks[0], marks[-1])
        flushed = next(n for n in range(end, 0, -1) if replay.writes[n - 1].flush)
        yield Cut(flushed, end, honoured=True)
        cache, base = chance.randint(0, CACHE), end
        while base and (cache := cache - replay.writes[base - 1].size) > 0:
            base -= 1
        yield Cut(base, end, honoured=False)


def _number(ends: list[int], at: int) -> int:
    """How many writes were in the log when it was so long."""
    return sum(end <= at for end in ends)


def _opened(bench: Bench, disk: Path, cut: Cut, told: Told, last: int) -> tuple[str, int]:
    """How the table comes back, and how many lines of its game are gone. `last`: the entry that was told before."""
    try:
        with kept(disk, bench.work, whole=not cut.honoured) as state:
            held = committed(state) if cut.honoured else ({}, {})
            with Kiosk(state, ALONE) as table:
                after, words = json.loads(entry(table.nav)), table.journal.notice
            shown = committed(state)[0].get(after["game"], [])
    except Exception as error:  # whatever it is, a table that does not come up is what is looked for
        return f"wrong: {type(error).__name__}: {error}", 0
    before = told.entries[last][1]
    if not cut.honoured:
        return _true(before, after, shown, words, told)
    verdict, lines = _true(before, after, shown, words, told._replace(entries=told.entries[last:]))
    gone, place = lost(before, held[0]), same_place(None, after, *held)
    if (verdict, gone, place) != ("same", None, "further"):
        return f"wrong: {verdict}; {gone or place}", lines
    return verdict, lines


def _true(before: Any, after: Any, shown: list[str], words: str | None, told: Told) -> tuple[str, int]:
    """Whether what a table shows was so at some time. `shown`: the record of its game.

    What the program deals it deals alike after a loss, by the game's seed, but at another time.
    """
    lines = before["lines"] - (after["lines"] if after["game"] == before["game"] else 0)
    if after["game"] is not None:
        so = told.games.get(after["game"], [])[: after["lines"] + 1]
        known = len(so) > after["lines"] and digest_of(shown) == after["digest"]
        if not known or list(map(_timeless, shown)) != list(map(_timeless, so)):
            return f"wrong: the record of game {after['game']} was never so, {after['lines']} lines", lines
    keys = ("game", "lines", "place")
    screens = {seen["screen"] for _, seen in told.entries if all(seen[key] == after[key] for key in keys)}
    if screens and after["screen"] not in screens:
        return f"wrong: {after['screen']}, not {' or '.join(sorted(screens))}", lines
    return ("said" if words else "earlier" if lines > 0 else "same"), lines


def _timeless(text: str) -> str:
    return re.sub(r'"at":"[^"]*"', "", text)
