"""From a reading's lines to the questions that matter: those whose answer changes the score.

A reading gives lines with probabilities and names the doubtful ones. The proposal is the most probable drawing. For
each doubtful line the points with it and without it, and the stars left for later rounds, are compared over all answers
to the other questions. Where they never differ, nobody is asked, nor where a line less likely than not would make the
drawing impossible (it would lie on top of another): while that other line is there, it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.doubt import Doubts, Standing, Weight, drawn_or_not
from engines.star_explorer.disc import line_of
from engines.star_explorer.drawing import star_name
from engines.star_explorer.model import ROUNDS, Draw, Line, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from engines.star_explorer.scoring import bonus_rows, round_row, unfaded_row

Reading = Sequence[tuple[int, int, float]]
"""Lines with the probability that they are drawn, 0 to 1."""


class Outcome(msgspec.Struct, frozen=True):
    """What one answer leads to, the other lines as proposed."""

    round_points: int
    unfaded: int
    """Points of the 3-point stars that are not crossed off."""
    bonus: int
    """Points for central stars, axis crossings and rim stars, as they stand."""
    broken: tuple[str, ...]
    """Rules that the drawing breaks, warnings left out."""


class Question(msgspec.Struct, frozen=True):
    """Whether a doubtful line was drawn, and what hangs on it."""

    line: Line
    p: float
    """The probability that it was drawn."""
    drawn: Outcome
    not_drawn: Outcome
    weight: Weight
    """What hangs on it."""


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


def points_of(game: StarExplorer, state: StarExplorerState, seat: int, draw: Draw) -> tuple[int, int, int]:
    """What that seat has with this drawing: points of the round, for 3-point stars that are left, and of the bonuses as
    they stand."""
    me = game.play(state, draw).seats[seat]
    drawn, options = game.constellations(me), state.options
    bonus = sum(row.points for row in bonus_rows(game.disc, drawn, options))
    unfaded = unfaded_row(sum(drawing.fading for drawing in me.drawings)).points
    return round_row(game.disc, drawn[-1], options).points, unfaded, bonus


def questions(
    game: StarExplorer,
    state: StarExplorerState,
    seat: int,
    lines: Reading,
    doubtful: Reading,
    stars: Sequence[int] = (),
) -> list[Question]:
    """The questions whose answers change the points or the stars left for later rounds, the largest effect first.

    `state`: that seat is about to draw. Empty where every answer gives the same points and uses the same stars.
    Unknown stars are left to `check`: lines that name one are never asked about.
    """
    asked = _askable(game, state, seat, doubtful)
    fixed = [(a, b, p) for (a, b), p in new_lines(state, seat, lines) if (a, b) not in asked and _known(game, (a, b))]
    reading = _Reading(game, state, seat, fixed, asked, tuple(stars))
    found = (reading.question(line, weight) for line, weight in reading.doubts.weighty())
    return [question for question in found if question is not None]


def _known(game: StarExplorer, line: Line) -> bool:
    return line[0] != line[1] and line[0] in game.disc.stars and line[1] in game.disc.stars


def _askable(game: StarExplorer, state: StarExplorerState, seat: int, doubtful: Reading) -> dict[Line, float]:
    """The new doubtful lines, those nearest to a half first."""
    new = [(line, p) for line, p in new_lines(state, seat, doubtful) if _known(game, line)]
    return dict(sorted(new, key=lambda item: (abs(item[1] - 0.5), item[0])))


class _Reading:
    """One reading as plausible drawings: sure lines and stars, and the doubtful lines that are drawn or not."""

    def __init__(
        self,
        game: StarExplorer,
        state: StarExplorerState,
        seat: int,
        fixed: Reading,
        asked: dict[Line, float],
        stars: tuple[int, ...],
    ) -> None:
        self.game, self.state, self.seat, self.fixed, self.stars = game, state, seat, fixed, stars
        self.asked = asked
        self.doubts = Doubts({line: drawn_or_not(p) for line, p in asked.items()}, self._standing)

    def question(self, line: Line, weight: Weight) -> Question | None:
        p = self.asked[line]
        with_it, without = ({**self.doubts.proposal, line: drawn} for drawn in (True, False))
        if p < 0.5 and self._impossible(with_it):
            return None
        return Question(line, p, self._outcome(with_it), self._outcome(without), weight)

    def _standing(self, answers: dict[Line, bool]) -> Standing:
        """Stars count for later rounds, in which a used one may not be used again."""
        draw = self._draw(answers)
        used = {*draw.stars, *(star for line in draw.lines for star in line)} if self.state.round < ROUNDS else ()
        return Standing((sum(points_of(self.game, self.state, self.seat, draw)),), frozenset(map(star_name, used)))

    def _draw(self, answers: dict[Line, bool]) -> Draw:
        lines = [*self.fixed, *((a, b, 1.0) for (a, b), drawn in answers.items() if drawn)]
        return drawing_from_lines(self.state, self.seat, lines, self.stars)

    def _impossible(self, answers: dict[Line, bool]) -> bool:
        """Whether no table could accept that drawing: lines on top of each other, say."""
        found = self.game.check(self.state, self._draw(answers))
        return any(v.severity == "error" and not v.overrulable for v in found)

    def _outcome(self, answers: dict[Line, bool]) -> Outcome:
        draw = self._draw(answers)
        broken = [v.rule for v in self.game.check(self.state, draw) if v.severity == "error"]
        return Outcome(*points_of(self.game, self.state, self.seat, draw), tuple(dict.fromkeys(broken)))
