"""Questions to the host of an evening as the outbox keeps them: until they are sent, answered and seen; and pictures of
finished boards, until they are sent.
"""

from __future__ import annotations

import sqlite3
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

MAX_QUESTIONS: Final = 20
"""Questions that are remembered, and pictures; the event host takes no more of one table at a time."""
Kind: TypeAlias = Literal["asks", "pictures"]
"""Where at the event host it goes."""
AskState: TypeAlias = Literal["waiting", "sent", "answered", "gone"]
"""Still to be sent; the host has it; answered; nobody will answer."""

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS asks (pos INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game INTEGER NOT NULL,
                                 n INTEGER NOT NULL, question TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL,
                                 photo TEXT NOT NULL, state TEXT NOT NULL, decision TEXT NOT NULL,
                                 ruling TEXT NOT NULL, seen INTEGER NOT NULL,
                                 kind TEXT NOT NULL DEFAULT 'asks') STRICT;
"""


def upgrade(file: sqlite3.Connection) -> None:
    """Bring the table of an earlier version up to date."""
    if "kind" not in {row[1] for row in file.execute("PRAGMA table_info(asks)")}:
        file.execute("ALTER TABLE asks ADD COLUMN kind TEXT NOT NULL DEFAULT 'asks'")


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A question for the host. `id` is the same whenever the same thing is asked; `game`: the journal's number, after
    `n` of its lines; `photo`: the part of the photograph, JPEG in base64. Or a picture of a finished board: `one` says
    whose.
    """

    id: str
    game: int
    n: int
    question: str
    one: str = ""
    other: str = ""
    photo: str = ""
    kind: Kind = "asks"

    def told(self, game: str) -> dict[str, Any]:
        """What the event host is told; `game`: its own name for the game."""
        if self.kind == "pictures":
            return {"id": self.id, "game": game, "name": self.one, "photo": self.photo}
        fields: dict[str, Any] = msgspec.to_builtins(self)
        del fields["kind"]
        return {**fields, "game": game}


class AskLine(msgspec.Struct, frozen=True, kw_only=True):
    """What has become of a question. `decision`: `one`, `other`, or empty; `seen`: somebody has read the answer."""

    id: str
    question: str
    one: str
    other: str
    state: AskState
    decision: str = ""
    ruling: str = ""
    seen: bool = False

    @property
    def chosen(self) -> str:
        """The reading that the host holds to be right; empty where it was neither."""
        return {"one": self.one, "other": self.other}.get(self.decision, "")


class Answer(msgspec.Struct, frozen=True):
    """What the event host says of one question."""

    id: Annotated[str, Meta(max_length=40)]
    state: Literal["answered", "gone"]
    decision: Literal["", "one", "other"] = ""
    ruling: Annotated[str, Meta(max_length=1_000)] = ""


class AskShelf:
    """The questions in the outbox's file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def add(self, asking: Asking) -> None:
        """Keep a question; the same one again changes nothing."""
        fields: dict[str, Any] = msgspec.to_builtins(asking)
        with self._file:
            self._file.execute(
                "INSERT OR IGNORE INTO asks "
                "(id, game, n, question, one, other, photo, state, decision, ruling, seen, kind) "
                "VALUES (:id, :game, :n, :question, :one, :other, :photo, 'waiting', '', '', 0, :kind)",
                fields,
            )
            self._file.execute(
                "DELETE FROM asks WHERE kind = ? AND pos NOT IN "
                "(SELECT pos FROM asks WHERE kind = ? ORDER BY pos DESC LIMIT ?)",
                (asking.kind, asking.kind, MAX_QUESTIONS),
            )

    def lines(self) -> tuple[AskLine, ...]:
        """All questions that are remembered, oldest first."""
        query = (
            "SELECT id, question, one, other, state, decision, ruling, seen FROM asks WHERE kind = 'asks' ORDER BY pos"
        )
        names = ("id", "question", "one", "other", "state", "decision", "ruling", "seen")
        rows = self._file.execute(query).fetchall()
        return tuple(AskLine(**{**dict(zip(names, row, strict=True)), "seen": bool(row[-1])}) for row in rows)

    def next(self) -> Asking | None:
        """What to send now; questions first."""
        query = (
            "SELECT id, game, n, question, one, other, photo, kind FROM asks WHERE state = 'waiting' "
            "ORDER BY kind, pos LIMIT 1"
        )
        row = self._file.execute(query).fetchone()
        return None if row is None else Asking(**dict(zip(Asking.__struct_fields__, row, strict=True)))

    def open(self) -> tuple[str, ...]:
        """Those that the host has and has not answered."""
        rows = self._file.execute("SELECT id FROM asks WHERE state = 'sent' ORDER BY pos").fetchall()
        return tuple(row[0] for row in rows)

    def sent(self, ask: str) -> None:
        """The host has it: its photograph is not needed any more, and nothing of a picture."""
        with self._file:
            self._file.execute("DELETE FROM asks WHERE id = ? AND kind = 'pictures'", (ask,))
            self._file.execute("UPDATE asks SET state = 'sent', photo = '' WHERE id = ?", (ask,))

    def close(self, answer: Answer) -> None:
        """It has an answer, or will never have one."""
        with self._file:
            self._file.execute(
                "UPDATE asks SET state = ?, decision = ?, ruling = ?, photo = '' "
                "WHERE id = ? AND state IN ('waiting', 'sent')",
                (answer.state, answer.decision, answer.ruling, answer.id),
            )

    def see(self, ask: str) -> None:
        """Somebody has read the answer."""
        with self._file:
            self._file.execute("UPDATE asks SET seen = 1 WHERE id = ?", (ask,))

    def clear(self) -> None:
        """Another event host knows nothing of them."""
        self._file.execute("DELETE FROM asks")
