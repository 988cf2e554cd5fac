"""Slates on the simulated table: each seat's one as the record has it, and what its player draws with a pen now."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random

import msgspec
import numpy as np

from engines.layout import Disc
from engines.look_at_the_stars.bots import greedy_action
from engines.look_at_the_stars.model import MAX_PLAYERS, Draw, DrawShootingStar, Line, Phase, StarsAction, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.board import pack_skies, printed_layout
from engines.look_at_the_stars.slate.lattice import LINES, line_names
from engines.playout import ended
from engines.registry import open_game
from engines.slates import skies_of
from hardware.simulated.camera import SeatView
from hardware.simulated.look_at_the_stars.design import SlateDesign, calm_look
from hardware.simulated.look_at_the_stars.pens import Head, Kind, draw_object
from hardware.simulated.look_at_the_stars.player import greedy_player
from hardware.simulated.look_at_the_stars.scene import clean_slate, drawn_on, windowless
from hardware.simulated.pixels import Picture
from hardware.simulated.scene import Board
from hardware.simulated.strokes import Pen, Stroke, draw_line
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import CALM, Trouble

PRINT_PPMM = 4.0


class SlateMarks(msgspec.Struct, frozen=True):
    """What a pen left on a slate: lines and shooting stars (head first) by their ends, objects by kind and point."""

    lines: tuple[Line, ...] = ()
    stars: tuple[Line, ...] = ()
    objects: tuple[tuple[Kind, str], ...] = ()


class SlateView(SeatView[SlateMarks]):
    """The pictures of one seat's slate; the same line is always the same stroke."""

    def __init__(self, slate: int, seat: int, seed: int, size: tuple[int, int] = (1280, 720)) -> None:
        layout = printed_layout(slate)
        sky = skies_of(layout, pack_skies())[0]
        self.design = SlateDesign(f"slate_{slate}", layout, sky, calm_look(layout, sky, slate))
        width, height = self.design.size
        board = msgspec.structs.replace(windowless(self.design), disc=Disc((width / 2, height * 0.4), 1.0))
        super().__init__(board, seat, seed, clean_slate(self.design, PRINT_PPMM), size)
        rng = np.random.default_rng([seed, seat, 7])
        self.pen = Pen(rng.uniform(1.1, 1.6), rng.uniform(0.85, 1.0), miss=rng.uniform(0.2, 0.4), bow=0.008)
        self.head = Head(float(rng.uniform(3.5, 5.5)), float(rng.uniform(24, 36)), "barbs")

    def rotation_deg(self, round_number: int) -> float:
        """Nothing turns on a slate."""
        return 0.0

    def marked(self, marks: SlateMarks, trouble: Trouble = CALM, shot: int = 0) -> Picture:
        """The picture of the slate with these marks."""
        return self.picture(1, marks, trouble, shot)

    def _inked(self, drawn: SlateMarks) -> Board:
        strokes = [self._straight(line) for line in drawn.lines]
        strokes += [stroke for star in drawn.stars for stroke in self._star(star)]
        for kind, at in drawn.objects:
            strokes += draw_object(self._rng(kind, at), self.design, kind, at, self.pen)
        return drawn_on(self._clean, strokes, [], np.random.default_rng([self.seed, self.seat, 2]))

    def _rng(self, *names: str) -> np.random.Generator:
        return np.random.default_rng([self.seed, self.seat, 3, zlib.crc32("-".join(names).encode())])

    def _straight(self, line: Line) -> Stroke:
        a, b = (np.array(self.design.at(point)) for point in line)
        return draw_line(self._rng(*line), a, b, self.pen)

    def _star(self, star: Line) -> list[Stroke]:
        rng = self._rng("star", *star)
        head, tail = (np.array(self.design.at(point)) for point in star)
        return [draw_line(rng, tail, head, self.pen), *self.head.strokes(rng, head, tail, self.pen)]


class SimulatedSlates:
    """The slates before the seats of a simulated table. `seed` settles how table, light and pens look."""

    def __init__(self, table: SimulatedTable, seed: int = 0) -> None:
        self._table, self._seed = table, seed
        self._views: dict[tuple[int, int], SlateView] = {}

    def follow(self, game: LookAtTheStars, state: StarsState, seat: int) -> None:
        """Lay that seat's slate as the record has it, and draw on it what its player draws now."""
        slate = state.slates[seat]
        marks = SlateMarks(
            lines=_new_lines(game, slate.slate, line_names(slate.drawn & LINES)),
            stars=tuple((star.head, star.tail) for star in slate.shooting_stars),
            objects=tuple((thing.kind, thing.at) for thing in slate.objects if thing.kind != "star"),
        )
        if state.phase is Phase.DRAW and seat in state.waiting and not slate.fresh:
            marks = _with(marks, greedy_player(game, state, seat))
        view = self._view(slate.slate, seat)
        self._table.lay(seat, partial(view.marked, marks))

    def play(self, seat: int) -> None:
        """Lay the slate of a game that nobody recorded, played to its end."""
        game, state = played(self._seed)
        self.follow(game, state, seat)

    def _view(self, slate: int, seat: int) -> SlateView:
        if (slate, seat) not in self._views:
            self._views[slate, seat] = SlateView(slate, seat, self._seed)
        return self._views[slate, seat]


@lru_cache(maxsize=2)
def played(seed: int) -> tuple[LookAtTheStars, StarsState]:
    """A game of eight with our own pack, played to its end."""
    game: LookAtTheStars = open_game("look_at_the_stars")  # type: ignore[assignment]
    return game, ended(game, [f"P{seat}" for seat in range(MAX_PLAYERS)], greedy_action, Random(seed))


def _new_lines(game: LookAtTheStars, slate: int, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that a pen drew: printed ones are there already."""
    printed = {frozenset(line) for card in game.pack.slates if card.id == slate for line in card.printed_lines}
    return tuple(line for line in lines if frozenset(line) not in printed)


def _with(marks: SlateMarks, action: StarsAction) -> SlateMarks:
    if isinstance(action, Draw):
        return msgspec.structs.replace(marks, lines=(*marks.lines, *action.lines))
    if isinstance(action, DrawShootingStar):
        return msgspec.structs.replace(marks, stars=(*marks.stars, (action.head, action.tail)))
    return marks
