"""A captured picture with stars over it, to look around in, to tap and to drag."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from pi_app.games.star_explorer.star_map import Carry, MapStar, StarMapStage, TapMap, TypeTap
from pi_app.presenters.startypes import STAR_LOOKS, type_name
from pi_app.steps.view import Command, Tap
from pi_app.ui import theme
from pi_app.ui.roaming import Box, Roaming, RoamingBox
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.steps.port import Port
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.marks import StarGlyph
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.spots import Point, Spot

NEAR_DP: Final = 24
"""A finger as far as this from a star means the star: half of nine millimetres."""
LOOKED_AT: Final = 4.0
"""How near a star comes that is to be looked at."""
MARGIN_MM: Final = 2.0


@lru_cache(maxsize=2)
def _texture(path: str) -> Texture:
    return CoreImage(path, nocache=True).texture


class StarMapField(Roaming, Painted):
    """The picture in its place; a finger taps it, or carries the chosen star. Event: `on_command(command)`."""

    SHOWN = ("stage", "zoom", "middle", "over", "carried")
    CLOSEST = 12.0
    stage: StarMapStage | None = ObjectProperty(None, allownone=True)
    carried = ObjectProperty(None, allownone=True)
    """Where the chosen star is held by a finger, disc mm."""

    __events__ = ("on_command",)

    def __init__(self, **kwargs: Any) -> None:
        self._looked: int | None = None
        super().__init__(**kwargs)
        self.fbind("stage", lambda *_: self._look())

    def on_command(self, command: Command) -> None:
        """A finger means that."""

    def bounds(self) -> Box | None:
        """The disc and a little around it, mm from its centre."""
        if self.stage is None:
            return None
        reach = self.stage.radius + MARGIN_MM
        return -reach, -reach, 2 * reach, 2 * reach

    def _look(self) -> None:
        stage = self.stage
        if stage is not None and stage.look is not None and stage.look[0] != self._looked:
            self._looked, self.middle = stage.look
            self.zoom = max(self.zoom, LOOKED_AT)

    def star_at(self, at: Point) -> int | None:
        """The star that a finger there means."""
        assert self.stage is not None
        place = self.placing()
        places = [place((star.x, star.y)) for star in self.stage.stars]
        near = min(range(len(places)), key=lambda k: math.dist(places[k], at), default=None)
        return near if near is not None and math.dist(places[near], at) <= dp(NEAR_DP) else None

    def spots(self) -> Iterator[Spot]:
        """The stars in sight."""
        for number, star in enumerate(self.stage.stars if self.stage is not None else ()):
            at = self.place((star.x, star.y))
            if self.collide_point(*at):
                yield Spot(f"star.{number}", "star", at)

    def spot_at(self, pos: Point) -> str | None:
        """The star that a tap there means."""
        star = self.star_at(pos) if self.stage is not None else None
        return None if star is None else f"star.{star}"

    def spot_words(self, spot: str) -> str:
        """Its type."""
        assert self.stage is not None
        return type_name(self.stage.stars[int(spot.removeprefix("star."))].star_type).capitalize()

    def tapped(self, at: Point) -> None:
        """That star, or that place."""
        self.dispatch("on_command", TapMap(self.seen_at(at), self.star_at(at)))

    def holds(self, at: Point) -> bool:
        """Whether the chosen star is there."""
        star = self.star_at(at)
        return self.stage is not None and star is not None and star == self.stage.chosen

    def carry(self, to: Point, *, down: bool) -> None:
        """Show it there, or have it stay there."""
        self.carried = None if down else self.seen_at(to)
        if down:
            self.dispatch("on_command", Carry(self.seen_at(to)))

    # Drawing ----------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """The picture, a ring around every star, the chosen one, and the doubtful ones."""
        stage = self.stage
        if stage is None:
            return
        clip = Clip()
        clip.fit(self.pos, self.size)
        before, after = clip.ends
        self.draw(*before)
        texture = _texture(stage.picture)
        side = texture.width / stage.scale * self.dots
        x, y = self.place((0.0, 0.0))
        self.draw(Color(1, 1, 1, 1), Rectangle(pos=(x - side / 2, y - side / 2), size=(side, side), texture=texture))
        self._axis(stage)
        for number, star in enumerate(stage.stars):
            if number != stage.chosen:
                self._ring(star, self.place((star.x, star.y)))
        if stage.chosen is not None:
            self._chosen(stage.stars[stage.chosen])
        self.draw(*after)

    def _axis(self, stage: StarMapStage) -> None:
        angle = math.radians(stage.axis_deg)
        reach = stage.radius
        ends = [self.place((s * reach * math.cos(angle), s * reach * math.sin(angle))) for s in (-1, 1)]
        self.draw(Color(*theme.BOARD.GO[:3], 0.5), Line(points=[*ends[0], *ends[1]], width=dp(0.7)))

    def _ring(self, star: MapStar, at: Point, width: float = 1.3) -> None:
        radius = (star.radius + 0.6) * self.dots
        width = min(width, 0.35 + self.dots / dp(6))
        self.draw(Color(*theme.BOARD.INK), Line(circle=(*at, radius, 0, 360, 36), width=dp(width + 1)))
        self.draw(Color(*theme.rgb(STAR_LOOKS[star.star_type].colour)))
        self.draw(Line(circle=(*at, radius, 0, 360, 36), width=dp(width)))
        if star.doubtful:
            self.draw(Color(*theme.BOARD.ASK))
            box = radius + dp(5)
            self.draw(Line(rectangle=(at[0] - box, at[1] - box, 2 * box, 2 * box), width=dp(1.6)))

    def _chosen(self, star: MapStar) -> None:
        at = self.place(self.carried or (star.x, star.y))
        self._ring(star, at, 2.4)
        radius = (star.radius + 0.6) * self.dots
        self.draw(Color(*theme.BOARD.GO))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = radius + dp(3), radius + dp(14)
            points = [at[0] + dx * near, at[1] + dy * near, at[0] + dx * far, at[1] + dy * far]
            self.draw(Line(points=points, width=dp(1.6)))


class StarMapBox(RoamingBox):
    """The picture as the stage of a step."""

    def __init__(self, stage: StarMapStage, port: Port, **kwargs: Any) -> None:
        super().__init__(StarMapField(), **kwargs)
        self.board.bind(on_command=lambda _field, command: port.send(command))
        self.show(stage)

    def show(self, stage: StarMapStage) -> None:
        """The stars as they are now."""
        self.board.stage = stage


class TypeRow(TapRow):
    """A star of that type, in the middle."""

    def furnish(self) -> None:
        self.glyph = StarGlyph(size_hint_y=None, height=dp(28), pos_hint={"center_y": 0.5})
        self.row.add_widget(self.glyph)

    def show(self, tap: Tap) -> None:
        super().show(tap)
        if isinstance(tap, TypeTap):
            self.glyph.star_type = tap.star_type
