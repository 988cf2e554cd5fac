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


def _placed(points: tuple[Point, ...], at: Point, turns: int = 0, mirrored: bool = False) -> tuple[Point, ...]:
    """A figure around the origin, turned by quarters and put somewhere."""
    made = []
    for x, y in points:
        x = -x if mirrored else x
        for _ in range(turns):
            x, y = -y, x
        made.append((at[0] + x, at[1] + y))
    return tuple(made)


_HOOK: Final = ((-2.6, 1.6), (-1.0, 1.6), (0.4, 0.2), (1.9, -1.2), (0.4, -2.1))
_HOOKED: Final = ((0, 1), (1, 2), (2, 3), (3, 4))
_PAIR: Final = ((-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
_PAIRED: Final = ((0, 1), (1, 2))


def _grid(left: float, columns: int, top: float = 0.8, rows: int = 3) -> Drawing:
    return tuple(
        Dot((left + 2.0 * column, top + 2.0 * row), 0.12, "muted") for column in range(columns) for row in range(rows)
    )


_KINDS: Final = ("yellow", "blue", "red", "white", "yellow")


def _starred(points: tuple[Point, ...], joins: tuple[tuple[int, int], ...], tone: Tone = "text") -> Drawing:
    lines = tuple(Stroke((points[a], points[b]), tone) for a, b in joins)
    return (*lines, *(Star(point, kind) for point, kind in zip(points, _KINDS, strict=False)))


_STAR_EXPLORER: Final[tuple[Drawing, ...]] = (
    (
        Box((3.0, 3.0), (3.4, 4.6)),
        Note((3.0, 3.0), "5", size=2.2),
        *arrow(6.8),
        *_starred(_placed(_HOOK, (11.6, 3.3)), _HOOKED, "go"),
        *arrow(16.0),
        Dot((20.6, 3.0), 2.5, "muted", filled=False),
        Note((20.6, 3.0), "II", size=1.7),
        *arrow(25.0),
        Star((28.8, 3.0), "polaris", 1.2),
    ),
    (
        Box((4.0, 3.0), (6.8, 5.6)),
        *figure(_placed(_HOOK, (4.2, 3.3)), _HOOKED),
        *_starred(_placed(_HOOK, (12.6, 3.0), turns=1), _HOOKED, "go"),
        *right(16.8, 3.0),
        *_starred(_placed(_HOOK, (23.6, 3.3), mirrored=True), _HOOKED, "wrong"),
        *wrong(28.6, 3.0),
    ),
    (
        *_starred(_placed(_HOOK, (4.0, 3.3))[:4], _HOOKED[:3], "go"),
        Stroke((_placed(_HOOK, (4.0, 3.3))[3], _placed(_HOOK, (4.0, 3.3))[4]), "faint"),
        Dot(_placed(_HOOK, (4.0, 3.3))[4], 0.55, "faint", filled=False),
        *arrow(9.6),
        *(Star((13.0 + 2.6 * n, 3.0), "white", 0.8) for n in range(7)),
        Stroke(((12.0, 4.2), (14.0, 1.8)), "wrong"),
    ),
    (
        Stroke(((4.0, 3.0), (12.0, 3.0)), "go"),
        Star((4.0, 3.0), "yellow", 1.0),
        Star((12.0, 3.0), "blue", 1.0),
        Note((4.0, 5.2), "2"),
        Note((8.0, 5.2), "2 + 1", "go"),
        Note((12.0, 5.2), "1"),
        Note((22.0, 3.0), "2 + 1 + 3  =  6", size=1.8),
    ),
    (
        Stroke(((5.0, 4.2), (12.0, 1.8)), "go"),
        Star((5.0, 4.2), "yellow", 0.9),
        Star((12.0, 1.8), "blue", 0.9),
        Dot((5.0, 4.2), 1.5, "go", filled=False),
        Dot((12.0, 1.8), 1.5, "go", filled=False),
        *arrow(17.0),
        Stroke(((21.0, 4.2), (28.0, 1.8)), "wrong"),
        Star((21.0, 4.2), "yellow", 0.9),
        Star((28.0, 1.8), "blue", 0.9),
        Dot((24.5, 3.0), 1.1, "wrong", filled=False),
    ),
)

_LOOK_AT_THE_STARS: Final[tuple[Drawing, ...]] = (
    (
        Box((3.4, 3.0), (5.0, 5.6)),
        *figure(_placed(_PAIR, (3.4, 3.0)), _PAIRED),
        *arrow(8.6),
        *_grid(12.0, 8),
        *figure(((14.0, 0.8), (14.0, 2.8), (16.0, 2.8)), _PAIRED, "go"),
    ),
    (
        Box((3.4, 3.0), (5.0, 5.6)),
        *figure(((2.4, 1.4), (2.4, 3.0), (4.4, 4.6)), _PAIRED),
        *figure(((10.0, 4.0), (11.6, 4.0), (13.2, 2.0)), _PAIRED, "go"),
        *right(16.0, 3.0),
        *figure(((24.0, 1.4), (24.0, 3.0), (22.0, 4.6)), _PAIRED, "wrong"),
        *wrong(27.4, 3.0),
    ),
    (
        *figure(((1.5, 4.6), (3.0, 3.0), (4.5, 4.6), (6.0, 3.0)), ((0, 1), (1, 2), (2, 3)), "go"),
        Note((3.8, 1.2), "3 = 3", "go"),
        *figure(
            ((11.0, 4.6), (12.5, 3.0), (14.0, 4.6), (15.5, 3.0), (17.0, 4.6), (17.0, 3.0), (18.5, 4.6)),
            ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 3), (4, 6)),
            "go",
        ),
        Note((14.8, 1.2), "8 = 8", "go"),
        *figure(((24.0, 4.6), (25.5, 3.0), (27.0, 4.6)), ((0, 1), (1, 2)), "wrong"),
        Note((25.5, 1.2), "2 = 0", "wrong"),
    ),
    tuple(
        mark
        for n, x in ((1, 3.0), (2, 11.0), (3, 20.0))
        for mark in (
            Stroke(((x, 4.6), (x + 1.3 * n, 4.6 - 1.3 * n)), "ask"),
            Star((x, 4.6), "yellow", 0.9),
            Note((x + 1.3 * n + 1.6, 4.6), str(n), size=1.8),
        )
    ),
    (
        Box((3.4, 3.0), (5.0, 5.6)),
        *figure(_placed(_PAIR, (3.4, 3.0)), _PAIRED),
        *figure(_placed(_PAIR, (11.0, 3.0)), _PAIRED, "go"),
        *figure(_placed(_PAIR, (16.0, 3.0), turns=2), _PAIRED, "go"),
        Note((21.0, 3.0), "× 2", "go", 2.0),
    ),
    (
        *_grid(4.0, 6),
        *figure(((6.0, 2.8), (8.0, 2.8)), ((0, 1),), "go"),
        Dot((6.0, 2.8), 0.9, "go", filled=False),
        Dot((8.0, 2.8), 0.9, "go", filled=False),
        *arrow(18.0),
        *_grid(21.0, 5),
        *figure(((23.0, 2.8), (25.0, 2.8), (27.0, 0.8)), _PAIRED, "go"),
        Note((26.4, 3.0), "2", "go", 1.3),
    ),
)

_BALLS: Final = (("14181F", "0"), ("3F8CFF", "1"), ("FFD23F", "2"), ("F2544F", "3"))


def _ship(x: float, y: float, tone: Tone = "text") -> Mark:
    return Stroke(((x - 0.9, y + 0.8), (x, y - 1.0), (x + 0.9, y + 0.8), (x - 0.9, y + 0.8)), tone)


_STARFARERS: Final[tuple[Drawing, ...]] = (
    (
        Dot((4.0, 3.0), 0.9, "go"),
        Note((6.4, 3.0), "1"),
        Dot((11.0, 3.0), 1.4, "go", filled=False),
        Dot((11.0, 3.0), 0.8, "go"),
        Note((13.8, 3.0), "2"),
        *arrow(19.0),
        Note((25.0, 3.0), "15", "ask", 3.0),
    ),
    (
        *(Box((2.6 + 8.0 * n, 3.0), (4.0, 4.6)) for n in range(4)),
        *(mark for n in range(3) for mark in arrow(6.6 + 8.0 * n)),
        Note((2.6, 3.0), "5 + 3", size=1.3),
        Box((10.6, 3.0), (1.8, 2.6), "text"),
        Dot((18.0, 3.4), 0.9, "go"),
        Note((19.4, 2.2), "+", "go"),
        _ship(26.6, 3.0, "go"),
    ),
    (
        Note((3.0, 3.0), "7", "ask", 3.0),
        *arrow(7.0),
        *(Box((10.4 + 1.5 * n, 3.0), (1.1, 2.6), "text") for n in range(8)),
        *arrow(24.0),
        *(Box((26.4 + 1.5 * n, 3.0), (1.1, 2.6), "go") for n in range(4)),
    ),
    tuple(
        mark
        for n, (colour, number) in enumerate(_BALLS)
        for mark in (
            Dot((4.0 + 7.0 * n, 3.0), 1.5, colour=colour),
            Dot((4.0 + 7.0 * n, 3.0), 1.5, "muted", filled=False),
            Note((6.9 + 7.0 * n, 3.0), number, size=1.8),
        )
    ),
    (
        Dot((5.0, 3.0), 1.8, "muted", filled=False),
        Note((5.0, 3.0), "6"),
        Dot((11.0, 3.0), 1.8, "muted", filled=False),
        Note((11.0, 3.0), "8"),
        Dot((8.0, 3.0), 0.7, "go"),
        *arrow(16.0),
        *(Dot((20.0 + 3.0 * n, 3.0), 1.1, "go" if n < 2 else "muted", filled=False) for n in range(4)),
        *(Note((20.0 + 3.0 * n, 3.0), str(n + 1), size=1.2) for n in range(4)),
    ),
    (
        Dot((4.0, 3.0), 1.4, "ask", filled=False),
        Box((8.6, 3.0), (2.4, 3.6), "text"),
        *arrow(12.8),
        Dot((17.0, 3.0), 1.4, "go", filled=False),
        Note((17.0, 3.0), "?", "go"),
    ),
    (
        Stroke(((4.0, 4.6), (8.0, 2.2), (12.0, 4.6), (16.0, 2.2)), "muted"),
        _ship(4.0, 3.6),
        *(Dot(at, 0.5, "go") for at in ((8.0, 2.2), (12.0, 4.6))),
        Dot((12.0, 4.6), 1.1, "go", filled=False),
    ),
)


def _card(x: float, number: str, tone: Tone = "muted", y: float = 3.0) -> Drawing:
    return (Box((x, y), (2.6, 4.0), tone), Note((x, y), number))


_STELLAR: Final[tuple[Drawing, ...]] = (
    (
        *_card(2.4, "1", "go"),
        *arrow(6.4),
        *(mark for n, face in enumerate("42531") for mark in _card(10.0 + 3.4 * n, face, "muted" if n else "go")),
        Note((10.0, 5.6), "1", "go", 1.0),
    ),
    (
        *_card(4.0, "3"),
        *_card(7.0, "2"),
        *_card(10.0, "4", "go"),
        *right(13.4, 3.0),
        *_card(20.0, "3"),
        *_card(26.0, "4", "wrong"),
        *wrong(29.4, 3.0),
    ),
    (
        *(mark for n, face in enumerate("234") for mark in _card(3.0 + 3.0 * n, face, "go")),
        Note((13.0, 3.0), "× 3", "go", 2.0),
        *_card(20.0, "4"),
        *_card(23.0, "4"),
        Note((27.5, 3.0), "× 1", size=2.0),
    ),
    (
        *(Star((2.6 + 1.8 * n, 3.0), "yellow", 0.8) for n in range(3)),
        Note((9.6, 3.0), "×", size=2.0),
        *(mark for n, face in enumerate("234") for mark in _card(13.0 + 3.0 * n, face, "go")),
        Note((26.0, 3.0), "=  3 × 3", "go", 1.8),
    ),
    (
        *(mark for n in range(5) for mark in _card(1.6 + 2.8 * n, str(n + 1), "faint")),
        *arrow(16.3),
        *(mark for n in range(5) for mark in _card(19.0 + 2.8 * n, "?", "go")),
    ),
    (
        *_card(4.0, "5", "go"),
        Dot((4.0, 3.0), 1.9, "go", filled=False),
        *arrow(9.0),
        Box((13.6, 3.0), (2.6, 4.0), "go"),
        Box((17.2, 3.0), (2.6, 4.0), "ask"),
        Box((20.8, 3.0), (2.6, 4.0), "faint"),
    ),
)

DRAWINGS: Final[dict[str, tuple[Drawing, ...]]] = {
    "star_explorer": _STAR_EXPLORER,
    "look_at_the_stars": _LOOK_AT_THE_STARS,
    "stellar": _STELLAR,
    "starfarers": _STARFARERS,
}
"""Game -> a drawing a card, in the order of `Wing.help`."""


def drawing(game: str, card: int) -> Drawing:
    """The drawing of a rule card; empty where it has none."""
    drawn = DRAWINGS.get(game, ())
    return drawn[card] if card < len(drawn) else ()
