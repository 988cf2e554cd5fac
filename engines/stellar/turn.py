"""A turn: take a row card, play a hand card, play a row card, refill the row; and the last card of all."""

from __future__ import annotations

from msgspec.structs import replace

from engines.stellar.deck import FIRST_FACE, SATELLITE, SIX_ZERO, Deck
from engines.stellar.model import (
    EMPTY,
    TURNS,
    UNKNOWN,
    DiscardRow,
    Phase,
    PlayerState,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    StellarAction,
    StellarState,
    Take,
)
from engines.stellar.setup import EMPTY_ROW, with_one, with_seat, without_one
from engines.stellar.telescope import with_card

# Reading a member of an enum class costs more than a global name.
_TAKE, _PLAY_HAND, _REVEAL, _PLAY_ROW, _REFILL, _LAST_CARD = (
    Phase.TAKE,
    Phase.PLAY_HAND,
    Phase.REVEAL,
    Phase.PLAY_ROW,
    Phase.REFILL,
    Phase.LAST_CARD,
)
_AFTER_ROW = {Phase.FILL_ROW: Phase.FIRST_PLAYER, Phase.NEW_ROW: Phase.TAKE}


def begun_by(state: StellarState, action: StellarAction) -> StellarState:
    """The state in which the first turn is that of whoever acts, also where the other one was to begin."""
    if state.turn or state.phase is not _TAKE or not isinstance(action, Take | DiscardRow):
        return state
    return replace(state, seat=1 - state.seat) if action.seat == 1 - state.seat else state


def discard_row(deck: Deck, state: StellarState, action: DiscardRow) -> StellarState:
    """The row lies in the discards and is to be refilled."""
    discards = tuple(sorted(state.discards + state.row))
    cleared = replace(state, phase=Phase.NEW_ROW, row=EMPTY_ROW, discards=discards, satellite_taken=False)
    return _with_deck(cleared)


def take(deck: Deck, state: StellarState, action: Take) -> StellarState:
    """Step 1: the row card is in the hand, seen by everybody."""
    state = begun_by(state, action)
    place = action.coordinate - 1
    row = state.row
    card = row[place]
    me = state.seats[state.seat]
    mine = PlayerState(with_one(me.hand, card), with_one(me.shown, card), me.telescope, me.notebook)
    return replace(
        state,
        phase=_PLAY_HAND,
        row=(*row[:place], EMPTY, *row[place + 1 :]),
        seats=(state.seats[0], mine) if state.seat else (mine, state.seats[1]),
        satellite_taken=deck.kind[card] == SATELLITE,
    )


def play_hand(deck: Deck, state: StellarState, action: PlayHand, code: int) -> StellarState:
    """Step 2: the hand card lies in its area, and the coordinate of step 3 is known."""
    me = state.seats[state.seat]
    unseen = state.unseen
    held = code if code in me.hand else UNKNOWN
    if held != code:
        unseen = without_one(unseen, code)
    # Nobody but its owner knows which card went face down, so nothing that is left can be told apart any more.
    shown = () if action.face_down else without_one(me.shown, code)
    hand = without_one(me.hand, held)
    if code == UNKNOWN:  # it may as well be one that was taken from the row, so where that one is nobody knows
        hand = (UNKNOWN,) * (len(me.hand) - 1)
        unseen = tuple(sorted([*unseen, *(known for known in me.hand if known < FIRST_FACE)]))
    mine = _laid(me, hand, shown, action, code)
    coordinate = hand_coordinate(deck, state, action, code)
    if coordinate and state.row[coordinate - 1] == EMPTY:
        coordinate = SIX_ZERO
    following = replace(
        state,
        phase=_PLAY_ROW if coordinate else _REVEAL,
        seats=(state.seats[0], mine) if state.seat else (mine, state.seats[1]),
        unseen=unseen,
        coordinate=coordinate,
        to_telescope=action.to == "notebook",
    )
    return following if coordinate else _with_deck(following)


def hand_coordinate(deck: Deck, state: StellarState, action: PlayHand, code: int) -> int:
    """The coordinate that the card of step 2 sets; `SIX_ZERO` for none."""
    if action.face_down and state.options.face_down_coordinate == "three":
        return 3
    if code == UNKNOWN:
        return action.number if isinstance(action.number, int) else SIX_ZERO
    return deck.coordinate[code]


def _laid(
    me: PlayerState, hand: tuple[int, ...], shown: tuple[int, ...], action: PlayHand | PlayRow, code: int
) -> PlayerState:
    """The player with this hand and the card laid where the action says."""
    to = action.to
    if to == "notebook":
        return PlayerState(hand, shown, me.telescope, with_one(me.notebook, code))
    return PlayerState(hand, shown, with_card(me.telescope, to, code, action.face_down), me.notebook)


def reveal(deck: Deck, state: StellarState, action: Reveal, code: int) -> StellarState:
    """The top card of the deck waits to be played in step 3."""
    state = card_asked(state, action)
    return replace(
        state, phase=_PLAY_ROW, unseen=without_one(state.unseen, code), deck=state.deck - 1, drawn=code, coordinate=0
    )


def card_asked(state: StellarState, action: object) -> StellarState:
    """The state in which the card of step 3 comes from where the action says, also where the rules say otherwise."""
    if isinstance(action, Reveal) and state.phase is _PLAY_ROW:
        return _with_deck(state)
    if isinstance(action, PlayRow) and action.coordinate is not None and state.phase in (_PLAY_ROW, _REVEAL):
        return replace(state, phase=_PLAY_ROW, coordinate=action.coordinate)
    return state


def play_row(deck: Deck, state: StellarState, action: PlayRow) -> StellarState:
    """Step 3: the row card (or the revealed one) lies in the other area."""
    state = card_asked(state, action)
    row = state.row
    place = state.coordinate - 1
    if place >= 0:
        row = (*row[:place], EMPTY, *row[place + 1 :])
    me = state.seats[state.seat]
    mine = _laid(me, me.hand, me.shown, action, row_card(state))
    following = replace(
        state,
        phase=_REFILL,
        row=row,
        seats=(state.seats[0], mine) if state.seat else (mine, state.seats[1]),
        coordinate=0,
        to_telescope=False,
        drawn=EMPTY,
    )
    if state.turn == TURNS - 1 and state.options.last_refill == "skip":
        return replace(following, phase=_LAST_CARD, turn=TURNS, seat=1 - state.seat)
    return _with_deck(following)


def row_card(state: StellarState) -> int:
    """The card that step 3 plays."""
    return state.row[state.coordinate - 1] if state.coordinate else state.drawn


def refill(deck: Deck, state: StellarState, action: Refill, code: int) -> StellarState:
    """Step 4: a card from the deck lies at the coordinate; after the last empty one the game goes on."""
    place = action.coordinate - 1
    row = (*state.row[:place], code, *state.row[place + 1 :])
    unseen, left = without_one(state.unseen, code), state.deck - 1
    if EMPTY in row:
        return _with_deck(replace(state, row=row, unseen=unseen, deck=left))
    if state.phase is not _REFILL:
        return replace(state, row=row, unseen=unseen, deck=left, phase=_AFTER_ROW[state.phase])
    turn = state.turn + 1
    phase = _TAKE if turn < TURNS else _LAST_CARD
    return replace(state, row=row, unseen=unseen, deck=left, phase=phase, turn=turn, seat=1 - state.seat)


def _with_deck(state: StellarState) -> StellarState:
    """The state with a deck to draw from: an empty one is replaced by the shuffled discards."""
    if state.deck:
        return state
    # A face that the pack does not list is nowhere among the cards that nature draws from.
    known = [code for code in state.discards if code < FIRST_FACE]
    return replace(
        state,
        unseen=tuple(sorted([*state.unseen, *known])),
        deck=len(state.discards),
        discards=(),
        shuffles=state.shuffles + 1,
    )


def play_last(deck: Deck, state: StellarState, action: PlayLast, code: int) -> StellarState:
    """The last card lies in the notebook and the other one in the box."""
    seat = int(action.seat)
    me = state.seats[seat]
    held = code if code in me.hand else UNKNOWN
    unseen = state.unseen if held == code else without_one(state.unseen, code)
    boxed = without_one(me.hand, held)[0]
    notebook = with_one(me.notebook, code)
    shown = without_one(me.shown, code)
    seats = with_seat(state, seat, PlayerState((), shown, me.telescope, notebook, boxed))
    over = all(player.box != EMPTY for player in seats)
    return replace(state, phase=Phase.OVER if over else _LAST_CARD, seats=seats, unseen=unseen)
