from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.errors import NotPossible
from hardware.worker import Answer, Worker, _serve

PATIENCE = 600.0


def answering(marks: str) -> Callable[[Any], Any]:
    """A child that leaves a mark in a file when it begins, and then does as it is told."""
    with Path(marks).open("a") as file:
        file.write("begun\n")

    def handle(request: Any) -> Any:
        match request:
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                signal.pause()
            case "refuse":
                raise NotPossible("board.none", "no board\nin the picture")
            case "fault":
                raise ZeroDivisionError("by zero")
        return request

    return handle


def broken_at_the_start() -> Callable[[Any], Any]:
    raise RuntimeError("cannot begin")


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    path = tmp_path / "marks"
    path.touch()
    return path


def begun(marks: Path) -> int:
    return len(marks.read_text().splitlines())


def ask(worker: Worker, request: Any) -> Answer:
    ticket = worker.ask(request)
    answer = worker.wait(PATIENCE)
    assert answer is not None
    assert answer.ticket == ticket
    return answer


def worker(marks: Path, **changes: Any) -> Worker:
    return Worker(answering, str(marks), name="reader", **{"limit": PATIENCE, "delays": (0.0,), **changes})


def test_requests_are_answered_in_order_without_waiting(marks: Path) -> None:
    with worker(marks) as child:
        assert child.poll() == []
        tickets = [child.ask(n * n) for n in range(5)]
        answers: list[Answer] = []
        while len(answers) < 5:
            answer = child.wait(PATIENCE)
            assert answer is not None
            answers += [answer, *child.poll()]
        assert [(a.ticket, a.value) for a in answers] == list(zip(tickets, (0, 1, 4, 9, 16), strict=True))
    assert begun(marks) == 1


def test_a_big_request_does_not_hold_up_the_caller(marks: Path) -> None:
    with worker(marks) as child:
        assert len(ask(child, b"x" * 8_000_000).value) == 8_000_000


def test_what_is_refused_comes_back_as_one_readable_line(marks: Path) -> None:
    with worker(marks) as child:
        assert str(ask(child, "refuse").failure) == "no board in the picture"
        assert str(ask(child, "fault").failure) == "ZeroDivisionError: by zero"
        assert ask(child, 7).value == 7
    assert begun(marks) == 1


def test_a_request_that_cannot_be_sent_is_told_and_the_next_is_answered(marks: Path) -> None:
    with worker(marks) as child:
        failure = ask(child, lambda: None).failure
        assert failure is not None
        assert str(failure).startswith("reader: ")
        assert ask(child, 7).value == 7


def test_a_child_that_dies_is_begun_anew(marks: Path) -> None:
    with worker(marks) as child:
        assert str(ask(child, "die").failure) == "reader: it ended unexpectedly; it is begun anew"
        assert ask(child, 7).value == 7
    assert begun(marks) == 2


def test_a_child_that_hangs_is_ended_and_begun_anew(marks: Path) -> None:
    with worker(marks, limit=0.2) as child:
        assert str(ask(child, "hang").failure) == "reader: no answer within 0.2 s; it is begun anew"
        child._limit = PATIENCE
        assert ask(child, 7).value == 7
    assert begun(marks) == 2


def test_it_rests_longer_after_every_failure_in_a_row(marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    with worker(marks, delays=(0.0, 1.0, 2.0)) as child:
        monkeypatch.setattr(child._closing, "wait", rests.append)
        for request in ("die", "die", "die", 7, "die", 7):
            ask(child, request)
    assert rests == [0.0, 1.0, 2.0, 2.0, 1.0]


def test_a_child_that_cannot_begin_is_told_and_does_no_harm(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker(broken_at_the_start, name="reader", delays=(0.0,)) as child:
        assert str(ask(child, 1).failure) == "reader: it ended unexpectedly; it is begun anew"
    assert "cannot begin" in capfd.readouterr().err


def test_closing_ends_a_child_at_work_and_may_be_done_twice(marks: Path) -> None:
    child = worker(marks)
    assert ask(child, 7).value == 7
    child.ask("hang")
    child.close()
    child.close()
    assert child._child is None


def test_the_child_is_ready_answers_and_names_its_faults_until_nobody_asks(
    marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process, as coverage cannot look into a child that is killed. An interrupt is its parent's affair."""
    ignored = []
    monkeypatch.setattr(signal, "signal", lambda number, what: ignored.append((number, what)))
    here, there = multiprocessing.Pipe()
    answers: list[Any] = []

    def parent() -> None:
        answers.append(here.recv())
        for request in (7, "refuse", "fault"):
            here.send(request)
            answers.append(here.recv())
        here.close()

    thread = threading.Thread(target=parent)
    thread.start()
    _serve(there, answering, (str(marks),))
    thread.join(PATIENCE)
    ready, seven, refused, fault = answers
    assert (ready, seven, ignored) == (None, (7, None), [(signal.SIGINT, signal.SIG_IGN)])
    assert (refused[1].code, fault[1].code) == ("board.none", "worker.fault")
    assert str(fault[1]) == "ZeroDivisionError: by zero"


def test_who_is_closed_while_resting_begins_no_child(marks: Path) -> None:
    resting = worker(marks, delays=(PATIENCE,))
    resting.ask("a question")
    resting.close()
    assert begun(marks) == 0
