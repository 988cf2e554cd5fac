"""Fits a small tanh net by gradient descent, on NumPy alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np

from tools.training.onnx_files import CLIP, TanhNet
from vision.ink.nets import Net
from vision.ink.pose import Flags, Plane


class Dataset(msgspec.Struct, frozen=True, eq=False):
    """Examples: `x` (n, inputs), `y` (n,) 0 or 1, `weight` (n,), 0 for those that do not count."""

    x: Plane
    y: Plane
    weight: Plane

    def rows(self, keep: Flags) -> Dataset:
        """Only the rows to `keep`."""
        return Dataset(self.x[keep], self.y[keep], self.weight[keep])


class Hyperparameters(msgspec.Struct, frozen=True):
    """How a net is trained: hidden layers, passes over the dataset, rows a step, step size, weight decay."""

    hidden: tuple[int, ...] = (24,)
    passes: int = 20
    batch: int = 512
    step: float = 3e-3
    decay: float = 1e-4
    seed: int = 0


def join(datasets: Sequence[Dataset]) -> Dataset:
    """All rows of these datasets, in their order."""
    return Dataset(
        *(np.concatenate([getattr(dataset, name) for dataset in datasets]) for name in Dataset.__struct_fields__)
    )


def whole_loss(odds: Plane, drawn: Flags) -> float:
    """The loss (natural logarithm) of all these log-odds together; `drawn`: what is so."""
    return float(np.logaddexp(0, np.where(drawn, -odds, odds)).sum())


FOLDS = 3


def folds_of(designs: Sequence[str]) -> list[int]:
    """For each photograph by its design which of FOLDS it belongs to: a design's photographs stay together."""
    every = sorted(set(designs))
    return [every.index(design) % FOLDS for design in designs]


def nets_apart(
    datasets: Sequence[Dataset], folds: Sequence[int], inputs: tuple[str, ...], hyper: Hyperparameters
) -> list[Net]:
    """For each fold a net that has learnt from the datasets of all others."""
    kept = [[dataset for dataset, f in zip(datasets, folds, strict=True) if f != out] for out in range(FOLDS)]
    return [fit(join(part), inputs, hyper).net() for part in kept]


def fit(dataset: Dataset, inputs: tuple[str, ...], hyper: Hyperparameters, about: str = "") -> TanhNet:
    """A net whose log-odds fit the dataset (weighted cross-entropy, Adam, cosine step sizes)."""
    dataset = dataset.rows(dataset.weight > 0)
    mean, scale = dataset.x.mean(0), dataset.x.std(0) + np.float32(1e-6)
    rng = np.random.default_rng(hyper.seed)
    layers = _new_layers([dataset.x.shape[1], *hyper.hidden, 1], rng)
    z = np.clip((dataset.x - mean) / scale, -CLIP, CLIP).astype(np.float32)
    descent = Descent([p for layer in layers for p in layer])
    for number in range(hyper.passes):
        rate = hyper.step * 0.5 * (1 + np.cos(np.pi * number / hyper.passes))
        order = rng.permutation(len(z))
        for at in range(0, len(z), hyper.batch):
            rows = order[at : at + hyper.batch]
            descent.move(_slope(layers, z[rows], dataset.y[rows], dataset.weight[rows], hyper.decay), rate)
    return TanhNet(about=about, inputs=inputs, mean=mean, scale=scale, layers=tuple(layers))


def _new_layers(sizes: Sequence[int], rng: np.random.Generator) -> list[tuple[Plane, Plane]]:
    return [
        (rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32)) for a, b in pairwise(sizes)
    ]


def _slope(layers: list[tuple[Plane, Plane]], z: Plane, y: Plane, weight: Plane, decay: float) -> list[Plane]:
    """The gradient for each parameter, in the order of `layers`."""
    values = [z]
    for w, b in layers[:-1]:
        values.append(np.tanh(values[-1] @ w + b))
    w, b = layers[-1]
    odds = np.clip((values[-1] @ w + b)[:, 0], -30, 30)
    error = ((1 / (1 + np.exp(-odds)) - y) * weight / (weight.mean() * len(y)))[:, None].astype(np.float32)
    slopes: list[Plane] = []
    for (w, _), value in zip(reversed(layers), reversed(values), strict=True):
        slopes = [value.T @ error + np.float32(decay) * w, error.sum(0), *slopes]
        error = (error @ w.T) * (1 - value**2)
    return slopes


class Descent:
    """Adam (Kingma and Ba 2015) on parameters that are changed in place."""

    def __init__(self, parameters: list[Plane]) -> None:
        self.parameters = parameters
        self.first = [np.zeros_like(p) for p in parameters]
        self.second = [np.zeros_like(p) for p in parameters]
        self.moves = 0

    def move(self, slopes: Sequence[Plane], rate: float) -> None:
        """One step against these gradients, in the order of the parameters."""
        self.moves += 1
        for p, m, v, slope in zip(self.parameters, self.first, self.second, slopes, strict=True):
            m *= 0.9
            m += 0.1 * slope
            v *= 0.99
            v += 0.01 * slope**2
            p -= rate * (m / (1 - 0.9**self.moves)) / (np.sqrt(v / (1 - 0.99**self.moves)) + 1e-8)
