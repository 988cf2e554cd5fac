"""What every screen of Starfarers is made of: a stage to look at, and a panel of words and things to tap.

Values only; `pi_app.games.starfarers.ui` has a widget for each of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.starfarers.model import NO_CARDS, Cards
from engines.starfarers.pack import Ball, People
from pi_app.games.starfarers.chart import ChartScene
from pi_app.presenters.navigator import Frame
from pi_app.presenters.receipts import Pending

Tone = Literal["plain", "muted", "bold", "good", "ask", "wrong"]


# The panel -----------------------------------------------------------------------------------------------------


class Words(msgspec.Struct, frozen=True):
    """A sentence; `seat` puts a player's badge before it."""

    text: str
    tone: Tone = "plain"
    seat: int | None = None


class Tap(msgspec.Struct, frozen=True):
    """Something to tap. `key` says what it does: the presenter's `tap_KEY`, the rest after dots its arguments."""

    key: str
    text: str
    note: str = ""
    icon: str = ""
    kind: Literal["plain", "main", "danger"] = "plain"
    on: bool = True
    chosen: bool = False
    seat: int | None = None
    cost: Cards = NO_CARDS
    short: Cards = NO_CARDS
    """Of the cost, what is missing."""
    people: People | None = None


class Taps(msgspec.Struct, frozen=True):
    """Things to tap side by side."""

    taps: tuple[Tap, ...]


class Cards5(msgspec.Struct, frozen=True):
    """Five heaps of resource cards. With a `key` a tap on a heap takes one more, a tap below it one less."""

    title: str
    counts: Cards
    key: str = ""
    more: tuple[bool, ...] = (False,) * 5
    less: tuple[bool, ...] = (False,) * 5
    notes: tuple[str, ...] = ("",) * 5
    unknown: int = 0


Block: TypeAlias = Words | Tap | Taps | Cards5


# Stages --------------------------------------------------------------------------------------------------------


class Grid(msgspec.Struct, frozen=True):
    """A title and large things to tap, in columns."""

    title: str
    taps: tuple[Tap, ...]
    columns: int = 2
    words: tuple[str, ...] = ()


class BallsStage(msgspec.Struct, frozen=True, kw_only=True):
    """What a mother ship shows, and (with `palette`) balls to tap for what it shows."""

    seat: int
    name: str
    balls: tuple[Ball | None, Ball | None]
    title: str
    sum: str
    notes: tuple[tuple[str, Tone], ...] = ()
    palette: tuple[Tap, ...] = ()
    shaking: bool = False


class ContestStage(msgspec.Struct, frozen=True):
    """A contest decided: the mother ships, who won, and what follows from it."""

    sides: tuple[BallsStage, ...]
    result: str
    told: tuple[str, ...]


class Income(msgspec.Struct, frozen=True):
    """What a roll brought one player."""

    seat: int
    name: str
    cards: Cards
    words: str


class DiceStage(msgspec.Struct, frozen=True, kw_only=True):
    """Two dice and who got what; with `palette` pips to tap for the first and the second die."""

    dice: tuple[int | None, int | None]
    title: str
    incomes: tuple[Income, ...] = ()
    notes: tuple[tuple[str, Tone], ...] = ()
    palette: bool = False


class CardLine(msgspec.Struct, frozen=True):
    """One line of an encounter card for its reader."""

    depth: int
    condition: str
    text: str


class CardStage(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter card in the hands of its reader."""

    title: str
    reader: int
    who: str
    scene: str
    question: str
    told: tuple[str, ...] = ()
    note: str = ""
    turned: bool = False
    """Whether it stands upside down, for a reader across the table."""


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
    active: bool
    hand: int | None = None


class ShipsStage(msgspec.Struct, frozen=True):
    """All mother ships, and the score track."""

    ships: tuple[ShipState, ...]
    track: tuple[tuple[int, int], ...]
    """(seat, points)."""
    goal: int = 15


class FriendCard(msgspec.Struct, frozen=True):
    """A friendship card: left, or before a player."""

    key: str
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


class FriendsStage(msgspec.Struct, frozen=True):
    """The four peoples."""

    peoples: tuple[PeopleState, ...]


class CoverStage(msgspec.Struct, frozen=True):
    """Hides what the last player saw, until the next one has the screen."""

    seat: int
    name: str
    title: str
    words: str


Stage: TypeAlias = (
    ChartScene | Grid | BallsStage | ContestStage | DiceStage | CardStage | ShipsStage | FriendsStage | CoverStage
)


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """One screen. `tabs` lie above stage and panel."""

    frame: Frame
    stage: Stage
    tabs: tuple[Tap, ...] = ()
    panel: tuple[Block, ...] = ()
    pending: Pending | None = None
