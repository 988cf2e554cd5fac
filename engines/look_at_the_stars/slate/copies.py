"""How many copies of a bonus shape a drawing holds when no line may serve two of them: an exact search."""

from __future__ import annotations

from collections.abc import Sequence

from engines.look_at_the_stars.slate.lattice import bits


def in_order(copies: Sequence[int]) -> tuple[int, ...]:
    """The copies taken one after the other, each from the lines that are left."""
    taken, found = 0, []
    for copy in copies:
        if not copy & taken:
            taken |= copy
            found.append(copy)
    return tuple(found)


def most_disjoint(copies: Sequence[int]) -> tuple[int, ...]:
    """A largest choice among the copies without a common line; always the same one for the same copies.

    A largest independent set of the copies, where those with a common line are neighbours. A copy whose neighbours
    all overlap each other is taken at once; parts that do not overlap are solved apart; else the copy with the most
    neighbours is tried both ways. Parts met before are remembered.
    """
    search = _Search(copies)
    chosen = search.best((1 << len(copies)) - 1)
    return tuple(copies[k] for k in bits(chosen))


class _Search:
    def __init__(self, copies: Sequence[int]) -> None:
        self.near = [
            sum(1 << j for j, other in enumerate(copies) if j != i and copy & other) for i, copy in enumerate(copies)
        ]
        self.known: dict[int, int] = {}

    def best(self, open_: int) -> int:
        """A largest independent set among these copies (bits are places in the list)."""
        chosen, open_ = self._simple(open_)
        while open_:
            part = self._part(open_)
            open_ ^= part
            if part not in self.known:
                self.known[part] = self._branch(part)
            chosen |= self.known[part]
        return chosen

    def _simple(self, open_: int) -> tuple[int, int]:
        """Takes copies whose neighbours all overlap each other, as long as there are any."""
        chosen, again = 0, True
        while again:
            again = False
            for k in bits(open_):
                if open_ >> k & 1 and self._clique(self.near[k] & open_):
                    chosen |= 1 << k
                    open_ &= ~(1 << k | self.near[k])
                    again = True
        return chosen, open_

    def _clique(self, members: int) -> bool:
        return all(not members & ~(self.near[k] | 1 << k) for k in bits(members))

    def _part(self, open_: int) -> int:
        """The copies that hang together with the first one."""
        part = frontier = open_ & -open_
        while frontier:
            k = frontier.bit_length() - 1
            frontier ^= 1 << k
            new = self.near[k] & open_ & ~part
            part |= new
            frontier |= new
        return part

    def _branch(self, part: int) -> int:
        k = max(bits(part), key=lambda k: (self.near[k] & part).bit_count())
        with_it = 1 << k | self.best(part & ~(1 << k | self.near[k]))
        without = self.best(part ^ 1 << k)
        return with_it if with_it.bit_count() >= without.bit_count() else without
