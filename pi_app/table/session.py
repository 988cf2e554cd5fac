"""The table session: one game in progress, as the fold of its record in the journal.

Everything the screens do to a game goes through here and ends as lines of the record: touches, readings, nature's
moves, undo, redo, corrections. So all of it outlives the plug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET

from engines.errors import BadInput
from engines.game import NATURE, Action, Game, IllegalAction, ScoreSheet, Seat, State, Violation
from engines.record import (
    ActionLine,
    AlsoLine,
    CorrectLine,
    Dropped,
    Entry,
    Fold,
    Header,
    Line,
    Record,
    RedoLine,
    Replay,
    ResultLine,
    Source,
    Undoable,
    UndoLine,
)
from engines.registry import open_game
from pi_app.table.journal import Journal

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
Clock = Callable[[], str]


class StaleTouch(RuntimeError):
    """The touch was meant for a table that has changed since; nothing was done."""


class Step(msgspec.Struct, frozen=True):
    """What one undo or redo would take back or bring back; the screen puts it into words."""

    line: int
    """The line that the record will name."""
    kind: str
    """The action's type (`draw`, `choose_size`, …) or `correction`."""
    seat: Seat
    player: str | None
    """The seat's name; None for nature."""
    lines: int
    """How many lines of the record it covers: nature's and bots' answers go with a person's action."""
    actions: int = 1
    """How many actions of one kind the touch did; 1 where the kinds differ, as of a tile and the side that it shows."""


class Placed(msgspec.Struct, Generic[S, A], frozen=True):
    """One action that counts now: where it stands in the record and the state it was played in."""

    line: int
    """The number to correct it by."""
    action: A
    before: S


class Changed(msgspec.Struct, frozen=True):
    """One row of the score sheet that a correction changes."""

    player: str
    row: str
    before: int
    after: int


class Accepted(msgspec.Struct, frozen=True):
    """A later line that stays although, after a correction, it breaks these rules; the record will say so."""

    line: int
    seat: Seat
    rules: tuple[str, ...]
    message: str


class Instead(msgspec.Struct, frozen=True):
    """What stands in the place of a later line that, after a correction, cannot be: its turn is kept."""

    line: int
    seat: Seat
    action: dict[str, Any]


class _Stand(msgspec.Struct, frozen=True):
    """What a line holds from a correction on, with all rules set aside for it; `new`: those that were not before."""

    line: int
    seat: Seat
    action: dict[str, Any]
    overruled: tuple[str, ...]
    new: tuple[str, ...] = ()
    message: str = ""


class Correction(msgspec.Struct, frozen=True):
    """What correcting a line would do. Where `broken` holds errors they must be overruled or it cannot be done."""

    line: int
    broken: tuple[Violation, ...]
    before: ScoreSheet
    after: ScoreSheet | None = None
    """None where it cannot be done (as asked)."""
    changed: tuple[Changed, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    """Later lines that stay against the rules; the table is asked."""
    dropped: tuple[Dropped, ...] = ()
    """Later lines that would no longer count; the table is asked."""
    instead: tuple[Instead, ...] = ()
    """Other lines that cannot stay as they are and what they hold then; the table is asked."""

    @property
    def touches(self) -> bool:
        """Whether the table is asked before: it breaks a rule, or later lines do not stay as they are."""
        broken = any(violation.severity == "error" for violation in self.broken)
        return broken or bool(self.accepted or self.dropped or self.instead)


def local_time() -> str:
    """Now, ISO 8601 with the offset from UTC, in seconds."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class TableSession(Generic[S, A]):
    """One game of the journal, taken up where its record ends.

    `clock` gives ISO 8601 times. Raises BadInput (RecordError) where the stored record does not replay.
    """

    def __init__(self, journal: Journal, game_id: int, game: Game[S, A], clock: Clock = local_time) -> None:
        self.journal = journal
        self.game_id = game_id
        self.game = game
        self.clock = clock
        stored = journal.hold(game_id)
        self._finished = bool(stored.lines) and isinstance(stored.lines[-1], ResultLine)
        self._record = Record(stored.header, stored.lines[:-1] if self._finished else stored.lines)
        self._fold: Fold[S, A] = Fold(game, self._record.header)
        for line in self._record.lines:
            self._fold.add(line)
        self._sheet: ScoreSheet | None = None

    @classmethod
    def begin(cls, journal: Journal, header: Header, clock: Clock = local_time) -> TableSession[Any, Any]:
        """Begin a game: its header goes into the journal (`started` from the clock where it is missing).

        Raises BadInput for an unknown game, pack or option, or players the game cannot seat.
        """
        game = open_game(header.game, header.pack)
        game.setup(header.players, game.decode_options(header.options))
        dated = header if header.started else msgspec.structs.replace(header, started=clock())
        return TableSession(journal, journal.new_game(dated), game, clock)

    @classmethod
    def resume(cls, journal: Journal, game_id: int, clock: Clock = local_time) -> TableSession[Any, Any]:
        """Take up a game of the journal, and deal or close it where the plug was pulled before that was written.

        Raises BadInput where there is no such game or it does not replay.
        """
        header = journal.record(game_id).header
        session = TableSession(journal, game_id, open_game(header.game, header.pack), clock)
        with journal.together():
            journal.take_up(game_id)
            session.play_nature()
            session.finish()
        return session

    # What is so ------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record so far, with its result once the game is finished."""
        if not self._finished:
            return self._record
        return self._record.extended(self._result())

    @property
    def header(self) -> Header:
        """The first line of the record: the game, its options and players."""
        return self._record.header

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order."""
        return self._record.header.players

    @property
    def replay(self) -> Replay[S, A]:
        """All steps that count, each with its state."""
        return self._fold.now

    @property
    def state(self) -> S:
        """The state of the game now."""
        return self._fold.state

    @property
    def length(self) -> int:
        """Lines in the record; a touch carries the length it saw."""
        return len(self._record.lines)

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as it stands."""
        if self._sheet is None:
            self._sheet = self.game.score(self.state)
        return self._sheet

    @property
    def over(self) -> bool:
        """Whether nobody is to move any more."""
        return self.game.is_over(self.state)

    @property
    def finished(self) -> bool:
        """Whether the record ends with its result."""
        return self._finished

    @property
    def digital(self) -> bool:
        """Whether nature is dealt by the program (the header has a seed) and not found on the table."""
        return self.header.seed is not None

    @property
    def played(self) -> tuple[Placed[S, A], ...]:
        """All actions that count now, in order, with the lines to correct them by."""
        entries, actions, states = self.replay.entries, self.replay.actions, self.replay.states
        steps = zip(entries, actions, states[:-1], strict=True)
        return tuple(Placed(entry.n, action, before) for entry, action, before in steps)

    def past(self, *kinds: str) -> tuple[Placed[S, A], ...]:
        """Those of one of these types (`draw`)."""
        counting = zip(self.replay.entries, self.played, strict=True)
        return tuple(placed for entry, placed in counting if entry.action.get("type") in kinds)

    def entry(self, line: int) -> Entry:
        """What that line says now. Raises BadInput for a line that holds no action that counts now."""
        return self.replay.entries[self._place(line)]

    def placed(self, line: int) -> Placed[S, A]:
        """The action of that line. Raises BadInput for a line that holds none that counts now."""
        place = self._place(line)
        return Placed(line, self.replay.actions[place], self.replay.states[place])

    def check(self, action: A) -> list[Violation]:
        """Everything wrong with an action now, worst first; warnings included."""
        return self.game.check(self.state, action)

    # What is done ----------------------------------------------------------------------------------------------

    def act(
        self,
        action: A,
        source: Source = "touch",
        overruled: tuple[str, ...] = (),
        seen: int | None = None,
        told: dict[str, Any] | None = None,
        together: int | None = None,
    ) -> None:
        """Play an action. Raises IllegalAction, or StaleTouch where `seen` is not the record's length.

        `told`: what the source itself said; it is kept with the line. `together`: the line that the same touch began
        with, where that is an earlier one.
        """
        self._fresh(seen)
        self._append(self._line(action, source, self.length + 1, overruled, told, together))

    def play_nature(self) -> int:
        """On a digital table: deal until a player is to move, in one commit; returns how many actions that were.

        Nature's k-th action depends on the seed, k and the state alone: neither a restart nor an undo deals anew.
        """
        if not self.digital or NATURE not in self.game.to_move(self.state):
            return 0
        ahead, lines = self._fold.branch(), list[Line]()
        dealt = sum(entry.seat == NATURE for entry in self.replay.entries)
        while NATURE in self.game.to_move(ahead.state):
            action = self.game.deal(ahead.state, Random(f"{self.header.seed}:{dealt + len(lines)}"))
            lines.append(self._line(action, "dealer", self.length + len(lines) + 1))
            ahead.act(lines[-1])
        self._append(*lines, ahead=ahead)
        return len(lines)

    def undo(self, line: int | None = None, seen: int | None = None) -> None:
        """Take back the last step, or line `line` and everything after it. Raises BadInput where there is none."""
        self._fresh(seen)
        step = self.can_undo
        if step is None:
            raise BadInput("record.no_undo", "there is nothing to undo")
        self._append(UndoLine(n=self.length + 1, undo=line or step.line, at=self.clock()))

    def redo(self, seen: int | None = None) -> None:
        """Bring back what the last undo took. Raises BadInput where there is none."""
        self._fresh(seen)
        step = self.can_redo
        if step is None:
            raise BadInput("record.no_redo", "there is nothing to redo")
        self._append(RedoLine(n=self.length + 1, redo=step.line, at=self.clock()))

    def go_back(self, count: int) -> None:
        """Undo to where the first `count` actions that count now stood; corrections made to them stay."""
        entries = self.replay.entries
        if not 0 <= count < len(entries):
            raise BadInput(
                "record.count", "{count} actions: expected 0 to {n}, fewer than there are", count, len(entries) - 1
            )
        mended = [_Stand(e.n, e.seat, e.action, e.overruled) for e in entries[:count] if e.corrected_by]
        self.undo(entries[count].n)
        if mended:
            self._append(self._correct_line(mended[0], mended[1:]))

    def finish(self) -> None:
        """Close the record of a game that is over with its result; a later correction opens it again."""
        if self.over and not self._finished:
            self.journal.append(self.game_id, self._result())
            self._finished = True

    def _result(self) -> ResultLine:
        return ResultLine(msgspec.json.decode(msgspec.json.encode(self.sheet)))

    @property
    def can_undo(self) -> Step | None:
        """What `undo` would take back."""
        return self._step(self._fold.undoable)

    @property
    def can_redo(self) -> Step | None:
        """What `redo` would bring back."""
        return self._step(self._fold.redoable)

    def _step(self, found: Undoable | None) -> Step | None:
        if found is None:
            return None
        line = self._record.lines[found.own - 1]
        target = line
        while isinstance(target, CorrectLine):
            target = self._record.lines[target.correct - 1]
        assert isinstance(target, ActionLine)
        kind = "correction" if isinstance(line, CorrectLine) else str(target.action.get("type"))
        player = None if target.seat == NATURE else self.players[target.seat]
        touch = self._record.lines[found.own - 1 : found.own - 1 + found.actions]
        alike = len({line.action.get("type") for line in touch if isinstance(line, ActionLine)}) == 1
        return Step(found.line, kind, target.seat, player, found.lines, found.actions if alike else 1)

    # Corrections -----------------------------------------------------------------------------------------------

    def preview_correction(
        self, line: int, action: A, overruled: tuple[str, ...] = (), *, passes: bool = False
    ) -> Correction:
        """What putting `action` in the place of line `line` would change. Raises BadInput for a line that is none.

        Later lines that only break rules which a table may overrule stay, and the record says so; with `passes` a
        game puts in their place what it puts for those that cannot be.
        """
        return self._correction(line, action, overruled, passes)[0]

    def correct(
        self,
        line: int,
        action: A,
        overruled: tuple[str, ...] = (),
        *,
        passes: bool = False,
        seen: int | None = None,
    ) -> Correction:
        """Put `action` in the place of line `line`; nobody's turn is lost where the game can keep it.

        Returns what it changed; where the line holds that very action already, nothing is written. Raises
        IllegalAction, StaleTouch, or BadInput for a line that holds no action.
        """
        self._fresh(seen)
        if self.replay.actions[self._place(line)] == action:
            return Correction(line, (), self.sheet, self.sheet)
        preview, written = self._correction(line, action, overruled, passes)
        if written is None:
            errors = [v for v in preview.broken if v.severity == "error"]
            raise IllegalAction([v for v in errors if not (v.overrulable and v.rule in overruled)])
        self._append(written)
        return preview

    def _correction(
        self, line: int, action: A, overruled: tuple[str, ...], passes: bool
    ) -> tuple[Correction, CorrectLine | None]:
        place, entries = self._place(line), self.replay.entries
        broken, stands = self._put_right(place, action, overruled, passes)
        preview = Correction(line, broken, self.sheet)
        if stands is None:
            return preview, None
        mine, others = stands[line], [stand for n, stand in stands.items() if n != line]
        written = self._correct_line(mine, others)
        replay = self._ahead(written).now
        after = self.game.score(replay.state)
        follows = _changes(entries[place].action, self.game.encode_action(action))
        found = msgspec.structs.replace(
            preview,
            after=after,
            changed=sheet_changes(self.sheet, after),
            accepted=tuple(Accepted(s.line, s.seat, s.new, s.message) for s in others if s.new),
            dropped=replay.dropped[len(self.replay.dropped) :],
            instead=tuple(
                Instead(s.line, s.seat, s.action)
                for s in others
                if (changes := _changes(self.entry(s.line).action, s.action)) and changes != follows
            ),
        )
        return found, written

    def _put_right(
        self, place: int, action: A, overruled: tuple[str, ...], passes: bool
    ) -> tuple[tuple[Violation, ...], dict[int, _Stand] | None]:
        """What the action breaks where it now stands, and what all lines hold that a correction changes; None where
        the table cannot or does not overrule that."""
        replay = self.replay
        wished = self.game.put_right(replay.states, replay.actions, place, action)
        first = next((i for i, old in enumerate(replay.actions) if wished[i] != old), place)
        state, broken, stands = replay.states[first], tuple[Violation, ...](), dict[int, _Stand]()
        for i in range(first, len(wished)):
            entry, played = replay.entries[i], wished[i]
            found = self.game.check(state, played)
            errors = [v for v in found if v.severity == "error"]
            fits = all(v.overrulable for v in errors)
            rules = entry.overruled
            if i == place:
                broken, rules = tuple(found), overruled
                if not fits or any(v.rule not in overruled for v in errors):
                    return broken, None
            elif passes and entry.seat != NATURE and any(v.rule not in rules for v in errors):
                fits = False
            stand = self.game.in_turn(state, played, wished[i + 1 :], fits, replay.states[i])
            if stand is None:
                if i == place:
                    return broken, None
                continue
            if stand != played:
                errors = [v for v in self.game.check(state, stand) if v.severity == "error"]
            new = [v for v in errors if v.rule not in rules]
            accepts = tuple(dict.fromkeys(v.rule for v in new))
            if i == place or new or stand != replay.actions[i]:
                data = self.game.encode_action(stand) if stand != replay.actions[i] else entry.action
                message = new[0].message if new else ""
                stands[entry.n] = _Stand(entry.n, entry.seat, data, (*rules, *accepts), accepts, message)
            state = self.game.bear(state, stand) if errors else self.game.play(state, stand)
        return broken, stands

    def _correct_line(self, mine: _Stand, others: Iterable[_Stand]) -> CorrectLine:
        also = tuple(AlsoLine(other.line, other.action, other.overruled) for other in others)
        return CorrectLine(
            n=self.length + 1,
            correct=mine.line,
            action=mine.action,
            at=self.clock(),
            overruled=mine.overruled,
            also=also,
        )

    def _place(self, line: int) -> int:
        for place, entry in enumerate(self.replay.entries):
            if entry.n == line:
                return place
        raise BadInput("record.no_action", "line {line} holds no action that counts now", line)

    # The record grows ------------------------------------------------------------------------------------------

    def _fresh(self, seen: int | None) -> None:
        if seen is not None and seen != self.length:
            raise StaleTouch(f"the touch saw {seen} lines, the record has {self.length}")

    def _line(
        self,
        action: A,
        source: Source,
        n: int,
        overruled: tuple[str, ...] = (),
        told: dict[str, Any] | None = None,
        together: int | None = None,
    ) -> ActionLine:
        return ActionLine(
            n=n,
            seat=action.seat,
            action=self.game.encode_action(action),
            source=source,
            at=self.clock(),
            overruled=overruled,
            told=told or UNSET,
            together=together or UNSET,
        )

    def _ahead(self, *lines: Line) -> Fold[S, A]:
        ahead = self._fold.branch()
        for line in lines:
            ahead.act(line)
        return ahead

    def _append(self, *lines: Line, ahead: Fold[S, A] | None = None) -> None:
        folded = ahead or self._ahead(*lines)
        self.journal.append(self.game_id, *lines)
        self._record, self._fold, self._sheet, self._finished = self._record.extended(*lines), folded, None, False


class PastTable(TableSession[S, A]):
    """A game as it stood after its first `count` actions that count now: to look at; nothing can be done to it."""

    def __init__(self, table: TableSession[S, A], count: int) -> None:
        self.journal = table.journal
        self.game_id = table.game_id
        self.game = table.game
        self.clock = table.clock
        now = table.replay
        lines = {entry.n for entry in now.entries[:count]}
        self._record = table._record
        self._past = Replay(
            now.states[: count + 1],
            now.entries[:count],
            now.actions[:count],
            overruled=tuple(o for o in now.overruled if o.n in lines),
        )
        self._sheet = None
        self._finished = False

    @property
    def can_undo(self) -> Step | None:
        """Nothing."""
        return None

    @property
    def can_redo(self) -> Step | None:
        """Nothing."""
        return None

    @property
    def replay(self) -> Replay[S, A]:
        """All steps up to the moment that is looked at."""
        return self._past

    @property
    def state(self) -> S:
        """The state at the moment that is looked at."""
        return self._past.state

    def _append(self, *lines: Line, ahead: Fold[S, A] | None = None) -> None:
        raise StaleTouch("this is how the game stood earlier: it can only be looked at")

    def finish(self) -> None:
        """Nothing."""


def _changes(was: dict[str, Any], now: dict[str, Any]) -> set[tuple[str, str]]:
    """The values of an action that change, and into what."""
    return {(repr(was.get(key)), repr(now.get(key))) for key in {*was, *now} if was.get(key) != now.get(key)}


def sheet_changes(before: ScoreSheet, after: ScoreSheet) -> tuple[Changed, ...]:
    """The rows that differ between two sheets of a game, player by player."""
    found = []
    for old, new in zip(before.players, after.players, strict=True):
        was = {row.row: row.points for row in old.rows}
        now = {row.row: row.points for row in new.rows}
        names = [*was, *(name for name in now if name not in was)]
        found += [
            Changed(old.name, name, was.get(name, 0), now.get(name, 0))
            for name in names
            if was.get(name, 0) != now.get(name, 0)
        ]
    return tuple(found)
