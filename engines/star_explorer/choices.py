"""What may be drawn of a tile at one placement: sets of its lines, as bits."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

import msgspec

from engines.star_explorer.model import Draw, Tile
from engines.star_explorer.placements import Placement


class Choices(msgspec.Struct, frozen=True):
    """The connected sets among some lines of a pattern."""

    lines: tuple[int, ...]
    """Those lines, ascending."""
    sets: tuple[int, ...]
    """The connected sets of them, as bits of the pattern's lines."""
    packed: tuple[int, ...]
    """The same sets as bits of `lines`."""


class Pick(dict[int, "itemgetter[tuple[Any, ...]]"]):
    """For a set of places, as bits: what takes the things at those places out of a tuple, as a tuple in their order."""

    def __missing__(self, places: int) -> itemgetter[tuple[Any, ...]]:
        first, *others = bits_of(places) or (slice(0),)
        if not others and isinstance(first, int):
            first = slice(first, first + 1)
        picked = self[places] = itemgetter(first, *others)
        return picked


PICK: Final = Pick()


class LoneStars(dict[int, "itemgetter[tuple[Any, ...]]"]):
    """What takes out the pattern stars that a set of lines does not touch; worked out once for each set."""

    def __init__(self, pattern: Pattern) -> None:
        super().__init__()
        self._pattern = pattern

    def __missing__(self, lines: int) -> itemgetter[tuple[Any, ...]]:
        pattern = self._pattern
        found = self[lines] = PICK[pattern.every_star & ~pattern.covered(lines)]
        return found


class Pattern:
    """A tile's lines as bits, and which sets of them may be drawn."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.ends = tuple((1 << i) | (1 << j) for i, j in tile.lines)
        self.every_star, self.every_line = (1 << tile.size) - 1, (1 << len(tile.lines)) - 1
        self.all_stars = 1 << len(tile.lines)
        """The flag of a choice that places all stars, whatever its lines."""
        self.lone_stars = LoneStars(self)
        self.connected = self._connected()
        self._apart: dict[int, list[int]] = {}
        self._choices: dict[tuple[int, bool], Choices] = {}

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

    def choices(self, free: int, all_stars: bool) -> Choices:
        """The connected sets of the lines `free`; without `all_stars` only those that leave a star out."""
        found = self._choices.get((free, all_stars))
        if found is None:
            found = self._choices[free, all_stars] = self._among(free, all_stars)
        return found

    def _among(self, free: int, all_stars: bool) -> Choices:
        lines = bits_of(free)
        sets = [some for some in self.connected if some & free == some]
        if not all_stars:
            sets = [some for some in sets if self.covered(some) != self.every_star]
        packed = [sum(1 << place for place, k in enumerate(lines) if some >> k & 1) for some in sets]
        return Choices(lines, tuple(sets), tuple(packed))

    def apart(self, free: int) -> list[int]:
        """The choices of all stars in as many pieces as the lines `free` leave; none where they join all stars."""
        found = self._apart.get(free)
        if found is None:
            found = self._apart[free] = self._in_pieces(free)
        return found

    def _in_pieces(self, free: int) -> list[int]:
        pieces = self.parts(free)
        if len(pieces) == 1 and self.covered(free) == self.every_star:
            return []
        choices = [self.all_stars]
        for piece in pieces:
            stars = self.covered(piece)
            joined = [some for some in self.connected if some & piece == some and self.covered(some) == stars]
            choices = [choice | some for choice in choices for some in joined]
        return choices

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


def draw_of(placement: Placement, pattern: Pattern, choice: int, seat: int) -> Draw:
    """The draw action of a choice at a placement."""
    drawn = choice & pattern.every_line
    lines = tuple(sorted(PICK[drawn](placement.disc_lines)))
    if choice < pattern.all_stars:
        return Draw(seat=seat, lines=lines)
    return Draw(seat=seat, lines=lines, stars=tuple(sorted(pattern.lone_stars[drawn](placement.ids))))
