"""Nature's part of Star Explorer: what chance may do, and a deal with the odds of well shuffled piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random

from engines.game import NATURE
from engines.star_explorer.box import Box
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
)
from engines.star_explorer.turns import backs_left, expected_back, revealed


def nature_actions(state: StarExplorerState, box: Box) -> list[StarAction]:
    """Everything that chance may do now, sorted by kind, then by value."""
    match state.phase:
        case Phase.FIRST_PLAYER:
            return [FirstPlayer(seat=NATURE, player=player) for player in range(len(state.seats))]
        case Phase.START_TILE:
            return [*_piles(state, box), *_starts(state, box)]
        case Phase.SIZE:
            return [ChooseSize(seat=NATURE, size=size) for size in sorted(set(state.sizes))]
        case Phase.SEVEN:
            return [ChooseSeven(seat=NATURE, which=0), ChooseSeven(seat=NATURE, which=1)]
        case _:
            return [
                Reveal(seat=NATURE, player=player, tile=tile)
                for player, me in enumerate(state.seats)
                if me.tile is None
                for tile in tiles_to_reveal(state, player, box)
            ]


def _starts(state: StarExplorerState, box: Box) -> Iterator[DealStart]:
    for player, me in enumerate(state.seats):
        if me.start_tile is None:
            for tile in start_tiles_left(state, box):
                yield DealStart(seat=NATURE, player=player, tile=tile)


def start_tiles_left(state: StarExplorerState, box: Box) -> list[str]:
    """The start tiles that lie before nobody, sorted."""
    dealt_out = {me.start_tile for me in state.seats}
    return [tile for tile in box.start_tile_names if tile not in dealt_out]


def _piles(state: StarExplorerState, box: Box) -> Iterator[DealPile]:
    if state.options.piles != "dealt":
        return
    choices = []
    for size in sorted(set(SIZES)):
        left = backs_left(state, box, size)
        there = sorted(back for back, count in left.items() if count > 0)
        picks = combinations_with_replacement(there, SIZES.count(size))
        choices.append([pick for pick in picks if all(n <= left[back] for back, n in Counter(pick).items())])
    piles = [tuple(back for pick in picks for back in pick) for picks in product(*choices)]
    for player, me in enumerate(state.seats):
        if me.pile is None:
            for backs in piles:
                yield DealPile(seat=NATURE, player=player, backs=backs)


def tiles_to_reveal(state: StarExplorerState, player: int, box: Box) -> list[str]:
    """The tiles that may show when that player turns over the tile taken this round, sorted."""
    back, seen = expected_back(state, state.seats[player]), revealed(state)
    of_size = box.of_size[state.size or 0]
    return [tile for tile, its_back in of_size if tile not in seen and (back is None or back == its_back)]


# Dealing -------------------------------------------------------------------------------------------------------


def dealt(state: StarExplorerState, rng: Random, box: Box) -> StarAction:
    """Nature's next action, drawn with the odds of shuffled piles."""
    match state.phase:
        case Phase.FIRST_PLAYER:
            return FirstPlayer(seat=NATURE, player=rng.randrange(len(state.seats)))
        case Phase.START_TILE:
            return _deal_setup(state, rng, box)
        case Phase.SIZE:
            by_tile = state.options.solo_draw == "tile"
            return ChooseSize(seat=NATURE, size=rng.choice(state.sizes if by_tile else sorted(set(state.sizes))))
        case Phase.SEVEN:
            return ChooseSeven(seat=NATURE, which=1 if rng.randrange(2) else 0)
        case _:
            player = next(number for number, me in enumerate(state.seats) if me.tile is None)
            return Reveal(seat=NATURE, player=player, tile=rng.choice(tiles_to_reveal(state, player, box)))


def _deal_setup(state: StarExplorerState, rng: Random, box: Box) -> StarAction:
    for player, me in enumerate(state.seats):
        if me.start_tile is None:
            return DealStart(seat=NATURE, player=player, tile=rng.choice(start_tiles_left(state, box)))
    player = next(number for number, me in enumerate(state.seats) if me.pile is None)
    return DealPile(seat=NATURE, player=player, backs=_shuffled_pile(state, rng, box))


def _shuffled_pile(state: StarExplorerState, rng: Random, box: Box) -> tuple[Back, ...]:
    backs: list[Back] = []
    for size in SIZES:
        left = [back for _, back in box.of_size[size]]
        for taken in (*(back for me in state.seats for back in me.pile or () if back.size == size), *backs):
            if taken.size == size:
                left.remove(taken)
        backs.append(rng.choice(left))
    return tuple(sorted(backs))
