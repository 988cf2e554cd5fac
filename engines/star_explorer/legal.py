"""Legal drawings: all of them, exactly; or one drawn uniformly without listing them.

A drawing is a *placement* of the tile together with a connected set of its lines, or with all its stars and any of its
lines. Several placements may give the same drawing (one line of a pattern fits in many ways): the list holds it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from threading import Lock
from typing import NamedTuple

from engines.star_explorer.choices import Pattern, bits_on_disc, draw_of
from engines.star_explorer.disc import Meeting, StarDisc, meeting_of
from engines.star_explorer.drawing import Sketch, check_drawing
from engines.star_explorer.model import Draw, PlayerState, StarExplorerOptions, Tile
from engines.star_explorer.placements import Placement, PlacementFinder
from engines.star_explorer.sampler import Open, Urn

PROPOSALS = 1000
"""Drawings proposed blindly before the sampler looks which placements are still free."""


class Fits(NamedTuple):
    """All placements of one tile on the empty disc."""

    pattern: Pattern
    placements: tuple[Placement, ...]
    tangled: bool
    """Whether the pattern's own lines cross, so that its drawings must be looked at one by one."""


class Taken(NamedTuple):
    """What a board no longer allows: stars (hidden or used) and lines (crossing earlier ones), as bits."""

    stars: int
    lines: int


class Drawings:
    """The legal drawings on one disc with one set of tiles; what is worked out is kept."""

    def __init__(self, disc: StarDisc, tiles: Sequence[Tile]) -> None:
        self.disc = disc
        self.tiles = {tile.id: tile for tile in tiles}
        self.finder = PlacementFinder(disc, tiles)
        self._finding = Lock()
        self._fits: dict[str, Fits] = {}
        self._urns: dict[tuple[str, int, str], Urn] = {}
        self._hidden: dict[int, int] = {}

    def fits(self, tile_id: str) -> Fits:
        """Where a tile fits on the empty disc, all rotations."""
        found = self._fits.get(tile_id)
        if found is None:
            with self._finding:
                found = self._fits[tile_id] = self._find(self.tiles[tile_id])
        return found

    def _find(self, tile: Tile) -> Fits:
        return Fits(Pattern(tile), tuple(self.finder.find(tile)), is_tangled(tile))

    def taken(self, me: PlayerState, number: int) -> Taken:
        """What that player's board no longer allows in round `number`."""
        if number not in self._hidden:
            everything = (1 << len(self.disc.stars)) - 1
            self._hidden[number] = everything & ~self.disc.mask(self.disc.visible(number))
        stars, lines = self._hidden[number], 0
        for drawing in me.drawings:
            stars |= self.disc.mask(drawing.stars)
            for line in drawing.lines:
                lines |= self.finder.index.crossed_by(line)
        return Taken(stars, lines)

    def open_placements(self, me: PlayerState, number: int) -> Iterator[Open]:
        """Where something of the player's tile may be drawn in round `number`, in a fixed order."""
        return self._open(self.fits(_tile(me)), self.taken(me, number))

    def _open(self, fits: Fits, taken: Taken) -> Iterator[Open]:
        for placement in fits.placements:
            free, whole = _free(placement, fits.pattern, taken)
            if free or whole:
                yield Open(placement, free, whole)

    # All ------------------------------------------------------------------------------------------------------

    def every(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int) -> list[Draw]:
        """Every legal drawing of the exact shape, sorted by lines, then stars; the first draws nothing."""
        fits = self.fits(_tile(me))
        found: dict[tuple[int, int], Draw] = {(0, 0): Draw(seat=seat)}
        for placement, free, whole in self.open_placements(me, number):
            for choice in fits.pattern.choices(free, whole, options):
                key = bits_on_disc(placement, fits.pattern, choice)
                if key not in found:
                    found[key] = draw_of(placement, fits.pattern, choice, seat)
        draws = [*found.values(), *self._single_stars(me, number, options, seat)]
        if self._must_look(fits, options):
            draws = [draw for draw in draws if self._stands(draw, me, number, options)]
        return sorted(draws, key=lambda draw: (draw.lines, draw.stars))

    def _single_stars(
        self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int
    ) -> Iterator[Draw]:
        if options.single_star == "yes":
            taken = self.taken(me, number).stars
            for star, bit in self.disc.bit.items():
                if not taken & bit:
                    yield Draw(seat=seat, stars=(star,))

    def _must_look(self, fits: Fits, options: StarExplorerOptions) -> bool:
        return fits.tangled or options.over_star == "forbid"

    def _stands(self, draw: Draw, me: PlayerState, number: int, options: StarExplorerOptions) -> bool:
        broken = check_drawing(self.disc, self.tiles[_tile(me)], Sketch.of(draw), number, me.drawings, options)
        return all(v.severity == "warning" for v in broken)

    # One ------------------------------------------------------------------------------------------------------

    def sample(
        self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int, rng: Random
    ) -> Draw:
        """One of the drawings that `every` lists, each equally likely."""
        fits, taken = self.fits(_tile(me)), self.taken(me, number)
        singles = tuple(self._single_stars(me, number, options, seat))
        look = self._must_look(fits, options)
        urn = self._empty_disc(_tile(me), number, options)
        proposals = 0
        while True:
            if proposals == PROPOSALS:
                urn = Urn(fits.pattern, self._open(fits, taken), options)
            proposals += 1
            draw = urn.proposal(taken.stars, taken.lines, singles, seat, rng)
            if draw is not None and (not look or self._stands(draw, me, number, options)):
                return draw

    def _empty_disc(self, tile_id: str, number: int, options: StarExplorerOptions) -> Urn:
        key = (tile_id, number, options.all_stars)
        if key not in self._urns:
            fits, empty = self.fits(tile_id), self.taken(PlayerState(), number)
            self._urns[key] = Urn(fits.pattern, self._open(fits, empty), options)
        return self._urns[key]


def is_tangled(tile: Tile) -> bool:
    """Whether lines of the pattern cross or touch each other away from its stars."""
    segments = [(line, (tile.xy[line[0]], tile.xy[line[1]])) for line in tile.lines]
    return any(
        meeting_of(s, t, bool(set(one) & set(other))) != Meeting.APART
        for k, (one, s) in enumerate(segments)
        for other, t in segments[k + 1 :]
    )


def _tile(me: PlayerState) -> str:
    assert me.tile is not None, "a seat that may draw has revealed its tile"
    return me.tile


def _free(placement: Placement, pattern: Pattern, taken: Taken) -> tuple[int, bool]:
    """The pattern lines that may be drawn at a placement, as bits, and whether all stars may."""
    if not placement.stars & taken.stars:
        whole, open_stars = placement.whole, pattern.every_star
        if not placement.lines & taken.lines and whole:
            return pattern.every_line, True
    else:
        whole, open_stars = False, 0
        for k, bit in enumerate(placement.star_bits):
            if not bit & taken.stars:
                open_stars |= 1 << k
    free = 0
    for k, bit in enumerate(placement.line_bits):
        if bit and not bit & taken.lines and pattern.ends[k] & open_stars == pattern.ends[k]:
            free |= 1 << k
    return free, whole
