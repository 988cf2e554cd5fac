"""The values of Look at the Stars: the pack's components, options, actions and states.

Points are named by column letter and row number (`E9`); a line is the pair of its ends. Inside a state the lines and
points of a slate are the bits of one integer (see `engines.look_at_the_stars.slate.lattice`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.game import Action, State
from engines.slates import SlateLayout

Status: TypeAlias = Literal["rules", "public", "assumed", "house", "captured"]
Line: TypeAlias = tuple[str, str]
Power: TypeAlias = Literal[
    "planet", "line", "star", "galaxy", "twinkling_star", "nova", "aura", "crescent_moon", "black_hole"
]
Kind: TypeAlias = Literal["planet", "star", "galaxy", "twinkling_star", "nova", "aura", "crescent_moon", "black_hole"]
PlayerSeat: TypeAlias = Annotated[int, Meta(ge=0, le=7)]

MIN_PLAYERS: Final = 1
MAX_PLAYERS: Final = 8
PILES: Final = 3
PILE: Final = 6
TURNS: Final = PILES * PILE
SUNRISE_ROWS: Final = 2
"""Rows that close after each pile, beside those before."""
NONE: Final = ""
"""A bonus card that is not open yet."""


# Components ----------------------------------------------------------------------------------------------------


class SlateCard(msgspec.Struct, frozen=True, kw_only=True):
    """One slate: the sky as text from the top row down, one character a point, and its printed lines.

    `*` a star, `P` a planet, `c` a creature, `h` a person, `#` outside the arch.
    """

    id: Annotated[int, Meta(ge=1)]
    sky: tuple[str, ...]
    printed_lines: tuple[Line, ...] = ()


class NightCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One night card: a shape of two lines, or a shooting star (then without a shape)."""

    id: str
    shape: tuple[str, ...] = ()
    shooting_star: bool = False


class PointCard(msgspec.Struct, frozen=True, kw_only=True):
    """One point bonus card: what each copy of its shape pays at the end."""

    id: str
    points: Annotated[int, Meta(ge=1)]
    shape: tuple[str, ...]


class PowerCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One power bonus card: what each copy of its shape allows at once; `beginner` marks the easier ones."""

    id: str
    power: Power
    shape: tuple[str, ...]
    beginner: bool = False


class StarsPack(msgspec.Struct, frozen=True, kw_only=True):
    """The components of one edition of the game. `status` says for each value where it comes from."""

    game: Literal["look_at_the_stars"]
    pack: str
    title: str
    status: dict[str, Status] = {}
    slates: tuple[SlateCard, ...]
    night_cards: tuple[NightCard, ...]
    point_cards: tuple[PointCard, ...]
    power_cards: tuple[PowerCard, ...]
    first_game: tuple[str, ...] = ()
    """The two bonus cards advised for a first game."""
    layout: SlateLayout | None = None
    """Where the board's edges and the lattice are on all slates; None: as on our own print."""


# Options -------------------------------------------------------------------------------------------------------


class StarsOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which the rule book is silent; meanings in rules.toml."""

    point_copies: Literal["maximum", "in_order"] = "maximum"
    printed_lines: Literal["ordinary", "scenery"] = "ordinary"
    bonus_groups: Literal["any", "constellations"] = "any"
    declined_power_spends_lines: Literal["false", "true"] = "false"
    nova_star: Literal["open", "closed"] = "open"
    new_stars: Literal["any", "one_space"] = "any"


# Actions -------------------------------------------------------------------------------------------------------


class DealSlate(Action, frozen=True, tag="deal_slate"):
    """Nature: that player takes this slate."""

    player: PlayerSeat
    slate: int


class OpenBonus(Action, frozen=True, tag="open_bonus"):
    """Nature: this bonus card is open for the whole game; the point bonus comes first."""

    card: str


class Reveal(Action, frozen=True, tag="reveal"):
    """Nature: this night card is turned over."""

    card: str


class PowerUse(msgspec.Struct, frozen=True):
    """A power as it was used: see `UsePower`."""

    shape: tuple[Line, ...]
    at: tuple[str, ...]


class Draw(Action, frozen=True, tag="draw", omit_defaults=True):
    """The player draws the lines of the night card.

    `powers`: those that were used for it, all others done without; None: lines of their own say so. A correction that
    completes a copy carries its power along: a record has no place to put another line in.
    """

    lines: tuple[Line, ...]
    powers: tuple[PowerUse, ...] | None = None


class DrawShootingStar(Action, frozen=True, tag="shooting_star"):
    """The player draws a shooting star; `head` is written as `from`. The direction means nothing to the rules."""

    head: str = msgspec.field(name="from")
    tail: str = msgspec.field(name="to")


class Pass(Action, frozen=True, tag="pass"):
    """The player draws nothing in this turn."""


class UsePower(Action, frozen=True, tag="power"):
    """The player uses the power bonus at once.

    `shape`: the lines of the copy that earned it. `at`: where it is drawn: one point; for `line` its two ends; for
    `star` two points; for `galaxy` its left point.
    """

    shape: tuple[Line, ...]
    at: tuple[str, ...]


class DeclinePower(Action, frozen=True, tag="decline_power"):
    """The player does without the power bonus of every copy that is complete now."""


StarsAction: TypeAlias = DealSlate | OpenBonus | Reveal | Draw | DrawShootingStar | Pass | UsePower | DeclinePower


# States --------------------------------------------------------------------------------------------------------


class Phase(StrEnum):
    """What the game waits for: which actions may come next."""

    DEAL_SLATES = "deal_slates"
    POINT_BONUS = "point_bonus"
    POWER_BONUS = "power_bonus"
    REVEAL = "reveal"
    DRAW = "draw"
    """All players at once; each draws or passes, then uses or declines the powers this earned."""
    OVER = "over"


class SkyObject(msgspec.Struct, frozen=True, gc=False):
    """What a power put on a slate; `at` is its point, of a galaxy the left one."""

    kind: Kind
    at: str


class ShootingStar(msgspec.Struct, frozen=True, gc=False):
    """A shooting star as drawn: head and tail."""

    head: str = msgspec.field(name="from")
    tail: str = msgspec.field(name="to")


class Slate(msgspec.Struct, frozen=True, gc=False):
    """One player's slate. `drawn`, `spent`, `fresh` and `closed` are sets of points and lines as bits."""

    slate: int = 0
    """The slate's number; 0 before it is dealt."""
    drawn: int = 0
    """Every line, printed ones included, and every point that a line touches."""
    closed: int = 0
    """What no new line may use: lines that are there, points and crossings that are taken (derived)."""
    spent: int = 0
    """The lines that earned a power already."""
    fresh: int = 0
    """The lines of this turn while a power bonus waits to be used or declined; otherwise nothing."""
    shooting_stars: tuple[ShootingStar, ...] = ()
    objects: tuple[SkyObject, ...] = ()


class StarsState(State, frozen=True, gc=False):
    """A game of Look at the Stars at one moment. The order of the night cards is nowhere: nature reveals them."""

    options: StarsOptions
    phase: Phase
    slates: tuple[Slate, ...]
    """By seat."""
    waiting: tuple[int, ...] = ()
    """The seats that still act in this turn, ascending."""
    point_bonus: str = NONE
    power_bonus: str = NONE
    cards: tuple[str, ...] = ()
    """The night cards revealed so far; the last one is drawn now. Their number is the turn."""
