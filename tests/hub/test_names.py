"""Names that people give themselves: seen by everybody, told apart by everybody."""

from __future__ import annotations

import pytest

from hub.database.store import Store
from hub.event import evening, rounds
from hub.event.evening import Plan
from hub.event.names import Taken, clean_name
from hub.views import board, public
from tests.hub.refusals import refused

HOST = "host:Vera"


@pytest.mark.parametrize("name", ["\u200d", "\u3164", "\u2800 \u2800", "\u115f\u1160", "...", "\u0301\u0301", "\u200b"])
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    with refused("bad_value"):
        clean_name(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("A\u3164da", "A da"), ("A\u200dda", "Ada"), ("Z" + "\u0351" * 9 + "oe", "Z\u0351\u0351\u0351oe"),
        ("\u0301Ada\u20dd", "Ada"), ("Zoe\u0301", "Zoé"), ("Đặng Thị", "Đặng Thị"), ("क्‍ष", "क्‍ष"), ("🦊", "🦊"),
        ("Ω-Team Анна", "Ω-Team Анна"), ("山田 太郎", "山田 太郎"), ("山田さんA", "山田さんA"), ("Oʻzbek", "Oʻzbek"),
        ("שָׁלוֹם", "שָׁלוֹם"),
    ],
)  # fmt: skip
def test_names_keep_what_their_language_needs(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("name", ["\u0410da", "Vеra", "Αda L", "Ꭺda", "Vօra"])
def test_no_word_is_written_in_two_alphabets(name: str) -> None:
    with refused("bad_value"):
        clean_name(name)


@pytest.mark.parametrize(
    ("known", "same"),
    [
        ("Ada", "ada"),
        ("Ada", "ＡＤＡ"),
        ("Cox", "Сох"),
        ("ALI", "ali"),
        ("All", "AlI"),
        ("Team 1", "Team l"),
        ("HAT", "НАТ"),
        ("AGT", "ᎪᏀᎢ"),
        ("Tom", "Torn"),
        ("Bo 0", "Bo O"),
        ("wuɑ", "wua"),
    ],
)
def test_names_that_look_the_same_are_taken(known: str, same: str) -> None:
    assert same in Taken([known])


@pytest.mark.parametrize(
    ("known", "other"), [("Ali", "All"), ("Zoé", "Zoe"), ("Jon", "John"), ("Анна", "Anna"), ("Player 10", "Player 19")]
)
def test_names_that_can_be_told_apart_are_free(known: str, other: str) -> None:
    assert other not in Taken([known])


@pytest.fixture
def event(sqlite_store: Store) -> int:
    event = evening.create_event(sqlite_store, HOST, Plan(name="E", game="stellar", seats=2, places=2))
    evening.set_joining(sqlite_store, event, HOST, True)
    return event


def test_a_name_that_cannot_be_costs_no_try(sqlite_store: Store, event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "MAX_JOINS", 1)
    key = board.event_view(sqlite_store, event).key
    for name in ("", "\u3164", "\u0410da"):
        with refused("bad_value"):
            public.join(sqlite_store, key, name, "10.0.0.7")
    public.join(sqlite_store, key, "Ada", "10.0.0.7")
    with refused("too_often"):
        public.join(sqlite_store, key, "Bo", "10.0.0.7")


def test_the_host_removes_many_at_once(sqlite_store: Store, event: int) -> None:
    played = evening.add_players(sqlite_store, event, HOST, ["Ada", "Bo"])
    rounds.start_round(sqlite_store, event, HOST, rounds.plan_round(sqlite_store, event, HOST))
    crowd = evening.add_players(sqlite_store, event, HOST, [f"Crowd {number}" for number in range(150)])
    evening.remove_players(sqlite_store, event, HOST, [played[0], *crowd])
    left = {player.name: player.here for player in board.event_view(sqlite_store, event).players}
    assert left == {"Ada": False, "Bo": True}
    assert board.event_view(sqlite_store, event).players[0].until == 1
    with refused("not_found"):
        evening.remove_players(sqlite_store, event, HOST, [crowd[0]])
