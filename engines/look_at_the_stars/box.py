"""The components of one pack as tables: slates, night cards, and where every bonus shape can lie."""

from __future__ import annotations

from typing import NamedTuple

from engines.look_at_the_stars.model import Line, PointCard, PowerCard, Slate, StarsOptions, StarsPack
from engines.look_at_the_stars.slate.lattice import ENDS, LINE, POINT, bits
from engines.look_at_the_stars.slate.shapes import copies
from engines.look_at_the_stars.slate.sky import Places, Sky, StarPlaces
from engines.unit_lines import Shape, mirrored, parse_shape


class BonusShape:
    """Every copy of a bonus shape on the lattice, found by its lowest line or by any of its lines."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.shape = parse_shape(texts)
        self.copies = copies(self.shape)
        self.size = len(self.shape)
        self.by_lowest: dict[int, list[int]] = {}
        through: dict[int, list[int]] = {bit: [] for bit in ENDS}
        for copy in self.copies:
            lines = list(bits(copy))
            self.by_lowest.setdefault(lines[0], []).append(copy)
            for bit in lines:
                through[bit].append(copy)
        self.through = _by_name(through)
        """Line, either end first -> the lines of all copies through it, and those copies."""

    def among(self, lines: int) -> list[int]:
        """The copies that are whole among these lines, in the order of their lowest lines."""
        by_lowest = self.by_lowest
        return [copy for bit in bits(lines) for copy in by_lowest.get(bit, ()) if copy & lines == copy]

    def among_with(self, lines: int, fresh: int) -> list[int]:
        """The copies that are whole among these lines and hold a fresh one, ascending."""
        found = set()
        for bit in bits(fresh):
            found.update([copy for copy in self.through[LINE[bit]][1] if copy & lines == copy])
        return sorted(found)


def _by_name(through: dict[int, list[int]]) -> dict[Line, tuple[int, tuple[int, ...]]]:
    found = {}
    for bit, masks in through.items():
        around = 0
        for mask in masks:
            around |= mask
        a, b = LINE[bit]
        found[a, b] = found[b, a] = (around, tuple(masks))
    return found


class NightShape(NamedTuple):
    """What a night card shows: a shape and all its copies, or a shooting star (then no shape)."""

    shape: Shape
    copies: tuple[int, ...]


class Box:
    """The tables of one pack. Shared by everything that plays with it; places are filled in when first asked for."""

    def __init__(self, pack: StarsPack) -> None:
        self.pack = pack
        self.skies = {slate.id: Sky(slate) for slate in pack.slates}
        self._scenery = {slate.id: Sky(slate, scenery=True) for slate in pack.slates}
        self.slates = tuple(self.skies)
        self.night_cards = {card.id: card for card in pack.night_cards}
        self.night_ids = tuple(self.night_cards)
        self.point_cards: dict[str, PointCard] = {card.id: card for card in pack.point_cards}
        self.power_cards: dict[str, PowerCard] = {card.id: card for card in pack.power_cards}
        self._shapes: dict[str, BonusShape] = {}
        self._nights: dict[str, NightShape] = {}
        self.ready: dict[tuple[int, str, int], Places] = {}
        """The places asked for so far, by slate, card, and the points that count as stars too."""
        self._star_places: dict[tuple[int, int], StarPlaces] = {}
        self._single = tuple(1 << bit for bit in sorted(ENDS))

    def clean(self, slate: int, options: StarsOptions) -> Slate:
        """A slate on which nothing is drawn yet."""
        sky = (self._scenery if options.printed_lines == "scenery" else self.skies)[slate]
        return Slate(slate, sky.drawn, sky.closed)

    def bonus(self, card: str) -> BonusShape:
        """The shape of a point or power bonus card."""
        found = self._shapes.get(card)
        if found is None:
            source = self.point_cards.get(card) or self.power_cards[card]
            found = self._shapes[card] = BonusShape(source.shape)
        return found

    def night(self, card: str) -> NightShape:
        """What a night card shows."""
        found = self._nights.get(card)
        if found is None:
            texts = self.night_cards[card].shape
            shape = parse_shape(texts) if texts else ()
            found = self._nights[card] = NightShape(shape, copies(shape) if shape else ())
        return found

    def mirror_copies(self, card: str) -> tuple[int, ...]:
        """Every copy of a night card's mirror image."""
        return copies(mirrored(self.night(card).shape))

    def places(self, slate: int, card: str, opened: int) -> Places | None:
        """Where a night card fits on a clean slate, as if the `opened` points were stars; None for a shooting star."""
        found = self.ready.get((slate, card, opened))
        if found is None and not self.night_cards[card].shooting_star:
            found = self.ready[slate, card, opened] = self.skies[slate].places(self.night(card).copies, opened)
        return found

    def single_lines(self, slate: int) -> Places:
        """Where one line fits on a slate, as if every creature were stars."""
        key = (slate, "", self.skies[slate].creatures)
        if key not in self.ready:
            self.ready[key] = self.skies[slate].places(self._single, key[2])
        return self.ready[key]

    def star_places(self, slate: int, opened: int) -> StarPlaces:
        """Where a shooting star fits on a clean slate; `opened`: as if these points were stars."""
        found = self._star_places.get((slate, opened))
        if found is None:
            found = self._star_places[slate, opened] = self.skies[slate].star_places(opened)
        return found

    def opened(self, slate: Slate) -> int:
        """The cells that new stars may have made stars of: the creatures, and where the table let one stand on a
        person, persons too. In a game all objects come from one power, so the first tells whether there are any."""
        objects = slate.objects
        if not objects or objects[0].kind != "star":
            return 0
        sky = self.skies[slate.slate]
        on_persons = any(sky.persons >> POINT[thing.at] & 1 for thing in objects)
        return sky.creatures | sky.persons if on_persons else sky.creatures

    def is_shooting_star(self, card: str) -> bool:
        """Whether a night card is a shooting star."""
        return self.night_cards[card].shooting_star

    def power(self, card: str) -> str:
        """The power of a power bonus card; empty for no card."""
        return self.power_cards[card].power if card in self.power_cards else ""
