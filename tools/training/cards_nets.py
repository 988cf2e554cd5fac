"""Fits the small convolutional nets of the card reader by gradient descent, on NumPy alone."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from tools.training.nets import Descent
from tools.training.onnx_files import conv_net, parse_conv_net
from vision.cards.evidence import NUMBERS, number_views, stars_views
from vision.ink.pose import Plane


class Hyperparameters(msgspec.Struct, frozen=True):
    """How it is learned: channels of the convolutions, hidden units, passes, rows a step, step size, weight decay.

    `left_out`: the share of hidden units that each step does without (dropout), and of what they see half that.
    """

    channels: tuple[int, int] = (12, 24)
    hidden: int = 64
    passes: int = 10
    batch: int = 64
    step: float = 2e-3
    decay: float = 1e-4
    left_out: float = 0.0
    seed: int = 0


ONWARD = Hyperparameters(passes=4, step=1e-3, seed=3)
"""How a net that has learnt goes on learning from more."""

CLOSELY = Hyperparameters(channels=(24, 48), hidden=128, batch=128, left_out=0.25)
"""How the larger nets learn that judge cards already found."""
_FONTS = (".ttf", ".otf", ".pfb")
_FEW = 0.15
"""Such a net hardly needs to know what shows no number."""
_BENT = 0.06
_SHIFTED = 0.8
"""Pixels."""


def fit_conv_net(
    planes: Plane,
    label: NDArray[np.int64],
    classes: int,
    hyper: Hyperparameters,
    say: Callable[[str], None] = lambda _: None,
    start: dict[str, Plane] | None = None,
) -> dict[str, Plane]:
    """The arrays (see `conv_net`) of a net whose probabilities fit the labels (cross-entropy, Adam, cosine step sizes).

    Patches are bent, shifted and changed in contrast as they are learned. `start`: a net that goes on learning.
    """
    rng = np.random.default_rng(hyper.seed)
    known = _fresh(rng, planes.shape[1:], classes, hyper) if start is None else start
    arrays = {key: value.copy() for key, value in known.items()}
    descent, whole = Descent(list(arrays.values())), hyper.passes * -(-len(planes) // hyper.batch)
    for number in range(hyper.passes):
        order, loss = rng.permutation(len(planes)), 0.0
        for at in range(0, len(planes), hyper.batch):
            rows = order[at : at + hyper.batch]
            kept = _kept(rng, hyper, len(rows), arrays)
            lost, slopes = _slopes(_Deep(arrays, _shaken(rng, planes[rows]), kept), label[rows])
            loss += lost * len(rows)
            rate = hyper.step * 0.5 * (1 + np.cos(np.pi * (descent.moves + 1) / whole))
            descent.move([slopes[key] + hyper.decay * value for key, value in arrays.items()], rate)
        say(f"pass {number + 1} of {hyper.passes}: loss {loss / len(planes):.4f}")
    return arrays


def _fresh(rng: np.random.Generator, shape: tuple[int, ...], classes: int, hyper: Hyperparameters) -> dict[str, Plane]:
    one, two = hyper.channels
    *sides, deep = shape
    rows, columns = (((side - 4) // 2 - 2) // 2 for side in sides)
    sizes = [(25 * deep, one), (9 * one, two), (rows * columns * two, hyper.hidden), (hyper.hidden, classes)]
    arrays: dict[str, Plane] = {}
    for k, (a, b) in enumerate(sizes, 1):
        arrays[f"w{k}"] = rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32)
        arrays[f"b{k}"] = np.zeros(b, np.float32)
    return arrays


def _shaken(rng: np.random.Generator, planes: Plane) -> Plane:
    """Each patch a little turned, stretched, leant and shifted, as other typefaces and other photographs show it."""
    n, rows, columns, _ = planes.shape
    middle = np.array([columns - 1, rows - 1]) / 2
    onto = np.eye(2) + rng.normal(0, _BENT, (n, 2, 2))
    shift = middle - onto @ middle + rng.normal(0, _SHIFTED, (n, 2))
    moves = np.concatenate([onto, shift[:, :, None]], 2)
    moved = np.stack([
        cv2.warpAffine(plane, move, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
        for plane, move in zip(planes, moves, strict=True)
    ])  # fmt: skip
    moved = moved * rng.uniform(0.8, 1.2, (n, 1, 1, 1)).astype(np.float32)
    return np.asarray(moved + np.float32(0.06) * rng.standard_normal(planes.shape, np.float32), np.float32)


def _kept(rng: np.random.Generator, hyper: Hyperparameters, n: int, arrays: dict[str, Plane]) -> tuple[Plane, Plane]:
    """What a step keeps of n patches' pooled planes and hidden units: 0, or what makes up for those left out."""
    seen, hidden = (
        ((rng.random((n, size)) >= share) / (1 - share)).astype(np.float32)
        for size, share in ((len(arrays["w3"]), hyper.left_out / 2), (len(arrays["w4"]), hyper.left_out))
    )
    return seen, hidden


def _slopes(deep: _Deep, label: NDArray[np.int64]) -> tuple[float, dict[str, Plane]]:
    """The loss of a batch, and the gradient of each array."""
    n = len(label)
    odds = deep.odds - deep.odds.max(1, keepdims=True)
    share = np.exp(odds) / np.exp(odds).sum(1, keepdims=True)
    loss = float(-np.log(share[np.arange(n), label] + 1e-12).mean())
    error = share.copy()
    error[np.arange(n), label] -= 1
    return loss, deep.back(error / np.float32(n))


class _Deep:
    """One batch on its way through the net and back."""

    def __init__(self, arrays: dict[str, Plane], planes: Plane, kept: tuple[Plane, Plane]) -> None:
        self.arrays, self.kept = arrays, kept
        self.near1 = unfold(planes, 5)
        self.sum1 = np.maximum(self.near1 @ arrays["w1"] + arrays["b1"], 0)
        self.pool1, self.at1 = pool(self.sum1)
        self.near2 = unfold(self.pool1, 3)
        self.sum2 = np.maximum(self.near2 @ arrays["w2"] + arrays["b2"], 0)
        self.pool2, self.at2 = pool(self.sum2)
        self.flat = self.pool2.reshape(len(planes), -1) * kept[0]
        self.hidden = np.maximum(self.flat @ arrays["w3"] + arrays["b3"], 0) * kept[1]
        self.odds = self.hidden @ arrays["w4"] + arrays["b4"]

    def back(self, error: Plane) -> dict[str, Plane]:
        a = self.arrays
        slopes = {"w4": self.hidden.T @ error, "b4": error.sum(0)}
        error = (error @ a["w4"].T) * (self.hidden > 0) * self.kept[1]
        slopes |= {"w3": self.flat.T @ error, "b3": error.sum(0)}
        error = (error @ a["w3"].T) * self.kept[0]
        error = _unpool(error.reshape(self.pool2.shape), self.at2, self.sum2.shape) * (self.sum2 > 0)
        slopes |= _conv_slopes("2", self.near2, error)
        error = _folded(error @ a["w2"].T, self.pool1.shape, 3)
        error = _unpool(error, self.at1, self.sum1.shape) * (self.sum1 > 0)
        return slopes | _conv_slopes("1", self.near1, error)


def _conv_slopes(number: str, near: Plane, error: Plane) -> dict[str, Plane]:
    flat = error.reshape(-1, error.shape[-1])
    return {f"w{number}": near.reshape(-1, near.shape[-1]).T @ flat, f"b{number}": flat.sum(0)}


def pool(planes: Plane) -> tuple[Plane, NDArray[np.bool_]]:
    """The largest of each 2×2 block, and (n, rows / 2, 2, columns / 2, 2, channels) where it was."""
    n, rows, columns, c = planes.shape
    blocks = planes[:, : rows // 2 * 2, : columns // 2 * 2].reshape(n, rows // 2, 2, columns // 2, 2, c)
    best = blocks.max((2, 4))
    return best, blocks == best[:, :, None, :, None]


def _unpool(error: Plane, at: NDArray[np.bool_], shape: tuple[int, ...]) -> Plane:
    spread = (error[:, :, None, :, None] * at).astype(np.float32)
    n, rows, _, columns, _, c = spread.shape
    whole = np.zeros(shape, np.float32)
    whole[:, : rows * 2, : columns * 2] = spread.reshape(n, rows * 2, columns * 2, c)
    return whole


def unfold(planes: Plane, side: int) -> Plane:
    """(n, rows, columns, channels) -> (n, rows', columns', side² · channels): each pixel's neighbourhood."""
    n, rows, columns, channels = planes.shape
    down, across = rows - side + 1, columns - side + 1
    flat = sliding_window_view(planes.reshape(n, rows, columns * channels), (side, side * channels), axis=(1, 2))
    return np.ascontiguousarray(flat[:, :, ::channels]).reshape(n, down, across, -1)


def _folded(error: Plane, shape: tuple[int, ...], side: int) -> Plane:
    """The gradient of `unfold`."""
    n, rows, columns, _ = error.shape
    near = error.reshape(n, rows, columns, side, side, shape[-1])
    whole = np.zeros(shape, np.float32)
    for i in range(side):
        for j in range(side):
            whole[:, i : i + rows, j : j + columns] += near[:, :, :, i, j]
    return whole


def main() -> None:
    """Trains nets for numbers and stars on random decks: `python -m tools.training.cards_nets OUT`."""
    from tools.training.cards import dataset

    parser = argparse.ArgumentParser(description="Train the nets of the card reader.")
    parser.add_argument("out", type=Path, help="folder to write the nets to")
    parser.add_argument("--decks", type=int, default=7500, help="random decks, six cards of each (default: 7500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faces", type=Path, help="a folder of typefaces (.ttf, .otf, .pfb) to print numbers in, too")
    parser.add_argument("--onward", action="store_true", help="let the nets that ship go on learning")
    parser.add_argument("--closely", action="store_true", help="the larger nets, which judge cards already found")
    args = parser.parse_args()
    learnt = dataset(args.seed, args.decks, _faces(args.faces), jitters=2)
    args.out.mkdir(parents=True, exist_ok=True)
    shown = _shown(args.seed, learnt.number, _FEW if args.closely else 1.0)
    stars = _in_parts(stars_views, learnt.stars, learnt.contrast)
    for name, planes, label, classes in (
        ("numbers", _in_parts(number_views, learnt.numbers[shown]), learnt.number[shown], len(NUMBERS)),
        ("stars", stars, learnt.shown, 4),
    ):
        file = f"{name}_closely" if args.closely else name
        fresh = CLOSELY if args.closely else Hyperparameters()
        hyper, start = (ONWARD, _shipped(file)) if args.onward else (fresh, None)
        arrays = fit_conv_net(planes, label, classes, hyper, print, start)
        about = f"{args.decks} decks of seed {args.seed}" + (", after those before" if args.onward else "")
        (args.out / f"{file}.onnx").write_bytes(conv_net(arrays, planes.shape[1:], about))


def _shipped(name: str) -> dict[str, Plane]:
    return parse_conv_net(resources.files("vision.cards").joinpath("model", f"{name}.onnx").read_bytes())


def _shown(seed: int, number: NDArray[np.int64], share: float) -> NDArray[np.bool_]:
    """(n,) all patches that show a number, and so many of those that show none."""
    few = np.random.default_rng(seed).random(len(number)) < share
    return np.asarray((number < NUMBERS.index(None)) | few)


def _faces(folder: Path | None) -> list[str]:
    """The typefaces that come with our libraries, and those of a folder."""
    from tools.studio.designs.figures import typefaces

    more = [] if folder is None else [str(path) for path in sorted(folder.rglob("*.*")) if path.suffix in _FONTS]
    return [*typefaces(), *more]


def _in_parts(views: Callable[..., Plane], *rows: NDArray[Any]) -> Plane:
    """What a net looks at, of many patches."""
    parts = range(0, len(rows[0]), 2000)
    return np.concatenate([views(*(row[k : k + 2000].astype(np.float32) for row in rows)) for k in parts])


if __name__ == "__main__":
    main()
