"""How the house draws Starfarers: resources, peoples, balls and the backs of tokens, for paper and screen.

Every sign has a silhouette of its own, so that signs can be told apart in black and white. Outlines lie within the unit
circle, x right, y down; an outline inside another is a hole (even-odd).
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from engines.glyphs import rays
from engines.starfarers.pack import Ball, People, Resource

XY: TypeAlias = tuple[float, float]
Sign: TypeAlias = tuple[tuple[XY, ...], ...]


def ring(radius: float, count: int = 36, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> tuple[XY, ...]:
    """So many corners on a circle around (x, y), the first one up, turned by degrees clockwise."""
    turns = (math.radians(turn) + 2 * math.pi * k / count for k in range(count))
    return tuple((x + radius * math.sin(t), y - radius * math.cos(t)) for t in turns)


def box(left: float, top: float, right: float, bottom: float) -> tuple[XY, ...]:
    """The corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _drop() -> tuple[XY, ...]:
    bowl = [(0.62 * math.sin(t), 0.36 + 0.62 * math.cos(t)) for t in (math.radians(15 * k) for k in range(-8, 9))]
    return (*bowl, (0.0, -1.0))


def _leaf() -> tuple[XY, ...]:
    half = [math.radians(10 * k) for k in range(19)]
    right = [(0.52 * math.sin(t), -math.cos(t)) for t in half]
    pointed = [(x * (1.0 - 0.25 * abs(y)), y) for x, y in right]
    return (*pointed, *((-x, y) for x, y in reversed(pointed[1:-1])))


RESOURCE_SIGNS: Final[dict[Resource, Sign]] = {
    "ore": (
        ((-0.55, -0.8), (0.55, -0.8), (1.0, -0.2), (0.0, 0.95), (-1.0, -0.2)),
        ((-0.32, -0.5), (0.32, -0.5), (0.48, -0.28), (-0.48, -0.28)),
    ),
    "fuel": (_drop(),),
    "carbon": (ring(1.0, 6), ring(0.5, 6)),
    "food": (_leaf(), box(-0.06, -0.55, 0.06, 0.75)),
    "goods": (
        box(-0.82, -0.82, 0.82, 0.82),
        box(-0.62, -0.62, -0.1, -0.1),
        box(0.1, -0.62, 0.62, -0.1),
        box(-0.62, 0.1, -0.1, 0.62),
        box(0.1, 0.1, 0.62, 0.62),
    ),
}
"""A cut stone, a drop, a ring of six, a leaf, a crate."""
RESOURCE_COLOURS: Final[dict[Resource, str]] = {
    "ore": "#D5472F",
    "fuel": "#EE8F2C",
    "carbon": "#3F7FD0",
    "food": "#55A24B",
    "goods": "#8E76C4",
}
STRIPE: Final = "#E7D9F5"
"""The second colour of goods, whose planets are striped."""
PEOPLE_SIGNS: Final[dict[People, Sign]] = {
    "green_folk": (rays(3, 0.62), ring(0.24)),
    "merchants": (ring(1.0, 4), ring(0.55, 4)),
    "scientists": (rays(8, 0.45), ring(0.24)),
    "diplomats": (ring(0.62, x=-0.36), ring(0.38, x=-0.36), ring(0.62, x=0.36), ring(0.38, x=0.36)),
}
PEOPLE_COLOURS: Final[dict[People, str]] = {
    "green_folk": "#4E9A62",
    "merchants": "#C99A2E",
    "scientists": "#C2536B",
    "diplomats": "#5B86C9",
}
BALL_COLOURS: Final[dict[Ball, str]] = {
    "black": "#1A1A1A",
    "blue": "#2F6FC0",
    "yellow": "#F4C430",
    "red": "#D23B2E",
}
DOTS: Final[dict[str, str]] = {"red": "#D23B2E", "yellow": "#F4C430", "blue": "#2F6FC0", "white": "#FFFFFF"}
"""Back of a token -> the colour of its dot."""
GREEK: Final[dict[str, str]] = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ"}
BACK_SIGNS: Final[dict[str, Sign]] = {
    "triangle": (ring(1.0, 3),),
    "square": (ring(1.0, 4, turn=45.0),),
    "hexagon": (ring(1.0, 6),),
}
"""Last word of a back -> the outline on it (`near_triangle`: open, `far_triangle`: filled)."""
LAIR_SIGN: Final[Sign] = (
    (*ring(0.85, y=-0.12)[27:], *ring(0.85, y=-0.12)[:10], (0.5, 0.35), (0.5, 0.95), (-0.5, 0.95), (-0.5, 0.35)),
    ring(0.22, x=-0.33, y=-0.05),
    ring(0.22, x=0.33, y=-0.05),
    box(-0.06, 0.5, 0.06, 0.95),
)
ICE_SIGN: Final[Sign] = (rays(6, 0.3),)
SUN: Final[Sign] = (rays(12, 0.62),)
