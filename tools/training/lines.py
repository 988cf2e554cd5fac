"""The two nets that judge lines: one by the ink alone, one among the rivals for the same ink."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.training.nets import Dataset, Hyperparameters, fit, further, join
from tools.training.onnx_files import TanhNet
from tools.training.photographs import Example
from vision.disc import features, rivalry
from vision.disc.judge import RECORDED_LOG_ODDS

FOLDS = 3
THIN = 8
"""One in so many of the plain blanks between stars is kept, and counts so much more."""
PLAIN = 0.3
ALONE = Hyperparameters(hidden=(64, 32), passes=14, batch=1024, step=4e-3, decay=1e-5)
AMONG = Hyperparameters(hidden=(48,), passes=14, step=4e-3)

Nets = tuple[TanhNet, TanhNet]


def line_nets(photographs: Sequence[Example], about: str, start: Nets | None = None) -> Nets:
    """The net for the ink alone and the net among rivals; both go on from `start` where there is one.

    The second learns from what the first says of designs it has not seen, with and without the known lines.
    """
    first, second = start or (None, None)
    alone, rivals = (hyper if start is None else further(hyper) for hyper in (ALONE, AMONG))
    datasets = [_alone(example, number) for number, example in enumerate(photographs)]
    designs = sorted({example.design for example in photographs})
    fold = [designs.index(example.design) % FOLDS for example in photographs]
    among: list[Dataset] = []
    for out in range(FOLDS):
        kept = [dataset for dataset, f in zip(datasets, fold, strict=True) if f != out]
        net = fit(join(kept), features.NAMES, alone, start=first).net()
        for example, f in zip(photographs, fold, strict=True):
            if f == out:
                odds = net.log_odds(example.sight.features)
                among += [_among(example, odds, told) for told in (False, True)]
    names = rivalry.NAMES + features.NAMES
    return (
        fit(join(datasets), features.NAMES, alone, about, first),
        fit(join(among), names, rivals, about, second),
    )


def _alone(example: Example, seed: int) -> Dataset:
    x = example.sight.features
    plain = ~example.drawn & (x[:, features.NAMES.index("mean_ratio")] < PLAIN)
    kept = ~plain | (np.random.default_rng(seed).random(len(x)) < 1 / THIN)
    weight = example.judged * np.where(plain, float(THIN), 1.0)
    return Dataset(x, example.drawn.astype(np.float32), weight.astype(np.float32)).rows(kept)


def _among(example: Example, odds: NDArray[np.float32], told: bool) -> Dataset:
    """A dataset of the plausible pairs; known lines count as drawn when `told`, and are then not judged."""
    sight = example.sight
    known = example.known & told
    odds = np.where(known, np.float32(RECORDED_LOG_ODDS), odds)
    rivals = rivalry.find_rivals(sight.strips, sight.pairs, example.layout.stars_xy, odds, known)
    x = rivalry.rival_features(rivals, sight.pairs, sight.strips, odds, sight.features)
    weight = (example.judged & ~known)[rivals.rows]
    return Dataset(x, example.drawn[rivals.rows].astype(np.float32), weight.astype(np.float32))


def losses(photographs: Sequence[Example], alone: TanhNet, among: TanhNet) -> tuple[float, float]:
    """Mean loss (natural logarithm) a photograph: by the ink alone, and among rivals without the known lines."""
    first, second = alone.net(), among.net()
    total = np.zeros(2)
    for example in photographs:
        odds = first.log_odds(example.sight.features)
        dataset = _among(example, odds, False)
        total[0] += _loss(odds[example.judged], example.drawn[example.judged])
        total[1] += _loss(second.log_odds(dataset.x)[dataset.weight > 0], dataset.y[dataset.weight > 0] > 0)
    return float(total[0] / len(photographs)), float(total[1] / len(photographs))


def _loss(odds: NDArray[np.float32], drawn: NDArray[np.bool_]) -> float:
    return float(np.logaddexp(0, np.where(drawn, -odds, odds)).sum())
