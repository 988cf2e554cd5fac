"""What powers draw, as small drawings, and the cards of Look at the Stars."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from kivy.graphics import Color, Ellipse, Mesh, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from engines.glyphs import rays
from pi_app.games.look_at_the_stars.cards import CardTap, OpenCards, ShapeCard, TurnCard
from pi_app.steps.view import Page, Part
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import CommandTap, PartBox, Port
from pi_app.ui.theme import Colour
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Pane, Plate
from pi_app.ui.widgets.rounded import ring, stars

SUN_EDGE: Final = theme.rgb("FFB86B")

# Small drawings --------------------------------------------------------------------------------------------------


def stars_mesh(tips: int, places: Iterable[tuple[float, float, float]]) -> Mesh:
    """Stars with so many tips at places (x, y, radius)."""
    return stars(rays(tips, 0.4), places)


def object_instructions(kind: str, x: float, y: float, radius: float, colour: Colour) -> list[Any]:
    """The drawing of what a power puts on a slate, around a place."""
    thin, ink = dp(1.4), Color(*colour)

    def around(r: float) -> Rectangle:
        return ring((x, y), r, thin)

    match kind:
        case "planet":
            belt = SmoothLine(ellipse=(x - radius * 1.3, y - radius * 0.4, radius * 2.6, radius * 0.8), width=thin)
            return [ink, around(radius * 0.75), belt]
        case "star":
            return [ink, stars_mesh(4, [(x, y, radius * 0.8)])]
        case "galaxy":
            arms = [_spiral(x, y, radius * 1.9, radius * 0.8, turn) for turn in (0.0, math.pi)]
            return [ink, *(SmoothLine(points=arm, width=thin) for arm in arms)]
        case "twinkling_star":
            return [ink, stars_mesh(5, [(x, y, radius)])]
        case "nova":
            return [ink, stars_mesh(8, [(x, y, radius * 1.1)])]
        case "aura":
            beams = [_ray(x, y, radius * 0.95, radius * 1.35, k * math.pi / 4) for k in range(8)]
            return [ink, around(radius * 0.75), *(SmoothLine(points=beam, width=thin) for beam in beams)]
        case "crescent_moon":
            return [ink, SmoothLine(points=_crescent(x, y, radius), close=True, width=thin)]
        case "black_hole":
            core = Ellipse(pos=(x - radius * 0.6, y - radius * 0.6), size=(radius * 1.2, radius * 1.2))
            return [ink, around(radius), around(radius * 0.78), Color(*theme.BOARD.INK), core]
        case "line":
            return [ink, SmoothLine(points=[x - radius, y - radius * 0.7, x + radius, y + radius * 0.7], width=dp(2.6))]
        case _:
            return []


def _ray(x: float, y: float, near: float, far: float, angle: float) -> list[float]:
    c, s = math.cos(angle), math.sin(angle)
    return [x + near * c, y + near * s, x + far * c, y + far * s]


def _spiral(x: float, y: float, wide: float, high: float, turn: float) -> list[float]:
    points = list[float]()
    for k in range(25):
        t = k / 24
        angle = turn + t * math.pi * 1.5
        points += [x + wide * t * math.cos(angle), y + high * t * math.sin(angle)]
    return points


def _crescent(x: float, y: float, radius: float) -> list[float]:
    outer = [math.radians(50 + k * 260 / 20) for k in range(21)]
    inner = [math.radians(290 - k * 220 / 16) for k in range(17)]
    points = [c for t in outer for c in (x + radius * math.cos(t), y + radius * math.sin(t))]
    shift = radius * 0.42
    points += [c for t in inner for c in (x + shift + radius * 0.72 * math.cos(t), y + radius * 0.72 * math.sin(t))]
    return points


# Cards -----------------------------------------------------------------------------------------------------------


class ShapeView(Painted):
    """The shape of a card on a piece of the lattice, or a shooting star; `power` puts its sign in the corner."""

    SHOWN = ("card", "dim")
    card: ShapeCard | None = ObjectProperty(None, allownone=True, rebind=True)
    dim = BooleanProperty(False)

    def paint(self) -> None:
        """The points of the lattice around the shape, then its lines."""
        if self.card is None:
            return
        strength = 0.35 if self.dim else 1.0
        if self.card.shooting_star:
            self._shooting_star(strength)
        elif self.card.lines:
            self._shape(self.card, strength)

    def _shape(self, card: ShapeCard, strength: float) -> None:
        ends = [end for line in card.lines for end in line]
        wide, high = max(x for x, _ in ends), max(y for _, y in ends)
        step = min(self.width / (wide + 1.2), self.height / (high + 1.2), dp(56))
        left, low = self.center_x - wide * step / 2, self.center_y - high * step / 2
        self.draw(Color(*theme.FAINT[:3], strength))
        dot = max(dp(1.6), step * 0.06)
        for x in range(wide + 1):
            for y in range(high + 1):
                at = (left + x * step - dot, low + y * step - dot)
                self.draw(Ellipse(pos=at, size=(2 * dot, 2 * dot), segments=16))
        self.draw(Color(*theme.TEXT[:3], strength))
        for (ax, ay), (bx, by) in card.lines:
            points = [left + ax * step, low + ay * step, left + bx * step, low + by * step]
            self.draw(SmoothLine(points=points, width=max(dp(1.6), step * 0.07)))
            for x, y in (points[:2], points[2:]):
                r = max(dp(2.6), step * 0.12)
                self.draw(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=20))

    def _shooting_star(self, strength: float) -> None:
        reach = min(self.width, self.height) * 0.34
        x, y = self.center
        self.draw(Color(*theme.TEXT[:3], strength))
        for part, width in ((1.0, 0.8), (0.6, 1.8), (0.2, 2.8)):
            points = [x + reach * part, y + reach * part, x - reach, y - reach]
            self.draw(SmoothLine(points=points, width=dp(width)))
        self.draw(stars_mesh(5, [(x - reach, y - reach, reach * 0.5)]))


class PowerSign(Painted):
    """What a power draws, as a small picture."""

    SHOWN = ("card",)
    card: ShapeCard | None = ObjectProperty(None, allownone=True, rebind=True)

    def paint(self) -> None:
        if self.card is not None and self.card.power:
            radius = min(self.size) * (0.22 if self.card.power == "galaxy" else 0.32)
            x, y = self.center
            self.draw(*object_instructions(self.card.power, x, y, radius, theme.ASK))


class SunDrawing(Painted):
    """A sun over the horizon."""

    def paint(self) -> None:
        """The horizon, half a sun, its rays."""
        x, low, radius = self.center_x, self.y + dp(8), self.height * 0.42
        self.draw(Color(*theme.ASK), SmoothLine(points=[self.x, low, self.right, low], width=dp(1.4)))
        self.draw(SmoothLine(circle=(x, low, radius, -90, 90), width=dp(2)))
        for k in range(7):
            angle = math.pi * k / 6
            self.draw(SmoothLine(points=_ray(x, low, radius * 1.25, radius * 1.6, angle), width=dp(1.6)))


class SunBox(SunDrawing):
    """The sun as a part of a step."""

    def __init__(self, _sun: Part, _port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(96), **kwargs)

    def show(self, _sun: Part) -> None:
        """One sun is like another."""


class SkyCardTap(Plate, CommandTap):
    """A card to tap."""

    card: ShapeCard | None = ObjectProperty(None, allownone=True, rebind=True)


class CardButton(SkyCardTap):
    """A card to tap as a part of a step."""

    def __init__(self, tap: CardTap, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.show(tap)

    def show(self, tap: CardTap) -> None:
        """Another card."""
        self.means(tap.does)
        self.card, self.disabled = tap.card, not tap.on


class NightCardTap(SkyCardTap):
    """The night card, large; a tap turns it."""


class BonusTap(Plate, CommandTap):
    """An open bonus card; a tap shows it large."""

    card: ShapeCard | None = ObjectProperty(None, allownone=True, rebind=True)


class OpenCardsBox(PartBox, BoxLayout):
    """The night card, and the bonus cards beside it."""

    def __init__(self, cards: OpenCards, port: Port, **kwargs: Any) -> None:
        super().__init__(cards, port, **kwargs)
        self.night, self.point, self.power = NightCardTap(port), BonusTap(port), BonusTap(port)
        self.ids.night.add_widget(self.night, index=1)
        for tap in (self.point, self.power):
            tap.means(Page("look_cards"))
            self.ids.bonus.add_widget(tap)
        self.show(cards)

    def show(self, cards: OpenCards) -> None:
        """As they lie now."""
        super().show(cards)
        self.night.card, self.point.card, self.power.card = cards.night, cards.point_bonus, cards.power_bonus
        self.night.means(None if cards.night.shooting_star else TurnCard())


class CardPaneBox(PartBox, Pane):
    """A card with words beside it."""


load_rules(__file__)
