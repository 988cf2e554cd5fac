"""Bots for Star Explorer: `random` plays any legal action, `greedy` draws what pays most this round."""

from __future__ import annotations

from random import Random

from engines.star_explorer.choices import Pattern, draw_of
from engines.star_explorer.model import (
    ChooseSeven,
    ChooseSide,
    ChooseSize,
    Draw,
    Line,
    Phase,
    StarAction,
    StarExplorerState,
)
from engines.star_explorer.placements import Placement
from engines.star_explorer.rules import StarExplorer
from engines.star_explorer.scoring import (
    AXIS_POINTS,
    CENTRAL_POINTS,
    RIM_POINTS,
    THREE_POINT_STARS,
    UNFADED_POINTS,
    Prices,
)
from engines.star_explorer.turns import CHOICES, DRAWING

ZONE_POINTS = {"central": CENTRAL_POINTS, "field": 0, "rim": RIM_POINTS}


def random_action(game: StarExplorer, view: StarExplorerState, seat: int, rng: Random) -> StarAction:
    """Any legal action, each equally likely; drawings are sampled, not listed."""
    if view.phase == DRAWING:
        return game.drawings.sample(view.seats[seat], view.round, view.options, seat, rng)
    actions = CHOICES[view.phase](view, seat)
    return actions[int(rng.random() * len(actions))]


def greedy_action(game: StarExplorer, view: StarExplorerState, seat: int, rng: Random) -> StarAction:
    """The drawing worth most now; the largest size left; the colours that show most stars. Needs no chance."""
    match view.phase:
        case Phase.DRAW:
            return best_draw(game, view, seat)
        case Phase.SIZE:
            return ChooseSize(seat=seat, size=max(view.sizes))
        case Phase.START_TILE:
            return _best_side(game, view, seat)
        case Phase.SEVEN:
            return _best_seven(game, view, seat)
        case _:
            return game.legal_actions(view, seat)[0]


def shown(game: StarExplorer, number: int, star_type: str) -> int:
    """How many stars of a type are fully visible in a round."""
    return sum(game.disc.stars[s].type == star_type for s in game.disc.visible(number))


def _best_side(game: StarExplorer, view: StarExplorerState, seat: int) -> ChooseSide:
    tile = view.seats[seat].start_tile
    assert tile is not None, "a seat that chooses a side has a start tile"
    first, second = (face.value * shown(game, 1, face.type) for face in game.start_tiles[tile].sides)
    return ChooseSide(seat=seat, side=1 if second > first else 0)


def _best_seven(game: StarExplorer, view: StarExplorerState, seat: int) -> ChooseSeven:
    """The back that shows most stars of its type next round, when it lies as the previous tile."""
    then, pile = min(view.round + 1, 6), view.piles[seat]
    assert pile is not None, "a seat that chooses knows its own pile"
    first, second = (back.value * shown(game, then, back.type) for back in pile if back.size == view.size)
    return ChooseSeven(seat=seat, which=1 if second > first else 0)


# The best drawing ----------------------------------------------------------------------------------------------


class Purse:
    """What the stars and lines of a drawing pay one player this round, end bonuses and lost 3-point stars included."""

    def __init__(self, game: StarExplorer, view: StarExplorerState, seat: int) -> None:
        me = view.seats[seat]
        assert me.tile is not None, "a seat that draws has revealed its tile"
        self.disc, self.tile, self.options = game.disc, game.tiles[me.tile], view.options
        self.prices = Prices(self.tile.front, game.previous_face(me), view.options)
        self.faded = sum(drawing.fading for drawing in me.drawings)
        self._stars: dict[int, float] = {}
        self._lines: dict[Line, float] = {}

    def star(self, star: int) -> float:
        """Points of a drawn star: type of tile and previous tile, and zone."""
        if star not in self._stars:
            printed = self.disc.stars[star]
            points = self.prices.current.value * self.prices.of_current(printed.type)
            points += self.prices.previous.value * self.prices.of_previous(printed.type)
            self._stars[star] = points + ZONE_POINTS[printed.zone]
        return self._stars[star]

    def line(self, line: Line) -> float:
        """Points of a drawn line: types of both ends, and the axis where it crosses it."""
        if line not in self._lines:
            one, other = self.disc.stars[line[0]].type, self.disc.stars[line[1]].type
            points = self.prices.line * self.prices.of_line(one, other)
            touch = self.options.axis_touch == "yes"
            self._lines[line] = points + AXIS_POINTS * self.disc.crosses_axis(line, touch)
        return self._lines[line]

    def lost(self, fading: int) -> int:
        """What so many more fading stars cost."""
        return UNFADED_POINTS * (min(THREE_POINT_STARS, self.faded + fading) - min(THREE_POINT_STARS, self.faded))

    def drawing(self, draw: Draw, fading: int) -> float:
        """Points of a drawing, less the 3-point stars that it costs."""
        stars = {*draw.stars, *(s for line in draw.lines for s in line)}
        return sum(map(self.star, stars)) + sum(map(self.line, draw.lines)) - self.lost(fading)

    def choice(self, placement: Placement, pattern: Pattern, choice: int) -> float:
        """What a choice at a placement pays."""
        ids = placement.ids
        covered = pattern.every_star if choice & pattern.all_stars else pattern.covered(choice)
        points = sum(self.star(star) for k, star in enumerate(ids) if covered >> k & 1)
        drawn = 0
        for k, (i, j) in enumerate(self.tile.lines):
            if choice >> k & 1:
                drawn += 1
                a, b = ids[i], ids[j]
                points += self.line((a, b) if a < b else (b, a))
        missing = self.tile.size - covered.bit_count()
        return points - self.lost(missing or int(drawn < len(self.tile.lines)))


def best_draw(game: StarExplorer, view: StarExplorerState, seat: int) -> Draw:
    """The legal drawing with most points now, lost 3-point stars taken off.

    At one placement more never pays less, so only its largest connected pieces are compared, and single stars where
    they are allowed; of equals the first in the fixed order of drawings.
    """
    purse, me = Purse(game, view, seat), view.seats[seat]
    if view.options.over_star == "forbid" or view.options.partial_lines != "stars":
        return _best_of_all(game, view, seat, purse)
    pattern = game.drawings.fits(purse.tile.id).pattern
    best, points = Draw(seat=seat, lines=()), float(-purse.lost(purse.tile.size))
    for draw in game.drawings.single_stars(me, view.round, view.options, seat):
        worth = purse.drawing(draw, purse.tile.size - 1)
        if worth > points:
            best, points = draw, worth
    for placement, free, whole in game.drawings.open_placements(me, view.round):
        for choice in largest(pattern, free, whole and view.options.all_stars != "connected"):
            worth = purse.choice(placement, pattern, choice)
            if worth >= points:
                draw = draw_of(placement, pattern, choice, seat)
                if worth > points or _order(draw) < _order(best):
                    best, points = draw, worth
    return best


def _order(draw: Draw) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    return draw.lines, draw.stars


def largest(pattern: Pattern, free: int, all_stars: bool) -> list[int]:
    """The largest choices at a placement of which the lines `free` may be drawn: all stars, or each connected piece."""
    return [free | pattern.all_stars] if all_stars else pattern.parts(free)


def _best_of_all(game: StarExplorer, view: StarExplorerState, seat: int, purse: Purse) -> Draw:
    draws = game.drawings.every(view.seats[seat], view.round, view.options, seat)
    return max(draws, key=lambda draw: purse.drawing(draw, game.fading(view, draw)))
