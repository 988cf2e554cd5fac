"""What a seat may know.

Hidden from a player: the faces of the other players' cards (their number is open), the tokens that lie face down on
planets which the player has not looked at, and which encounter card was drawn: as long as the active player has only
been asked, all but its reader know its scene and its question. The order of piles is in no state. Nature sees all.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.starfarers.bank import CLOSED
from engines.starfarers.components import Remembered
from engines.starfarers.encounters.interpreter import Encounters
from engines.starfarers.encounters.steps import reader
from engines.starfarers.model import UNKNOWN, Hand, StarfarersState
from engines.starfarers.pack import FLEETS
from engines.starfarers.ships import charted

Hands: TypeAlias = tuple[Hand, ...]
MAX_TOKENS: Final = 1000
"""Layouts of tokens kept."""


class Views:
    """Makes the views of one game. Remembers the tokens as a seat last saw them: they change seldom."""

    def __init__(self, encounters: Encounters) -> None:
        self.encounters = encounters
        self._tokens: Remembered[tuple[bytes, int], bytes] = Remembered(MAX_TOKENS)
        self._closed: list[tuple[Hands, Hands]] = [((), ())] * FLEETS
        """By seat: the hands it saw last and how it saw them. Read once and written once: threads that share a game can
        at worst do the work twice."""

    def view(self, state: StarfarersState, seat: Seat) -> StarfarersState:
        """The state with everything hidden from that seat removed. Raises ValueError for a seat that does not exist."""
        if seat == NATURE:
            return state
        if state.encounter is not None and seat != reader(state):
            state = self.encounters.asked_only(state)
        hands = state.hands
        if not 0 <= seat < len(state.seats):
            raise ValueError(f"no seat {seat!r} in this game: expected 0 to {len(state.seats) - 1} or {NATURE!r}")
        if not charted(state):
            return state
        known = state.seen[seat] | state.face_up
        last = self._closed[seat]
        if hands and last[0] is not hands:
            closed = [CLOSED[n] for n in map(sum, hands)]
            closed[seat] = hands[seat]
            last = self._closed[seat] = (hands, tuple(closed))
        tokens = self._tokens.get((state.tokens, known)) or self._known(state.tokens, known)
        return replace(state, hands=last[1] if hands else hands, tokens=tokens, barren=state.barren & known)

    def _known(self, tokens: bytes, known: int) -> bytes:
        found = bytes(token if known >> planet & 1 else UNKNOWN for planet, token in enumerate(tokens))
        return self._tokens.keep((tokens, known), found)
