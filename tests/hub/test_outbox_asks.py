"""What a table asks of the host, on its way through the outbox with whatever can go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.database.store import Store
from hub.event import evening
from hub.event.evening import Plan
from hub.link import asks, tables
from hub.views import board
from pi_app.evening.asks import MAX_QUESTIONS, Asking, AskLine
from tests.hub.pages import PHOTO
from tests.hub.test_outbox import ADDRESS, Bench, play, record


class Asked(Bench):
    """The same, at a place of an evening."""

    def __init__(self, folder: Path, store: Store) -> None:
        super().__init__(folder, store)
        self.event = evening.create_event(store, "h", Plan(name="E", game="stellar", seats=2, places=1))

    def settle(self) -> None:
        """Pair the table at the place, with a game under way."""
        place = board.event_view(self.store, self.event).places[0].id
        assert self.outbox.pair(ADDRESS, tables.new_code(self.store, place), "Nova") is None
        self.outbox.step()
        self.game = play(self.journal, record(), stop=10)

    def ask(self, number: int = 1) -> None:
        text = f"Is there a line? {number}"
        self.outbox.ask(
            Asking(id=f"question-{number:04d}", game=self.game, n=10, question=text, photo=PHOTO, one="Yes", other="No")
        )

    def pass_time(self, seconds: float = 120.0) -> None:
        """Let so much time pass, whatever happens."""
        end = self.now + seconds
        while self.now < end:
            self.now += max(0.5, self.outbox.step())

    def queue(self) -> list[str]:
        return [case.data["question"] for case in board.queue(self.store, self.event)]

    def answer(self, decision: str = "other", ruling: str = "A scratch.") -> None:
        (case, *_) = board.queue(self.store, self.event)
        asks.answer(self.store, self.event, "host:Vera", case.id, decision, ruling)

    def line(self, number: int = 1) -> AskLine:
        return next(ask for ask in self.outbox.view.asks if ask.id == f"question-{number:04d}")


@pytest.fixture
def bench(tmp_path: Path, sqlite_store: Store) -> Iterator[Asked]:
    opened = Asked(tmp_path, sqlite_store)
    opened.settle()
    yield opened
    opened.close()
    opened.ingest.close()


def test_a_question_reaches_the_host_with_its_game_and_the_answer_comes_back(bench: Asked) -> None:
    bench.ask()
    bench.pass_time(5)
    (case,) = board.queue(bench.store, bench.event)
    assert (case.data["question"], case.photo, case.data["n"]) == ("Is there a line? 1", True, 10)
    assert case.game is not None
    assert case.recorded == record().header.players
    assert bench.line().state == "sent"
    bench.answer()
    bench.pass_time(5)
    assert (bench.line().state, bench.line().chosen, bench.line().ruling) == ("answered", "No", "A scratch.")
    assert not bench.line().seen
    bench.outbox.see("question-0001")
    bench.outbox.step()
    assert bench.line().seen


@pytest.mark.parametrize("fault", ["cut", "proxy"])
def test_while_the_event_host_is_away_the_question_waits_also_through_a_restart(bench: Asked, fault: str) -> None:
    bench.wire.fault = lambda _: fault
    bench.ask()
    bench.pass_time(600)
    assert bench.line().state == "waiting"
    bench.close()
    bench.open()
    bench.wire.fault = lambda _: None
    bench.pass_time(120)
    assert bench.queue() == ["Is there a line? 1"]
    assert bench.line().state == "sent"


@pytest.mark.parametrize("fault", ["lost", pytest.param("twice", marks=pytest.mark.exhaustive)])
def test_a_question_is_asked_once_whatever_the_network_does(bench: Asked, fault: str) -> None:
    bench.ask()
    bench.ask()
    bench.wire.fault = lambda number: fault if number % 3 else None
    bench.pass_time(900)
    assert bench.queue() == ["Is there a line? 1"]
    bench.answer("one", "")
    bench.pass_time(900)
    assert (bench.line().state, bench.line().chosen) == ("answered", "Yes")


def test_an_event_host_that_takes_no_questions_is_not_asked_again(bench: Asked) -> None:
    evening.end_event(bench.store, bench.event, "h")
    bench.ask()
    bench.pass_time(60)
    assert bench.line().state == "gone"
    assert bench.outbox.view.state == "connected"
    bench.pass_time(30)
    assert bench.queue() == []


def test_games_go_on_being_sent_while_a_question_waits(bench: Asked) -> None:
    bench.ask()
    play(bench.journal, record(), start=10, game=bench.game)
    bench.run()
    assert bench.outbox.view.waiting == 0
    assert len(bench.held()) == 1


def test_only_the_latest_questions_are_remembered(bench: Asked) -> None:
    for number in range(MAX_QUESTIONS + 5):
        bench.ask(number)
    bench.outbox.step()
    assert bench.outbox.view.asks[0].id == "question-0005"
    assert len(bench.outbox.view.asks) == MAX_QUESTIONS


def test_a_table_without_an_event_host_keeps_no_questions(tmp_path: Path, sqlite_store: Store) -> None:
    bench = Bench(tmp_path, sqlite_store)
    bench.outbox.ask(Asking(id="question-0001", game=1, n=1, question="?"))
    bench.outbox.step()
    assert bench.outbox.view.asks == ()
    assert not (tmp_path / "outbox.sqlite3").exists()
    bench.close()
    bench.ingest.close()


def test_a_new_pairing_forgets_what_was_asked_elsewhere(bench: Asked) -> None:
    bench.ask()
    bench.pass_time(5)
    bench.settle()
    assert bench.outbox.view.asks == ()
