"""The values of Starfarers: options, actions and states.

Inside a state everything is a small number: corners, sites, planets, tokens and outposts are indices of the pack's map,
a seat's ships are its transporters 0, 1, 2 (1, 2, 3 balls on the tip; the first ship is the lowest), a hand is a tuple
of counts. In middle mode the hands are the players' own business and stay empty here, in light mode the board too.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.game import Action, State
from engines.starfarers.pack import Ball, Resource

Upgrade: TypeAlias = Literal["booster", "cannon", "ring"]
Cargo: TypeAlias = Literal["colony", "trade"]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Cards: TypeAlias = tuple[Count, Count, Count, Count, Count]
"""Counts by resource, in the order of `engines.starfarers.pack.RESOURCES`."""
Hand: TypeAlias = tuple[int, int, int, int, int, int]
"""Counts by resource, and last the cards whose face this state does not show."""
Index: TypeAlias = Annotated[int, Meta(ge=0)]
PlayerSeat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Transporter: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
EncounterNumber: TypeAlias = Annotated[int, Meta(ge=1, le=32)]

UPGRADES: Final[tuple[Upgrade, ...]] = ("booster", "cannon", "ring")
SHIPS: Final = 3
"""Transporters of one player."""
NO_CARDS: Final[Cards] = (0, 0, 0, 0, 0)
NOWHERE: Final = -1
"""The corner of a transporter that is not on the board; nobody's medal."""
UNKNOWN: Final = 255
"""A token that this state does not know."""


# Options -------------------------------------------------------------------------------------------------------


class StarfarersOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which the rule book is silent, and its variants; meanings in rules.toml."""

    mode: Literal["full", "middle", "light"] = "full"
    start: Literal["beginner", "founding"] = "beginner"
    second_colony: Literal["home", "anywhere"] = "home"
    two_players: Literal["variant", "refused"] = "variant"
    system_limit: Literal["outside_home", "everywhere"] = "outside_home"
    supply_cards: Literal["one", "two"] = "one"
    gifts: Literal["refused", "allowed"] = "refused"
    conquest: Literal["standing", "passing"] = "standing"
    replacement: Literal["face_up", "covered"] = "face_up"
    opponent_cards_count: Literal["yes", "no"] = "yes"
    win: Literal["own_turn", "any_turn"] = "own_turn"
    helping_hand: Literal["up_to_two", "exactly_two"] = "up_to_two"
    bought_fame: Literal["eleven", "six"] = "eleven"
    turn_limit: Literal["none", "short", "long"] = "none"
    offers: Literal["any", "two"] = "any"
    flights: Literal["one_by_one", "mixed"] = "one_by_one"
    refill: Literal["at_once", "when_needed"] = "at_once"


# Nature's actions ----------------------------------------------------------------------------------------------


class FirstPlayer(Action, frozen=True, tag="first_player"):
    """Nature: that player begins."""

    player: PlayerSeat


class Roll(Action, frozen=True, tag="roll"):
    """Nature: the two dice of the production."""

    dice: tuple[Die, Die]


class DrawSupply(Action, frozen=True, tag="draw_supply"):
    """Nature: a card from the supply pile for that player."""

    player: PlayerSeat
    card: Resource


class Steal(Action, frozen=True, tag="steal"):
    """Nature: the card that the active player draws from this player's hand."""

    victim: PlayerSeat
    card: Resource


class Shake(Action, frozen=True, tag="shake"):
    """Nature: the two balls that this player's mother ship shows, for the flight or in a contest."""

    player: PlayerSeat
    balls: tuple[Ball, Ball]


class DrawEncounter(Action, frozen=True, tag="encounter"):
    """Nature: the top card of the encounters."""

    card: EncounterNumber


class Reveal(Action, frozen=True, tag="reveal"):
    """Nature: the token on this planet, for those who may look at it."""

    planet: Index
    token: Index


# Setup ---------------------------------------------------------------------------------------------------------


class PlaceSpaceport(Action, frozen=True, tag="place_spaceport"):
    """Founding phase: the own spaceport on this site."""

    site: Index


class PlaceColony(Action, frozen=True, tag="place_colony"):
    """Founding phase: an own colony on this site."""

    site: Index


class PlaceShip(Action, frozen=True, tag="place_ship"):
    """A ship that costs nothing on a free corner next to an own spaceport: the colony ship of the start, or a trade
    ship that an encounter gave."""

    ship: Transporter
    corner: Index


# A turn --------------------------------------------------------------------------------------------------------


class Discard(Action, frozen=True, tag="discard"):
    """After a 7: these cards go back to the bank."""

    cards: Cards


class Rob(Action, frozen=True, tag="rob"):
    """After a 7: take a random card from that player; None: from nobody."""

    victim: PlayerSeat | None


class Relief(Action, frozen=True, tag="relief"):
    """Friendship card: one card of this resource after a production that brought nothing."""

    card: Resource


class TakeSupply(Action, frozen=True, tag="take_supply"):
    """The active player draws from the supply pile."""


class BankTrade(Action, frozen=True, tag="bank_trade"):
    """Cards of one resource, as many as the best own rate asks for, for one of another."""

    give: Resource
    get: Resource


class Offer(Action, frozen=True, tag="offer"):
    """The active player offers `give` for `get`, to one player or (None) to all."""

    give: Cards
    get: Cards
    to: PlayerSeat | None = None


class Accept(Action, frozen=True, tag="accept"):
    """The asked player would trade as offered."""


class Decline(Action, frozen=True, tag="decline"):
    """The asked player would not trade."""


class Counter(Action, frozen=True, tag="counter"):
    """The asked player would rather give `give` and get `get`."""

    give: Cards
    get: Cards


class Trade(Action, frozen=True, tag="trade"):
    """The active player trades with this player on the terms they named; None: with nobody."""

    partner: PlayerSeat | None


class BuildShip(Action, frozen=True, tag="build_ship"):
    """A colony ship or trade ship with this transporter on a free corner next to an own spaceport."""

    cargo: Cargo
    ship: Transporter
    corner: Index


class BuildSpaceport(Action, frozen=True, tag="build_spaceport"):
    """A ring round the own colony on this site."""

    site: Index


class BuildUpgrade(Action, frozen=True, tag="build_upgrade"):
    """A booster, a cannon or a freight ring for the mother ship (where hands are not kept nothing is paid)."""

    upgrade: Upgrade


class BuyFame(Action, frozen=True, tag="buy_fame"):
    """Friendship card: one goods for one fame ring."""


class HelpingHand(Action, frozen=True, tag="helping_hand"):
    """Friendship card: take a random card from each of these players, who have more points."""

    victims: Annotated[tuple[PlayerSeat, ...], Meta(min_length=1, max_length=2)]


class StartFlight(Action, frozen=True, tag="start_flight", omit_defaults=True):
    """The active player has done trading and building; without a ship on the board the turn ends.

    `shaken`: the mother ship was shaken although no ship is on the board, against the rules.
    """

    shaken: bool = False


# Flight --------------------------------------------------------------------------------------------------------


class Move(Action, frozen=True, tag="move", omit_defaults=True):
    """An own ship flies to this corner. `path`: the corners after the start, the last one is `to`; None: the shortest
    way (among equals the one that takes the lowest corner at each step, seen from the end)."""

    ship: Transporter
    to: Index
    path: tuple[Index, ...] | None = None


class FoundColony(Action, frozen=True, tag="found_colony"):
    """The colony ship becomes a colony on the site where it is."""

    ship: Transporter


class FoundStation(Action, frozen=True, tag="found_station"):
    """The trade ship becomes a station where it is; the player takes this friendship card of the people."""

    ship: Transporter
    card: Index


class EndTurn(Action, frozen=True, tag="end_turn"):
    """The active player has done flying."""


class Leave(Action, frozen=True, tag="leave", omit_defaults=True):
    """That player leaves the game, at any moment between two steps of a turn; `back`: comes back."""

    back: bool = False


# Encounters ----------------------------------------------------------------------------------------------------


class Give(Action, frozen=True, tag="give", omit_defaults=True):
    """Encounter: these cards (perhaps none) go to the bank: a gift, a payment, a card handed over. Where hands are not
    kept the `count` of cards is told, and not which."""

    cards: Cards = NO_CARDS
    count: Count | None = None


class Answer(Action, frozen=True, tag="answer"):
    """Encounter: yes or no to the question of the card."""

    yes: bool


class Choose(Action, frozen=True, tag="choose"):
    """Encounter: the cards that the player takes from the bank."""

    cards: Cards


class GainUpgrade(Action, frozen=True, tag="gain_upgrade"):
    """Encounter: the upgrade that the player receives."""

    upgrade: Upgrade


class LoseUpgrade(Action, frozen=True, tag="lose_upgrade"):
    """Encounter: the upgrade that the player loses."""

    upgrade: Upgrade


class Jump(Action, frozen=True, tag="jump"):
    """Encounter: the first ship is now on this corner (None in light mode)."""

    corner: Index | None


# Light mode ----------------------------------------------------------------------------------------------------


class Report(Action, frozen=True, tag="report", omit_defaults=True):
    """Light mode: what the active player did on the board, told to the table.

    `colony`, `token`: one more; `spaceport`: a ring round a colony; `station`: with the outpost and the friendship card
    taken; `fame`: one ring bought with a friendship card.
    """

    what: Literal["colony", "spaceport", "station", "token", "fame"]
    outpost: Index | None = None
    card: Index | None = None


StarfarersAction: TypeAlias = (
    FirstPlayer
    | Roll
    | DrawSupply
    | Steal
    | Shake
    | DrawEncounter
    | Reveal
    | PlaceSpaceport
    | PlaceColony
    | PlaceShip
    | Discard
    | Rob
    | Relief
    | TakeSupply
    | BankTrade
    | Offer
    | Accept
    | Decline
    | Counter
    | Trade
    | BuildShip
    | BuildSpaceport
    | BuildUpgrade
    | BuyFame
    | HelpingHand
    | StartFlight
    | Move
    | FoundColony
    | FoundStation
    | EndTurn
    | Leave
    | Give
    | Answer
    | Choose
    | GainUpgrade
    | LoseUpgrade
    | Jump
    | Report
)


# States --------------------------------------------------------------------------------------------------------


class Phase(StrEnum):
    """What the table is doing. In `ANSWER`, `DISCARD` and `RELIEF` the seats in `waiting` act."""

    FIRST_PLAYER = "first_player"
    FOUND_SPACEPORTS = "found_spaceports"
    FOUND_COLONIES = "found_colonies"
    FOUND_SECOND_COLONIES = "found_second_colonies"
    PLACE_SHIPS = "place_ships"
    DEAL = "deal"
    """Three supply cards for everybody."""
    ROLL = "roll"
    RELIEF = "relief"
    DISCARD = "discard"
    ROB = "rob"
    STEAL = "steal"
    """Nature draws a card from the hand of the first of `victims`; then `resume`."""
    SUPPLY = "supply"
    """Nature draws `draws` supply cards; then `resume`."""
    BUILD = "build"
    """Supply, trade and build, in any order."""
    ANSWER = "answer"
    """The asked players answer the offer."""
    CHOOSE = "choose"
    """The active player chooses among the answers."""
    SHAKE = "shake"
    ENCOUNTER = "encounter"
    """`encounter` holds the card, or None before nature has drawn it."""
    FREE_SHIP = "free_ship"
    """The active player places a trade ship that an encounter gave; then `resume`."""
    FLIGHT = "flight"
    REVEAL = "reveal"
    """Nature shows the tokens on `reveals`; then `resume`."""
    OVER = "over"


class PlayerState(msgspec.Struct, frozen=True, gc=False):
    """What one player has, as everybody sees it."""

    boosters: int = 0
    cannons: int = 0
    rings: int = 0
    """Freight rings on the mother ship."""
    fame: int = 0
    """Fame rings on the mother ship."""
    colonies: int = 0
    """Colonies on the board without a spaceport ring."""
    spaceports: int = 0
    tokens: tuple[int, ...] = ()
    """Lair and ice tokens won, in the order they came (light mode: `UNKNOWN` for each)."""
    cards: int = 0
    """Friendship cards, a bit for each card of the pack."""
    extra_speed: int = 0
    """Speed that friendship cards add (derived)."""
    extra_combat: int = 0
    """Combat strength that friendship cards add (derived)."""
    points: int = 0
    """The running score (derived)."""
    owed: int = 0
    """Trade ships that an encounter gave and that found no place yet."""


class Bid(msgspec.Struct, frozen=True, gc=False):
    """An offer on the table, from the active player's side; `terms`: (seat, give, get) of those who would trade."""

    give: Cards
    get: Cards
    terms: tuple[tuple[int, Cards, Cards], ...] = ()


class Encounter(msgspec.Struct, frozen=True, gc=False):
    """An encounter under way."""

    card: int
    """Number of the card, 1 to 32."""
    step: int
    """Where the interpreter stands in the card's program."""
    waiting: tuple[int, ...] = ()
    """The seats that must still act at this step, or (a shake, a robbery) to whom nature must still do something."""
    given: Cards = NO_CARDS
    """What the active player gave."""
    taken: Cards = NO_CARDS
    """What the active player took."""
    shakes: tuple[tuple[int, Ball, Ball], ...] = ()
    """Whose mother ship showed which balls at this step."""


class StarfarersState(State, frozen=True, gc=False):
    """A game of Starfarers at one moment.

    No order of a pile is anywhere: nature draws from what is not known. The supply pile's contents are the cards that
    are neither in the bank nor in a hand.
    """

    options: StarfarersOptions
    phase: Phase
    seat: int
    """The active player."""
    turn: int
    """Turns finished."""
    first: int
    """The player who began."""
    hands: tuple[Hand, ...]
    """By seat."""
    seats: tuple[PlayerState, ...]
    bank: Cards
    pile: int
    """How many cards the supply pile holds."""
    ships: tuple[int, ...]
    """By transporter, `seat * SHIPS + ship`, four seats: the corner, or `NOWHERE`."""
    traders: int
    """A bit for each transporter that carries a trade station."""
    sites: bytes
    """By site: 0 free, seat + 1 a colony, seat + 9 a spaceport. With three players seat 3 is the blockers' colour."""
    stations: bytes
    """By outpost * 5 + (number - 1): 0 free, seat + 1."""
    medals: tuple[int, ...]
    """By outpost: the seat that holds the friendship medal, or `NOWHERE`."""
    tokens: bytes
    """By planet: its token, or `UNKNOWN`."""
    seen: tuple[int, ...]
    """By seat: a bit for each planet whose token that player has looked at."""
    face_up: int
    """A bit for each planet whose token everybody sees."""
    barren: int
    """A bit for each planet whose token, as far as this state knows it, is a lair or ice (derived)."""
    replaced: int
    """A bit for each planet that carries a replacement token."""
    cards: int
    """Friendship cards not taken yet, a bit each."""
    met: int = 0
    """Encounter cards drawn since the last shuffle, bit number - 1."""
    dice: tuple[int, ...] = ()
    """The last roll of this turn."""
    used: int = 0
    """What can be done once a turn and was: bits of `engines.starfarers.friendship`."""
    offers: int = 0
    """Offers made in this turn."""
    refused: tuple[tuple[Cards, Cards], ...] = ()
    """What was offered for what in this turn and came to nothing on these terms."""
    waiting: tuple[int, ...] = ()
    """The seats that must still act where several do."""
    bid: Bid | None = None
    victims: tuple[int, ...] = ()
    draws: int = 0
    reveals: tuple[int, ...] = ()
    """Planets whose token nature shows next."""
    resume: Phase = Phase.BUILD
    """The phase after `STEAL`, `SUPPLY`, `FREE_SHIP`, `REVEAL`."""
    balls: tuple[Ball, ...] = ()
    """What the active mother ship showed for this flight."""
    base: int = 0
    """The base speed of this flight; 0 before the shake."""
    spent: tuple[int, int, int] = (0, 0, 0)
    """Movement points used in this flight, by the active player's transporters."""
    founded: int = 0
    """Light mode: colonies and stations that the active player founded in this turn."""
    grounded: int = 0
    """A bit for each of the active player's transporters that may not fly in this turn."""
    passing: int = NOWHERE
    """The transporter that is only passing where it is and must fly on."""
    flown: tuple[int, ...] = ()
    """The corners of the move under way, while nature shows tokens."""
    gone: int = 0
    """A bit for each seat whose player has left the game."""
    encounter: Encounter | None = None
