"""What a turn could have scored: the best answer beside what was played, and what was left on the table.

A turn here is what one seat decides without anybody else, nature included, in between. What nobody at the table could
know plays no part: the answer is found from the seat's own view.

A game that can find its best answer exactly says so (`GameParts.best`). For the others the bots `greedy` and `strong`
play the turn to its end, and the one that then stands best gives the answer; where none beats what was played, nothing
was left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from engines.bots import Bot, Choice, Reason, bots_of, choice_of
from engines.errors import NotPossible
from engines.game import Game, Receipt, State
from engines.record import Replay
from engines.registry import load, parts_of

MAX_DECISIONS: Final = 40
"""A turn that a bot does not end within so many decisions is cut there: some may trade as often as they like."""


ADVISERS: Final = ("greedy", "strong")


class Gain(msgspec.Struct, frozen=True):
    """A row of the score sheet that grew."""

    row: str
    points: int
    """By so many points."""
    receipt: tuple[Receipt, ...]
    """Why it pays what it pays after the turn."""


class Line(msgspec.Struct, frozen=True):
    """One way to play a turn."""

    actions: tuple[Any, ...]
    points: int
    """What the seat's total grew by; it may shrink."""
    rows: tuple[Gain, ...] = ()
    reasons: tuple[Reason | None, ...] = ()
    """Why each action, where a bot chose them; None: it does not say."""


class Chosen(msgspec.Struct, frozen=True):
    """Which turns are looked at: the one with this line of the record, those of this seat; None: all."""

    line: int | None = None
    seat: int | None = None


class Stretch(msgspec.Struct, frozen=True):
    """Where a turn stands in a replay: entries from `first` to before `end`; `n` is the record's line of the first."""

    n: int
    seat: int
    first: int
    end: int


class Turn(msgspec.Struct, frozen=True):
    """One turn as it was played and as it could have been."""

    n: int
    """The record's line of its first action."""
    seat: int
    played: Line
    best: Line
    exact: bool
    """Whether nothing better exists, or only nothing better was found."""

    @property
    def left(self) -> int:
        """Points left on the table, 0 or more."""
        return self.best.points - self.played.points


EVERY: Final = Chosen()


def turns(game: Game[Any, Any], replay: Replay[Any, Any], chosen: Chosen = EVERY) -> Iterator[Turn]:
    """Every turn of a game in which somebody had a choice, in order; each is worked out when it is asked for.

    Raises NotPossible where the record does not keep what choices hang on.
    """
    if not game.knows_choices(replay.states[0]):
        why = "nothing to compare with: this way to play {name} keeps neither hands nor board"
        raise NotPossible("coach.not_kept", why, game.name)
    adviser = Adviser(game)
    for stretch in stretches(replay):
        lines = (entry.n for entry in replay.entries[stretch.first : stretch.end])
        if chosen.seat in (None, stretch.seat) and chosen.line in (None, *lines):
            found = adviser.turn(stretch, *as_played(replay, stretch))
            if found is not None:
                yield found


def stretches(replay: Replay[Any, Any]) -> Iterator[Stretch]:
    """Every turn of a replay, in order."""
    seats = [entry.seat for entry in replay.entries]
    first = 0
    for place in range(1, len(seats) + 1):
        if place == len(seats) or seats[place] != seats[first]:
            seat = seats[first]
            if isinstance(seat, int):
                yield Stretch(replay.entries[first].n, seat, first, place)
            first = place


def as_played(replay: Replay[Any, Any], stretch: Stretch) -> tuple[State, State, Sequence[Any]]:
    """The states before and after a turn, and its actions."""
    first, end = stretch.first, stretch.end
    return replay.states[first], replay.states[end], replay.actions[first:end]


def open_turns(game: Game[Any, Any], replay: Replay[Any, Any], people: Collection[int]) -> tuple[Stretch, ...]:
    """The turns that may be talked about now: once the game is over all of them; before that those whose round is over
    (everybody who could act when the turn began has decided since) and whose player knew nothing that is hidden from
    others of the `people` (seats).
    """
    turns = tuple(stretches(replay))
    if game.is_over(replay.states[-1]):
        return turns
    return tuple(turn for turn in turns if _lay_open(game, replay, turn, people) and _is_through(game, replay, turn))


def _is_through(game: Game[Any, Any], replay: Replay[Any, Any], turn: Stretch) -> bool:
    waiting = {*game.to_move(replay.states[turn.first])}
    for state in replay.states[turn.first + 1 :]:
        waiting &= {*game.to_move(state)}
        if not waiting:
            return True
    now, acted = replay.states[-1], {entry.seat for entry in replay.entries[turn.first :]}
    return waiting <= acted and all(len(game.legal_actions(now, seat)) == 1 for seat in waiting)


def _lay_open(game: Game[Any, Any], replay: Replay[Any, Any], turn: Stretch, people: Collection[int]) -> bool:
    seen = game.view(replay.states[turn.first], turn.seat)
    return all(game.view(seen, other) == seen for other in people if other != turn.seat)


def _line(game: Game[Any, Any], seat: int, before: State, after: State, actions: Sequence[Any]) -> Line:
    old, new = game.score(before).players[seat], game.score(after).players[seat]
    had = {row.row: row.points for row in old.rows}
    grown = ((row, row.points - had.get(row.row, 0)) for row in new.rows)
    rows = tuple(Gain(row.row, points, row.receipt) for row, points in grown if points > 0)
    return Line(tuple(actions), new.total - old.total, rows)


class Adviser:
    """Finds best answers of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        own = parts_of(game.name).best
        self.exact = own is not None
        self._bots: list[Bot] = [load(own)] if own else _strong(bots_of(game.name))

    def turn(self, stretch: Stretch, before: State, after: State, actions: Sequence[Any]) -> Turn | None:
        """A turn that led from one state to the other beside its best line; None where there was no choice."""
        played = _line(self.game, stretch.seat, before, after, actions)
        best = self.best(before, stretch.seat, played)
        return None if best is None else Turn(stretch.n, stretch.seat, played, best, self.exact)

    def best(self, state: State, seat: int, played: Line) -> Line | None:
        """The best line from a state, `played` where none is better; None where there was no choice."""
        game = self.game
        if seat not in game.to_move(state) or not self._chooses(state, seat):
            return None
        found = [self._play(bot, state, seat) for bot in self._bots]
        return max([played, *found], key=lambda line: line.points)

    def _chooses(self, state: State, seat: int) -> bool:
        return len(self.game.legal_actions(self.game.view(state, seat), seat)) > 1

    def _play(self, bot: Bot, before: State, seat: int) -> Line:
        game, state, choices = self.game, before, list[Choice]()
        while seat in game.to_move(state) and len(choices) < MAX_DECISIONS:
            choice = choice_of(bot, game, game.view(state, seat), seat, Random(len(choices)))
            state = game.play(state, choice.action)
            choices.append(choice)
        line = _line(game, seat, before, state, [choice.action for choice in choices])
        return msgspec.structs.replace(line, reasons=tuple(choice.reason for choice in choices))


def _strong(bots: dict[str, Bot]) -> list[Bot]:
    return [bots[name] for name in ADVISERS if name in bots] or list(bots.values())
