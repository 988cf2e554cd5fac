"""What a seat may know.

Hidden from a player: the opponent's hand cards, except those that everybody saw being taken from the row (and once the
opponent has played a hand card face down, nothing about the cards that are left is certain any more); the faces of the
opponent's face-down cards, wherever they came from; the card that the opponent put back into the box. The order of the
deck is in no state. Nature sees all.
"""

from __future__ import annotations

from typing import Final

from engines.game import NATURE, Seat
from engines.stellar.deck import FIRST_FACE
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState, StellarState

_CLOSED_HANDS: Final = ((), (UNKNOWN,), (UNKNOWN,) * 2, (UNKNOWN,) * 3)
_closed_card: Final = (*range(FACE_DOWN), *[FACE_DOWN + UNKNOWN] * FACE_DOWN, EMPTY).__getitem__
"""What the opponent sees of a card as it lies."""


class Views:
    """Makes the views of one game. Remembers the last player it closed: within a turn that one stays the same."""

    def __init__(self) -> None:
        self._last: tuple[PlayerState, tuple[int, ...], PlayerState, tuple[int, ...]] | None = None

    def view(self, state: StellarState, seat: Seat) -> StellarState:
        """The state with everything hidden from that seat removed. Raises ValueError for a seat that does not exist."""
        if seat == NATURE:
            return state
        if seat not in (0, 1):
            raise ValueError(f"no seat {seat!r} in stellar: expected 0, 1 or {NATURE!r}")
        theirs = state.seats[1 - seat]
        # One name read and one written: threads that share a game can at worst do the work twice.
        last = self._last
        if last is None or last[0] is not theirs or last[1] is not state.unseen:
            self._last = last = (theirs, state.unseen, *_closed(theirs, state.unseen))
        # Field by field, as in `turn`: a bot is given a view for every decision.
        return StellarState(
            state.options,
            state.phase,
            state.turn,
            state.seat,
            state.row,
            (last[2], state.seats[1]) if seat else (state.seats[0], last[2]),
            last[3],
            state.deck,
            state.discards,
            state.satellite_taken,
            state.coordinate,
            state.to_telescope,
            state.drawn,
            state.shuffles,
            players=state.players,
        )


def _closed(player: PlayerState, unseen: tuple[int, ...]) -> tuple[PlayerState, tuple[int, ...]]:
    """A player's cards as the opponent sees them, and all cards that the opponent has not seen."""
    hand, shown, telescope, box = player.hand, player.shown, player.telescope, player.box
    hidden = [code for code in hand if code not in shown]
    if hand:
        hand = shown + _CLOSED_HANDS[len(hand) - len(shown)]
    if max(telescope) >= FACE_DOWN:
        hidden += [card - FACE_DOWN for card in telescope if card >= FACE_DOWN]
        telescope = tuple(map(_closed_card, telescope))
    if box != EMPTY and box not in shown:
        hidden.append(box)
        box = UNKNOWN
    cards = [*unseen, *[code for code in hidden if code < FIRST_FACE]]
    cards.sort()
    return PlayerState(hand, shown, telescope, player.notebook, box), tuple(cards)
