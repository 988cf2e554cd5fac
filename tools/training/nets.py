"""Fits a small tanh net by gradient descent, on NumPy alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.classifier import CLIP, Layer, NetFile

Plane = NDArray[np.float32]


FURTHER = 0.25
FURTHER_PASSES = 8
"""Nets that go on from others are taught with steps so much smaller, in so many passes."""


class Lesson(msgspec.Struct, frozen=True, eq=False):
    """What is learned from: `x` (n, inputs), `y` (n,) 0 or 1, `weight` (n,)."""

    x: Plane
    y: Plane
    weight: Plane

    def rows(self, keep: NDArray[np.bool_]) -> Lesson:
        """Only the rows to `keep`."""
        return Lesson(self.x[keep], self.y[keep], self.weight[keep])


class Course(msgspec.Struct, frozen=True):
    """How it is learned: sizes of the hidden layers, passes over the lesson, rows a step, step size, weight decay."""

    hidden: tuple[int, ...] = (24,)
    passes: int = 20
    batch: int = 512
    step: float = 3e-3
    decay: float = 1e-4
    seed: int = 0


def further(course: Course, share: float = FURTHER) -> Course:
    """The course for a net that goes on from another, with steps of this `share`."""
    return msgspec.structs.replace(course, step=course.step * share, passes=FURTHER_PASSES)


def join(lessons: Sequence[Lesson]) -> Lesson:
    """One lesson of many."""
    return Lesson(*(np.concatenate([getattr(lesson, name) for lesson in lessons]) for name in Lesson.__struct_fields__))


def fit(
    lesson: Lesson, inputs: tuple[str, ...], course: Course, about: str = "", start: NetFile | None = None
) -> NetFile:
    """A net whose log-odds fit the lesson (weighted cross-entropy, Adam, cosine step sizes).

    `start`: goes on from this net, whose hidden layers stay as large as they are; inputs that it lacks begin unheard.
    """
    lesson = lesson.rows(lesson.weight > 0)
    mean, scale = lesson.x.mean(0), lesson.x.std(0) + np.float32(1e-6)
    rng = np.random.default_rng(course.seed)
    if start is None:
        layers = _new_layers([lesson.x.shape[1], *course.hidden, 1], rng)
    else:
        layers = _layers_of(start, inputs, mean, scale)
    z = np.clip((lesson.x - mean) / scale, -CLIP, CLIP).astype(np.float32)
    descent = _Descent([p for layer in layers for p in layer])
    for number in range(course.passes):
        rate = course.step * 0.5 * (1 + np.cos(np.pi * number / course.passes))
        order = rng.permutation(len(z))
        for at in range(0, len(z), course.batch):
            rows = order[at : at + course.batch]
            descent.move(_slope(layers, z[rows], lesson.y[rows], lesson.weight[rows], course.decay), rate)
    stored = tuple(Layer(_rounded(w), _rounded(b)) for w, b in layers)
    return NetFile(about=about, inputs=inputs, mean=_rounded(mean), scale=_rounded(scale), layers=stored)


def _new_layers(sizes: Sequence[int], rng: np.random.Generator) -> list[tuple[Plane, Plane]]:
    return [
        (rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32)) for a, b in pairwise(sizes)
    ]


def _layers_of(start: NetFile, inputs: tuple[str, ...], mean: Plane, scale: Plane) -> list[tuple[Plane, Plane]]:
    """The layers of `start` for these `inputs`; `mean` and `scale` take over its own ones for those it knows."""
    layers = [(np.array(layer.weights, np.float32), np.array(layer.bias, np.float32)) for layer in start.layers]
    first = np.zeros((len(inputs), layers[0][0].shape[1]), np.float32)
    for row, name in enumerate(start.inputs):
        at = inputs.index(name)
        first[at], mean[at], scale[at] = layers[0][0][row], start.mean[row], start.scale[row]
    return [(first, layers[0][1]), *layers[1:]]


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


class _Descent:
    """Adam (Kingma and Ba 2015) on parameters that are changed in place."""

    def __init__(self, parameters: list[Plane]) -> None:
        self.parameters = parameters
        self.first = [np.zeros_like(p) for p in parameters]
        self.second = [np.zeros_like(p) for p in parameters]
        self.moves = 0

    def move(self, slopes: list[Plane], rate: float) -> None:
        self.moves += 1
        for p, m, v, slope in zip(self.parameters, self.first, self.second, slopes, strict=True):
            m *= 0.9
            m += 0.1 * slope
            v *= 0.99
            v += 0.01 * slope**2
            p -= rate * (m / (1 - 0.9**self.moves)) / (np.sqrt(v / (1 - 0.99**self.moves)) + 1e-8)


def _rounded(values: Plane) -> tuple:  # type: ignore[type-arg]
    """Nested tuples of numbers with five digits."""
    if values.ndim > 1:
        return tuple(_rounded(row) for row in values)
    return tuple(float(f"{value:.5g}") for value in values)


def net_text(net: NetFile) -> str:
    """The net as readable JSON, a line for each input's weights."""

    def numbers(values: Sequence[float]) -> str:
        return msgspec.json.encode(values).decode()

    layers = ",\n".join(
        '  {"weights": ['
        + ",\n    ".join(numbers(row) for row in layer.weights)
        + '],\n   "bias": '
        + numbers(layer.bias)
        + "}"
        for layer in net.layers
    )
    head = [
        f'"about": {msgspec.json.encode(net.about).decode()}',
        f'"inputs": {msgspec.json.encode(net.inputs).decode()}',
    ]
    body = [*head, f'"mean": {numbers(net.mean)}', f'"scale": {numbers(net.scale)}', f'"layers": [\n{layers}\n ]']
    return "{" + ",\n ".join(body) + "}\n"
