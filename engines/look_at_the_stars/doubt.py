"""From a reading of a slate to the questions that matter: those whose answer changes points or the stars that are left.

A reading gives lines, shooting stars and objects with probabilities and names the doubtful ones. The proposal is the
most probable slate. Everything that is on the slate already, and what can be on no slate (a line through a planet,
say), is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

import msgspec

from engines.doubt import Doubts, Standing, Weight, drawn_or_not
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import (
    TURNS,
    Kind,
    ShootingStar,
    SkyObject,
    Slate,
    StarsState,
)
from engines.look_at_the_stars.powers import stars_of
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import total, unused_stars
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_SPAN, LINES, NAMES, POINT, bits, diagonal, points_of
from engines.look_at_the_stars.slate.sky import MAX_SHOOTING_STAR

KINDS: Final = get_args(Kind)
ENDS: Final = 2
LINE: Final = "line"
SHOOTING_STAR: Final = "shooting_star"
Mark = tuple[str, tuple[str, ...]]
"""What was seen and at which points: `("line", ("E9", "F9"))`, `("galaxy", ("C4",))`."""


class Detection(msgspec.Struct, frozen=True):
    """One thing that a reading saw, with the probability that it is there."""

    kind: Kind | str
    """`line`, `shooting_star` (points: head and tail) or the kind of an object (one point)."""
    at: tuple[str, ...]
    p: float

    @property
    def mark(self) -> Mark:
        """The thing without its probability; the ends of lines and shooting stars in a fixed order."""
        return self.kind, tuple(sorted(self.at)) if self.kind == LINE else self.at


class Outcome(msgspec.Struct, frozen=True):
    """What one answer leads to, everything else as proposed."""

    points: int
    """Of the slate as it stands."""
    unused: tuple[str, ...]
    """The stars that nothing touches."""


class Question(msgspec.Struct, frozen=True):
    """Whether a doubtful thing is on the slate, and what hangs on it."""

    kind: str
    at: tuple[str, ...]
    p: float
    """The probability that it is there."""
    drawn: Outcome
    not_drawn: Outcome
    weight: Weight
    """What hangs on it; no unused stars in the last turn."""


def questions(
    game: LookAtTheStars, state: StarsState, seat: int, seen: Iterable[Detection], doubtful: Iterable[Detection]
) -> list[Question]:
    """The questions whose answers change the points or the unused stars, the largest expected effect first.

    Empty where every plausible slate gives the same points and, unless this is the last turn, the same unused stars.
    """
    board = _Board(game, state, seat)
    asked = board.new(doubtful)
    sure = [mark for mark, p in board.new(seen).items() if p >= 0.5 and mark not in asked]

    def standing(answers: dict[Mark, bool]) -> Standing:
        slate = board.slate([*sure, *(mark for mark, there in answers.items() if there)])
        return Standing((board.points(slate),), frozenset(board.unused(slate)) if board.later else frozenset())

    doubts = Doubts({mark: drawn_or_not(p) for mark, p in asked.items()}, standing)
    return [_question(board, sure, doubts.proposal, mark, asked[mark], weight) for mark, weight in doubts.weighty()]


def _question(
    board: _Board, sure: Sequence[Mark], proposal: dict[Mark, bool], mark: Mark, p: float, weight: Weight
) -> Question:
    others = [*sure, *(other for other, there in proposal.items() if there and other != mark)]
    drawn, not_drawn = (board.outcome(board.slate(marks)) for marks in ([*others, mark], others))
    return Question(*mark, p, drawn, not_drawn, weight)


class _Board:
    """One seat's slate as the state knows it, and what may be added to it."""

    def __init__(self, game: LookAtTheStars, state: StarsState, seat: int) -> None:
        self.box: Box = game.box
        self.state, self.before = state, state.slates[seat]
        self.later = len(state.cards) < TURNS

    def new(self, seen: Iterable[Detection]) -> dict[Mark, float]:
        """What could be on the slate and is not known yet, each thing once with its highest probability."""
        found: dict[Mark, float] = {}
        for thing in seen:
            if self._possible(thing):
                found[thing.mark] = max(thing.p, found.get(thing.mark, 0.0))
        return dict(sorted(found.items()))

    def _possible(self, thing: Detection) -> bool:
        kind, at = thing.mark
        if len(at) != (ENDS if kind in (LINE, SHOOTING_STAR) else 1):
            return False
        if kind == LINE:
            span, sky = LINE_SPAN.get((at[0], at[1])), self.box.skies[self.before.slate]
            stars = stars_of(self.box, self.before) | sky.creatures
            return span is not None and not span & self._lines and not points_of(span) & ~stars
        if kind == SHOOTING_STAR:
            known = {frozenset((star.head, star.tail)) for star in self.before.shooting_stars}
            return 1 <= len(diagonal(*at)) <= MAX_SHOOTING_STAR and frozenset(at) not in known
        off = at[0] not in POINT or (kind == "galaxy" and POINT[at[0]] % COLUMNS == COLUMNS - 1)
        return kind in KINDS and not off and (kind, at[0]) not in {(o.kind, o.at) for o in self.before.objects}

    @property
    def _lines(self) -> int:
        return (self.before.drawn | self.box.skies[self.before.slate].printed) & LINES

    def slate(self, marks: Iterable[Mark]) -> Slate:
        """The slate with these things on it."""
        drawn, stars, objects = self.before.drawn, list(self.before.shooting_stars), list(self.before.objects)
        for kind, at in marks:
            if kind == LINE:
                drawn |= LINE_SPAN[at[0], at[1]]
            elif kind == SHOOTING_STAR:
                stars.append(ShootingStar(at[0], at[1]))
            else:
                objects.append(msgspec.convert({"kind": kind, "at": at[0]}, SkyObject))
        before = self.before
        return Slate(before.slate, drawn, before.closed, before.spent, before.fresh, tuple(stars), tuple(objects))

    def points(self, slate: Slate) -> int:
        """What the slate scores as it stands."""
        return total(self.box, slate, self.state.point_bonus, self.state.options)

    def unused(self, slate: Slate) -> tuple[str, ...]:
        """The stars that nothing touches, from the bottom row up."""
        return tuple(NAMES[p] for p in bits(unused_stars(self.box, slate)))

    def outcome(self, slate: Slate) -> Outcome:
        """Points of the slate, and the stars that later turns may still use."""
        return Outcome(self.points(slate), self.unused(slate))
