"""What a seat may know.

Hidden from a player: the opponent's hand cards, except those that everybody saw being taken from the row (and once the
opponent has played a hand card face down, nothing about the cards that are left is certain any more); the faces of the
opponent's face-down cards, wherever they came from; the card that the opponent put back into the box. The order of the
deck is in no state. Nature sees all.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.stellar.deck import FIRST_FACE
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState, StellarState

_CLOSED_HANDS: Final = ((), (UNKNOWN,), (UNKNOWN,) * 2, (UNKNOWN,) * 3)
_CLOSED_CARD: Final = FACE_DOWN + UNKNOWN


class Closed(NamedTuple):
    """A player as the opponent sees them; `hidden`: the cards that this hides, `unseen`: all that are unseen."""

    player: PlayerState
    deck: tuple[int, ...]
    closed: PlayerState
    hidden: list[int]
    unseen: tuple[int, ...]


class Views:
    """Makes the views of one game. Remembers the last player it closed: within a turn that one stays the same."""

    def __init__(self) -> None:
        nobody = PlayerState()
        self._last = Closed(nobody, (), nobody, [], ())

    def view(self, state: StellarState, seat: Seat) -> StellarState:
        """The state with everything hidden from that seat removed. Raises ValueError for a seat that does not exist."""
        if seat == NATURE:
            return state
        if seat not in (0, 1):
            raise ValueError(f"no seat {seat!r} in stellar: expected 0, 1 or {NATURE!r}")
        theirs = state.seats[1 - seat]
        # Read once and written once: threads that share a game can at worst do the work twice.
        last = self._last
        if last.player is not theirs or last.deck is not state.unseen:
            closed, hidden = (last.closed, last.hidden) if last.player is theirs else _closed(theirs)
            last = Closed(theirs, state.unseen, closed, hidden, _with_hidden(state.unseen, hidden))
            self._last = last
        seats = (last.closed, state.seats[1]) if seat else (state.seats[0], last.closed)
        return replace(state, seats=seats, unseen=last.unseen)


def _closed(player: PlayerState) -> tuple[PlayerState, list[int]]:
    """A player's cards as the opponent sees them, and the pack's cards among those that this hides."""
    hand, shown, telescope, box = player.hand, player.shown, player.telescope, player.box
    hidden = [code for code in hand if code not in shown and code < FIRST_FACE]
    if hand:
        hand = shown + _CLOSED_HANDS[len(hand) - len(shown)]
    if max(telescope) >= FACE_DOWN:
        hidden += [card - FACE_DOWN for card in telescope if FACE_DOWN <= card < FACE_DOWN + FIRST_FACE]
        telescope = tuple([card if card < FACE_DOWN else _CLOSED_CARD for card in telescope])
    if box != EMPTY and box not in shown:
        if box < FIRST_FACE:
            hidden.append(box)
        box = UNKNOWN
    return PlayerState(hand, shown, telescope, player.notebook, box), hidden


def _with_hidden(unseen: tuple[int, ...], hidden: list[int]) -> tuple[int, ...]:
    cards = [*unseen, *hidden]
    cards.sort()
    return tuple(cards)
