"""The levels of Star Explorer's bots: what a drawing pays now, less what its stars may still be worth.

A star is drawn once in a game, so what a free star is likely to bring in the rounds to come is taken off, by where and
when it shows and by the tiles that are still to come. Before a size or a 7 is picked, tiles with the backs of the own
pile are tried: `normal` tries one of each, `strong` every one. Both know their own view only.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.bots import Bot, Choice, Reason, Thinking, learnt
from engines.star_explorer.bots import Purse, best_draw, greedy_action, random_action
from engines.star_explorer.model import (
    ROUNDS,
    SIZES,
    Back,
    ChooseSeven,
    ChooseSize,
    Draw,
    Phase,
    StarExplorerState,
)
from engines.star_explorer.rules import StarExplorer, with_seat

PACKAGE: Final = "engines.star_explorer"
TRIED: Final = {"normal": 1, "strong": len(SIZES)}
"""By level: how many tiles with each back of the pile are tried, at most, before a size or a 7 is picked."""


class Weights(msgspec.Struct, frozen=True):
    """What a free star may still be worth, in points, and what the tile of a size is worth in a round to come."""

    next: float
    """It shows in the next round."""
    match: float
    """Then it has the type of this tile's back: for each point of the back's value."""
    later: float
    """For each round after that in which it shows."""
    pile: float
    """For each round in which it shows, times the share of the pile that has its type."""
    rim: float
    """It lies at the rim, and shows again."""
    kept_5: float
    """By size: what a tile is worth that is kept for later."""
    kept_6: float
    kept_7: float
    kept_8: float
    kept_9: float
    kept_10: float

    def kept(self, size: int) -> float:
        """What a tile of that size is worth that is kept for later."""
        return (self.kept_5, self.kept_6, self.kept_7, self.kept_8, self.kept_9, self.kept_10)[size - 5]


@cache
def weights() -> Weights:
    """What play has found."""
    return learnt(PACKAGE, Weights)


class Careful(Purse):
    """The prices of `Purse`, less what stars may still be worth."""

    def __init__(self, game: StarExplorer, view: StarExplorerState, seat: int, learnt: Weights) -> None:
        super().__init__(game, view, seat)
        self.weights, self.round = learnt, view.round
        pile = view.piles[seat] or ()
        self.types: list[str] = [back.type for back in pile]

    def star(self, star: int) -> float:
        """Points of a drawn star, less what it may still be worth."""
        if star not in self._stars:
            points = super().star(star)
            self._stars[star] = points - self.kept(star)
        return self._stars[star]

    def kept(self, star: int) -> float:
        """What a star may still be worth where it is not drawn now."""
        w, printed = self.weights, self.disc.stars[star]
        rounds = [number for number in self.disc.rounds_in_view.get(star, ()) if number > self.round]
        if not rounds:
            return 0.0
        worth = w.rim * (printed.zone == "rim")
        if rounds[0] == self.round + 1:
            worth += w.next + w.match * self.tile.back.value * (printed.type == self.tile.back.type)
            worth += w.later * (len(rounds) - 1)
        else:
            worth += w.later * len(rounds)
        if self.types:
            worth += w.pile * len(rounds) * self.types.count(printed.type) / len(self.types)
        return worth


def _drawing(game: StarExplorer, view: StarExplorerState, seat: int, learnt: Weights) -> tuple[float, Draw]:
    """The drawing that is worth most, and its worth."""
    from engines.star_explorer.thinking.search import best_drawing, simple

    purse = Careful(game, view, seat, learnt)
    if simple(view):
        return best_drawing(game, view, seat, purse)
    draw = best_draw(game, view, seat)
    return purse.drawing(draw, game.fading(view, draw)), draw


def _expected(
    game: StarExplorer, view: StarExplorerState, seat: int, back: Back, learnt: Weights, rng: Random, tried: int
) -> float:
    """What a tile with that back would be worth now: the mean over some that may lie there."""
    seen = {drawing.tile for me in view.seats for drawing in me.drawings}
    there = [tile for tile in game.box.with_back.get(back, ()) if tile not in seen]
    picked = rng.sample(there, min(tried, len(there)))
    me = view.seats[seat]
    states = [
        replace(view, seats=with_seat(view.seats, seat, replace(me, tile=tile)), phase=Phase.DRAW) for tile in picked
    ]
    return sum([_drawing(game, state, seat, learnt)[0] for state in states]) / max(1, len(picked))


def choose(game: StarExplorer, view: StarExplorerState, seat: int, rng: Random, learnt: Weights, tried: int) -> Choice:
    """What is worth most, with what is kept for later."""
    pile = view.piles[seat]
    if view.phase is Phase.DRAW:
        _, draw = _drawing(game, view, seat, learnt)
        return Choice(draw, _why(game, view, seat, draw))
    if view.phase is Phase.SIZE and pile:
        worths = {
            back: _expected(game, view, seat, back, learnt, rng, tried) - learnt.kept(back.size)
            for back in sorted(set(pile))
            if back.size in view.sizes
        }
        best = max(worths, key=lambda back: worths[back])
        return Choice(
            ChooseSize(seat=seat, size=best.size), _reason("size", "size.choose", size=best.size, type=best.type)
        )
    if view.phase is Phase.SEVEN and pile:
        first, second = (back for back in pile if back.size == _DOUBLE)
        better = _expected(game, view, seat, second, learnt, rng, tried) > _expected(
            game, view, seat, first, learnt, rng, tried
        )
        back = second if better else first
        return Choice(ChooseSeven(seat=seat, which=1 if better else 0), _reason("seven", "size.seven", type=back.type))
    return Choice(greedy_action(game, view, seat, rng), _GREEDY.get(view.phase))


def _why(game: StarExplorer, view: StarExplorerState, seat: int, draw: Draw) -> Reason:
    """Points now, and what is kept where another drawing would pay more now."""
    if not draw.lines and not draw.stars:
        return _reason("nothing", "draw.c")
    purse = Purse(game, view, seat)
    points = int(purse.drawing(draw, game.fading(view, draw)))
    if view.round == ROUNDS:
        return _reason("last", "win.total", points=points)
    back, stars = purse.tile.back.type, {*draw.stars, *(star for line in draw.lines for star in line)}
    used = game.drawings.taken(view.seats[seat], view.round + 1).stars
    bit, disc = game.disc.bit, game.disc
    free = sum(disc.types[star] == back and not used & bit[star] for star in disc.bit if star not in stars)
    return _reason("keeps", "score.current", "score.previous", "draw.e", points=points, stars=free, type=back)


def _reason(name: str, *rules: str, **params: int | str) -> Reason:
    return Reason(f"star_explorer.bot.{name}", dict(params), tuple(f"star_explorer.{rule}" for rule in rules))


_DOUBLE: Final = next(size for size in SIZES if SIZES.count(size) > 1)
_GREEDY: Final = {
    Phase.SIZE: _reason("largest", "size.choose"),
    Phase.START_TILE: _reason("side", "setup.start_side", "score.previous"),
    Phase.SEVEN: _reason("side", "size.seven", "score.previous"),
    Phase.ROUND_END: _reason("only", "round.end"),
}


def _best(game: StarExplorer, view: StarExplorerState, seat: int, rng: Random) -> Choice:
    """What `greedy` does: of all drawings the one that pays most."""
    action = greedy_action(game, view, seat, rng)
    return Choice(action, _why(game, view, seat, action) if isinstance(action, Draw) else _GREEDY.get(view.phase))


BEST: Final = Thinking(_best)
"""The best answer now, whatever it costs later."""


def with_weights(learnt: Weights) -> Thinking:
    """The strong bot with other weights, as training tries them."""
    return Thinking(lambda game, view, seat, rng: choose(game, view, seat, rng, learnt, TRIED["strong"]))


def _ready(game: StarExplorer) -> None:
    """Where each tile fits on the disc."""
    from engines.star_explorer.thinking.search import table_of

    for tile in game.tiles:
        table_of(game, tile)


def _level(tried: int) -> Thinking:
    return Thinking(lambda game, view, seat, rng: choose(game, view, seat, rng, weights(), tried), _ready)


BOTS: Final[dict[str, Bot]] = {
    "random": random_action,
    "greedy": greedy_action,
    **{name: _level(tried) for name, tried in TRIED.items()},
}
