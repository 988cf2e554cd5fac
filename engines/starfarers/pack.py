"""The components of one edition of Starfarers: map, tokens, costs, supplies, cards; each value with a status.

A hexagon is named by its column letter and its row number (`E3`), a corner by one of its hexagons and a direction
(`E3.nw`), a colony site by its two planets (`A2-B2`). `engines.starfarers.starmap` turns names into small numbers.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.forms import decode_form

Resource: TypeAlias = Literal["ore", "fuel", "carbon", "food", "goods"]
People: TypeAlias = Literal["green_folk", "merchants", "scientists", "diplomats"]
Ball: TypeAlias = Literal["black", "blue", "yellow", "red"]
Status: TypeAlias = Literal["rules", "public", "assumed", "house", "captured"]
Neighbour: TypeAlias = Literal["R1", "R2", "L1", "L2"]
"""The first or second player to the right (who played before) or to the left (who plays after)."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=255)]

RESOURCES: Final[tuple[Resource, ...]] = ("ore", "fuel", "carbon", "food", "goods")
PEOPLES: Final[tuple[People, ...]] = ("green_folk", "merchants", "scientists", "diplomats")
BALLS: Final[tuple[Ball, ...]] = ("black", "blue", "yellow", "red")
"""A ball's value is its place in this tuple."""
FLEETS: Final = 4
"""Colours of pieces in the box; at a table of three the fourth one's are blockers."""


# Map -----------------------------------------------------------------------------------------------------------


class Planet(msgspec.Struct, frozen=True):
    """One hexagon of a system: what it gives, and which backs the tokens that may lie on it have."""

    hex: str
    resource: Resource
    back: str


class System(msgspec.Struct, frozen=True, omit_defaults=True):
    """Three planets around a sun; their common corner is the sun, the three other shared corners are colony sites."""

    id: str
    planets: tuple[Planet, Planet, Planet]
    home: bool = False


class Outpost(msgspec.Struct, frozen=True):
    """The base of a people: its hexagons and its trade points in the order of their numbers.

    A map whose outposts have one docking point lists that corner alone.
    """

    people: People
    hexes: tuple[str, ...]
    points: tuple[str, ...]


class MapPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Where everything lies: pointy-topped hexagons in rows, every odd row half a hexagon to the right."""

    rows: tuple[str, ...]
    """By row from 1: the columns that have a hexagon, such as `A-N`, `A-C,F`, or nothing."""
    systems: tuple[System, ...]
    outposts: tuple[Outpost, ...]
    outpost: Literal["numbered", "docking"] = "numbered"
    """`docking`: every station docks at the one point, so that the point stays free."""


class Start(msgspec.Struct, frozen=True):
    """Where one fleet begins in the beginner position, as colony sites."""

    spaceport: str
    colonies: tuple[str, str]


class Beginner(msgspec.Struct, frozen=True):
    """The beginner position: seat 0 takes the first start and so on; the last one blocks at a table of three."""

    starts: tuple[Start, Start, Start, Start]
    tokens: dict[str, str] = {}
    """Hexagon -> token id, where the position fixes tokens that otherwise are shuffled."""


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """What the pack claims its map and tokens to be; the checker proves it."""

    hexes: int
    corners: int
    edges: int
    systems: int
    home_systems: int
    outposts: int
    trade_points: int
    """Of each outpost."""
    tokens: dict[str, int]
    """Back -> how many."""
    mirrored: bool = False
    """Whether the map looks the same from the left and from the right."""
    outposts_on_edge: bool = False
    balanced: bool = False
    """Whether the planets, and those of each back outside the home systems, give as many of each resource, give or
    take one."""


# Components ----------------------------------------------------------------------------------------------------


class Token(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A production token: one or two numbers, a pirate lair or an ice planet of some strength."""

    id: str
    back: str
    numbers: tuple[Annotated[int, Meta(ge=2, le=12)], ...] = ()
    lair: Count = 0
    """Cannons that beat it; 0 if it is none."""
    ice: Count = 0
    """Freight rings that thaw it; 0 if it is none."""


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """What is paid to the bank, card by card."""

    colony_ship: dict[Resource, Count]
    trade_ship: dict[Resource, Count]
    spaceport: dict[Resource, Count]
    booster: dict[Resource, Count]
    cannon: dict[Resource, Count]
    freight_ring: dict[Resource, Count]


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """How many of each piece there are, and what one player or ship may have."""

    cards_each: Count = 20
    """Resource cards of each kind."""
    pile_each: Count = 12
    """Cards of each kind in the first supply pile."""
    refill_each: Count = 6
    cannons: Count = 24
    boosters: Count = 24
    freight_rings: Count = 20
    ship_cannons: Count = 6
    ship_boosters: Count = 6
    ship_freight_rings: Count = 5
    fame_rings: Count = 40
    ship_fame_rings: Count = 11
    colonies: Count = 9
    """Of each fleet, as the following."""
    stations: Count = 7
    transporters: Count = 3
    spaceport_rings: Count = 3
    start_cards: Count = 3
    start_fame_rings: Count = 1


FriendshipPower: TypeAlias = Literal[
    "production_bonus",
    "two_for_one",
    "goods_for_one",
    "engineering",
    "tribute_relief",
    "fame_for_sale",
    "helping_hand",
    "relief_fund",
]


class FriendshipCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a people gives to a player who trades with it."""

    id: str
    people: People
    power: FriendshipPower
    resource: Resource | None = None
    """The card's resource: what the bonus adds, what the bank takes at two for one."""
    boosters: Count = 0
    cannons: Count = 0
    limit: Count = 0
    """Tribute relief: on a 7 its owner gives back only with more cards than this."""


# Encounters ----------------------------------------------------------------------------------------------------


class _Verb(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True):
    """One step of an encounter card; what it means is `engines.starfarers.encounters.interpreter`' business."""


class Gift(_Verb, frozen=True, tag="gift"):
    """The active player gives the bank up to `most` cards of own choice, then the result for that number follows."""

    most: Count
    results: dict[str, tuple[Step, ...]] = {}
    """Number of cards -> what follows; empty: the next step of the card whatever was given."""


class Ask(_Verb, frozen=True, tag="ask"):
    """The active player answers yes or no."""

    yes: tuple[Step, ...]
    no: tuple[Step, ...]


class Contest(_Verb, frozen=True, tag="contest"):
    """A contest with a neighbour; `boosters` compares the boosters and nobody shakes."""

    of: Literal["combat", "race", "boosters"]
    against: Neighbour
    win: tuple[Step, ...]
    lose: tuple[Step, ...]


class Shake(_Verb, frozen=True, tag="shake"):
    """The active player shakes; the sum of the balls alone picks the band (`1-2`, `3`)."""

    bands: dict[str, tuple[Step, ...]]


class Fame(_Verb, frozen=True, tag="fame"):
    """Fame rings won (or lost, if negative; never below none)."""

    rings: int


class Receive(_Verb, frozen=True, tag="receive"):
    """Cards from the bank: of that resource, or of the player's choice."""

    cards: Count
    resource: Resource | None = None


class Pay(_Verb, frozen=True, tag="pay"):
    """Cards of the player's choice to the bank; who has fewer gives all."""

    cards: Count


class GainUpgrade(_Verb, frozen=True, tag="gain_upgrade"):
    """An upgrade of the player's choice from the stock, where the mother ship has room."""


class LoseUpgrade(_Verb, frozen=True, tag="lose_upgrade"):
    """An upgrade of the player's choice goes back to the stock."""


class Ground(_Verb, frozen=True, tag="ground"):
    """The first ship does not fly this turn."""


class GrantTradeShip(_Verb, frozen=True, tag="trade_ship"):
    """A trade ship without cost, placed as soon as possible next to an own spaceport."""


class Jump(_Verb, frozen=True, tag="jump"):
    """The first ship may go to any free corner."""


class Steal(_Verb, frozen=True, tag="steal"):
    """One card at random from every opponent."""


class TakeGifts(_Verb, frozen=True, tag="take_gifts"):
    """Every opponent gives the active player a card of own choice."""


class Refund(_Verb, frozen=True, tag="refund"):
    """The active player gets back what was given."""


class Forfeit(_Verb, frozen=True, tag="forfeit"):
    """The cards received on this card go back to the bank."""


class Wear(_Verb, frozen=True, tag="wear"):
    """Every player with more upgrades than `more_than` puts one of own choice back."""

    more_than: Count


class MostFreight(_Verb, frozen=True, tag="most_freight"):
    """Every player with the most freight rings, if any, wins fame rings."""

    rings: int


class Reshuffle(_Verb, frozen=True, tag="reshuffle"):
    """All encounter cards, this one too, become the pile again."""


class DrawAnother(_Verb, frozen=True, tag="draw_another"):
    """Another encounter card takes this one's place."""


Step: TypeAlias = (
    Gift
    | Ask
    | Contest
    | Shake
    | Fame
    | Receive
    | Pay
    | GainUpgrade
    | LoseUpgrade
    | Ground
    | GrantTradeShip
    | Jump
    | Steal
    | TakeGifts
    | Refund
    | Forfeit
    | Wear
    | MostFreight
    | Reshuffle
    | DrawAnother
)
EncounterKind: TypeAlias = Literal[
    "merchant",
    "merchant_prince",
    "false_merchant",
    "pirate_demand",
    "fence",
    "hired_raid",
    "ambush",
    "distress",
    "ship_under_attack",
    "space_distortion",
    "travellers",
    "wear_and_tear",
]


class EncounterCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An encounter: its kind, and its steps in order."""

    id: Count
    kind: EncounterKind
    steps: tuple[Step, ...]
    note: str | None = None
    """Where sources disagree about this card, and what we took."""


class StarfarersPack(msgspec.Struct, frozen=True, kw_only=True):
    """The components of one edition of the game. `status` says for each value where it comes from."""

    game: Literal["starfarers"]
    pack: str
    title: str
    status: dict[str, Status] = {}
    structure: Structure
    map: MapPlan
    beginner: Beginner
    tokens: tuple[Token, ...]
    reserve: str
    """The back of the tokens that replace lairs and ice planets."""
    balls: tuple[Ball, ...]
    """The balls in one mother ship."""
    costs: Costs
    box: Box = Box()
    friendship: tuple[FriendshipCard, ...]
    encounters: tuple[EncounterCard, ...]


def decode_pack(data: bytes) -> StarfarersPack:
    """A typed pack from JSON text; unknown keys are ignored. Raises BadInput where it does not have the form of one."""
    return decode_form(data, StarfarersPack, "pack of starfarers")
