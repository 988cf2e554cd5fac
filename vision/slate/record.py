"""What the record knows of a slate: lines and shooting stars of earlier turns, and what was to be drawn now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from engines.errors import BadInput
from vision.slate.decode import NightCard
from vision.slate.layout import SlateBoard

Names = Iterable[Sequence[str]]


class Record(msgspec.Struct, frozen=True):
    """`lines`: pairs of points, smaller first; `stars`: head and tail of shooting stars; `card`: the night card."""

    lines: tuple[tuple[int, int], ...] = ()
    stars: tuple[tuple[int, int], ...] = ()
    card: NightCard | None = None

    def taken(self, board: SlateBoard) -> frozenset[tuple[int, int]]:
        """All unit lines of earlier turns, shooting stars' included."""
        return frozenset(self.lines) | {line for star in self.stars for line in shaft(board, star)}


def known_lines(board: SlateBoard, lines: Names, where: str) -> list[tuple[int, int]]:
    """Pairs of points, smaller first, of lines given by the names of their ends. Raises BadInput."""
    found = set()
    for line in lines:
        names = list(line)
        if len(names) != 2 or not all(isinstance(name, str) for name in names):
            raise BadInput("known.no_pair", "{option}: {names!r}: expected the names of two points", where, names)
        a, b = (_point(board, name, where) for name in names)
        (y, x), (y2, x2) = divmod(a, board.columns), divmod(b, board.columns)
        if max(abs(x - x2), abs(y - y2)) != 1:
            raise BadInput("known.no_neighbours", "{option}: {names!r}: expected two neighbouring points", where, names)
        found.add((min(a, b), max(a, b)))
    return sorted(found)


def _point(board: SlateBoard, name: str, where: str) -> int:
    point = board.point(name)
    if point is None:
        last = board.name(board.columns * board.rows - 1)
        raise BadInput(
            "known.no_point", "{option}: {point!r} is no point of this slate, expected A0 to {last}", where, name, last
        )
    return point


def known_stars(board: SlateBoard, stars: Names) -> list[tuple[int, int]]:
    """Head and tail of recorded shooting stars given by names. Raises BadInput."""
    found = []
    for star in stars:
        names = list(star)
        if len(names) != 2 or not all(isinstance(name, str) for name in names):
            raise BadInput(
                "known.star_ends", "known_shooting_stars: {names!r}: expected the names of its two ends", names
            )
        head, tail = (_point(board, name, "known_shooting_stars") for name in names)
        (y, x), (y2, x2) = divmod(head, board.columns), divmod(tail, board.columns)
        if abs(x - x2) != abs(y - y2) or not 1 <= abs(x - x2) <= 3:
            raise BadInput(
                "known.star_diagonal",
                "known_shooting_stars: {names!r}: expected a diagonal of one to three units",
                names,
            )
        found.append((head, tail))
    return found


def shaft(board: SlateBoard, star: tuple[int, int]) -> list[tuple[int, int]]:
    """The unit lines of a shooting star, from its head on."""
    head, tail = star
    count = abs(head % board.columns - tail % board.columns)
    points = [head + (tail - head) // count * k for k in range(count + 1)]
    return [(min(p, q), max(p, q)) for p, q in pairwise(points)]
