"""What the nets of the card reader learn from, and that they learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hardware.simulated.pixels import Sheet
from hardware.simulated.stellar.figures import FigureStyle
from hardware.simulated.stellar.shot import lay_out
from tools.training import cards
from tools.training.cards import dataset
from tools.training.cards_nets import Hyperparameters, fit_conv_net, pool, unfold
from tools.training.onnx_files import conv_net, parse_conv_net
from vision.cards.evidence import NUMBERS, number_views, stars_views
from vision.ink.nets import Net


def test_lessons_are_patches_with_what_they_show() -> None:
    learnt = dataset(3, 2, jitters=1)
    assert learnt.numbers.shape[1:] == (32, 32, 3)
    assert learnt.stars.shape[1:] == (20, 48, 3)
    assert len(learnt.numbers) == len(learnt.number) == 24
    assert set(learnt.number.tolist()) <= set(range(len(NUMBERS)))
    assert set(learnt.shown.tolist()) <= {0, 1, 2, 3}
    assert np.isfinite(number_views(learnt.numbers.astype(np.float32))).all()
    assert np.isfinite(stars_views(learnt.stars.astype(np.float32), learnt.contrast)).all()


def test_the_same_seed_gives_the_same_dataset() -> None:
    one, other = dataset(5, 1, jitters=1), dataset(5, 1, jitters=1)
    assert np.array_equal(one.numbers, other.numbers)
    assert np.array_equal(one.stars, other.stars)


def test_cards_of_one_photograph_print_their_numbers_in_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    figures: list[FigureStyle] = []

    def seen(*args: Any) -> Sheet:
        figures.extend(look.figure for look in args[6])
        return lay_out(*args)

    monkeypatch.setattr(cards, "lay_out", seen)
    dataset(5, 1, jitters=1)
    assert len(figures) == 6
    assert len({figure.face for figure in figures}) > 2


def right_share(arrays: dict[str, Any], planes: Any, label: Any) -> float:
    """The share of patches whose likeliest class is their label."""
    return float((Net(conv_net(arrays, planes.shape[1:])).outputs(planes).argmax(1) == label).mean())


@pytest.mark.parametrize("left_out", [0.0, 0.25])
def test_a_net_learns_to_tell_a_bar_that_stands_from_one_that_lies(left_out: float) -> None:
    rng = np.random.default_rng(1)
    planes = rng.normal(0, 0.2, (160, 16, 16, 2)).astype(np.float32)
    label = np.arange(160) % 2
    planes[label == 0, 4:12, 7:9] += 2
    planes[label == 1, 7:9, 4:12] += 2
    hyper = Hyperparameters(channels=(4, 6), hidden=8, passes=6, batch=16, left_out=left_out)
    arrays = fit_conv_net(planes, label, 2, hyper)
    assert right_share(arrays, planes, label) > 0.95


def test_a_net_that_goes_on_learning_keeps_what_it_knew() -> None:
    rng = np.random.default_rng(1)
    planes = rng.normal(0, 0.2, (160, 16, 16, 2)).astype(np.float32)
    label = np.arange(160) % 2
    planes[label == 0, 4:12, 7:9] += 2
    planes[label == 1, 7:9, 4:12] += 2
    hyper = Hyperparameters(channels=(4, 6), hidden=8, passes=6, batch=16)
    arrays = fit_conv_net(planes, label, 2, hyper)
    little = Hyperparameters(channels=(4, 6), hidden=8, passes=1, batch=16, step=1e-5)
    onward = fit_conv_net(planes[:64], label[:64], 2, little, start=arrays)
    assert right_share(onward, planes, label) > 0.95
    assert not np.array_equal(onward["w4"], arrays["w4"])
    assert all(np.abs(onward[name] - arrays[name]).max() < 1e-3 for name in arrays)


def test_neighbourhoods_and_blocks_keep_their_order() -> None:
    plane = np.arange(30, dtype=np.float32).reshape(1, 5, 6, 1)
    assert unfold(plane, 3)[0, 1, 2].tolist() == [8, 9, 10, 14, 15, 16, 20, 21, 22]
    assert pool(plane)[0][0, ..., 0].tolist() == [[7, 9, 11], [19, 21, 23]]


def test_a_stored_net_says_what_was_trained_and_comes_back() -> None:
    rng = np.random.default_rng(1)
    planes = rng.normal(0, 1, (5, 20, 17, 2)).astype(np.float32)
    hyper = Hyperparameters(channels=(4, 6), hidden=8, passes=1, batch=5)
    arrays = {
        name: array.astype(np.float16).astype(np.float32)
        for name, array in fit_conv_net(planes, np.arange(5) % 3, 3, hyper).items()
    }
    seen, _ = pool(np.maximum(unfold(planes, 5) @ arrays["w1"] + arrays["b1"], 0))
    seen, _ = pool(np.maximum(unfold(seen, 3) @ arrays["w2"] + arrays["b2"], 0))
    hidden = np.maximum(seen.reshape(5, -1) @ arrays["w3"] + arrays["b3"], 0)
    grown = np.exp(hidden @ arrays["w4"] + arrays["b4"])
    stored = conv_net(arrays, planes.shape[1:])
    assert Net(stored).outputs(planes) == pytest.approx(grown / grown.sum(1, keepdims=True), abs=1e-5)
    back = parse_conv_net(stored)
    assert {name: array.tolist() for name, array in back.items()} == {name: a.tolist() for name, a in arrays.items()}
