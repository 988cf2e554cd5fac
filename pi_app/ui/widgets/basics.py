"""Labels, buttons, panes and icons: the small parts that every screen is made of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, cos, dist, inf, radians, sin
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Mesh, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import Metrics, dp, sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from pi_app.presenters.colours import COLOURS
from pi_app.ui import theme
from pi_app.ui.icons import ICONS, coverage
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.rounded import disc, ring
from pi_app.ui.widgets.text import Text, TextRenderer, largest_scale, unbroken_words, wrapped_height

COUNT_S: Final = 0.5
EVEN: Final = 1.15
"""How much larger than the smallest words beside them those of a button in the same row may be."""
STILL_DP: Final = 12
"""A finger that moves less than this stays where it is."""


class Say(Text):
    """Text that wraps to its width and is as high as it needs to be."""

    asked = NumericProperty(0)
    """Its font size (pixels) where there is room, once `set_smaller` has looked for it."""


class Muted(Say):
    """Text that matters less."""


def set_smaller(says: Sequence[Say], width: float, room: float) -> None:
    """Set these sentences below each other smaller, where at this width (pixels) they do not find that room in height;
    never smaller than texts of the normal size."""
    for say in says:
        say.asked = say.asked or say.font_size
    scale = largest_scale(
        lambda scale: sum(wrapped_height(say.text, say.asked * scale, bool(say.bold), width) for say in says), room
    )
    for say in says:
        say.font_size = say.asked * scale


class Fit(Text):
    """Text in a box of a given size: its font shrinks from `max_font` towards `min_font` until it fits.

    What does not fit even then is cut short with an ellipsis.
    """

    max_font = NumericProperty("18sp")
    min_font = NumericProperty("13sp")
    button = ObjectProperty(None)
    """Whose words it is: buttons in a row have letters of nearly one size, those in a column or grid of one size."""
    line = StringProperty("caption")
    """Which of the button's: its `caption`, or its `small` note."""
    beside = ListProperty()
    """Other texts, itself among them, that have letters of nearly one size with it: names below each other."""

    def __init__(self, **kwargs: Any) -> None:
        self.fitted = inf
        """The largest font size (pixels) that fits, whatever stands beside it; endless without words."""
        fit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        self.fbind("size", self.setter("text_size"))
        self.text_size = self.size
        for name in ("text", "size", "max_font", "min_font", "bold", "beside"):
            self.fbind(name, fit)
        if self.button is not None:
            self.button.fbind("parent", fit)
        fit()

    def _fit(self, *_: Any) -> None:
        self.fitted = inf
        if self.text and self.width > 1 and self.height > 1:
            size = (int(self.width) - 1, int(self.height))
            least = self.min_font / Metrics.fontscale  # what fits with small texts fits with large ones too
            self.fitted = fitting_font(self.text, size, self.max_font, least, bool(self.bold))
            self.shorten = not _fits(self.text, size, self.fitted, bool(self.bold))
        group, uneven = self._group()
        alike = [fit for fit in group if fit.fitted < inf]
        for fit in alike:
            fit.font_size = min(fit.fitted, uneven * min(other.fitted for other in alike))

    def _group(self) -> tuple[list[Fit], float]:
        """The texts that are to be read with this one, itself among them, and how much larger than the smallest of them
        another may be: the same line of the buttons beside or below its own."""
        if self.beside:
            return list(self.beside), EVEN
        button, place = self.button, self.button and self.button.parent
        if isinstance(place, BoxLayout) and place.orientation == "horizontal":
            buttons, uneven = place.children, EVEN
        elif isinstance(place, BoxLayout | GridLayout):
            buttons, uneven = [other for other in place.children if _kind(other) == _kind(button)], 1.0
        else:
            return [self], 1.0
        lines = [getattr(other, self.line, None) for other in buttons]
        return [fit for fit in lines if isinstance(fit, Fit) and not fit.beside], uneven


def _kind(button: Any) -> tuple[type, str]:
    """What is alike in a column: the way on and what gives up stand out from the others."""
    return type(button), getattr(button, "role", "")


@lru_cache(maxsize=2048)
def fitting_font(text: str, size: tuple[int, int], largest: float, least: float, bold: bool) -> float:
    """The largest font size (pixels) at which the text fits the box without breaking a word."""
    if _fits(text, size, largest, bold):
        return largest
    smaller = range(1, ceil(largest - least))
    pixels = bisect_left(smaller, True, key=lambda less: _fits(text, size, largest - less, bold)) + 1
    return max(largest - pixels, least)


@lru_cache(maxsize=4096)
def _fits(text: str, size: tuple[int, int], font: float, bold: bool) -> bool:
    measure = TextRenderer(font_size=font, bold=bold, font_name="Inter", text_size=(size[0], None))
    lines = text.split("\n")
    width, height = max(measure.get_extents(line) for line in lines)
    if len(lines) == 1 and width <= size[0]:
        return bool(height <= size[1])
    if len(lines) > 1 and width > size[0]:  # Kivy leaves out the last line where one of several wraps
        return False
    if any(measure.get_extents(word)[0] > size[0] for word in unbroken_words(text)):
        return False
    wrapped = TextRenderer(text=text, font_size=font, bold=bold, font_name="Inter", text_size=(size[0], None))
    return bool(wrapped.render()[1] <= size[1])


class Count(Text):
    """A number that counts up to what it is; there at once where motion is reduced."""

    number = NumericProperty(0)
    reached = NumericProperty(0)
    """What is shown on the way."""

    def on_number(self, _count: Any, number: float) -> None:
        """Set out for the new number."""
        Animation.cancel_all(self, "reached")
        if theme.current.reduced_motion:
            self.reached = number
        else:
            Animation(reached=number, duration=COUNT_S, transition="out_quad").start(self)


class Pane(Plate, BoxLayout):
    """A rounded surface that holds other things."""


class Column(BoxLayout):
    """Things below each other, as high as they are together."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, **kwargs)
        self.fbind("minimum_height", self.setter("height"))
        self.height = self.minimum_height  # an empty one has no height, and nothing changes to say so


class Icon(Painted):
    """A drawing of ours from `icons.ICONS`, in one colour."""

    SHOWN = ("icon", "color")
    icon = StringProperty("")
    color = ColorProperty(theme.TEXT)

    def paint(self) -> None:
        """The icon in the middle, on whole pixels."""
        if not self.icon:
            return
        side = round(min(self.size))
        self.drawing.add(Color(*self.color))
        at = round(self.center_x - side / 2), round(self.center_y - side / 2)
        self.drawing.add(Rectangle(texture=icon_texture(self.icon, side), pos=at, size=(side, side)))


@cache
def icon_texture(icon: str, side: int) -> Texture:
    """The white shape of an icon, so many pixels wide and high. Raises LookupError for an unknown one."""
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    pixels = np.full((side, side, 4), 255, np.uint8)
    pixels[:, :, 3] = coverage(ICONS[icon], side)[::-1]
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class Press(ButtonBehavior):
    """A press that began on it counts where the finger has stayed, even if the button has slid away meanwhile."""

    def on_touch_up(self, touch: Any) -> bool:
        """The finger lifts."""
        if touch.grab_current is self:
            self.always_release = dist(touch.pos, touch.opos) < dp(STILL_DP)
        return bool(super().on_touch_up(touch))


class Tap(Press, RelativeLayout):
    """Anything to tap. `key` names what it does, for the app's own finger and for the tests."""

    key = StringProperty("")


class FlatTap(Press, FloatLayout):
    """Something to tap whose children use window coordinates."""

    key = StringProperty("")


class TextTap(Plate, FlatTap):
    """A button with words and perhaps an icon; darker while it is pressed."""

    text = StringProperty("")
    icon = StringProperty("")
    bold = BooleanProperty(False)
    text_left = BooleanProperty(True)
    inset = NumericProperty("12dp")
    text_font = NumericProperty("18sp")
    ink = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        self.fill, self.ink, self.edge = theme.RAISED, theme.TEXT, theme.EDGE
        self.size_hint_y, self.height = None, dp(54)
        super().__init__(**kwargs)
        self.caption = Fit(text=self.text, color=self.ink, bold=self.bold, max_font=self.text_font, button=self)
        self.caption.min_font = sp(11)
        self._mark: Icon | None = None
        Widget.add_widget(self, self.caption)
        for own, its in (("text", "text"), ("ink", "color"), ("bold", "bold"), ("text_font", "max_font")):
            self.fbind(own, self.caption.setter(its))
        for name in ("text", "icon", "inset", "text_left", "ink"):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: Any) -> None:
        """The icon, and the words in the room that is left beside it."""
        side, edge, gap = dp(24) if self.icon else 0, dp(4), dp(8) if self.icon and self.text else 0
        left = (self.inset if self.icon else dp(6)) if self.text else max(0, (self.width - dp(24)) / 2)
        if self.icon and self._mark is None:
            self._mark = Icon(size=(dp(24), dp(24)))
            Widget.add_widget(self, self._mark)
        if self._mark is not None:
            self._mark.icon, self._mark.color = self.icon, self.ink
            self._mark.pos = self.x + left, self.y + edge + (self.height - 2 * edge) * 0.5 - dp(24) / 2.0
        self.caption.halign = "left" if self.icon and self.text_left else "center"
        right = min(left, dp(8))
        self.caption.size = max(0, self.width - left - right - side - gap), max(0, self.height - 2 * edge)
        self.caption.pos = self.x + left + side + gap, self.y + edge


class LookedAt(BoxLayout):
    """Holds what is looked at only: a finger there means what it is a part of."""

    THROUGH: ClassVar = True

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing in it takes a touch."""
        return False


class MainTap(TextTap):
    """The way on."""


class DangerTap(TextTap):
    """Something to think about before tapping."""


class Chip(TextTap):
    """One of several choices; `chosen` marks the one in force."""

    chosen = BooleanProperty(False)


class IconTap(Plate, FlatTap):
    """A button with an icon only."""

    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        self.fill, self.ink = theme.CLEAR, theme.TEXT
        self.size_hint, self.size = (None, None), (dp(48), dp(48))
        super().__init__(**kwargs)
        self._mark = Icon(size=(dp(26), dp(26)))
        Widget.add_widget(self, self._mark)
        for name in ("icon", "ink", "disabled"):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: Any) -> None:
        """The icon in the middle, faint where there is nothing to tap."""
        self._mark.icon, self._mark.center = self.icon, self.center
        self._mark.color = [*self.ink[:3], self.ink[3] * (0.35 if self.disabled else 1)]

    def shade(self) -> list[float]:
        """The colour of the button as it is now."""
        return list(theme.RAISED if self.state == "down" else self.fill)


class SeatBadge(Plate, Widget):
    """A seat's number in its colour; `fill`: in another one."""

    seat = NumericProperty(0)
    fill = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.size_hint, self.size = (None, None), (dp(30), dp(30))
        super().__init__(**kwargs)
        self._number = Text(bold=True, color=theme.INK)
        self.add_widget(self._number)
        self.fbind("seat", self.lay_plate)

    def shade(self) -> list[float]:
        """Its own colour, or the seat's."""
        return list(self.fill or theme.SEATS[self.seat % len(theme.SEATS)])

    def _lay(self, dt: float) -> None:
        self.radius = self.width / 2.0
        super()._lay(dt)
        self._number.text, self._number.font_size = str(self.seat + 1), self.height * 0.56
        self._number.pos, self._number.size = self.pos, self.size


class ColourTap(Plate, FlatTap):
    """A colour to choose, told by its shape too. `chosen` marks somebody's own."""

    colour = NumericProperty(0)
    chosen = BooleanProperty(False)


class ColourMark(Painted):
    """The shape of a colour in that colour."""

    SHOWN = ("colour",)
    colour = NumericProperty(0)

    def paint(self) -> None:
        """The shape, in a square in the middle."""
        radius = min(self.size) / 2
        self.drawing.add(Color(*theme.PALETTES[theme.current.theme].SEATS[self.colour]))
        for part in _shape(COLOURS[self.colour].shape, self.center_x, self.center_y, radius):
            self.drawing.add(part)


class Night(FloatLayout):
    """The sky behind everything."""

    sky = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sky = night_texture(theme.current.theme)


_CORNERS: Final[dict[str, tuple[int, float, float]]] = {
    "square": (4, 45.0, 1.1),
    "triangle": (3, 90.0, 1.12),
    "diamond": (4, 90.0, 1.08),
    "hexagon": (6, 0.0, 1.05),
    "star": (10, 90.0, 1.12),
}
"""Shape -> corners, the angle of the first one in degrees, how far out it is."""


def _shape(shape: str, x: float, y: float, radius: float) -> list[Any]:
    """A filled shape that tells a colour without its colour; a cross and a ring are lines."""
    if shape == "disc":
        return [disc((x, y), radius)]
    if shape == "ring":
        return [ring((x, y), radius * 0.8, radius * 0.2)]
    if shape == "cross":
        arm = radius * 0.72
        ends = ((x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm))
        return [SmoothLine(points=points, width=radius * 0.2, cap="round") for points in ends]
    corners, first, far = _CORNERS[shape]
    vertices = [x, y, 0.0, 0.0]
    for corner in range(corners + 1):
        angle = radians(first + corner * 360 / corners)
        out = radius * far * (0.46 if shape == "star" and corner % 2 else 1.0)
        vertices += [x + out * cos(angle), y + out * sin(angle), 0.0, 0.0]
    edge = [c for at in range(4, len(vertices), 4) for c in vertices[at : at + 2]]
    return [
        Mesh(vertices=vertices, indices=list(range(corners + 2)), mode="triangle_fan"),
        SmoothLine(points=edge, width=1.0),
    ]


@cache
def night_texture(name: str, width: int = 800, height: int = 480) -> Texture:
    """The sky of a theme, drawn once for the whole run."""
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    pixels = theme.sky(theme.PALETTES[name], width, height)
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
