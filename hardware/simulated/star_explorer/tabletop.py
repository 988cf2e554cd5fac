"""Star discs on the simulated table.

They hold what the record says was drawn in past rounds, and what simulated players draw in the present one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from engines.layout import StarDiscLayout
from engines.playout import ended
from engines.registry import open_game
from engines.star_explorer.bots import best_draw, greedy_action
from engines.star_explorer.model import Draw, Line, Phase, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from hardware.camera import Image
from hardware.simulated.star_explorer.beside import turned_over
from hardware.simulated.star_explorer.view import NOTHING, DiscView, Drawn, printed_board
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble

Artist: TypeAlias = Callable[[StarExplorer, StarExplorerState, int], Draw]
"""What a simulated player draws with a pen: of this game, in this state, on this seat's board."""


class Pictures(Protocol):
    """What takes the pictures of one seat's disc."""

    def picture(self, round_number: int, drawn: Drawn = NOTHING, trouble: Trouble = CALM, shot: int = 0) -> Image:
        """The disc in this round; `shot` numbers the frames."""


ViewMaker: TypeAlias = Callable[[int], Pictures]


class SimulatedDiscs:
    """The discs before the seats of a simulated table. `seed` settles how table, light and pens look.

    `make_view` (seat -> pictures) may be given by tests; it runs, like all drawing of pictures, in the table's thread.
    """

    def __init__(
        self, table: SimulatedTable, layout: StarDiscLayout, seed: int = 0, make_view: ViewMaker | None = None
    ) -> None:
        self._table, self._layout, self._seed = table, layout, seed
        self._view = cache(make_view or _printed(layout, seed))
        self._discs: dict[int, tuple[int, Drawn]] = {}
        """Seat -> the round that its disc is turned to, and what is drawn on it."""

    def draw(self, seat: int, round_number: int, lines: Sequence[Line]) -> None:
        """Draw these lines, and only these, in that round's pen strokes on the disc of that seat."""
        stop, drawn = self._disc(seat)
        self._lay(seat, stop, msgspec.structs.replace(drawn, rounds={**drawn.rounds, round_number: tuple(lines)}))

    def turn(self, seat: int, round_number: int) -> None:
        """Turn that seat's disc to the round."""
        self._lay(seat, round_number, self._disc(seat)[1])

    def drawn(self, seat: int, round_number: int) -> tuple[Line, ...]:
        """The lines drawn on that disc in that round."""
        return tuple(self._disc(seat)[1].rounds.get(round_number, ()))

    def follow(self, game: StarExplorer, state: StarExplorerState, artist: Artist = best_draw) -> None:
        """Bring the discs to where the game is: turned, past drawings as recorded, the present one drawn.

        A seat that has still to draw in this round gets what `artist` draws, once; a round taken back is wiped.
        A player who turns a tile over has it lying beside the board.
        """
        sheet = game.score(state)
        for seat in range(len(state.players)):
            recorded = {d.round: d.lines for d in state.seats[seat].drawings}
            now = self.drawn(seat, state.round)
            if state.phase == Phase.DRAW and state.round not in recorded:
                recorded[state.round] = now or artist(game, state, seat).lines
            mine = sheet.players[seat]
            drawn = Drawn(
                recorded,
                crossed=min(mine.tiebreak.get("fading", 0), len(self._layout.three_point_stars or ())),
                points=tuple(row.points for row in mine.rows if row.row.startswith("round.")),
                beside=turned_over(game, state, seat, self._seed),
            )
            self._lay(seat, state.round, drawn)

    def play(self, seat: int, stop: int) -> None:
        """Lay the disc of a game that nobody recorded, played to its end, turned to that numeral."""
        game, state = played(self._seed)
        if self.drawn(seat, 1) != state.seats[seat].drawings[0].lines:
            self.follow(game, state)
        self.turn(seat, stop)

    def _disc(self, seat: int) -> tuple[int, Drawn]:
        return self._discs.get(seat, (1, NOTHING))

    def _lay(self, seat: int, stop: int, drawn: Drawn) -> None:
        self._discs[seat] = stop, drawn
        self._table.lay(seat, lambda trouble, shot: self._view(seat).picture(stop, drawn, trouble, shot))


@cache
def played(seed: int) -> tuple[StarExplorer, StarExplorerState]:
    """A game of four with our own pack, played to its end."""
    game: StarExplorer = open_game("star_explorer")  # type: ignore[assignment]
    return game, ended(game, ("A", "B", "C", "D"), greedy_action, Random(seed))


def _printed(layout: StarDiscLayout, seed: int) -> ViewMaker:
    board = cache(lambda: printed_board(layout))
    return lambda seat: DiscView(layout, seat, seed, board())
