"""The trial of a week: seven evenings of one machine on one disk, whose clock is put on by hours within seconds."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from pi_app.games.app_game import offered
from pi_app.host.crashes import reports
from pi_app.table.backups import COPIES, backups
from pi_app.table.journal import Journal
from tools.kill9 import JOURNAL, lost, same_place
from tools.virtual_pi.bench import APP, BOOT_S, Bench, fresh, switch_on
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused
from tools.virtual_pi.trials.disk import kept, on_disk

BOTS: Final = "--digital --bots 2 --autoplay 600"
"""They play by themselves, and after a minute and a half look at no page beside the game any more."""
ZONE: Final = ZoneInfo("Europe/Berlin")
SWITCHED_ON: Final = tuple(datetime(2027, 3, day, 19, tzinfo=ZONE) for day in range(22, 29))
"""The evenings."""
SUMMER: Final = 5
"""From the end of this one on (the first is 0) it is summer time."""
LATE: Final = {2: datetime(2027, 3, 25, 0, 40, tzinfo=ZONE), 5: datetime(2027, 3, 28, 1, 58, tzinfo=ZONE)}
"""Evenings that go on past midnight, and how late it is then: on the sixth two minutes before the clock leaps."""
LEAP: Final = timedelta(hours=2)
GAME_S: Final = 60.0
"""How long a game takes at most that plays by itself, under KVM."""
BEGUN: Final = 8
"""A game of so many lines is begun."""
MAX_LOG_BYTES: Final = 64 << 20
"""What our settings give to the system's journal."""
GROWTH: Final = 1.15
"""The app may need so much more memory than on an earlier evening with the same game."""
LOCAL_TIME: Final = f"rm /etc/localtime\nsymlink /etc/localtime /usr/share/zoneinfo/{ZONE.key}\n"
LOOK: Final = f"""
echo $(date +%z) $(awk '/^VmRSS/ {{ print $2 }}' /proc/$(systemctl show --property=MainPID --value {APP})/status) \
  $(du -sb /var/log/journal | cut -f1) $(du -sb /var/lib/planisphere | cut -f1)
"""
WARNED: Final = f"journalctl --boot --quiet --output=cat --priority=warning --unit={APP}"


class _Seen(msgspec.Struct):
    """What the evenings so far have shown: KB of the app, bytes of the table's folder, the games by their days, and
    those that ended; `last`: where the table stood, `held`: what was on its disk then."""

    memory: list[int] = []
    disks: list[int] = []
    games: dict[int, date] = {}
    over: set[int] = set()
    last: Any = None
    held: Any = None


def week(bench: Bench) -> dict[str, Any]:
    """Each evening goes on with the game of the one before, ends it, and leaves one begun; by turns the machine is
    switched off and its plug is pulled. All games are in the list with their days, and nothing grows past its bounds.
    """
    seen = _Seen()
    with fresh(bench) as disk:
        change = ["debugfs", "-w", "-f", "-", str(disk)]
        subprocess.run(change, input=LOCAL_TIME, text=True, capture_output=True, check=True)
        for number in range(len(SWITCHED_ON)):
            entries = _evening(bench, disk, number, seen)
            seen.last, seen.held = entries[-1], on_disk(disk, bench.work)
            _remember(seen, entries, number)
        with kept(disk, bench.work) as state:
            copies = listed(state, seen.games, seen.over)
    each, memory = len(offered()), seen.memory
    if any(memory[number] > GROWTH * memory[number - each] for number in range(each, len(memory))):
        raise Refused(f"the app needs more memory evening by evening: {memory} KB")
    figures = {"evenings": len(memory), "games_ended": len(seen.over), "backups": copies}
    return {**figures, "memory_mb": [kb >> 10 for kb in memory], "state_kb": [size >> 10 for size in seen.disks]}


def _evening(bench: Bench, disk: Path, number: int, seen: _Seen) -> list[Any]:
    """What the app told on that evening. Raises Refused where it did not begin where the last one ended."""
    on = SWITCHED_ON[number]
    words = f"{BOTS} --game {offered()[number % len(offered())]}"
    clock = ("-rtc", f"base={on.astimezone(UTC):%Y-%m-%dT%H:%M:%S}")
    with switch_on(bench, disk, play=words, more=clock) as machine, _told(number):
        _, first = machine.trace.until(lambda _: True, 2 * BOOT_S * machine.slowdown)
        if seen.last is not None:
            verdict = same_place(seen.last, first, *seen.held)
            if verdict not in ("same", "further"):
                raise Refused(verdict)
        _play(machine, on, LATE.get(number))
        machine.shot(bench.pictures / f"evening_{number + 1}.png")
        rss, size = _looked_at(machine, "+0200" if number >= SUMMER else "+0100")
        seen.memory.append(rss)
        seen.disks.append(size)
        if number == len(SWITCHED_ON) - 1:
            _checked(machine)
        if number % 2:
            machine.cut()
        else:
            machine.run("systemctl", "poweroff", "--no-block")
            machine.ended(BOOT_S * machine.slowdown)
    return [entry for _, entry in machine.trace.entries]


def _remember(seen: _Seen, entries: list[Any], number: int) -> None:
    """Which games were played on that evening, and which ended. Raises Refused where one is not on the disk."""
    day = SWITCHED_ON[number].date()
    for entry in entries:
        if (gone := lost(entry, seen.held[0])) is not None:
            raise Refused(f"evening {number + 1}: {gone}")
        if entry["game"] is not None:
            seen.games.setdefault(entry["game"], day)
        if entry["screen"] == "final":
            seen.over.add(entry["game"])
            day = LATE.get(number, SWITCHED_ON[number]).date()


@contextlib.contextmanager
def _told(number: int) -> Iterator[None]:
    """Say on which evening it was that something went wrong."""
    try:
        yield
    except Refused as error:
        raise Refused(f"evening {number + 1}: {error}") from error


def _play(machine: Machine, on: datetime, late: datetime | None) -> None:
    """An evening: hours pass in seconds, a game ends, and another one is begun. Raises Refused."""
    seconds = GAME_S * machine.slowdown
    machine.trace.until(lambda entry: entry["lines"] > 0, 2 * BOOT_S * machine.slowdown)
    _set_clock(machine, on + LEAP)
    _, over = machine.trace.until(lambda entry: entry["screen"] == "final", seconds)
    _set_clock(machine, late or on + 2 * LEAP)
    machine.trace.until(lambda entry: entry["game"] not in (None, over["game"]) and entry["lines"] >= BEGUN, seconds)
    if late is not None:
        seen = len(machine.trace.entries)
        machine.run("date", "--set", "5 minutes")
        machine.trace.until(lambda _: True, seconds, seen)


def _set_clock(machine: Machine, when: datetime) -> None:
    machine.run("date", "--set", f"@{when.timestamp():.0f}")


def _looked_at(machine: Machine, offset: str) -> tuple[int, int]:
    """The app's memory in KB, and the bytes of the table's folder. Raises Refused where anything is amiss."""
    zone, rss, logged, state = machine.run("sh", "-c", LOOK).split()
    failed = machine.run("systemctl", "--failed", "--plain", "--no-legend")
    warned = machine.run("sh", "-c", WARNED)
    wrong = [f"units failed: {failed}"] if failed else []
    wrong += [f"the app warns: {warned}"] if warned else []
    wrong += [f"the system's journal has {logged} bytes"] if int(logged) > MAX_LOG_BYTES else []
    wrong += [f"the time zone is {zone}"] if zone != offset else []
    if wrong:
        raise Refused("; ".join(wrong))
    return int(rss), int(state)


def _checked(machine: Machine) -> None:
    """Ask the doctor about the clock. Raises Refused where it has something to say."""
    told = json.loads(machine.run("sh", "-c", "planisphere doctor --json || true"))
    clocks = [check for check in told["checks"] if check["name"] == "clock"]
    if [check["level"] for check in clocks] != ["ok"]:
        raise Refused(f"the doctor says {clocks}")


def listed(state: Path, games: dict[int, date], over: set[int]) -> int:
    """How many backups there are. Raises Refused where a game is not in the list as it should be, or the app crashed.

    `games`: the day of each; `over`: those that ended.
    """
    with Journal(state / JOURNAL) as journal:
        found = {game.id: (game.state, (game.started or "")[:10]) for game in journal.games()}
    wanted = {game: ("finished" if game in over else "running", str(day)) for game, day in games.items()}
    wrong = {
        game: (found.get(game), wanted.get(game)) for game in found | wanted if found.get(game) != wanted.get(game)
    }
    crashes, copies = [report.what for report in reports(state)], len(backups(state / JOURNAL))
    if wrong or crashes or copies > COPIES:
        raise Refused(f"{len(wrong)} of the games are not as wanted: {wrong}; crashes: {crashes}; {copies} backups")
    return copies
