"""What the rule cards draw beside their words, a drawing a card."""

from __future__ import annotations

from typing import Final

from pi_app.presenters.rule_drawings import (
    Box,
    Dot,
    Drawing,
    Note,
    Point,
    Star,
    Stroke,
    Tone,
    arrow,
    figure,
    placed,
    right,
    wrong,
)

_HOOK: Final = ((-2.6, 1.6), (-1.0, 1.6), (0.4, 0.2), (1.9, -1.2), (0.4, -2.1))
_HOOKED: Final = ((0, 1), (1, 2), (2, 3), (3, 4))
_KINDS: Final = ("yellow", "blue", "red", "white", "yellow")


def _starred(points: tuple[Point, ...], joins: tuple[tuple[int, int], ...], tone: Tone = "text") -> Drawing:
    lines = tuple(Stroke((points[a], points[b]), tone) for a, b in joins)
    return (*lines, *(Star(point, kind) for point, kind in zip(points, _KINDS, strict=False)))


DRAWINGS: Final[tuple[Drawing, ...]] = (
    (
        Box((3.0, 3.0), (3.4, 4.6)),
        Note((3.0, 3.0), "5", size=2.2),
        *arrow(6.8),
        *_starred(placed(_HOOK, (11.6, 3.3)), _HOOKED, "go"),
        *arrow(16.0),
        Dot((20.6, 3.0), 2.5, "muted", filled=False),
        Note((20.6, 3.0), "II", size=1.7),
        *arrow(25.0),
        Star((28.8, 3.0), "polaris", 1.2),
    ),
    (
        Box((4.0, 3.0), (6.8, 5.6)),
        *figure(placed(_HOOK, (4.2, 3.3)), _HOOKED),
        *_starred(placed(_HOOK, (12.6, 3.0), turns=1), _HOOKED, "go"),
        *right(16.8, 3.0),
        *_starred(placed(_HOOK, (23.6, 3.3), mirrored=True), _HOOKED, "wrong"),
        *wrong(28.6, 3.0),
    ),
    (
        *_starred(placed(_HOOK, (4.0, 3.3))[:4], _HOOKED[:3], "go"),
        Stroke((placed(_HOOK, (4.0, 3.3))[3], placed(_HOOK, (4.0, 3.3))[4]), "faint"),
        Dot(placed(_HOOK, (4.0, 3.3))[4], 0.55, "faint", filled=False),
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
