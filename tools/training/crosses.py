"""The net that tells a crossed-off 3-point star."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from engines.errors import NotPossible
from tools.training.nets import Dataset, Hyperparameters, fit, join
from tools.training.onnx_files import TanhNet
from tools.training.photographs import Board
from vision.disc import crosses
from vision.disc.locate import locate_disc
from vision.ink.pose import Image

CROSSES = Hyperparameters(hidden=(10,), passes=60, batch=64, step=5e-3)
PART = 1.0
"""Weight of a board's crossed stars alone, as a dataset of their own."""


def cross_datasets(entries: Iterable[Board]) -> Iterator[Dataset]:
    """Datasets of the boards whose layout places the 3-point stars; they are crossed off in the layout's order.

    The crossed ones alone are a dataset too: a board may have every star crossed off.
    """
    for board in entries:
        if board.blank is None or board.blank.stars is None:
            continue
        picture = board.picture("image")
        try:
            pose = locate_disc(picture, board.layout)
        except NotPossible:
            continue
        stars = crosses.star_patches(picture, pose, board.layout)
        count = int(board.truth["crossed_stars"])
        yield _dataset(stars, board.blank.stars, count, 1.0)
        if 2 <= count < len(stars):
            yield _dataset(stars[:count], board.blank.stars[:count], count, PART)


def _dataset(stars: Image, clean: Image, crossed: int, weight: float) -> Dataset:
    x = crosses.cross_features(stars, clean)
    drawn = np.arange(len(x)) < crossed
    return Dataset(x, drawn.astype(np.float32), np.full(len(x), weight, np.float32))


def cross_net(datasets: list[Dataset], about: str) -> TanhNet:
    """The net that tells crossed-off 3-point stars, fitted to these examples."""
    return fit(join(datasets), crosses.NAMES, CROSSES, about)
