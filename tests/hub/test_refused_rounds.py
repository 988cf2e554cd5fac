"""What a host cannot do with rounds and seats, and the log's words for what they could."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hub.database import audit
from hub.database.store import Store
from hub.errors import Refused
from hub.event import evening, rounds
from hub.event.evening import Plan
from hub.views import board
from hub.web.log import MAX_LENGTH, log_lines

HOST = "host:Vera"


def begun(store: Store, players: int, **more: Any) -> int:
    event = evening.create_event(
        store, HOST, Plan(**{"name": "Friday", "game": "stellar", "seats": 2, "places": 3, **more})
    )
    evening.add_players(store, event, HOST, [f"P{n}" for n in range(1, players + 1)])
    return event


def refusal(what: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as raised:
        what()
    return raised.value.error, raised.value.finding.code


def test_a_round_needs_players_and_an_evening_by_rounds_that_goes_on(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 1)
    assert refusal(lambda: rounds.plan_round(sqlite_store, event, HOST)) == ("not_now", "round.players")
    evening.end_event(sqlite_store, event, HOST)
    assert refusal(lambda: rounds.plan_round(sqlite_store, event, HOST)) == ("not_now", "evening.over")
    free = begun(sqlite_store, 2, system="free")
    assert refusal(lambda: rounds.plan_round(sqlite_store, free, HOST)) == ("not_now", "round.free_play")


def test_a_bye_has_no_place_and_a_dead_place_takes_no_table(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 3)
    rounds.plan_round(sqlite_store, event, HOST)
    tables, places = board.round_view(sqlite_store, event, 1).tables, board.event_view(sqlite_store, event).places
    (bye,), (played,) = [t for t in tables if t.bye], [t for t in tables if not t.bye]
    empty = next(place.id for place in places if place.id != played.place_id)

    def move(seating: int, place: int) -> Callable[[], object]:
        return lambda: rounds.move_seating(sqlite_store, event, HOST, seating, place)

    assert refusal(move(bye.id, empty)) == ("not_now", "bye.no_place")
    evening.set_dead(sqlite_store, event, HOST, empty, True)
    assert refusal(move(played.id, empty)) == ("not_now", "place.dead")
    assert refusal(move(10**6, empty))[0] == "not_found"


def test_free_players_sit_down_once_and_as_many_as_the_game_takes(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 4, system="free")
    view = board.event_view(sqlite_store, event)
    (one, two, three, four), (here, there, *_) = [p.id for p in view.players], [p.id for p in view.places]

    def sit(place: int, *players: int) -> Callable[[], object]:
        return lambda: rounds.seat_free(sqlite_store, event, HOST, place, players)

    assert refusal(sit(here, one)) == ("bad_value", "free_play.players")
    assert refusal(sit(here, one, one)) == ("bad_value", "free_play.players")
    assert refusal(sit(here, one, 10**6))[0] == "not_found"
    sit(here, one, two)()
    assert refusal(sit(there, three, two)) == ("not_now", "player.busy")
    sit(there, three, four)()
    by_rounds = begun(sqlite_store, 2)
    place = board.event_view(sqlite_store, by_rounds).places[0].id
    players = [p.id for p in board.event_view(sqlite_store, by_rounds).players]
    seated = refusal(lambda: rounds.seat_free(sqlite_store, by_rounds, HOST, place, players))
    assert seated == ("not_now", "free_play.by_rounds")


def test_the_log_says_who_did_what_in_the_language_of_its_reader(sqlite_store: Store) -> None:
    event = begun(sqlite_store, 2)
    view = board.event_view(sqlite_store, event)
    one, two = (player.id for player in view.players)

    def said(actor: str, **detail: Any) -> tuple[str, str]:
        entry = audit.Entry(id=1, at=0, actor=actor, verb="undo", detail=detail, undone_by=None, undoes=None)
        (line,) = log_lines([entry], view, "de")
        return line.who, line.details

    assert said("guest:7", players=[one, two]) == ("ein Gast", "P1, P2")
    assert said(f"player:{two}", player=one) == ("P2", "P1")
    assert said("table:3", table=3, round_id=9) == ("Gerät 3", "Gerät 3")
    assert said("host:Vera", place=view.places[1].id, minutes=50) == ("Vera", "Tisch 2 · 50 min")
    assert said("host:Vera", place=10**6, player=10**6)[1] == f"Tisch {10**6} · {10**6}"
    assert said("host:Vera", rounds=2, decision="one", ruling=None)[1].startswith("Runde 2 · ")
    assert said("host:Vera", decision="", names=["A", "B"], anyway=True)[1] == "A, B"
    long = said("host:Vera", ruling="x" * (MAX_LENGTH + 1))[1]
    assert (len(long), long[-1]) == (MAX_LENGTH, "…")
