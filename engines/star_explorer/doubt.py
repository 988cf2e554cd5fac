"""From a reading's lines to the questions that matter: those whose answer changes the score.

A reading gives lines with probabilities and names the doubtful ones. The proposal is the most probable drawing. For
each doubtful line the points with it and without it are compared over all answers to the other questions; where they
never differ, nobody is asked, nor where a line less likely than not would make the drawing impossible (it would
lie on top of another): while that other line is there, it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from engines.star_explorer.disc import line_of
from engines.star_explorer.model import Draw, Line, StarExplorerOptions, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from engines.star_explorer.scoring import Constellation, bonus_rows, round_row, unfaded_row

Reading = Sequence[tuple[int, int, float]]
"""Lines with the probability that they are drawn, 0 to 1."""
AT_ONCE = 8
"""So many doubtful lines are answered in all combinations; of more, the others stay as proposed."""


class Outcome(msgspec.Struct, frozen=True):
    """What one answer leads to, the other lines as proposed."""

    draw: Draw
    round_points: int
    unfaded: int
    """Points of the 3-point stars that are not crossed off."""
    bonus: int
    """Points for central stars, axis crossings and rim stars, as they stand."""
    broken: tuple[str, ...]
    """Rules that the drawing breaks, warnings left out."""

    @property
    def points(self) -> int:
        """Everything that depends on the drawing."""
        return self.round_points + self.unfaded + self.bonus


class Question(msgspec.Struct, frozen=True):
    """Whether a doubtful line was drawn, and what hangs on it."""

    line: Line
    p: float
    """The probability that it was drawn."""
    proposed: bool
    """Whether the proposal has it."""
    drawn: Outcome
    not_drawn: Outcome
    stake: float
    """Points between the two answers, on average over the answers to the other questions."""
    effect: float
    """Points by which the proposal is expected to be wrong here: the stake times the chance of the other answer."""

    @property
    def changes_legality(self) -> bool:
        """Whether the two answers break different rules."""
        return self.drawn.broken != self.not_drawn.broken


def new_lines(state: StarExplorerState, seat: int, lines: Reading) -> list[tuple[Line, float]]:
    """The lines that no earlier round drew, each once with its highest probability, ascending."""
    known = {line for drawing in state.seats[seat].drawings for line in drawing.lines}
    found: dict[Line, float] = {}
    for a, b, p in lines:
        line = line_of(a, b)
        if line not in known:
            found[line] = max(p, found.get(line, 0.0))
    return sorted(found.items())


def drawing_from_lines(state: StarExplorerState, seat: int, lines: Reading, stars: Sequence[int] = ()) -> Draw:
    """The most probable drawing of this round: the new lines with p of at least a half, and stars without a line."""
    drawn = tuple(line for line, p in new_lines(state, seat, lines) if p >= 0.5)
    joined = {star for line in drawn for star in line}
    return Draw(seat=seat, lines=drawn, stars=tuple(sorted({*stars} - joined)))


def questions(
    game: StarExplorer,
    state: StarExplorerState,
    seat: int,
    lines: Reading,
    doubtful: Reading,
    stars: Sequence[int] = (),
) -> list[Question]:
    """The questions whose answers change the points, the largest expected effect first.

    `state`: that seat is about to draw. Empty where every answer gives the same points. Unknown stars are left to
    `check`: lines that name one are never asked about.
    """
    asked = _askable(game, state, seat, doubtful)
    fixed = [(a, b, p) for (a, b), p in new_lines(state, seat, lines) if (a, b) not in asked and _known(game, (a, b))]
    doubt = _Doubt(game, state, seat, fixed, asked, tuple(stars))
    found = [question for line in asked if (question := doubt.question(line)) is not None]
    return sorted(found, key=lambda q: (-round(q.effect, 9), -round(q.stake, 9), q.line))


def _known(game: StarExplorer, line: Line) -> bool:
    return line[0] != line[1] and line[0] in game.disc.stars and line[1] in game.disc.stars


def _askable(game: StarExplorer, state: StarExplorerState, seat: int, doubtful: Reading) -> dict[Line, float]:
    """The new doubtful lines that are nearest to a half, as many as are answered in all combinations."""
    new = [(line, p) for line, p in new_lines(state, seat, doubtful) if _known(game, line)]
    return dict(sorted(new, key=lambda item: (abs(item[1] - 0.5), item[0])))


class _Doubt:
    """One reading's doubtful lines with the points of every combination of answers."""

    def __init__(
        self,
        game: StarExplorer,
        state: StarExplorerState,
        seat: int,
        fixed: Reading,
        asked: dict[Line, float],
        stars: tuple[int, ...],
    ) -> None:
        self.game, self.state, self.seat, self.fixed, self.asked, self.stars = game, state, seat, fixed, asked, stars
        self._points: dict[tuple[Line, ...], int] = {}

    def question(self, line: Line) -> Question | None:
        stake = sum(share * abs(self._difference(line, others)) for others, share in self._others(line))
        if not stake:
            return None
        p = self.asked[line]
        proposal = frozenset(other for other, q in self.asked.items() if q >= 0.5)
        if p < 0.5 and self._impossible(proposal | {line}):
            return None
        return Question(
            line=line,
            p=p,
            proposed=p >= 0.5,
            drawn=self._outcome(proposal | {line}),
            not_drawn=self._outcome(proposal - {line}),
            stake=stake,
            effect=stake * (1 - p if p >= 0.5 else p),
        )

    def _others(self, line: Line) -> Iterator[tuple[frozenset[Line], float]]:
        """The answers to the other questions with their probability; the clearest of too many stay as proposed."""
        others = [other for other in self.asked if other != line]
        free, kept = others[: AT_ONCE - 1], [o for o in others[AT_ONCE - 1 :] if self.asked[o] >= 0.5]
        for answers in product((True, False), repeat=len(free)):
            share, drawn = 1.0, list(kept)
            for other, yes in zip(free, answers, strict=True):
                share *= self.asked[other] if yes else 1 - self.asked[other]
                drawn += [other] if yes else []
            yield frozenset(drawn), share

    def _difference(self, line: Line, others: frozenset[Line]) -> int:
        return self._worth(others | {line}) - self._worth(others)

    def _worth(self, answered: frozenset[Line]) -> int:
        key = tuple(sorted(answered))
        if key not in self._points:
            self._points[key] = sum(self._split(self._draw(answered)))
        return self._points[key]

    def _draw(self, answered: frozenset[Line]) -> Draw:
        lines = [*self.fixed, *((a, b, 1.0) for a, b in answered)]
        return drawing_from_lines(self.state, self.seat, lines, self.stars)

    def _split(self, draw: Draw) -> tuple[int, int, int]:
        """Round points, 3-point stars and end bonuses with this drawing."""
        me = self.game.play(self.state, draw).seats[self.seat]
        drawn: list[Constellation] = self.game.constellations(me)
        options: StarExplorerOptions = self.state.options
        bonus = sum(row.points for row in bonus_rows(self.game.disc, drawn, options))
        unfaded = unfaded_row(sum(drawing.fading for drawing in me.drawings)).points
        return round_row(self.game.disc, drawn[-1], options).points, unfaded, bonus

    def _impossible(self, answered: frozenset[Line]) -> bool:
        """Whether no table could accept that drawing: lines on top of each other, say."""
        found = self.game.check(self.state, self._draw(answered))
        return any(v.severity == "error" and not v.overrulable for v in found)

    def _outcome(self, answered: frozenset[Line]) -> Outcome:
        draw = self._draw(answered)
        broken = [v.rule for v in self.game.check(self.state, draw) if v.severity == "error"]
        return Outcome(draw, *self._split(draw), tuple(dict.fromkeys(broken)))
