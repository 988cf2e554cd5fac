"""What the rule cards draw beside their words, a drawing a card."""

from __future__ import annotations

from typing import Final

from pi_app.presenters.rule_drawings import Box, Dot, Drawing, Note, Star, Tone, arrow, right, wrong


def _card(x: float, number: str, tone: Tone = "muted", y: float = 3.0) -> Drawing:
    return (Box((x, y), (2.6, 4.0), tone), Note((x, y), number))


DRAWINGS: Final[tuple[Drawing, ...]] = (
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
