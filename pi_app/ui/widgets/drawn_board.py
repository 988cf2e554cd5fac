"""A board drawn from a scene: what is printed on it is painted once, what lies over it with every change."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from pi_app.steps.view import Command
from pi_app.ui import theme
from pi_app.ui.drawn import picture
from pi_app.ui.steps.port import Port
from pi_app.ui.theme import Colour
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.loupe import Loupe
from pi_app.ui.widgets.rounded import ring
from pi_app.ui.widgets.spots import Point

SUPERSAMPLING: Final = 2
"""What is printed is painted so many times larger, for smooth edges."""


def photo_texture(photos: Callable[[str], Any], name: str) -> Texture | None:
    """A photograph laid flat as a texture; None where it is gone."""
    image = photos(name)
    if image is None:
        return None
    texture = Texture.create(size=(image.shape[1], image.shape[0]), colorfmt="rgb")
    texture.blit_buffer(image.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class DrawnBoard(Widget):
    """The board of a step or a page, with a loupe for the finger that stays down.

    `scene` says what it shows and has the fields `photo` (a name) and `photo_at`; `touchable`, whether fingers do
    anything. Event: `on_command(command)`, what a finger means.
    """

    __events__ = ("on_command",)

    scene: Any = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)
    photos: Any = ObjectProperty(None, allownone=True)
    """Name of a photograph -> its picture."""

    def __init__(self, **kwargs: Any) -> None:
        self._still, self._moving = InstructionGroup(), InstructionGroup()
        self._drawn: tuple[Any, ...] | None = None
        super().__init__(**kwargs)
        self._clip = Clip()
        for instruction in self._clip.around((self._still, self._moving)):
            self.canvas.add(instruction)
        self.loupe = Loupe(self)
        redraw = Clock.create_trigger(self._draw, -1)
        for name in ("scene", "pos", "size"):
            self.fbind(name, redraw)
        redraw()

    def show(self, stage: Any) -> None:
        """Another scene, of a step's stage."""
        self.touchable, self.scene = stage.touchable, stage.scene

    def on_command(self, command: Command) -> None:
        """A finger means that."""

    @property
    def aspect(self) -> float:
        """Width over height of what the scene shows."""
        return 1.0

    def printed(self) -> tuple[Any, ...]:
        """What of the scene `paint` paints, beside its photograph: it paints anew when this is another."""
        return ()

    def paint(self) -> None:
        """Add what stays while a finger draws to the canvas in use; places by `in_picture`."""

    def draw_over(self) -> None:
        """Add what lies over the print, with `stroke`, `ring` and `cross`."""

    def in_picture(self, at: Point) -> Point:
        """Where a place of the window lies in the picture that `paint` paints."""
        return (at[0] - self.x) * SUPERSAMPLING, (at[1] - self.y) * SUPERSAMPLING

    def paint_photo(self, corner: Point, size: Point) -> None:
        """The scene's photograph in the picture that `paint` paints, where it is still there."""
        texture = photo_texture(self.photos, self.scene.photo)
        if texture is not None:
            Color(1, 1, 1, 1)
            Rectangle(pos=corner, size=size, texture=texture)

    def draw_anew(self) -> None:
        """What lies over the print is another."""
        self._moving.clear()
        if self.scene is not None:
            self.draw_over()

    def _draw(self, *_: Any) -> None:
        if self.scene is None or self.width < 2 or self.height < 2:
            return
        self._clip.fit(self.pos, self.size)
        wanted = (*self.printed(), self.scene.photo, tuple(self.pos), tuple(self.size))
        if wanted != self._drawn:
            self._drawn = wanted
            texture = picture((int(self.width) * SUPERSAMPLING, int(self.height) * SUPERSAMPLING), self.paint)
            self._still.clear()
            self._still.add(Color(1, 1, 1, 1))
            self._still.add(Rectangle(pos=self.pos, size=self.size, texture=texture))
        self.draw_anew()

    def add(self, *instructions: Any) -> None:
        """Add to what lies over the print."""
        for instruction in instructions:
            self._moving.add(instruction)

    def stroke(self, a: Point, b: Point, colour: Colour, width: float) -> None:
        """A line over the print, `width` in dp."""
        self.add(Color(*colour), SmoothLine(points=[*a, *b], width=dp(width)))

    def dashed(self, a: Point, b: Point, colour: Colour, width: float, length: float) -> None:
        """The same in dashes of about that length, in pixels."""
        for start, end in dashes(a, b, length):
            self.stroke(start, end, colour, width)

    def ring(self, at: Point, radius: float, colour: Colour, width: float) -> None:
        """A circle over the print; `radius` in pixels, `width` in dp."""
        self.add(Color(*colour), ring(at, radius, dp(width)))

    def cross(self, at: Point) -> None:
        """The mark of what is wrong."""
        (x, y), r = at, dp(6)
        self.stroke((x - r, y - r), (x + r, y + r), theme.BOARD.WRONG, 2.0)
        self.stroke((x - r, y + r), (x + r, y - r), theme.BOARD.WRONG, 2.0)


class StageBoard(DrawnBoard):
    """What a board adds as the stage of a step."""

    def __init__(self, stage: Any, port: Port, **kwargs: Any) -> None:
        super().__init__(photos=port.photo, **kwargs)
        self.bind(on_command=lambda _board, command: port.send(command))
        self.show(stage)


def from_segment(p: Point, a: Point, b: Point) -> float:
    """Distance from a point to a segment."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    long = vx * vx + vy * vy
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * vx + (p[1] - a[1]) * vy) / long))
    return math.dist(p, (a[0] + t * vx, a[1] + t * vy))


def dashes(a: Point, b: Point, length: float) -> list[tuple[Point, Point]]:
    """Dashes of about that length from end to end, two at least."""
    count = max(2, round(math.dist(a, b) / length / 2))
    step = 1 / (2 * count - 1)

    def at(t: float) -> Point:
        return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t

    return [(at(2 * i * step), at((2 * i + 1) * step)) for i in range(count)]
