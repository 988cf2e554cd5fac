"""Who may say how a table ended: records, players, the host."""

from __future__ import annotations

import pytest

from hub.database.store import Store
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.event.results import Claim
from hub.views import board
from hub.views.guests import Guests
from hub.views.seatings import SeatingView
from tests.hub.refusals import refused

HOST = "host:Vera"
RECORD = (3, 11, 9, 23)
WANTED = (99, 1, 1, 1)


class Table:
    """One table of four whose game is over."""

    def __init__(self, store: Store, **more: object) -> None:
        self.store = store
        plan = Plan(name="E", game="star_explorer", seats=4, places=1, **more)  # type: ignore[arg-type]
        self.event = evening.create_event(store, HOST, plan)
        self.players = evening.add_players(store, self.event, HOST, ["Ada", "Bo", "Cy", "Di"])
        rounds.start_round(store, self.event, HOST, rounds.plan_round(store, self.event, HOST))
        self.id = self.view.id
        self.players = [seat.player for seat in self.view.seats]

    @property
    def view(self) -> SeatingView:
        (table,) = board.round_view(self.store, self.event, 1).tables
        return table

    @property
    def stands(self) -> tuple[str, tuple[int | None, ...]]:
        return self.view.state, tuple(seat.total for seat in self.view.seats)

    @property
    def cases(self) -> list[board.CaseView]:
        return list(board.queue(self.store, self.event))

    def record(self, totals: tuple[int, ...] = RECORD) -> int:
        claim = Claim(totals=totals, source="table", by="table:1")
        return results.propose(self.store, self.event, "table:1", self.id, claim)

    def tell(self, player: int, totals: tuple[int, ...]) -> int:
        by = f"player:{self.players[player]}"
        return results.propose(self.store, self.event, by, self.id, Claim(totals=totals, source="player", by=by))

    def vote(self, player: int, result: int, agrees: bool = True) -> str:
        return results.vote(self.store, self.event, self.players[player], result, agrees)


@pytest.fixture
def table(sqlite_store: Store) -> Table:
    return Table(sqlite_store)


@pytest.mark.parametrize("confirm", ["one", "all", "none"])
def test_a_player_does_not_replace_a_record(sqlite_store: Store, confirm: str) -> None:
    table = Table(sqlite_store, confirm=confirm)
    record = table.record()
    state = table.view.state
    assert table.tell(0, WANTED) == record
    assert table.stands == (state, RECORD)
    table.vote(0, record)
    assert table.view.seats[0].total == RECORD[0]
    (case,) = table.cases
    claims = [{"player": table.players[0], "totals": list(WANTED), "ranks": [1, 2, 2, 2]}]
    assert (case.kind, case.data) == ("disagrees", {"player": table.players[0], "claims": claims})


def test_a_claim_against_a_record_is_a_vote_against_it(table: Table) -> None:
    record = table.record()
    table.tell(0, WANTED)
    assert table.vote(1, record) == "proposed"
    assert table.view.seats[0].agrees is False


@pytest.mark.parametrize(("confirm", "others"), [("one", 1), ("all", 3), ("none", 1)])
def test_nobodys_own_vote_counts_for_their_claim(sqlite_store: Store, confirm: str, others: int) -> None:
    table = Table(sqlite_store, confirm=confirm)
    claim = table.tell(0, WANTED)
    assert table.vote(0, claim) == "proposed"
    states = [table.vote(player, claim) for player in range(1, others + 1)]
    assert states == [*["proposed"] * (others - 1), "confirmed"]


def test_whoever_told_a_result_is_not_asked_about_it(table: Table) -> None:
    table.tell(0, WANTED)
    keys = {player.id: player.key for player in board.event_view(table.store, table.event).players}
    asked = [Guests(table.store).page(keys[player]).may_vote for player in table.players]
    assert asked == [False, True, True, True]


def test_a_player_puts_their_own_claim_right_until_somebody_else_votes(table: Table) -> None:
    table.tell(0, WANTED)
    mended = table.tell(0, RECORD)
    assert (table.stands, table.cases) == (("proposed", RECORD), [])
    table.vote(1, mended, agrees=False)
    assert table.tell(0, WANTED) == mended
    assert table.stands == ("proposed", RECORD)


def test_players_who_tell_different_results_are_put_to_the_host(table: Table) -> None:
    table.tell(0, WANTED)
    table.tell(1, (1, 99, 1, 1))
    table.tell(2, (1, 1, 99, 1))
    assert table.stands == ("proposed", WANTED)
    (case,) = table.cases
    assert [claim["player"] for claim in case.data["claims"]] == table.players[1:3]
    assert table.vote(3, table.view.result or 0) == "proposed"


def test_a_record_takes_the_place_of_a_claim_and_the_host_is_told(table: Table) -> None:
    table.tell(0, WANTED)
    table.record()
    assert table.stands == ("proposed", RECORD)
    (case,) = table.cases
    assert case.data["claims"][0]["totals"] == list(WANTED)


def test_a_claim_that_its_record_bears_out_is_the_records(table: Table) -> None:
    claim = table.tell(0, RECORD)
    assert table.record() == claim
    assert (table.view.source, table.view.teller) == ("table", None)
    assert table.tell(0, WANTED) == claim
    assert table.stands == ("proposed", RECORD)
    assert table.vote(0, claim) == "confirmed"


@pytest.mark.parametrize("by_host", [False, True])
def test_nothing_that_is_confirmed_changes_without_the_host(table: Table, by_host: bool) -> None:
    record = table.record()
    if by_host:
        results.confirm(table.store, table.event, HOST, record)
    else:
        assert table.vote(1, record) == "confirmed"
    assert table.vote(0, record, agrees=False) == "confirmed"
    assert table.tell(0, WANTED) == record
    assert table.record((4, 11, 9, 23)) == record
    assert table.stands == ("confirmed", RECORD)
    assert sorted(case.kind for case in table.cases) == ["changed_after", "disagrees"]


def test_the_host_takes_what_a_player_or_the_record_claims(table: Table) -> None:
    results.confirm(table.store, table.event, HOST, table.record())
    table.tell(0, WANTED)
    (case,) = table.cases
    with refused("not_now"):
        results.accept(table.store, table.event, HOST, case.id, table.players[1])
    results.accept(table.store, table.event, HOST, case.id, table.players[0])
    assert (table.stands, table.cases) == (("judged", WANTED), [])
    table.record((4, 11, 9, 23))
    (case,) = table.cases
    results.accept(table.store, table.event, HOST, case.id)
    assert (table.stands, table.cases) == (("judged", (4, 11, 9, 23)), [])
    with refused("not_now"):
        results.accept(table.store, table.event, HOST, case.id)


def test_a_game_that_does_not_count_is_not_brought_back_by_a_claim(table: Table) -> None:
    table.record()
    results.void(table.store, table.event, HOST, table.id)
    with refused("not_now"):
        table.tell(0, WANTED)
    with refused("not_now"):
        table.record()
    assert table.view.state == "void"
