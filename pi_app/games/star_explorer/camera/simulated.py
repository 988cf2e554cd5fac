"""Star discs on the simulated table."""

from __future__ import annotations

from engines.registry import PAD, open_game
from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import ROUNDS, Draw, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from hardware.simulated.star_explorer.tabletop import SimulatedDiscs
from hardware.simulated.tabletop import SimulatedTable
from pi_app.presenters.finished_boards import FinishedBoard, desk_of
from pi_app.presenters.navigator import Navigator


class Boards:
    """A disc is drawn on by the seat that is photographed; the others go on when it is their turn."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        house: StarExplorer = open_game("star_explorer")  # type: ignore[assignment]
        self._discs = SimulatedDiscs(table, house.pack.layout, seed)

    def prepare(self, nav: Navigator, seat: int) -> None:
        """The disc of the record, with what its player draws now; on a score pad one that is played to the end."""
        session = nav.open_table
        if session.header.pack == PAD:
            seen = desk_of(nav).boards.get(str(seat), FinishedBoard())
            self._discs.play(seat, ROUNDS if seen.stop != ROUNDS else ROUNDS // 2)
            return

        def artist(game: StarExplorer, state: StarExplorerState, number: int) -> Draw:
            return best_draw(game, state, number) if number == seat else Draw(seat=number, lines=())

        self._discs.follow(session.game, session.state, artist)  # type: ignore[arg-type]
