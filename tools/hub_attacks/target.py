"""The event host that is attacked: the documented command in a process of its own, with an evening under way."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from engines.errors import NotPossible
from tools.evenings.tables import played, text_of

GAME: Final = "look_at_the_stars"
TABLES: Final = 4
SEATS: Final = 4
HOST: Final = "Vera"
START_S: Final = 120.0
_SERVES: Final = re.compile(r"serves at http://[^:]+:(\d+)/")


class Device(msgspec.Struct, frozen=True):
    """A paired table."""

    id: int
    token: str


class Seated(msgspec.Struct, frozen=True):
    """A player with the secret of their page, and the seating where they sit."""

    id: int
    key: str
    seating: int


class Prepared(msgspec.Struct, frozen=True):
    """An evening in a database: a round runs, four tables of four, each with a device."""

    database: str
    event: int
    round: int
    screen: str
    players: tuple[Seated, ...]
    devices: tuple[Device, ...]
    result: int
    """What a record says of the first table, not confirmed yet."""
    totals: tuple[int, ...]
    password: str
    known: str
    """What the host's own machine keeps of an earlier log-in."""
    cookie: str
    csrf: str
    lines: tuple[str, ...]
    """A whole game, as the neighbour's table sends it."""


def prepare(folder: Path) -> Prepared:
    """Make the evening in that folder."""
    from hub.database.store import Store
    from hub.doors import hosts
    from hub.event import evening, results, rounds
    from hub.link import tables
    from hub.views import board

    path = folder / "prepared.sqlite3"
    with Store(path) as store:
        password = hosts.set_password(store, HOST)
        token, session = hosts.log_in(store, HOST, password, "here")
        plan = evening.Plan(name="Attacked", game=GAME, seats=SEATS, places=TABLES, confirm="one", live="scores")
        event = evening.create_event(store, session.actor, plan)
        evening.set_joining(store, event, session.actor, True)
        evening.add_players(store, event, session.actor, [f"Player {n}" for n in range(1, TABLES * SEATS + 1)])
        round_id = rounds.plan_round(store, event, session.actor)
        rounds.start_round(store, event, session.actor, round_id)
        view, tables_now = board.event_view(store, event), board.round_view(store, event, 1).tables
        devices = [tables.pair(store, tables.new_code(store, place.id), "Table", "here") for place in view.places]
        keys = {player.id: player.key for player in view.players}
        totals = tuple(range(40, 40 + SEATS))
        claim = results.Claim(totals=totals, source="table", by="table:1")
        result = results.propose(store, event, "table:1", tables_now[0].id, claim)
        return Prepared(
            database=str(path), event=event, round=round_id, screen=view.key,
            players=tuple(Seated(seat.player, keys[seat.player], table.id) for table in tables_now
                          for seat in table.seats),
            devices=tuple(Device(device.table, device.token) for device in devices), result=result, totals=totals,
            password=password, known=hosts.known_device(store, HOST), cookie=f"planisphere_host={token}",
            csrf=session.csrf, lines=tuple(text_of(played(GAME, [seat.name for seat in tables_now[-1].seats], 1))[:-1]),
        )  # fmt: skip


class Target:
    """The event host while it runs."""

    answers_all = True
    """Whether it runs all the while and has time for everybody: where not, an attacker's request may go unanswered."""

    def __init__(self, evening: Prepared, folder: Path, port: int, process: subprocess.Popen[bytes]) -> None:
        self.evening = evening
        self.port = port
        self._folder = folder
        self._process = process

    @property
    def runs(self) -> bool:
        """Whether it still does."""
        return self._process.poll() is None

    @property
    def peak_mb(self) -> float:
        """The most memory it has held since `forget_peak`."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return round(int(found[1]) / 1024, 1) if found is not None else 0.0

    def forget_peak(self) -> None:
        """Measure from now on."""
        Path(f"/proc/{self._process.pid}/clear_refs").write_text("5")

    @property
    def tracebacks(self) -> int:
        """How many are in its log."""
        return _log(self._folder).count("Traceback")

    @property
    def last_words(self) -> str:
        """How its log ends."""
        return _log(self._folder).rstrip().rpartition("\n")[2][:200]

    @property
    def database_mb(self) -> float:
        """How large its database is on the disk."""
        return round(sum(path.stat().st_size for path in self._folder.glob("hub.sqlite3*")) / (1 << 20), 1)


def _log(folder: Path) -> str:
    return (folder / "hub.log").read_text("utf-8", "replace")


@contextmanager
def target(evening: Prepared, folder: Path) -> Iterator[Target]:
    """The event host with its own copy of that evening, serving. Raises NotPossible where it does not start."""
    database = folder / "hub.sqlite3"
    shutil.copy(evening.database, database)
    args = ["hub", "--db", str(database), "--address", "127.0.0.1", "--port", "0"]
    command = [sys.executable, "-c", f"from planisphere.cli import main; main({args!r})"]
    with (folder / "hub.log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield Target(evening, folder, _port(folder, process), process)
    finally:
        process.kill()
        process.wait()


def _port(folder: Path, process: subprocess.Popen[bytes]) -> int:
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        found = _SERVES.search(_log(folder))
        if found is not None:
            return int(found[1])
        time.sleep(0.02)
    raise NotPossible("attacks.no_start", "the event host does not start: {last}", _log(folder)[-300:])
