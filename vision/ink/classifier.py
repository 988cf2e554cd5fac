"""Small nets that turn features into the log-odds of a drawn line; they run on NumPy."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

CLIP = 6.0
"""Standard scores beyond this are cut, so that a strange picture cannot push a net far outside what it has seen."""


class Layer(msgspec.Struct, frozen=True):
    """`weights`: a row an input; `bias`: a number an output."""

    weights: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]


class NetFile(msgspec.Struct, frozen=True, kw_only=True):
    """A net as it is stored: names, means and scales of its inputs, then its layers; `about`: its training."""

    about: str
    inputs: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    layers: tuple[Layer, ...]


class Net:
    """A stack of tanh layers with one linear output."""

    def __init__(self, file: NetFile) -> None:
        self.inputs = file.inputs
        self._mean = np.array(file.mean, np.float32)
        self._scale = np.array(file.scale, np.float32)
        self._layers = [
            (np.array(layer.weights, np.float32), np.array(layer.bias, np.float32)) for layer in file.layers
        ]

    def log_odds(self, features: Plane) -> Plane:
        """(n, inputs) -> (n,) natural log-odds."""
        a = np.clip((features - self._mean) / self._scale, -CLIP, CLIP)
        *hidden, (weights, bias) = self._layers
        for w, b in hidden:
            a = np.tanh(a @ w + b)
        return np.asarray((a @ weights + bias)[:, 0], np.float32)


@cache
def load_net(name: str) -> Net:
    """The shipped net `name` (a file of `vision/ink/model/`)."""
    data = resources.files("vision.ink").joinpath("model", f"{name}.json").read_bytes()
    return Net(msgspec.json.decode(data, type=NetFile))
