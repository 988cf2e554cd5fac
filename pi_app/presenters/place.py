"""Where the table is beyond what the record says: the page that is open, the drawing not yet finished."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from engines.record import Source
from pi_app.games.star_explorer.scene import Edge

Way: TypeAlias = Literal["table", "screen", "pad"]
Page: TypeAlias = str
"""A screen that lies over the one that the state asks for: `players`, `why`, `scores`, `menu`, …"""


class Doubtful(msgspec.Struct, frozen=True):
    """A line of a reading that nobody has answered for yet, with its probability."""

    a: int
    b: int
    p: float


class Draft(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A drawing that is not yet part of the game: lines, lone stars, the star a finger chose, where it came from."""

    lines: tuple[Edge, ...] = ()
    stars: tuple[int, ...] = ()
    chosen: int | None = None
    source: Source = "touch"
    doubts: tuple[Doubtful, ...] = ()
    photo: str | None = None
    looking: bool = False
    """Whether the table looks the whole drawing over instead of answering."""
    mending: bool = False
    """Whether a finger has begun to put the drawing right: questions wait until it is done."""
    accepting: bool = False
    """Whether the table was asked to accept broken rules and has not answered yet."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where the table is beyond what the record says. Not truth: losing it loses no game."""

    game: int | None = None
    page: Page | None = None
    seat: int | None = None
    row: str | None = None
    receipt: int | None = None
    photo: bool = False
    """Whether the photograph lies under the drawing, where there is one."""
    names: tuple[str, ...] = ()
    new: str = "star_explorer"
    """The game that is being set up."""
    way: Way = "table"
    """How it is played: with the boards, on the screen alone (nature is dealt by the program), or the pad alone."""
    settled: dict[str, str] = {}
    """The options settled for it, where they differ from the first value."""
    bots: dict[str, str] = {}
    """Players of the new game who are bots: name -> the engine's name of the bot."""
    colours: dict[str, int] = {}
    """Colours that guests of the new game chose: name -> place in `COLOURS`. Once it begins, only the game has them."""
    typed: str | None = None
    chosen: int | None = None
    edge: Edge | None = None
    draft: Draft | None = None
    step: int | None = None
    """How many actions had counted where the page `history` looks; None: all of them."""
    folder: str | None = None
    """The folder of the draft that the page `star_map` shows."""
    own: dict[str, Any] = {}
    """What the wing of the game in progress keeps here (see `Navigator.own`): a draft, a choice; JSON values."""
    back: Place | None = None

    @property
    def digital(self) -> bool:
        """Whether the new game is played on the screen alone."""
        return self.way == "screen"
