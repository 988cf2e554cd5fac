"""What the rule cards draw beside their words, a drawing a card."""

from __future__ import annotations

from typing import Final

from pi_app.presenters.rule_drawings import Box, Dot, Drawing, Mark, Note, Stroke, Tone, arrow

_BALLS: Final = (("14181F", "0"), ("3F8CFF", "1"), ("FFD23F", "2"), ("F2544F", "3"))


def _ship(x: float, y: float, tone: Tone = "text") -> Mark:
    return Stroke(((x - 0.9, y + 0.8), (x, y - 1.0), (x + 0.9, y + 0.8), (x - 0.9, y + 0.8)), tone)


DRAWINGS: Final[tuple[Drawing, ...]] = (
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
