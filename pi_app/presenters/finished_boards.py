"""What lies on finished boards without a history: what was read and told of them, and which doubts change points.

It is kept beside the record, so the page says why each point was written as long as the game is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.doubt import Doubts, Standing, drawn_or_not
from engines.game import Receipt, Row
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Part, Tap

KEPT: Final = "boards.{game}"
DRAWN: Final = 0.5
"""From this probability on something counts as drawn until somebody says otherwise."""

Photo: TypeAlias = tuple[str, tuple[float, float, float, float]]
"""A photograph by its name, and the part of the board that it covers: left, top, width, height in mm."""
Ends: TypeAlias = tuple[str, str]
"""Two points of a board; of a disc the numbers of two stars, as text."""
DoubtKind: TypeAlias = Literal["line", "shooting_star", "object"]


class Doubt(msgspec.Struct, frozen=True):
    """Something that a reading is not sure of: a line, a shooting star (head first), or what is drawn at one point."""

    kind: DoubtKind
    at: tuple[str, ...]
    p: float


class FinishedBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies on a board: read from a photograph, put right by a finger."""

    lines: tuple[Ends, ...] = ()
    shooting_stars: tuple[Ends, ...] = ()
    objects: tuple[str, ...] = ()
    """The points at which something of the power bonus is drawn."""
    slate: int | None = None
    crossed: int | None = None
    """How many 3-point stars of a star board are crossed off; None: not told yet."""
    perhaps_crossed: int | None = None
    """How many were read to be crossed off; without a clean board, crossed and uncrossed ones may be mixed up."""
    seen: tuple[str, ...] = ()
    """The stars of a disc that some photograph has shown."""
    doubts: tuple[Doubt, ...] = ()
    photo: str | None = None
    stop: int | None = None
    """The numeral to which a disc was turned in that photograph."""


class Desk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The boards of one game by seat, as text, and what was told about all of them."""

    boards: dict[str, FinishedBoard] = {}
    point_bonus: str = ""
    power_bonus: str = ""


class Extra(msgspec.Struct, frozen=True):
    """Something to tell beside the lines; `on`: whether it was told. A key without words is a place in the row."""

    key: str
    words: str
    on: bool = False


class BoardKind(Protocol):
    """What one game knows of its finished boards. Methods get the desk, for what was told about all of them."""

    def rows(self, desk: Desk, board: FinishedBoard) -> tuple[Row, ...] | None:
        """The rows that the board fills; None where it cannot be one (a line where none can be)."""

    def stage(
        self, desk: Desk, board: FinishedBoard, lit: Sequence[Receipt], asked: Doubt | None, photo: Photo | None
    ) -> Part:
        """The board with what paid lit up, and what is asked about; nothing while too little is known of it."""

    def merged(self, before: FinishedBoard, read: FinishedBoard) -> FinishedBoard:
        """What is known after one more photograph of the same board."""

    def put_right(self, board: FinishedBoard, a: str, b: str, drawn: bool) -> FinishedBoard:
        """The board with that line there if it was not, and away if it was; the same where no line can be.

        `drawn`: a finger went from point to point, and did not tap the line.
        """

    def point(self, desk: Desk, board: FinishedBoard, at: str) -> FinishedBoard:
        """The board after a second tap on the same point."""
        return board

    def extras(self, desk: Desk, board: FinishedBoard) -> tuple[Extra, ...]:
        """What else is to be told."""

    def tell(self, desk: Desk, board: FinishedBoard, key: str) -> tuple[Desk, FinishedBoard]:
        """One of the extras was tapped."""

    def cards(self, which: str) -> tuple[Tap, ...]:
        """The cards of that kind to choose from, if there are any; each does `pi_app.steps.finished.Card`."""
        return ()

    def hint(self, board: FinishedBoard) -> str:
        """What to do next."""

    def question(self, desk: Desk, doubt: Doubt) -> tuple[str, str, str]:
        """What is asked, and the two answers: there, not there."""


def with_answer(board: FinishedBoard, doubt: Doubt, there: bool) -> FinishedBoard:
    """The board once somebody has said whether that is drawn; nothing is doubtful about it any more."""
    kept = replace(board, doubts=tuple(d for d in board.doubts if (d.kind, d.at) != (doubt.kind, doubt.at)))
    field = {"line": "lines", "shooting_star": "shooting_stars", "object": "objects"}[doubt.kind]
    thing: Any = doubt.at[0] if doubt.kind == "object" else doubt.at
    others = tuple(one for one in getattr(kept, field) if one != thing)
    return replace(kept, **{field: (*others, thing) if there else others})


def desk_of(nav: Navigator) -> Desk:
    """What was read and told of the boards of the game in progress."""
    return nav.journal.kept(KEPT.format(game=nav.open_table.game_id), Desk)


def keep_desk(nav: Navigator, desk: Desk) -> None:
    """Remember what was read and told of the boards of the game in progress."""
    nav.journal.set_place(KEPT.format(game=nav.open_table.game_id), msgspec.json.encode(desk).decode())


def weighty(kind: BoardKind, desk: Desk, board: FinishedBoard) -> tuple[Doubt, ...]:
    """The doubts whose answer changes the board's points, the weightiest first."""
    by_mark = {(doubt.kind, doubt.at): doubt for doubt in board.doubts}

    def worth(answers: dict[tuple[DoubtKind, tuple[str, ...]], bool]) -> Standing | None:
        told = board
        for mark, there in answers.items():
            told = with_answer(told, by_mark[mark], there)
        rows = kind.rows(desk, told)
        return None if rows is None else Standing((sum(row.points for row in rows),))

    doubts = Doubts({mark: drawn_or_not(doubt.p) for mark, doubt in by_mark.items()}, worth)
    weighed = sorted(((doubts.weight(mark), mark) for mark in by_mark), key=lambda pair: (pair[0].order, pair[1]))
    return tuple(by_mark[mark] for weight, mark in weighed if weight.matters)
