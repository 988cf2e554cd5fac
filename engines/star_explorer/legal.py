"""Legal drawings: all of them, exactly; or one drawn uniformly without listing them.

A drawing is a *placement* of the tile together with a connected set of its lines, or with all its stars and any of its
lines. Several placements may give the same drawing (one line of a pattern fits in many ways): the list holds it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from engines.star_explorer.choices import Pattern, draw_of
from engines.star_explorer.disc import Meeting, StarDisc, meeting_of
from engines.star_explorer.drawing import Sketch, check_drawing
from engines.star_explorer.model import Draw, Drawing, PlayerState, StarExplorerOptions, Tile
from engines.star_explorer.placements import Placement, PlacementFinder
from engines.star_explorer.sampler import Fits, Open, Taken, Urn

if TYPE_CHECKING:
    from random import Random


class Way(NamedTuple):
    """How a drawing of a tile in a window is drawn at random."""

    urn: Urn
    judged: bool
    """Whether each drawing is judged: some lines may not be drawn together, or not at all."""
    more: bool
    """Whether there are drawings that lie in no urn: single stars, and pieces that no line could join."""


class Drawings:
    """The legal drawings on one disc with one set of tiles; what is worked out is kept."""

    def __init__(self, disc: StarDisc, tiles: Sequence[Tile]) -> None:
        from threading import Lock

        self.disc = disc
        self.tiles = {tile.id: tile for tile in tiles}
        self.finder = PlacementFinder(disc, tiles)
        self._finding = Lock()
        self._fits: dict[str, Fits] = {}
        self._urns: dict[tuple[str, int, bool], Urn] = {}
        self._ways: dict[tuple[str, int, StarExplorerOptions], Way] = {}
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
        """What that player's board no longer allows in round `number`: hidden stars, used ones, crossing lines."""
        used = self.used(me.drawings)
        return Taken(self.hidden(number) | used.stars, used.lines)

    def hidden(self, number: int) -> int:
        """The stars that are not fully visible in round `number`, as bits."""
        if number not in self._hidden:
            everything = (1 << len(self.disc.stars)) - 1
            self._hidden[number] = everything & ~self.disc.mask(self.disc.visible(number))
        return self._hidden[number]

    def used(self, drawings: tuple[Drawing, ...]) -> Taken:
        """The stars of these drawings, and the lines that would cross or repeat theirs."""
        bit, crossed = self.disc.bit, self.finder.index.crossed
        stars = lines = 0
        for drawing in drawings:
            for star in drawing.stars:
                stars |= bit[star]
            for line in drawing.lines:
                lines |= crossed[line]
        return Taken(stars, lines)

    def open_placements(self, me: PlayerState, number: int) -> Iterator[Open]:
        """Where something of the player's tile may be drawn in round `number`, in a fixed order."""
        return self._open(self.fits(_tile(me)), self.taken(me, number))

    def _open(self, fits: Fits, taken: Taken) -> Iterator[Open]:
        for placement in fits.placements:
            free, whole = free_part(placement, fits.pattern, taken)
            if free or whole:
                yield Open(placement, free, whole)

    # All ------------------------------------------------------------------------------------------------------

    def every(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int) -> list[Draw]:
        """Every legal drawing of the exact shape, sorted by lines, then stars; the first draws nothing."""
        urn = self._urn(_tile(me), number, options)
        singles = (*self.single_stars(me, number, options, seat), *self._apart(me, number, options, seat))
        draws = [Draw(seat=seat, lines=()), *singles, *urn.free(self.used(me.drawings), seat)]
        if self._judged(urn.tangled, options):
            draws = [draw for draw in draws if self._stands(draw, me, number, options)]
        draws.sort(key=attrgetter("lines", "stars") if singles else attrgetter("lines"))
        return draws

    def single_stars(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int) -> Iterator[Draw]:
        """Each star that may be drawn alone, where the options allow it, by number."""
        if options.single_star == "yes":
            taken = self.taken(me, number).stars
            for star, bit in self.disc.bit.items():
                if not taken & bit:
                    yield Draw(seat=seat, lines=(), stars=(star,))

    def _apart(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int) -> tuple[Draw, ...]:
        """With `all_stars = blocked`: the drawings of all stars in several pieces that no line could join."""
        fits = self.fits(_tile(me))
        if options.all_stars != "blocked" or self._judged(fits.tangled, options):
            return ()
        pattern, found = fits.pattern, set[Draw]()
        for placement, free, whole in self._open(fits, self.taken(me, number)):
            if whole:
                found.update(draw_of(placement, pattern, choice, seat) for choice in pattern.apart(free))
        return tuple(sorted(found, key=attrgetter("lines", "stars")))

    @staticmethod
    def _judged(tangled: bool, options: StarExplorerOptions) -> bool:
        """Whether each drawing of an urn is judged: some lines may not be drawn together, or not at all."""
        return tangled or options.over_star == "forbid"

    def _stands(self, draw: Draw, me: PlayerState, number: int, options: StarExplorerOptions) -> bool:
        broken = check_drawing(self.disc, self.tiles[_tile(me)], Sketch.of(draw), number, me.drawings, options)
        return all(v.severity == "warning" for v in broken)

    # One ------------------------------------------------------------------------------------------------------

    def sample(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int, rng: Random) -> Draw:
        """One of the drawings that `every` lists, each equally likely."""
        tile = _tile(me)
        way = self._ways.get((tile, number, options))
        if way is None:
            way = self._ways[tile, number, options] = self._way(tile, number, options)
        used = self.used(me.drawings)
        singles: tuple[Draw, ...] = ()
        if way.more:
            singles = (*self.single_stars(me, number, options, seat), *self._apart(me, number, options, seat))
        draw = way.urn.sample(used, singles, seat, rng)
        while way.judged and not self._stands(draw, me, number, options):
            draw = way.urn.sample(used, singles, seat, rng)
        return draw

    def _way(self, tile_id: str, number: int, options: StarExplorerOptions) -> Way:
        urn = self._urn(tile_id, number, options)
        more = options.single_star == "yes" or options.all_stars == "blocked"
        return Way(urn, self._judged(urn.tangled, options), more)

    def _urn(self, tile_id: str, number: int, options: StarExplorerOptions) -> Urn:
        judged = self._judged(self.fits(tile_id).tangled, options)
        whole = options.all_stars == "any" or (options.all_stars == "blocked" and judged)
        key = (tile_id, number, whole)
        found = self._urns.get(key)
        if found is None:
            fits, hidden, count = self.fits(tile_id), Taken(self.hidden(number), 0), len(self.disc.stars)
            found = self._urns[key] = Urn(fits, self._open(fits, hidden), count, whole)
        return found


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


def free_part(placement: Placement, pattern: Pattern, taken: Taken) -> tuple[int, bool]:
    """The pattern lines that may be drawn at a placement, as bits, and whether all stars may."""
    if not placement.stars & taken.stars:
        whole, open_stars = placement.whole, pattern.every_star
        if whole and not placement.lines & taken.lines and 0 not in placement.line_bits:
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
