"""Cards on the simulated table: each seat's telescope and notebook as a game of Stellar has them."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from engines.stellar.deck import KINDS, number_text
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, PlayerState
from engines.stellar.rules import Stellar
from hardware.simulated.pixels import Picture
from hardware.simulated.sensor import develop
from hardware.simulated.stellar.design import board_size, house_look, slots_of
from hardware.simulated.stellar.face import Face, print_board
from hardware.simulated.stellar.player import played
from hardware.simulated.stellar.shot import card_shot, extent, lay_out, table_light
from hardware.simulated.stellar.spread import LaidCard, notebook_area
from hardware.simulated.table import lay_table
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble

SIZE: Final = (1600, 1200)
PRINT_PPMM: Final = 4.0
_NOBODY: Final = Face("planet", "3", 0)
"""What a card shows that lies on its face."""


class SimulatedCards:
    """The cards before the seats of a simulated table. `seed` settles table, light and how straight cards lie."""

    def __init__(self, table: SimulatedTable, seed: int = 0) -> None:
        self._table, self._seed = table, seed

    def follow(self, game: Stellar, player: PlayerState, seat: int) -> None:
        """Lay that player's cards before the seat."""
        self._table.lay(seat, partial(picture_of, tuple(laid(game, player, self._seed + seat)), self._seed + seat))

    def play(self, seat: int) -> None:
        """Lay the cards of a game that nobody recorded, played to its end."""
        game, state = played(self._seed)
        self.follow(game, state.seats[seat % 2], seat)


def laid(game: Stellar, player: PlayerState, seed: int) -> list[LaidCard]:
    """A player's cards as they lie: in their slots, and in rows of four beside the telescope."""
    rng, look = np.random.default_rng([seed, 17]), house_look()
    wide, tall = look.size
    cards = []
    for slot, code in enumerate(player.telescope, start=1):
        if code != EMPTY:
            x, y = slots_of(look)[slot]
            cards.append(_card(game, rng, code, slot, (x + wide / 2, y + tall / 2)))
    left, top, _width, _height = notebook_area(look)
    for place, code in enumerate(player.notebook):
        at = (left + (place % 4 + 0.54) * wide * 1.06, top + (place // 4 + 0.6) * tall * 1.12)
        cards.append(_card(game, rng, code, None, at))
    return cards


def _card(game: Stellar, rng: np.random.Generator, code: int, slot: int | None, at: tuple[float, float]) -> LaidCard:
    down = code >= FACE_DOWN
    card = code - FACE_DOWN if down else code
    off = rng.normal(0, 0.8, 2)
    deck = game.deck
    face = _NOBODY
    if card != UNKNOWN:
        face = Face(KINDS[deck.kind[card]], number_text(deck.coordinate[card]), deck.stars[card])
    return LaidCard(face, down, slot, (float(at[0] + off[0]), float(at[1] + off[1])), float(rng.normal(0, 1.2)))


def picture_of(cards: tuple[LaidCard, ...], seed: int, trouble: Trouble = CALM, shot: int = 0) -> Picture:
    """A photograph of these cards from above (H×W×3, BGR)."""
    rng, look = np.random.default_rng([seed, 19]), house_look()
    ground = lay_table(rng, board_size(look), 0.0)
    board = print_board(look, True, PRINT_PPMM)
    table = lay_out(rng, look, list(cards), ground, board, PRINT_PPMM)
    taken = card_shot(rng, "easy", extent(look, list(cards)), SIZE, glare=trouble.glare)
    return develop(table_light(table, ground, taken), taken.sensor, np.random.default_rng([seed, shot]))
