"""The score pad of a game on its own: no components, only what the players write into its cells.

A table that plays with paper and pen alone keeps its points here. A record of it has the pack `pad`; its lines are
the cells as they were written, so undo, corrections, replay and export are those of every other record.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from engines.errors import BadInput, NotPossible
from engines.game import Action, Game, PlayerScore, Row, ScoreSheet, Seat, State, Violation
from engines.registry import PAD

MAX_SUM_LENGTH: Final = 40
MAX_POINTS: Final = 999
_SUM: Final = re.compile(r"\d{1,3}([+-]\d{1,3})*\Z", re.ASCII)


class Write(Action, frozen=True, tag="write", kw_only=True):
    """A cell of the seat's column now says this: a sum such as `3+6+2`, or nothing."""

    row: str
    sum: str


class Close(Action, frozen=True, tag="close", kw_only=True):
    """The pad is added up; any seat may say so."""


PadAction: TypeAlias = Write | Close


class PadOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pad has none."""


class PadState(State, frozen=True, kw_only=True):
    """What stands on the pad: for each seat row -> sum as it was written."""

    cells: tuple[dict[str, str], ...]
    closed: bool = False


class ScorePad(Game[PadState, PadAction]):
    """The pad of one game: its rows in the rule book's order."""

    rows: ClassVar[tuple[str, ...]]
    ties: ClassVar[tuple[str, ...]] = ()
    """What decides between equal totals, the fewest first; asked for only where it is needed."""
    seats: ClassVar[tuple[int, int]]
    goal: ClassVar[int] = 0
    """Fewer points than this win nothing."""
    max_actions = 100_000
    state_type: ClassVar[Any] = PadState
    action_type = PadAction
    options_type: ClassVar[Any] = PadOptions
    pack_name = PAD

    @classmethod
    def from_pack(cls, data: bytes) -> ScorePad:
        """The pad; it has no components."""
        return cls()

    def setup(self, players: Sequence[str], options: Any = None) -> PadState:
        """An empty pad. Raises BadInput for a wrong number of players or names that are not distinct."""
        fewest, most = self.seats
        if not fewest <= len(players) <= most:
            raise BadInput(
                "players.count",
                "{game}: {n} players, expected {fewest} to {most}",
                self.name,
                len(players),
                fewest,
                most,
            )
        if len(set(players)) < len(players) or not all(players):
            raise BadInput("players.names", "players {names}: expected distinct names", ", ".join(map(repr, players)))
        return PadState(players=tuple(players), cells=tuple({} for _ in players))

    def rows_of(self, state: PadState) -> tuple[str, ...]:
        """The rows of a pad as it stands."""
        return self.rows

    def to_move(self, state: PadState) -> tuple[Seat, ...]:
        """Everybody, until the pad is added up."""
        return () if state.closed else tuple(range(len(state.players)))

    def legal_actions(self, state: PadState, seat: Seat) -> list[PadAction]:
        """Nothing and one point in every row, and adding up; other sums are found by `check` alone."""
        if seat not in self.to_move(state):
            return []
        cells = [Write(seat=seat, row=row, sum=text) for row in self._all(state) for text in ("", "1")]
        return [*cells, Close(seat=seat)]

    def check(self, state: PadState, action: PadAction) -> list[Violation]:
        if action.seat not in self.to_move(state):
            return [
                Violation("pad.turn", f"seat {action.seat!r} cannot write: the pad is added up, or has no such seat")
            ]
        if isinstance(action, Close):
            return []
        found = []
        if action.row not in self._all(state):
            known = ", ".join(self._all(state))
            found.append(Violation("pad.row", f"row {action.row!r}: expected one of {known}", (f"row:{action.row}",)))
        if value_of(action.sum) is None:
            reason = f"{action.sum!r}: expected a sum of 0 to {MAX_POINTS} such as '3+6+2'"
            found.append(Violation("pad.sum", reason, (f"row:{action.row}",)))
        return found

    def _all(self, state: PadState) -> tuple[str, ...]:
        return (*self.rows_of(state), *self.ties)

    def play(self, state: PadState, action: PadAction) -> PadState:
        """The pad after the action."""
        if isinstance(action, Close):
            return msgspec.structs.replace(state, closed=True)
        assert isinstance(action.seat, int), "nature never writes"
        column = {row: text for row, text in state.cells[action.seat].items() if row != action.row}
        column |= {action.row: action.sum} if action.sum else {}
        cells = (*state.cells[: action.seat], column, *state.cells[action.seat + 1 :])
        return msgspec.structs.replace(state, cells=cells)

    def deal(self, state: PadState, rng: Random) -> PadAction:
        """Never: nothing on a pad comes from chance."""
        raise NotPossible("pad.no_deal", "a score pad has nothing to deal")

    def score(self, state: PadState) -> ScoreSheet:
        """The pad as it stands; an empty cell counts nothing."""
        players = tuple(self._column(name, cells) for name, cells in zip(state.players, state.cells, strict=True))
        most = max(player.total for player in players)
        best = [p for p in players if p.total == most >= self.goal]
        for tie in self.ties:
            if all(tie in player.tiebreak for player in best):
                fewest = min((player.tiebreak[tie] for player in best), default=0)
                best = [player for player in best if player.tiebreak[tie] == fewest]
        sheet = ScoreSheet(self.name, players, tuple(player.name for player in best))
        return self.judged(sheet) if len(players) == 1 else sheet

    def judged(self, sheet: ScoreSheet) -> ScoreSheet:
        """The sheet of a game played alone, with what its total is worth where the book says so."""
        return sheet

    def _column(self, name: str, cells: dict[str, str]) -> PlayerScore:
        rows = tuple(Row(row, value_of(cells[row]) or 0) for row in self.rows if row in cells)
        ties = {tie: value_of(cells[tie]) or 0 for tie in self.ties if tie in cells}
        return PlayerScore(name, sum(row.points for row in rows), rows, ties)

    def missing_ties(self, state: PadState) -> list[tuple[int, str]]:
        """The cells that decide the victory and are empty: seats with the most points, and what to ask them."""
        sheet = self.score(state)
        if len(sheet.winners) < 2:
            return []
        level = [seat for seat, player in enumerate(sheet.players) if player.name in sheet.winners]
        return [(seat, tie) for tie in self.ties for seat in level if tie not in state.cells[seat]]

    def knows_choices(self, state: PadState) -> bool:
        """A pad knows no table."""
        return False

    def view(self, state: PadState, seat: Seat) -> PadState:
        """Everything: a pad lies open."""
        return state

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """Never: positions are scored from components. Raises BadInput."""
        raise BadInput("pad.no_positions", "a score pad has no positions")


def value_of(text: str) -> int | None:
    """What a sum comes to; 0 for an empty one, None for what is no sum or lies outside 0 to 999."""
    plain = text.replace(" ", "")
    if not plain:
        return 0
    if len(text) > MAX_SUM_LENGTH or not _SUM.match(plain):
        return None
    total = sum(int(part) for part in re.findall(r"[+-]?\d+", plain))
    return total if 0 <= total <= MAX_POINTS else None
