"""The record of a game: a header and one line an event, only ever appended to; the state is its fold.

Line kinds (see docs/formats.md): an action, `undo`, `redo`, `correct`, and a closing `result`. Undo and redo name
a line: `undo k` puts the game back to what it was just before line k; `redo k` puts it back to what it was just
before the undo at line k (or, where k is not an undo, just before the undo that took line k back). `correct k` puts
another action in the place of line k and keeps what came later, where that still replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.game import Action, Game, IllegalAction, ScoreSheet, Seat, State, Violation

FORMAT_VERSION = 1
Source: TypeAlias = Literal["touch", "camera", "shaker", "bot", "dealer", "correction"]
LineNumber = Annotated[int, Meta(ge=1)]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Line 1 of a record."""

    planisphere: int = FORMAT_VERSION
    game: str
    pack: str = "house"
    options: dict[str, Any] = {}
    players: Annotated[tuple[str, ...], Meta(min_length=1)]
    seed: int | None = None
    started: str | None = None
    """ISO 8601, or None where a game must be the same on every run."""


class ActionLine(msgspec.Struct, frozen=True, kw_only=True):
    """Line `n`: a seat did something. `at` is ISO 8601 or None; `overruled` names the rules the table set aside."""

    n: LineNumber
    seat: Annotated[int, Meta(ge=0)] | Literal["nature"]
    action: dict[str, Any]
    source: Source
    at: str | None = None
    overruled: tuple[str, ...] = ()


class UndoLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: line `undo` and what followed it are taken back."""

    n: LineNumber
    undo: LineNumber
    at: str | None = None


class RedoLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: the undo at line `redo` (or the one that took that line back) is taken back."""

    n: LineNumber
    redo: LineNumber
    at: str | None = None


class CorrectLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: the action of line `correct` was really this one."""

    n: LineNumber
    correct: LineNumber
    action: dict[str, Any]
    source: Source = "correction"
    at: str | None = None
    overruled: tuple[str, ...] = ()


class ResultLine(msgspec.Struct, frozen=True):
    """The last line of a finished record: the score sheet, which must agree with the replay."""

    result: dict[str, Any]


Line: TypeAlias = ActionLine | UndoLine | RedoLine | CorrectLine | ResultLine
_KINDS: tuple[tuple[str, type[Line]], ...] = (
    ("undo", UndoLine),
    ("redo", RedoLine),
    ("correct", CorrectLine),
    ("result", ResultLine),
    ("seat", ActionLine),
)


class Record(msgspec.Struct, frozen=True):
    """A header and its lines; `lines[i].n == i + 1` except for a closing result."""

    header: Header
    lines: tuple[Line, ...] = ()

    def extended(self, *lines: Line) -> Record:
        """This record with lines appended."""
        return Record(self.header, self.lines + lines)


class Entry(msgspec.Struct, frozen=True):
    """One action that counts: which line it came from, and which line last corrected it."""

    n: int
    seat: Seat
    action: dict[str, Any]
    source: Source
    overruled: tuple[str, ...] = ()
    corrected_by: int | None = None


class Dropped(msgspec.Struct, frozen=True):
    """An action that no longer replays after a correction."""

    n: int
    by: int
    """The line of the correction that dropped it."""
    seat: Seat
    rule: str
    message: str


class Overruled(msgspec.Struct, frozen=True):
    """A rule that the table accepted to be broken at line `n`."""

    n: int
    seat: Seat
    violation: Violation


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Replay(msgspec.Struct, Generic[S, A], frozen=True):
    """A record folded: `states[i]` is the state before `entries[i]`, and the last one is the present."""

    states: tuple[S, ...]
    entries: tuple[Entry, ...]
    actions: tuple[A, ...]
    dropped: tuple[Dropped, ...] = ()
    overruled: tuple[Overruled, ...] = ()

    @property
    def state(self) -> S:
        """The present state."""
        return self.states[-1]


class RecordError(BadInput):
    """A record that cannot be what it claims to be; `line` counts from 1 in the file (the header is line 1)."""

    def __init__(self, line: int, reason: str, rule: str | None = None) -> None:
        self.line = line
        self.rule = rule
        self.reason = reason
        super().__init__(f"record line {line}: {rule + ': ' if rule else ''}{reason}")


# Text form -----------------------------------------------------------------------------------------------------


def parse_record(text: bytes | str) -> Record:
    """A record from its text form. Raises RecordError naming the line."""
    data = text.encode() if isinstance(text, str) else text
    rows = data.split(b"\n")
    if rows and not rows[-1].strip():
        rows.pop()
    elif rows:
        raise RecordError(len(rows), "the line is cut off (no line end)")
    if not rows:
        raise RecordError(1, "the record is empty; expected a header line")
    header = _parse_header(rows[0])
    lines = [parse_line(row, number) for number, row in enumerate(rows[1:], start=2)]
    _check_numbers(lines)
    return Record(header, tuple(lines))


def _object(row: bytes, number: int) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(row)
    except msgspec.DecodeError as error:
        raise RecordError(number, f"not JSON: {error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(number, "not UTF-8 text") from error
    if not isinstance(data, dict):
        raise RecordError(number, "expected a JSON object")
    return data


def _parse_header(row: bytes) -> Header:
    data = _object(row, 1)
    version = data.get("planisphere")
    if not isinstance(version, int):
        raise RecordError(1, "not a Planisphere record: expected a header with \"planisphere\": 1")
    if version > FORMAT_VERSION:
        raise RecordError(1, f"written by a newer version (format {version}, this program reads {FORMAT_VERSION})")
    try:
        return msgspec.convert(data, Header)
    except msgspec.ValidationError as error:
        raise RecordError(1, str(error)) from error


def parse_line(row: bytes, number: int) -> Line:
    """One line after the header; `number` is its place in the file, for errors."""
    data = _object(row, number)
    for key, kind in _KINDS:
        if key in data:
            try:
                return msgspec.convert(data, kind)
            except msgspec.ValidationError as error:
                raise RecordError(number, str(error)) from error
    raise RecordError(number, "expected an action, undo, redo, correct or result line")


def _check_numbers(lines: Sequence[Line]) -> None:
    for index, line in enumerate(lines):
        if isinstance(line, ResultLine):
            if index != len(lines) - 1:
                raise RecordError(index + 2, "a result must be the last line")
        elif line.n != index + 1:
            raise RecordError(index + 2, f"expected \"n\": {index + 1}, got {line.n}")


def format_line(line: Line) -> bytes:
    """The text form of one line, with its line end."""
    data = msgspec.to_builtins(line)
    if not data.get("overruled", True):
        del data["overruled"]
    return msgspec.json.encode(data) + b"\n"


def format_record(record: Record) -> bytes:
    """The text form of a record."""
    return b"".join([msgspec.json.encode(record.header) + b"\n", *map(format_line, record.lines)])


# Which lines count ---------------------------------------------------------------------------------------------


def _target(lines: Sequence[Line], index: int, k: int, verb: str) -> None:
    if not 1 <= k <= index:
        raise RecordError(index + 2, f"\"{verb}\": {k} names no earlier line")


def _before_redo(lines: Sequence[Line], index: int, k: int) -> int:
    """The line whose prior history a redo of line k restores."""
    if isinstance(lines[k - 1], UndoLine):
        return k
    for j in range(index - 1, k - 1, -1):
        line = lines[j]
        if isinstance(line, UndoLine) and line.undo <= k:
            return j + 1
    raise RecordError(index + 2, f"\"redo\": {k}: line {k} was not taken back")


class _Fold(Generic[S, A]):
    """Folds lines one by one, keeping the history as it was before each line (shared tuples: cheap)."""

    def __init__(self, game: Game[S, A], header: Header) -> None:
        self.game = game
        first = game.setup(header.players, game.decode_options(header.options))
        self.now: Replay[S, A] = Replay((first,), (), ())
        self.before: list[Replay[S, A]] = []

    def step(self, lines: Sequence[Line], index: int) -> None:
        line = lines[index]
        previous = self.now
        match line:
            case ActionLine():
                entry = Entry(line.n, line.seat, line.action, line.source, line.overruled)
                self.now = self._append(previous, entry, index + 2)
            case UndoLine():
                _target(lines, index, line.undo, "undo")
                self.now = self.before[line.undo - 1]
            case RedoLine():
                _target(lines, index, line.redo, "redo")
                self.now = self.before[_before_redo(lines, index, line.redo) - 1]
            case CorrectLine():
                _target(lines, index, line.correct, "correct")
                self.now = self._correct(lines, line, index)
            case ResultLine():
                return
        self.before.append(previous)

    def _append(self, replay: Replay[S, A], entry: Entry, number: int) -> Replay[S, A]:
        try:
            return _played(self.game, replay, entry)
        except IllegalAction as error:
            raise RecordError(number, error.message, error.rule) from error
        except BadInput as error:
            raise RecordError(number, str(error)) from error

    def _correct(self, lines: Sequence[Line], line: CorrectLine, index: int) -> Replay[S, A]:
        target = line.correct
        while isinstance(named := lines[target - 1], CorrectLine):
            target = named.correct
        place = next((i for i, e in enumerate(self.now.entries) if e.n == target), None)
        if place is None:
            raise RecordError(index + 2, f"\"correct\": {line.correct}: that line holds no action that counts now")
        old = self.now.entries[place]
        entry = Entry(old.n, old.seat, line.action, line.source, line.overruled, line.n)
        replay = self._append(_cut(self.now, place), entry, index + 2)
        for later in self.now.entries[place + 1 :]:
            replay = _kept(self.game, replay, later, line.n)
        return replay


def _cut(replay: Replay[S, A], place: int) -> Replay[S, A]:
    numbers = {e.n for e in replay.entries[:place]}
    overruled = tuple(o for o in replay.overruled if o.n in numbers)
    return Replay(
        replay.states[: place + 1], replay.entries[:place], replay.actions[:place], replay.dropped, overruled
    )


def _played(game: Game[S, A], replay: Replay[S, A], entry: Entry) -> Replay[S, A]:
    action = game.decode_action(entry.seat, entry.action)
    broken = game.check(replay.state, action)
    accepted = _accepted(broken, entry)
    blocking = [v for v in broken if v.severity == "error" and v not in accepted]
    if blocking:
        raise IllegalAction(blocking)
    overruled = tuple(Overruled(entry.n, entry.seat, v) for v in accepted)
    return Replay(
        (*replay.states, game.play(replay.state, action)),
        (*replay.entries, entry),
        (*replay.actions, action),
        replay.dropped,
        replay.overruled + overruled,
    )


def _accepted(broken: Iterable[Violation], entry: Entry) -> list[Violation]:
    return [v for v in broken if v.severity == "error" and v.overrulable and v.rule in entry.overruled]


def _kept(game: Game[S, A], replay: Replay[S, A], entry: Entry, by: int) -> Replay[S, A]:
    try:
        return _played(game, replay, entry)
    except IllegalAction as error:
        lost = Dropped(entry.n, by, entry.seat, error.rule, error.message)
        return Replay(replay.states, replay.entries, replay.actions, (*replay.dropped, lost), replay.overruled)


def replay_record(game: Game[S, A], record: Record, to: int | None = None) -> Replay[S, A]:
    """The fold of a record, checking every action; `to` stops after that line number.

    Raises RecordError with line, rule id and reason for an illegal or malformed line, and where a closing result
    does not agree with the replayed score sheet.
    """
    if record.header.game != game.name:
        raise RecordError(1, f"the record is of {record.header.game!r}, expected {game.name!r}")
    fold = _Fold(game, record.header)
    lines = record.lines if to is None else record.lines[: max(0, to)]
    for index, line in enumerate(lines):
        fold.step(lines, index)
        if isinstance(line, ResultLine):
            _check_result(line, game.score(fold.now.state), index + 2)
    return fold.now


def replay_step(game: Game[S, A], replay: Replay[S, A], entry: Entry) -> Replay[S, A]:
    """One more action on a replay. Raises IllegalAction or BadInput; the given replay is unchanged."""
    return _played(game, replay, entry)


def _check_result(line: ResultLine, sheet: ScoreSheet, number: int) -> None:
    expected = msgspec.to_builtins(sheet)
    where = _difference(line.result, expected, "")
    if where is not None:
        raise RecordError(number, f"the result does not follow from the record: {where}")


def _difference(given: Any, expected: Any, path: str) -> str | None:
    """The first place where `given` says something else than `expected`; keys unknown to us are ignored."""
    if isinstance(given, dict) and isinstance(expected, dict):
        for key in given:
            if key in expected and (found := _difference(given[key], expected[key], f"{path}.{key}")) is not None:
                return found
        return None
    if isinstance(given, list) and isinstance(expected, list | tuple) and len(given) == len(expected):
        for i, (a, b) in enumerate(zip(given, expected, strict=True)):
            if (found := _difference(a, b, f"{path}[{i}]")) is not None:
                return found
        return None
    return None if given == expected else f"{path.lstrip('.') or 'result'} is {given!r}, the replay gives {expected!r}"
