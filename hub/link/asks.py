"""Questions that tables put to the host with both readings and the part of the photograph, and the host's answers.

A question comes once however often it is sent: its table names it. The answer goes back with what the table is told
next; a table that hears it late, or not at all, plays on.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from hub.database import schema
from hub.database.audit import Changing, changing, within
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.errors import BadValue, NotNow, TooMany, unknown

MAX_PHOTO_BYTES: Final = 64 * 1_024
MAX_OPEN: Final = 20
"""The most questions of one table that nobody has answered yet."""
MAX_RULING: Final = 500
AskId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Words = Annotated[str, Meta(max_length=300)]
Photo = Annotated[str, Meta(max_length=MAX_PHOTO_BYTES * 4 // 3 + 4)]
DECISIONS: Final = ("", "one", "other")


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question for the host. `id` names it at its table; `game`: the key of the game it is about, `n`: after how
    many of its lines; `one`, `other`: the two readings in words; `photo`: the part of the photograph, JPEG or PNG in
    base64.
    """

    id: AskId
    question: Annotated[str, Meta(min_length=1, max_length=300)]
    one: Words = ""
    other: Words = ""
    photo: Photo = ""
    game: Annotated[str, Meta(max_length=64)] = ""
    n: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class QuestionTaken(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question that has come in; `new`: whether it was not known before."""

    id: str
    new: bool
    now: int


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a question: `answered` (`decision`: which of the two readings, empty for neither; `ruling`: the
    host's words), or `gone` where the event host does not have it any more.
    """

    id: str
    state: Literal["answered", "gone"]
    decision: str = ""
    ruling: str = ""


def photograph(text: str) -> bytes | None:
    """A photograph in base64; None for an empty text. Raises Refused (`bad_value`) for what is none."""
    if not text:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadValue("photo.not_base64", "photo: not base64") from error
    if not data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")):
        raise BadValue("photo.kind", "photo: neither JPEG nor PNG")
    return data


def take_question(
    tx: Transaction, table: int, place: Row | None, seating: int | None, asked: Question
) -> QuestionTaken:
    """Put a table's question to the host. `place`: where the table stands, `seating`: who sits there now.

    Raises Refused: `not_now` where the table stands at no place of an open evening, `too_many`, `bad_value`.
    """
    cases, photo = schema.cases, photograph(asked.photo)
    mine = sa.select(cases.c.id).where(cases.c.table_id == table)
    known = mine.where(cases.c.ask == asked.id)
    if place is None:
        if tx.one(known) is None:
            raise NotNow("table.nowhere", "the table stands at no place of an evening")
        return QuestionTaken(id=asked.id, new=False, now=tx.now)
    with within(tx, place.event_id, f"table:{table}", "ask_judge", {"question": asked.question}) as change:
        if tx.one(known) is not None:
            return QuestionTaken(id=asked.id, new=False, now=tx.now)
        if len(tx.rows(mine.where(cases.c.closed_at.is_(None), cases.c.ask.is_not(None)))) >= MAX_OPEN:
            raise TooMany("ask.too_many", "more than {most} questions wait for an answer", MAX_OPEN)
        case = _open(change, table, seating, asked)
    if photo is not None:
        tx.run(sa.update(cases).where(cases.c.id == case).values(photo=photo))
    tx.publish(Change("case", case, place.event_id), Change("table", table, place.event_id))
    return QuestionTaken(id=asked.id, new=True, now=tx.now)


def _open(change: Changing, table: int, seating: int | None, asked: Question) -> int:
    games = schema.games
    game = change.tx.one(sa.select(games.c.id).where(games.c.table_id == table, games.c.key == asked.game))
    data: dict[str, Any] = {"question": asked.question, "one": asked.one, "other": asked.other, "n": asked.n}
    return change.add(
        schema.cases, event_id=change.event, table_id=table, seating_id=seating,
        game_id=game.id if game is not None else None, kind="table_asks", ask=asked.id, opened_at=change.tx.now,
        data=msgspec.json.encode(data).decode(), ruling="", decision="",
    )  # fmt: skip


def answer(
    store: Store, event: int, actor: str, case: int, decision: str, ruling: str = "", seen: int | None = None
) -> None:
    """The host answers a table's question: one of its readings, or neither, with words where there are any."""
    if decision not in DECISIONS:
        raise BadValue("answer.decision", "decision {decision!r}: expected one, other or nothing", decision[:20])
    ruling = ruling[:MAX_RULING]
    detail = {"case": case, "decision": decision, "ruling": ruling}
    with changing(store, event, actor, "answer", detail, seen) as change:
        cases = schema.cases
        query = sa.select(cases).where(cases.c.id == case, cases.c.event_id == event)
        row = change.tx.the(query, unknown("case", case))
        if row.ask is None or row.closed_at is not None:
            raise NotNow("ask.closed", "this question waits for no answer")
        if not decision and not ruling.strip():
            raise BadValue("answer.empty", "an answer: choose a reading, or say something")
        change.update(cases, case, closed_at=change.tx.now, ruling=ruling, decision=decision)
        change.tx.publish(Change("case", case, event), Change("table", row.table_id, event))


def answers_for(tx: Transaction, table: int, waiting: Sequence[str]) -> tuple[Answer, ...]:
    """What has become of the questions that a table waits for."""
    if not waiting:
        return ()
    cases = schema.cases
    query = sa.select(cases.c.ask, cases.c.closed_at, cases.c.decision, cases.c.ruling)
    rows = tx.rows(query.where(cases.c.table_id == table, cases.c.ask.in_(waiting)))
    known = {row.ask: row for row in rows}
    gone = (Answer(id=ask, state="gone") for ask in waiting if ask not in known)
    done = (
        Answer(id=row.ask, state="answered", decision=row.decision, ruling=row.ruling)
        for row in rows
        if row.closed_at is not None
    )
    return (*done, *gone)


def open_questions(tx: Transaction, event: int) -> dict[int, str]:
    """Table -> the question of it that has waited longest for the host."""
    cases = schema.cases
    query = sa.select(cases.c.table_id, cases.c.data).where(
        cases.c.event_id == event, cases.c.closed_at.is_(None), cases.c.kind == "table_asks"
    )
    rows = tx.rows(query.where(cases.c.table_id.is_not(None)).order_by(cases.c.id.desc()))
    return {row.table_id: str(msgspec.json.decode(row.data).get("question", "")) for row in rows}
