"""The record of a game: a header and one line an event, only ever appended to; the state is its fold.

Line kinds (see docs/formats.md): an action, `undo`, `redo`, `correct`, and a closing `result`. Undo and redo name
a line, which may be any kind of line: `undo k` puts the game back to what it was just before line k; `redo k` puts it
back to what it was just before the undo at line k (or, where k is not an undo, just before the latest undo that took
line k back). `correct k` puts another action in the place of line k (where k is a correction: of the line it corrected)
and keeps what came later, where that still replays; what does not is listed as dropped; its `also` gives other lines
other actions with it. Keys that we do not know are
kept, kinds of lines and actions that we do not know are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import dropwhile
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from engines.errors import BadInput, Finding, finding
from engines.game import Action, Game, IllegalAction, ScoreSheet, Seat, State, Violation

FORMAT_VERSION = 1
Source: TypeAlias = Literal["touch", "camera", "shaker", "bot", "dealer", "correction"]
BY_ITSELF: tuple[Source, ...] = ("dealer", "bot")
"""Sources whose lines follow from a person's: an undo takes them back together with what they answered."""
LineNumber = Annotated[int, Meta(ge=1)]
Extra: TypeAlias = dict[str, Any] | UnsetType
"""Keys of a line that this version does not know; written back as they came."""


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
    handicaps: Annotated[tuple[Annotated[int, Meta(ge=0, le=999)], ...], Meta(max_length=20)] | UnsetType = UNSET
    """By seat, the points that a player was given before the game; the score and the result are without them."""
    extra: Extra = UNSET


class ActionLine(msgspec.Struct, frozen=True, kw_only=True):
    """Line `n`: a seat did something. `at` is ISO 8601 or None; `overruled` names the rules the table set aside.

    `told`: what the source itself said when it gave the action (a shaker's readings, say); no rule looks at it.
    `together`: the earlier line that the same touch began with; an undo takes back all lines of a touch.
    """

    n: LineNumber
    seat: Annotated[int, Meta(ge=0)] | Literal["nature"]
    action: dict[str, Any]
    source: Source
    at: str | None = None
    overruled: tuple[str, ...] = ()
    told: dict[str, Any] | UnsetType = UNSET
    together: LineNumber | UnsetType = UNSET
    extra: Extra = UNSET


class UndoLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: line `undo` and what followed it are taken back."""

    n: LineNumber
    undo: LineNumber
    at: str | None = None
    extra: Extra = UNSET


class RedoLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: the undo at line `redo` (or the one that took that line back) is taken back."""

    n: LineNumber
    redo: LineNumber
    at: str | None = None
    extra: Extra = UNSET


class AlsoLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What another line holds from a correction on, and the rules set aside for it."""

    line: LineNumber
    action: dict[str, Any]
    overruled: tuple[str, ...] = ()


class CorrectLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Line `n`: the action of line `correct` was really this one."""

    n: LineNumber
    correct: LineNumber
    action: dict[str, Any]
    source: Source = "correction"
    at: str | None = None
    overruled: tuple[str, ...] = ()
    also: tuple[AlsoLine, ...] = ()
    """Other lines that change with it: what was mistaken for each other changes places, and every turn is kept."""
    room: bool = False
    """Whether it only makes room for the correction that follows; records of today say so with `also`."""
    extra: Extra = UNSET


class ResultLine(msgspec.Struct, frozen=True):
    """The last line of a finished record: the score sheet, which must agree with the replay."""

    result: dict[str, Any]
    extra: Extra = UNSET

    @classmethod
    def of(cls, sheet: ScoreSheet) -> ResultLine:
        """The closing line for a score sheet."""
        return cls(msgspec.json.decode(msgspec.json.encode(sheet)))


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
    action: dict[str, Any] = {}


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
        """The last state."""
        return self.states[-1]


class RecordError(BadInput):
    """A record that cannot be what it claims to be: where, and why.

    `line` counts from 1 in the file (the header is line 1).
    """

    def __init__(self, line: int, why: Finding) -> None:
        self._say(finding("record.line", "record line {line}: {why}", line=line, why=why))

    @property
    def line(self) -> int:
        """Which line of the file."""
        return int(self.finding.params["line"])

    @property
    def why(self) -> Finding:
        """What is wrong with that line."""
        why: Finding = self.finding.params["why"]
        return why

    @property
    def rule(self) -> str | None:
        """The id of the rule that the line breaks; None where it is no rule of the game."""
        return self.why.params["rule"] if self.why.code == "record.rule" else None


# Text form -----------------------------------------------------------------------------------------------------


def parse_record(text: bytes | str) -> Record:
    """A record from its text form. Raises RecordError naming the line.

    The last line may lack its line end; a line that is cut off is refused, because its object is not closed.
    """
    data = text.encode() if isinstance(text, str) else text
    rows = data.split(b"\n")
    if not rows[-1].strip():
        rows.pop()
    if not rows:
        raise RecordError(1, finding("record.empty", "the record is empty; expected a header line"))
    header = _parse_header(rows[0])
    lines = [parse_line(row, number) for number, row in enumerate(rows[1:], start=2)]
    _check_numbers(lines)
    return Record(header, tuple(lines))


def _object(row: bytes, number: int) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(row)
    except msgspec.DecodeError as error:
        raise RecordError(number, finding("record.no_json", "not a whole JSON object: {problem}", error)) from error
    except UnicodeDecodeError as error:
        raise RecordError(number, finding("record.no_utf8", "not UTF-8 text")) from error
    except RecursionError as error:
        raise RecordError(number, finding("record.too_deep", "nested too deeply")) from error
    if not isinstance(data, dict):
        raise RecordError(number, finding("record.no_object", "expected a JSON object"))
    return data


L = TypeVar("L", bound=msgspec.Struct)


def _typed(data: dict[str, Any], kind: type[L], number: int) -> L:
    known = kind.__struct_fields__
    extra = {key: value for key, value in data.items() if key not in known or key == "extra"}
    try:
        line: L = msgspec.convert({key: value for key, value in data.items() if key not in extra}, kind)
    except msgspec.ValidationError as error:
        raise RecordError(number, finding("record.wrong", "{problem}", error)) from error
    return replace(line, extra=extra) if extra else line


def _parse_header(row: bytes) -> Header:
    data = _object(row, 1)
    version = data.get("planisphere")
    if type(version) is not int or version < 1:
        raise RecordError(
            1, finding("record.no_header", 'not a Planisphere record: expected a header with "planisphere": 1')
        )
    if version > FORMAT_VERSION:
        newer = "written by a newer version (format {version}, this program reads {reads})"
        raise RecordError(1, finding("record.newer", newer, version, FORMAT_VERSION))
    return _typed(data, Header, 1)


def parse_line(row: bytes, number: int) -> Line:
    """One line after the header; `number` is its place in the file, for errors."""
    data = _object(row, number)
    for key, kind in _KINDS:
        if key in data:
            line: Line = _typed(data, kind, number)
            return line
    raise RecordError(number, finding("record.kind", "expected an action, undo, redo, correct or result line"))


def _check_numbers(lines: Sequence[Line]) -> None:
    for index, line in enumerate(lines):
        if isinstance(line, ResultLine):
            if index != len(lines) - 1:
                raise RecordError(index + 2, finding("record.result_last", "a result must be the last line"))
        elif line.n != index + 1:
            raise RecordError(
                index + 2, finding("record.number", 'expected "n": {expected}, got {number}', index + 1, line.n)
            )


def _text(data: dict[str, Any]) -> bytes:
    extra = data.pop("extra", {})
    return msgspec.json.encode({**data, **extra}) + b"\n"


def format_header(header: Header) -> bytes:
    """The text form of a header, with its line end."""
    return _text(msgspec.to_builtins(header))


def format_line(line: Line) -> bytes:
    """The text form of one line, with its line end."""
    data = msgspec.to_builtins(line)
    if not data.get("overruled", True):
        del data["overruled"]
    return _text(data)


def format_record(record: Record) -> bytes:
    """The record as JSON lines, header first, as it is kept in a file."""
    return b"".join([format_header(record.header), *map(format_line, record.lines)])


# Which lines count ---------------------------------------------------------------------------------------------

Path: TypeAlias = "tuple[int, Path] | None"
"""The lines in effect at one moment (actions, corrections, redos), the latest first; shared between moments."""


def _latest_first(path: Path) -> Iterator[int]:
    while path is not None:
        yield path[0]
        path = path[1]


def _in_effect(path: Path, n: int) -> bool:
    return n in _latest_first(path)


class _Step(NamedTuple, Generic[S, A]):
    """An action that counts and the state after it; what came before is shared between moments, so that a long game
    costs memory by its length and not by its square."""

    before: _Step[S, A] | None
    place: int
    entry: Entry
    action: A
    state: S


class _Moment(NamedTuple, Generic[S, A]):
    step: _Step[S, A] | None
    path: Path = None
    undone: Path = None
    """The undo lines that can be redone, the latest first."""
    dropped: tuple[Dropped, ...] = ()
    overruled: tuple[Overruled, ...] = ()

    def steps(self) -> list[_Step[S, A]]:
        """The steps from the game's first on."""
        found, step = [], self.step
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]


class Undoable(NamedTuple):
    """What one undo takes back or one redo brings back: what a person did in one touch with what followed by itself."""

    line: int
    """The line that an undo or redo line names."""
    own: int
    """The person's own line, of several the first; before it stand the acceptances that make room for a correction."""
    lines: int
    """How many lines that count it covers."""
    actions: int = 1
    """How many actions of the person are among them."""


class Fold(Generic[S, A]):
    """Folds a record line by line; every earlier moment is kept, so that undo and redo only look it up.

    Raises BadInput where the header does not fit the game.
    """

    def __init__(self, game: Game[S, A], header: Header) -> None:
        if header.game != game.name:
            raise RecordError(
                1, finding("record.game", "the record is of {game!r}, expected {expected!r}", header.game, game.name)
            )
        self.game = game
        self._lines: list[Line] = []
        try:
            first = game.setup(header.players, game.decode_options(header.options))
        except BadInput as error:
            raise RecordError(1, error.finding) from error
        self._first = first
        self._now: _Moment[S, A] = _Moment(None)
        self._before: list[_Moment[S, A]] = []
        self._told: tuple[tuple[_Step[S, A], ...], Replay[S, A]] = (), Replay((first,), (), ())

    def branch(self) -> Fold[S, A]:
        """Another fold of the same lines, to go on with: this one stays as it is."""
        other = copy(self)
        other._lines, other._before = self._lines.copy(), self._before.copy()
        return other

    @property
    def state(self) -> S:
        """The state after the last line that was read."""
        step = self._now.step
        return self._first if step is None else step.state

    @property
    def now(self) -> Replay[S, A]:
        """All steps up to now, each with its state."""
        now, (known, told) = self._now, self._told
        step, fresh = now.step, list[_Step[S, A]]()
        while step is not None and not (step.place < len(known) and known[step.place] is step):
            fresh.append(step)
            step = step.before
        kept = 0 if step is None else step.place + 1
        if fresh or kept < len(known) or (now.dropped, now.overruled) != (told.dropped, told.overruled):
            new = fresh[::-1]
            told = Replay(
                (*told.states[: kept + 1], *[step.state for step in new]),
                (*told.entries[:kept], *[step.entry for step in new]),
                (*told.actions[:kept], *[step.action for step in new]),
                now.dropped,
                now.overruled,
            )
            self._told = (*known[:kept], *new), told
        return told

    def add(self, line: Line) -> None:
        """Fold one more line. Raises RecordError (nothing has changed then) with the rule that an action breaks."""
        try:
            self.act(line)
        except IllegalAction as error:
            broken = finding("record.rule", "{rule}: {problem}", error.rule, error.message)
            raise RecordError(self._number, broken) from error
        except RecordError:
            raise
        except BadInput as error:
            raise RecordError(self._number, error.finding) from error

    def act(self, line: Line) -> None:
        """As `add`, but an action that breaks rules raises IllegalAction."""
        moment = self._after(line)
        self._before.append(self._now)
        self._lines.append(line)
        self._now = moment

    # Undo and redo ---------------------------------------------------------------------------------------------

    @property
    def undoable(self) -> Undoable | None:
        """What the last touch of a person did, with what followed it; None where there is nothing."""
        begin, own, lines, actions, touch = 0, 0, 0, 0, 0
        for covered, n in enumerate(self._done(self._now), start=1):
            line = self._lines[n - 1]
            if _by_itself(line):
                continue
            accepts = bool(own) and self._accepts(n, self._now)
            if own and n < touch and not accepts:
                break
            begin, own, lines, actions = n, own or n, covered, actions + (not accepts)
            touch = min(touch or n, _touch_of(line, n))
        return Undoable(begin, own if actions == 1 else begin, lines, actions) if own else None

    @property
    def redoable(self) -> Undoable | None:
        """The step that the latest undo took back first; None where there is none."""
        now = self._now
        if now.undone is None:
            return None
        before, here = self._before[now.undone[0] - 1], set(self._done(now))
        back = [n for n in self._done(before) if n not in here][::-1]
        own = [n for n in back if not _by_itself(self._lines[n - 1]) and not self._accepts(n, before)]
        named = own or back or [*self._done(before), *self._done(now)]
        one_touch = bool(own) and _touch_of(self._lines[own[-1] - 1], own[-1]) <= own[0]
        return Undoable(now.undone[0], named[0], len(back), len(own) if one_touch else 1) if named else None

    def _done(self, moment: _Moment[S, A]) -> Iterator[int]:
        """The actions and corrections in effect at a moment, the latest first."""
        return (n for n in _latest_first(moment.path) if not isinstance(self._lines[n - 1], RedoLine))

    def _accepts(self, n: int, moment: _Moment[S, A]) -> bool:
        """Whether line `n` puts the very action that stood there already: it only accepts it."""
        line = self._lines[n - 1]
        if not isinstance(line, CorrectLine):
            return False
        if line.room:
            return True
        for earlier in dropwhile(lambda other: other >= n, self._done(moment)):
            other = self._lines[earlier - 1]
            if earlier == line.correct or (isinstance(other, CorrectLine) and other.correct == line.correct):
                return isinstance(other, ActionLine | CorrectLine) and other.action == line.action
        return False

    # One more line ---------------------------------------------------------------------------------------------

    @property
    def _number(self) -> int:
        """Where in the file the next line stands."""
        return len(self._lines) + 2

    def _after(self, line: Line) -> _Moment[S, A]:
        now = self._now
        match line:
            case ActionLine():
                entry = Entry(line.n, line.seat, line.action, line.source, line.overruled)
                return self._stepped(now, entry)._replace(path=(line.n, now.path), undone=None)
            case UndoLine():
                back = self._before[self._earlier(line.undo, "undo") - 1]
                return back._replace(undone=(line.n, now.undone))
            case RedoLine():
                undo = self._undo_of(line.redo)
                back, undone = self._before[undo - 1], now.undone
                while undone is not None and undone[0] >= undo:
                    undone = undone[1]
                return back._replace(path=(line.n, back.path), undone=undone)
            case CorrectLine():
                undone = now.undone if self._puts_back(line) else None
                return self._correct(line)._replace(path=(line.n, now.path), undone=undone)
            case ResultLine():
                self._check_result(line)
                return now

    def _puts_back(self, line: CorrectLine) -> bool:
        """Whether a correction right after an undo only puts back what that undo took of earlier corrections."""
        if not self._lines or not isinstance(self._lines[-1], UndoLine):
            return False
        stood = {step.entry.n: step.entry.action for step in self._before[len(self._lines) - 1].steps()}
        puts = [(line.correct, line.action), *((also.line, also.action) for also in line.also)]
        return all(stood.get(n) == action for n, action in puts)

    def _earlier(self, k: int, verb: str) -> int:
        if not 1 <= k <= len(self._lines):
            raise RecordError(
                self._number, finding("record.no_earlier", '"{verb}": {n} names no earlier line', verb, k)
            )
        return k

    def _undo_of(self, k: int) -> int:
        """The undo line that `redo k` takes back."""
        if isinstance(self._lines[self._earlier(k, "redo") - 1], UndoLine):
            return k
        after = self._now
        for n in range(len(self._lines), k, -1):
            before = self._before[n - 1]
            undone = isinstance(self._lines[n - 1], UndoLine)
            if undone and _in_effect(before.path, k) and not _in_effect(after.path, k):
                return n
            after = before
        raise RecordError(self._number, finding("record.not_undone", '"redo": {n}: line {n} was not taken back', k))

    def _stepped(self, moment: _Moment[S, A], entry: Entry) -> _Moment[S, A]:
        """One more action. Raises IllegalAction or BadInput."""
        last = moment.step
        state, place = (self._first, 0) if last is None else (last.state, last.place + 1)
        action, after, accepted = _played(self.game, state, entry)
        step = _Step(last, place, entry, action, after)
        return moment._replace(step=step, overruled=moment.overruled + accepted)

    def _correct(self, line: CorrectLine) -> _Moment[S, A]:
        now, steps = self._now, self._now.steps()
        entries = {step.entry.n: step.entry for step in steps}
        target = self._corrected(line.correct, entries)
        changed = {target: replace(entries[target], action=line.action, source=line.source, overruled=line.overruled)}
        for also in line.also:
            other = entries[self._corrected(also.line, entries)]
            changed.setdefault(other.n, replace(other, action=also.action, overruled=also.overruled))
        place = next(i for i, step in enumerate(steps) if step.entry.n in changed)
        numbers = {step.entry.n for step in steps[:place]}
        earlier = tuple(o for o in now.overruled if o.n in numbers)
        moment = now._replace(step=steps[place].before, overruled=earlier)
        for step in steps[place:]:
            entry = changed.get(step.entry.n)
            entry = step.entry if entry is None else replace(entry, corrected_by=line.n)
            moment = self._stepped(moment, entry) if entry.n == target else self._kept(moment, entry, line.n)
        return moment

    def _corrected(self, n: int, counting: Mapping[int, Entry]) -> int:
        """The line whose action a correction of line `n` puts right."""
        target = self._earlier(n, "correct")
        while isinstance(named := self._lines[target - 1], CorrectLine):
            target = named.correct
        if target not in counting:
            lost = '"correct": {n}: that line holds no action that counts now'
            raise RecordError(self._number, finding("record.no_action_there", lost, n))
        return target

    def _kept(self, moment: _Moment[S, A], entry: Entry, by: int) -> _Moment[S, A]:
        """A later action on a corrected game, or a note that it is lost."""
        try:
            return self._stepped(moment, entry)
        except IllegalAction as error:
            lost = Dropped(entry.n, by, entry.seat, error.rule, error.message, entry.action)
            return moment._replace(dropped=(*moment.dropped, lost))

    def _check_result(self, line: ResultLine) -> None:
        if not self.game.is_over(self.state):
            early = finding("record.result_early", "a result before the end: the game goes on after these lines")
            raise RecordError(self._number, early)
        expected = msgspec.to_builtins(self.game.score(self.now.state))
        where = _difference(line.result, expected, "") or _left_out(line.result)
        if where is not None:
            differs = finding("record.result", "the result does not follow from the record: {where}", where)
            raise RecordError(self._number, differs)


def _by_itself(line: Line) -> bool:
    return isinstance(line, ActionLine) and line.source in BY_ITSELF


def _touch_of(line: Line, n: int) -> int:
    """The line that the touch of line `n` began with."""
    return n if not isinstance(line, ActionLine) or line.together is UNSET else line.together


def _played(game: Game[S, A], state: S, entry: Entry) -> tuple[A, S, tuple[Overruled, ...]]:
    """An entry's action, the state after it, and the rules the table accepted. Raises IllegalAction or BadInput."""
    action = game.decode_action(entry.seat, entry.action)
    broken = game.check(state, action)
    accepted = _accepted(broken, entry)
    blocking = [v for v in broken if v.severity == "error" and v not in accepted]
    if blocking:
        raise IllegalAction(blocking)
    after = game.bear(state, action) if accepted else game.play(state, action)
    return action, after, tuple(Overruled(entry.n, entry.seat, v) for v in accepted)


def _accepted(broken: Iterable[Violation], entry: Entry) -> list[Violation]:
    return [v for v in broken if v.severity == "error" and v.overrulable and v.rule in entry.overruled]


def replay_record(game: Game[S, A], record: Record, to: int | None = None) -> Replay[S, A]:
    """The fold of a record, checking every action; `to` stops after that line number.

    Raises RecordError with line, rule id and reason for an illegal or malformed line, and where a closing result
    does not agree with the replayed score sheet.
    """
    fold = Fold(game, record.header)
    for line in record.lines if to is None else record.lines[: max(0, to)]:
        fold.add(line)
    return fold.now


def _difference(given: Any, expected: Any, path: str) -> Finding | None:
    """The first place where `given` says something else than `expected`; keys unknown to us are ignored.

    Receipts are, too: they tell why a row pays, and a later version may tell it better.
    """
    if isinstance(given, dict) and isinstance(expected, dict):
        pairs = [(given[key], expected[key], f"{path}.{key}") for key in given if key in expected and key != "receipt"]
    elif isinstance(given, list | tuple) and isinstance(expected, list | tuple):
        if len(given) != len(expected):
            differs = "{path} has {given} entries, the replay gives {expected}"
            return finding("record.result_length", differs, path.lstrip("."), len(given), len(expected))
        pairs = [(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(given, expected, strict=True))]
    else:
        differs = "{path} is {given!r}, the replay gives {expected!r}"
        where = path.lstrip(".") or "result"
        return None if given == expected else finding("record.result_value", differs, where, given, expected)
    return next((found for pair in pairs if (found := _difference(*pair)) is not None), None)


def _left_out(result: dict[str, Any]) -> Finding | None:
    """The first thing that a result must say and does not: players with name and total, and who won."""
    keys = [(result, key, key) for key in ("players", "winners")]
    for number, player in enumerate(result.get("players", ())):
        keys += [(player, key, f"players[{number}].{key}") for key in ("name", "total")]
    missing = (path for object_, key, path in keys if key not in object_)
    path = next(missing, None)
    return None if path is None else finding("record.result_lacks", "{path} is missing", path)
