"""What the rule cards draw beside their words, a drawing a card."""

from __future__ import annotations

from typing import Final

from pi_app.presenters.rule_drawings import Box, Dot, Drawing, Note, Star, Stroke, arrow, figure, placed, right, wrong

_PAIR: Final = ((-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
_PAIRED: Final = ((0, 1), (1, 2))


def _grid(left: float, columns: int, top: float = 0.8, rows: int = 3) -> Drawing:
    return tuple(
        Dot((left + 2.0 * column, top + 2.0 * row), 0.12, "muted") for column in range(columns) for row in range(rows)
    )


DRAWINGS: Final[tuple[Drawing, ...]] = (
    (
        Box((3.4, 3.0), (5.0, 5.6)),
        *figure(placed(_PAIR, (3.4, 3.0)), _PAIRED),
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
        *figure(placed(_PAIR, (3.4, 3.0)), _PAIRED),
        *figure(placed(_PAIR, (11.0, 3.0)), _PAIRED, "go"),
        *figure(placed(_PAIR, (16.0, 3.0), turns=2), _PAIRED, "go"),
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
