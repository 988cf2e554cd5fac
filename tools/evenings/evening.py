"""A simulated evening from its first round to its standings, and the comparison with what really was played."""

from __future__ import annotations

import heapq
import http.client
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec

from engines.errors import NotPossible
from hub.event.standings import Outcome, ranks, standings
from tools.evenings.phones import Phone
from tools.evenings.serving import EventHost, event_hosts
from tools.evenings.strangers import FromOutside, Strangers, strangers
from tools.evenings.tables import SimulatedTable, result_of, text_of
from tools.evenings.timing import Stopwatch, Waits
from tools.evenings.watching import Crowd, Watcher, crowd_of, until, watching
from tools.private_postgres import free_port

SEATS = 4
PLAY_SHARE = 0.75
"""Share of a round in which is played."""
TRIES = 20
AGAIN_S = 0.5
MAX_ROUND_S = 40 * 3_600.0
"""A round that is not over by then never will be."""
ANSWERS_S = 120.0
"""Seconds between two looks of the host at the questions of tables."""
PATIENCE_S = 600.0
"""A table that has not heard who is to sit there looks at the list on the wall."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """The evening to play: `hours` of virtual time, `kills` of event hosts."""

    url: str
    tables: int = 200
    hours: float = 4.0
    rounds: int = 4
    kills: int = 20
    processes: int = 1
    seed: int = 1
    game: str = "look_at_the_stars"
    crowd: Crowd = Crowd()
    strangers: bool = False
    """Whether strangers on the network attack the event hosts all the while."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. `wrong`: every difference from the records, in words; empty is right."""

    database: str
    processes: int
    tables: int
    players: int
    rounds: int
    games: int
    lines: int
    kills: int
    restarts_of_tables: int
    faults: dict[str, int]
    results: int
    questions: int
    """What tables asked the host, each answered once."""
    watchers: int
    """Phones, screens and consoles that looked on; in the end each phone shows what it should."""
    refused: int
    """What people and tables did in honesty and were refused; each is among what is `wrong` too."""
    rematches: int
    strangers: int
    """Answers to strangers who attacked, and how often they were hung up on."""
    seconds: float
    processor_s: float
    """Of the event hosts, a result: with every start after a kill, and everybody who comes back then."""
    tables_wait: Waits
    """For answers to tables."""
    phones_wait: Waits
    """For answers to players who confirm a result."""
    wrong: tuple[str, ...]


class Evening:
    """One evening in virtual time. `say` is told how far it is."""

    def __init__(self, wishes: Wishes, folder: Path, say: Callable[[str], None]) -> None:
        self.wishes, self._folder, self._say = wishes, folder, say
        self.now = 0.0
        self._rng = Random(wishes.seed)
        self._address = ""
        self._tables: list[SimulatedTable] = []
        self._hosts: list[EventHost] = []
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._serial = 0
        self._killed = self._restarted = 0
        self._event = 0
        self._answers_at = 0.0
        self._tables_watch, self._phones_watch = Stopwatch(), Stopwatch()
        self._refused: Counter[str] = Counter()
        self._keys: dict[int, str] = {}

    def run(self) -> Report:
        """Play it. Raises NotPossible where an event host does not come back."""
        begun, processor = time.monotonic(), _processor_of_children()
        port = free_port()
        self._address = f"http://127.0.0.1:{port}"
        count = self.wishes.processes
        with event_hosts(self.wishes.url, port, count, self._folder / "hub.log") as self._hosts, self._open_tables():
            self._register()
            players = self._call("hub.views.board:event_view", self._event)["players"]
            self._keys = {player["id"]: player["key"] for player in players}
            watchers = crowd_of(self._hosts[0], self._event, self.wishes.crowd, list(self._keys))
            with watching(watchers), self._attacked(port) as strangers:
                for number in range(1, self.wishes.rounds + 1):
                    self._round(number)
                    games = sum(len(table.records) for table in self._tables)
                    self._say(f"round {number}: {games} games, {self._killed} kills")
                self._call("hub.event.evening:release", self._event, "sim", self.wishes.rounds)
                report = self._report(watchers)
        report = msgspec.structs.replace(
            report, strangers=strangers.statuses.total(), wrong=(*report.wrong, *strangers.wrong)
        )
        processor = _processor_of_children() - processor
        return msgspec.structs.replace(
            report, seconds=round(time.monotonic() - begun, 1), processor_s=round(processor / report.results, 3)
        )

    @contextmanager
    def _attacked(self, port: int) -> Iterator[Strangers]:
        if not self.wishes.strangers:
            yield Strangers()
            return
        view = self._call("hub.views.board:event_view", self._event)
        with strangers(FromOutside(port, view["key"], view["places"][0]["id"])) as found:
            yield found

    @contextmanager
    def _open_tables(self) -> Iterator[None]:
        wanted = self.wishes
        self._tables = [
            SimulatedTable(n, self._folder, lambda: self.now, wanted.seed, wanted.game, self._tables_watch)
            for n in range(1, wanted.tables + 1)
        ]
        try:
            yield
        finally:
            for table in self._tables:
                table.close()

    def _call(self, call: str, *args: Any, **kwargs: Any) -> Any:
        host = next(host for host in self._hosts if host.runs)
        return host.call(call, *args, **kwargs)

    def _register(self) -> None:
        plan = {
            "name": "Simulated", "game": self.wishes.game, "seats": SEATS, "seats_min": 2, "places": self.wishes.tables,
            "confirm": "one" if self.wishes.crowd.phones else "none", "rounds": self.wishes.rounds,
        }  # fmt: skip
        self._event = self._call("tools.evenings.evening:create", plan)
        names = [f"Player {n:04}" for n in range(1, SEATS * self.wishes.tables + 1)]
        self._call("hub.event.evening:add_players", self._event, "sim", names)
        places = self._call("hub.views.board:event_view", self._event)["places"]
        for table, place in zip(self._tables, places, strict=True):
            codes = (self._call("hub.link.tables:new_code", place["id"]) for _ in range(TRIES))
            if not any(table.pair(self._address, code) for code in codes):
                raise NotPossible(
                    "evening.not_paired", "table {table} cannot be paired: {view}", table.number, str(table.outbox.view)
                )

    # A round --------------------------------------------------------------------------------------------------------

    def _round(self, number: int) -> None:
        length = self.wishes.hours * 3_600 / self.wishes.rounds
        found = self._call("hub.event.rounds:plan_round", self._event, "sim", anyway=True)
        self._call("hub.event.rounds:start_round", self._event, "sim", found)
        wall = {t["place"]: [s["name"] for s in t["seats"]] for t in self._view(number)["tables"] if not t["bye"]}
        self._mishaps(length)
        end = self.now + PATIENCE_S
        for table in self._tables:
            table.next_send = self.now + self._rng.uniform(0, 30)
        while not self._over(number, wall):
            self._step(number, wall, end, length)
            if self.now > end + MAX_ROUND_S:
                raise NotPossible(
                    "evening.endless", "round {round} never ends: {why}", number, self._stuck(number, wall)
                )
        for host in self._hosts:
            if not host.runs:
                host.start()
        self._confirm(number)
        self._call("hub.event.rounds:end_round", self._event, "sim", found)

    def _confirm(self, number: int) -> None:
        """A player of each table says on their phone that the result is right, where players are asked."""
        port = int(self._address.rpartition(":")[2])
        for table in self._view(number)["tables"]:
            if table["state"] == "proposed":
                player = self._rng.choice(table["seats"])["player"]
                phone = Phone(port, player, self._keys[player], self._phones_watch)
                status = self._try(lambda phone=phone, result=table["result"]: phone.agree(result))
                if status != http.HTTPStatus.SEE_OTHER:
                    self._refused[f"a vote: {status}"] += 1

    def _try(self, deed: Callable[..., int]) -> int:
        """Do it until somebody answers. Raises NotPossible where nobody does."""
        for _ in range(TRIES):
            try:
                return deed()
            except (OSError, http.client.HTTPException):
                time.sleep(AGAIN_S)
        raise NotPossible("evening.no_answer", "no event host answers a phone")

    def _view(self, number: int) -> Any:
        return self._call("hub.views.board:round_view", self._event, number)

    def _over(self, number: int, wall: dict[int, list[str]]) -> bool:
        playing = [table for table in self._tables if table.number in wall]
        return not self._due and all(table.round == number and table.at_rest for table in playing)

    def _stuck(self, number: int, wall: dict[int, list[str]]) -> str:
        waiting = [table for table in self._tables if table.number in wall]
        return "; ".join(f"table {t.number} {t.outbox.view}" for t in waiting if t.round < number or not t.at_rest)

    def _mishaps(self, length: float) -> None:
        """When this round's event hosts are killed, networks cut and plugs pulled."""
        share = -(-(self.wishes.kills - self._killed) // self._rounds_left())
        for number in range(share):
            at = self.now + length * (number + self._rng.random()) / max(1, share)
            self._later(at, lambda: self._kill(length / max(1, share)))
        for table in self._rng.sample(self._tables, -(-len(self._tables) // 3)):
            self._later(self.now + self._rng.uniform(0, length), lambda table=table: self._cut(table))
        for table in self._rng.sample(self._tables, -(-len(self._tables) // 10)):
            self._later(self.now + self._rng.uniform(0, length), lambda table=table: self._pull_plug(table))

    def _rounds_left(self) -> int:
        done = min(len(table.records) for table in self._tables)
        return max(1, self.wishes.rounds - done)

    def _later(self, at: float, job: Callable[..., None]) -> None:
        self._serial += 1
        heapq.heappush(self._due, (at, self._serial, job))

    def _kill(self, window: float) -> None:
        host = self._rng.choice(self._hosts)
        if host.runs:
            host.kill()
            self._killed += 1
            self._later(self.now + self._rng.uniform(5, max(6, window / 2)), host.start)
        else:
            self._later(self.now + window / 4, lambda: self._kill(window))

    def _cut(self, table: SimulatedTable) -> None:
        table.link.cut_until = self.now + self._rng.uniform(60, 2_400)

    def _pull_plug(self, table: SimulatedTable) -> None:
        table.restart()
        self._restarted += 1
        table.next_send = self.now

    def _answer(self) -> None:
        """The host answers what tables ask, if an event host is there to see it."""
        if self.now < self._answers_at or not any(host.runs for host in self._hosts):
            return
        self._answers_at = self.now + ANSWERS_S
        for case in self._call("hub.views.board:queue", self._event):
            if case["answerable"]:
                self._call("hub.link.asks:answer", self._event, "sim", case["id"], decision_on(case["id"]))

    def _step(self, number: int, wall: dict[int, list[str]], end: float, length: float) -> None:
        """What happens next: a mishap, or a table that plays or sends."""
        self._answer()
        table = min(self._tables, key=lambda found: min(found.next_play, found.next_send))
        at = min(table.next_play, table.next_send)
        if self._due and self._due[0][0] <= at:
            self.now = max(self.now, self._due[0][0])
            heapq.heappop(self._due)[2]()
            return
        self.now = max(self.now, at)
        if table.next_play <= self.now:
            table.play()
        wait = table.outbox.step()
        if table.round < number and table.number in wall:
            names = table.called_for(number) or (wall[table.number] if self.now > end else None)
            if names is not None:
                table.begin(number, names, length / 60 * PLAY_SHARE)
        table.next_send = self.now + max(0.5, wait)

    # The comparison -------------------------------------------------------------------------------------------------

    def _report(self, watchers: Sequence[Watcher]) -> Report:
        told = self._call("hub.views.export:export_json", self._event)
        records = [record for table in self._tables for record in table.records]
        faults: Counter[str] = Counter()
        for table in self._tables:
            faults.update(table.link.counts)
            self._refused.update({f"a table's message: {status}": n for status, n in table.link.refused.items()})
        return Report(
            database=self.wishes.url.partition(":")[0], processes=self.wishes.processes, tables=len(self._tables),
            players=SEATS * len(self._tables), rounds=self.wishes.rounds, games=len(records),
            lines=sum(len(record.lines) for record in records), kills=self._killed,
            restarts_of_tables=self._restarted, faults=dict(faults),
            results=sum(table["result"] is not None for table in told["tables"]), rematches=_rematches(told),
            questions=sum(len(table.asked) for table in self._tables), watchers=len(watchers),
            refused=self._refused.total(), strangers=0, seconds=0.0, processor_s=0.0,
            tables_wait=self._tables_watch.waits, phones_wait=self._phones_watch.waits,
            wrong=(
                *differences(told, records), *self._unanswered(), *self._behind(watchers), *self._mistakes(),
                *(f"refused {count} times: {what}" for what, count in self._refused.items()),
            ),
        )  # fmt: skip

    def _mistakes(self) -> Iterator[str]:
        """Tracebacks in the event hosts' log."""
        log = (self._folder / "hub.log").read_text("utf-8", "replace")
        if count := log.count("Traceback"):
            yield f"{count} tracebacks in the event host's log, the last: {log.rstrip().rpartition(chr(10))[2][:200]}"

    def _unanswered(self) -> Iterator[str]:
        """Questions that the host does not have once, or whose answer is not the host's at the table."""
        held = self._call("tools.evenings.evening:answers", self._event)
        heard = {ask.id: ask.decision for table in self._tables for ask in table.outbox.view.asks}
        for ask in sorted({*heard, *(ask for table in self._tables for ask in table.asked), *held}):
            if held.get(ask) != [heard.get(ask)]:
                yield f"question {ask}: the host said {held.get(ask)}, its table heard {heard.get(ask)}"

    def _behind(self, watchers: Sequence[Watcher]) -> Iterator[str]:
        """Phones that do not show what they should, a while after the end."""
        wanted = {int(player): told for player, told in self._call("tools.evenings.evening:shown", self._event).items()}
        phones = [watcher for watcher in watchers if watcher.watch.player is not None]
        until(lambda: all(phone.told == wanted[phone.watch.player or 0] for phone in phones))
        for phone in phones:
            if phone.told != wanted[phone.watch.player or 0]:
                yield f"the phone of player {phone.watch.player} shows something else"


def _processor_of_children() -> float:
    """Seconds of processor of all event hosts that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def decision_on(case: int) -> str:
    """What the host decides: one or the other."""
    return ("one", "other")[case % 2]


def answers(store: Any, event: int) -> dict[str, list[str]]:
    """Question -> what the host decided, once for each time that it stands in the queue."""
    import sqlalchemy as sa

    from hub.database import schema

    found: dict[str, list[str]] = {}
    with store.read() as tx:
        for row in tx.rows(sa.select(schema.cases).where(schema.cases.c.event_id == event)):
            if row.ask is not None:
                found.setdefault(row.ask, []).append(row.decision)
    return found


def shown(store: Any, event: int) -> dict[str, str]:
    """Player -> the digest of what the player's phone should show."""
    from hub.views.guests import Guests, digest

    return {str(player): digest(page) for player, page in Guests(store).pages(event).items()}


def create(store: Any, plan: dict[str, Any]) -> int:
    """An evening by its plan in plain values."""
    from hub.event.evening import Plan, create_event

    return create_event(store, "sim", msgspec.convert(plan, Plan))


def differences(told: dict[str, Any], records: list[Any]) -> Iterator[str]:
    """Where an evening's export differs from the records that were played."""
    held = Counter(tuple(game["record"]) for game in told["games"])
    played = Counter(tuple(text_of(record)) for record in records)
    for text, count in (played - held).items():
        yield f"missing {count} times: {text[0]}"
    for text, count in (held - played).items():
        yield f"too often, {count} times: {text[0]} with {len(text)} lines"
    outcomes: list[Outcome] = []
    seen: Counter[Seating] = Counter()
    sheets = {_seating(record.header.started, record.header.players): record for record in records}
    for table in told["tables"]:
        if not table["bye"]:
            key = _seating(f"round {table['round']}", [seat["name"] for seat in table["seats"]])
            seen[key] += 1
            outcome = _outcome(table, sheets.get(key))
            if outcome is None:
                yield f"round {table['round']}, place {table['place']}: {table['state']}, {table['seats']}"
            else:
                outcomes.append(outcome)
    yield from (f"there {count} times: {key}" for key, count in seen.items() if count > 1)
    yield from _standings_differ(told, outcomes)


Seating: TypeAlias = tuple[str, ...]


def _seating(started: str | None, names: Sequence[str]) -> Seating:
    return (str(started), *sorted(names))


def _outcome(table: dict[str, Any], record: Any) -> Outcome | None:
    """A table's result as its record says; None where the event host has another."""
    if record is None or table["state"] != "confirmed":
        return None
    names, sheet = [seat["name"] for seat in table["seats"]], result_of(record)
    if [sheet[name] for name in names] != [seat["total"] for seat in table["seats"]]:
        return None
    winners = [seat for seat, name in enumerate(names) if name in record.lines[-1].result["winners"]]
    totals = tuple(sheet[name] for name in names)
    return Outcome(tuple(seat["player"] for seat in table["seats"]), totals, ranks(totals, winners))


def _standings_differ(told: dict[str, Any], outcomes: list[Outcome]) -> Iterator[str]:
    byes = [seat["player"] for table in told["tables"] if table["bye"] for seat in table["seats"]]
    players = [player["id"] for player in told["event"]["players"]]
    own = msgspec.to_builtins(standings(players, outcomes, byes, told["event"]["bye_points"]))
    given = [line["line"] for line in told["standings"]]

    def key(line: dict[str, Any]) -> tuple[int, int]:
        return line["place"], line["player"]

    for mine, theirs in zip(sorted(own, key=key), sorted(given, key=key), strict=True):
        if mine != theirs:
            yield f"standings: {theirs}, the records say {mine}"


def _rematches(told: dict[str, Any]) -> int:
    """How often two sat together again."""
    met: Counter[tuple[int, int]] = Counter()
    for table in told["tables"]:
        players = sorted(seat["player"] for seat in table["seats"])
        met.update((a, b) for i, a in enumerate(players) for b in players[i + 1 :])
    return sum(count - 1 for count in met.values())
