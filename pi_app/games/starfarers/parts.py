"""Parts of the steps that only Starfarers has: buttons with signs and prices, heaps of cards, mother ships, friends."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Literal, TypeAlias

import msgspec

from engines.starfarers.model import NO_CARDS, Cards
from engines.starfarers.pack import Ball, People
from pi_app.presenters.shapes import Shape
from pi_app.steps import view
from pi_app.steps.view import Command, Part, Tone

Heaps: TypeAlias = Literal["give", "get", ""]
"""What a tap on a heap of cards does with one of them."""

# The panel -----------------------------------------------------------------------------------------------------


class Tap(view.Tap, frozen=True):
    """A button; its icon may be a sign of the game, and it may have a price."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.panel:SignTap"
    cost: Cards = NO_CARDS
    short: Cards = NO_CARDS
    """Of the cost, what is missing."""


class Cards5(Part, frozen=True):
    """Five heaps of resource cards. With `does` a tap on a heap does it with one more, one below with one less."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.panel:CardsBox"
    title: str
    counts: Cards
    does: Heaps = ""
    more: tuple[bool, ...] = (False,) * 5
    less: tuple[bool, ...] = (False,) * 5
    notes: tuple[str, ...] = ("",) * 5
    unknown: int = 0

    def shape(self) -> Hashable:
        """With or without the row of fewer."""
        return any(self.less)


# Stages --------------------------------------------------------------------------------------------------------


class BallsStage(Part, frozen=True, kw_only=True):
    """What a mother ship shows, and (with `palette`) balls to tap for what it shows."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:balls_widget"
    seat: int
    name: str
    balls: tuple[Ball | None, Ball | None]
    title: str
    sum: str
    notes: tuple[tuple[str, Tone], ...] = ()
    palette: tuple[view.Tap, ...] = ()
    """The icon of each is the ball or the balls that it means."""
    shaking: bool = False


class PadStage(Part, frozen=True, kw_only=True):
    """A turn of the light way: before the flight the sum of the dice and the pairs of balls, in flight the speed."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:PadBox"
    title: str
    speed: str = ""
    notes: tuple[tuple[str, Tone], ...] = ()
    dice: tuple[view.Tap, ...] = ()
    asks: str = ""
    """What the palette is for."""
    palette: tuple[view.Tap, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    goal: int = 15

    def shape(self) -> Hashable:
        """Any moment of a turn after any other."""
        return ()


class ContestStage(Part, frozen=True):
    """A contest decided, or an encounter over: the mother ships or the picture of the card, and what came of it."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:contest_widget"
    sides: tuple[BallsStage, ...]
    result: str
    told: tuple[str, ...]
    picture: tuple[Shape, ...] = ()


class Income(msgspec.Struct, frozen=True):
    """What a roll brought one player."""

    seat: int
    name: str
    cards: Cards
    words: str


class DiceStage(Part, frozen=True, kw_only=True):
    """Two dice and who got what; with `palette` pips to tap for the first and the second die."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:dice_widget"
    dice: tuple[int | None, int | None]
    title: str
    incomes: tuple[Income, ...] = ()
    notes: tuple[tuple[str, Tone], ...] = ()
    palette: bool = False


class CardStage(Part, frozen=True, kw_only=True):
    """An encounter card in the hands of its reader."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:ReaderCard"
    title: str
    reader: int
    who: str
    scene: str
    question: str
    told: tuple[str, ...] = ()
    note: str = ""
    turned: bool = False
    """Whether it stands upside down, for a reader across the table."""
    picture: tuple[Shape, ...] = ()


class ShipState(msgspec.Struct, frozen=True, kw_only=True):
    """A mother ship as it stands."""

    seat: int
    name: str
    boosters: int
    cannons: int
    rings: int
    fame: int
    room: tuple[int, int, int, int]
    """Boosters, cannons, freight rings, fame rings that fit."""
    names: tuple[str, str, str, str]
    """What these are called."""
    speed: str
    combat: str
    points: int
    cards: tuple[People, ...]
    framed: bool
    hand: int | None = None


class ShipsStage(Part, frozen=True):
    """All mother ships, and the score track."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:ships_widget"
    ships: tuple[ShipState, ...]
    track: tuple[tuple[int, int], ...]
    """(seat, points)."""
    goal: int = 15


class FriendCard(msgspec.Struct, frozen=True):
    """A friendship card: left, or before a player."""

    does: Command
    owner: int | None
    words: str
    signs: tuple[str, ...]
    on: bool
    chosen: bool


class PeopleState(msgspec.Struct, frozen=True, kw_only=True):
    """A people: who holds the medal, whose stations stand, which cards are left."""

    people: People
    name: str
    medal: int | None
    stations: tuple[int | None, ...]
    cards: tuple[FriendCard, ...]


class FriendsStage(Part, frozen=True):
    """The four peoples."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:friends_widget"
    peoples: tuple[PeopleState, ...]
