"""Legal drawings: all of them, exactly; or one drawn uniformly without listing them.

A drawing is a *placement* of the tile together with a connected set of its lines, or with all its stars and any of its
lines. Several placements may give the same drawing (one line of a pattern fits in many ways): lists hold it once, and
the sampler accepts it with one over the number of placements that give it, so that every drawing is equally likely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from engines.star_explorer.disc import Meeting, StarDisc, line_of, meeting_of
from engines.star_explorer.drawing import Sketch, check_drawing
from engines.star_explorer.model import Draw, PlayerState, StarExplorerOptions, Tile
from engines.star_explorer.placements import Placement, PlacementFinder

PROPOSALS = 1000
"""Drawings proposed blindly before the sampler looks which placements are still free."""


class Pattern:
    """A tile's lines as bits, and which sets of them may be drawn."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.ends = tuple((1 << i) | (1 << j) for i, j in tile.lines)
        self.every_star, self.every_line = (1 << tile.size) - 1, (1 << len(tile.lines)) - 1
        self.all_stars = 1 << len(tile.lines)
        """The flag of a choice that places all stars, whatever its lines."""
        self.connected = self._connected()
        self._choices: dict[tuple[int, bool, bool], tuple[int, ...]] = {}

    def _connected(self) -> tuple[int, ...]:
        """Every non-empty set of lines that hangs together, ascending."""
        found: set[int] = set()
        fresh = [1 << k for k in range(len(self.ends))]
        while fresh:
            found.update(fresh)
            grown = {s | (1 << k) for s in fresh for k in range(len(self.ends)) if self.covered(s) & self.ends[k]}
            fresh = [s for s in grown if s not in found]
        return tuple(sorted(found))

    def covered(self, lines: int) -> int:
        """The pattern stars that a set of lines touches, as bits."""
        stars, k = 0, 0
        while lines:
            if lines & 1:
                stars |= self.ends[k]
            lines >>= 1
            k += 1
        return stars

    def choices(self, free: int, whole: bool, options: StarExplorerOptions) -> tuple[int, ...]:
        """What may be drawn with the lines `free`: sets of them; with the flag `all_stars`, all stars beside."""
        loose = whole and options.all_stars == "any"
        key = (free, whole, loose)
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = tuple(self._list(free, whole, loose))
        return found

    def _list(self, free: int, whole: bool, loose: bool) -> Iterator[int]:
        for lines in self.connected:
            if lines & free == lines and (not loose or self.covered(lines) != self.every_star):
                yield lines
        if loose:
            yield from (lines | self.all_stars for lines in _subsets(free))

    def parts(self, free: int) -> list[int]:
        """The connected pieces into which the lines `free` fall."""
        found = []
        while free:
            piece = free & -free
            while True:
                touched = self.covered(piece)
                grown = piece
                for k, ends in enumerate(self.ends):
                    if free >> k & 1 and ends & touched:
                        grown |= 1 << k
                if grown == piece:
                    break
                piece = grown
            found.append(piece)
            free &= ~piece
        return found


def _subsets(bits: int) -> Iterator[int]:
    subset = 0
    while True:
        yield subset
        subset = (subset - bits) & bits
        if not subset:
            return


class Fits(NamedTuple):
    """All placements of one tile, and where to find those that use a line or a set of stars."""

    pattern: Pattern
    placements: tuple[Placement, ...]
    by_line: dict[int, list[Placement]]
    by_stars: dict[int, list[Placement]]
    tangled: bool
    """Whether the pattern's own lines cross, so that its drawings must be looked at one by one."""


class Weighted(NamedTuple):
    """Placements with their choices, ready to draw from; `upto[k]` counts the choices of the first k + 1."""

    placements: tuple[Placement, ...]
    choices: tuple[tuple[int, ...], ...]
    upto: tuple[int, ...]


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
        self._fits: dict[str, Fits] = {}
        self._unhindered: dict[tuple[str, int, str], Weighted] = {}
        self._hidden: dict[int, int] = {}

    def fits(self, tile_id: str) -> Fits:
        """Where a tile fits on the empty disc, all rotations."""
        if tile_id not in self._fits:
            self._fits[tile_id] = self._find(self.tiles[tile_id])
        return self._fits[tile_id]

    def _find(self, tile: Tile) -> Fits:
        placements = self.finder.find(tile)
        by_line: dict[int, list[Placement]] = {}
        by_stars: dict[int, list[Placement]] = {}
        for placement in placements:
            for bit in placement.line_bits:
                if bit:
                    by_line.setdefault(bit, []).append(placement)
            if placement.whole:
                by_stars.setdefault(placement.stars, []).append(placement)
        return Fits(Pattern(tile), tuple(placements), by_line, by_stars, is_tangled(tile))

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

    def open_placements(
        self, me: PlayerState, number: int
    ) -> Iterator[tuple[Placement, int, bool]]:
        """Each placement of the player's tile, its free lines (pattern bits), and whether all its stars are free."""
        fits = self.fits(_tile(me))
        taken = self.taken(me, number)
        for placement in fits.placements:
            free, whole = _free(placement, fits.pattern, taken)
            if free or whole:
                yield placement, free, whole

    # All ------------------------------------------------------------------------------------------------------

    def every(self, me: PlayerState, number: int, options: StarExplorerOptions, seat: int) -> list[Draw]:
        """Every legal drawing of the exact shape, sorted by lines, then stars; the first draws nothing."""
        fits = self.fits(_tile(me))
        found: dict[tuple[int, int], Draw] = {(0, 0): Draw(seat=seat)}
        for placement, free, whole in self.open_placements(me, number):
            for choice in fits.pattern.choices(free, whole, options):
                key = _bits(placement, fits.pattern, choice)
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
        weighted = self._on_empty_disc(_tile(me), number, options)
        proposals = 0
        while True:
            if proposals == PROPOSALS:
                weighted = self._weighted(fits, taken, options)
            proposals += 1
            draw = _proposal(fits, weighted, taken, singles, seat, rng)
            if draw is not None and (not look or self._stands(draw, me, number, options)):
                return draw

    def _on_empty_disc(self, tile_id: str, number: int, options: StarExplorerOptions) -> Weighted:
        key = (tile_id, number, options.all_stars)
        if key not in self._unhindered:
            empty = self.taken(PlayerState(), number)
            self._unhindered[key] = self._weighted(self.fits(tile_id), empty, options)
        return self._unhindered[key]

    def _weighted(self, fits: Fits, taken: Taken, options: StarExplorerOptions) -> Weighted:
        placements, choices = [], []
        for placement in fits.placements:
            free, whole = _free(placement, fits.pattern, taken)
            if free or whole:
                placements.append(placement)
                choices.append(fits.pattern.choices(free, whole, options))
        return Weighted(tuple(placements), tuple(choices), tuple(accumulate(map(len, choices))))


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


def _bits(placement: Placement, pattern: Pattern, choice: int) -> tuple[int, int]:
    """The stars and lines of a drawing on the disc, as bits."""
    lines = 0
    for k, bit in enumerate(placement.line_bits):
        if choice >> k & 1:
            lines |= bit
    if choice & pattern.all_stars:
        return placement.stars, lines
    stars, covered = 0, pattern.covered(choice)
    for k, bit in enumerate(placement.star_bits):
        if covered >> k & 1:
            stars |= bit
    return stars, lines


def draw_of(placement: Placement, pattern: Pattern, choice: int, seat: int) -> Draw:
    """The draw action of a choice at a placement."""
    ids = placement.ids
    lines = [line_of(ids[i], ids[j]) for k, (i, j) in enumerate(pattern.tile.lines) if choice >> k & 1]
    lines.sort()
    lone: Sequence[int] = ()
    if choice & pattern.all_stars:
        covered = pattern.covered(choice & ~pattern.all_stars)
        lone = sorted(star for k, star in enumerate(ids) if not covered >> k & 1)
    return Draw(seat=seat, lines=tuple(lines), stars=tuple(lone))


def _proposal(
    fits: Fits, weighted: Weighted, taken: Taken, singles: Sequence[Draw], seat: int, rng: Random
) -> Draw | None:
    """A drawing, or None where the draw falls on one that is taken or is given by several placements."""
    others = 1 + len(singles)
    ticket = rng.randrange(others + (weighted.upto[-1] if weighted.upto else 0)) - others
    if ticket < 0:
        return Draw(seat=seat) if ticket == -1 else singles[ticket + others]
    place = bisect_right(weighted.upto, ticket)
    placement, choices = weighted.placements[place], weighted.choices[place]
    choice = choices[ticket - weighted.upto[place]]
    stars, lines = _bits(placement, fits.pattern, choice)
    if stars & taken.stars or lines & taken.lines:
        return None
    same = _multiplicity(fits, stars, lines, bool(choice & fits.pattern.all_stars))
    if same > 1 and rng.randrange(same):
        return None
    return draw_of(placement, fits.pattern, choice, seat)


def _multiplicity(fits: Fits, stars: int, lines: int, all_stars: bool) -> int:
    """How many placements give this drawing."""
    if not lines:
        return len(fits.by_stars[stars])
    beside = fits.by_line[lines & -lines]
    if all_stars:
        return sum(p.stars == stars and p.whole and p.lines & lines == lines for p in beside)
    return sum(p.lines & lines == lines for p in beside)
