"""Takes what tables send into the database: each batch once, in order, all of it or nothing.

One thread a process writes. Batches that wait are taken together and answered after one commit; several processes may
do so on one PostgreSQL, where a table's row is held until the commit. Every record is replayed as it grows.
"""

from __future__ import annotations

import queue
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from engines.errors import BadInput, finding
from engines.record import Line, ResultLine, parse_line
from engines.registry import open_game
from hub.database import schema
from hub.database.audit import within
from hub.database.feed import Change
from hub.database.store import DatabaseAway, Row, Store, Transaction
from hub.doors.hosts import digest as token_digest
from hub.doors.hosts import same
from hub.errors import Refused, TooMany
from hub.event.evening import registered_as
from hub.event.results import claim_of, open_case, propose_within
from hub.event.rounds import add_seating, free_event_of, seating_for
from hub.link.folding import Followers, Opener, Verdict
from hub.link.tables import known_table
from hub.link.wire import MAX_GAMES, MAX_LINES, Batch, Item, Stored, decode_batch, digest

MAX_BATCHES: Final = 64
"""The most batches that one transaction takes."""
DAY_MS: Final = 86_400_000
TEND_INTERVAL_MS: Final = 1_000
MAX_EVIDENCE: Final = 256 << 10
"""Bytes of lines that a record takes after the one that failed: some ten games. Then it is closed."""
_END: Final = None
_TABLES: Final = (
    sa.select(schema.tables)
    .where(schema.tables.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(schema.tables.c.id)
    .with_for_update(key_share=True)
)
_GAMES: Final = (
    sa.select(schema.games, schema.seatings.c.event_id)
    .select_from(schema.games.outerjoin(schema.seatings, schema.games.c.seating_id == schema.seatings.c.id))
    .where(schema.games.c.table_id.in_(sa.bindparam("ids", expanding=True)))
    .where(schema.games.c.key.in_(sa.bindparam("keys", expanding=True)))
)
_ADD_LINES: Final = sa.insert(schema.lines)
_ADD_BATCHES: Final = sa.insert(schema.batches)
_SET_TABLE: Final = sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("which"))
_SET_GAME: Final = sa.update(schema.games).where(schema.games.c.id == sa.bindparam("which"))
_SCORE_GAME: Final = _SET_GAME.where(schema.games.c.lines == sa.bindparam("folded")).values(
    totals=sa.bindparam("totals")
)


class _Job(msgspec.Struct):
    table: int
    token: str
    batch: Batch
    answer: Future[Stored]


class _Game(msgspec.Struct):
    """A game as this transaction has it."""

    id: int
    key: str
    header: str
    lines: int
    seating: int | None
    event: int
    before: str
    """Its state before this transaction."""
    touched: bool = False


class Ingest(AbstractContextManager["Ingest"]):
    """Open it beside a store. Use it as a context manager; any thread may call `take`.

    `chores`: what else is to be done every second or so.
    """

    def __init__(self, store: Store, opener: Opener = open_game, chores: Callable[[], None] = lambda: None) -> None:
        self.store = store
        self._chores = chores
        self.counts: Counter[str] = Counter()
        """`batches`, `lines`, `duplicates`, `commits`, and how often each code was answered."""
        self._settled: list[Callable[[], None]] = []
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._followers = Followers(opener)
        self._refused: dict[tuple[int, str], tuple[int, str]] = {}
        self._refused_lock = threading.Lock()
        self._stale: dict[int, int] = {}
        self._tended_at = store.clock()
        self._thread = threading.Thread(target=self._run, name="ingest", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what was taken. May be called twice."""
        self._jobs.put(_END)
        self._thread.join(timeout=30)
        self.write_refusals()

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, table: int, token: str, body: bytes) -> Future[Stored]:
        """Take a batch; the answer comes once it is stored. Raises Refused at once for what cannot be a batch."""
        job = _Job(table, token, decode_batch(body), Future())
        self._jobs.put(job)
        return job.answer

    def listen(self, settled: Callable[[], None]) -> Callable[[], None]:
        """Call `settled`, in the ingest thread, whenever some answers are there; returns the function that ends it."""
        self._settled.append(settled)
        return lambda: self._settled.remove(settled)

    def take(self, table: int, token: str, body: bytes) -> Stored:
        """Take a batch and wait until it is stored. Raises Refused, DatabaseAway."""
        return self.submit(table, token, body).result(60)

    def refused(self, table: int, error: Refused) -> None:
        """Count something that was refused; `table` 0: nobody that is known."""
        self.counts[error.error] += 1
        with self._refused_lock:
            count, _ = self._refused.get((table, error.error), (0, ""))
            last = error.detail[:200].replace("\0", " ") if error.why is not None else ""
            self._refused[table, error.error] = (count + 1, last)

    def write_refusals(self) -> None:
        """Put the counts where hosts see them; kept for the next time where the database is away."""
        with self._refused_lock:
            waiting, self._refused = self._refused, {}
        if waiting:
            try:
                with self.store.write() as tx:
                    for (table, code), (count, last) in waiting.items():
                        _add_refusals(tx, self.store.postgres, table, code, count, last)
            except DatabaseAway:
                with self._refused_lock:
                    self._refused = {**waiting, **self._refused}

    # The thread ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (first := self._next()) is not _END:
            jobs = [first]
            ended = False
            while len(jobs) < MAX_BATCHES and not ended:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is _END:
                    ended = True
                else:
                    jobs.append(job)
            self._together(jobs)
            for settled in list(self._settled):
                settled()
            self._tend()
            if ended:
                return

    def _next(self) -> _Job | None:
        while True:
            try:
                return self._jobs.get(timeout=1)
            except queue.Empty:
                self._tend()

    def _tend(self) -> None:
        """What is done now and then: show what was refused, and how games stand that were not scored at once."""
        now = self.store.clock()
        if 0 <= now - self._tended_at < TEND_INTERVAL_MS:
            return
        self._tended_at = now
        with suppress(sa.exc.SQLAlchemyError, DatabaseAway):
            self.write_refusals()
            self._score_stale()
            self.store.keep_time()
            self._chores()

    def _score_stale(self) -> None:
        stale = {game: event for game, event in self._stale.items() if self._followers.at_hand(game) is not None}
        self._stale = {}
        if not stale:
            return
        with self.store.write() as tx:
            for game, event in stale.items():
                follower = self._followers.at_hand(game)
                verdict = follower.verdict(tx.now) if follower is not None else None
                if follower is None or verdict is None or verdict.state != "live":
                    continue
                if follower.stale:
                    self._stale[game] = event
                    continue
                totals = {"totals": msgspec.json.encode(verdict.totals).decode()}
                tx.run(_SCORE_GAME, {"which": game, "folded": follower.lines, **totals})
                tx.publish(Change("game", game, event))

    def _together(self, jobs: list[_Job]) -> None:
        work = _Work(self._followers, jobs)
        try:
            with self.store.write() as tx:
                answers = work.do(tx)
        except Exception as error:
            self._followers.forget(work.touched)
            if isinstance(error, sa.exc.DBAPIError) and len(jobs) > 1:
                for job in jobs:
                    self._together([job])
                return
            for job in jobs:
                job.answer.set_exception(error)
            return
        self.counts.update(commits=1)
        self._stale.update(work.stale)
        for job, answer in zip(work.jobs, answers, strict=True):
            self._answer(job, answer)

    def _answer(self, job: _Job, answer: Stored | Refused) -> None:
        if isinstance(answer, Refused):
            self.refused(job.table if answer.error != "bad_token" else 0, answer)
            job.answer.set_exception(answer)
        else:
            self.counts.update(batches=1, lines=answer.new, duplicates=int(answer.duplicate))
            job.answer.set_result(answer)


class _Work:
    """Some batches in one transaction. Each is checked whole before anything of it is written."""

    def __init__(self, followers: Followers, jobs: list[_Job]) -> None:
        self.jobs = sorted(jobs, key=lambda job: (job.table, job.batch.seq))
        self.touched: set[int] = set()
        self.stale: dict[int, int] = {}
        """Games that are not scored as they stand, and their evenings."""
        self._followers = followers
        self._games: dict[tuple[int, str], _Game] = {}
        self._rows: list[dict[str, Any]] = []
        self._new: dict[tuple[int, int, int], str] = {}
        self._batches: list[dict[str, Any]] = []

    def do(self, tx: Transaction) -> list[Stored | Refused]:
        """Everything; one answer a job."""
        tables = self._tables(tx)
        self._look_up(tx)
        held = {table: row.held for table, row in tables.items()}
        answers = [self._one(tx, job, tables.get(job.table), held) for job in self.jobs]
        self._write(tx, tables, held)
        return answers

    def _tables(self, tx: Transaction) -> dict[int, Row]:
        """The rows of the tables, held until the commit, in one order so that processes never wait for each other."""
        ids = sorted({job.table for job in self.jobs})
        return {row.id: row for row in tx.rows(_TABLES, {"ids": ids})}

    def _look_up(self, tx: Transaction) -> None:
        ids = sorted({job.table for job in self.jobs})
        keys = sorted({item.game for job in self.jobs for item in job.batch.items})
        for row in tx.rows(_GAMES, {"ids": ids, "keys": keys}):
            found = _Game(row.id, row.key, row.header, row.lines, row.seating_id, row.event_id or 0, row.state)
            self._games[row.table_id, row.key] = found

    def _one(self, tx: Transaction, job: _Job, table: Row | None, held: dict[int, int]) -> Stored | Refused:
        try:
            if table is None or table.retired_at is not None or not same(table.token_hash, token_digest(job.token)):
                raise Refused("bad_token")
            if job.batch.seq <= held[job.table]:
                self._duplicate(tx, job)
                return Stored(held[job.table], duplicate=True, now=tx.now)
            if job.batch.seq != held[job.table] + 1:
                raise Refused("sequence_gap", held=held[job.table])
            checked = [(item, self._checked(tx, job, item)) for item in job.batch.items]
            new = self._plan(tx, job, checked)
        except Refused as error:
            return error
        held[job.table] = job.batch.seq
        return Stored(job.batch.seq, new=new, now=tx.now)

    def _duplicate(self, tx: Transaction, job: _Job) -> None:
        batches = schema.batches
        query = sa.select(batches.c.digest).where(batches.c.table_id == job.table, batches.c.seq == job.batch.seq)
        row = tx.one(query)
        known = row.digest if row is not None else next(
            (b["digest"] for b in self._batches if (b["table_id"], b["seq"]) == (job.table, job.batch.seq)), None
        )  # fmt: skip
        if known != digest(job.batch):
            raise Refused("sequence_reused", held=job.batch.seq)

    # Checking ------------------------------------------------------------------------------------------------------

    def _checked(self, tx: Transaction, job: _Job, item: Item) -> Line | None:
        """The line; None for a header. Raises Refused (`bad_line`) for what cannot be one."""
        raw = bytes(item.line)
        if item.n == 0 and b'"result"' not in raw[:12]:
            header = _object(raw, item)
            if header.get("planisphere") != 1 or not isinstance(header.get("players"), list):
                raise Refused("bad_line", finding("line.no_header", "expected a header"), game=item.game)
            return None
        try:
            line = parse_line(raw, item.n + 1)
        except BadInput as error:
            why = finding("line.malformed", "{reason}", str(error)[:200])
            raise Refused("bad_line", why, game=item.game) from error
        if not isinstance(line, ResultLine) and line.n != item.n:
            why = finding("line.number", "line {line} sent as {sent}", line.n, item.n)
            raise Refused("bad_line", why, game=item.game)
        return line

    def _plan(self, tx: Transaction, job: _Job, checked: list[tuple[Item, Line | None]]) -> int:
        """Check that every line follows what is there; then take them. How many are new. Raises Refused."""
        lengths = {key: game.lines for (table, key), game in self._games.items() if table == job.table}
        begun = sum(item.game not in lengths and line is None for item, line in checked)
        if begun:
            self._may_begin(tx, job.table, begun)
        results: set[tuple[str, int]] = set()
        fresh = [pair for pair in checked if self._follows(tx, job.table, *pair, lengths, results)]
        for item, line in fresh:
            self._take(tx, job.table, item, line)
        self._batches.append(
            {
                "table_id": job.table, "seq": job.batch.seq, "digest": digest(job.batch),
                "items": len(job.batch.items), "received_at": tx.now, "sent_at": job.batch.sent,
            }
        )  # fmt: skip
        return len(fresh)

    def _may_begin(self, tx: Transaction, table: int, count: int) -> None:
        games = schema.games
        query = sa.select(sa.func.count()).where(games.c.table_id == table, games.c.begun_at > tx.now - DAY_MS)
        row = tx.one(query)
        if row is not None and row[0] + count > MAX_GAMES:
            raise TooMany("games.too_many", "more than {most} games in a day", MAX_GAMES)

    def _follows(
        self,
        tx: Transaction,
        table: int,
        item: Item,
        line: Line | None,
        lengths: dict[str, int],
        results: set[tuple[str, int]],
    ) -> bool:
        """Whether the line is new. Raises Refused: `line_conflict`, `line_gap`, `too_many`."""
        length = lengths.get(item.game)
        if line is None:
            if length is None:
                lengths[item.game] = 0
                return True
            if self._games.get((table, item.game)) is None or self._header(table, item.game) != _text(item):
                why = finding("line.other_header", "game {game}: another header", item.game)
                raise Refused("line_conflict", why, game=item.game)
            return False
        if length is None:
            why = finding("line.before_header", "game {game}: no header", item.game)
            raise Refused("line_gap", why, game=item.game, have=-1)
        closing = isinstance(line, ResultLine)
        if item.n > length + (not closing):
            why = finding("line.gap", "game {game}: line {n} after {length}", item.game, item.n, length)
            raise Refused("line_gap", why, game=item.game, have=length)
        if not closing and item.n == length + 1:
            self._check_open(tx, table, item)
            if item.n > MAX_LINES:
                raise TooMany("lines.too_many", "more than {most} lines", MAX_LINES)
            lengths[item.game] = item.n
            return True
        known = self._known(tx, table, item, closing)
        if known is None and closing and item.n == length and (item.game, item.n) not in results:
            results.add((item.game, item.n))
            return True
        if known != _text(item):
            why = finding("line.other", "game {game}: another line {n}", item.game, item.n)
            raise Refused("line_conflict", why, game=item.game)
        return False

    def _check_open(self, tx: Transaction, table: int, item: Item) -> None:
        """Raises Refused (`too_many`) where a record failed long before: nothing can come of it, but a full disk."""
        game = self._games.get((table, item.game))
        if game is None or game.before != "aside":
            return
        if self._followers.of(tx, game.id, game.header, game.lines).kept_since > MAX_EVIDENCE:
            raise TooMany("record.closed", "game {game}: its record failed and is closed", item.game, game=item.game)

    def _header(self, table: int, key: str) -> str:
        return self._games[table, key].header

    def _known(self, tx: Transaction, table: int, item: Item, closing: bool) -> str | None:
        game = self._games.get((table, item.game))
        return None if game is None else self._stored(tx, game.id, item.n, int(closing))

    def _stored(self, tx: Transaction, game: int, n: int, result: int) -> str | None:
        if (game, n, result) in self._new:
            return self._new[game, n, result]
        lines = schema.lines
        row = tx.one(sa.select(lines.c.line).where(lines.c.game_id == game, lines.c.n == n, lines.c.result == result))
        return None if row is None else str(row.line)

    # Taking --------------------------------------------------------------------------------------------------------

    def _take(self, tx: Transaction, table: int, item: Item, line: Line | None) -> None:
        text = _text(item)
        if line is None:
            self._begin(tx, table, item.game, text)
            return
        game = self._games[table, item.game]
        follower = self._followers.of(tx, game.id, game.header, game.lines)
        closing = isinstance(line, ResultLine)
        if not closing or item.n == game.lines:
            follower.add(line, len(text))
        game.lines = follower.lines
        game.touched = True
        self.touched.add(game.id)
        self._new[game.id, item.n, int(closing)] = text
        self._rows.append({"game_id": game.id, "n": item.n, "result": int(closing), "line": text})

    def _begin(self, tx: Transaction, table: int, key: str, header: str) -> None:
        follower = self._followers.begin(header)
        values = {"table_id": table, "key": key, "header": header, "lines": 0, "state": "live"}
        number = tx.insert(schema.games, **values, begun_at=tx.now, changed_at=tx.now)
        game = _Game(number, key, header, 0, None, 0, "new", touched=True)
        self._games[table, key] = game
        self._followers.keep(number, follower)
        self.touched.add(number)
        self._link(tx, table, game)

    def _link(self, tx: Transaction, table: int, game: _Game) -> None:
        """Find the seating that a game belongs to: whose players sit at that table now, or who sat down freely."""
        header = msgspec.json.decode(game.header)
        names = [str(name) for name in header["players"]]
        seating = seating_for(tx, table, str(header.get("game")), names)
        if seating is not None:
            game.seating, game.event = seating.id, seating.event_id
            return
        free = free_event_of(tx, table, str(header.get("game")))
        if free is not None:
            self._sit_down(tx, table, game, free, names)

    def _sit_down(self, tx: Transaction, table: int, game: _Game, free: Row, names: list[str]) -> None:
        players = schema.players
        known = {row.name: row.id for row in tx.rows(sa.select(players).where(players.c.event_id == free.id))}
        sitting = [known[name] for name in registered_as(names, list(known))]
        if len(set(sitting)) == len(names) and free.seats_min <= len(names) <= free.seats:
            with within(tx, free.id, f"table:{table}", "sit_down", {"players": sitting}) as change:
                game.seating = add_seating(change, free.id, None, free.place_id, sitting, 0)
                game.event = free.id

    # Writing -------------------------------------------------------------------------------------------------------

    def _write(self, tx: Transaction, tables: dict[int, Row], held: dict[int, int]) -> None:
        if not self._batches:
            return
        if self._rows:
            tx.run(_ADD_LINES, self._rows)
        tx.run(_ADD_BATCHES, self._batches)
        clocks: dict[int, int | None] = {batch["table_id"]: batch["sent_at"] for batch in self._batches}
        told = [
            {
                "which": table, "held": held[table], "seen_at": tx.now,
                "clock_ms": tables[table].clock_ms if clock is None else clock - tx.now,
            }
            for table, clock in clocks.items()
        ]  # fmt: skip
        tx.run(_SET_TABLE, told)
        self._settle(tx, [(table, game) for (table, _), game in self._games.items() if game.touched])

    def _settle(self, tx: Transaction, games: list[tuple[int, _Game]]) -> None:
        """Write how the games stand, and put results to the players."""
        found = [(table, game, self._verdict(tx, game)) for table, game in games]
        rows = [
            {
                "which": game.id, "lines": game.lines, "state": verdict.state, "why": verdict.why,
                "rule": verdict.rule, "sheet": verdict.sheet, "changed_at": tx.now,
                "totals": msgspec.json.encode(verdict.totals).decode(),
            }
            for _, game, verdict in found
        ]  # fmt: skip
        if rows:
            tx.run(_SET_GAME, rows)
        for table, game, verdict in found:
            if game.before == "new" and game.seating is not None:
                linked = sa.update(schema.games).where(schema.games.c.id == game.id)
                tx.run(linked.values(seating_id=game.seating))
            tx.publish(Change("game", game.id, game.event))
            if verdict.state != "live":
                self._report(tx, table, game, verdict)

    def _verdict(self, tx: Transaction, game: _Game) -> Verdict:
        follower = self._followers.of(tx, game.id, game.header, game.lines)
        verdict = follower.verdict(tx.now)
        if follower.stale:
            self.stale[game.id] = game.event
        return verdict

    def _report(self, tx: Transaction, table: int, game: _Game, verdict: Verdict) -> None:
        """A result goes to the players, what does not replay to the host."""
        event = game.event or _event_of(tx, table)
        if not event or (verdict.state == "aside" and game.before == "aside"):
            return
        with within(tx, event, f"table:{table}", "result", {"game": game.id}) as change:
            if verdict.state == "finished" and game.seating is not None:
                row = tx.one(sa.select(schema.games).where(schema.games.c.id == game.id))
                assert row is not None
                try:
                    propose_within(change, game.seating, claim_of(tx, game.seating, row, f"table:{table}"))
                except Refused as error:
                    open_case(change, "clash", table=table, seating=game.seating, game=game.id, data=error.as_json())
                return
            kind = {"aside": "record_refused", "unfinished": "unfinished"}.get(verdict.state, "unknown_players")
            data = {"rule": verdict.rule, "why": verdict.why, "totals": list(verdict.totals)}
            open_case(change, kind, table=table, seating=game.seating, game=game.id, data=data)  # type: ignore[arg-type]


def _event_of(tx: Transaction, table: int) -> int:
    """The open evening at whose place a table stands; 0: none."""
    places, events = schema.places, schema.events
    query = sa.select(events.c.id).select_from(places.join(events))
    row = tx.one(query.where(places.c.table_id == table, events.c.state == "open"))
    return int(row.id) if row is not None else 0


def _object(raw: bytes, item: Item) -> dict[str, Any]:
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found = msgspec.json.decode(raw)
        if isinstance(found, dict):
            return found
    raise Refused("bad_line", finding("record.no_object", "expected a JSON object"), game=item.game)


def _text(item: Item) -> str:
    return bytes(item.line).decode()


def _add_refusals(tx: Transaction, postgres: bool, table: int, code: str, count: int, last: str) -> None:
    insert = postgresql.insert if postgres else sqlite.insert
    rows = schema.refusals
    statement: Any = insert(rows).values(table_id=table, code=code, count=count, last_at=tx.now, last=last)
    added = {"count": rows.c.count + count, "last_at": tx.now, "last": last}
    tx.run(statement.on_conflict_do_update(index_elements=["table_id", "code"], set_=added))


def state_of(store: Store, table: int, token: str) -> dict[str, Any]:
    """What the event host holds of a table: for a table that has lost count. Raises Refused (`bad_token`)."""
    games = schema.games
    counts: dict[str, int] = defaultdict(int)
    with store.read() as tx:
        row = known_table(tx, table, token)
        recent = sa.select(games.c.key, games.c.lines).where(games.c.table_id == table).order_by(games.c.id.desc())
        for found in tx.rows(recent.limit(MAX_GAMES)):
            counts[found.key] = found.lines
        return {"held": row.held, "games": dict(counts), "now": tx.now}
