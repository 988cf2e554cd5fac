"""An evening as it stands: brought up to a change it is as if read anew, and only what has changed is read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
import pytest
import sqlalchemy as sa

from hub.database.audit import log_of, undo
from hub.database.store import Store
from hub.errors import Refused
from hub.event import evening, results, rounds, seasons
from hub.event.league import Rules
from hub.event.results import Claim
from hub.views import board, seatings
from hub.views.guests import Guests
from hub.views.public import pages_of, screen_of
from hub.views.snapshot import Snapshots, snapshot_of
from tests.hub.pages import ACTOR, plan

SEATS: Final = 3
Deed = Callable[["Night", Random], object]


class Night:
    """Twelve players at four tables, groups of them in clubs; a season it belongs to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.season = seasons.create_season(store, "League", Rules())
        self.event = evening.create_event(store, ACTOR, plan(seats=SEATS, seats_min=2, places=4, confirm="all"))
        seasons.set_season(store, self.event, ACTOR, self.season)
        evening.add_players(store, self.event, ACTOR, [f"Player {n}" for n in range(12)])
        self.joined = 0

    @property
    def view(self) -> board.EventView:
        return board.event_view(self.store, self.event)

    def player(self, random: Random) -> int:
        return random.choice(self.view.players).id

    def round(self) -> board.RoundLine:
        return self.view.rounds[-1]

    def tables(self) -> list[seatings.SeatingView]:
        tables = [board.round_view(self.store, self.event, line.number).tables for line in self.view.rounds]
        return [table for found in tables for table in found if not table.bye]


def add_player(night: Night, _random: Random) -> None:
    night.joined += 1
    evening.add_players(night.store, night.event, ACTOR, [f"Late {night.joined}"])


def plan_round(night: Night, _random: Random) -> None:
    rounds.plan_round(night.store, night.event, ACTOR, anyway=True)


def propose(night: Night, random: Random) -> None:
    table = random.choice(night.tables())
    totals = tuple(random.randrange(9) for _ in table.seats)
    teller = random.choice(table.seats).player
    by = random.choice([("table", "table:1"), ("player", f"player:{teller}"), ("host", ACTOR)])
    results.propose(night.store, night.event, ACTOR, table.id, Claim(totals=totals, source=by[0], by=by[1]))  # type: ignore[arg-type]


def told(night: Night, random: Random) -> seatings.SeatingView:
    return random.choice([table for table in night.tables() if table.result is not None])


def vote(night: Night, random: Random) -> None:
    table = told(night, random)
    assert table.result is not None
    player = random.choice(table.seats).player
    results.vote(night.store, night.event, player, table.result, random.random() < 0.7)


def confirm(night: Night, random: Random) -> None:
    table = told(night, random)
    assert table.result is not None
    results.confirm(night.store, night.event, ACTOR, table.result)


def undo_last(night: Night, _random: Random) -> None:
    undo(night.store, night.event, log_of(night.store, night.event)[0].id, ACTOR)


def merge(night: Night, random: Random) -> None:
    evening.merge_players(night.store, night.event, ACTOR, night.player(random), night.player(random))


def swap(night: Night, random: Random) -> None:
    rounds.swap_players(night.store, night.event, ACTOR, night.player(random), night.player(random))


def retitle(night: Night, random: Random) -> None:
    changed = plan(name=f"Night {random.randrange(9)}", seats=SEATS, places=4, scheme=random.choice(["shared", "wins"]))
    evening.change_event(night.store, night.event, ACTOR, changed)


DEEDS: dict[str, Deed] = {
    "add_player": add_player,
    "rename": lambda n, r: evening.rename_player(n.store, n.event, ACTOR, n.player(r), f"Renamed {r.randrange(999)}"),
    "drop_out": lambda n, r: evening.drop_out(n.store, n.event, ACTOR, n.player(r)),
    "come_back": lambda n, r: evening.come_back(n.store, n.event, ACTOR, n.player(r)),
    "remove": lambda n, r: evening.remove_players(n.store, n.event, ACTOR, [n.player(r)]),
    "penalty": lambda n, r: evening.set_player(n.store, n.event, ACTOR, n.player(r), "Club", None, r.randrange(4)),
    "merge": merge,
    "say": lambda n, r: evening.say(n.store, n.event, ACTOR, f"Pizza at {r.randrange(24)}"),
    "release": lambda n, r: evening.release(n.store, n.event, ACTOR, r.randrange(len(n.view.rounds) + 1)),
    "retitle": retitle,
    "dead": lambda n, r: evening.set_dead(n.store, n.event, ACTOR, r.choice(n.view.places).id, r.random() < 0.3),
    "plan": plan_round,
    "publish": lambda n, _: rounds.publish_round(n.store, n.event, ACTOR, n.round().id),
    "start": lambda n, _: rounds.start_round(n.store, n.event, ACTOR, n.round().id),
    "pause": lambda n, _: rounds.pause_round(n.store, n.event, ACTOR, n.round().id),
    "resume": lambda n, _: rounds.resume_round(n.store, n.event, ACTOR, n.round().id),
    "time": lambda n, _: rounds.more_time(n.store, n.event, ACTOR, n.round().id, 5),
    "end": lambda n, _: rounds.end_round(n.store, n.event, ACTOR, n.round().id),
    "swap": swap,
    "keep": lambda n, r: rounds.keep_seating(n.store, n.event, ACTOR, r.choice(n.tables()).id, True),
    "cut": lambda n, r: rounds.cut(n.store, n.event, ACTOR, r.randrange(4, 9)),
    "propose": propose,
    "vote": vote,
    "confirm": confirm,
    "void": lambda n, r: results.void(n.store, n.event, ACTOR, r.choice(n.tables()).id),
    "undo": undo_last,
    "forget": lambda n, r: seasons.forget(n.store, n.season, ACTOR, r.choice(n.view.players).name),
}
LIKELY: Final = ("propose", "propose", "propose", "vote", "vote", "confirm", "confirm", "plan", "start", "end", "undo")


@pytest.mark.parametrize("seed", range(2))
def test_brought_up_to_every_change_it_is_as_if_read_anew(store: Store, seed: int) -> None:
    check(store, Random(seed), 40)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 106))
def test_brought_up_to_very_many_changes_it_is_as_if_read_anew(sqlite_store: Store, seed: int) -> None:
    check(sqlite_store, Random(seed), 200)


def check(store: Store, random: Random, count: int) -> None:
    """Do this and that, mostly one thing between two looks."""
    night, evenings, done = Night(store), Snapshots(), set()
    guests = Guests(store)
    for name in ("plan", "start", "propose", "propose", "confirm", "end", "plan"):
        DEEDS[name](night, random)
    evening.release(store, night.event, ACTOR, 1)
    for _ in range(count):
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            name = random.choice([*DEEDS, *LIKELY, *LIKELY])
            try:
                DEEDS[name](night, random)
                done.add(name)
            except (Refused, IndexError):
                continue
        with store.read() as tx:
            shown = evenings.at(tx, night.event)
            fresh = snapshot_of(tx, shown.event)
            assert plainly(shown) == plainly(fresh)
            pages, screen = pages_of(tx, fresh).pages, screen_of(tx, fresh)
        assert guests.pages(night.event) == pages
        assert msgspec.structs.replace(guests.screen(night.event), live=()) == screen
    assert len(done) > len(DEEDS) // 3


def plainly(shown: Any) -> tuple[Any, ...]:
    return (
        shown.change, [tuple(row) for row in shown.players], [tuple(row) for row in shown.rounds],
        dict(shown.seatings), shown.standings,
    )  # fmt: skip


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seatings that were read."""
    found: list[int] = []
    make = seatings._seating

    def counted(row: Any, *parts: Any) -> seatings.SeatingView:
        found.append(row.id)
        return make(row, *parts)

    monkeypatch.setattr(seatings, "_seating", counted)
    return found


def test_after_a_result_its_table_alone_is_read_and_once_for_everybody(store: Store, read: list[int]) -> None:
    night, guests = Night(store), Guests(store)
    rounds.start_round(store, night.event, ACTOR, rounds.plan_round(store, night.event, ACTOR))
    tables = night.tables()
    before = guests.pages(night.event)
    for table in tables[:2]:
        claim = Claim(totals=tuple(range(len(table.seats))), source="table", by="table:1")
        results.propose(store, night.event, ACTOR, table.id, claim)
        read.clear()
        with store.read() as tx:
            statements = count_statements(store)
            after = guests.evenings.at(tx, night.event)
            assert board.tables_at_glance(tx, after)
            assert len(statements) < 15
        pages = guests.pages(night.event)
        assert guests.screen(night.event).seating is not None
        assert read == [table.id]
        told = {seat.player for seat in table.seats}
        assert {player for player in pages if pages[player] is not before[player]} == told
        before = pages


def count_statements(store: Store) -> list[str]:
    """The statements that are executed from now on."""
    found: list[str] = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda _c, _k, statement, *_: found.append(statement))
    return found
