"""Trained nets: what they say of kept inputs, which numbers they take, and that they bear strange ones."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.training.onnx_files import CLIP, TanhNet, parse_tanh_net
from vision.disc import closely, crosses
from vision.disc import features as disc
from vision.ink.nets import MAX_NUMBERS, Net, load_net
from vision.slate import closely as slate_closely
from vision.slate import features as slate
from vision.slate import heads, objects, points

KEPT = Path(__file__).parent / "kept" / "nets.npz"
"""Inputs out of photographs, and what NumPy made of them from the weights as they were trained."""
DISC = {
    f"{bare}{name}": inputs
    for bare in ("", "bare_")
    for name, inputs in (("line_alone", disc.NAMES), ("line_among_rivals", closely.AMONG_NAMES))
} | {"crossed_star": crosses.NAMES}
SLATE = {
    f"slate_{bare}{name}": inputs
    for bare in ("", "bare_")
    for name, inputs in (
        ("line_alone", slate.NAMES),
        ("line_among", slate.AMONG_NAMES + slate.NAMES + slate_closely.NAMES),
        ("head", heads.NAMES),
        ("object", objects.NAMES),
    )
} | dict.fromkeys(("slate_point_star", "slate_point_planet"), points.NAMES)
LINES = [("vision.disc", name, inputs) for name, inputs in DISC.items()] + [
    ("vision.slate", name, inputs) for name, inputs in SLATE.items()
]
PATCHES = {"numbers": 7, "numbers_closely": 7, "stars": 4, "stars_closely": 4}


@pytest.mark.parametrize(("package", "name"), [line[:2] for line in LINES] + [("vision.cards", n) for n in PATCHES])
def test_a_shipped_net_says_of_kept_inputs_what_its_trained_weights_say(package: str, name: str) -> None:
    with np.load(KEPT) as kept:
        x, said = kept[f"{name}.x"].astype(np.float32), kept[f"{name}.y"]
    net = load_net(package, name)
    assert (net.outputs(x) if name in PATCHES else net.log_odds(x)) == pytest.approx(said, abs=1e-5)


@pytest.mark.parametrize(("package", "name", "inputs"), LINES)
def test_a_shipped_net_takes_the_numbers_that_the_reader_gives(
    package: str, name: str, inputs: tuple[str, ...]
) -> None:
    stored = parse_tanh_net(Path(*package.split("."), "model", f"{name}.onnx").read_bytes())
    assert stored.inputs == inputs
    odds = load_net(package, name).log_odds(np.zeros((3, len(inputs)), np.float32))
    assert odds.shape == (3,)
    assert np.isfinite(odds).all()


@pytest.mark.parametrize(("name", "classes"), PATCHES.items())
def test_nets_of_patches_give_probabilities_however_many_there_are(name: str, classes: int) -> None:
    shape = (32, 32, 2) if name.startswith("numbers") else (20, 48, 2)
    patches = np.random.default_rng(1).standard_normal((MAX_NUMBERS // np.prod(shape) + 6, *shape)).astype(np.float32)
    net = load_net("vision.cards", name)
    shares = net.outputs(patches)
    assert shares.shape == (len(patches), classes)
    assert np.allclose(shares.sum(1), 1, atol=1e-5)
    assert np.allclose(shares[-6:], net.outputs(patches[-6:]), atol=1e-6)
    assert net.outputs(patches[:0]).shape == (0, classes)


def worked_out() -> TanhNet:
    layers = (
        (np.array([[1.0], [-2.0]], np.float32), np.array([0.5], np.float32)),
        (np.array([[3.0]], np.float32), np.array([-1.0], np.float32)),
    )
    mean, scale = np.array([1.0, 0.0], np.float32), np.array([2.0, 1.0], np.float32)
    return TanhNet(about="", inputs=("a", "b"), mean=mean, scale=scale, layers=layers)


def test_a_net_is_its_layers_worked_out_by_hand() -> None:
    odds = worked_out().net().log_odds(np.array([[3.0, 0.25]], np.float32))
    assert odds[0] == pytest.approx(3 * np.tanh(1.0 - 0.5 + 0.5) - 1, abs=1e-5)


def test_a_net_refuses_another_number_of_inputs() -> None:
    for rows in (1, 2, 3):
        with pytest.raises((cv2.error, ValueError)):
            worked_out().net().log_odds(np.zeros((rows, 4), np.float32))
        with pytest.raises((cv2.error, ValueError)):
            worked_out().net().log_odds(np.zeros((rows, 1), np.float32))


def test_a_strange_picture_cannot_push_a_net_far_out() -> None:
    inputs = len(disc.NAMES)
    odds = load_net("vision.disc", "line_alone").log_odds(np.array([[1e9] * inputs, [CLIP * 1e6] * inputs], np.float32))
    assert odds[0] == odds[1]


def test_what_an_earlier_answer_was_stays_when_the_net_is_asked_again() -> None:
    net: Net = worked_out().net()
    first = net.outputs(np.ones((1, 2), np.float32))
    before = first.copy()
    net.outputs(np.zeros((1, 2), np.float32))
    assert np.array_equal(first, before)
