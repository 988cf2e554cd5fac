"""Parts of the screens of Starfarers: balls, dice, heaps of cards, buttons with prices, mother ships, friends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color
from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from engines.starfarers.components import VALUE
from engines.starfarers.glyphs import BALL_COLOURS
from engines.starfarers.pack import RESOURCES
from pi_app.games.starfarers.parts import ShipState
from pi_app.games.starfarers.ui.signs import AnyMark, SignMark, is_sign, sign_at, sign_mark_at, text_at
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import CommandTap
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Pane, Plate
from pi_app.ui.widgets.rounded import RoundedBox, disc

__all__ = ["AnyMark", "SignMark"]
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
DARK_BALLS: Final = ("black", "blue", "red")


class BallMark(Painted):
    """A ball with its value; an empty ring where it is not known. `rolling`: the ship is being shaken."""

    SHOWN = ("ball", "rolling")
    ball = StringProperty("")
    rolling = BooleanProperty(False)

    def paint(self) -> None:
        """The ball, its light, its value."""
        x, y, radius = self.center_x, self.center_y, min(self.size) / 2 - dp(2)
        if not self.ball:
            colour = theme.ASK if self.rolling else theme.EDGE
            self.draw(*sign_at("circle", x, y, radius, colour), *text_at("?", x, y, radius * 1.1, colour))
            return
        ink = (1, 1, 1, 1) if self.ball in DARK_BALLS else theme.rgb("#141824")
        self.draw(
            *sign_at("disc", x, y, radius, theme.rgb("#D8DEEF")),
            *sign_at("disc", x, y, radius * 0.95, theme.rgb(BALL_COLOURS[self.ball])),
            *sign_at("disc", x - radius * 0.36, y + radius * 0.42, radius * 0.2, (1, 1, 1, 0.5)),
            *text_at(str(VALUE[self.ball]), x, y, radius * 1.15, ink),
        )


class DieMark(Painted):
    """A die; empty where it has not been told."""

    SHOWN = ("pips",)
    pips = NumericProperty(0)

    def paint(self) -> None:
        """The square and its pips."""
        side = min(self.size) - dp(4)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        box = {"pos": (x, y), "size": (side, side), "radius": [side * 0.18]}
        self.draw(Color(*(theme.rgb("#F4F0E4") if self.pips else theme.RAISED)), RoundedBox(**box))
        self.draw(Color(*theme.EDGE), RoundedBox(**box, rim=dp(1.5)))
        for px, py in PIPS.get(int(self.pips), ()):
            centre = self.center_x + px * side * 0.26, self.center_y + py * side * 0.26
            self.draw(*sign_at("disc", *centre, side * 0.1, theme.rgb("#141824")))


class CardPile(Plate, CommandTap):
    """A heap of resource cards: its sign, how many, a note; a tap takes one more."""

    resource = StringProperty("ore")
    name = StringProperty("")
    count = StringProperty("")
    note = StringProperty("")
    live = BooleanProperty(False)


class CardLess(Plate, CommandTap):
    """One card fewer."""


class PriceRow(Painted):
    """What something costs: a sign a card, pale where it is missing."""

    SHOWN = ("cost", "short")
    cost = ListProperty([0, 0, 0, 0, 0])
    short = ListProperty([0, 0, 0, 0, 0])

    def paint(self) -> None:
        """The signs from the left."""
        radius, x = dp(11), self.x + dp(11)
        for resource, n, missing in zip(RESOURCES, self.cost, self.short, strict=True):
            for k in range(n):
                self.draw(*sign_mark_at(resource, x, self.center_y, radius, 0.35 if k < missing else 1.0))
                x += dp(24)


class IncomeRow(BoxLayout):
    """What a roll brought one player."""

    income: Any = ObjectProperty(None, rebind=True)


class ShipCard(Pane):
    """A mother ship with its numbers."""

    ship: ShipState = ObjectProperty(None, rebind=True)


class Slots(Painted):
    """The places for one kind of upgrade: taken ones bright, empty ones dim."""

    SHOWN = ("sign", "count", "room")
    sign = StringProperty("fame")
    count = NumericProperty(0)
    room = NumericProperty(0)

    def paint(self) -> None:
        """The places from the left."""
        radius = min(self.height * 0.46, self.width / max(1, self.room) * 0.52, dp(16))
        step = min(radius * 2.1, (self.width - 2 * radius) / max(1, self.room - 1))
        for k in range(int(self.room)):
            colour = UPGRADE_COLOURS[self.sign]() if k < self.count else (*theme.EDGE[:3], 0.4)
            self.draw(*sign_at(self.sign, self.x + radius + k * step, self.center_y, radius, colour))


UPGRADE_COLOURS: Final[dict[str, Callable[[], theme.Colour]]] = {
    "fame": lambda: theme.ASK,
    "cannon": lambda: theme.rgb("#5E9CF0"),
    "ring": lambda: theme.rgb("#D98A4E"),
    "booster": lambda: theme.rgb("#DDAF1B"),
}


class SlotRow(BoxLayout):
    """A kind of upgrade by name, how many, and its places."""

    sign = StringProperty("fame")
    name = StringProperty("")
    count = NumericProperty(0)
    room = NumericProperty(0)


class SignRow(BoxLayout):
    """Signs and short texts side by side."""

    signs = ListProperty([])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("signs", lambda *_: self._fill())
        self._fill()

    def _fill(self) -> None:
        self.clear_widgets()
        for sign in self.signs:
            if is_sign(sign):
                self.add_widget(AnyMark(icon=sign, color=theme.TEXT))
            else:
                self.add_widget(Fit(text=sign, bold=True, max_font=sp(17), min_font=sp(10), color=theme.TEXT))


class ScoreTrack(Painted):
    """The score track up to the goal, a badge a player."""

    SHOWN = ("track", "goal")
    track = ListProperty([])
    goal = NumericProperty(15)

    def paint(self) -> None:
        """The places from 0, the players on them."""
        step = self.width / (self.goal + 1)
        for points in range(int(self.goal) + 1):
            x = self.x + step * (points + 0.5)
            goal = points == self.goal
            radius = min(step * 0.46, dp(13))
            self.draw(Color(*(theme.GO if goal else theme.RAISED)), disc((x, self.y + dp(2) + radius), radius))
            self.draw(*text_at(str(points), x, self.y + dp(2) + radius, dp(15), theme.INK if goal else theme.TEXT))
        for seat, points in self.track:
            self._marker(seat, min(points, self.goal), step)

    def _marker(self, seat: int, points: int, step: float) -> None:
        same = [other for other, its in self.track if min(its, self.goal) == points]
        x = self.x + step * (points + 0.5)
        y = self.y + dp(40) + same.index(seat) * dp(19)
        colour = theme.SEATS[seat % len(theme.SEATS)]
        self.draw(*sign_at("disc", x, y, dp(10), colour), *text_at(str(seat + 1), x, y, dp(15), theme.INK))


class FriendTap(Plate, CommandTap):
    """A friendship card: free, or with its owner's badge."""

    owner = NumericProperty(-1)
    signs = ListProperty([])
    chosen = BooleanProperty(False)


class PeopleRow(BoxLayout):
    """A people: its sign, the medal, stations."""

    people: Any = ObjectProperty(None, rebind=True)


class StationRow(Painted):
    """The five trade points of a people, a badge where a station stands."""

    SHOWN = ("stations",)
    stations = ListProperty([])

    def paint(self) -> None:
        """The points in the order of their numbers."""
        step = min(self.width / max(1, len(self.stations)), dp(30))
        for n, owner in enumerate(self.stations):
            x, y = self.x + step * (n + 0.5), self.center_y
            free = owner is None
            colour = theme.EDGE if free else theme.SEATS[owner % len(theme.SEATS)]
            label, ink = (str(n + 1), theme.MUTED) if free else (str(owner + 1), theme.INK)
            self.draw(*sign_at("circle" if free else "disc", x, y, step * 0.42, colour))
            self.draw(*text_at(label, x, y, step * 0.62, ink))


load_rules(__file__)
