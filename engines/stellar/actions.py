"""Which actions are legal: complete lists in a fixed order, from actions that are made once per pack.

Order: nature's by card; takes by coordinate (after the satellite right, if any); plays by card, then the notebook, the
slots face up, the slots face down. Cards are named by their id; a face in its place is another spelling of the same.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.game import NATURE, Seat
from engines.stellar.deck import Deck
from engines.stellar.model import (
    EMPTY,
    SLOTS,
    UNKNOWN,
    DealHand,
    DealStart,
    DiscardRow,
    FirstPlayer,
    Phase,
    PlaceStart,
    PlayerState,
    PlayHand,
    PlayLast,
    PlayRow,
    PrintedNumber,
    Refill,
    Reveal,
    StellarAction,
    StellarState,
    Take,
)
from engines.stellar.setup import HAND
from engines.stellar.telescope import face_up_slots, openings
from engines.stellar.turn import row_card

Plays: TypeAlias = tuple[PlayHand, tuple[PlayHand, ...], tuple[PlayHand, ...]]
"""What one hand card can do: to the notebook, face up by slot, face down by slot."""
SLOT_NUMBERS: Final = range(1, SLOTS + 1)
NUMBERS: Final[tuple[PrintedNumber, ...]] = (1, 2, 3, 4, 5, "6/0")
NOBODY: Final[tuple[Seat, ...]] = ()
NATURES_TURN: Final[tuple[Seat, ...]] = (NATURE,)
SEATS: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,))
PLAYER_PHASES: Final = frozenset({Phase.TAKE, Phase.PLAY_HAND, Phase.PLAY_ROW})
_BOTH: Final = frozenset({Phase.PLACE_START, Phase.LAST_CARD})


def to_move(state: StellarState) -> tuple[Seat, ...]:
    """The seats that may act now."""
    if state.phase in PLAYER_PHASES:
        return SEATS[state.seat]
    if state.phase in _BOTH:
        return tuple(seat for seat in (0, 1) if state.seats[seat].hand)
    return NOBODY if state.phase is Phase.OVER else NATURES_TURN


def receiver(state: StellarState) -> int:
    """The player who is dealt the next start card or hand card."""
    return 0 if len(state.seats[0].hand) < HAND else 1


def open_coordinate(state: StellarState) -> int:
    """The lowest empty coordinate."""
    return state.row.index(EMPTY) + 1


class Actions:
    """The actions of one pack."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        cards = [(deck.name(code), code) for code in deck.cards]
        self._plays = tuple({code: _plays(seat, name) for name, code in cards} for seat in (0, 1))
        self._refills = tuple([Refill(k, name, seat=NATURE) for name, _ in cards] for k in range(1, 6))
        self._reveals = [Reveal(name, seat=NATURE) for name, _ in cards]
        self._takes = tuple([Take(k, seat=seat) for k in range(1, 6)] for seat in (0, 1))
        self._discards = tuple(DiscardRow(seat=seat) for seat in (0, 1))
        self._note = tuple(PlayRow("notebook", seat=seat) for seat in (0, 1))
        self._face_up = tuple([PlayRow(slot, seat=seat) for slot in SLOT_NUMBERS] for seat in (0, 1))
        self._face_down = tuple([PlayRow(slot, True, seat=seat) for slot in SLOT_NUMBERS] for seat in (0, 1))

    def legal(self, state: StellarState, seat: Seat) -> list[StellarAction]:
        """Every legal action of the seat; empty when it is not to move."""
        if seat not in to_move(state):
            return []
        if seat == NATURE:
            return self._natures(state)
        match state.phase:
            case Phase.TAKE:
                return self._take(state, seat)
            case Phase.PLAY_HAND:
                return self._play_hand(state, seat)
            case Phase.PLAY_ROW:
                return self._play_row(state, seat)
            case Phase.PLACE_START:
                return [PlaceStart(self.deck.name(code), seat=seat) for code in state.seats[seat].hand]
            case _:
                return [PlayLast(self.deck.name(code), seat=seat) for code in self._candidates(state, seat)]

    def _natures(self, state: StellarState) -> list[StellarAction]:
        if state.phase is Phase.FIRST_PLAYER:
            return [FirstPlayer(player, seat=NATURE) for player in (0, 1)]
        return [self.dealt(state, code) for code in self.dealable(state)]

    def dealable(self, state: StellarState) -> tuple[int, ...]:
        """The cards that nature may bring next."""
        if state.phase is Phase.DEAL_START:
            return tuple(code for code in self.deck.start_cards if code in state.unseen)
        return state.unseen

    def dealt(self, state: StellarState, code: int) -> StellarAction:
        """Nature's action that brings this card of the pack."""
        match state.phase:
            case Phase.REVEAL:
                return self._reveals[code]
            case Phase.DEAL_START:
                return DealStart(receiver(state), self.deck.name(code), seat=NATURE)
            case Phase.DEAL_HANDS:
                return DealHand(receiver(state), self.deck.name(code), seat=NATURE)
            case _:
                return self._refills[open_coordinate(state) - 1][code]

    def _take(self, state: StellarState, seat: int) -> list[StellarAction]:
        if state.satellite_taken:
            return [self._discards[seat], *self._takes[seat]]
        return [*self._takes[seat]]

    def _candidates(self, state: StellarState, seat: int) -> list[int]:
        """The cards that this hand may hold, ascending."""
        hand = state.seats[seat].hand
        if UNKNOWN not in hand:
            return [*hand]
        return sorted([*(code for code in hand if code != UNKNOWN), *state.unseen])

    def _play_hand(self, state: StellarState, seat: int) -> list[StellarAction]:
        me = state.seats[seat]
        hidden = me.hand[-1] == UNKNOWN
        free, near = openings(self.deck, me.telescope)
        slots_of, kind, plays = self.deck.slots_of, self.deck.kind, self._plays[seat]
        free_slots = slots_of[free]
        actions: list[StellarAction] = []
        for code in self._candidates(state, seat) if hidden else me.hand:
            to_notebook, face_up, face_down = plays.get(code) or _plays(seat, self.deck.name(code))
            beside = near[kind[code]]
            actions.append(to_notebook)
            actions += [face_up[slot] for slot in (slots_of[free & beside] if beside else free_slots)]
            actions += [face_down[slot] for slot in free_slots]
        return actions + _closed_plays(state, seat, free_slots) if hidden else actions

    def _play_row(self, state: StellarState, seat: int) -> list[StellarAction]:
        if not state.to_telescope:
            return [self._note[seat]]
        me: PlayerState = state.seats[seat]
        up = face_up_slots(self.deck, me.telescope, row_card(state))
        face_up, face_down = self._face_up[seat], self._face_down[seat]
        actions: list[StellarAction] = [face_up[slot] for slot in self.deck.slots_of[up]]
        actions += [face_down[slot] for slot in range(SLOTS) if me.telescope[slot] == EMPTY]
        return actions


def _plays(seat: int, name: str) -> Plays:
    return (
        PlayHand(name, "notebook", seat=seat),
        tuple(PlayHand(name, slot, seat=seat) for slot in SLOT_NUMBERS),
        tuple(PlayHand(name, slot, True, seat=seat) for slot in SLOT_NUMBERS),
    )


def _closed_plays(state: StellarState, seat: int, free_slots: tuple[int, ...]) -> list[StellarAction]:
    """A card that nobody told the table, face down."""
    numbers: tuple[PrintedNumber | None, ...] = (None,)
    if state.options.face_down_coordinate == "printed":
        numbers = NUMBERS
    return [PlayHand(None, slot + 1, True, number, seat=seat) for slot in free_slots for number in numbers]
