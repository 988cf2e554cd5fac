"""Nature's part of Star Explorer: what chance may do, and a deal with the odds of well shuffled piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Final, TypeVar

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

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
PLACES: Final = {size: (SIZES.index(size), SIZES.index(size) + SIZES.count(size)) for size in SIZES}
"""Where the tiles of each size lie in a pile."""
DOUBLE_SIZE: Final = 7
"""The size of which every pile holds two tiles, side by side; tiles of the others are all seen in one round."""


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
    for player, pile in enumerate(state.piles):
        if pile is None:
            for backs in piles:
                yield DealPile(seat=NATURE, player=player, backs=backs)


def tiles_to_reveal(state: StarExplorerState, player: int, box: Box) -> list[str]:
    """The tiles that may show when that player turns over the tile taken this round, sorted."""
    back = expected_back(state, player)
    there = [tile for tile, _ in box.of_size[state.size or 0]] if back is None else box.with_back.get(back, ())
    seen = revealed(state) if state.size == DOUBLE_SIZE else {me.tile for me in state.seats}
    return [tile for tile in there if tile not in seen]


# Dealing -------------------------------------------------------------------------------------------------------


def dealt(state: StarExplorerState, rng: Random, box: Box) -> StarAction:
    """Nature's next action, drawn with the odds of shuffled piles."""
    return DEALING[state.phase](state, rng, box)


def _first_player(state: StarExplorerState, rng: Random, _box: Box) -> StarAction:
    return FirstPlayer(seat=NATURE, player=rng.randrange(len(state.seats)))


def _size(state: StarExplorerState, rng: Random, _box: Box) -> StarAction:
    by_tile = state.options.solo_draw == "tile"
    return ChooseSize(seat=NATURE, size=_one_of(state.sizes if by_tile else sorted(set(state.sizes)), rng))


def _seven(_state: StarExplorerState, rng: Random, _box: Box) -> StarAction:
    return ChooseSeven(seat=NATURE, which=1 if rng.random() < 0.5 else 0)


def _reveal(state: StarExplorerState, rng: Random, box: Box) -> StarAction:
    player = 0
    while state.seats[player].tile is not None:
        player += 1
    return Reveal(seat=NATURE, player=player, tile=_one_of(tiles_to_reveal(state, player, box), rng))


def _setup(state: StarExplorerState, rng: Random, box: Box) -> StarAction:
    for player, me in enumerate(state.seats):
        if me.start_tile is None:
            return DealStart(seat=NATURE, player=player, tile=_one_of(start_tiles_left(state, box), rng))
    return DealPile(seat=NATURE, player=state.piles.index(None), backs=_shuffled_pile(state, rng, box))


DEALING: dict[Phase, Callable[[StarExplorerState, Random, Box], StarAction]] = {
    Phase.FIRST_PLAYER: _first_player,
    Phase.START_TILE: _setup,
    Phase.SIZE: _size,
    Phase.SEVEN: _seven,
    Phase.REVEAL: _reveal,
}


def _one_of(things: Sequence[T], rng: Random) -> T:
    return things[int(rng.random() * len(things))]


def _shuffled_pile(state: StarExplorerState, rng: Random, box: Box) -> tuple[Back, ...]:
    """Seven backs of tiles that lie in nobody's pile; every pile lists its sizes in the order of `SIZES`."""
    piles = [pile for pile in state.piles if pile is not None]
    backs: list[Back] = []
    for size, (first, end) in PLACES.items():
        left = list(box.backs_of[size])
        for pile in piles:
            for back in pile[first:end]:
                left.remove(back)
        if size != DOUBLE_SIZE:
            backs.append(_one_of(left, rng))
        else:
            backs += sorted([left.pop(int(rng.random() * len(left))) for _ in range(first, end)])
    return tuple(backs)
