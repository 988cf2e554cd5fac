"""What a seat may know.

Hidden from a player: the opponent's hand cards, except those that everybody saw being taken from the row (and once the
opponent has played a hand card face down, nothing about the cards that are left is certain any more); the faces of the
opponent's face-down cards, wherever they came from; the card that the opponent put back into the box. The order of the
deck is in no state. Nature sees all.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.stellar.deck import FIRST_FACE
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState, StellarState
from engines.stellar.setup import with_seat


def view(state: StellarState, seat: Seat) -> StellarState:
    """The state with everything hidden from that seat removed. Raises ValueError for a seat that does not exist."""
    if seat == NATURE:
        return state
    if seat not in (0, 1):
        raise ValueError(f"no seat {seat!r} in stellar: expected 0, 1 or {NATURE!r}")
    opponent = 1 - seat
    closed, hidden = _closed(state.seats[opponent])
    unseen = tuple(sorted([*state.unseen, *(code for code in hidden if code < FIRST_FACE)]))
    return replace(state, seats=with_seat(state, opponent, closed), unseen=unseen)


def _closed(player: PlayerState) -> tuple[PlayerState, list[int]]:
    """A player's cards as the opponent sees them, and the cards that were hidden."""
    hidden = list(player.hand)
    seen = tuple(code for code in player.shown if code in hidden)
    for code in seen:
        hidden.remove(code)
    hand = seen + (UNKNOWN,) * len(hidden)
    telescope = tuple(FACE_DOWN + UNKNOWN if card >= FACE_DOWN else card for card in player.telescope)
    hidden += [card - FACE_DOWN for card in player.telescope if card >= FACE_DOWN]
    box = player.box
    if box not in (EMPTY, *player.shown):
        hidden.append(box)
        box = UNKNOWN
    return PlayerState(hand, player.shown, telescope, player.notebook, box), hidden
