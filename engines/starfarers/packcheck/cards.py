"""Proves the tokens, pieces and cards of a pack of Starfarers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from engines.errors import BadInput
from engines.packcheck import Finding
from engines.starfarers.encounters.program import span
from engines.starfarers.pack import (
    BALLS,
    FLEETS,
    PEOPLES,
    RESOURCES,
    Ask,
    Contest,
    Costs,
    DrawAnother,
    EncounterCard,
    Fame,
    Forfeit,
    FriendshipCard,
    FriendshipPower,
    Gift,
    Pay,
    Receive,
    Refund,
    Shake,
    StarfarersPack,
    Step,
    Token,
)

CARDS_OF_A_PEOPLE: Final = 5
ENCOUNTERS: Final = 32
MAX_CARDS_MOVED: Final = 3
"""Most cards that an encounter moves at once."""
TRANSPORTERS: Final = 3
NO_NUMBER: Final = 7
"""The sum of two dice on which no planet gives anything."""
COPIES: Final[dict[FriendshipPower, int]] = {
    "production_bonus": 5,
    "two_for_one": 4,
    "goods_for_one": 1,
    "engineering": 5,
    "tribute_relief": 1,
    "fame_for_sale": 2,
    "helping_hand": 1,
    "relief_fund": 1,
}


# Tokens --------------------------------------------------------------------------------------------------------


def tokens(pack: StarfarersPack) -> Iterator[Finding]:
    """As many tokens of each back as the structure and the planets say; each shows one thing."""
    counts = Counter(token.back for token in pack.tokens)
    for back in dict.fromkeys((*pack.structure.tokens, *counts)):
        if counts[back] != pack.structure.tokens.get(back, 0):
            text = f"there are {counts[back]}, expected {pack.structure.tokens.get(back, 0)}"
            yield Finding(f"tokens of back {back}", text)
    planets = Counter(planet.back for system in pack.map.systems for planet in system.planets)
    for back in dict.fromkeys((*counts, *planets)):
        if back != pack.reserve and counts[back] != planets[back]:
            text = f"there are {counts[back]} for {planets[back]} planets"
            yield Finding(f"tokens of back {back}", text)
    barren = sum(bool(token.lair or token.ice) for token in pack.tokens)
    if counts[pack.reserve] < barren or planets[pack.reserve]:
        text = f"the back {pack.reserve!r} has {counts[pack.reserve]} tokens and {planets[pack.reserve]} planets"
        yield Finding("reserve", f"{text}, expected a token for each of {barren} lairs and ice planets, and no planet")
    for name, count in Counter(token.id for token in pack.tokens).items():
        if count > 1:
            yield Finding(f"token {name}", f"there are {count} with that id")
    home = {planet.back for system in pack.map.systems if system.home for planet in system.planets}
    for token in pack.tokens:
        yield from _token(pack, token, token.back in home or token.back == pack.reserve)


def _token(pack: StarfarersPack, token: Token, plain: bool) -> Iterator[Finding]:
    where = f"token {token.id}"
    shown = (bool(token.numbers), bool(token.lair), bool(token.ice))
    if sum(shown) != 1:
        yield Finding(where, "expected numbers, or a lair, or an ice planet")
    if len(token.numbers) > 2 or NO_NUMBER in token.numbers or len(set(token.numbers)) < len(token.numbers):
        yield Finding(where, f"shows {', '.join(map(str, token.numbers))}, expected one or two numbers that are no 7")
    if plain and (token.lair or token.ice):
        yield Finding(where, f"is a lair or an ice planet among the tokens of back {token.back}")
    strongest = pack.box.ship_cannons + sum(card.cannons for card in pack.friendship)
    if token.lair > strongest:
        yield Finding(where, f"takes {token.lair} cannons, but nobody has more than {strongest}")
    if token.ice > pack.box.ship_freight_rings:
        text = f"takes {token.ice} freight rings, but a ship carries {pack.box.ship_freight_rings}"
        yield Finding(where, text)


# Pieces --------------------------------------------------------------------------------------------------------


def balls(pack: StarfarersPack) -> Iterator[Finding]:
    """One black ball, and at least one of each other colour."""
    counts = Counter(pack.balls)
    for ball in BALLS:
        if counts[ball] < 1 or (ball == "black" and counts[ball] > 1):
            expected = "1" if ball == "black" else "at least 1"
            yield Finding("balls", f"{counts[ball]} {ball}, expected {expected}")


def costs(pack: StarfarersPack) -> Iterator[Finding]:
    """Everything costs something that the box holds."""
    for name in Costs.__struct_fields__:
        cost: Mapping[str, int] = getattr(pack.costs, name)
        if not sum(cost.values()):
            yield Finding(f"costs.{name}", "is nothing, expected at least one card")
        for resource, count in cost.items():
            if count > pack.box.cards_each:
                text = f"{count} {resource}, but there are {pack.box.cards_each} in the box"
                yield Finding(f"costs.{name}", text)


def box(pack: StarfarersPack) -> Iterator[Finding]:
    """Supplies and limits agree with one another."""
    box = pack.box
    limits = (
        ("pile_each", box.pile_each, "cards_each", box.cards_each),
        ("refill_each", box.refill_each, "cards_each", box.cards_each),
        ("start_cards", FLEETS * box.start_cards, "five times pile_each", len(RESOURCES) * box.pile_each),
        ("ship_cannons", box.ship_cannons, "cannons", box.cannons),
        ("ship_boosters", box.ship_boosters, "boosters", box.boosters),
        ("ship_freight_rings", box.ship_freight_rings, "freight_rings", box.freight_rings),
        ("ship_fame_rings", box.ship_fame_rings, "fame_rings", box.fame_rings),
        ("start_fame_rings", box.start_fame_rings, "ship_fame_rings", box.ship_fame_rings),
        ("spaceport_rings", box.spaceport_rings, "colonies", box.colonies),
    )
    for small, count, large, most in limits:
        if count > most:
            yield Finding(f"box.{small}", f"makes {count}, more than {large} ({most})")
    if box.transporters != TRANSPORTERS:
        yield Finding("box.transporters", f"is {box.transporters}, expected {TRANSPORTERS}: 1, 2, 3 balls on the tip")
    for name, least in (("colonies", 4), ("spaceport_rings", 1), ("stations", 1), ("refill_each", 1)):
        if getattr(box, name) < least:
            yield Finding(f"box.{name}", f"is {getattr(box, name)}, expected at least {least}")


# Friendship cards ----------------------------------------------------------------------------------------------


def friendship(pack: StarfarersPack) -> Iterator[Finding]:
    """Five cards a people; each says what its power needs."""
    peoples = Counter(card.people for card in pack.friendship)
    for people in PEOPLES:
        if peoples[people] != CARDS_OF_A_PEOPLE:
            text = f"there are {peoples[people]}, expected {CARDS_OF_A_PEOPLE}"
            yield Finding(f"friendship cards of {people}", text)
    for name, count in Counter(card.id for card in pack.friendship).items():
        if count > 1:
            yield Finding(f"friendship card {name}", f"there are {count} with that id")
    for card in pack.friendship:
        yield from _friendship_card(card)


def _friendship_card(card: FriendshipCard) -> Iterator[Finding]:
    where = f"friendship card {card.id}"
    needs_resource = card.power in ("production_bonus", "two_for_one", "goods_for_one")
    if needs_resource != (card.resource is not None):
        yield Finding(where, f"{card.power}: expected {'a' if needs_resource else 'no'} resource")
    if card.power == "goods_for_one" and card.resource not in (None, "goods"):
        yield Finding(where, f"gives one card for {card.resource}, expected goods")
    if (card.power == "engineering") != bool(card.boosters + card.cannons):
        yield Finding(where, f"{card.power} with {card.boosters} boosters and {card.cannons} cannons")
    if (card.power == "tribute_relief") != bool(card.limit):
        yield Finding(where, f"{card.power} with the limit {card.limit}")


def usual_friendship(pack: StarfarersPack) -> Iterator[Finding]:
    """The printed game has so many cards of each power, none twice for one resource."""
    powers = Counter(card.power for card in pack.friendship)
    for power, count in COPIES.items():
        if powers[power] != count:
            yield Finding("friendship cards", f"{powers[power]} of {power}, expected {count}")
    kinds = Counter((card.power, card.resource) for card in pack.friendship if card.resource)
    for (power, resource), count in kinds.items():
        if count > 1:
            yield Finding("friendship cards", f"{count} of {power} for {resource}")


# Encounter cards -----------------------------------------------------------------------------------------------


def encounters(pack: StarfarersPack) -> Iterator[Finding]:
    """Thirty-two cards, numbered from 1, whose steps can be played to their end."""
    counts = Counter(card.id for card in pack.encounters)
    if sorted(counts) != list(range(1, ENCOUNTERS + 1)) or len(pack.encounters) != ENCOUNTERS:
        wrong = sorted({n for n in range(1, ENCOUNTERS + 1) if counts[n] != 1} | {n for n in counts if n > ENCOUNTERS})
        text = f"{', '.join(map(str, wrong))}: expected each of 1 to {ENCOUNTERS} once"
        yield Finding("encounter cards", text)
    sums = {BALLS.index(one) + BALLS.index(other) for one, other in combinations(pack.balls, 2)}
    for card in pack.encounters:
        yield from _encounter(card, sums)


def _encounter(card: EncounterCard, sums: set[int]) -> Iterator[Finding]:
    where = f"encounter card {card.id}"
    if not card.steps:
        yield Finding(where, "has no step")
    for text in _paths(card.steps, sums, False, False):
        yield Finding(where, text)


def _paths(steps: tuple[Step, ...], sums: set[int], given: bool, taken: bool) -> Iterator[str]:
    """What is wrong with the steps; `given` and `taken`: whether cards of own choice have been on every way here."""
    for n, step in enumerate(steps):
        yield from _step(step, sums, given, taken)
        given = given or isinstance(step, Gift)
        taken = taken or (isinstance(step, Receive) and step.resource is None)
        for branch in branches_of(step):
            yield from _paths(branch, sums, given, taken)
        if isinstance(step, DrawAnother) and n < len(steps) - 1:
            yield "goes on after another card was drawn"


def branches_of(step: Step) -> tuple[tuple[Step, ...], ...]:
    """The steps that may follow this one, by outcome."""
    if isinstance(step, Gift):
        return tuple(step.results.values())
    if isinstance(step, Ask):
        return step.yes, step.no
    if isinstance(step, Contest):
        return step.win, step.lose
    return tuple(step.bands.values()) if isinstance(step, Shake) else ()


def _step(step: Step, sums: set[int], given: bool, taken: bool) -> Iterator[str]:
    moved = step.most if isinstance(step, Gift) else step.cards if isinstance(step, Pay | Receive) else 1
    if not 1 <= moved <= MAX_CARDS_MOVED:
        yield f"moves {moved} cards, expected 1 to {MAX_CARDS_MOVED}"
    if isinstance(step, Gift) and step.results:
        yield from _covered(tuple(step.results), set(range(step.most + 1)), "gift of")
    if isinstance(step, Shake):
        yield from _covered(tuple(step.bands), sums, "sum")
    if isinstance(step, Fame) and not step.rings:
        yield "wins or loses no fame ring"
    if isinstance(step, Refund) and not given:
        yield "gives back a gift that nobody gave"
    if isinstance(step, Forfeit) and not taken:
        yield "takes back cards that nobody chose"


def _covered(texts: tuple[str, ...], wanted: set[int], what: str) -> Iterator[str]:
    try:
        named = Counter(number for text in texts for number in span(text))
    except BadInput as error:
        yield str(error)
        return
    for number in sorted(wanted | set(named)):
        expected = int(number in wanted)
        if named[number] != expected:
            yield f"{what} {number} has {named[number]} results, expected {expected}"


def noted(pack: StarfarersPack) -> Iterator[Finding]:
    """Cards about which sources disagree."""
    for card in pack.encounters:
        if card.note:
            yield Finding(f"encounter card {card.id}", card.note)
