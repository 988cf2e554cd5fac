"""Which actions are legal: complete lists in a fixed order, and a quick uniform choice among them.

Order: nature's by the pack's order; drawings from the highest row of their lowest star down, then passing; powers by
copy, then by where they are drawn, then declining. A drawing is listed with its lines in one order and a shooting star
with its head at the left end; other spellings of the same are legal too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.game import NATURE, Seat
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import (
    PILE,
    DealSlate,
    DeclinePower,
    Draw,
    DrawShootingStar,
    OpenBonus,
    Pass,
    Phase,
    Reveal,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import count_uses, offers, pile_of, uses
from engines.look_at_the_stars.slate.lattice import line_names
from engines.look_at_the_stars.slate.sky import Places, StarPlaces
from engines.look_at_the_stars.turn import to_move

if TYPE_CHECKING:
    from random import Random

MAX_RANDOM_TRIES: Final = 8
"""Places drawn by lot before all places are looked at."""


def legal_actions(box: Box, state: StarsState, seat: Seat) -> list[StarsAction]:
    """Every legal action of the seat; empty when it is not to move."""
    if seat not in to_move(state):
        return []
    if not isinstance(seat, int):
        return _natures(box, state)
    if state.slates[seat].fresh:
        return _powers(box, state, seat)
    return [*_drawings(box, state, seat), Pass(seat=seat)]


def next_player(state: StarsState) -> int:
    """The player who is dealt the next slate."""
    return next(seat for seat, slate in enumerate(state.slates) if not slate.slate)


def slates_left(box: Box, state: StarsState) -> list[int]:
    """The slates that nobody has."""
    taken = {slate.slate for slate in state.slates}
    return [number for number in box.slates if number not in taken]


def _natures(box: Box, state: StarsState) -> list[StarsAction]:
    if state.phase is Phase.DEAL_SLATES:
        player = next_player(state)
        return [DealSlate(player, number, seat=NATURE) for number in slates_left(box, state)]
    if state.phase is Phase.REVEAL:
        return [Reveal(card, seat=NATURE) for card in box.night_cards if card not in state.cards]
    cards = box.point_cards if state.phase is Phase.POINT_BONUS else box.power_cards
    return [OpenBonus(card, seat=NATURE) for card in cards]


def _table(box: Box, state: StarsState, seat: int) -> Places | StarPlaces:
    slate = state.slates[seat]
    opened = box.opened(slate)
    return box.places(slate.slate, state.cards[-1], opened) or box.star_places(slate.slate, opened)


def _drawings(box: Box, state: StarsState, seat: int) -> list[StarsAction]:
    slate, pile = state.slates[seat], pile_of(state)
    table = _table(box, state, seat)
    if isinstance(table, StarPlaces):
        taken = slate.closed | slate.drawn
        stars = table.places[: table.counts[pile]]
        return [DrawShootingStar(place.head, place.tail, seat=seat) for place in stars if not place.span & taken]
    closed = slate.closed
    places = table.places[: table.counts[pile]]
    return [Draw(place.lines, seat=seat) for place in places if not place.span & closed]


def _powers(box: Box, state: StarsState, seat: int) -> list[StarsAction]:
    found: list[StarsAction] = []
    power = box.power(state.power_bonus)
    for copy, places in offers(box, state, state.slates[seat]):
        shape = line_names(copy)
        found += [UsePower(shape, at, seat=seat) for at in uses(power, places)]
    found.append(DeclinePower(seat=seat))
    return found


def random_action(box: Box, state: StarsState, seat: int, rng: Random) -> StarsAction:
    """Any of `legal_actions`, each equally likely, without listing them (about a tenth of the time).

    A place of the clean slate or passing is drawn by lot until it is legal. After `MAX_RANDOM_TRIES` the legal ones are
    listed.
    """
    slate = state.slates[seat]
    if slate.fresh:
        return _random_power(box, state, seat, rng)
    cards, lot = state.cards, rng.random
    opened = box.opened(slate)
    table = box.ready.get((slate.slate, cards[-1], opened)) or box.places(slate.slate, cards[-1], opened)
    if table is None:
        return _random_star(box, state, seat, rng)
    places, counts = table
    count, closed = counts[(len(cards) - 1) // PILE], slate.closed
    for _ in range(MAX_RANDOM_TRIES):
        k = int(lot() * (count + 1))
        if k == count:
            return Pass(seat=seat)
        place = places[k]
        if not place[1] & closed:
            return Draw(place[0], seat=seat)
    actions = legal_actions(box, state, seat)
    return actions[int(lot() * len(actions))]


def _random_power(box: Box, state: StarsState, seat: int, rng: Random) -> StarsAction:
    power = box.power(state.power_bonus)
    found = list(offers(box, state, state.slates[seat]))
    k = int(rng.random() * (1 + sum([count_uses(power, places) for _, places in found])))
    for copy, places in found:
        count = count_uses(power, places)
        if k < count:
            return UsePower(line_names(copy), _use(power, places, k), seat=seat)
        k -= count
    return DeclinePower(seat=seat)


def _use(power: str, places: int, k: int) -> tuple[str, ...]:
    """The use with this number, as `uses` lists them."""
    if power == "star":
        return uses(power, places)[k]
    for _ in range(k):
        places &= places - 1
    return uses(power, places & -places)[0]


def _random_star(box: Box, state: StarsState, seat: int, rng: Random) -> StarsAction:
    slate = state.slates[seat]
    places, counts = box.star_places(slate.slate, box.opened(slate))
    count, taken = counts[pile_of(state)], slate.closed | slate.drawn
    for _ in range(MAX_RANDOM_TRIES):
        k = int(rng.random() * (count + 1))
        if k == count:
            return Pass(seat=seat)
        place = places[k]
        if not place.span & taken:
            return DrawShootingStar(place.head, place.tail, seat=seat)
    return rng.choice(legal_actions(box, state, seat))


def deal(box: Box, state: StarsState, rng: Random) -> StarsAction:
    """Nature's next action: every slate or card that may come is equally likely."""
    if state.phase is not Phase.REVEAL:
        return rng.choice(_natures(box, state))
    cards = box.night_ids
    while True:
        card = cards[int(rng.random() * len(cards))]
        if card not in state.cards:
            return Reveal(card, seat=NATURE)
