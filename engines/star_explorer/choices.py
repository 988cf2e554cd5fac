"""What may be drawn of a tile at one placement: sets of its lines, as bits."""

from __future__ import annotations

from collections.abc import Iterator

from engines.star_explorer.model import Draw, StarExplorerOptions, Tile
from engines.star_explorer.placements import Placement


class Pattern:
    """A tile's lines as bits, and which sets of them may be drawn."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.ends = tuple((1 << i) | (1 << j) for i, j in tile.lines)
        self.every_star, self.every_line = (1 << tile.size) - 1, (1 << len(tile.lines)) - 1
        self.all_stars = 1 << len(tile.lines)
        """The flag of a choice that places all stars, whatever its lines."""
        self._indices: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
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
        stars = 0
        for k in bits_of(lines):
            stars |= self.ends[k]
        return stars

    def indices(self, choice: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The pattern stars and the pattern lines of a choice, ascending."""
        found = self._indices.get(choice)
        if found is None:
            lines = choice & self.every_line
            stars = self.every_star if choice & self.all_stars else self.covered(lines)
            found = self._indices[choice] = (bits_of(stars), bits_of(lines))
        return found

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


def bits_of(number: int) -> tuple[int, ...]:
    """The places of the ones in a number, ascending."""
    return tuple([k for k in range(number.bit_length()) if number >> k & 1])


def _subsets(bits: int) -> Iterator[int]:
    subset = 0
    while True:
        yield subset
        subset = (subset - bits) & bits
        if not subset:
            return


def bits_on_disc(placement: Placement, pattern: Pattern, choice: int) -> tuple[int, int]:
    """The stars and lines of a drawing on the disc, as bits."""
    stars, lines = pattern.indices(choice)
    return sum([placement.star_bits[k] for k in stars]), sum([placement.line_bits[k] for k in lines])


def draw_of(placement: Placement, pattern: Pattern, choice: int, seat: int) -> Draw:
    """The draw action of a choice at a placement."""
    ids, tile_lines = placement.ids, pattern.tile.lines
    stars, drawn = pattern.indices(choice)
    lines = []
    for k in drawn:
        i, j = tile_lines[k]
        a, b = ids[i], ids[j]
        lines.append((a, b) if a < b else (b, a))
    lines.sort()
    lone: list[int] = []
    if choice & pattern.all_stars:
        joined = {star for line in lines for star in line}
        lone = sorted([ids[k] for k in stars if ids[k] not in joined])
    return Draw(seat=seat, lines=tuple(lines), stars=tuple(lone))
