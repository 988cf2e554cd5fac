"""Cards, telescopes and notebooks as plain values that the widgets draw."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from engines.stellar.deck import FIRST_FACE, KINDS, SIX_ZERO, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, SECTIONS, TYPES, UNKNOWN, PlayerState
from engines.stellar.notebook import Use, best_use, collections
from engines.stellar.rules import Stellar
from engines.stellar.scoring import read_telescope
from pi_app.steps.view import Command

Tone: TypeAlias = Literal["", "go", "down", "chosen", "next", "paid", "told", "wrong", "dim"]
"""How a card or a slot is lit: may be played here, only face down, held by a finger, played next, paid, told of without
points, not allowed."""


class CardFace(msgspec.Struct, frozen=True):
    """What a card shows. `kind` is empty where nobody may know it; a face-down card with a kind is the owner's own."""

    kind: str = ""
    number: str = ""
    stars: int = 0
    down: bool = False
    start: bool = False


class Slot(Command, frozen=True):
    """A slot of the telescope was tapped."""

    slot: int


class TapNote(Command, frozen=True):
    """A card of the notebook was tapped: the type of its line, and its number there."""

    kind: str
    number: int


class Notebook(Command, frozen=True):
    """The notebook was tapped."""


class Spot(msgspec.Struct, frozen=True):
    """A place for a card: what a tap does, the card that lies there, how it is lit, a word beside it."""

    does: Command | None = None
    face: CardFace | None = None
    tone: Tone = ""
    label: str = ""
    live: bool = True
    """Whether it takes a finger now."""

    @property
    def key(self) -> str:
        """The command in one word."""
        return "" if self.does is None else self.does.key


class Note(msgspec.Struct, frozen=True):
    """One cell of the notebook: a number of a collection. `shows` is what lies there: `4`, `6/0`, `S3`; empty: nothing.

    `count`: how many of it; `run`: whether it is part of the run that counts; `satellite`: a satellite stands for it.
    """

    number: int
    shows: str = ""
    count: int = 0
    run: bool = False
    satellite: bool = False
    tone: Tone = ""


class Collection(msgspec.Struct, frozen=True):
    """One line of the notebook: a type, its stars in the telescope, its cells 0 to 6, and what they make."""

    kind: str
    stars: int
    run: int
    notes: tuple[Note, ...]
    spare: tuple[str, ...] = ()
    """Satellites that lie in this collection without helping it."""
    tone: Tone = ""

    @property
    def points(self) -> int:
        """Stars times run."""
        return self.stars * self.run


class Section(msgspec.Struct, frozen=True):
    """A section of the telescope: its sum and the opponent's (None: there is none)."""

    name: str
    own: int
    other: int | None
    tone: Tone = ""


class Board(msgspec.Struct, frozen=True):
    """What lies before one player."""

    seat: int
    name: str
    rows: tuple[tuple[int, ...], ...]
    """The telescope's silhouette: slots from top to bottom."""
    slots: tuple[Spot, ...]
    """By slot number minus one."""
    collections: tuple[Collection, ...]
    sections: tuple[Section, ...]
    hand: int = 0
    """How many cards are in the hand."""


BACK: Final = CardFace(down=True)


def face_of(game: Stellar, code: int) -> CardFace | None:
    """What a card of a state shows to whoever may see that state; None for no card."""
    if code == EMPTY:
        return None
    down = code >= FACE_DOWN
    card = code - FACE_DOWN if down else code
    if card == UNKNOWN:
        return BACK
    deck = game.deck
    start = not down and card < FIRST_FACE and deck.pack.cards[card].start
    return CardFace(KINDS[deck.kind[card]], number_text(deck.coordinate[card]), deck.stars[card], down, start)


def board_of(
    game: Stellar,
    seat: int,
    name: str,
    player: PlayerState,
    other: PlayerState | None,
    tones: dict[int, Tone] | None = None,
    labels: dict[int, str] | None = None,
) -> Board:
    """The board of a player; `tones` and `labels` by slot number."""
    lit, said = tones or {}, labels or {}
    slots = tuple(
        Spot(Slot(slot), face_of(game, code), lit.get(slot, ""), said.get(slot, str(slot)))
        for slot, code in enumerate(player.telescope, start=1)
    )
    return Board(
        seat=seat,
        name=name,
        rows=game.pack.telescope.rows,
        slots=slots,
        collections=notebook_of(game, player),
        sections=sections_of(game, player, other),
        hand=len(player.hand),
    )


def sections_of(game: Stellar, player: PlayerState, other: PlayerState | None) -> tuple[Section, ...]:
    """The sums of the three sections beside the opponent's."""
    mine = read_telescope(game.deck, player.telescope).sums
    theirs = read_telescope(game.deck, other.telescope).sums if other else (None, None, None)
    return tuple(Section(name, own, against) for name, own, against in zip(SECTIONS, mine, theirs, strict=True))


def notebook_of(game: Stellar, player: PlayerState) -> tuple[Collection, ...]:
    """The notebook with satellites and 6/0s where they count most now."""
    deck = game.deck
    stars = read_telescope(deck, player.telescope).stars
    _points, uses = best_use(stars, collections(deck, player.notebook))
    return tuple(_collection(game, player, kind, stars[kind], use) for kind, use in enumerate(uses))


def _collection(game: Stellar, player: PlayerState, kind: int, stars: int, use: Use) -> Collection:
    deck = game.deck
    mine = [deck.coordinate[code] for code in player.notebook if deck.kind[code] == kind]
    counts = {number: mine.count(number) for number in range(1, 6)}
    zeros = mine.count(SIX_ZERO)
    stands = dict.fromkeys(use.six_zero, 1)
    if stands:
        stands[use.six_zero[0]] += zeros - len(use.six_zero)
    notes = []
    for number in range(7):
        in_run = number in use.run
        if counts.get(number):
            notes.append(Note(number, str(number), counts[number], in_run))
        elif number in stands:
            notes.append(Note(number, "6/0", stands[number], in_run))
        elif number in use.satellites and in_run:
            notes.append(Note(number, str(number), 1, True, satellite=True))
        else:
            notes.append(Note(number))
    spare = [str(n) for n in use.satellites if not (n in use.run and not counts.get(n))]
    return Collection(TYPES[kind], stars, len(use.run), tuple(notes), tuple(spare))
