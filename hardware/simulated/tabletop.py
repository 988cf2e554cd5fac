"""The simulated table as devices: a camera over every seat's board, round lights on the screen, seat buttons.

Boards hold what the record says was drawn in past rounds, and what simulated players draw in the present one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from engines.layout import StarDiscLayout
from engines.registry import open_game
from engines.star_explorer.bots import greedy_action
from engines.star_explorer.model import Draw, Line, Phase, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from hardware.buttons import ScreenButtons
from hardware.camera import CameraStatus, Frame, Image, Seconds, no_camera
from hardware.lights import ScreenLights
from hardware.shaker import ScreenShaker
from hardware.simulated.camera import NOTHING, Drawn, SeatView, printed_board
from hardware.simulated.ring import shown
from hardware.simulated.tiles.beside import Beside, turned_over
from hardware.simulated.trouble import CALM, DARK, Trouble

Artist: TypeAlias = Callable[[StarExplorer, StarExplorerState, int], Draw]
"""What a simulated player draws with a pen: of this game, in this state, on this seat's board."""


class Pictures(Protocol):
    """What takes the pictures of one seat's board."""

    def picture(self, round_number: int, drawn: Drawn = NOTHING, trouble: Trouble = CALM, shot: int = 0) -> Image:
        """The board in this round; `shot` numbers the frames."""


Taker: TypeAlias = Callable[[Trouble, int], Image]
"""Takes a picture of a board in this trouble; the number is the frame's."""
ViewMaker: TypeAlias = Callable[[int], Pictures]


class SimulatedTable:
    """Boards, pens, lamps and buttons that exist only in the computer.

    `seed` settles how table, light and pens look. `ring`: whether the round lights burn around the cameras, as the
    microcontroller's ring does, and so light the boards and are mirrored in them. `make_view` (seat -> pictures) may be
    given by tests; it runs, like all drawing of pictures, in a thread of the table's own.
    """

    def __init__(
        self,
        layout: StarDiscLayout,
        seed: int = 0,
        *,
        ring: bool = False,
        make_view: ViewMaker | None = None,
        clock: Seconds = time.monotonic,
    ) -> None:
        self.layout = layout
        self.lights = ScreenLights(mirrored=ring)
        self.buttons = ScreenButtons()
        self.shaker = ScreenShaker()
        self.clock = clock
        self.plugged = True
        """False: the camera's plug is out."""
        self._seed = seed
        self._ring = ring
        self._make_view = make_view or _printed(layout, seed)
        self._views: dict[int, Pictures] = {}
        self._boards: dict[int, _Board] = {}
        self._laid: dict[int, Taker | None] = {}
        self._painter = ThreadPoolExecutor(1, "simulated-camera")

    def camera(self, seat: int) -> SimulatedCamera:
        """The camera over that seat's board."""
        return SimulatedCamera(self, seat)

    def draw(self, seat: int, round_number: int, lines: Sequence[Line]) -> None:
        """Draw these lines, and only these, in that round's pen strokes on the board of that seat."""
        board = self._board(seat)
        self._boards[seat] = msgspec.structs.replace(board, rounds={**board.rounds, round_number: tuple(lines)})

    def turn(self, seat: int, round_number: int) -> None:
        """Turn that seat's disc to the round."""
        self._boards[seat] = msgspec.structs.replace(self._board(seat), round=round_number)

    def trouble(self, seat: int, trouble: Trouble) -> None:
        """Something goes wrong (or right again) in front of that seat's camera."""
        self._boards[seat] = msgspec.structs.replace(self._board(seat), trouble=trouble)

    def lay(self, seat: int, take: Taker | None) -> None:
        """Lay another kind of board before that seat, with what takes its pictures; None: the star disc again."""
        self._laid[seat] = take

    def drawn(self, seat: int, round_number: int) -> tuple[Line, ...]:
        """The lines drawn on that board in that round."""
        return self._board(seat).rounds.get(round_number, ())

    def follow(self, game: StarExplorer, state: StarExplorerState, artist: Artist | None = None) -> None:
        """Bring the boards to where the game is: discs turned, past drawings as recorded, the present one drawn.

        A seat that has still to draw in this round gets what `artist` draws, once; a round taken back is wiped.
        A player who turns a tile over has it lying beside the board.
        """
        sheet = game.score(state)
        for seat in range(len(state.players)):
            recorded = {d.round: d.lines for d in state.seats[seat].drawings}
            now = self.drawn(seat, state.round)
            if state.phase == Phase.DRAW and state.round not in recorded:
                recorded[state.round] = now or (artist or greedy_artist)(game, state, seat).lines
            mine = sheet.players[seat]
            fading = min(mine.tiebreak.get("fading", 0), len(self.layout.three_point_stars or ()))
            points = tuple(row.points for row in mine.rows if row.row.startswith("round."))
            self._boards[seat] = msgspec.structs.replace(
                self._board(seat),
                round=state.round,
                rounds=recorded,
                crossed=fading,
                points=points,
                beside=turned_over(game, state, seat, self._seed),
            )

    def play(self, seat: int, stop: int) -> None:
        """Lay the board of a game that nobody recorded, played to its end, its disc turned to that numeral."""
        self.lay(seat, None)
        game, state = played(self._seed)
        if self.drawn(seat, 1) != state.seats[seat].drawings[0].lines:
            self.follow(game, state)
        self.turn(seat, stop)

    def close(self) -> None:
        """End the thread. May be called twice."""
        self._painter.shutdown(wait=True, cancel_futures=True)

    def shoot(self, seat: int, number: int) -> Future[Image]:
        """Begin to take the picture of that number."""
        board = self._board(seat)
        drawn = Drawn(board.rounds, board.crossed, board.points, board.beside)
        ring = shown(self.lights.scene, int(self.clock() * 1000)) if self._ring else DARK
        trouble = msgspec.structs.replace(board.trouble, ring=ring)
        laid = self._laid.get(seat)
        if laid is not None:
            return self._painter.submit(lambda: laid(trouble, number))
        return self._painter.submit(lambda: self._view(seat).picture(board.round, drawn, trouble, number))

    def _board(self, seat: int) -> _Board:
        return self._boards.get(seat) or _Board()

    def _view(self, seat: int) -> Pictures:
        if seat not in self._views:
            self._views[seat] = self._make_view(seat)
        return self._views[seat]


class _Board(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before one seat."""

    round: int = 1
    rounds: dict[int, tuple[Line, ...]] = {}
    crossed: int = 0
    points: tuple[int, ...] = ()
    beside: Beside | None = None
    trouble: Trouble = CALM


@cache
def played(seed: int) -> tuple[StarExplorer, StarExplorerState]:
    """A game of four with our own pack, played to its end."""
    game: StarExplorer = open_game("star_explorer")  # type: ignore[assignment]
    rng = Random(seed)
    state = game.setup(("A", "B", "C", "D"))
    while not game.is_over(state):
        seat = game.to_move(state)[0]
        state = game.play(
            state, greedy_action(game, state, seat, rng) if isinstance(seat, int) else game.deal(state, rng)
        )
    return game, state


def greedy_artist(game: StarExplorer, state: StarExplorerState, seat: int) -> Draw:
    """The drawing worth most this round."""
    action = greedy_action(game, state, seat, Random(0))
    return action if isinstance(action, Draw) else Draw(seat=seat)


def _printed(layout: StarDiscLayout, seed: int) -> ViewMaker:
    board = cache(lambda: printed_board(layout))
    return lambda seat: SeatView(layout, seat, seed, board())


class SimulatedCamera:
    """A camera over one board of a simulated table; its pictures are drawn in the table's thread."""

    def __init__(self, table: SimulatedTable, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._shots = 0
        self._waiting: list[tuple[float, Future[Image]]] = []

    @property
    def status(self) -> CameraStatus:
        """Ready while its plug is in."""
        return CameraStatus("ready") if self._table.plugged else CameraStatus("absent", no_camera("auto"))

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        """Pictures of the board as it is now, begun by the first call and given once they are drawn."""
        if not self._table.plugged:
            self._waiting = []
            return []
        now = self._table.clock()
        self._waiting = [(at, picture) for at, picture in self._waiting if at > after]
        if now > after:
            while len(self._waiting) < count:
                self._waiting.append((now, self._table.shoot(self._seat, self._shots)))
                self._shots += 1
        if len(self._waiting) < count or not all(picture.done() for _, picture in self._waiting):
            return []
        taken, self._waiting = self._waiting[:count], []
        return [Frame(picture.result(), at) for at, picture in taken]

    def close(self) -> None:
        """Forget the pictures under way."""
        self._waiting = []
