"""Draws one legal drawing uniformly, without listing them all.

An urn holds a ticket for each different drawing of one tile in one window. A ticket is drawn blindly and thrown back
where its stars or lines are taken on this board, which leaves the others equally likely. Tickets are small: the stars
they take stand in arrays, the rest is looked up for the few whose stars are free. Drawings that place all stars are
not even listed: any of a placement's lines may be left out, so that each such placement holds a block of tickets.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engines.star_explorer.choices import PICK, Choices, Pattern, draw_of
from engines.star_explorer.model import Draw, Line
from engines.star_explorer.placements import Placement

if TYPE_CHECKING:
    from random import Random

MAX_BLIND_DRAWS = 1000
"""Tickets drawn blindly before all free ones are sought out."""
WORD = 64
WORD_MASK = (1 << WORD) - 1
SLOT = 3
"""Numbers a slot of an urn takes."""


class Fits(msgspec.Struct, frozen=True):
    """All placements of one tile on the empty disc."""

    pattern: Pattern
    placements: tuple[Placement, ...]
    tangled: bool
    """Whether the pattern's own lines cross, so that its drawings must be looked at one by one."""


class Open(NamedTuple):
    """A placement on a board: what of it may still be drawn."""

    placement: Placement
    free: int
    """The pattern's lines that may be drawn, as bits."""
    whole: bool
    """Whether all stars may be drawn."""


class Taken(msgspec.Struct, frozen=True, gc=False):
    """What a board no longer allows: stars and lines, as bits on the disc."""

    stars: int
    lines: int


class Block(msgspec.Struct, frozen=True, gc=False):
    """A placement of all stars, with any of its lines."""

    placement: Placement
    closed: int
    """The pattern's lines that may not be drawn, as bits."""
    twins: tuple[int, ...]
    """The pattern's lines, as bits, that each earlier block with the same stars holds too: drawings of nothing but
    such lines are its own."""


class Urn:
    """The tickets of one tile for one window: every drawing of at least one line or all stars, one each.

    `loose`: with all stars placed, any lines may be missing. `disc_stars`: how many bits stand for stars on this disc.
    There is a slot for each ticket, then one for each block of tickets. It holds the first 64 stars of what is drawn,
    the next 64, and the code of the ticket, side by side: where they lie in memory is what drawing one costs.
    """

    __slots__ = (
        "_beyond",
        "_blocks",
        "_count",
        "_loose",
        "_mask",
        "_placements",
        "_shift",
        "_slots",
        "_tickets",
        "pattern",
        "tangled",
    )

    def __init__(self, fits: Fits, there: Iterable[Open], disc_stars: int, loose: bool) -> None:
        self.pattern, self.tangled = fits.pattern, fits.tangled
        self._loose, self._beyond = loose, disc_stars > 2 * WORD
        self._shift = len(self.pattern.ends)
        self._mask = (1 << self._shift) - 1
        self._placements: list[Placement] = []
        self._blocks: list[Block] = []
        codes, stars = self._fill(there, disc_stars)
        self._count = len(codes)
        self._tickets = self._count + (len(self._blocks) << self._shift)
        stars += [block.placement.stars for block in self._blocks]
        self._slots = array("Q", bytes(8 * SLOT * len(stars)))
        self._slots[::SLOT] = array("Q", [bits & WORD_MASK for bits in stars])
        self._slots[1::SLOT] = array("Q", [bits >> WORD & WORD_MASK for bits in stars])
        self._slots[2::SLOT] = array("Q", [*codes, *[0] * len(self._blocks)])

    def _fill(self, there: Iterable[Open], disc_stars: int) -> tuple[list[int], list[int]]:
        """The codes of all tickets but those of blocks, which are kept, and the stars that each uses."""
        found: dict[int, int] = {}
        seen: set[int] = set()
        for placement, free, whole in there:
            loose, bits = whole and self._loose, _free_bits(placement, free)
            if loose:
                self._add_block(placement, free)
            if bits not in seen:
                seen.add(bits)
                choices, first = self.pattern.choices(free, not loose), len(self._placements) << self._shift
                keys = _keys(self.pattern, placement, choices, disc_stars)
                found.update(zip(keys, [first | some for some in choices.sets], strict=True))
                self._placements.append(placement)
        every_star = (1 << disc_stars) - 1
        return [*found.values()], [key & every_star for key in found]

    def _add_block(self, placement: Placement, free: int) -> None:
        others = [block.placement.lines for block in self._blocks if block.placement.stars == placement.stars]
        twins = tuple([sum([1 << k for k, bit in enumerate(placement.line_bits) if bit & lines]) for lines in others])
        self._blocks.append(Block(placement, self.pattern.every_line & ~free, twins))

    # Sampling -------------------------------------------------------------------------------------------------

    def sample(self, taken: Taken, singles: Sequence[Draw], seat: int, rng: Random) -> Draw:
        """The empty drawing, one of `singles` or that of a free ticket, each equally likely."""
        slots, random, count = self._slots, rng.random, self._count
        others = 1 + len(singles)
        everything = others + self._tickets
        below, above = taken.stars & WORD_MASK, taken.stars >> WORD & WORD_MASK
        for _ in range(MAX_BLIND_DRAWS):
            ticket = slot = int(random() * everything) - others
            if ticket < 0:
                return singles[ticket + 1] if ticket < -1 else Draw(seat=seat, lines=())
            if ticket >= count:
                slot = count + (ticket - count >> self._shift)
            place = SLOT * slot
            if not (slots[place] & below or slots[place + 1] & above):
                draw = self._draw(ticket, slot, taken, seat)
                if draw is not None:
                    return draw
        free = [*self.free(taken, seat), *singles, Draw(seat=seat, lines=())]
        return free[int(random() * len(free))]

    def free(self, taken: Taken, seat: int) -> list[Draw]:
        """The drawing of every ticket that the board allows. Of two with the same lines, the one whose stars come
        first in their order comes first here, too."""
        count = self._count
        below, above = taken.stars & WORD_MASK, taken.stars >> WORD & WORD_MASK
        stars = enumerate(zip(self._slots[::SLOT], self._slots[1::SLOT], strict=True))
        slots = [slot for slot, (low, high) in stars if not (low & below or high & above)]
        draws = [self._draw(slot, slot, taken, seat) for slot in slots if slot < count]
        found = [draw for draw in draws if draw is not None]
        blocks = [self._blocks[slot - count] for slot in slots if slot >= count]
        for block in sorted(blocks, key=lambda block: sorted(block.placement.ids)):
            found += self._block_draws(block, taken, seat)
        return found

    def _block_draws(self, block: Block, taken: Taken, seat: int) -> list[Draw]:
        """Every drawing of a block that the board allows, sorted by lines."""
        placement, lone_stars = block.placement, self.pattern.lone_stars
        if self._beyond and placement.stars & taken.stars:
            return []
        sets: list[tuple[tuple[Line, ...], int]] = [((), 0)]
        for line, k in sorted([(line, k) for k, line in enumerate(placement.disc_lines)], reverse=True):
            if not (block.closed >> k & 1 or placement.line_bits[k] & taken.lines):
                sets[1:1] = [((line, *lines), some | 1 << k) for lines, some in sets]
        for twin in block.twins:
            sets = [(lines, some) for lines, some in sets if some & ~twin]
        ids = placement.ids
        return [Draw(seat=seat, lines=lines, stars=tuple(sorted(lone_stars[some](ids)))) for lines, some in sets]

    def _draw(self, ticket: int, slot: int, taken: Taken, seat: int) -> Draw | None:
        """The drawing of a ticket of which the first stars are known to be free, if the board allows it."""
        if slot >= self._count:
            lines = ticket - self._count & self._mask
            return self._whole(self._blocks[slot - self._count], lines, taken, seat)
        code = self._slots[SLOT * ticket + 2]
        placement, lines = self._placements[code >> self._shift], code & self._mask
        pick = PICK[lines]
        if taken.lines and sum(pick(placement.line_bits)) & taken.lines:
            return None
        if self._beyond and self._star_bits(placement, lines) & taken.stars:
            return None
        return Draw(seat=seat, lines=tuple(sorted(pick(placement.disc_lines))))

    def _whole(self, block: Block, lines: int, taken: Taken, seat: int) -> Draw | None:
        placement, twins = block.placement, block.twins
        if lines & block.closed or (self._beyond and placement.stars & taken.stars):
            return None
        if twins and any(not lines & ~twin for twin in twins):
            return None
        if taken.lines and sum(PICK[lines](placement.line_bits)) & taken.lines:
            return None
        return draw_of(placement, self.pattern, lines | self.pattern.all_stars, seat)

    def _star_bits(self, placement: Placement, lines: int) -> int:
        covered = self.pattern.covered(lines)
        return sum([bit for k, bit in enumerate(placement.star_bits) if covered >> k & 1])


def _free_bits(placement: Placement, free: int) -> int:
    return sum([bit for k, bit in enumerate(placement.line_bits) if free >> k & 1])


def _keys(pattern: Pattern, placement: Placement, choices: Choices, disc_stars: int) -> list[int]:
    """The lines and stars of each connected set on the disc as one number, lines in the high bits.

    A set's low and high half are looked up in two tables.
    """
    stars, lines, ends = placement.star_bits, placement.line_bits, pattern.tile.lines
    bits = [lines[k] << disc_stars | stars[ends[k][0]] | stars[ends[k][1]] for k in choices.lines]
    half = len(bits) // 2
    low, high = _united(bits[:half]), _united(bits[half:])
    mask = len(low) - 1
    return [low[some & mask] | high[some >> half] for some in choices.packed]


def _united(bits: Sequence[int]) -> list[int]:
    """For every set of the numbers: all its bits."""
    found = [0]
    for bit in bits:
        found += [some | bit for some in found]
    return found
