from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from engines.record import Header, Record, ResultLine, format_header, format_line, parse_record
from hub.database import schema
from hub.database.store import DatabaseAway, Store
from hub.event import evening, rounds
from hub.event.evening import Plan
from hub.link import tables
from hub.link.ingest import Ingest
from hub.views import board
from tests.hub.pages import glance_of
from tests.hub.refusals import refused

RECORDS = Path(__file__).parents[1] / "records"
TIE = parse_record((RECORDS / "stellar_tie.jsonl").read_bytes())
HOST = "host:Vera"


class Table:
    """A paired table that sends what it is told to, not what an outbox would."""

    def __init__(self, ingest: Ingest, place: int | None = None) -> None:
        self.ingest = ingest
        paired = tables.pair(ingest.store, tables.new_code(ingest.store, place), "Nova", "here")
        self.id, self.token = paired.table, paired.token

    def send(self, seq: int, items: list[dict[str, Any]], **more: Any) -> Any:
        body = msgspec.json.encode({"seq": seq, "items": items, **more})
        return self.ingest.take(self.id, self.token, body)


def items(record: Record = TIE, start: int = 0, stop: int | None = None, game: str = "a-1") -> list[dict[str, Any]]:
    """The lines of a record, its header as line 0, as a table sends them."""
    rows: list[tuple[int, bytes]] = [(0, format_header(record.header))]
    for line in record.lines:
        n = rows[-1][0] if isinstance(line, ResultLine) else line.n
        rows.append((n, format_line(line)))
    return [{"game": game, "n": n, "line": msgspec.Raw(text.rstrip(b"\n"))} for n, text in rows[start:stop]]


@pytest.fixture
def ingest(store: Store) -> Iterator[Ingest]:
    with Ingest(store) as opened:
        yield opened


@pytest.fixture
def one(sqlite_store: Store) -> Iterator[Table]:
    """A table on SQLite, for what has nothing to do with the database."""
    with Ingest(sqlite_store) as opened:
        yield Table(opened)


def count(store: Store, table: sa.Table) -> int:
    with store.read() as tx:
        return len(tx.rows(sa.select(table)))


def seated(store: Store, **more: Any) -> tuple[int, int]:
    """An evening with the players of the record at its only place; event and place."""
    event = evening.create_event(store, HOST, Plan(name="E", game="stellar", seats=2, **more))
    evening.add_players(store, event, HOST, list(TIE.header.players))
    rounds.start_round(store, event, HOST, rounds.plan_round(store, event, HOST))
    return event, board.event_view(store, event).places[0].id


def test_batches_arrive_once_whatever_comes_twice_late_or_never(ingest: Ingest) -> None:
    table = Table(ingest)
    parts = [items(start=start, stop=start + 20) for start in range(0, len(items()), 20)]
    rng = Random(3)
    held = 0
    while held < len(parts):
        seq = rng.randint(1, len(parts))
        if seq > held + 1:
            with refused("sequence_gap"):
                table.send(seq, parts[seq - 1])
        else:
            answer = table.send(seq, parts[seq - 1], sent=rng.randint(0, 2**52))
            assert answer.duplicate == (seq <= held)
            held = max(held, seq)
    assert count(ingest.store, schema.lines) == len(TIE.lines)
    assert count(ingest.store, schema.batches) == len(parts)
    (row,) = _games(ingest.store)
    assert (row.state, row.lines) == ("finished", len(TIE.lines) - 1)


def _games(store: Store) -> Any:
    with store.read() as tx:
        return tx.rows(sa.select(schema.games).order_by(schema.games.c.id))


def test_many_tables_at_once_through_two_processes(postgres_url: str) -> None:
    with Store(postgres_url) as a, Store(postgres_url) as b, Ingest(a) as first, Ingest(b) as second:
        both = [Table(first) for _ in range(6)]
        errors: list[BaseException] = []

        def play(table: Table, number: int) -> None:
            try:
                for seq, start in enumerate(range(0, len(items()), 10), start=1):
                    table.ingest = (first, second)[(seq + number) % 2]
                    table.send(seq, items(start=start, stop=start + 10))
                    table.send(seq, items(start=start, stop=start + 10))
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=play, args=(t, n)) for n, t in enumerate(both)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        assert [(row.state, row.lines) for row in _games(a)] == [("finished", len(TIE.lines) - 1)] * 6
        assert count(a, schema.lines) == 6 * len(TIE.lines)


def test_the_result_of_a_seated_game_is_proposed_in_the_order_of_the_seats(ingest: Ingest) -> None:
    event, place = seated(ingest.store)
    Table(ingest, place).send(1, items())
    (table,) = board.round_view(ingest.store, event, 1).tables
    sheet = {player["name"]: player["total"] for player in TIE.lines[-1].result["players"]}  # type: ignore[union-attr]
    assert table.state == "proposed"
    assert {seat.name: seat.total for seat in table.seats} == sheet
    assert [seat.rank for seat in table.seats] == [1, 1]


def test_with_records_as_judges_a_result_counts_at_once(sqlite_store: Store) -> None:
    event, place = seated(sqlite_store, confirm="none")
    with Ingest(sqlite_store) as ingest:
        Table(ingest, place).send(1, items())
    assert board.round_view(sqlite_store, event, 1).tables[0].state == "confirmed"


def forged(record: Record, total: int) -> Record:
    """The same record with another score."""
    result = msgspec.json.decode(msgspec.json.encode(record.lines[-1]))
    result["result"]["players"][0]["total"] = total
    return Record(record.header, (*record.lines[:-1], ResultLine(result["result"])))


def test_a_score_that_does_not_follow_from_its_record_is_put_to_the_host_and_counts_nowhere(ingest: Ingest) -> None:
    event, place = seated(ingest.store)
    Table(ingest, place).send(1, items(forged(TIE, 999)))
    (row,) = _games(ingest.store)
    assert row.state == "aside"
    (case,) = board.queue(ingest.store, event)
    assert case.kind == "record_refused"
    assert "does not follow from the record" in case.why
    assert board.round_view(ingest.store, event, 1).tables[0].state == "open"
    assert all(line.line.points == 0 for line in board.standings_view(ingest.store, event))


def test_an_illegal_line_puts_the_record_aside_with_the_rule_and_keeps_the_rest_as_evidence(one: Table) -> None:
    event, place = seated(one.ingest.store)
    table = Table(one.ingest, place)
    cheating = items()
    cheating[30] = {**cheating[30], "line": msgspec.Raw(bytes(cheating[29]["line"]).replace(b'"n":29', b'"n":30'))}
    table.send(1, cheating[:60])
    table.send(2, cheating[60:])
    (case,) = board.queue(one.ingest.store, event)
    assert case.rule.startswith("stellar.")
    assert count(one.ingest.store, schema.lines) == len(TIE.lines)


def test_a_record_that_failed_is_closed_once_there_is_evidence_enough(one: Table) -> None:
    line = {"n": 1, "seat": 0, "action": {"type": "no such action", "why": "x" * 50_000}, "source": "touch"}
    one.send(1, items()[:1])
    for n in range(1, 9):
        raw = msgspec.Raw(msgspec.json.encode({**line, "n": n}))
        if n < 8:
            one.send(1 + n, [{"game": "a-1", "n": n, "line": raw}])
        else:
            with refused("too_many"):
                one.send(1 + n, [{"game": "a-1", "n": n, "line": raw}])
    one.send(9, items(game="a-2"))
    assert [row.state for row in _games(one.ingest.store)] == ["aside", "finished"]


def test_a_result_before_the_end_is_for_the_host(one: Table) -> None:
    event, place = seated(one.ingest.store)
    from engines.record import replay_record
    from engines.registry import open_game

    game = open_game("stellar")
    part = Record(TIE.header, TIE.lines[:40])
    early = Record(TIE.header, (*part.lines, ResultLine.of(game.score(replay_record(game, part).state))))
    Table(one.ingest, place).send(1, items(early))
    assert [case.kind for case in board.queue(one.ingest.store, event)] == ["unfinished"]


def test_a_game_of_people_who_sit_nowhere_together_can_be_linked_by_the_host(one: Table) -> None:
    from hub.event import results

    store = one.ingest.store
    event, place = seated(store)
    strangers = Record(msgspec.structs.replace(TIE.header, players=("X", "Y")), TIE.lines[:-1])
    from engines.record import replay_record
    from engines.registry import open_game

    game = open_game("stellar")
    sheet = game.score(replay_record(game, strangers).state)
    Table(one.ingest, place).send(1, items(Record(strangers.header, (*strangers.lines, ResultLine.of(sheet)))))
    (case,) = board.queue(store, event)
    assert (case.kind, case.recorded) == ("unknown_players", ("X", "Y"))
    (table,) = board.round_view(store, event, 1).tables
    results.link_game(store, event, HOST, case.game or 0, table.id)
    assert [seat.total for seat in board.round_view(store, event, 1).tables[0].seats] == [
        player.total for player in sheet.players
    ]
    assert board.queue(store, event) == ()


def test_in_free_play_registered_names_sit_down_by_themselves(one: Table) -> None:
    store = one.ingest.store
    event = evening.create_event(store, HOST, Plan(name="E", game="stellar", seats=2, system="free"))
    evening.add_players(store, event, HOST, [name.upper() for name in TIE.header.players])
    table = Table(one.ingest, board.event_view(store, event).places[0].id)
    table.send(1, items(stop=50))
    assert [found.state for found in board.free_tables(store, event)] == ["open"]
    assert glance_of(store, event)[0].state == "playing"
    table.send(2, items(start=50))
    assert [found.state for found in board.free_tables(store, event)] == ["proposed"]
    table.send(3, items(game="a-2"))
    assert len(board.free_tables(store, event)) == 2


def test_a_pack_that_the_event_host_does_not_have_is_said(one: Table) -> None:
    header = msgspec.structs.replace(TIE.header, pack="mine")
    one.send(1, items(Record(header, TIE.lines[:5])))
    (row,) = _games(one.ingest.store)
    assert row.state == "aside"
    assert "unknown pack 'mine'" in row.why


def test_how_a_game_stands_is_shown_within_seconds_also_after_a_burst(
    tmp_path: Path, wait_for: Callable[[Callable[[], object]], None]
) -> None:
    from engines.record import replay_record
    from engines.registry import open_game

    now = [1_000_000]
    game = open_game("stellar")
    score = game.score(replay_record(game, Record(TIE.header, TIE.lines[:99])).state)
    expected = msgspec.json.encode([player.total for player in score.players]).decode()
    with Store(tmp_path / "hub.sqlite3", clock=lambda: now[0]) as store, Ingest(store) as ingest:
        one, other = Table(ingest), Table(ingest)
        one.send(1, items(stop=40))
        one.send(2, items(start=40, stop=100))
        assert _games(store)[0].lines == 99
        assert _games(store)[0].totals != expected
        now[0] += 5_000
        other.send(1, items(stop=1))
        wait_for(lambda: _games(store)[0].totals == expected)


# Refused, and nothing stored ----------------------------------------------------------------------------------------

LINE = {"n": 1, "seat": 0, "action": {"type": "x"}, "source": "touch"}


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b"", "not_json"), (b"{", "not_json"), (b"[]", "not_json"), (b"\xff\xfe", "not_json"), (b"null", "not_json"),
        (b"[" * 100_000, "not_json"), (b'{"seq":0,"items":[]}', "not_json"), (b'{"seq":1,"items":[]}', "not_json"),
        (b'{"seq":1.5,"items":[{"game":"a","n":0,"line":{}}]}', "not_json"),
        (b'{"seq":99999999999999999999,"items":[{"game":"a","n":0,"line":{}}]}', "not_json"),
        (b'{"seq":1,"items":[{"game":"../../etc","n":0,"line":{}}]}', "not_json"),
        (b'{"seq":1,"items":[{"game":"a\\u0000","n":0,"line":{}}]}', "not_json"),
        (b'{"seq":1,"items":[{"game":"a","n":-1,"line":{}}]}', "not_json"),
        (b'{"seq":1,"items":[{"game":"a","n":0,"line":{}}]}', "bad_line"),
        (b'{"seq":1,"items":[{"game":"a","n":0,"line":{"planisphere":1,"players":"x"}}]}', "bad_line"),
        (b'{"seq":1,"items":[{"game":"a","n":0,"line":"\xff"}]}', "bad_line"),
        (b'{"seq":1,"items":[{"game":"a","n":1,"line":[]}]}', "bad_line"),
        (b'{"seq":1,"items":[{"game":"a","n":1,"line":{"n":2,"undo":1}}]}', "bad_line"),
        (b'{"seq":1,"items":[{"game":"a","n":1,"line":{"n":1,"undo":1}}]}', "line_gap"),
        (b'{"seq":2,"items":[{"game":"a","n":0,"line":{"planisphere":1,"players":["A"]}}]}', "sequence_gap"),
        (b'{"seq":1,"items":[' + b",".join([b'{"game":"a","n":0,"line":{}}'] * 2_001) + b"]}", "not_json"),
        (b'{"seq":1,"items":[{"game":"a","n":1,"line":"' + b"x" * 70_000 + b'"}]}', "too_large"),
        (b'{"seq":1,"items":[{"game":"a","n":1,"line":"' + b"x" * (1 << 20) + b'"}]}', "too_large"),
    ],
    ids=range(23),
)  # fmt: skip
def test_what_cannot_be_a_batch_is_refused_and_nothing_is_stored(one: Table, bad: bytes, code: str) -> None:
    with refused(code):
        one.ingest.take(one.id, one.token, bad)
    assert [count(one.ingest.store, table) for table in (schema.batches, schema.games, schema.lines)] == [0, 0, 0]


def test_a_forged_or_retired_table_is_refused(one: Table) -> None:
    other = Table(one.ingest)
    for token in ("", "x" * 43, other.token):
        with refused("bad_token"):
            one.ingest.take(one.id, token, msgspec.json.encode({"seq": 1, "items": items()}))
    with refused("bad_token"):
        one.ingest.take(999, one.token, msgspec.json.encode({"seq": 1, "items": items()}))
    tables.retire(one.ingest.store, one.id, "h")
    with refused("bad_token"):
        one.send(1, items())


def test_a_batch_number_never_means_something_else(one: Table) -> None:
    one.send(1, items(stop=20))
    with refused("sequence_reused"):
        one.send(1, items(stop=21))
    assert count(one.ingest.store, schema.lines) == 19


def test_history_cannot_be_rewritten(one: Table) -> None:
    one.send(1, items(stop=20))
    with refused("line_conflict"):
        one.send(2, [{**items()[5], "line": msgspec.Raw(b"{ " + bytes(items()[5]["line"])[1:])}])
    with refused("line_conflict"):
        one.send(2, items(Record(msgspec.structs.replace(TIE.header, seed=99), ()), stop=1))
    with refused("line_conflict"):
        one.send(2, [{"game": "a-1", "n": 3, "line": {"result": {}}}])
    with refused("line_gap"):
        one.send(2, items(start=30, stop=31))
    assert one.send(2, items(stop=25)).new == 5


def test_a_batch_with_one_bad_line_is_refused_whole(one: Table) -> None:
    with refused("bad_line"):
        one.send(1, [*items(stop=10), {"game": "a-1", "n": 10, "line": {"n": 10}}])
    assert count(one.ingest.store, schema.games) == 0
    one.send(1, items())


def test_the_same_result_twice_in_a_batch_is_refused_and_the_others_go_on(one: Table) -> None:
    other = Table(one.ingest)
    twice = [*items(), {**items()[-1], "line": msgspec.Raw(b"{ " + bytes(items()[-1]["line"])[1:])}]
    with refused("line_conflict"):
        one.send(1, twice)
    other.send(1, items())


def test_refusals_are_counted_and_shown_to_hosts(one: Table) -> None:
    for _ in range(3):
        with refused("sequence_gap"):
            one.send(7, items())
    one.ingest.write_refusals()
    one.ingest.write_refusals()
    (line,) = board.refusals(one.ingest.store)
    assert (line.table, line.code, line.count) == (one.id, "sequence_gap", 3)
    assert one.ingest.counts["sequence_gap"] == 3


def test_no_table_fills_the_disk(one: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hub.link.ingest.MAX_GAMES", 2)
    one.send(1, items(stop=1, game="a"))
    one.send(2, items(stop=1, game="b"))
    with refused("too_many"):
        one.send(3, items(stop=1, game="c"))


def test_names_with_code_in_them_are_names(ingest: Ingest) -> None:
    nasty = ("<script>alert(1)</script>", "'); DROP TABLE games; --", "=cmd|'/c calc'!A1", "../../etc/passwd")
    event = evening.create_event(ingest.store, HOST, Plan(name=nasty[0], game="look_at_the_stars", seats=4))
    evening.add_players(ingest.store, event, HOST, list(nasty))
    rounds.start_round(ingest.store, event, HOST, rounds.plan_round(ingest.store, event, HOST))
    table = Table(ingest, board.event_view(ingest.store, event).places[0].id)
    table.send(1, items(Record(Header(game="look_at_the_stars", players=nasty), ())))
    assert glance_of(ingest.store, event)[0].players == nasty
    from hub.views.export import export_csv

    assert "\n1,1,1," in export_csv(ingest.store, event).replace("\r", "")
    assert ",=cmd" not in export_csv(ingest.store, event)


def test_while_the_database_is_away_nothing_is_taken_and_nothing_is_lost(sqlite_store: Store) -> None:
    with Ingest(sqlite_store) as ingest:
        table = Table(ingest)
        table.send(1, items(stop=20))
        sqlite_store.engine.pool._timeout = 0.1  # type: ignore[attr-defined]
        held = sqlite_store.engine.connect()
        with pytest.raises(DatabaseAway):
            table.send(2, items(start=20))
        held.close()
        assert table.send(2, items(start=20)).held == 2
    (row,) = _games(sqlite_store)
    assert row.state == "finished"
