"""Groups: players are shared out, everybody plays within the own group, the best of each go on to finals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from hub.database.store import Row
from hub.event.seating import Pair, apart

SYSTEM: Final = "groups"
SMALLEST: Final = 3
"""No group is smaller, where there are so many players."""


def are_played(event: Row, number: int | None) -> bool:
    """Whether a round (None: of free play) is one in which everybody plays within the own group."""
    return event.system == SYSTEM and number is not None and not any(cut <= number for cut in cuts_of(event))


def cuts_of(event: Row) -> list[int]:
    """The rounds before which only the best went on."""
    return msgspec.json.decode(event.cuts, type=list[int])


def how_many(players: int, most: int) -> int:
    """How many groups there are, of at most so many players each unless that makes them smaller than `SMALLEST`."""
    return max(1, min(-(-players // most), players // SMALLEST))


def sizes(players: Sequence[int | None], most: int) -> list[int]:
    """How many players each group has or, before they are drawn, will have. `players`: the group of each."""
    known = Counter(group for group in players if group is not None)
    if known:
        return [known[group] for group in sorted(known)]
    count = how_many(len(players), most)
    share, more = divmod(len(players), count)
    return [share + 1] * more + [share] * (count - more)


def share_out(order: Sequence[int], held: Mapping[int, int], count: int, met: Mapping[Pair, int]) -> dict[int, int]:
    """Player -> group, from 1. Those of `order` (best first) go one by one into the smallest group; `held` stay.

    Where nobody is held, those who would rather not meet (`met`: of one club) change groups with somebody near by.
    """
    groups: list[list[int]] = [[] for _ in range(max([count, *held.values()]))]
    for player, group in held.items():
        groups[group - 1].append(player)
    for player in order:
        min(groups, key=len).append(player)
    shared = groups if held else apart(groups, met)
    return {player: number for number, players in enumerate(shared, start=1) for player in players}


def first_against_last(best: Sequence[int], groups: Mapping[int, int | None], met: Mapping[Pair, int]) -> list[Pair]:
    """Tables of two after a cut: the first meets the last, the second the last but one.

    `best`: who goes on, by the standings. Out of `groups` (player -> group; empty: there were none) all winners stand
    before all seconds, and who has `met` already meets somebody else where that can be.
    """
    places: Counter[int | None] = Counter()
    ranked = []
    for player in best:
        places[groups.get(player)] += 1
        ranked.append((places[groups.get(player)], player))
    ordered = [player for _, player in sorted(ranked, key=lambda one: one[0])]
    half = len(ordered) // 2
    pairs = [list(two) for two in zip(ordered[:half], reversed(ordered[half:]), strict=True)]
    return [(one, other) for one, other in apart(pairs, met)]
