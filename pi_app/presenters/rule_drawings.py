"""What the rule cards draw beside their words: a strip of marks for each card, as data.

Places are on a strip of `WIDE` by `HIGH` units, x right, y down, whatever the screen makes of it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

WIDE: Final = 32.0
HIGH: Final = 6.0
Tone: TypeAlias = Literal["text", "muted", "go", "ask", "wrong", "faint"]
Point = tuple[float, float]


class Star(msgspec.Struct, frozen=True):
    """A star of a type of Star Explorer, or Polaris."""

    at: Point
    kind: str
    radius: float = 0.55


class Dot(msgspec.Struct, frozen=True):
    """A disc; only its rim where it is not `filled`. `colour`: six digits, else that of the tone."""

    at: Point
    radius: float = 0.22
    tone: Tone = "text"
    filled: bool = True
    colour: str = ""


class Stroke(msgspec.Struct, frozen=True):
    """A line through points."""

    points: tuple[Point, ...]
    tone: Tone = "text"


class Box(msgspec.Struct, frozen=True):
    """A card or tile: its middle, how wide and high it is."""

    at: Point
    size: Point
    tone: Tone = "faint"


class Note(msgspec.Struct, frozen=True):
    """A number or a sign that needs no translation."""

    at: Point
    words: str
    tone: Tone = "text"
    size: float = 1.5


Mark: TypeAlias = Star | Dot | Stroke | Box | Note
Drawing: TypeAlias = tuple[Mark, ...]


def arrow(x: float, y: float = 3.0) -> Drawing:
    """What comes next."""
    return (
        Stroke(((x - 0.8, y), (x + 0.8, y)), "muted"),
        Stroke(((x + 0.2, y - 0.6), (x + 0.8, y), (x + 0.2, y + 0.6)), "muted"),
    )


def right(x: float, y: float) -> Drawing:
    """It may be so."""
    return (Stroke(((x - 0.6, y), (x - 0.1, y + 0.6), (x + 0.8, y - 0.7)), "go"),)


def wrong(x: float, y: float) -> Drawing:
    """It may not be so."""
    return (
        Stroke(((x - 0.6, y - 0.6), (x + 0.6, y + 0.6)), "wrong"),
        Stroke(((x - 0.6, y + 0.6), (x + 0.6, y - 0.6)), "wrong"),
    )


def figure(points: tuple[Point, ...], joins: tuple[tuple[int, int], ...], tone: Tone = "text") -> Drawing:
    """Points joined by lines."""
    return (*(Stroke((points[a], points[b]), tone) for a, b in joins), *(Dot(point, tone=tone) for point in points))


def placed(points: tuple[Point, ...], at: Point, turns: int = 0, mirrored: bool = False) -> tuple[Point, ...]:
    """A figure around the origin, turned by quarters and put somewhere."""
    made = []
    for x, y in points:
        x = -x if mirrored else x
        for _ in range(turns):
            x, y = -y, x
        made.append((at[0] + x, at[1] + y))
    return tuple(made)
