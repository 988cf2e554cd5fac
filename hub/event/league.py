"""A league over the evenings of a season: its table, and ratings with their uncertainty. Pure functions.

A person has one number in all evenings. Ratings: Plackett-Luce by Weng and Lin ("A Bayesian Approximation Method for
Online Ranking", JMLR 12, 2011), of the library openskill, from the places at every table in the order of the evenings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hub.event.standings import Outcome

Worth: TypeAlias = Literal["points", "places"]
"""What an evening brings: the points of its standings, or points for the place in them."""
BY_PLACE: Final = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""Points for the first ten places; later ones bring 1."""
SCALE: Final = 40
"""Points of a rating as it is shown, for one of the library's: newcomers have 1000 ± 333."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How evenings are added up.

    `best`: how many of a person's evenings count (0: all of them). `drop`: how many of the season's are left out, a
    person's worst, missed ones among them; it says nothing where `best` is given.
    """

    worth: Worth = "points"
    best: Annotated[int, Meta(ge=0, le=100)] = 0
    drop: Annotated[int, Meta(ge=0, le=100)] = 0

    def most_counted(self, evenings: int) -> int:
        """The most evenings of a person that count in a season of that many."""
        return self.best or max(1, evenings - self.drop)


class Score(msgspec.Struct, frozen=True):
    """What a person got at an evening."""

    evening: int
    place: int
    points: int
    games: int


class Night(msgspec.Struct, frozen=True):
    """An evening of the season: person -> score, and the tables of persons that ratings are made of."""

    scores: Mapping[int, Score]
    outcomes: tuple[Outcome, ...]


class Rating(msgspec.Struct, frozen=True):
    """How well somebody plays, and by how much that may be wrong (a standard deviation)."""

    value: int
    deviation: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A line of the table. `counted`: the evenings that count; `won`: evenings in which the person was first."""

    place: int
    person: int
    points: int
    evenings: int
    won: int
    games: int
    counted: tuple[int, ...]


def league(nights: Sequence[Night], rules: Rules) -> list[LeagueLine]:
    """Everybody, best first. Equal points: evenings won, then the best evening; who is equal in all shares a place."""
    count, scores = rules.most_counted(len(nights)), defaultdict(list)
    for night in nights:
        for person, score in night.scores.items():
            scores[person].append(score)
    found = [_line(person, mine, count, rules.worth) for person, mine in scores.items()]
    found.sort(key=lambda line: (*(-part for part in line[0]), line[1].person))
    lines: list[LeagueLine] = []
    for _, same in groupby(found, key=lambda line: line[0]):
        place = len(lines) + 1
        lines += [msgspec.structs.replace(line, place=place) for _, line in same]
    return lines


def _line(person: int, scores: Sequence[Score], count: int, worth: Worth) -> tuple[tuple[int, ...], LeagueLine]:
    ranked = sorted(scores, key=lambda score: (-brings(score, worth), score.evening))
    counted, won = ranked[:count], sum(score.place == 1 for score in scores)
    points = sum(brings(score, worth) for score in counted)
    line = LeagueLine(
        0, person, points, len(scores), won, sum(score.games for score in scores),
        tuple(sorted(score.evening for score in counted)),
    )  # fmt: skip
    return (points, won, brings(ranked[0], worth)), line


def brings(score: Score, worth: Worth) -> int:
    """What an evening is worth to whoever has that score."""
    if worth == "points":
        return score.points
    return BY_PLACE[score.place - 1] if score.place <= len(BY_PLACE) else BY_PLACE[-1]


def ratings(nights: Sequence[Night]) -> tuple[Mapping[int, Rating], ...]:
    """Person -> rating, after each of these evenings."""
    return _ratings(tuple(night.outcomes for night in nights))


@lru_cache(maxsize=8)
def _ratings(nights: tuple[tuple[Outcome, ...], ...]) -> tuple[Mapping[int, Rating], ...]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[int, Any] = defaultdict(model.rating)
    after: list[Mapping[int, Rating]] = []
    for outcomes in nights:
        for outcome in outcomes:
            if len(outcome.players) > 1:
                teams = [[known[person]] for person in outcome.players]
                rated = model.rate(teams, ranks=[float(rank) for rank in outcome.ranks])
                known.update({person: team[0] for person, team in zip(outcome.players, rated, strict=True)})
        after.append({person: Rating(round(SCALE * one.mu), round(SCALE * one.sigma)) for person, one in known.items()})
    return tuple(after)
