"""Games that have no engine: somebody describes one in a minute, and it has a score pad like any other.

The record of such a pad has the game `other` and the pack `pad`; its options are the description. A cell holds how many
there are of what its row counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.game import PlayerScore, Row, ScoreSheet, Violation
from engines.pad import Close, PadAction, PadState, ScorePad, Write, value_of
from engines.registry import OTHER

Score: TypeAlias = Literal["points", "lowest", "outcome", "places", "time"]
"""What is told of each player: points (most or fewest win), won, drawn or lost, a place, or a time in seconds."""
LOST, DRAWN, WON = OUTCOMES = 0, 1, 2
"""What an outcome is written as. Who plays together all win, or all lose."""
MAX_ROWS: Final = 12


class ScoreRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the game's score pad: what is counted, and how many points each of it brings; with none it breaks ties:
    among those who win, whoever has most of it."""

    name: Annotated[str, Meta(max_length=200)]
    each: Annotated[int, Meta(ge=-1_000, le=1_000)] = 1


WHOLE: Final[dict[Score, tuple[ScoreRow, ...]]] = {
    "points": (ScoreRow("points"),), "lowest": (ScoreRow("points"),), "outcome": (ScoreRow("outcome"),),
    "places": (ScoreRow("place"),), "time": (ScoreRow("minutes", 60), ScoreRow("seconds")),
}  # fmt: skip
"""The pad of a game that has no rows of its own."""


class Description(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as somebody describes it. Without rows, totals are told."""

    title: Annotated[str, Meta(max_length=200)]
    score: Score = "points"
    rows: Annotated[tuple[ScoreRow, ...], Meta(max_length=MAX_ROWS)] = ()

    @property
    def lowest(self) -> bool:
        """Whether the smallest number wins."""
        return self.score in ("lowest", "places", "time")

    def pad(self) -> dict[str, ScoreRow]:
        """The rows of its score pad by names of their own."""
        found: dict[str, ScoreRow] = {}
        for number, row in enumerate(self.rows or WHOLE[self.score], start=1):
            found[row.name if row.name not in found else f"{row.name} ({number})"] = row
        return found

    def winning(self, totals: Sequence[int]) -> int | None:
        """The total that wins; None where all have lost together."""
        best = min(totals) if self.lowest else max(totals)
        return None if self.score == "outcome" and best == LOST else best

    def winners(self, columns: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The seats that win with these counts of the rows; where points are level, the rows that break ties decide,
        the first of them first."""
        totals = [self.total(counts) for counts in columns]
        level = [seat for seat, total in enumerate(totals) if total == self.winning(totals)]
        ties = {seat: [n for n, row in zip(columns[seat], self.rows, strict=True) if not row.each] for seat in level}
        return tuple(seat for seat in level if ties[seat] == max(ties.values()))

    def total(self, counts: Sequence[int]) -> int:
        """The points of one column of the score pad."""
        return sum(row.each * count for row, count in zip(self.rows, counts, strict=True))


class DescribedState(PadState, frozen=True, kw_only=True):
    """What stands on the pad of a described game."""

    game: Description


class DescribedPad(ScorePad):
    """The pad of whatever game the options of its record describe."""

    name = OTHER
    rows = ()
    seats = (1, 8)
    state_type = DescribedState
    options_type = Description

    def setup(self, players: Sequence[str], options: Any = None) -> DescribedState:
        """An empty pad. Raises BadInput as every pad does."""
        empty = super().setup(players)
        return DescribedState(players=empty.players, cells=empty.cells, game=options or Description(title=""))

    def rows_of(self, state: PadState) -> tuple[str, ...]:
        """The rows that the description names."""
        return tuple(_game(state).pad())

    def check(self, state: PadState, action: PadAction) -> list[Violation]:
        """Everything wrong with an action; an outcome and a place are one number each."""
        found, score = super().check(state, action), _game(state).score
        if not found and isinstance(action, Write) and score == "outcome" and (value_of(action.sum) or 0) > WON:
            found.append(
                Violation("pad.outcome", "expected 2 for won, 1 for drawn, 0 for lost", (f"row:{action.row}",))
            )
        if not found and isinstance(action, Close) and score == "places" and not _are_places(self._totals(state)):
            found.append(Violation("pad.places", "expected the places 1, 2, 3…; who shares one has the same"))
        return found

    def score(self, state: PadState) -> ScoreSheet:
        pad, totals = _game(state).pad(), self._totals(state)
        players = tuple(
            PlayerScore(
                name,
                total,
                tuple(Row(row, _points(cells, row, pad[row])) for row in pad if row in cells and pad[row].each),
                {row: value_of(cells.get(row, "")) or 0 for row in pad if not pad[row].each},
            )
            for name, cells, total in zip(state.players, state.cells, totals, strict=True)
        )
        return ScoreSheet(self.name, players, tuple(state.players[seat] for seat in self._winners(state, totals)))

    def _winners(self, state: PadState, totals: Sequence[int]) -> Sequence[int]:
        game = _game(state)
        if game.rows:
            return game.winners([[value_of(cells.get(row, "")) or 0 for row in game.pad()] for cells in state.cells])
        return [seat for seat, total in enumerate(totals) if total == game.winning(totals)]

    def _totals(self, state: PadState) -> list[int]:
        pad = _game(state).pad()
        return [sum(_points(cells, name, row) for name, row in pad.items()) for cells in state.cells]


def _game(state: PadState) -> Description:
    assert isinstance(state, DescribedState)
    return state.game


def _points(cells: dict[str, str], name: str, row: ScoreRow) -> int:
    return row.each * (value_of(cells.get(name, "")) or 0)


def _are_places(totals: Sequence[int]) -> bool:
    return all(total == 1 + sum(other < total for other in totals) for total in totals)
