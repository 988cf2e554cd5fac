"""Which actions are legal: complete lists in a fixed order, from actions that are made once per pack.

Order: nature's by card; takes by coordinate (after the satellite right, if any); plays by card, then the notebook, the
slots face up, the slots face down. Cards are named by their id; a face in its place is another spelling of the same.
"""

from __future__ import annotations

from collections.abc import Callable
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
    PlayHand,
    PlayLast,
    PlayRow,
    PrintedNumber,
    Refill,
    Reveal,
    ShowCards,
    StellarAction,
    StellarState,
    Take,
)
from engines.stellar.setup import HAND
from engines.stellar.telescope import openings
from engines.stellar.turn import row_card

Plays: TypeAlias = tuple[PlayHand, tuple[PlayHand, ...], tuple[PlayHand, ...]]
"""What one hand card can do: to the notebook, face up by slot, face down by slot."""
SLOT_NUMBERS: Final = range(1, SLOTS + 1)
NUMBERS: Final[tuple[PrintedNumber, ...]] = (1, 2, 3, 4, 5, "6/0")
NATURES_TURN: Final[tuple[Seat, ...]] = (NATURE,)
_NATURE: Final = (NATURES_TURN, NATURES_TURN)
_PLAYER: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,))
_BOTH: Final[tuple[tuple[Seat, ...], ...]] = ()
_TO_MOVE: Final[dict[Phase, tuple[tuple[Seat, ...], ...]]] = {
    **dict.fromkeys(Phase, _NATURE),
    **dict.fromkeys((Phase.TAKE, Phase.PLAY_HAND, Phase.PLAY_ROW), _PLAYER),
    **dict.fromkeys((Phase.PLACE_START, Phase.LAST_CARD, Phase.SHOW_CARDS), _BOTH),
    Phase.OVER: ((), ()),
}
"""By phase, by whose turn it is: the seats to move; `_BOTH` where everybody with cards in hand is."""
NATURES_PHASES: Final = frozenset(phase for phase, seats in _TO_MOVE.items() if seats is _NATURE)

# Reading a member of an enum class costs more than a global name.
_DEAL_START, _REVEAL = Phase.DEAL_START, Phase.REVEAL
_FILLING: Final = frozenset({Phase.FILL_ROW, Phase.NEW_ROW, Phase.REFILL})


def to_move(state: StellarState) -> tuple[Seat, ...]:
    """The seats that may act now."""
    seats = _TO_MOVE[state.phase]
    if seats:
        return seats[state.seat]
    return tuple(seat for seat in (0, 1) if state.seats[seat].hand)


def receiver(state: StellarState) -> int:
    """The player who is dealt the next start card or hand card."""
    return 0 if len(state.seats[0].hand) < HAND else 1


def dealable(deck: Deck, state: StellarState) -> tuple[int, ...]:
    """The cards that nature may bring next."""
    if state.phase is _DEAL_START:
        return tuple(code for code in deck.start_cards if code in state.unseen)
    return state.unseen


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
        self._face_up = tuple(tuple(PlayRow(slot, seat=seat) for slot in SLOT_NUMBERS) for seat in (0, 1))
        self._face_down = tuple(tuple(PlayRow(slot, True, seat=seat) for slot in SLOT_NUMBERS) for seat in (0, 1))
        self._legal: dict[Phase, Callable[[StellarState, int], list[StellarAction]]] = {
            Phase.PLACE_START: self._place_start,
            Phase.TAKE: self._take,
            Phase.PLAY_HAND: self._play_hand,
            Phase.PLAY_ROW: self._play_row,
            Phase.LAST_CARD: self._play_last,
            Phase.SHOW_CARDS: self._show_cards,
        }

    def legal(self, state: StellarState, seat: Seat) -> list[StellarAction]:
        """Every legal action of the seat; empty when it is not to move."""
        if seat not in to_move(state):
            return []
        if seat == NATURE:
            return self._natures(state)
        return self._legal[state.phase](state, seat)

    def _natures(self, state: StellarState) -> list[StellarAction]:
        if state.phase is Phase.FIRST_PLAYER:
            return [FirstPlayer(player, seat=NATURE) for player in (0, 1)]
        return [self.dealt(state, code) for code in dealable(self.deck, state)]

    def dealt(self, state: StellarState, code: int) -> StellarAction:
        """Nature's action that brings this card of the pack."""
        if state.phase is _REVEAL:
            return self._reveals[code]
        if state.phase in _FILLING:
            return self._refills[state.row.index(EMPTY)][code]
        deal = DealStart if state.phase is _DEAL_START else DealHand
        return deal(receiver(state), self.deck.name(code), seat=NATURE)

    def _place_start(self, state: StellarState, seat: int) -> list[StellarAction]:
        return [PlaceStart(self.deck.name(code), seat=seat) for code in state.seats[seat].hand]

    def _play_last(self, state: StellarState, seat: int) -> list[StellarAction]:
        return [PlayLast(self.deck.name(code), seat=seat) for code in self._candidates(state, seat)]

    def _show_cards(self, state: StellarState, seat: int) -> list[StellarAction]:
        return [ShowCards(("",) * SLOTS, seat=seat)]

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
        pick, kind, plays = self.deck.pick, self.deck.kind, self._plays[seat]
        pick_free = pick[free]
        actions: list[StellarAction] = []
        for code in self._candidates(state, seat) if hidden else me.hand:
            to_notebook, face_up, face_down = plays.get(code) or _plays(seat, self.deck.name(code))
            beside = near[kind[code]]
            actions.append(to_notebook)
            actions += (pick[free & beside] if beside else pick_free)(face_up)
            actions += pick_free(face_down)
        closed = state.options.hands == "hidden"
        return actions + _closed_plays(state, seat, self.deck.slots_of[free]) if closed else actions

    def _play_row(self, state: StellarState, seat: int) -> list[StellarAction]:
        if not state.to_telescope:
            return [self._note[seat]]
        free, near = openings(self.deck, state.seats[seat].telescope)
        beside = near[self.deck.kind[row_card(state)]]
        face_up = self.deck.pick[free & beside if beside else free](self._face_up[seat])
        return [*face_up, *self.deck.pick[free](self._face_down[seat])]


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
