"""The standings of an evening: points by place at the table, and published tie breaks. Pure functions.

By the scheme `shared` a table hands out 12 points an opponent beaten, shared by the number of opponents: so a win is
12 points at any table, and a tie is half of what beating would be. Ties in points are broken in this order: wins;
opposition (the mean points of those one has played); share (of the table's points in the game, summed). Who is equal
in all shares a place. Other schemes give other points, or put wins before points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, TypeAlias

import msgspec

WIN: Final = 12
"""What a win is worth; at tables of 2, 3 and 4 every place is a whole number, beyond that rounded down."""
Scheme: TypeAlias = Literal["shared", "wins", "places", "percent", "totals"]
"""What a game is worth: 12 points shared by opponents beaten; the same, but wins come first; 4, 3, 2, 1 by place;
hundredths of the table's best total; or what the game itself gave."""
BEST: Final[dict[Scheme, int]] = {"shared": WIN, "wins": WIN, "places": 4, "percent": 100, "totals": 0}
"""What winning is worth by a scheme; 0: that depends on the game."""


class Outcome(msgspec.Struct, frozen=True):
    """One table's result: who played (seat order), their totals in the game, and their places (1 is first).

    `more`: whether more is better; where it is not, nobody has a share of the totals.
    """

    players: tuple[int, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    more: bool = True
    round: int = 1


class Finals(msgspec.Struct, frozen=True):
    """Where the best went on alone. `cuts`: the rounds before which that was; `until`: player -> the last round."""

    cuts: tuple[int, ...] = ()
    until: Mapping[int, int] = {}

    def reached(self, player: int) -> int:
        """How many cuts a player has survived."""
        return sum(self.until.get(player, cut) >= cut for cut in self.cuts)


NO_FINALS: Final = Finals()


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings. `opposition` and `share` are rounded to a thousandth for print, compared exactly."""

    place: int
    player: int
    points: int
    played: int
    wins: int
    byes: int
    opposition: float
    share: float
    total: int
    """All points of all games."""


def ranks(totals: Sequence[int], winners: Iterable[int] | None = None) -> tuple[int, ...]:
    """Places by total, 1 is first, equals share; `winners` (seats) come first where the game's own tie break knows."""
    first = set(winners or ())
    keys = [(seat not in first, -total if seat not in first else 0) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def points(places: Sequence[int]) -> tuple[int, ...]:
    """What each place at one table is worth."""
    opponents = len(places) - 1
    if 1 not in places:
        return (0,) * len(places)
    if not opponents:
        return (WIN,)

    def worth(seat: int) -> int:
        beaten = sum(2 * (places[seat] < other) + (places[seat] == other) for other in places) - 1
        return WIN * beaten // (2 * opponents)

    return tuple(worth(seat) for seat in range(len(places)))


def worth(outcome: Outcome, scheme: Scheme) -> tuple[int, ...]:
    """What each seat of a table gets by a scheme."""
    match scheme:
        case "places":
            return tuple(max(0, BEST[scheme] + 1 - rank) for rank in outcome.ranks)
        case "percent":
            return tuple(_percent(outcome, total) for total in outcome.totals)
        case "totals":
            return outcome.totals
        case _:
            return points(outcome.ranks)


def _percent(outcome: Outcome, total: int) -> int:
    """Of the table's best total, in hundredths, rounded down; nothing for less than nothing."""
    best = max(outcome.totals) if outcome.more else min(outcome.totals)
    if outcome.more:
        return 100 * max(0, total) // best if best > 0 else 0
    return 100 if total == best else 100 * max(0, best) // total


class _Sum:
    def __init__(self) -> None:
        self.points = self.played = self.wins = self.byes = self.total = 0
        self.share = Fraction()
        self.opponents: list[int] = []


def standings(
    players: Sequence[int],
    outcomes: Iterable[Outcome],
    byes: Iterable[int] = (),
    bye_points: int = WIN,
    scheme: Scheme = "shared",
    finals: Finals = NO_FINALS,
    penalties: Mapping[int, int] = {},
) -> list[Standing]:
    """Everybody, best first; `byes` has a player once for each bye; `penalties`: points taken from a player.

    Who has come further in the finals stands first, and there what was played since counts before all else.
    """
    stages = ((player, finals.reached(player)) for player in players)
    reached = tuple((player, stage, finals.cuts[stage - 1]) for player, stage in stages if stage)
    taken = tuple((player, points) for player, points in penalties.items() if points)
    return list(_standings(tuple(players), tuple(outcomes), tuple(byes), bye_points, scheme, reached, taken))


@lru_cache(maxsize=8)
def _standings(
    players: tuple[int, ...],
    outcomes: tuple[Outcome, ...],
    byes: tuple[int, ...],
    bye_points: int,
    scheme: Scheme,
    reached: tuple[tuple[int, int, int], ...],
    taken: tuple[tuple[int, int], ...],
) -> tuple[Standing, ...]:
    """The same, kept: while nothing that counts has changed, everybody who looks on sees the same."""
    sums: dict[int, _Sum] = defaultdict(_Sum)
    for outcome in outcomes:
        _add(sums, outcome, scheme)
    for player in byes:
        sums[player].byes += 1
        sums[player].points += bye_points
    met = {player: one.points for player, one in sums.items()}
    for player, penalty in taken:
        sums[player].points -= penalty
    final = {player: (stage, _points_since(outcomes, player, since, scheme)) for player, stage, since in reached}
    keys = {player: (*final.get(player, (0, 0)), *_keys(sums, met, player, scheme)) for player in players}
    ordered = sorted(players, key=lambda player: keys[player], reverse=True)
    found: list[Standing] = []
    for _, same in groupby(ordered, key=lambda player: keys[player]):
        place = len(found) + 1
        found += [_line(place, player, sums[player], keys[player][2:]) for player in same]
    return tuple(found)


def _points_since(outcomes: Iterable[Outcome], player: int, since: int, scheme: Scheme) -> int:
    games = [found for found in outcomes if found.round >= since and player in found.players]
    return sum(worth(found, scheme)[found.players.index(player)] for found in games)


def _add(sums: dict[int, _Sum], outcome: Outcome, scheme: Scheme) -> None:
    whole = sum(max(0, total) for total in outcome.totals) if outcome.more else 0
    rows = zip(outcome.players, outcome.totals, outcome.ranks, worth(outcome, scheme), strict=True)
    for player, total, rank, gained in rows:
        one = sums[player]
        one.points += gained
        one.played += 1
        one.wins += rank == 1
        one.total += total
        one.share += Fraction(max(0, total), whole) if whole else 0
        one.opponents += [other for other in outcome.players if other != player]


def _keys(
    sums: dict[int, _Sum], played: Mapping[int, int], player: int, scheme: Scheme
) -> tuple[int, int, Fraction, Fraction]:
    """`played`: what everybody has without penalties, which say nothing of how strong an opponent is."""
    one = sums[player]
    met = [played.get(other, 0) for other in one.opponents]
    first = (one.wins, one.points) if scheme == "wins" else (one.points, one.wins)
    return *first, Fraction(sum(met), len(met)) if met else Fraction(), one.share


def _line(place: int, player: int, one: _Sum, keys: tuple[int, int, Fraction, Fraction]) -> Standing:
    return Standing(
        place=place,
        player=player,
        points=one.points,
        played=one.played,
        wins=one.wins,
        byes=one.byes,
        opposition=round(float(keys[2]), 3),
        share=round(float(keys[3]), 3),
        total=one.total,
    )
