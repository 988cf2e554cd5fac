"""Who sits with whom, at which seat, and who starts: as few rematches as possible, opponents of equal standing, seats
and starts shared out evenly. Pure functions: same input, same seating.

Two at a table: a matching of least weight (Edmonds' blossom algorithm, networkx), exact. Three or four: every
partition is weighed for fields of up to 12, beyond that swaps improve the tables of neighbours in the standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

import msgspec

MAX_EXACT: Final = 12
"""Up to this number of players the partition is the best there is."""
SEARCH_WINDOW: Final = 16
"""Among more than `WHOLE` players, partners at two-player tables are sought this many places up and down."""
WHOLE: Final = 64
Pair: TypeAlias = tuple[int, int]
Group: TypeAlias = tuple[int, ...]
Cost: TypeAlias = tuple[int, int]


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What the rounds before know of players; whoever is missing has no past."""

    met: Mapping[Pair, int] = {}
    """How often two have sat together; the smaller number first."""
    byes: Mapping[int, int] = {}
    seats: Mapping[Pair, int] = {}
    """(player, seat) -> how often."""
    starts: Mapping[int, int] = {}


class Seated(msgspec.Struct, frozen=True):
    """One table: players in seat order, and which of the seats starts."""

    players: Group
    first: int


class Seating(msgspec.Struct, frozen=True):
    """A round: its tables, strongest first, and who has a bye."""

    tables: tuple[Seated, ...]
    byes: Group = ()


def seat_round(
    order: Sequence[int],
    levels: Mapping[int, int],
    past: Past,
    *,
    seats: int,
    least: int,
    tables: int | None = None,
    groups: Iterable[Sequence[int]] | None = None,
) -> Seating:
    """Seat the players of `order` (best first) at tables of at most `seats`, at least `least`.

    `levels`: how far apart two players are is the difference of their levels; all 0 where standing does not matter.
    `tables`: how many there are at most. `groups`: tables that are already decided.
    """
    sizes, byes = table_sizes(len(order), seats, least, tables)
    out = _who_has_a_bye(order, past, byes)
    playing = [player for player in order if player not in out]
    decided = [tuple(one) for one in groups] if groups is not None else group(playing, sizes, levels, past.met)
    return Seating(tuple(_at_seats(found, past) for found in decided), tuple(sorted(out)))


def table_sizes(players: int, most: int, least: int, tables: int | None = None) -> tuple[list[int], int]:
    """The sizes of the tables, largest first, and how many byes: as few byes, then as few tables as can be."""
    for byes in range(players + 1):
        playing = players - byes
        count = -(-playing // most)
        if count * least <= playing and (tables is None or count <= tables):
            share, more = divmod(playing, count) if count else (0, 0)
            return [share + 1] * more + [share] * (count - more), byes
    raise AssertionError("no players need no table")


def _who_has_a_bye(order: Sequence[int], past: Past, count: int) -> set[int]:
    """Those with the fewest byes, among them the lowest in the standings."""
    ranked = sorted(range(len(order)), key=lambda place: (past.byes.get(order[place], 0), -place))
    return {order[place] for place in ranked[:count]}


# Who sits together --------------------------------------------------------------------------------------------------


def pair(a: int, b: int) -> Pair:
    """The key of two players."""
    return (a, b) if a < b else (b, a)


def group(
    order: Sequence[int], sizes: Sequence[int], levels: Mapping[int, int], met: Mapping[Pair, int]
) -> list[Group]:
    """Tables of those sizes: fewest rematches first, then the smallest distances in level."""
    if set(sizes) <= {2}:
        return _matched(order, levels, met)
    weigh = _Weigh(levels, met)
    found = _best_partition(order, sizes, weigh) if len(order) <= MAX_EXACT else _improved(order, sizes, weigh)
    place = {player: number for number, player in enumerate(order)}
    return sorted((tuple(sorted(g, key=place.__getitem__)) for g in found), key=lambda g: place[g[0]])


def spread(order: Sequence[int], sizes: Sequence[int], met: Mapping[Pair, int]) -> list[Group]:
    """Tables of those sizes, each with one of the best, one of the next best and so on: at two the first meets the
    middle one. Who has met already, or is of one club, changes places with somebody near by.
    """
    groups: list[list[int]] = [[] for _ in sizes]
    open_ = list(range(len(sizes)))
    left = iter(order)
    while open_:
        for number in open_:
            groups[number].append(next(left))
        open_ = [number for number in open_ if len(groups[number]) < sizes[number]]
    return apart(groups, met)


def apart(groups: list[list[int]], met: Mapping[Pair, int]) -> list[Group]:
    """The same groups, but who has met already changes places with somebody near by."""
    return _apart(groups, _Weigh({}, met))


class _Weigh:
    """What it costs to seat a group together."""

    def __init__(self, levels: Mapping[int, int], met: Mapping[Pair, int]) -> None:
        self._levels = levels
        self._met = met
        self._known: dict[Group, Cost] = {}

    def __call__(self, players: Sequence[int]) -> Cost:
        key = tuple(sorted(players))
        if key not in self._known:
            met, apart = 0, 0
            for a, b in combinations(key, 2):
                met += self._met.get((a, b), 0)
                apart += (self._levels.get(a, 0) - self._levels.get(b, 0)) ** 2
            self._known[key] = (met, apart)
        return self._known[key]


def _matched(order: Sequence[int], levels: Mapping[int, int], met: Mapping[Pair, int]) -> list[Group]:
    import networkx as nx

    weigh = _Weigh(levels, met)
    window = len(order) if len(order) <= WHOLE else SEARCH_WINDOW
    while True:
        near = [(a, b) for i, a in enumerate(order) for b in order[i + 1 : i + 1 + window]]
        much = 1 + sum(weigh(edge)[1] for edge in near)
        graph = nx.Graph()
        graph.add_weighted_edges_from((a, b, weigh((a, b))[0] * much + weigh((a, b))[1]) for a, b in near)
        found = nx.min_weight_matching(graph)
        if 2 * len(found) == len(order) or window >= len(order):
            break
        window *= 2
    place = {player: number for number, player in enumerate(order)}
    return sorted((tuple(sorted(edge, key=place.__getitem__)) for edge in found), key=lambda g: place[g[0]])


def _best_partition(order: Sequence[int], sizes: Sequence[int], weigh: _Weigh) -> list[Group]:
    """Every partition is looked at, but for those that already cost more than the best."""
    best: tuple[Cost, list[Group]] | None = None

    def search(left: tuple[int, ...], sizes: tuple[int, ...], cost: Cost, chosen: list[Group]) -> None:
        nonlocal best
        if best is not None and cost >= best[0]:
            return
        if not left:
            best = (cost, list(chosen))
            return
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for others in combinations(left[1:], size - 1):
                players = (left[0], *others)
                met, apart = weigh(players)
                rest = tuple(player for player in left[1:] if player not in others)
                search(rest, sizes[:at] + sizes[at + 1 :], (cost[0] + met, cost[1] + apart), [*chosen, players])

    search(tuple(order), tuple(sizes), (0, 0), [])
    return best[1] if best else []


def _improved(order: Sequence[int], sizes: Sequence[int], weigh: _Weigh) -> list[Group]:
    """Neighbours in the standings sit together; whoever has met changes places with somebody as near as possible."""
    groups, at = [], 0
    for size in sizes:
        groups.append(list(order[at : at + size]))
        at += size
    return _apart(groups, weigh)


def _apart(groups: list[list[int]], weigh: _Weigh) -> list[Group]:
    reach = 4
    while any(weigh(g)[0] for g in groups) and reach <= 2 * len(groups):
        while _swapped(groups, reach, weigh):
            pass
        reach *= 2
    return [tuple(g) for g in groups]


def _swapped(groups: list[list[int]], reach: int, weigh: _Weigh) -> bool:
    """One pass of swaps for the tables with rematches; whether any made it cheaper."""
    better = False
    for here, players in enumerate(groups):
        if weigh(players)[0]:
            better = _swap_best(groups, here, reach, weigh) or better
    return better


def _swap_best(groups: list[list[int]], here: int, reach: int, weigh: _Weigh) -> bool:
    best: tuple[Cost, list[int], int, list[int]] | None = None
    for there in _around(here, reach, len(groups)):
        before = _plus(weigh(groups[here]), weigh(groups[there]))
        for mine, other in _swaps(groups[here], groups[there]):
            after = _plus(weigh(mine), weigh(other))
            gain = (after[0] - before[0], after[1] - before[1])
            if gain < (0, 0) and (best is None or gain < best[0]):
                best = (gain, mine, there, other)
    if best is not None:
        _, groups[here], there, groups[there] = best
    return best is not None


def _around(here: int, reach: int, count: int) -> Iterator[int]:
    return (k for k in range(max(0, here - reach), min(count, here + reach + 1)) if k != here)


def _plus(a: Cost, b: Cost) -> Cost:
    return a[0] + b[0], a[1] + b[1]


def _swaps(mine: list[int], other: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    for i, a in enumerate(mine):
        for j, b in enumerate(other):
            yield [*mine[:i], b, *mine[i + 1 :]], [*other[:j], a, *other[j + 1 :]]


def round_robin_pairs(players: Sequence[int | None], number: int) -> list[tuple[int | None, int | None]]:
    """Round `number` (from 1) of the circle method: in n - 1 rounds everybody meets everybody once.

    None is an empty chair: its opponent has a bye. Source: Lucas, Récréations mathématiques, 1883.
    """
    circle = [*players, None] if len(players) % 2 else list(players)
    turn = (number - 1) % (len(circle) - 1)
    moved = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
    return list(zip(moved[: len(moved) // 2], reversed(moved[len(moved) // 2 :]), strict=True))


# Who sits where -----------------------------------------------------------------------------------------------------


def _at_seats(players: Group, past: Past) -> Seated:
    """The seats on which they have sat least; the one starts who has started least."""
    seats = range(len(players))

    def sat(chosen: Group) -> tuple[int, int]:
        counts = [past.seats.get((player, seat), 0) for seat, player in enumerate(chosen)]
        return sum(counts), max(counts)

    chosen = min(permutations(players), key=sat)
    return Seated(chosen, min(seats, key=lambda seat: (past.starts.get(chosen[seat], 0), seat)))
