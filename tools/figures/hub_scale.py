"""What many evenings on one database cost: `python -m tools.figures.hub_scale --tables 400 --processes 3`.

Tables of evenings of forty play at the pace of people (a line each forty seconds, a note each fifteen), all against one
port; the processor time of the event hosts and of PostgreSQL is counted, and how long tables wait.
"""

from __future__ import annotations

import argparse
import http.client
import os
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from tools.evenings.serving import EventHost, event_hosts
from tools.evenings.tables import played, text_of
from tools.evenings.timing import Waits
from tools.figures.hub_screens import Sender
from tools.private_postgres import free_port, private_postgres

GAME: Final = "look_at_the_stars"
OF_EVENING: Final = 40
"""Tables of one evening."""
SEATS: Final = 2
LINE_S: Final = 40.0
NOTE_S: Final = 15.0
CONNECTIONS: Final = 12
ACTOR: Final = "scale"


class Scale(msgspec.Struct, frozen=True):
    """What was measured. `busy`: shares of one core, of all event hosts and of the database."""

    tables: int
    evenings: int
    processes: int
    database: str
    requests: int
    seconds: float
    hosts_busy: float
    database_busy: float
    waits: Waits
    refused: int


def measured(tables: int, processes: int, postgres: bool, seconds: float) -> Scale:
    """Play that long. Raises NotPossible."""
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="planisphere-scale-")))
        before = _postgres_s()
        url = open_.enter_context(private_postgres()) if postgres else f"sqlite:///{folder}/hub.sqlite3"
        port = free_port()
        hosts = open_.enter_context(event_hosts(url, port, processes, folder / "log"))
        playing = [one for n in range(-(-tables // OF_EVENING)) for one in _evening(hosts[n % processes])][:tables]
        begun = _busy_s(hosts), _postgres_s() - before, time.monotonic()
        took = _play(port, playing, seconds)
        ended = _busy_s(hosts), _postgres_s() - before, time.monotonic()
        long = ended[2] - begun[2]
        return Scale(
            tables=tables, evenings=-(-tables // OF_EVENING), processes=processes,
            database="PostgreSQL" if postgres else "SQLite", requests=len(took), seconds=round(long, 1),
            hosts_busy=round((ended[0] - begun[0]) / long, 3), database_busy=round((ended[1] - begun[1]) / long, 3),
            waits=Waits.of([wait for wait, _ in took]), refused=sum(status != 200 for _, status in took),
        )  # fmt: skip


def _busy_s(hosts: Sequence[EventHost]) -> float:
    return sum(float(host.call("tools.evenings.serving:processor_s")) for host in hosts)


def _postgres_s() -> float:
    """Seconds of processor that all PostgreSQL of this machine have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, fields = stat.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if name.startswith("postgres"):
            ticks += sum(map(int, fields.split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


@cache
def _game(players: tuple[str, ...]) -> list[tuple[int, str]]:
    """The lines of a game of these people, with their numbers."""
    return list(enumerate(text_of(played(GAME, players, str(players), "now"))[:-1]))


class Playing:
    """One table at an evening with a game to send."""

    def __init__(self, sender: Sender, players: tuple[str, ...]) -> None:
        self.sender, self._items, self._sent = sender, _game(players), 0

    def send(self, connection: http.client.HTTPConnection) -> int:
        """The next line; nothing is left to be sent at the end of a game."""
        item = self._items[self._sent : self._sent + 1]
        if not item:
            return self.note(connection)
        self._sent += 1
        return self.sender.post(connection, self.sender.body(item))[0]

    def note(self, connection: http.client.HTTPConnection) -> int:
        """How the table is."""
        return self.sender.tell(connection)


def _evening(host: EventHost) -> list[Playing]:
    """Forty tables that are seated and play."""
    plan = {
        "name": "Scale", "game": GAME, "system": "swiss", "seats": SEATS, "seats_min": SEATS, "places": OF_EVENING,
    }  # fmt: skip
    event = host.call("tools.evenings.evening:create", plan)
    host.call("hub.event.evening:add_players", event, ACTOR, [f"P{n}" for n in range(SEATS * OF_EVENING)])
    host.call("hub.event.rounds:start_round", event, ACTOR, host.call("hub.event.rounds:plan_round", event, ACTOR))
    found = []
    for seated in host.call("hub.views.board:round_view", event, 1)["tables"]:
        names = tuple(seat["name"] for seat in seated["seats"])
        found.append(Playing(Sender.paired(host, seated["place_id"]), names))
    return found


def _play(port: int, tables: Sequence[Playing], seconds: float) -> list[tuple[float, int]]:
    """What each request took, in seconds, and how it was answered."""
    took: list[tuple[float, int]] = []
    begun = time.monotonic()

    def run(number: int) -> None:
        mine, rng = tables[number::CONNECTIONS], Random(number)
        due = sorted([(rng.uniform(0, LINE_S), n, "line") for n in range(len(mine))]
                     + [(rng.uniform(0, NOTE_S), n, "note") for n in range(len(mine))])  # fmt: skip
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            while due and due[0][0] < seconds:
                at, number, kind = due.pop(0)
                time.sleep(max(0.0, begun + at - time.monotonic()))
                asked = time.perf_counter()
                status = mine[number].send(connection) if kind == "line" else mine[number].note(connection)
                took.append((time.perf_counter() - asked, status))
                due.append((at + (LINE_S if kind == "line" else NOTE_S), number, kind))
                due.sort()

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(run, range(CONNECTIONS)))
    return took


def main() -> None:
    """Measure, and print it as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures.hub_scale", description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--processes", type=int, default=1, help="event hosts; more than one on PostgreSQL only")
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--seconds", type=float, default=30.0)
    args = parser.parse_args()
    found = measured(args.tables, args.processes, args.postgresql or args.processes > 1, args.seconds)
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main()
