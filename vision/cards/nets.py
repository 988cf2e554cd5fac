"""Small convolutional nets on NumPy: which number a patch shows, how many stars."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Plane = NDArray[np.float32]

NUMBERS: tuple[int | str | None, ...] = (1, 2, 3, 4, 5, "6/0", None)
"""What the number net tells apart; None: no number is printed there."""
_PART = 64


def unfold(planes: Plane, side: int) -> Plane:
    """(n, rows, columns, channels) -> (n, rows', columns', side² · channels): each pixel's neighbourhood."""
    n, rows, columns, channels = planes.shape
    down, across = rows - side + 1, columns - side + 1
    flat = sliding_window_view(planes.reshape(n, rows, columns * channels), (side, side * channels), axis=(1, 2))
    return np.ascontiguousarray(flat[:, :, ::channels]).reshape(n, down, across, -1)


def pooled(planes: Plane) -> Plane:
    """The largest of each 2×2 block."""
    n, rows, columns, channels = planes.shape
    even = planes[:, : rows // 2 * 2, : columns // 2 * 2]
    return np.asarray(even.reshape(n, rows // 2, 2, columns // 2, 2, channels).max((2, 4)), np.float32)


class ConvNet:
    """Two convolutions with pooling and two dense layers; the arrays `w1 b1 … w4 b4`."""

    def __init__(self, arrays: Mapping[str, Plane]) -> None:
        self.layers = [(np.asarray(arrays[f"w{k}"], np.float32), np.asarray(arrays[f"b{k}"], np.float32))
                       for k in range(1, 5)]  # fmt: skip

    def log_odds(self, planes: Plane) -> Plane:
        """(n, rows, columns, channels) -> (n, classes), up to a constant a row."""
        parts = [self._part(planes[k : k + _PART]) for k in range(0, len(planes), _PART)]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.layers[3][1])), np.float32)

    def _part(self, planes: Plane) -> Plane:
        a = planes
        for w, b in self.layers[:2]:
            side = round((len(w) / a.shape[-1]) ** 0.5)
            a = pooled(np.maximum(unfold(a, side) @ w + b, 0))
        (w3, b3), (w4, b4) = self.layers[2:]
        hidden = np.maximum(a.reshape(len(a), -1) @ w3 + b3, 0)
        return np.asarray(hidden @ w4 + b4, np.float32)

    def shares(self, planes: Plane) -> Plane:
        """(n, rows, columns, channels) -> (n, classes) probabilities."""
        odds = self.log_odds(planes)
        grown = np.exp(odds - odds.max(1, keepdims=True))
        return np.asarray(grown / grown.sum(1, keepdims=True), np.float32)


@cache
def load_conv_net(name: str) -> ConvNet:
    """The shipped net `name` (a file of `vision/cards/model/`)."""
    data = resources.files("vision.cards").joinpath("model", f"{name}.npz").read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return ConvNet({key: arrays[key] for key in arrays.files})
