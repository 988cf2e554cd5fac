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

from engines.star_explorer.choices import Choices, Pattern, draw_of
from engines.star_explorer.model import Draw
from engines.star_explorer.placements import Placement

if TYPE_CHECKING:
    from random import Random

MAX_BLIND_DRAWS = 1000
"""Tickets drawn blindly before all free ones are sought out."""
WORD = 64
WORD_MASK = (1 << WORD) - 1


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


class Taken(msgspec.Struct, frozen=True):
    """What a board no longer allows: stars and lines, as bits on the disc."""

    stars: int
    lines: int


class Block(msgspec.Struct, frozen=True):
    """A placement of all stars, with any of its lines."""

    placement: Placement
    closed: int
    """The pattern's lines that may not be drawn, as bits."""
    twins: tuple[int, ...]
    """The lines, as bits on the disc, of earlier blocks with the same stars: their drawings are not this one's."""


class Urn:
    """The tickets of one tile for one window: every drawing of at least one line or all stars, one each.

    `loose`: with all stars placed, any lines may be missing. `disc_stars`: how many bits stand for stars on this disc.
    Slots hold the first 128 stars of what is drawn: first a slot for each ticket, then one for each block of tickets.
    """

    def __init__(self, fits: Fits, there: Iterable[Open], disc_stars: int, loose: bool) -> None:
        self.pattern, self.tangled = fits.pattern, fits.tangled
        self._loose, self._beyond = loose, disc_stars > 2 * WORD
        self._shift = len(self.pattern.ends)
        self._mask = (1 << self._shift) - 1
        self._placements: list[Placement] = []
        self._blocks: list[Block] = []
        self._codes = array("Q")
        stars = self._fill(there, disc_stars)
        stars += [block.placement.stars for block in self._blocks]
        self._count = len(self._codes)
        self._tickets = self._count + (len(self._blocks) << self._shift)
        self._low = array("Q", [bits & WORD_MASK for bits in stars])
        self._high = array("Q", [bits >> WORD & WORD_MASK for bits in stars])

    def _fill(self, there: Iterable[Open], disc_stars: int) -> list[int]:
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
        self._codes.extend(found.values())
        every_star = (1 << disc_stars) - 1
        return [key & every_star for key in found]

    def _add_block(self, placement: Placement, free: int) -> None:
        twins = tuple([block.placement.lines for block in self._blocks if block.placement.stars == placement.stars])
        self._blocks.append(Block(placement, self.pattern.every_line & ~free, twins))

    # Sampling -------------------------------------------------------------------------------------------------

    def sample(self, taken: Taken, singles: Sequence[Draw], seat: int, rng: Random) -> Draw:
        """The empty drawing, one of `singles` or that of a free ticket, each equally likely."""
        low, high, random, count, shift = self._low, self._high, rng.random, self._count, self._shift
        others = 1 + len(singles)
        everything = others + self._tickets
        below, above = taken.stars & WORD_MASK, taken.stars >> WORD & WORD_MASK
        for _ in range(MAX_BLIND_DRAWS):
            ticket = int(random() * everything) - others
            slot = ticket if ticket < count else count + (ticket - count >> shift)
            if ticket < 0:
                return singles[ticket + 1] if ticket < -1 else Draw(seat=seat, lines=())
            if not (low[slot] & below or high[slot] & above):
                draw = self._draw(ticket, slot, taken, seat)
                if draw is not None:
                    return draw
        free = [*self.free(taken, seat), *singles, Draw(seat=seat, lines=())]
        return free[int(random() * len(free))]

    def free(self, taken: Taken, seat: int) -> list[Draw]:
        """The drawing of every ticket that the board allows."""
        count, size = self._count, 1 << self._shift
        below, above = taken.stars & WORD_MASK, taken.stars >> WORD & WORD_MASK
        stars = enumerate(zip(self._low, self._high, strict=True))
        slots = [slot for slot, (low, high) in stars if not (low & below or high & above)]
        draws = [self._draw(slot, slot, taken, seat) for slot in slots if slot < count]
        for slot in slots:
            if slot >= count:
                first = count + (slot - count) * size
                draws += [self._draw(ticket, slot, taken, seat) for ticket in range(first, first + size)]
        return [draw for draw in draws if draw is not None]

    def _draw(self, ticket: int, slot: int, taken: Taken, seat: int) -> Draw | None:
        """The drawing of a ticket of which the first stars are known to be free, if the board allows it."""
        count, mask = self._count, self._mask
        if slot >= count:
            return self._whole(self._blocks[slot - count], ticket - count & mask, taken, seat)
        code = self._codes[ticket]
        placement, lines = self._placements[code >> self._shift], code & mask
        drawn, bits, disc_lines = self.pattern.lines_of[lines], placement.line_bits, placement.disc_lines
        if taken.lines and sum([bits[k] for k in drawn]) & taken.lines:
            return None
        if self._beyond and self._star_bits(placement, lines) & taken.stars:
            return None
        return Draw(seat=seat, lines=tuple(sorted([disc_lines[k] for k in drawn])))

    def _whole(self, block: Block, lines: int, taken: Taken, seat: int) -> Draw | None:
        placement, twins = block.placement, block.twins
        if lines & block.closed or (self._beyond and placement.stars & taken.stars):
            return None
        if twins or taken.lines:
            bits = placement.line_bits
            drawn = sum([bits[k] for k in self.pattern.lines_of[lines]])
            if drawn & taken.lines or any(drawn & ~twin == 0 for twin in twins):
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
