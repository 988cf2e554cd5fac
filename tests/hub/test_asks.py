"""Questions of tables to the host: each once, with both readings and the photograph, and the way back of the answer."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database import audit, schema
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.errors import Refused
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.link import asks, tables
from hub.link.asks import MAX_OPEN, Question
from hub.link.tables import Paired
from hub.views import board
from tests.hub.pages import PHOTO, glance_of
from tests.hub.refusals import refused

READINGS = {"one": "Yes, a line: 27 points", "other": "No line: 24 points"}


def question(number: int = 1, **changes: Any) -> Question:
    return Question(**{"id": f"question-{number:04d}", "question": "Is there a line?", **READINGS, **changes})


class Evening(msgspec.Struct, frozen=True):
    """An evening of two tables; the device of the first is paired, a round runs."""

    store: Store
    id: int
    paired: Paired

    def ask(self, asked: Question) -> asks.QuestionTaken:
        return tables.ask(self.store, self.paired.table, self.paired.token, asked)

    def told(self, *waiting: str) -> tuple[asks.Answer, ...]:
        note = tables.TableNote(sent=1, screen="question", waiting=waiting)
        return tables.take_note(self.store, self.paired.table, self.paired.token, note).answers


@pytest.fixture
def night(store: Store) -> Evening:
    event = evening.create_event(store, "h", Plan(name="E", game="stellar", seats=2, places=2))
    evening.add_players(store, event, "h", ["Ada", "Bo", "Cy", "Di"])
    rounds.start_round(store, event, "h", rounds.plan_round(store, event, "h"))
    place = board.event_view(store, event).places[0]
    return Evening(store, event, tables.pair(store, tables.new_code(store, place.id), "Window", "here"))


def test_a_question_stands_once_in_the_queue_with_both_readings_and_the_photograph(night: Evening) -> None:
    assert night.ask(question(photo=PHOTO)).new
    assert not night.ask(question(photo=PHOTO)).new
    (case,) = board.queue(night.store, night.id)
    assert (case.kind, case.answerable, case.photo) == ("table_asks", True, True)
    assert {name: case.data[name] for name in READINGS} == READINGS
    assert board.case_photo(night.store, night.id, case.id) == base64.b64decode(PHOTO)
    assert case.seating is not None
    assert case.seating.place == 1
    seen = {view.place: view for view in glance_of(night.store, night.id)}
    assert (seen[1].state, seen[1].asks) == ("asks", "Is there a line?")


def test_the_answer_goes_back_to_the_table_until_it_has_it(night: Evening) -> None:
    night.ask(question())
    assert night.told("question-0001") == ()
    (case,) = board.queue(night.store, night.id)
    asks.answer(night.store, night.id, "host:Vera", case.id, "other", "It is a scratch.")
    wanted = asks.Answer(id="question-0001", state="answered", decision="other", ruling="It is a scratch.")
    assert night.told("question-0001") == (wanted,) == night.told("question-0001")
    assert night.told() == ()
    assert board.queue(night.store, night.id) == ()
    assert next(view.state for view in glance_of(night.store, night.id)) == "idle"


def test_an_answer_in_words_and_one_by_judging_go_back_too(night: Evening) -> None:
    night.ask(question(1))
    night.ask(question(2))
    one, two = board.queue(night.store, night.id)
    asks.answer(night.store, night.id, "host:Vera", one.id, "", "Draw it again.")
    assert two.seating is not None
    results.judge(night.store, night.id, "host:Vera", two.seating.id, [20, 30])
    assert [(a.decision, a.ruling) for a in night.told("question-0001", "question-0002")] == [
        ("", "Draw it again."), ("", "judged"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("decision", "ruling", "code"), [("both", "", "bad_value"), ("", " ", "bad_value"), ("one", "", "")]
)
def test_what_is_no_answer_is_refused(night: Evening, decision: Any, ruling: str, code: str) -> None:
    night.ask(question())
    (case,) = board.queue(night.store, night.id)
    if not code:
        asks.answer(night.store, night.id, "h", case.id, decision, ruling)
        code, decision = "not_now", "other"
    with refused(code):
        asks.answer(night.store, night.id, "h", case.id, decision, ruling)


def test_answering_is_undone_and_the_question_is_asked_again(night: Evening) -> None:
    night.ask(question())
    (case,) = board.queue(night.store, night.id)
    asks.answer(night.store, night.id, "h", case.id, "one")
    newest = audit.log_of(night.store, night.id)[0]
    assert newest.verb == "answer"
    audit.undo(night.store, night.id, newest.id, "h")
    assert [one.id for one in board.queue(night.store, night.id)] == [case.id]
    assert night.told("question-0001") == ()


def test_a_question_that_was_undone_is_gone_for_its_table(night: Evening) -> None:
    night.ask(question())
    audit.undo(night.store, night.id, audit.log_of(night.store, night.id)[0].id, "h")
    assert night.told("question-0001", "question-0002") == (
        asks.Answer(id="question-0001", state="gone"), asks.Answer(id="question-0002", state="gone"),
    )  # fmt: skip


def test_a_table_that_stands_nowhere_is_told_so(night: Evening) -> None:
    elsewhere = tables.pair(night.store, tables.new_code(night.store), "Cellar", "here")
    with pytest.raises(Refused, match="stands at no place"):
        tables.ask(night.store, elsewhere.table, elsewhere.token, question())


def test_a_table_does_not_flood_the_queue(night: Evening) -> None:
    for number in range(MAX_OPEN):
        night.ask(question(number))
    with refused("too_many"):
        night.ask(question(99))
    assert len(board.queue(night.store, night.id)) == MAX_OPEN


@pytest.fixture
def client(night: Evening) -> Iterator[TestClient]:
    with (
        Hub(night.store) as hub,
        TestClient(create_app(hub, web.routes(hub), web.error_page), follow_redirects=False) as opened,
    ):
        yield opened


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400), ({"id": "x", "question": "?"}, 400), ({"id": "question-0001", "question": ""}, 400),
        ({"id": "question-0001", "question": "?" * 301}, 400), ({"id": "quest'--;DROP", "question": "?"}, 400),
        ({"id": "question-0001", "question": "?", "photo": "x"}, 422),
        ({"id": "question-0001", "question": "?", "photo": base64.b64encode(b"GIF89a").decode()}, 422),
        ({"id": "question-0001", "question": "?", "photo": "A" * 200_000}, 413),
        ({"id": "question-0001", "question": "<script>alert(1)</script>", "game": "nobody's"}, 200),
    ],
)  # fmt: skip
def test_what_tables_send_is_checked(night: Evening, client: TestClient, body: dict[str, Any], status: int) -> None:
    address = f"/api/tables/{night.paired.table}/asks"
    token = {"authorization": f"Bearer {night.paired.token}"}
    assert client.post(address, json=body, headers=token).status_code == status
    assert client.post(address, json=body, headers={"authorization": f"Bearer {'x' * 43}"}).status_code in (401, status)
    assert len(board.queue(night.store, night.id)) == (status == 200)


def test_the_host_sees_both_readings_and_the_photograph_and_decides(night: Evening, client: TestClient) -> None:
    night.ask(question(photo=PHOTO, question="A line <b>here</b>?"))
    cookie, session = hosts.log_in(night.store, "Vera", hosts.set_password(night.store, "Vera"), "here")
    client.cookies.set(COOKIE, cookie)
    page = client.get(f"/host/events/{night.id}/judge", headers={"accept": "text/html"}).text
    assert all(words in page for words in (*READINGS.values(), "A line &lt;b&gt;here&lt;/b&gt;?", "This one is right"))
    assert 'class="crop"' in page
    (case,) = board.queue(night.store, night.id)
    form = {"csrf": session.csrf, "case": str(case.id), "decision": "one", "ruling": "Look closely."}
    assert client.post(f"/host/events/{night.id}/do/answer", data=form).status_code == 303
    assert [(a.decision, a.ruling) for a in night.told("question-0001")] == [("one", "Look closely.")]
    log = client.get(f"/host/events/{night.id}/log", headers={"accept": "text/html"}).text
    assert "question of a table answered" in log
    assert "the first reading · Look closely." in log


def test_what_was_done_before_cases_had_names_and_answers_can_be_undone(store: Store) -> None:
    event = evening.create_event(store, "h", Plan(name="E", game="stellar", seats=2, places=2))
    paired = tables.pair(store, tables.new_code(store, board.event_view(store, event).places[0].id), "Window", "here")
    note = tables.TableNote(sent=1, asks=tables.Asks(question="Which card?", judge=True))
    tables.take_note(store, paired.table, paired.token, note)
    (case,) = board.queue(store, event)
    with store.write() as tx:
        plain = sa.text("UPDATE audit SET rows = :rows WHERE verb = 'ask_judge'")
        (old,) = tx.rows(sa.select(schema.audit.c.rows).where(schema.audit.c.verb == "ask_judge"))
        told = msgspec.json.decode(old.rows)
        told[0][3] = {name: value for name, value in told[0][3].items() if name not in ("ask", "decision")}
        tx.run(plain, {"rows": msgspec.json.encode(told).decode()})
    asked = next(entry for entry in audit.log_of(store, event) if entry.verb == "ask_judge")
    undone = audit.undo(store, event, asked.id, "h")
    assert board.queue(store, event) == ()
    audit.undo(store, event, undone, "h")
    assert [found.id for found in board.queue(store, event)] == [case.id]


def test_the_same_question_from_two_processes_is_one(postgres_url: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with Store(postgres_url) as store, Store(postgres_url) as beside:
        event = evening.create_event(store, "h", Plan(name="E", game="stellar", seats=2, places=2))
        place = board.event_view(store, event).places[0]
        paired = tables.pair(store, tables.new_code(store, place.id), "Window", "here")
        with ThreadPoolExecutor(8) as pool:
            sent = [pool.submit(tables.ask, (store, beside)[k % 2], paired.table, paired.token, question())
                    for k in range(16)]  # fmt: skip
            assert sum(one.result().new for one in sent) == 1
        assert len(board.queue(store, event)) == 1


def test_a_note_is_no_second_door_for_questions(night: Evening) -> None:
    def note(question: str) -> None:
        said = tables.TableNote(sent=1, asks=tables.Asks(question=question, judge=True))
        tables.take_note(night.store, night.paired.table, night.paired.token, said)

    for _ in range(2):
        for number in range(MAX_OPEN + 15):
            note(f"Question {number}?")
    found = board.queue(night.store, night.id)
    assert len(found) == MAX_OPEN
    with night.store.read() as tx:
        log = schema.audit
        written = tx.rows(sa.select(log.c.id).where(log.c.verb == "ask_judge"))
    assert len(written) == MAX_OPEN
    asks.answer(night.store, night.id, "h", found[0].id, "one")
    note("Question 0?")
    assert len(board.queue(night.store, night.id)) == MAX_OPEN
