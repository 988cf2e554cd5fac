"""What a picture of a slate shows: plain values in units of the lattice, drawn by the slate widget.

Places are column and row: A0 is (0, 0), rows go up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import dist, hypot
from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from engines.look_at_the_stars.model import Line, Slate, SlateCard
from engines.look_at_the_stars.slate.constellations import MAX_LINES, MAX_LINES_WITH_NOVA, MIN_LINES, Group, groups
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_BIT, LINES, ROWS, line_names
from engines.slates import point_place
from pi_app.steps.view import Command, Part

Tone: TypeAlias = Literal["earlier", "now", "paid", "wrong", "doubt", "gone", "ghost"]
"""How something looks: drawn before, drawn now, paying, against a rule, doubtful, taken away, possible."""
Place: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left column, bottom row, width, height."""
BadgeTone: TypeAlias = Literal["small", "counts", "full", "large"]

VIEW: Final[Box] = (-0.75, -0.8, COLUMNS + 0.5, ROWS + 0.75)


class SkyPicture(msgspec.Struct, frozen=True):
    """What is printed on a slate, by the names of points; `sun`: so many rows at the bottom are closed.

    `arch`: it is a slate, under its arch; else a piece of the lattice.
    """

    stars: tuple[str, ...]
    planets: tuple[str, ...]
    creatures: tuple[str, ...]
    persons: tuple[str, ...]
    outside: tuple[str, ...]
    printed_lines: tuple[Line, ...]
    sun: int = 0
    arch: bool = True


class SceneLine(msgspec.Struct, frozen=True):
    """A line between two points."""

    a: str
    b: str
    tone: Tone

    @property
    def line(self) -> Line:
        """Its two ends."""
        return self.a, self.b


class SceneStar(msgspec.Struct, frozen=True):
    """A shooting star from its head to its tail."""

    head: str
    tail: str
    tone: Tone


class SceneObject(msgspec.Struct, frozen=True):
    """What a power drew at a point; of a galaxy the left one."""

    kind: str
    at: str
    tone: Tone


class Badge(msgspec.Struct, frozen=True):
    """How many lines a group has, and whether that counts."""

    at: Place
    """The middle of a line of the group."""
    size: int
    tone: BadgeTone
    aside: Place = (0.0, 0.0)
    """Which way it stands off from there, a step of length 1: a short line would lie hidden below it."""


class SlateScene(msgspec.Struct, frozen=True, kw_only=True):
    """A whole picture: the printed slate, what was drawn, and what a finger may do.

    `live`: points a finger may choose. `reach`: how many units a stroke of the finger may be long. `ghosts`: lines that
    would be legal now. `spots`: points where something may be placed. `photo` names the photograph below, which covers
    `photo_at`; `view` is what part of the slate is shown.
    """

    sky: SkyPicture
    lines: tuple[SceneLine, ...] = ()
    stars: tuple[SceneStar, ...] = ()
    objects: tuple[SceneObject, ...] = ()
    badges: tuple[Badge, ...] = ()
    ghosts: tuple[Line, ...] = ()
    spots: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    chosen: str | None = None
    ringed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    reach: int = 1
    diagonal: bool = False
    """Whether only diagonals are drawn: a shooting star."""
    photo: str | None = None
    photo_at: Box | None = None
    view: Box = VIEW


class TapPoint(Command, frozen=True):
    """A point was tapped."""

    point: str


class Join(Command, frozen=True):
    """A finger was drawn from one point to another, or a possible line was tapped."""

    a: str
    b: str


class TapLine(Command, frozen=True):
    """A line or a shooting star was tapped."""

    a: str
    b: str


class TapThing(Command, frozen=True):
    """Something that a power drew was tapped."""

    kind: str
    at: str


class SlateStage(Part, frozen=True):
    """A slate, to look at or to draw on."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.slate:SlateBox"
    scene: SlateScene
    touchable: bool = True


@cache
def place(point: str) -> tuple[int, int]:
    """Column and row of a point of the lattice."""
    found = point_place(point)
    assert found is not None, point
    return found


def ordered(a: str, b: str) -> Line:
    """A line with its ends in the engine's order; any two points that are no line: smaller first."""
    bit = LINE_BIT.get((a, b))
    return line_names(1 << bit)[0] if bit is not None else (min(a, b), max(a, b))


@lru_cache(maxsize=32)
def sky_picture(card: SlateCard, sun: int) -> SkyPicture:
    """The printed slate with so many rows closed by the sun."""
    found: dict[str, list[str]] = {mark: [] for mark in "*Pch#"}
    for row, text in zip(range(ROWS - 1, -1, -1), card.sky, strict=True):
        for column, mark in enumerate(text):
            found[mark].append(f"{chr(65 + column)}{row}")
    stars, planets, creatures, persons, outside = (tuple(found[mark]) for mark in "*Pch#")
    printed = tuple(ordered(*line) for line in card.printed_lines)
    return SkyPicture(stars, planets, creatures, persons, outside, printed, sun)


def slate_lines(slate: Slate) -> tuple[Line, ...]:
    """All lines of a slate, printed ones included where they count as lines."""
    return line_names(slate.drawn & LINES)


def badges(slate: Slate) -> tuple[Badge, ...]:
    """A badge for every group of lines."""
    return tuple(_badge(group) for group in groups(slate.drawn, slate.objects))


def _badge(group: Group) -> Badge:
    at, line = _middle(group)
    tone = _badge_tone(group)
    return Badge(at, group.size, tone, _aside(line) if tone == "small" else (0.0, 0.0))


def _aside(line: Line) -> Place:
    """Square to the line: upwards, or towards the middle of the slate beside an upright one."""
    (ax, ay), (bx, by) = map(place, line)
    long = hypot(bx - ax, by - ay)
    x, y = (ay - by) / long, (bx - ax) / long
    inward = y > 0 if y else x * ((COLUMNS - 1) / 2 - ax) >= 0
    return (x, y) if inward else (-x, -y)


def _badge_tone(group: Group) -> BadgeTone:
    if group.size < MIN_LINES:
        return "small"
    if not group.constellation:
        return "large"
    return "full" if group.size == (MAX_LINES_WITH_NOVA if group.nova else MAX_LINES) else "counts"


def _middle(group: Group) -> tuple[Place, Line]:
    """The middle of the line that is nearest to the middle of all, and that line."""
    middles = []
    for line in line_names(group.lines):
        (ax, ay), (bx, by) = map(place, line)
        middles.append((((ax + bx) / 2, (ay + by) / 2), line))
    x = sum(m[0] for m, _line in middles) / len(middles)
    y = sum(m[1] for m, _line in middles) / len(middles)
    return min(middles, key=lambda m: (dist(m[0], (x, y)), m))


def around(points: tuple[str, ...], least: float = 4.0, margin: float = 1.2) -> Box:
    """The part of the slate around these points."""
    places = [place(point) for point in points]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    wide, high = max(max(xs) - min(xs) + 2 * margin, least), max(max(ys) - min(ys) + 2 * margin, least)
    return ((max(xs) + min(xs) - wide) / 2, (max(ys) + min(ys) - high) / 2, wide, high)
