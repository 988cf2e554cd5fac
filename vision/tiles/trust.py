"""Whether a picture shows tiles of this layout at all: figures of another design are like some strokes by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from vision.tiles.judge import ASKED, SURE, Judged, Sight

_CHANCE, _CHANCE_STROKES, _CHANCE_CLOSELY = 0.45, 0.57, 0.75
"""Figures of another design fit so well what has a tile's outline, and strokes; laid with all patience they fit better,
but are so little ahead of others that both together come to no more than this."""
_SIMPLE, _A_STAR = 6, 0.03
"""Figures of more stars than this fit less well by chance, by so much for each star."""
_ENOUGH = 0.28
"""So much better than by chance the sure figures of a picture fit, all together, where they are of this layout."""


def doubted(found: Sequence[tuple[Sight, Judged]], grey: bool = False) -> list[Judged]:
    """How sure each is beside the others: none is beyond doubt where no figures fit plainly.

    A tile that is seen twice speaks for nothing, as each exists once, nor does a figure that stands askew on its tile.
    In a `grey` picture strokes without a tile's outline are asked about: neither their colour nor that of their ground
    tells them from a cloth's.
    """
    sure = [(sight, told) for sight, told in found if told.p > SURE]
    times = Counter(_index(sight, told) for sight, told in sure)
    once = [(sight, told) for sight, told in sure if times[_index(sight, told)] == 1]
    trusted = sum(_beyond_chance(sight, told) for sight, told in once) > _ENOUGH
    return [told if trusted and not (grey and sight.alone) else _asked_about(told) for sight, told in found]


def _beyond_chance(sight: Sight, told: Judged) -> float:
    if sight.matches[told.best].askew:
        return 0.0
    if sight.closely:
        by = _fit(sight, told) + sight.ahead - _CHANCE_CLOSELY
    else:
        by = _fit(sight, told) - (_CHANCE_STROKES if sight.alone else _CHANCE)
    return max(by + _A_STAR * max(len(sight.matches[told.best].stars) - _SIMPLE, 0), 0.0)


def _index(sight: Sight, told: Judged) -> int:
    return sight.matches[told.best].index


def _fit(sight: Sight, told: Judged) -> float:
    return sight.matches[told.best].fit


def _asked_about(told: Judged) -> Judged:
    return msgspec.structs.replace(told, p=min(told.p, ASKED))
