"""What touches mean in Starfarers."""

from __future__ import annotations

from engines.starfarers import pack
from engines.starfarers.pack import Resource
from pi_app.steps.view import Command


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


class DealAll(Command, frozen=True):
    """The screen deals the first cards of all."""


class PlaceAll(Command, frozen=True):
    """All first ships that are still to be placed stand where the screen puts them."""


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


class Place(Command, frozen=True):
    """Place it there."""


class Bankgive(Command, frozen=True):
    """That goes to the bank."""

    resource: Resource


class Bankget(Command, frozen=True):
    """One of that comes from the bank."""

    resource: Resource


class To(Command, frozen=True):
    """The offer is for that player, or for all."""

    partner: int | None


class Counter(Command, frozen=True):
    """Other terms."""


class Card(Command, frozen=True):
    """That card."""

    card: int


class Read(Command, frozen=True):
    """The card has been read aloud."""


class Turn(Command, frozen=True):
    """Turn the card round."""


class Jump(Command, frozen=True):
    """Jump there."""


class Station(Command, frozen=True):
    """That ship founds a trade station: which card?"""

    ship: int


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


class Older(Command, frozen=True):
    """Earlier steps."""


class Step(Command, frozen=True):
    """The step of that line of the record."""

    line: int
