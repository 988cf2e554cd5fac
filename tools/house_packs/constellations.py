"""The 41 constellations of the house pack, each an echo of the real asterism on a square lattice.

Seen as from Earth. Lattice points are (column, row), row down; lines join lattice neighbours or points a knight's move
apart. Names: the International Astronomical Union's list of constellations.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

Point = tuple[int, int]


class Constellation(msgspec.Struct, frozen=True):
    """A Latin name, lattice points, and lines as chains of point indices."""

    name: str
    points: tuple[Point, ...]
    chains: tuple[tuple[int, ...], ...]

    @property
    def id(self) -> str:
        """The name as an identifier: `ursa_minor`."""
        return self.name.lower().replace(" ", "_")

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """Index pairs, smaller first, in order."""
        return tuple(sorted((min(pair), max(pair)) for chain in self.chains for pair in pairwise(chain)))


def _drawn(name: str, points: str, chains: str) -> Constellation:
    """From text: points as `column,row` and chains as `0-1-2`, both separated by blanks."""
    places = [tuple(map(int, point.split(","))) for point in points.split()]
    strokes = [tuple(map(int, chain.split("-"))) for chain in chains.split()]
    return Constellation(name, tuple((x, y) for x, y in places), tuple(strokes))


CONSTELLATIONS: tuple[Constellation, ...] = (
    # five stars
    _drawn("Cassiopeia", "0,1 1,2 2,1 3,2 4,0", "0-1-2-3-4"),
    _drawn("Cepheus", "2,0 0,1 1,3 2,3 3,1", "0-1-2-3-4-0"),
    _drawn("Corvus", "1,0 2,1 1,3 0,2 1,4", "0-1-2-3-0 2-4"),
    _drawn("Crux", "1,1 1,0 2,1 0,1 0,3", "1-0-4 2-0-3"),
    _drawn("Lyra", "2,0 1,1 0,1 1,3 2,3", "0-1-2-3-4-1"),
    _drawn("Sagitta", "0,0 0,2 1,1 3,0 4,0", "0-2-3-4 1-2"),
    # six stars
    _drawn("Ara", "0,0 0,1 0,2 1,3 2,2 2,1", "0-1-2-3-4-5-0 1-4"),
    _drawn("Auriga", "2,0 0,1 0,2 1,4 2,3 3,1", "0-1-2-3-4-5-0"),
    _drawn("Columba", "0,0 1,1 2,1 1,3 3,2 5,1", "0-1-2-4-5 2-3"),
    _drawn("Delphinus", "1,0 0,1 1,2 2,1 1,3 2,4", "0-1-2-3-0 2-4-5"),
    _drawn("Libra", "1,0 0,1 2,2 2,3 0,2 0,3", "0-1-2-0 2-3 1-4-5"),
    _drawn("Phoenix", "2,0 4,1 1,2 0,2 0,3 3,3", "1-0-2-3-4-2-5"),
    # seven stars
    _drawn("Aquila", "1,2 2,1 0,3 4,0 3,3 4,5 2,5", "2-0-1-3 0-4-5 4-6"),
    _drawn("Bootes", "2,5 1,3 0,1 1,0 2,1 3,3 4,4", "0-1-2-3-4-5-0-6"),
    _drawn("Canis Major", "4,2 3,1 2,0 2,1 2,3 3,4 0,4", "0-1-2-3-1-4-5 4-6"),
    _drawn("Corona Borealis", "0,0 0,1 1,2 2,2 3,2 4,1 4,0", "0-1-2-3-4-5-6"),
    _drawn("Cygnus", "1,1 2,2 3,3 4,5 3,1 1,3 0,5", "0-1-2-3 4-1-5-6"),
    _drawn("Lepus", "2,1 4,2 3,4 1,3 4,1 5,1 0,4", "0-1-2-3-0 4-1-5 3-6"),
    _drawn("Orion", "0,0 4,1 1,2 2,2 3,2 0,3 4,4", "0-2-3-4-1 5-2 4-6"),
    _drawn("Ursa Major", "0,1 1,0 2,0 3,1 5,0 5,1 3,2", "0-1-2-3-4-5-6-3"),
    _drawn("Ursa Minor", "4,0 3,1 3,2 2,3 3,4 2,5 1,4", "0-1-2-3-4-5-6-3"),
    # eight stars
    _drawn("Capricornus", "5,0 5,1 4,3 3,4 1,3 0,1 1,1 3,2", "0-1-2-3-4-5-6-7-1"),
    _drawn("Crater", "1,2 2,2 2,3 1,3 0,1 0,0 3,1 4,0", "0-1-2-3-0-4-5 1-6-7"),
    _drawn("Grus", "0,0 1,1 1,2 2,3 2,4 3,5 4,2 0,4", "0-1-2-3-4-5 6-3-7"),
    _drawn("Lupus", "2,2 3,0 4,1 3,3 1,1 0,1 2,4 4,4", "0-1-2-3-0-4-5 6-3-7"),
    _drawn("Monoceros", "0,3 1,1 3,0 4,1 5,0 3,2 4,3 1,4", "7-0-1-2-3-4 1-5-6"),
    _drawn("Pegasus", "1,0 3,1 2,3 0,2 4,0 4,4 5,5 6,4", "0-1-2-3-0 1-4 2-5-6-7"),
    _drawn("Taurus", "3,2 2,1 1,1 0,0 2,3 0,4 4,3 5,5", "0-1-2-3 5-4-0-6-7"),
    # nine stars
    _drawn("Andromeda", "6,4 5,3 3,2 1,1 4,1 5,0 4,4 4,5 3,6", "0-1-2-3 2-4-5 1-6-7-8"),
    _drawn("Centaurus", "0,4 1,5 2,3 3,2 2,1 0,0 3,0 5,3 6,2", "0-2-1 2-3-4-5 4-6 3-7-8"),
    _drawn("Cetus", "0,1 2,0 1,2 2,3 3,4 4,3 6,4 5,5 4,5", "0-1-2-0 2-3-4-5-6-7-8-4"),
    _drawn("Leo", "5,4 5,3 4,2 4,1 5,0 6,1 2,3 3,5 1,4", "5-4-3-2-1-0-7-8-6-2 6-7"),
    _drawn("Ophiuchus", "2,0 4,1 4,2 3,4 1,3 0,1 1,4 0,5 4,5", "0-1-2-3-4-5-0 4-6-7 3-8"),
    _drawn("Perseus", "3,0 2,1 2,2 1,3 0,5 1,6 2,6 4,3 4,4", "0-1-2-3-4-5-6 2-7-8"),
    _drawn("Virgo", "5,0 4,1 3,2 2,1 2,0 1,3 2,4 3,3 0,2", "0-1-2-3-4 3-5-6-7-2 5-8"),
    # ten stars
    _drawn("Draco", "0,4 1,3 2,4 1,5 3,3 3,2 2,1 3,0 5,1 6,0", "0-1-2-3-0 2-4-5-6-7-8-9"),
    _drawn("Eridanus", "5,0 4,1 2,0 1,1 1,2 2,3 4,2 5,3 4,4 2,5", "0-1-2-3-4-5-6-7-8-9"),
    _drawn("Gemini", "1,0 2,1 4,2 5,2 6,3 0,1 1,2 2,3 4,4 5,5", "0-1-2-3-4 5-6-7-8-9 1-6"),
    _drawn("Hercules", "2,1 3,1 4,3 2,2 1,0 4,0 5,4 5,5 1,3 0,3", "0-1-2-3-0-4 1-5 2-6-7 3-8-9"),
    _drawn("Sagittarius", "3,1 2,2 4,3 4,4 2,3 5,4 1,1 0,2 4,0 5,6", "0-1-2-0-8 1-4-3-2-5-3-9 1-6-7-4"),
    _drawn("Scorpius", "6,0 6,1 6,2 5,2 4,3 4,4 3,5 1,6 0,5 1,4", "0-1-2 1-3-4-5-6-7-8-9"),
)
"""In order of size, then name."""
