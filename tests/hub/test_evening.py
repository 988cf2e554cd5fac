from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from hub.database import audit, schema
from hub.database.store import Store
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.event.names import clean_name
from hub.event.results import Claim
from hub.link import tables
from hub.views import board
from hub.views.export import export_csv, export_json
from hub.views.guests import Guests
from hub.views.seatings import SeatingView
from tests.hub.refusals import refused

HOST = "host:Vera"


def begun(store: Store, players: int = 8, **more: Any) -> int:
    """An evening of Stellar with so many players."""
    plan = Plan(**{"name": "Friday", "game": "stellar", "seats": 2, "places": 6, **more})
    event = evening.create_event(store, HOST, plan)
    evening.add_players(store, event, HOST, [f"P{n}" for n in range(1, players + 1)])
    return event


def play_round(store: Store, event: int, total: Callable[[int], int] = lambda player: player) -> int:
    """Plan, start and finish a round; everybody's total is a function of the player."""
    found = rounds.plan_round(store, event, HOST)
    rounds.start_round(store, event, HOST, found)
    number = board.event_view(store, event).rounds[-1].number
    for table in board.round_view(store, event, number).tables:
        if not table.bye:
            totals = tuple(total(seat.player) for seat in table.seats)
            results.judge(store, event, HOST, table.id, totals)
    rounds.end_round(store, event, HOST, found)
    return found


def everything(store: Store) -> dict[str, list[Any]]:
    """All rows of an evening but its log."""
    names = ("events", "places", "players", "rounds", "seatings", "seats", "results", "votes", "cases")
    with store.read() as tx:
        found = {
            name: [dict(row._mapping) for row in tx.rows(sa.select(schema.metadata.tables[name]))] for name in names
        }
    for row in found["events"]:
        del row["version"]
    return {name: sorted(rows, key=str) for name, rows in found.items()}


def test_an_evening_from_its_creation_to_the_standings(store: Store) -> None:
    event = begun(store, 7)
    for _ in range(3):
        play_round(store, event)
    found = board.standings_view(store, event)
    assert [line.line.place for line in found] == sorted(line.line.place for line in found)
    assert found[0].name == "P7"
    assert sum(line.line.byes for line in found) == 3
    assert max(line.line.byes for line in found) == 1
    evening.end_event(store, event, HOST)
    assert board.event_view(store, event).released == 3
    assert export_csv(store, event).count("\n") == 1 + 3 * 7
    assert "key" not in msgspec.json.encode(export_json(store, event)["event"]).decode()


def test_a_round_robin_of_six_has_no_rematch_in_five_rounds(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 6, system="round_robin", rounds=5)
    met = []
    for number in range(1, 6):
        play_round(sqlite_store, event)
        tables_ = board.round_view(sqlite_store, event, number).tables
        met += [frozenset(seat.player for seat in table.seats) for table in tables_]
    players = [player.id for player in board.event_view(sqlite_store, event).players]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(players, 2)))


def test_whoever_comes_late_plays_from_the_next_round_and_whoever_leaves_does_not(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    play_round(sqlite_store, event)
    (late, _) = evening.add_players(sqlite_store, event, HOST, ["Late", ""])
    first = board.event_view(sqlite_store, event).players[0].id
    evening.drop_out(sqlite_store, event, HOST, first)
    play_round(sqlite_store, event)
    seated = {seat.player for table in board.round_view(sqlite_store, event, 2).tables for seat in table.seats}
    assert late in seated
    assert first not in seated
    assert [player.name for player in board.event_view(sqlite_store, event).players][-2:] == ["Late", "Player 6"]
    evening.come_back(sqlite_store, event, HOST, first)
    play_round(sqlite_store, event)
    assert first in {seat.player for table in board.round_view(sqlite_store, event, 3).tables for seat in table.seats}


def test_a_round_is_seated_anew_until_it_begins(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 6)
    one = rounds.plan_round(sqlite_store, event, HOST)
    evening.add_players(sqlite_store, event, HOST, ["Seven", "Eight"])
    assert rounds.plan_round(sqlite_store, event, HOST) == one
    assert len(board.round_view(sqlite_store, event, 1).tables) == 4
    rounds.start_round(sqlite_store, event, HOST, one)
    with refused("not_now"):
        rounds.plan_round(sqlite_store, event, HOST)
    with refused("not_now"):
        rounds.start_round(sqlite_store, event, HOST, one)


def test_results_that_are_missing_hold_up_the_next_round_unless_the_host_wants_it(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    found = rounds.plan_round(sqlite_store, event, HOST)
    rounds.start_round(sqlite_store, event, HOST, found)
    rounds.end_round(sqlite_store, event, HOST, found)
    with refused("not_now"):
        rounds.plan_round(sqlite_store, event, HOST)
    rounds.plan_round(sqlite_store, event, HOST, anyway=True)


def test_seats_are_swapped_tables_moved_and_places_taken_out_of_use(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    rounds.plan_round(sqlite_store, event, HOST)
    one, other = board.round_view(sqlite_store, event, 1).tables
    rounds.swap_players(sqlite_store, event, HOST, one.seats[0].player, other.seats[1].player)
    rounds.move_seating(sqlite_store, event, HOST, one.id, other.place_id or 0)
    moved, there = board.round_view(sqlite_store, event, 1).tables
    assert (there.id, moved.id) == (one.id, other.id)
    assert there.seats[0].player == other.seats[1].player
    places = board.event_view(sqlite_store, event).places
    evening.set_dead(sqlite_store, event, HOST, places[0].id)
    with refused("not_now"):
        rounds.move_seating(sqlite_store, event, HOST, one.id, places[0].id)
    rounds.plan_round(sqlite_store, event, HOST)
    assert [table.place for table in board.round_view(sqlite_store, event, 1).tables] == [2, 3]


def test_the_timer_stands_still_while_it_is_paused(tmp_path: Any) -> None:
    now = [1_000_000]
    with Store(tmp_path / "hub.sqlite3", clock=lambda: now[0]) as store:
        event = begun(store, 4, minutes=50)
        found = rounds.plan_round(store, event, HOST)

        def timer() -> board.Timer:
            return board.event_view(store, event).rounds[0].timer

        assert (timer().state, timer().remaining_ms) == ("planned", 3_000_000)
        rounds.start_round(store, event, HOST, found)
        now[0] += 60_000
        assert (timer().remaining_ms, timer().ends_at) == (2_940_000, now[0] + 2_940_000)
        rounds.pause_round(store, event, HOST, found)
        now[0] += 600_000
        assert (timer().state, timer().remaining_ms, timer().ends_at) == ("paused", 2_940_000, None)
        rounds.resume_round(store, event, HOST, found)
        now[0] += 3_000_000
        assert timer().remaining_ms == -60_000
        rounds.set_minutes(store, event, HOST, found, 60)
        assert timer().remaining_ms == 540_000
        rounds.end_round(store, event, HOST, found)
        now[0] += 5_000_000
        assert (timer().state, timer().remaining_ms) == ("ended", 540_000)


# Results ------------------------------------------------------------------------------------------------------------


def one_table(store: Store, **more: Any) -> tuple[int, SeatingView]:
    event = begun(store, 2, **more)
    rounds.start_round(store, event, HOST, rounds.plan_round(store, event, HOST))
    (table,) = board.round_view(store, event, 1).tables
    return event, table


def state_of(store: Store, event: int) -> str:
    return board.round_view(store, event, 1).tables[0].state


@pytest.mark.parametrize(("confirm", "needed"), [("one", 1), ("all", 2)])
def test_a_result_counts_once_enough_players_agree(sqlite_store: Store, confirm: str, needed: int) -> None:
    event, table = one_table(sqlite_store, confirm=confirm)
    found = results.propose(sqlite_store, event, "p", table.id, Claim(totals=(3, 5), source="table", by="t"))
    for number, seat in enumerate(table.seats[:needed], start=1):
        assert state_of(sqlite_store, event) == "proposed"
        state = results.vote(sqlite_store, event, seat.player, found, True)
        assert state == ("confirmed" if number == needed else "proposed")


def test_whoever_disagrees_calls_the_host_who_judges(sqlite_store: Store) -> None:
    event, table = one_table(sqlite_store)
    found = results.propose(sqlite_store, event, "p", table.id, Claim(totals=(3, 5), source="table", by="t"))
    results.vote(sqlite_store, event, table.seats[1].player, found, False)
    results.vote(sqlite_store, event, table.seats[0].player, found, True)
    assert state_of(sqlite_store, event) == "proposed"
    (case,) = board.queue(sqlite_store, event)
    assert (case.kind, case.seating and case.seating.id) == ("disagrees", table.id)
    results.judge(sqlite_store, event, HOST, table.id, (7, 5), ruling="counted again")
    assert board.queue(sqlite_store, event) == ()
    assert [line.line.points for line in board.standings_view(sqlite_store, event)] == [12, 0]
    with refused("not_now"):
        results.vote(sqlite_store, event, table.seats[0].player, found, True)


def test_only_those_at_the_table_vote(sqlite_store: Store) -> None:
    event, table = one_table(sqlite_store)
    found = results.propose(sqlite_store, event, "p", table.id, Claim(totals=(3, 5), source="table", by="t"))
    (late,) = evening.add_players(sqlite_store, event, HOST, ["Late"])
    with refused("not_allowed"):
        results.vote(sqlite_store, event, late, found, True)


def test_another_result_after_a_confirmed_or_judged_one_is_put_to_the_host(sqlite_store: Store) -> None:
    event, table = one_table(sqlite_store)
    found = results.propose(sqlite_store, event, "p", table.id, Claim(totals=(3, 5), source="table", by="t"))
    assert results.propose(sqlite_store, event, "p", table.id, Claim(totals=(3, 5), source="table", by="t")) == found
    results.confirm(sqlite_store, event, HOST, found)
    results.propose(sqlite_store, event, "p", table.id, Claim(totals=(4, 5), source="table", by="t"))
    assert [case.data for case in board.queue(sqlite_store, event)] == [
        {"before": [3, 5], "totals": [4, 5], "ranks": [2, 1]}
    ]
    assert state_of(sqlite_store, event) == "confirmed"
    judged = results.judge(sqlite_store, event, HOST, table.id, (4, 5), winners=(0,))
    again = results.propose(sqlite_store, event, "p", table.id, Claim(totals=(9, 9), source="table", by="t"))
    assert (again, state_of(sqlite_store, event)) == (judged, "judged")
    assert board.round_view(sqlite_store, event, 1).tables[0].seats[0].rank == 1
    results.void(sqlite_store, event, HOST, table.id)
    assert [line.line.points for line in board.standings_view(sqlite_store, event)] == [0, 0]


@pytest.mark.parametrize("totals", [(), (1,), (1, 2, 3), (1, 2_000_000)])
def test_totals_that_cannot_be_are_refused(sqlite_store: Store, totals: tuple[int, ...]) -> None:
    event, table = one_table(sqlite_store)
    with refused("bad_value"):
        results.judge(sqlite_store, event, HOST, table.id, totals)


# What guests may see ------------------------------------------------------------------------------------------------


def test_nothing_of_a_round_that_is_held_back_reaches_guests(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 6)
    play_round(sqlite_store, event, lambda player: 7_000 + player)
    view = board.event_view(sqlite_store, event)

    def shown() -> str:
        pages = [Guests(sqlite_store).page(player.key) for player in view.players]
        return msgspec.json.encode([Guests(sqlite_store).screen_now(view.key), *pages]).decode()

    assert '"total":70' not in shown()
    assert Guests(sqlite_store).screen_now(view.key).standings == ()
    evening.release(sqlite_store, event, HOST, 1)
    assert '"total":70' in shown()
    play_round(sqlite_store, event, lambda player: 9_000 + player)
    rounds.plan_round(sqlite_store, event, HOST)
    assert '"total":90' not in shown()
    evening.release(sqlite_store, event, HOST, 0)
    assert '"total":70' not in shown()


def test_a_player_sees_their_own_proposed_result_and_nobody_elses(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    rounds.start_round(sqlite_store, event, HOST, rounds.plan_round(sqlite_store, event, HOST))
    one, other = board.round_view(sqlite_store, event, 1).tables
    for table, total in ((one, 5_001), (other, 5_002)):
        claim = Claim(totals=(total, 1), source="table", by="t")
        results.propose(sqlite_store, event, "t", table.id, claim)
    keys = {player.id: player.key for player in board.event_view(sqlite_store, event).players}
    page = Guests(sqlite_store).page(keys[one.seats[0].player])
    assert page.may_vote
    text = msgspec.json.encode(page).decode()
    assert "5001" in text
    assert "5002" not in text


# Undo ---------------------------------------------------------------------------------------------------------------


def test_everything_can_be_undone_back_to_the_beginning_and_done_again(store: Store) -> None:
    event = evening.create_event(store, HOST, Plan(name="E", game="stellar", seats=2, places=3))
    states = [everything(store)]

    def after(deed: Callable[..., Any], *args: Any, **more: Any) -> Any:
        done = deed(store, event, *args, **more)
        states.append(everything(store))
        return done

    after(evening.add_players, HOST, ["Ada", "Bo", "Cy", "Di"])
    after(evening.rename_player, HOST, board.event_view(store, event).players[0].id, "Ada L.")
    found = after(rounds.plan_round, HOST)
    after(rounds.start_round, HOST, found)
    table = board.round_view(store, event, 1).tables[0]
    result = after(results.propose, "t", table.id, Claim(totals=(1, 2), source="table", by="t"))
    after(results.vote, table.seats[0].player, result, False)
    after(results.judge, HOST, table.id, (2, 1))
    after(rounds.end_round, HOST, found)
    after(rounds.plan_round, HOST, anyway=True)
    after(rounds.plan_round, HOST, anyway=True)
    after(evening.end_event, HOST)
    done = [entry.id for entry in audit.log_of(store, event) if entry.verb != "create_event"]
    undone = []
    for number, before in zip(done, reversed(states[:-1]), strict=False):
        undone.append(audit.undo(store, event, number, HOST))
        assert everything(store) == before
    for number, later in zip(reversed(undone), states[1:], strict=True):
        audit.undo(store, event, number, HOST)
        assert everything(store) == later


def test_what_later_changes_build_on_is_not_undone_under_them(store: Store) -> None:
    event = begun(store, 4)
    registered = audit.log_of(store, event)[0].id
    rounds.plan_round(store, event, HOST)
    before = everything(store)
    with refused("not_now"):
        audit.undo(store, event, registered, HOST)
    assert everything(store) == before
    with refused("not_found"):
        audit.undo(store, event, 9_999, HOST)


def test_a_change_is_undone_once(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    number = audit.log_of(sqlite_store, event)[0].id
    audit.undo(sqlite_store, event, number, HOST)
    with refused("not_now"):
        audit.undo(sqlite_store, event, number, HOST)
    assert [entry.verb for entry in audit.log_of(sqlite_store, event)] == ["undo", "add_players", "create_event"]


def test_who_looked_at_an_older_version_is_told_so(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4)
    seen = board.event_view(sqlite_store, event).version
    evening.release(sqlite_store, event, HOST, 1, seen=seen)
    with refused("stale"):
        evening.release(sqlite_store, event, HOST, 2, seen=seen)


# Bad values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"}, {"name": " "}, {"name": "x" * 121}, {"seats": 3}, {"seats": 1}, {"seats_min": 3},
        {"places": 0}, {"options": {"piles": "none"}, "game": "star_explorer"}, {"minutes": 9_999}, {"rounds": -1},
    ],
)  # fmt: skip
def test_an_evening_that_cannot_be_is_refused(sqlite_store: Store, wrong: dict[str, Any]) -> None:
    values = {"name": "E", "game": "stellar", "seats": 2, **wrong}
    with refused("bad_value"):
        evening.create_event(sqlite_store, HOST, Plan(**values))


@pytest.mark.parametrize("name", ["\u202e", "x" * 61, "\x00", "  "])
def test_names_that_are_none_are_refused(sqlite_store: Store, name: str) -> None:
    with refused("bad_value"):
        clean_name(name)


def test_names_that_look_the_same_are_the_same(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 1)
    with refused("bad_value"):
        evening.add_players(sqlite_store, event, HOST, ["ｐ1"])


# Pairing ------------------------------------------------------------------------------------------------------------


def test_a_code_pairs_one_table_within_a_quarter_of_an_hour(tmp_path: Any) -> None:
    now = [1_000_000]
    with Store(tmp_path / "hub.sqlite3", clock=lambda: now[0]) as store:
        code = tables.new_code(store)
        paired = tables.pair(store, code.lower().replace("-", " "), "Nova", "here")
        with refused("bad_code"):
            tables.pair(store, code, "Nova", "here")
        late = tables.new_code(store)
        now[0] += tables.CODE_VALID_MS + 1
        with refused("bad_code"):
            tables.pair(store, late, "Nova", "here")
        with store.read() as tx:
            row = tx.one(sa.select(schema.tables))
        assert row is not None
        assert paired.token not in str(row)


def test_codes_cannot_be_tried_out(sqlite_store: Store) -> None:
    for number in range(10):
        with refused("bad_code"):
            tables.pair(sqlite_store, f"ABCD{number:04}".replace("0", "A").replace("1", "B"), "x", "there")
    with refused("too_often"):
        tables.pair(sqlite_store, tables.new_code(sqlite_store), "x", "there")
    tables.pair(sqlite_store, tables.new_code(sqlite_store), "x", "elsewhere")


@pytest.mark.parametrize(
    ("recorded", "seated", "order"),
    [
        (["Bo", "ADA"], ["Ada", "Bo"], [1, 0]), (["Ada"], ["Ada", "Bo"], None), (["Ada", "Cy"], ["Ada", "Bo"], None),
        (["Maximiliane A", "Bo"], ["Bo", "Maximiliane Albertine von Stein"], [1, 0]),
        (["Maximiliane A", "Maximiliane B"], ["Maximiliane Bauer", "Maximiliane Adler"], [1, 0]),
        (["Maximiliane", "Bo"], ["Maximiliane Bauer", "Maximiliane Adler"], None),
        (["Max", "Bo"], ["Maximiliane", "Bo"], None), (["Ada", "Ada"], ["Ada", "Bo"], None),
    ],
)  # fmt: skip
def test_names_that_a_table_has_shortened_are_known(
    recorded: list[str], seated: list[str], order: list[int] | None
) -> None:
    assert evening.recorded_as(recorded, seated) == order


def test_a_shortened_name_sits_down_freely() -> None:
    registered = ["Maximiliane Bauer", "Maximiliane Adler", "Ada", "Adalbert"]
    assert evening.registered_as(["Maximiliane B", "ada"], registered) == ["Maximiliane Bauer", "Ada"]
    assert evening.registered_as(["Maximiliane", "Ada"], registered) == ["Ada"]
