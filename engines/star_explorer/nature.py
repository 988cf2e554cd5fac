"""Nature's part of Star Explorer: what chance may do, and a deal with the odds of well shuffled piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from random import Random

from engines.game import NATURE
from engines.star_explorer.model import (
    SIZES,
    Back,
    ChooseSeven,
    ChooseSize,
    DealPile,
    DealStart,
    FirstPlayer,
    Phase,
    Reveal,
    StarAction,
    StarExplorerState,
    StartTile,
    Tile,
)
from engines.star_explorer.turns import back_of, backs_left, expected_back, revealed


def nature_actions(
    state: StarExplorerState, tiles: Mapping[str, Tile], start_tiles: Mapping[str, StartTile]
) -> list[StarAction]:
    """Everything that chance may do now, sorted by kind, then by value."""
    match state.phase:
        case Phase.FIRST_PLAYER:
            return [FirstPlayer(seat=NATURE, player=player) for player in range(len(state.seats))]
        case Phase.START_TILE:
            return [*_piles(state, tiles), *_starts(state, start_tiles)]
        case Phase.SIZE:
            return [ChooseSize(seat=NATURE, size=size) for size in sorted(set(state.sizes))]
        case Phase.SEVEN:
            return [ChooseSeven(seat=NATURE, which=0), ChooseSeven(seat=NATURE, which=1)]
        case _:
            return [
                Reveal(seat=NATURE, player=player, tile=tile)
                for player, me in enumerate(state.seats)
                if me.tile is None
                for tile in tiles_to_reveal(state, player, tiles)
            ]


def _starts(state: StarExplorerState, start_tiles: Mapping[str, StartTile]) -> Iterator[DealStart]:
    for player, me in enumerate(state.seats):
        if me.start_tile is None:
            for tile in start_tiles_left(state, start_tiles):
                yield DealStart(seat=NATURE, player=player, tile=tile)


def start_tiles_left(state: StarExplorerState, start_tiles: Mapping[str, StartTile]) -> list[str]:
    """The start tiles that lie before nobody, sorted."""
    dealt_out = {me.start_tile for me in state.seats}
    return sorted(tile for tile in start_tiles if tile not in dealt_out)


def _piles(state: StarExplorerState, tiles: Mapping[str, Tile]) -> Iterator[DealPile]:
    if state.options.piles != "dealt":
        return
    left = backs_left(state, tiles)
    choices = []
    for size in sorted(set(SIZES)):
        there = sorted(back for back, count in left.items() if back.size == size and count > 0)
        picks = combinations_with_replacement(there, SIZES.count(size))
        choices.append([pick for pick in picks if all(n <= left[back] for back, n in Counter(pick).items())])
    piles = [tuple(back for pick in picks for back in pick) for picks in product(*choices)]
    for player, me in enumerate(state.seats):
        if me.pile is None:
            for backs in piles:
                yield DealPile(seat=NATURE, player=player, backs=backs)


def tiles_to_reveal(state: StarExplorerState, player: int, tiles: Mapping[str, Tile]) -> list[str]:
    """The tiles that may show when that player turns over the tile taken this round, sorted."""
    back, seen = expected_back(state, state.seats[player]), revealed(state)
    return sorted(
        tile.id
        for tile in tiles.values()
        if tile.size == state.size and tile.id not in seen and back in (None, back_of(tile))
    )


# Dealing -------------------------------------------------------------------------------------------------------


def dealt(
    state: StarExplorerState, rng: Random, tiles: Mapping[str, Tile], start_tiles: Mapping[str, StartTile]
) -> StarAction:
    """Nature's next action, drawn with the odds of shuffled piles."""
    match state.phase:
        case Phase.FIRST_PLAYER:
            return FirstPlayer(seat=NATURE, player=rng.randrange(len(state.seats)))
        case Phase.START_TILE:
            return _deal_setup(state, rng, tiles, start_tiles)
        case Phase.SIZE:
            by_tile = state.options.solo_draw == "tile"
            return ChooseSize(seat=NATURE, size=rng.choice(state.sizes if by_tile else sorted(set(state.sizes))))
        case Phase.SEVEN:
            return ChooseSeven(seat=NATURE, which=1 if rng.randrange(2) else 0)
        case _:
            player = next(number for number, me in enumerate(state.seats) if me.tile is None)
            return Reveal(seat=NATURE, player=player, tile=rng.choice(tiles_to_reveal(state, player, tiles)))


def _deal_setup(
    state: StarExplorerState, rng: Random, tiles: Mapping[str, Tile], start_tiles: Mapping[str, StartTile]
) -> StarAction:
    for player, me in enumerate(state.seats):
        if me.start_tile is None:
            return DealStart(seat=NATURE, player=player, tile=rng.choice(start_tiles_left(state, start_tiles)))
    player = next(number for number, me in enumerate(state.seats) if me.pile is None)
    return DealPile(seat=NATURE, player=player, backs=_shuffled_pile(backs_left(state, tiles), rng))


def _shuffled_pile(left: Counter[Back], rng: Random) -> tuple[Back, ...]:
    backs: list[Back] = []
    for size in sorted(set(SIZES)):
        there = sorted(back for back in left.elements() if back.size == size)
        backs += rng.sample(there, SIZES.count(size))
    return tuple(sorted(backs))
