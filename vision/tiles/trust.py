"""Whether a picture shows tiles of this layout at all: figures of another design are like some strokes by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from vision.tiles.judge import Judged, Sight
from vision.tiles.tuning import TUNING


def doubted(found: Sequence[tuple[Sight, Judged]], grey: bool = False) -> list[Judged]:
    """How sure each is beside the others: none is beyond doubt where no figures fit plainly.

    A tile that is seen twice speaks for nothing, as each exists once, nor does a figure that stands askew on its tile.
    In a `grey` picture strokes without a tile's outline are asked about: neither their colour nor that of their ground
    tells them from a cloth's.
    """
    sure = [(sight, verdict) for sight, verdict in found if verdict.p > TUNING.min_p]
    times = Counter(_index(sight, verdict) for sight, verdict in sure)
    once = [(sight, verdict) for sight, verdict in sure if times[_index(sight, verdict)] == 1]
    trusted = sum(_beyond_chance(sight, verdict) for sight, verdict in once) > TUNING.min_trust
    return [verdict if trusted and not (grey and sight.alone) else _asked_about(verdict) for sight, verdict in found]


def _beyond_chance(sight: Sight, verdict: Judged) -> float:
    if sight.matches[verdict.best].askew:
        return 0.0
    if sight.closely:
        by = _fit(sight, verdict) + sight.ahead - TUNING.chance_closely
    else:
        by = _fit(sight, verdict) - (TUNING.chance_strokes if sight.alone else TUNING.chance)
    return max(by + TUNING.a_star * max(len(sight.matches[verdict.best].stars) - TUNING.simple, 0), 0.0)


def _index(sight: Sight, verdict: Judged) -> int:
    return sight.matches[verdict.best].index


def _fit(sight: Sight, verdict: Judged) -> float:
    return sight.matches[verdict.best].fit


def _asked_about(verdict: Judged) -> Judged:
    return msgspec.structs.replace(verdict, p=min(verdict.p, TUNING.asked))
