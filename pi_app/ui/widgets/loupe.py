"""A loupe over a board: what lies under a finger that stays down, larger, and what lifting it there would choose."""

from __future__ import annotations

import math
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.text import Label as TextRenderer
from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp

from pi_app.ui import theme
from pi_app.ui.drawn import enlarged
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.rounded import RoundedBox, ring
from pi_app.ui.widgets.spots import Point

HOLD_S: Final = 0.4
"""A finger that stays in its place so long looks for something; one that taps is quicker."""
TREMBLE_DP: Final = 2
"""A finger that stays in its place moves no farther than this; one that draws slowly does."""
STILL_DP: Final = 10
"""One that has moved farther by then is drawing, or moving the board."""
TIMES: Final = 2.2
"""How many times larger it shows the board."""
RADIUS_DP: Final = 76
"""Of the loupe."""
AWAY_DP: Final = 58
"""The loupe's edge keeps so far from the finger, which covers the board."""


class Loupe:
    """Opens where a finger has stayed down on its board, follows it, and closes when it lifts: a tap at that place.

    It stays within the board, so that nothing else is covered. `board`: a widget that is `Spotted`, and whose
    `spot_words(id)` says a spot in the language in use.
    """

    def __init__(self, board: Any) -> None:
        self._board = board
        self._finger: Any = None
        self._picture: Texture | None = None
        self._spot: str | None = None
        self._drawing = InstructionGroup()
        self._clip = Clip(Ellipse)
        self._place: Point = (0.0, 0.0)
        self._open_later = Clock.create_trigger(self._ask_once_more, HOLD_S)
        self._open_now = Clock.create_trigger(self._open)

    @property
    def spot(self) -> str | None:
        """The id of what lifting the finger would choose, while the loupe is open."""
        return self._spot

    @property
    def is_open(self) -> bool:
        """Whether it shows something."""
        return self._picture is not None

    def press(self, touch: Any) -> None:
        """A finger has come down on the board."""
        self._finger, self._place = touch, touch.pos
        self._open_later()

    def follow(self) -> bool:
        """The finger has moved. Returns whether it looks for something."""
        if self.is_open:
            self._look()
        elif self._finger is not None and math.dist(self._finger.pos, self._finger.opos) > dp(STILL_DP):
            self.lift()
        elif self._finger is not None and math.dist(self._finger.pos, self._place) > dp(TREMBLE_DP):
            self._place = self._finger.pos
            self._wait_no_more()
            self._open_later()
        return self.is_open

    def lift(self) -> None:
        """The finger is gone, or does something else."""
        self._wait_no_more()
        if self.is_open:
            self._board.canvas.after.remove(self._drawing)
        self._finger = self._picture = self._spot = None
        self._drawing.clear()

    def _wait_no_more(self) -> None:
        self._open_later.cancel()
        self._open_now.cancel()

    def _ask_once_more(self, _dt: float) -> None:
        """After a slow frame the time may be over while the finger's way still waits to be told: look a frame later."""
        self._open_now()

    def _open(self, _dt: float) -> None:
        if self._finger is not None and self._finger.grab_list:
            self._board.canvas.after.add(self._drawing)
            self._look()

    def _look(self) -> None:
        if not self._finger.grab_list:
            self.lift()
            return
        at: Point = self._finger.pos
        spot = self._board.spot_at(at) if self._board.collide_point(*at) else None
        if not self.is_open or spot != self._spot:
            self._drawing.clear()
            self._picture, self._spot = enlarged(self._board, TIMES), spot
        self._draw(at)

    def _draw(self, at: Point) -> None:
        board, radius, drawing = self._board, dp(RADIUS_DP), self._drawing
        x, y = beside(at, board.pos, board.size)
        places = [spot.at for spot in board.spots() if spot.id == self._spot]
        place = min(places, key=lambda place: math.dist(place, at), default=None)
        corner = x - (at[0] - board.x) * TIMES, y - (at[1] - board.y) * TIMES
        box = (x - radius, y - radius), (2 * radius, 2 * radius)
        self._clip.fit(*box)
        inside: list[Any] = [
            Color(*theme.BOARD.NIGHT),
            Ellipse(pos=box[0], size=box[1]),
            Color(1, 1, 1, 1),
            Rectangle(texture=self._picture, pos=corner, size=(board.width * TIMES, board.height * TIMES)),
        ]
        if place is not None:
            there = corner[0] + (place[0] - board.x) * TIMES, corner[1] + (place[1] - board.y) * TIMES
            inside += [Color(*theme.BOARD.GO), ring(there, dp(17), dp(1.6))]
        inside += [Color(*theme.BOARD.TEXT), ring((x, y), dp(2.5), dp(1))]
        drawing.clear()
        for part in self._clip.around(inside):
            drawing.add(part)
        edge = theme.BOARD.EDGE if place is None else theme.BOARD.GO
        for part in (Color(*edge), ring((x, y), radius, dp(1.8))):
            drawing.add(part)
        if self._spot is not None:
            self._name(board.spot_words(self._spot), x, y - radius)

    def _name(self, words: str, x: float, y: float) -> None:
        """What would be chosen, across the lower edge."""
        text = TextRenderer(text=words, font_size=sp(19), bold=True, font_name="Inter")
        text.refresh()
        wide, high = text.texture.size[0] + dp(20), sp(32)
        board = self._board
        left = min(max(x - wide / 2, board.x), board.right - wide)
        plate = RoundedBox(pos=(left, y - high / 2), size=(wide, high), radius=[dp(10)])
        drawing = Color(*theme.BOARD.GO), plate, Color(*theme.BOARD.INK)
        for part in drawing:
            self._drawing.add(part)
        size = text.texture.size
        at = round(left + dp(10)), round(y - size[1] / 2)
        self._drawing.add(Rectangle(texture=text.texture, pos=at, size=size))


def beside(at: Point, pos: Point, size: Point) -> Point:
    """The middle of the loupe of a finger `at` a board: above it, or where the board ends there, at the side that has
    more room."""
    radius, away = dp(RADIUS_DP), dp(RADIUS_DP + AWAY_DP)
    (left, bottom), (right, top) = pos, (pos[0] + size[0], pos[1] + size[1])
    x, y = at[0], at[1] + away
    if y + radius > top:
        y = top - radius
        if math.dist((x, y), at) < away:
            across = math.sqrt(away**2 - min(away, abs(y - at[1])) ** 2)
            x += -across if at[0] - left > right - at[0] else across
    return min(max(x, left + radius), right - radius), max(y, bottom + radius)
