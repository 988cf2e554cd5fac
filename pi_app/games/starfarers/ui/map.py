"""The map of Starfarers: drawn as vectors, to look around in, to come nearer, and to tap.

The widget draws in hundredths of a hexagon's side, y up; panning and zooming only move that drawing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Scale,
    SmoothLine,
    Translate,
)
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from engines.starfarers.glyphs import DOTS, GREEK, PEOPLE_COLOURS, RESOURCE_COLOURS
from pi_app.games.starfarers.chart import ChartPiece, ChartPlan, ChartScene, ChartToken, Spot, SpotKind
from pi_app.games.starfarers.ui.signs import sign_at, text_at
from pi_app.i18n import N_, _
from pi_app.steps.view import Command
from pi_app.ui import theme
from pi_app.ui.roaming import Box, Roaming
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.spots import Point
from pi_app.ui.widgets.spots import Spot as Place

UNIT: Final = 100.0
NEAR_DP: Final = 26
"""A finger as far as this from a place means the place."""
FRAMED: Final = 2.4
"""The map comes no nearer than this by itself."""
PLANET, TOKEN, PIECE = 70.0, 37.0, 34.0
PAPER: Final = theme.rgb("#F4F0E4")
INK: Final = theme.rgb("#141824")
WARM: Final = theme.rgb("#B23A22")
COLD: Final = theme.rgb("#2F6FA8")
BLOCKER: Final = theme.rgb("#9AA0AE")
_WORDS: Final[dict[SpotKind, str]] = {
    "go": N_("Fly here"),
    "pause": N_("Fly through, no stop"),
    "site": N_("Place it here"),
    "launch": N_("Place it here"),
    "ship": N_("Ship"),
    "chosen": N_("Chosen"),
    "beyond": N_("Only if the table accepts it"),
}
"""What may be chosen; places that are only lit do nothing."""


def _up(at: Point) -> Point:
    return at[0] * UNIT, -at[1] * UNIT


def seat_colour(seat: int, scene: ChartScene, label: str) -> theme.Colour:
    """A seat's colour; blockers are grey."""
    return BLOCKER if label.startswith("×") else theme.BOARD_SEATS[seat % len(theme.BOARD_SEATS)]


class StarChart(Roaming):
    """The map. `scene` is the presenter's. Event: `on_spot` (what choosing the place that was tapped does)."""

    scene: ChartScene | None = ObjectProperty(None, allownone=True)

    __events__ = ("on_spot",)

    def __init__(self, **kwargs: Any) -> None:
        self._fixed, self._pieces = InstructionGroup(), InstructionGroup()
        self._plan: ChartPlan | None = None
        self._framed: Any = None
        self._refit = Clock.create_trigger(lambda _dt: self._fit(), -1)
        self._redraw = Clock.create_trigger(lambda _dt: self._draw(), -1)
        super().__init__(**kwargs)
        self._clip = Clip()
        self._move, self._scale = Translate(0, 0), Scale(1, 1, 1)
        inside = (PushMatrix(), self._move, self._scale, self._fixed, self._pieces, PopMatrix())
        for part in self._clip.around(inside):
            self.canvas.add(part)
        self.fbind("scene", lambda *_: self._redraw())
        for name in ("pos", "size", "zoom", "middle", "over"):
            self.fbind(name, lambda *_: self._refit())
        self._redraw()

    def on_spot(self, command: Command) -> None:
        """A place was tapped."""

    def bounds(self) -> Box | None:
        """The printed map."""
        return None if self.scene is None else (0.0, 0.0, self.scene.plan.width, self.scene.plan.height)

    # Places -----------------------------------------------------------------------------------------------------

    def spots(self) -> Iterator[Place]:
        """The places to tap that are in sight."""
        if self.scene is None:
            return
        place = self.placing()
        for spot in self.scene.spots:
            at = place(self.scene.plan.corners[spot.corner])
            hidden = self.over is not None and self.over.collide_point(*at)
            if spot.does is not None and self.collide_point(*at) and not hidden:
                yield Place(f"map.{spot.key}", "place", at)

    def spot_at(self, pos: Point) -> str | None:
        """The place that a tap there means."""
        spot = self._meant(pos)
        return f"map.{spot.key}" if spot is not None and spot.does is not None else None

    def spot_words(self, spot: str) -> str:
        """What lies there, or what it is good for."""
        assert self.scene is not None
        return _(_WORDS[next(one.kind for one in self.scene.spots if f"map.{one.key}" == spot)])

    def _meant(self, at: Point) -> Spot | None:
        """The place that a finger there means: a lit one from twice as far; of two on the same corner the ship."""
        scene = self.scene
        if scene is None or not scene.spots:
            return None
        place = self.placing()
        far = [
            (math.dist(place(scene.plan.corners[s.corner]), at) * (1 + (s.kind == "beyond")), s.kind != "ship", n)
            for n, s in enumerate(scene.spots)
        ]
        distance, _ship, n = min(far)
        return scene.spots[n] if distance <= max(dp(NEAR_DP), self.dots * 0.6) else None

    def tapped(self, at: Point) -> None:
        """Choose the place there."""
        spot = self._meant(at)
        if spot is not None and spot.does is not None:
            self.dispatch("on_spot", spot.does)

    def _frame(self) -> None:
        """Bring the places to tap into sight, when they are others than before."""
        scene = self.scene
        if scene is None or self.width <= 1:
            return
        corners = sorted({s.corner for s in scene.spots if s.kind != "beyond"})
        room = self.free[1]
        wanted = (scene.focus, len(corners), corners[:1], room)
        if wanted == self._framed:
            return
        self._framed = wanted
        points = [scene.plan.corners[c] for c in corners]
        if scene.focus is not None:
            points.append(scene.plan.corners[scene.focus])
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if not points:
            self.zoom, self.middle = 1.0, (scene.plan.width / 2, scene.plan.height / 2)
            return
        wide, high = max(xs) - min(xs) + 4, max(ys) - min(ys) + 4
        whole = self.whole_dots()
        self.zoom = min(max(min(room / wide, self.height / high) / whole, 1.0), FRAMED)
        self.middle = self.within(((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))

    # Drawing ----------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Move the drawing to where it is looked at."""
        if self.scene is None or self.width <= 1 or self.height <= 1:
            return
        self._frame()
        self._clip.fit(self.pos, self.size)
        scale = self.dots / UNIT
        x, y = self.place((0.0, 0.0))
        self._move.xy = (x, y)
        self._scale.xyz = (scale, scale, 1)

    def _draw(self) -> None:
        """Draw what has changed."""
        scene = self.scene
        if scene is None:
            return
        if scene.plan is not self._plan:
            self._plan = scene.plan
            self._fixed.clear()
            _add(self._fixed, _fixed_parts(scene.plan))
        self._pieces.clear()
        _add(self._pieces, _moving_parts(scene))
        self._refit()


def _add(group: InstructionGroup, parts: Iterable[Any]) -> None:
    for part in parts:
        group.add(part)


# What never changes --------------------------------------------------------------------------------------------


def _fixed_parts(plan: ChartPlan) -> list[Any]:
    parts: list[Any] = [Color(*theme.BOARD.EDGE[:3], 0.5), _lines(plan.edges, 6.8)]
    for outpost in plan.outposts:
        for at in outpost.hexes:
            x, y = _up(at)
            parts += [*sign_at("hexagon", x, y, 92, theme.rgb(PEOPLE_COLOURS[outpost.people], 0.85))]
            parts += [
                *sign_at("disc", x, y, 44, PAPER),
                *sign_at(outpost.people, x, y, 33, theme.rgb(PEOPLE_COLOURS[outpost.people])),
            ]
    for at in plan.views:
        parts += sign_at("disc", *_up(at), 6, theme.BOARD.FAINT)
    for planet in plan.planets:
        x, y = _up((planet.x, planet.y))
        parts += sign_at("disc", x, y, PLANET, theme.rgb(RESOURCE_COLOURS[planet.resource]))
        parts += sign_at("disc", x, y + 38, 25, PAPER)
        parts += sign_at(planet.resource, x, y + 38, 17, theme.rgb(RESOURCE_COLOURS[planet.resource]))
    for at in plan.suns:
        parts += sign_at("sun", *_up(at), 30, theme.rgb("#E8B93A"))
    for at in plan.sites:
        x, y = _up(at)
        parts += [*sign_at("disc", x, y, 22, theme.BOARD.NIGHT), *sign_at("circle", x, y, 22, PAPER)]
    for px, py, label in plan.points:
        x, y = _up((px, py))
        parts += [*sign_at("disc", x, y, 21, PAPER)]
        parts += text_at(label, x, y, 34, INK) if label else sign_at("circle", x, y, 14, INK)
    return parts


def _lines(edges: Iterable[tuple[Point, Point]], width: float) -> Mesh:
    """Thin lines as one mesh of triangles."""
    vertices: list[float] = []
    indices: list[int] = []
    for start, end in edges:
        (x0, y0), (x1, y1) = _up(start), _up(end)
        length = math.hypot(x1 - x0, y1 - y0)
        dx, dy = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
        first = len(vertices) // 4
        for x, y in ((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)):
            vertices += [x, y, 0.0, 0.0]
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return Mesh(vertices=vertices, indices=indices, mode="triangles")


# What lies on it -----------------------------------------------------------------------------------------------


def _moving_parts(scene: ChartScene) -> list[Any]:
    parts: list[Any] = []
    for planet in scene.glow:
        at = scene.plan.planets[planet]
        parts += sign_at("circle", *_up((at.x, at.y)), PLANET + 16, theme.BOARD.ASK)
    for token in scene.tokens:
        parts += _token(scene.plan, token)
    parts += _path(scene)
    for spot in scene.spots:
        parts += _below(scene.plan, spot)
    for piece in scene.pieces:
        parts += _piece(scene, piece)
    for spot in scene.spots:
        if spot.kind in ("ship", "lit"):
            parts += sign_at("circle", *_up(scene.plan.corners[spot.corner]), PIECE + 26, theme.BOARD.TEXT)
    return parts


def _token(plan: ChartPlan, token: ChartToken) -> list[Any]:
    planet = plan.planets[token.planet]
    x, y = _up((planet.x, planet.y))
    y -= 22
    if token.kind == "back":
        return [*sign_at("disc", x, y, TOKEN * 0.8, theme.BOARD.NIGHT), *_back(planet.back, x, y)]
    parts = sign_at("disc", x, y, TOKEN, PAPER)
    if token.secret:
        parts += sign_at("circle", x, y, TOKEN + 7, theme.BOARD.ASK)
    if token.kind == "number":
        return [*parts, *text_at(token.text, x, y, 56 if len(token.text) < 3 else 38, WARM if token.often else INK)]
    colour = WARM if token.kind == "lair" else COLD
    return [*parts, *sign_at(token.kind, x - 13, y, 18, colour), *text_at(token.text, x + 17, y, 46, INK)]


def _back(back: str, x: float, y: float) -> list[Any]:
    if back in DOTS:
        return sign_at("disc", x, y, TOKEN * 0.5, theme.rgb(DOTS[back]))
    if back in GREEK:
        return text_at(GREEK[back], x, y, 44, PAPER)
    sign = f"back.{back.rsplit('_', 1)[-1]}"
    if sign not in ("back.triangle", "back.square", "back.hexagon"):
        return sign_at("circle", x, y, TOKEN * 0.5, PAPER)
    return sign_at(sign, x, y, TOKEN * (0.55 if back.startswith("near") else 0.4), PAPER)


def _path(scene: ChartScene) -> list[Any]:
    if len(scene.path) < 2:
        return []
    points = [value for corner in scene.path for value in _up(scene.plan.corners[corner])]
    return [Color(*theme.BOARD.TEXT), SmoothLine(points=points, width=7, overdraw_width=4)]


def _below(plan: ChartPlan, spot: Spot) -> list[Any]:
    """The light of a place to tap, under what stands there."""
    x, y = _up(plan.corners[spot.corner])
    match spot.kind:
        case "go":
            return sign_at("disc", x, y, 17, theme.BOARD.TEXT)
        case "pause":
            return sign_at("circle", x, y, 20, theme.BOARD.ASK)
        case "site" | "launch":
            return [
                *sign_at("disc", x, y, 26, theme.BOARD.TEXT),
                *sign_at("disc", x, y, 14, theme.BOARD.NIGHT),
            ]
        case "chosen":
            return [*sign_at("disc", x, y, 36, theme.BOARD.TEXT), *sign_at("disc", x, y, 16, theme.BOARD.ASK)]
        case _:
            return []


def _piece(scene: ChartScene, piece: ChartPiece) -> list[Any]:
    x, y = _up(scene.plan.corners[piece.corner])
    colour = seat_colour(piece.seat, scene, piece.label)
    ship = piece.kind.endswith("ship")
    size = PIECE + 10 if ship else PIECE
    parts = sign_at("disc", x, y, size + 3, theme.BOARD.NIGHT)
    if piece.lit:
        parts += sign_at("disc", x, y, size + 9, theme.BOARD.ASK)
        parts += sign_at("disc", x, y, size + 3, theme.BOARD.NIGHT)
    if ship:
        parts += sign_at("colony_ship", x - 12, y + 2, size - 6, colour)
        if piece.kind == "trade_ship":
            parts += sign_at("station", x - 12, y - 4, 13, theme.BOARD.NIGHT)
        return [*parts, *text_at(piece.label, x + 20, y, 34, colour)]
    parts += sign_at(piece.kind, x, y, size, colour)
    return [*parts, *text_at(piece.label, x, y - 2 if piece.kind == "colony" else y, 34, theme.BOARD.INK)]
