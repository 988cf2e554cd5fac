"""Finds the drawings that are worth most at given prices of stars and lines, without looking at every placement.

All placements of a tile lie in arrays. A bound says what each could pay at most; they are looked at from the highest
bound down, until none of the rest can be better.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from engines.star_explorer.bots import Purse, largest
from engines.star_explorer.choices import draw_of
from engines.star_explorer.legal import free_part
from engines.star_explorer.model import Draw, StarExplorerState
from engines.star_explorer.placements import OFF
from engines.star_explorer.rules import StarExplorer

Flags = NDArray[np.bool_]
Places = NDArray[np.int32]


def _flags(mask: int, count: int) -> Flags:
    """The lowest bits of a mask as an array of (count,), and one more that is false: for what is not there."""
    octets = np.frombuffer((mask & (1 << count) - 1).to_bytes(count // 8 + 1, "little"), dtype=np.uint8)
    flags: Flags = np.unpackbits(octets, bitorder="little")[: count + 1].astype(bool)
    return flags


class Table:
    """The placements of one tile: stars (placements, stars of the tile) and lines (placements, lines of the tile) by
    the places of their bits; the last place stands for what is off the disc."""

    def __init__(self, game: StarExplorer, tile: str) -> None:
        fits, places = game.drawings.fits(tile), {star: k for k, star in enumerate(game.disc.bit)}
        off = len(places)
        self.stars: Places = np.array(
            [[off if star == OFF else places[star] for star in p.ids] for p in fits.placements], dtype=np.int32
        ).reshape(-1, fits.pattern.tile.size)
        ends = fits.pattern.tile.lines
        self.lines: Places = np.array(
            [[bit.bit_length() - 1 for bit in p.line_bits] for p in fits.placements], dtype=np.int32
        ).reshape(-1, len(ends))
        """-1 where there is no line."""
        self.ends = np.array(ends, dtype=np.int32).T


class Tables:
    """The tables of one game, made when they are asked for."""

    def __init__(self) -> None:
        self.of: dict[str, Table] = {}


_KEPT: WeakKeyDictionary[StarExplorer, Tables] = WeakKeyDictionary()


def table_of(game: StarExplorer, tile: str) -> Table:
    """The placements of a tile, kept with the game."""
    kept = _KEPT.setdefault(game, Tables()).of
    if tile not in kept:
        kept[tile] = Table(game, tile)
    return kept[tile]


def best_drawing(game: StarExplorer, view: StarExplorerState, seat: int, purse: Purse) -> tuple[float, Draw]:
    """The drawing that is worth most by the prices of the purse, and what it is worth; the first found of equals.

    At each placement the largest connected pieces are compared, as `greedy` does.
    """
    tile, me, drawings, disc = purse.tile, view.seats[seat], game.drawings, game.disc
    table, fits = table_of(game, tile.id), drawings.fits(tile.id)
    taken, index = drawings.taken(me, view.round), drawings.finder.index
    lost = [purse.lost(missing) for missing in range(tile.size + 1)]
    best, worth = Draw(seat=seat, lines=()), -float(lost[tile.size])
    if not len(table.stars):
        return worth, best
    free = ~_flags(taken.stars, len(disc.bit))
    free[-1] = False
    open_stars = free[table.stars]
    open_lines = ~_flags(taken.lines, len(index))
    open_lines[-1] = False
    first, second = table.ends
    drawn = open_lines[table.lines] & open_stars[:, first] & open_stars[:, second]
    stars = np.array([max(0.0, purse.star(star)) for star in disc.bit] + [0.0])
    lines = np.zeros(len(index) + 1)
    used = np.unique(table.lines[drawn])
    lines[used] = [max(0.0, purse.line(index.at(int(place)))) for place in used]
    bounds = (stars[table.stars] * open_stars).sum(axis=1) + (lines[table.lines] * drawn).sum(axis=1)
    bounds -= np.array(lost, dtype=float)[tile.size - open_stars.sum(axis=1)]
    bounds[~(drawn.any(axis=1) | open_stars.all(axis=1))] = -np.inf
    whole = view.options.all_stars != "connected"
    for place in np.argsort(-bounds, kind="stable"):
        if bounds[place] <= worth:
            break
        placement = fits.placements[place]
        open_part, all_stars = free_part(placement, fits.pattern, taken)
        for choice in largest(fits.pattern, open_part, all_stars and whole):
            found = purse.choice(placement, fits.pattern, choice)
            if found > worth:
                worth, best = found, draw_of(placement, fits.pattern, choice, seat)
    return worth, best


def simple(view: StarExplorerState) -> bool:
    """Whether the options are those for which the largest pieces of placements are all that need be compared."""
    options = view.options
    return options.over_star == "warn" and options.partial_lines == "stars" and options.single_star == "no"
