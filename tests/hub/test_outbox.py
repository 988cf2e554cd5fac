"""The outbox of a table against the event host itself, with whatever can go wrong between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
import sqlalchemy as sa

from engines.record import Header, Record, format_header, format_line, parse_record
from hub.database import schema
from hub.database.store import Store
from hub.errors import Refused
from hub.link import tables
from hub.link.asks import Question
from hub.link.ingest import Ingest, state_of
from hub.link.pictures import Shown
from hub.link.wire import PairRequest, decode
from pi_app.evening.link import Unreachable, Untrusted
from pi_app.evening.outbox import Outbox
from pi_app.evening.wire import Asks, TableNote
from pi_app.table.journal import Journal

RECORDS = Path(__file__).parents[1] / "records"
ADDRESS = "http://hub.test:8600"


class Wire:
    """A link to an event host in this process, with faults: `fault(request number) -> name of a fault or None`."""

    def __init__(self, store: Store, ingest: Ingest) -> None:
        self.store, self.ingest = store, ingest
        self.fault: Callable[[int], str | None] = lambda _: None
        self.requests = 0
        self.bodies: list[bytes] = []

    def __call__(self, address: str, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        self.requests += 1
        fault = self.fault(self.requests)
        if fault == "cut":
            raise Unreachable("cut")
        if fault == "certificate":
            raise Untrusted("expired")
        if fault == "proxy":
            return 404, b"<html>"
        if fault == "earlier" and self.bodies and path.endswith("batches"):
            self._answer(path, token, Random(self.requests).choice(self.bodies))
        answer = self._answer(path, token, body)
        if path.endswith("batches"):
            self.bodies.append(body)
        if fault == "twice":
            answer = self._answer(path, token, body)
        if fault == "lost":
            raise Unreachable("the answer was lost")
        return answer

    def _answer(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        try:
            return 200, msgspec.json.encode(self._do(path, token, body))
        except Refused as error:
            return error.status, msgspec.json.encode(error.as_json())

    def _do(self, path: str, token: str, body: bytes) -> object:
        if path == "/api/pair":
            wanted = decode(PairRequest, body)
            return tables.pair(self.store, wanted.code, wanted.name, "here")
        _, _, _, table, what = path.split("/")
        if what == "batches":
            return self.ingest.take(int(table), token, body)
        if what == "status":
            return tables.take_note(self.store, int(table), token, decode(tables.TableNote, body))
        if what == "asks":
            return tables.ask(self.store, int(table), token, decode(Question, body))
        if what == "pictures":
            return tables.show(self.store, int(table), token, decode(Shown, body))
        return state_of(self.store, int(table), token)


class Bench:
    """A journal, its outbox, an event host, and a clock that is turned by hand."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        self.ingest = Ingest(store)
        self.wire = Wire(store, self.ingest)
        self.now = 0.0
        self.open()

    def open(self) -> None:
        """The app starts."""
        self.journal = Journal(self.folder / "journal.sqlite3")
        self.outbox = Outbox(self.folder / "outbox.sqlite3", self.wire, clock=lambda: self.now, seed=1)
        self.outbox.follow(self.journal)

    def close(self) -> None:
        self.outbox.close()
        self.journal.close()

    def pair(self, game: int | None = None) -> None:
        assert self.outbox.pair(ADDRESS, tables.new_code(self.store), "Nova", game) is None
        self.outbox.step()
        assert self.outbox.view.state == "connected"

    def run(self, steps: int = 60) -> None:
        """Let time pass until nothing waits."""
        for _ in range(steps):
            self.now += max(0.5, self.outbox.step())
            if not self.outbox.view.waiting and self.outbox.view.state == "connected":
                return

    def held(self) -> list[bytes]:
        """The records the event host has, as text, in the order in which they began."""
        games, lines = schema.games, schema.lines
        with self.store.read() as tx:
            found = []
            for game in tx.rows(sa.select(games).order_by(games.c.id)):
                query = sa.select(lines.c.line).where(lines.c.game_id == game.id).order_by(lines.c.n, lines.c.result)
                found.append("".join(row + "\n" for row in [game.header, *(r.line for r in tx.rows(query))]).encode())
            return found


@pytest.fixture
def bench(tmp_path: Path, sqlite_store: Store) -> Iterator[Bench]:
    opened = Bench(tmp_path, sqlite_store)
    yield opened
    opened.close()
    opened.ingest.close()


def record(name: str = "stellar_tie") -> Record:
    return parse_record((RECORDS / f"{name}.jsonl").read_bytes())


def play(journal: Journal, played: Record, start: int = 0, stop: int | None = None, game: int | None = None) -> int:
    number = journal.new_game(played.header) if game is None else game
    lines = played.lines[start:stop]
    for at in range(0, len(lines), 10):
        journal.append(number, *lines[at : at + 10])
    return number


def text(played: Record, stop: int | None = None) -> bytes:
    return format_header(played.header) + b"".join(format_line(line) for line in played.lines[:stop])


def test_a_table_that_is_not_paired_keeps_no_file_and_asks_nobody(bench: Bench) -> None:
    play(bench.journal, record())
    bench.run(5)
    assert bench.wire.requests == 0
    assert not (bench.folder / "outbox.sqlite3").exists()


def test_games_from_before_pairing_stay_at_the_table(bench: Bench) -> None:
    play(bench.journal, record("stellar_expectimax"))
    bench.pair()
    play(bench.journal, record())
    bench.run()
    assert bench.held() == [text(record())]


def test_the_game_in_progress_goes_along(bench: Bench) -> None:
    game = play(bench.journal, record(), 0, 40)
    bench.pair(game)
    play(bench.journal, record(), 40, None, game)
    bench.run()
    assert bench.held() == [text(record())]


@pytest.mark.parametrize("unknown", [-3, 99])
def test_a_game_that_is_not_saved_does_not_take_the_old_ones_along(bench: Bench, unknown: int) -> None:
    play(bench.journal, record())
    bench.pair(unknown)
    play(bench.journal, record("stellar_expectimax"))
    bench.run()
    assert bench.held() == [text(record("stellar_expectimax"))]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_network_does_every_line_arrives_once_and_in_order(bench: Bench, seed: int) -> None:
    rng = Random(seed)
    bench.pair()
    bench.wire.fault = lambda _: rng.choice([None, None, "cut", "lost", "twice", "earlier"])
    played = [record(), record("look_at_the_stars_tie"), record("star_explorer_two_players")]
    for one in played:
        game = None
        for start in range(0, len(one.lines), 7):
            game = play(bench.journal, one, start, start + 7, game)
            bench.now += rng.uniform(0, 20)
            bench.outbox.step()
            if rng.random() < 0.1:
                bench.close()
                bench.open()
    bench.wire.fault = lambda _: None
    bench.run(200)
    assert bench.held() == [text(one) for one in played]


def test_a_table_says_that_a_certificate_is_what_is_wrong(bench: Bench) -> None:
    bench.wire.fault = lambda _: "certificate"
    assert bench.outbox.pair("https://hub.test", "ABCD-2345") is None
    bench.outbox.step()
    assert (bench.outbox.view.state, bench.outbox.view.trouble) == ("unpaired", "certificate")
    bench.wire.fault = lambda _: None
    bench.pair()
    bench.wire.fault = lambda _: "certificate"
    bench.now += 60
    bench.outbox.step()
    assert (bench.outbox.view.state, bench.outbox.view.trouble) == ("waiting", "certificate")


def test_hours_without_an_event_host_are_caught_up_in_order(bench: Bench) -> None:
    bench.pair()
    bench.wire.fault = lambda _: "cut"
    for _ in range(4):
        play(bench.journal, record())
        bench.run(3)
    assert bench.outbox.view.trouble == "unreachable"
    bench.wire.fault = lambda _: None
    bench.now += 100
    bench.run(200)
    assert bench.held() == [text(record())] * 4
    assert bench.outbox.view.waiting == 0


def test_a_line_that_was_saved_before_the_plug_was_pulled_is_sent_after_it(bench: Bench) -> None:
    bench.pair()
    game = play(bench.journal, record(), 0, 30)
    bench.outbox.close()
    bench.journal.close()  # the outbox's thread never saw the lines
    bench.open()
    play(bench.journal, record(), 30, None, game)
    bench.run()
    assert bench.held() == [text(record())]


def test_an_event_host_that_came_back_with_an_older_copy_gets_everything_again(bench: Bench) -> None:
    bench.pair()
    game = play(bench.journal, record(), 0, 50)
    bench.run()
    with bench.store.write() as tx:
        tx.run(sa.delete(schema.lines))
        tx.run(sa.delete(schema.batches))
        tx.run(sa.delete(schema.games))
        tx.run(sa.update(schema.tables).values(held=0))
    bench.ingest.close()
    bench.ingest = bench.wire.ingest = Ingest(bench.store)
    play(bench.journal, record(), 50, None, game)
    bench.run()
    assert bench.held() == [text(record())]


def test_a_journal_that_went_back_to_a_copy_sends_what_came_after_under_another_name(bench: Bench) -> None:
    bench.pair()
    game = play(bench.journal, record(), 0, 60)
    bench.run()
    bench.journal.copy_to(bench.folder / "copy")
    play(bench.journal, record(), 60, 80, game)
    bench.run()
    bench.close()
    for old in bench.folder.glob("journal.sqlite3*"):
        old.unlink()
    (bench.folder / "copy").rename(bench.folder / "journal.sqlite3")
    bench.open()
    play(bench.journal, record(), 60, None, game)
    bench.run()
    assert bench.held() == [text(record(), 80), text(record())]


def test_a_journal_that_is_another_one_is_told_from_the_first(bench: Bench) -> None:
    bench.pair()
    play(bench.journal, record(), 0, 20)
    bench.run()
    bench.close()
    for old in bench.folder.glob("journal.sqlite3*"):
        old.unlink()
    bench.open()
    play(bench.journal, record("stellar_expectimax"))
    bench.run()
    assert bench.held() == [text(record(), 20), text(record("stellar_expectimax"))]


def test_a_retired_table_stops_asking_and_can_be_paired_again(bench: Bench) -> None:
    bench.pair()
    play(bench.journal, record())
    bench.run()
    tables.retire(bench.store, 1, "h")
    bench.now += 100
    bench.outbox.step()
    assert bench.outbox.view.state == "refused"
    asked = bench.wire.requests
    play(bench.journal, record())
    bench.run(10)
    assert bench.wire.requests == asked
    bench.pair()
    play(bench.journal, record("stellar_expectimax"))
    bench.run()
    assert bench.held() == [text(record()), text(record("stellar_expectimax"))]


@pytest.mark.parametrize("code", ["WRONG234", "----", "x" * 40])
def test_a_wrong_code_is_said_and_nothing_is_kept(bench: Bench, code: str) -> None:
    assert bench.outbox.pair("hub.test", code) is None
    bench.outbox.step()
    assert (bench.outbox.view.state, bench.outbox.view.trouble) == ("unpaired", "bad_code")
    play(bench.journal, record())
    bench.outbox.step()
    assert bench.outbox.view.waiting == 0


def test_a_game_that_the_event_host_cannot_read_does_not_hold_up_the_others(bench: Bench) -> None:
    bench.pair()
    play(bench.journal, record())
    bench.journal.new_game(Header(planisphere=2, game="stellar", players=("A", "B")))
    play(bench.journal, record("stellar_expectimax"))
    bench.run()
    assert bench.held() == [text(record()), text(record("stellar_expectimax"))]


def test_the_event_host_sees_how_a_table_is_and_says_who_is_to_sit_there(bench: Bench) -> None:
    from hub.event import evening, rounds
    from hub.views import board
    from tests.hub.pages import glance_of

    event = evening.create_event(bench.store, "h", evening.Plan(name="E", game="stellar", seats=2))
    evening.add_players(bench.store, event, "h", ["Ada", "Bo"])
    place = board.event_view(bench.store, event).places[0].id
    assert bench.outbox.pair(f"{ADDRESS}/#{tables.new_code(bench.store, place)}", "") is None
    bench.outbox.step()
    rounds.plan_round(bench.store, event, "h")
    bench.outbox.tell(TableNote(screen="draw", asks=Asks(question="Is it a line?", judge=True)))
    bench.now += 20
    bench.outbox.step()
    assert {seat.name for seat in bench.outbox.view.assignment.seats} == {"Ada", "Bo"}
    (table,) = glance_of(bench.store, event)
    assert (table.state, table.asks) == ("asks", "Is it a line?")
    assert [case.kind for case in board.queue(bench.store, event)] == ["table_asks"]


def test_its_thread_pairs_and_ends_with_the_app(tmp_path: Path, sqlite_store: Store) -> None:
    with Ingest(sqlite_store) as ingest, Journal(tmp_path / "journal.sqlite3") as journal:
        outbox = Outbox(tmp_path / "outbox.sqlite3", Wire(sqlite_store, ingest))
        outbox.follow(journal)
        outbox.start()
        outbox.pair(ADDRESS, tables.new_code(sqlite_store))
        while outbox.view.state != "connected":
            outbox._ended.wait(0.01)
        outbox.close(30)
        assert outbox._thread is not None
        assert not outbox._thread.is_alive()
