"""The values of Stellar: the pack's components, options, actions and states.

Inside a state a card is a small int (see `engines.stellar.deck`); in actions and records it is the pack's id such as
`moon-4-a`, or its visible face such as `moon:4:1` and `satellite:3` where nobody knows which copy it is.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.game import Action, State

CardType: TypeAlias = Literal["planet", "moon", "asteroid", "cloud", "black_hole"]
SectionName: TypeAlias = Literal["top", "middle", "bottom"]
Status: TypeAlias = Literal["rules", "public", "assumed", "house", "captured"]
Coordinate: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
SlotNumber: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
PrintedNumber: TypeAlias = Coordinate | Literal["6/0"]
PlayerSeat: TypeAlias = Annotated[int, Meta(ge=0, le=1)]

TYPES: Final[tuple[CardType, ...]] = ("planet", "moon", "asteroid", "cloud", "black_hole")
SECTIONS: Final[tuple[SectionName, ...]] = ("top", "middle", "bottom")
SLOTS: Final = 12
ROUNDS: Final = 11
TURNS: Final = 2 * ROUNDS

EMPTY: Final = -1
"""No card: a free slot, an empty coordinate."""
UNKNOWN: Final = 255
"""A card whose face this state does not know."""
FACE_DOWN: Final = 256
"""Added to the card of a slot when it lies face down there."""


# Components ----------------------------------------------------------------------------------------------------


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One celestial card. A satellite has no type; `start` marks the diamond of a start card."""

    id: str
    type: CardType | None = None
    number: PrintedNumber
    stars: Annotated[int, Meta(ge=0, le=3)] = 0
    start: bool = False


class TelescopePlan(msgspec.Struct, frozen=True, kw_only=True):
    """The twelve slots of a telescope: which share a piece of edge, and which section they belong to."""

    rows: tuple[tuple[SlotNumber, ...], ...]
    """The silhouette from top to bottom, each row centred."""
    adjacent: tuple[tuple[SlotNumber, SlotNumber], ...]
    """Pairs, the smaller slot first."""
    sections: dict[SectionName, tuple[SlotNumber, ...]]


class StellarPack(msgspec.Struct, frozen=True, kw_only=True):
    """The components of one edition of the game. `status` says for each value where it comes from."""

    game: Literal["stellar"]
    pack: str
    title: str
    status: dict[str, Status] = {}
    cards: tuple[Card, ...]
    telescope: TelescopePlan


# Options -------------------------------------------------------------------------------------------------------


class StellarOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which the rule book is silent; meanings in rules.toml."""

    face_down_coordinate: Literal["printed", "three"] = "printed"
    last_refill: Literal["skip", "refill"] = "skip"
    hands: Literal["dealt", "hidden"] = "dealt"
    """Whether the record knows the two cards dealt to each hand (`hidden`: a table that nobody showed them)."""
    mode: Literal["full", "light"] = "full"
    """Whether every turn is told, or only what lies on the table at the end."""


# Actions -------------------------------------------------------------------------------------------------------


class DealStart(Action, frozen=True, tag="deal_start"):
    """Nature: that player receives a start card, face up."""

    player: PlayerSeat
    card: str


class PlaceStart(Action, frozen=True, tag="place_start"):
    """The player lays this start card on slot 1, face up; the other one goes to the notebook."""

    card: str


class DealHand(Action, frozen=True, tag="deal_hand"):
    """Nature: that player receives a card of the starting hand (option `hands = dealt` only)."""

    player: PlayerSeat
    card: str


class FirstPlayer(Action, frozen=True, tag="first_player"):
    """Nature: that player begins."""

    player: PlayerSeat


class DiscardRow(Action, frozen=True, tag="discard_row"):
    """The player uses the satellite right: the whole row is discarded and refilled."""


class Take(Action, frozen=True, tag="take"):
    """Step 1: the card at this coordinate goes into the hand."""

    coordinate: Coordinate


class PlayHand(Action, frozen=True, tag="play_hand", omit_defaults=True):
    """Step 2: a hand card goes to a telescope slot or to the notebook.

    `card` is None for a face-down card that nobody told the table, whichever of the hand it is; its owner then says
    the printed `number` where the next step needs it (option `face_down_coordinate = printed`).
    """

    card: str | None
    to: SlotNumber | Literal["notebook"]
    face_down: bool = False
    number: PrintedNumber | None = None


class Reveal(Action, frozen=True, tag="reveal"):
    """Nature: the top card of the deck, to be played in step 3."""

    card: str


class PlayRow(Action, frozen=True, tag="play_row", omit_defaults=True):
    """Step 3: the row card at the coordinate (or the revealed deck card) goes to the other area.

    `coordinate`: where the card came from against the rule (0: the deck); None: where the card of step 2 points.
    """

    to: SlotNumber | Literal["notebook"]
    face_down: bool = False
    coordinate: Annotated[int, Meta(ge=0, le=5)] | None = None


class Refill(Action, frozen=True, tag="refill"):
    """Nature: a card from the deck is turned over at this empty coordinate."""

    coordinate: Coordinate
    card: str


class PlayLast(Action, frozen=True, tag="play_last"):
    """After the last round: this hand card goes to the notebook, the other one back to the box."""

    card: str


class ShowCards(Action, frozen=True, tag="show_cards"):
    """Light mode: what lies before the player at the end. A card is its face (`moon:4:1`, `satellite:3`)."""

    telescope: Annotated[tuple[str, ...], Meta(min_length=SLOTS, max_length=SLOTS)]
    """By slot number minus one; `face_down` for a card on its face, an empty text for a free slot."""
    notebook: Annotated[tuple[str, ...], Meta(max_length=60)] = ()
    """In any order."""


StellarAction: TypeAlias = (
    DealStart
    | PlaceStart
    | DealHand
    | FirstPlayer
    | DiscardRow
    | Take
    | PlayHand
    | Reveal
    | PlayRow
    | Refill
    | PlayLast
    | ShowCards
)


# States --------------------------------------------------------------------------------------------------------


class Phase(StrEnum):
    """What the game waits for: which actions may come next."""

    DEAL_START = "deal_start"
    PLACE_START = "place_start"
    """Both players choose, in any order."""
    DEAL_HANDS = "deal_hands"
    FILL_ROW = "fill_row"
    FIRST_PLAYER = "first_player"
    TAKE = "take"
    """The start of a turn; the satellite right may be used first."""
    NEW_ROW = "new_row"
    """The row is refilled after the satellite right."""
    PLAY_HAND = "play_hand"
    REVEAL = "reveal"
    PLAY_ROW = "play_row"
    REFILL = "refill"
    LAST_CARD = "last_card"
    """Both players play their last card, in any order."""
    SHOW_CARDS = "show_cards"
    """Light mode: both players show what lies before them, in any order."""
    OVER = "over"


class PlayerState(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player, as card numbers of `engines.stellar.deck`."""

    hand: tuple[int, ...] = ()
    """Ascending; `UNKNOWN` last. While start cards are chosen: the start cards."""
    shown: tuple[int, ...] = ()
    """The part of the hand that everybody has seen: cards taken from the row."""
    telescope: tuple[int, ...] = (EMPTY,) * SLOTS
    """By slot number minus one; `EMPTY`, a card, or `FACE_DOWN` + a card."""
    notebook: tuple[int, ...] = ()
    """Ascending."""
    box: int = EMPTY
    """The hand card that went back to the box at the end."""


class StellarState(State, frozen=True, gc=False):
    """A game of Stellar at one moment. The order of the deck is nowhere: nature draws from `unseen`."""

    options: StellarOptions
    phase: Phase
    turn: int
    """Turns finished: 0 to 22; the round is `turn // 2 + 1`."""
    seat: int
    """Whose turn it is (before the first turn: 0)."""
    row: tuple[int, ...]
    """By coordinate minus one; `EMPTY` where the card is gone."""
    seats: tuple[PlayerState, PlayerState]
    unseen: tuple[int, ...]
    """The pack's cards whose place this state does not know, ascending: the deck, and hidden cards."""
    deck: int
    """How many cards the deck holds."""
    discards: tuple[int, ...] = ()
    satellite_taken: bool = False
    """Whether the card last taken into a hand was a satellite (then the opponent may discard the row)."""
    coordinate: int = 0
    """Where the card of step 3 comes from; 0 is the top of the deck."""
    to_telescope: bool = False
    """Whether the card of step 3 goes to the telescope."""
    drawn: int = EMPTY
    """The card revealed for step 3."""
    shuffles: int = 0
    """How often the discards became the deck."""
