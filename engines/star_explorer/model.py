"""The values of Star Explorer: the pack's components, options, actions and states."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.game import Action, State
from engines.layout import XY, StarDiscLayout

StarType: TypeAlias = Literal["red", "white", "yellow", "blue"]
Line: TypeAlias = tuple[int, int]
"""Two star ids, the smaller first."""
Status: TypeAlias = Literal["rules", "public", "assumed", "house", "captured"]
SIZES: tuple[int, ...] = (5, 6, 7, 7, 8, 9, 10)
"""The pile of each player, as sizes."""
ROUNDS = 6


# Components ----------------------------------------------------------------------------------------------------


class Face(msgspec.Struct, frozen=True, order=True, gc=False):
    """A star type and what it is worth, 0 to 99: one side of a tile or start tile."""

    type: StarType
    value: Annotated[int, Meta(ge=0, le=99)]


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """One constellation tile. `xy`: the pattern's stars in disc millimetres as printed; `lines`: index pairs."""

    id: str
    name: str
    """Latin name (IAU)."""
    size: int
    front: Face
    back: Face
    xy: tuple[XY, ...]
    lines: tuple[tuple[int, int], ...]


class StartTile(msgspec.Struct, frozen=True):
    """A double-sided start tile."""

    id: str
    sides: tuple[Face, Face]


class StarPack(msgspec.Struct, frozen=True, kw_only=True):
    """The components of one edition of the game. `status` says for each key where its values come from."""

    game: Literal["star_explorer"]
    pack: str
    title: str
    status: dict[str, Status] = {}
    layout: StarDiscLayout
    tiles: tuple[Tile, ...]
    start_tiles: tuple[StartTile, ...]


# Options -------------------------------------------------------------------------------------------------------


class StarExplorerOptions(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True
):
    """The points on which the rule book is silent; meanings in rules.toml."""

    shape_match: Literal["exact", "topology"] = "exact"
    piles: Literal["hidden", "dealt"] = "hidden"
    """Whether the record knows the backs of the tiles in the piles (`dealt`: a digital game)."""
    single_star: Literal["no", "yes"] = "no"
    all_stars: Literal["any", "blocked", "connected"] = "any"
    partial_lines: Literal["stars", "stars_and_line"] = "stars"
    over_star: Literal["warn", "forbid"] = "warn"
    equal_types: Literal["both", "current", "no_lines"] = "both"
    axis_touch: Literal["no", "yes"] = "no"
    marker_tie: Literal["keeps", "passes"] = "keeps"
    solo_draw: Literal["tile", "size"] = "tile"
    solo_bands: Literal["lower", "upper"] = "lower"


# Actions -------------------------------------------------------------------------------------------------------


class FirstPlayer(Action, frozen=True, tag="first_player", kw_only=True):
    """Nature: that player saw a shooting star last and receives the first-player marker."""

    player: int


class DealStart(Action, frozen=True, tag="deal_start", kw_only=True):
    """Nature: that player receives a start tile."""

    player: int
    tile: str


class Back(msgspec.Struct, frozen=True, order=True, gc=False, cache_hash=True):
    """What the back of a tile shows."""

    size: int
    type: StarType
    value: Annotated[int, Meta(ge=0)]


Pile: TypeAlias = tuple[Back, ...] | None
"""The backs of a pile, by size; None where they are not known."""


class DealPile(Action, frozen=True, tag="deal_pile", kw_only=True):
    """Nature: the backs of that player's seven tiles, by size (option `piles = dealt` only)."""

    player: int
    backs: tuple[Back, ...]


class ChooseSide(Action, frozen=True, tag="choose_side", kw_only=True):
    """The player lays the start tile with this side up."""

    side: Literal[0, 1]


class ChooseSize(Action, frozen=True, tag="choose_size", kw_only=True):
    """The first player (in odd solo rounds: nature) picks the size of this round."""

    size: int


class ChooseSeven(Action, frozen=True, tag="choose_seven", kw_only=True):
    """The player takes one of the two 7s by its back (option `piles = dealt`, first time only)."""

    which: Literal[0, 1]


class Reveal(Action, frozen=True, tag="reveal", kw_only=True):
    """Nature: the front of the tile that player took."""

    player: int
    tile: str


class Draw(Action, frozen=True, tag="draw", kw_only=True, gc=False):
    """The constellation drawn this round: its lines, and its stars that no line touches."""

    lines: tuple[Line, ...]
    """Nothing drawn is said in so many words: `[]`."""
    stars: tuple[int, ...] = ()


class EndRound(Action, frozen=True, tag="end_round", kw_only=True):
    """The holder of the marker ends the round: discs turn, tiles flip, the marker passes."""


StarAction: TypeAlias = (
    FirstPlayer | DealStart | DealPile | ChooseSide | ChooseSize | ChooseSeven | Reveal | Draw | EndRound
)


# States --------------------------------------------------------------------------------------------------------


class Phase(StrEnum):
    """What the game waits for: which actions may come next."""

    FIRST_PLAYER = "first_player"
    START_TILE = "start_tile"
    """Start tiles (and piles) are dealt and sides chosen, in any order."""
    SIZE = "size"
    SEVEN = "seven"
    REVEAL = "reveal"
    DRAW = "draw"
    ROUND_END = "round_end"
    OVER = "over"


class Drawing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One round's constellation of one player, with the tiles that scored it."""

    round: int
    tile: str
    previous: Face
    lines: tuple[Line, ...]
    stars: tuple[int, ...]
    """All stars of the drawing, those that lines touch included; ascending."""
    fading: int
    """3-point stars that this drawing crosses off."""


class PlayerState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Tiles and drawings of one player."""

    start_tile: str | None = None
    start_side: Literal[0, 1] | None = None
    seven: Literal[0, 1] | None = None
    """Which of the two 7s was taken this round (index of ChooseSeven), if the record knows."""
    tile: str | None = None
    """The tile revealed this round; kept until the round ends."""
    drawings: tuple[Drawing, ...] = ()


class StarExplorerState(State, frozen=True, kw_only=True, gc=False):
    """A game of Star Explorer at one moment."""

    options: StarExplorerOptions
    phase: Phase
    round: int
    """1 to 6."""
    marker: int | None = None
    """The seat with the first-player marker."""
    sizes: tuple[int, ...] = SIZES
    """Sizes still in the piles (the same for everybody; the one picked this round is gone); ascending."""
    size: int | None = None
    """The size picked this round."""
    seats: tuple[PlayerState, ...]
    piles: tuple[Pile, ...]
    """Backs still in each pile, by size: None where the record, or the seat that looks, does not know them."""
