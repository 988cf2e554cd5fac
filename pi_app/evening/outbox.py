"""Sends what the journal saves to an event host, in order and each line once, whenever one listens.

A thread of its own does everything: it keeps what is to be sent in a file of its own (`outbox.sqlite3`), so hours
without an event host, a pulled plug or a killed app lose nothing, and nothing an event host does (slow, hostile or
gone) reaches the game. The journal only puts its saved lines into a queue.
"""

from __future__ import annotations

import os
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from pi_app.evening.asks import Answer, Asking, AskLine
from pi_app.evening.link import HttpLink, Unreachable, address_of
from pi_app.evening.outbox_file import OutboxFile, Sending
from pi_app.evening.wire import Assignment, HubState, Paired, Refusal, Stored, TableNote, read, refusal_of
from pi_app.table.journal import Journal, Saved

FILE: Final = "outbox.sqlite3"
NOTE_S: Final = 15.0
"""A table that has nothing to send says so often that it is there."""
FASTEST_NOTE_S: Final = 1.0
ASKING: Final = 5
"""While the host is to answer something, that is looked up so many times as often."""
TURNS: Final = 10
"""When a round's time is up, tables ask whether that still holds: not all at once, but within a second."""
RETRY_S: Final = (1.0, 60.0)
"""The first and the longest wait after a failure."""
REFUSED_S: Final = 300.0
"""The wait after an answer that makes no sense."""
LinkState: TypeAlias = Literal["unpaired", "pairing", "connected", "waiting", "refused"]


class LinkView(msgspec.Struct, frozen=True, kw_only=True):
    """What a screen may show of the link."""

    state: LinkState = "unpaired"
    address: str = ""
    table: int | None = None
    waiting: int = 0
    """Lines that the event host does not have yet."""
    trouble: str = ""
    """The last refusal's code, `unreachable` or `certificate`; empty while all is well."""
    assignment: Assignment = Assignment()
    asks: tuple[AskLine, ...] = ()
    """What was asked of the host, oldest first."""


class Link(Protocol):
    """One request to an event host: method, path, token, body -> status, answer. Raises Unreachable."""

    def __call__(self, address: str, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """Ask, within bounds of time and size."""


class _Pair(msgspec.Struct, frozen=True):
    address: str
    code: str
    name: str
    first: int


class _Seen(msgspec.Struct, frozen=True):
    ask: str


_Command: TypeAlias = "tuple[Saved, ...] | _Pair | TableNote | Asking | _Seen | None"


def wall_ms() -> int:
    """Now by this table's clock, ms since 1970; it may be wrong."""
    return time.time_ns() // 1_000_000


class Outbox:
    """The link of one table. `start` begins its thread; `step` does what the thread does, for whoever has the time.

    Everything public may be called from the thread of the journal; observers are called in the outbox's own.
    """

    def __init__(
        self, path: Path, link: Link | None = None, *,
        clock: Callable[[], float] = time.monotonic, wall: Callable[[], int] = wall_ms, seed: int | None = None,
        note_s: float = NOTE_S,
    ) -> None:  # fmt: skip
        self.view = LinkView()
        self._path = path
        self._link = link or HttpLink()
        self._clock = clock
        self._wall = wall
        self._note_s = note_s
        self._random = random.Random(seed)
        self._commands: queue.SimpleQueue[_Command] = queue.SimpleQueue()
        self._file: OutboxFile | None = None
        self._journal: Journal | None = None
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._note = TableNote()
        self._note_sent: TableNote | None = None
        self._note_at = float("-inf")
        self._wait_until = float("-inf")
        self._failures = 0
        self._largest: int | None = None

    # From the app ---------------------------------------------------------------------------------------------------

    def follow(self, journal: Journal) -> None:
        """Send what this journal saves from now on, and what it saved since the outbox last saw it."""
        self._journal = journal
        if os.path.exists(self._path):
            self._catch_up(journal)
        journal.follow(self._commands.put)

    def _catch_up(self, journal: Journal) -> None:
        with closing(OutboxFile(self._path)) as file:
            first, known = file.first(), file.lengths()
            there = journal.lengths(first) if first is not None else {}
            for game in known:
                if there.get(game, (-1, False)) < known[game]:
                    file.forget(game)
        for game, length in there.items():
            if known.get(game) != length:
                self._commands.put(journal.saved(game))

    def start(self) -> None:
        """Begin the thread; it ends with the program."""
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    def close(self, patience_s: float = 2.0) -> None:
        """Stop, without waiting for an event host. May be called twice."""
        self._ended.set()
        self._commands.put(None)
        if self._journal is not None:
            self._journal.follow(None)
        if self._thread is not None:
            self._thread.join(patience_s)
        elif self._file is not None:
            self._file.close()
            self._file = None

    def pair(self, address: str, code: str, name: str = "Table", game: int | None = None) -> str | None:
        """Pair this table; `view` tells how it went. Games begun from now on are sent, and `game`, the one in progress.

        `address`: as typed, or what a QR code holds (`http://host:port/#CODE`, which brings its own code). Returns why
        it cannot be one, in a word: `address` or `code`.
        """
        where, scanned = address_of(address)
        code = code.strip() or scanned
        if where is None:
            return "address"
        if not code:
            return "code"
        games = self._journal.lengths(0) if self._journal is not None else {}
        first = game if game in games and game is not None else max([0, *games]) + 1
        self._commands.put(_Pair(where, code, name, first))
        if game == first and self._journal is not None:
            self._commands.put(self._journal.saved(first))
        return None

    def tell(self, note: TableNote) -> None:
        """How the table is; the latest is what counts."""
        self._commands.put(note)

    def ask(self, asking: Asking) -> None:
        """Put a question to the host, now or when the event host is there again; `view` tells what becomes of it."""
        self._commands.put(asking)

    def see(self, ask: str) -> None:
        """Somebody has read the answer to that question."""
        self._commands.put(_Seen(ask))

    # The thread -----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        wait = 0.0
        while not self._ended.is_set():
            command: _Command = None
            with suppress(queue.Empty):
                command = self._commands.get(timeout=max(0.01, wait))
            try:
                wait = self.step(command)
            except Exception:
                self._fail("internal")
                wait = RETRY_S[1]
        if self._file is not None:
            self._file.close()

    def step(self, command: _Command = None) -> float:
        """Take what waits, send what is due; seconds until there may be something to do."""
        pairing = self._take(command)
        if pairing is not None:
            self._pair(pairing)
        if self._file is None and not os.path.exists(self._path):
            return NOTE_S
        file = self._opened()
        credentials = file.credentials()
        now = self._clock()
        if credentials is None or credentials.refused:
            self._show(state="refused" if credentials else "unpaired")
            return NOTE_S
        if now < self._wait_until:
            return self._wait_until - now
        batch = file.next_batch(self._largest)
        if batch is not None:
            self._send(batch)
            return max(0.0, self._wait_until - self._clock())
        asking = file.asks.next()
        if asking is not None:
            self._ask_host(file, asking)
            return max(0.0, self._wait_until - self._clock())
        self._say(now)
        return max(0.05, min(self._note_s, self._note_due() - self._clock()))

    def _opened(self) -> OutboxFile:
        if self._file is None:
            self._file = OutboxFile(self._path)
        return self._file

    def _take(self, command: _Command) -> _Pair | None:
        """Put everything that waits into the file."""
        pairing: _Pair | None = None
        saved: list[Saved] = []
        for one in self._waiting(command):
            match one:
                case _Pair():
                    self._add(saved)
                    pairing, saved = one, []
                    self._opened().expect(one.first)
                case TableNote():
                    self._note = one
                case Asking() | _Seen():
                    self._keep_question(one)
                case _:
                    saved.extend(one)
        self._add(saved)
        return pairing

    def _keep_question(self, one: Asking | _Seen) -> None:
        if self._file is None and not os.path.exists(self._path):
            return
        file = self._opened()
        if isinstance(one, _Seen):
            file.asks.see(one.ask)
        elif file.credentials() is not None:
            file.asks.add(one)
        self._show()

    def _waiting(self, command: _Command) -> Iterator[_Pair | TableNote | Asking | _Seen | tuple[Saved, ...]]:
        """Everything that is in the queue, `command` first."""
        if command is not None:
            yield command
        with suppress(queue.Empty):
            while True:
                one = self._commands.get_nowait()
                if one is not None:
                    yield one

    def _add(self, saved: list[Saved]) -> None:
        if saved and (self._file is not None or os.path.exists(self._path)):
            self._opened().add(saved)

    def _note_due(self) -> float:
        if self._note != self._note_sent:
            return self._note_at + FASTEST_NOTE_S
        asked = any(ask.state == "sent" for ask in self.view.asks)
        wait, left = self._note_s / ASKING if asked else self._note_s, self.view.assignment.left_ms
        if left is not None and left > 0:
            wait = min(wait, left / 1_000 + (self.view.table or 0) % TURNS / TURNS)
        return self._note_at + wait

    # Talking --------------------------------------------------------------------------------------------------------

    def _pair(self, wanted: _Pair) -> None:
        self._show(state="pairing", address=wanted.address, trouble="")
        body = msgspec.json.encode({"code": wanted.code, "name": wanted.name[:60] or "Table"})
        try:
            status, answer = self._link(wanted.address, "POST", "/api/pair", "", body)
        except Unreachable as error:
            self._not_paired(error.trouble)
            return
        found = read(Paired, answer) if status == 200 else None
        if found is None:
            self._not_paired(refusal_of(answer).error or "unreadable")
            return
        self._opened().pair(wanted.address, found.table, found.token, wanted.first)
        self._failures, self._wait_until, self._note_at = 0, float("-inf"), float("-inf")
        self._show(state="connected", table=found.table, trouble="")

    def _not_paired(self, trouble: str) -> None:
        """It did not work; an earlier pairing still holds."""
        file = self._opened()
        file.expect_nothing()
        self._show(state="unpaired" if file.credentials() is None else "waiting", trouble=trouble)

    def _ask_host(self, file: OutboxFile, asking: Asking) -> None:
        """Send a question or a picture; what an event host never will take is given up."""
        told = asking.told(file.key_of(asking.game))
        answer = self._ask("POST", asking.kind, msgspec.json.encode(told))
        if answer is None:
            return
        status, text = answer
        code = refusal_of(text).error
        if status == 200:
            file.asks.sent(asking.id)
            self._well()
        elif status == 401 and code == "bad_token":
            file.refuse()
            self._show(state="refused", trouble=code)
        elif code and status in (400, 404, 405, 409, 413, 422):
            file.asks.close(Answer(asking.id, "gone"))
            self._show()
        else:
            self._fail(code or f"status_{status}")

    def _ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes] | None:
        """The answer; None where there was none (and it waits a while)."""
        credentials = self._opened().credentials()
        assert credentials is not None
        try:
            path = f"/api/tables/{credentials.table}/{path}"
            return self._link(credentials.address, method, path, credentials.token, body)
        except Unreachable as error:
            self._fail(error.trouble)
            return None

    def _send(self, batch: Sending) -> None:
        answer = self._ask("POST", "batches", batch.body(self._wall()))
        if answer is None:
            return
        status, body = answer
        held = read(Stored, body) if status == 200 else None
        if held is not None and held.held >= batch.seq:
            self._opened().acknowledge(batch, held.held)
            self._well()
        else:
            self._refused(batch, status, refusal_of(body))

    def _refused(self, batch: Sending, status: int, refusal: Refusal) -> None:
        """What an event host does not take: each code has its way on, everything else waits."""
        file = self._opened()
        code = refusal.error
        if status == 409 and code in ("sequence_gap", "sequence_reused", "line_gap"):
            self._start_over(None)
        elif status == 409 and code == "line_conflict" and refusal.game:
            self._start_over(refusal.game)
        elif status == 422 and refusal.game:
            file.give_up(batch, refusal.game)
        elif status == 413 and batch.count > 1:
            self._largest = max(1, batch.count // 2)
            file.thaw()
        elif status == 401 and code == "bad_token":
            file.refuse()
            self._show(state="refused", trouble=code)
        else:
            self._fail(code or f"status_{status}", long=400 <= status < 429)
            return
        self._show(trouble=code)

    def _start_over(self, game: str | None) -> None:
        """Ask what the event host has, and send what it lacks; `game` under another name."""
        answer = self._ask("GET", "state")
        if answer is None:
            return
        state = read(HubState, answer[1]) if answer[0] == 200 else None
        if state is None:
            self._fail("unreadable", long=True)
            return
        self._opened().start_over(state.held, state.games, game)
        self._failures += 1
        if self._failures > 3:
            self._fail("start_over", long=True)

    def _say(self, now: float) -> None:
        """Tell how the table is, and hear what it is to do."""
        if now < self._note_due():
            return
        note = self._note
        waiting = self._opened().asks.open()
        body = msgspec.json.encode({"sent": self._wall(), **msgspec.to_builtins(note), "waiting": waiting})
        answer = self._ask("POST", "status", body)
        if answer is None:
            return
        status, text = answer
        found = read(Assignment, text) if status == 200 else None
        if found is None:
            code = refusal_of(text).error
            if status == 401 and code == "bad_token":
                self._opened().refuse()
                self._show(state="refused", trouble=code)
            else:
                self._fail(code or f"status_{status}")
            return
        self._note_sent, self._note_at = note, now
        for one in found.answers:
            self._opened().asks.close(one)
        self._well()
        self._show(assignment=msgspec.structs.replace(found, answers=()))

    def _well(self) -> None:
        self._failures, self._wait_until = 0, float("-inf")
        self._show(state="connected", trouble="")

    def _fail(self, trouble: str, *, long: bool = False) -> None:
        """Wait longer each time; not all tables at the same moment."""
        self._failures += 1
        wait = min(RETRY_S[1], RETRY_S[0] * 2 ** min(10, self._failures - 1))
        wait = REFUSED_S if long else wait
        self._wait_until = self._clock() + wait * self._random.uniform(0.75, 1.25)
        self._show(state="waiting", trouble=trouble)

    def _show(self, **changes: Any) -> None:
        if self._file is not None:
            credentials = self._file.credentials()
            changes = {"waiting": self._file.waiting(), "asks": self._file.asks.lines(), **changes}
            if credentials is not None:
                changes = {"table": credentials.table, "address": credentials.address, **changes}
        self.view = msgspec.structs.replace(self.view, **changes)
