"""Where the table is beyond what the record says: the page that is open, the drawing not yet finished."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from pi_app.games.app_game import offered

Edge: TypeAlias = tuple[int, int]
"""A line between two stars, by their numbers."""
Way: TypeAlias = Literal["table", "screen", "pad"]
Page: TypeAlias = str
"""A screen that lies over the one that the state asks for: `players`, `why`, `scores`, `menu`, …"""


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
    new: str = msgspec.field(default_factory=lambda: offered()[0])
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
    step: int | None = None
    """How many actions had counted where the page `history` looks; None: all of them."""
    folder: str | None = None
    """The folder of the draft that the page `star_map` shows."""
    own: dict[str, Any] = {}
    """What the app of the game in progress keeps here (see `Navigator.own`): a draft, a choice; JSON values."""
    back: Place | None = None

    @property
    def digital(self) -> bool:
        """Whether the new game is played on the screen alone."""
        return self.way == "screen"


def decoded(text: str) -> Place:
    """The place that was kept as that JSON text. Raises msgspec.DecodeError."""
    return msgspec.convert(_moved(msgspec.json.decode(text, type=dict[str, Any])), Place)


def _moved(kept: dict[str, Any]) -> dict[str, Any]:
    """Version 0.1.0 kept a half-drawn disc in a field of its own, `draft`."""
    below = {"back": _moved(kept["back"])} if isinstance(kept.get("back"), dict) else {}
    return ({"own": kept["draft"]} if kept.get("draft") else {}) | kept | below
