"""Several people change one evening at once: what one did is not undone unseen, and results keep nobody waiting."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hub.database import audit
from hub.database.store import Store
from hub.doors import quota
from hub.doors.quota import Quota
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.event.results import Claim
from hub.views import board
from hub.views.seatings import SeatingView
from tests.hub.refusals import refused

HOST, OTHER = "host:Vera", "host:Jan"


class Running:
    """A round with three tables of two."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.id = evening.create_event(store, HOST, Plan(name="E", game="stellar", seats=2, places=3))
        evening.add_players(store, self.id, HOST, [""] * 6)
        self.round = rounds.plan_round(store, self.id, HOST)
        rounds.start_round(store, self.id, HOST, self.round)

    @property
    def seen(self) -> int:
        return board.event_view(self.store, self.id).version

    @property
    def tables(self) -> tuple[SeatingView, ...]:
        return board.round_view(self.store, self.id, 1).tables

    def record(self, table: int, *totals: int) -> int:
        claim = Claim(totals=totals, source="table", by="table:1")
        return results.propose(self.store, self.id, "table:1", self.tables[table].id, claim)


@pytest.fixture
def running(store: Store) -> Running:
    return Running(store)


def test_results_of_other_tables_do_not_disturb_the_host(running: Running) -> None:
    seen = running.seen
    for total in range(30):
        running.record(0, total, 1)
        running.record(1, 1, total)
    results.judge(running.store, running.id, HOST, running.tables[2].id, (7, 5), seen=seen)
    assert running.tables[2].state == "judged"
    rounds.set_minutes(running.store, running.id, HOST, running.round, 50, seen=seen)
    evening.release(running.store, running.id, HOST, 1, seen=seen)


def test_a_result_that_came_in_meanwhile_is_not_overruled_unseen(running: Running) -> None:
    seen = running.seen
    running.record(0, 3, 4)
    with refused("stale"):
        results.judge(running.store, running.id, HOST, running.tables[0].id, (7, 5), seen=seen)
    assert running.tables[0].state == "proposed"
    results.judge(running.store, running.id, HOST, running.tables[0].id, (7, 5), seen=running.seen)


def test_two_hosts_do_not_undo_each_other_unseen(running: Running) -> None:
    seen = running.seen
    rounds.set_minutes(running.store, running.id, OTHER, running.round, 30)
    with refused("stale"):
        rounds.set_minutes(running.store, running.id, HOST, running.round, 50, seen=seen)
    rounds.end_round(running.store, running.id, OTHER, running.round, seen=running.seen)
    again = running.seen
    rounds.plan_round(running.store, running.id, OTHER, anyway=True)
    with refused("stale"):
        rounds.plan_round(running.store, running.id, HOST, anyway=True, seen=again)


def test_settings_are_changed_one_by_one(running: Running) -> None:
    view = board.event_view(running.store, running.id)
    evening.release(running.store, running.id, OTHER, 1)
    evening.set_joining(running.store, running.id, OTHER, True)
    plan = Plan(name="E", game="stellar", seats=2, places=3, minutes=45)
    evening.change_event(running.store, running.id, HOST, plan, seen=view.version)
    with refused("stale"):
        evening.change_event(
            running.store, running.id, OTHER, Plan(name="E", game="stellar", seats=2, places=3), seen=view.version
        )


def test_a_claim_that_changed_meanwhile_is_not_taken_unseen(running: Running) -> None:
    running.record(0, 3, 4)
    table = running.tables[0]
    by = f"player:{table.seats[0].player}"
    results.propose(running.store, running.id, by, table.id, Claim(totals=(9, 4), source="player", by=by))
    (case,) = board.queue(running.store, running.id)
    seen = running.seen
    results.propose(running.store, running.id, by, table.id, Claim(totals=(99, 4), source="player", by=by))
    with refused("stale"):
        results.accept(running.store, running.id, HOST, case.id, table.seats[0].player, seen=seen)


def test_what_was_seen_in_the_future_is_refused(running: Running) -> None:
    with refused("stale"):
        evening.release(running.store, running.id, HOST, 1, seen=running.seen + 1)


def test_the_same_vote_again_is_no_change(running: Running) -> None:
    result = running.record(0, 3, 4)
    player = running.tables[0].seats[0].player
    results.vote(running.store, running.id, player, result, True)
    seen = running.seen
    results.vote(running.store, running.id, player, result, True)
    assert running.seen == seen


def test_the_whole_log_is_there_page_by_page(running: Running) -> None:
    for total in range(7):
        running.record(0, total, 1)
    pages = [audit.log_of(running.store, running.id, limit=4)]
    while pages[-1]:
        pages.append(audit.log_of(running.store, running.id, pages[-1][-1].id, 4))
    ids = [entry.id for page in pages for entry in page]
    assert len(ids) == running.seen + 1
    assert all(later > earlier for later, earlier in pairwise(ids))


def test_a_quota_is_used_up_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    found = Quota(3, 30.0, lambda: now[0])
    for _ in range(3):
        found.take("a")
    with refused("too_often"):
        found.take("a")
    found.take("b")
    now[0] += 10.0
    found.take("a")
    with refused("too_often"):
        found.take("a")
    now[0] += 3_600.0
    for _ in range(3):
        found.take("a")
    monkeypatch.setattr(quota, "MAX_KEYS", 2)
    for key in "bcd":
        found.take(key)
    assert list(found._free_at) == ["c", "d"]
