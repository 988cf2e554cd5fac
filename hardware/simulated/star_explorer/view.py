"""What a camera above a seat sees of that seat's star disc."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.camera import SeatView
from hardware.simulated.pieces import Piece
from hardware.simulated.pixels import Picture
from hardware.simulated.scene import Board, Written, clean_board, written_board
from hardware.simulated.star_explorer.beside import Beside, piece_of
from hardware.simulated.star_explorer.house import house_design
from hardware.simulated.strokes import Stroke, draw_cross, draw_line
from hardware.simulated.trouble import CALM, Trouble

Line = tuple[int, int]
PRINT_PPMM = 4.0


class Drawn(msgspec.Struct, frozen=True):
    """What is on one seat's board: lines by round (star ids), crossed-off 3-point stars, points; the tile beside it."""

    rounds: Mapping[int, Sequence[Line]] = {}
    crossed: int = 0
    points: Sequence[int] = ()
    beside: Beside | None = None
    """The constellation tile lying beside the board."""


NOTHING = Drawn()


class DiscView(SeatView[Drawn]):
    """The pictures of one seat's star disc, of types red, white, yellow, blue; see `printed_board` for `clean`."""

    def __init__(
        self,
        layout: StarDiscLayout,
        seat: int,
        seed: int,
        clean: Board | None = None,
        size: tuple[int, int] = (1280, 720),
    ) -> None:
        super().__init__(layout, seat, seed, clean or printed_board(layout), size)

    def picture(self, round_number: int, drawn: Drawn = NOTHING, trouble: Trouble = CALM, shot: int = 0) -> Picture:
        """The frame of this round; nothing is drawn where nothing is said."""
        return super().picture(round_number, drawn, trouble, shot)

    def _beside(self, drawn: Drawn) -> Piece | None:
        return None if drawn.beside is None else piece_of(drawn.beside)

    def _inked(self, drawn: Drawn) -> Board:
        strokes = [self._stroke(number, line) for number, lines in sorted(drawn.rounds.items()) for line in lines]
        look = house_design(self.layout).look
        rng = np.random.default_rng([self.seed, self.seat, 2])
        points = look.three_points[: drawn.crossed]
        dark = (60.0, 40.0, 40.0)
        pen = msgspec.structs.replace(self._pen, colour=dark)
        crosses = [stroke for point in points for stroke in draw_cross(rng, np.array(point), 4.0, pen)]
        digits = [(str(n), at, dark) for n, at in zip(drawn.points, look.score_circles, strict=False)]
        return written_board(self._clean, Written(strokes, [], crosses, digits), rng)

    def _stroke(self, round_number: int, line: Line) -> Stroke:
        a, b = min(line), max(line)
        at = {star.id: np.array([star.x, star.y]) for star in self.layout.stars if star.id in (a, b)}
        rng = np.random.default_rng([self.seed, self.seat, 3, round_number, a, b])
        return draw_line(rng, at[a], at[b], self._pen)


def printed_board(layout: StarDiscLayout, ppmm: float = PRINT_PPMM) -> Board:
    """The clean board of this layout in the house print, drawn at `ppmm` pixels a millimetre."""
    return clean_board(house_design(layout), ppmm)
