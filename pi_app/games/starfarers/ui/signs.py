"""Signs of Starfarers as textures: white shapes that take any colour, and words as small as they are needed."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ColorProperty, StringProperty

from engines.starfarers.glyphs import (
    BACK_SIGNS,
    BALL_COLOURS,
    ICE_SIGN,
    LAIR_SIGN,
    PEOPLE_COLOURS,
    PEOPLE_SIGNS,
    RESOURCE_COLOURS,
    RESOURCE_SIGNS,
    SUN,
    Sign,
    box,
    ring,
)
from pi_app.ui import theme
from pi_app.ui.drawn import text_texture
from pi_app.ui.icons import ICONS
from pi_app.ui.widgets.marks import Icon
from pi_app.ui.widgets.painted import Painted

SIDE: Final = 64
FINE: Final = 4
"""Samples a pixel, each way."""


_SHIP: Final = ((0.0, -1.0), (0.34, -0.45), (0.34, 0.35), (0.7, 0.85), (-0.7, 0.85), (-0.34, 0.35), (-0.34, -0.45))
PIECES: Final[dict[str, Sign]] = {
    "colony": (((-0.8, 0.7), (-0.8, 0.0), (-0.45, -0.55), (0.45, -0.55), (0.8, 0.0), (0.8, 0.7)),),
    "spaceport": (
        ((-0.6, 0.45), (-0.6, -0.1), (-0.3, -0.6), (0.3, -0.6), (0.6, -0.1), (0.6, 0.45)),
        box(-1.0, 0.55, 1.0, 0.9),
    ),
    "station": (
        (
            (0.0, -0.95),
            (0.28, -0.28),
            (0.95, 0.0),
            (0.28, 0.28),
            (0.0, 0.95),
            (-0.28, 0.28),
            (-0.95, 0.0),
            (-0.28, -0.28),
        ),
    ),
    "colony_ship": (_SHIP,),
    "trade_ship": (_SHIP, ((0.0, -0.3), (0.24, 0.05), (0.0, 0.4), (-0.24, 0.05))),
    "booster": (((-0.45, -0.9), (0.45, -0.9), (0.45, 0.2), (0.8, 0.9), (-0.8, 0.9), (-0.45, 0.2)),),
    "cannon": (box(-0.25, -0.95, 0.25, 0.2), box(-0.7, 0.25, 0.7, 0.85)),
    "ring": (ring(0.95), ring(0.55)),
    "fame": (ring(0.7), ring(0.25)),
    "rocket": (_SHIP, ring(0.16, y=-0.25)),
    "cards": (
        box(-0.85, -0.65, 0.25, 0.75),
        box(-0.7, -0.5, 0.1, 0.6),
        ((0.35, -0.75), (0.9, -0.6), (0.6, 0.7), (0.35, 0.65)),
    ),
    "trade": (
        ((-0.9, -0.35), (0.35, -0.35), (0.35, -0.7), (0.95, -0.2), (0.35, 0.3), (0.35, -0.05), (-0.9, -0.05)),
        ((0.9, 0.65), (-0.35, 0.65), (-0.35, 0.95), (-0.95, 0.5), (-0.35, 0.05), (-0.35, 0.38), (0.9, 0.38)),
    ),
    "dice": (box(-0.8, -0.8, 0.8, 0.8), ring(0.17, x=-0.4, y=-0.4), ring(0.17), ring(0.17, x=0.4, y=0.4)),
    "medal": (
        ring(0.6, y=-0.3),
        ring(0.3, y=-0.3),
        ((-0.5, 0.2), (-0.1, 0.32), (-0.3, 1.0), (-0.75, 0.8)),
        ((0.5, 0.2), (0.1, 0.32), (0.3, 1.0), (0.75, 0.8)),
    ),
    "lair": LAIR_SIGN,
    "ice": ICE_SIGN,
    "sun": SUN,
    "hexagon": (ring(1.0, 6),),
    "disc": (ring(0.97),),
    "circle": (ring(0.97), ring(0.78)),
    **{f"back.{name}": sign for name, sign in BACK_SIGNS.items()},
}
"""Outlines in the unit circle, x right, y down; an outline inside another is a hole."""


@cache
def sign_texture(name: str) -> Texture:
    """The white shape of that name: a piece, a resource, a people. Raises LookupError for another name."""
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba", mipmap=True)
    data = np.full((SIDE, SIDE, 4), 255, np.uint8)
    data[:, :, 3] = _coverage(_sign(name))[::-1]
    texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _sign(name: str) -> Sign:
    for signs in (PIECES, RESOURCE_SIGNS, PEOPLE_SIGNS):
        if name in signs:
            return signs[name]  # type: ignore[index]
    raise LookupError(f"no sign {name!r}")


def is_sign(name: str) -> bool:
    """Whether there is a sign of that name."""
    return name in PIECES or name in RESOURCE_SIGNS or name in PEOPLE_SIGNS


def _coverage(sign: Sign) -> Any:
    """How much of each pixel the shape covers, even-odd, 0-255 (rows from the top)."""
    count = SIDE * FINE
    at = (np.arange(count) + 0.5) / count * 2.1 - 1.05
    inside = np.zeros((count, count), bool)
    for outline in sign:
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if y0 == y1:
                continue
            rows = (at >= min(y0, y1)) & (at < max(y0, y1))
            cut = x0 + (at[rows] - y0) * (x1 - x0) / (y1 - y0)
            inside[rows] ^= at[None, :] < cut[:, None]
    blocks = inside.reshape(SIDE, FINE, SIDE, FINE).mean(axis=(1, 3))
    return (blocks * 255).astype(np.uint8)


def sign_at(name: str, x: float, y: float, radius: float, colour: theme.Colour) -> list[Any]:
    """The drawing of a sign around a point."""
    reach = radius * 1.05
    corner, size = (x - reach, y - reach), (2 * reach, 2 * reach)
    return [Color(*colour), Rectangle(texture=sign_texture(name), pos=corner, size=size)]


def text_at(text: str, x: float, y: float, height: float, colour: theme.Colour) -> list[Any]:
    """Words around a point; `height` of a line."""
    texture = text_texture(text, 48, mipmap=True)
    width = height * texture.width / max(1, texture.height)
    return [Color(*colour), Rectangle(texture=texture, pos=(x - width / 2, y - height / 2), size=(width, height))]


def sign_colour(name: str, otherwise: theme.Colour) -> theme.Colour:
    """The colour in which a resource, a people or a ball is drawn; the other one for what has none."""
    for colours in (RESOURCE_COLOURS, PEOPLE_COLOURS, BALL_COLOURS):
        if name in colours:
            return theme.rgb(colours[name])  # type: ignore[index]
    return otherwise


def sign_mark_at(name: str, x: float, y: float, radius: float, alpha: float = 1.0) -> list[Any]:
    """A resource or a people in its own colour on a pale disc, so that every colour stands out."""
    ground = sign_at("disc", x, y, radius, theme.rgb("#F4F0E4", alpha))
    return [*ground, *sign_at(name, x, y, radius * 0.66, (*sign_colour(name, theme.TEXT)[:3], alpha))]


class SignMark(Painted):
    """A sign in its own colour on a pale ground, or in `ink`."""

    SHOWN = ("sign", "ink")
    sign = StringProperty("")
    ink = ColorProperty(theme.TEXT)

    def paint(self) -> None:
        self.draw(*_mark_at(self.sign, self.center_x, self.center_y, min(self.size) / 2, tuple(self.ink)))


class AnyMark(Icon):
    """One of our icons, or a sign of Starfarers."""

    def paint(self) -> None:
        """The strokes, or the shape."""
        if self.icon in ICONS:
            super().paint()
            return
        self.draw(*_mark_at(self.icon, self.center_x, self.center_y, min(self.size) / 2, tuple(self.color)))


def _mark_at(name: str, x: float, y: float, radius: float, ink: theme.Colour) -> list[Any]:
    if name in RESOURCE_SIGNS or name in PEOPLE_SIGNS:
        return sign_mark_at(name, x, y, radius)
    return sign_at(name, x, y, radius, sign_colour(name, ink)) if is_sign(name) else []
