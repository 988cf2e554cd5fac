"""What touches mean in Starfarers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engines.starfarers import model, pack
from engines.starfarers.pack import Resource
from pi_app.steps.view import Command

Reported: TypeAlias = Literal["colony", "station", "spaceport", "token", "fame"]


class First(Command, frozen=True):
    """That player begins."""

    player: int


class Take(Command, frozen=True):
    """The player has the screen."""


class Told(Command, frozen=True):
    """Everybody has read it."""


class Die(Command, frozen=True):
    """One die shows so many pips."""

    pips: int


class Roll(Command, frozen=True):
    """The program rolls."""


class Again(Command, frozen=True):
    """Forget what was told of it."""


class Give(Command, frozen=True):
    """One card `more` or `less` is given."""

    resource: Resource
    step: str


class Get(Command, frozen=True):
    """One card `more` or `less` is taken."""

    resource: Resource
    step: str


class Rob(Command, frozen=True):
    """A card from that player, or from nobody."""

    victim: int | None


class Relief(Command, frozen=True):
    """That card from the bank."""

    card: Resource


class Drawn(Command, frozen=True):
    """That card was drawn."""

    card: Resource


class DealAll(Command, frozen=True):
    """The screen deals the first cards of all."""


class PlaceAll(Command, frozen=True):
    """All first ships that are still to be placed stand where the screen puts them."""


class Token(Command, frozen=True):
    """The token has that face."""

    token: int


class Supply(Command, frozen=True):
    """Draw from the supply pile."""


class Fly(Command, frozen=True):
    """Fly, or go on to the flight."""


class FlyOn(Command, frozen=True):
    """The player before has not done flying."""


class Item(Command, frozen=True):
    """That of the build menu."""

    item: str


class Ship(Command, frozen=True):
    """That transporter."""

    ship: int


class Corner(Command, frozen=True):
    """That corner of the map."""

    corner: int


class Leave(Command, frozen=True):
    """Leave it."""


class Place(Command, frozen=True):
    """Place it there."""


class Fame(Command, frozen=True):
    """A fame ring for one goods."""


class Help(Command, frozen=True):
    """A card from each of these players."""

    victims: tuple[int, ...]


class Bankgive(Command, frozen=True):
    """That goes to the bank."""

    resource: Resource


class Bankget(Command, frozen=True):
    """One of that comes from the bank."""

    resource: Resource


class To(Command, frozen=True):
    """The offer is for that player, or for all."""

    partner: int | None


class Offer(Command, frozen=True):
    """Offer these terms."""


class Accept(Command, frozen=True):
    """Yes to an offer."""


class Decline(Command, frozen=True):
    """No to an offer."""


class Counter(Command, frozen=True):
    """Other terms."""


class Propose(Command, frozen=True):
    """Propose these terms."""


class Trade(Command, frozen=True):
    """Trade with that player, or with nobody."""

    partner: int | None


class Card(Command, frozen=True):
    """That card."""

    card: int


class Read(Command, frozen=True):
    """The card has been read aloud."""


class Turn(Command, frozen=True):
    """Turn the card round."""


class Count(Command, frozen=True):
    """So many cards."""

    cards: int


class GiveCards(Command, frozen=True):
    """These cards are given."""


class TakeCards(Command, frozen=True):
    """These cards are taken."""


class Upgrade(Command, frozen=True):
    """That upgrade."""

    upgrade: model.Upgrade


class Jump(Command, frozen=True):
    """Jump there."""


class Found(Command, frozen=True):
    """That ship founds a colony."""

    ship: int


class Station(Command, frozen=True):
    """That ship founds a trade station: which card?"""

    ship: int


class Friend(Command, frozen=True):
    """Found the station, take that card."""

    card: int


class End(Command, frozen=True):
    """The turn is over."""


class Report(Command, frozen=True):
    """One more of that."""

    what: Reported


class Where(Command, frozen=True):
    """A trade station was founded: where?"""


class Ball(Command, frozen=True):
    """A finger names a ball."""

    ball: pack.Ball


class Pair(Command, frozen=True):
    """The mother ship shows these two balls, the lower one first."""

    one: pack.Ball
    other: pack.Ball


class Total(Command, frozen=True):
    """Both dice together show so many pips."""

    pips: int


class TakeBalls(Command, frozen=True):
    """These balls count."""


class Row(Command, frozen=True):
    """Another row."""

    row: str


class Older(Command, frozen=True):
    """Earlier steps."""


class Step(Command, frozen=True):
    """The step of that line of the record."""

    line: int


class Instead(Command, frozen=True):
    """It was that instead."""

    number: int
