"""The two nets that judge lines: one by the ink alone, one among the rivals for the same ink."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.training.nets import Dataset, Hyperparameters, fit, folds_of, join, nets_apart, whole_loss
from tools.training.onnx_files import TanhNet
from tools.training.photographs import Example
from vision.disc import closely, features, rivalry
from vision.disc.judge import RECORDED_LOG_ODDS
from vision.ink.nets import Net
from vision.ink.pose import Indices, Plane

THIN = 8
"""One in so many of the plain blanks between stars is kept, and counts so much more."""
PLAIN = 0.3
ALONE = Hyperparameters(hidden=(64, 32), passes=14, batch=1024, step=4e-3, decay=1e-5)
AMONG = Hyperparameters(hidden=(256, 64), passes=8, batch=512, step=2e-3, decay=3e-4)


def _views() -> tuple[tuple[Indices, Plane], ...]:
    """The columns of what a net sees among rivals, and their signs, as the four ways to look at a line have them: from
    either end, in a mirror or not."""
    plain = len(closely.AMONG_NAMES) - len(closely.NAMES)
    size = int(np.prod(closely.MAP_SHAPE))
    maps = plain + np.arange(size).reshape(closely.MAP_SHAPE)
    courses = plain + size + np.arange(len(closely.NAMES) - size).reshape(closely.COURSE_SHAPE)
    found = []
    for along in (1, -1):
        for across in (1, -1):
            columns = np.concatenate(
                [np.arange(plain), maps[:, ::along, ::across].ravel(), courses[:, ::along].ravel()]
            )
            signs = np.ones(len(columns), np.float32)
            signs[courses[closely.COURSES.index("path")]] = across
            found.append((columns, signs))
    return tuple(found)


VIEWS = _views()


def line_nets(photographs: Sequence[Example], about: str) -> tuple[TanhNet, TanhNet]:
    """The net for the ink alone and the net among rivals; the second learns from what the first says of designs it has
    not seen."""
    datasets = [_alone(example, number) for number, example in enumerate(photographs)]
    outs = nets_apart(datasets, _folds(photographs), features.NAMES, ALONE)
    return fit(join(datasets), features.NAMES, ALONE, about), among_net(photographs, outs, about)


def among_net(photographs: Sequence[Example], alone: Sequence[Net], about: str) -> TanhNet:
    """The net that judges lines among their rivals, with and without the known ones; `alone`: for each fold of the
    photographs one that judges lines by their ink."""
    among = join(
        [
            _among(example, alone[fold].log_odds(example.sight.features), told)
            for example, fold in zip(photographs, _folds(photographs), strict=True)
            for told in (False, True)
        ]
    )
    four = join([Dataset(among.x[:, columns] * signs, among.y, among.weight) for columns, signs in VIEWS])
    return fit(four, closely.AMONG_NAMES, AMONG, about)


def _folds(photographs: Sequence[Example]) -> list[int]:
    return folds_of([example.design for example in photographs])


def _alone(example: Example, seed: int) -> Dataset:
    x = example.sight.features
    plain = ~example.drawn & (x[:, features.NAMES.index("mean_ratio")] < PLAIN)
    kept = ~plain | (np.random.default_rng(seed).random(len(x)) < 1 / THIN)
    weight = example.judged * np.where(plain, float(THIN), 1.0)
    return Dataset(x, example.drawn.astype(np.float32), weight.astype(np.float32)).rows(kept)


def _among(example: Example, odds: Plane, told: bool) -> Dataset:
    """A dataset of the plausible pairs; known lines count as drawn when `told`, and are then not judged."""
    sight = example.sight
    known = example.known & told
    odds = np.where(known, np.float32(RECORDED_LOG_ODDS), odds)
    xy = example.layout.stars_xy
    rivals = rivalry.find_rivals(sight.strips, sight.pairs, xy, odds, known)
    x = rivalry.rival_features(rivals, sight.pairs, sight.strips, odds, sight.features)
    near = closely.close_features(rivals, sight.pairs, sight.strips, xy, odds, sight.ink)
    weight = (example.judged & ~known)[rivals.rows]
    return Dataset(
        np.concatenate([x, near], 1), example.drawn[rivals.rows].astype(np.float32), weight.astype(np.float32)
    )


def losses(photographs: Sequence[Example], alone: TanhNet, among: TanhNet) -> tuple[float, float]:
    """Mean loss (natural logarithm) a photograph: by the ink alone, and among rivals without the known lines."""
    first, second = alone.net(), among.net()
    total = np.zeros(2)
    for example in photographs:
        odds = first.log_odds(example.sight.features)
        dataset = _among(example, odds, False)
        total[0] += whole_loss(odds[example.judged], example.drawn[example.judged])
        total[1] += whole_loss(second.log_odds(dataset.x)[dataset.weight > 0], dataset.y[dataset.weight > 0] > 0)
    return float(total[0] / len(photographs)), float(total[1] / len(photographs))
