"""The trainer of the reader's nets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engines.errors import BadInput
from planisphere.cli import main
from tests.planisphere.photo_folders import first_of
from tools.training.nets import Dataset, Hyperparameters, fit
from tools.training.onnx_files import conv_net, parse_tanh_net
from tools.training.photographs import boards


def exclusive_or(seed: int, count: int = 400) -> Dataset:
    x = np.random.default_rng(seed).uniform(-1, 1, (count, 2)).astype(np.float32)
    y = ((x[:, 0] > 0) != (x[:, 1] > 0)).astype(np.float32)
    return Dataset(x, y, np.ones(count, np.float32))


SMALL = {
    name: np.ones(size, np.float32)
    for name, size in (
        ("w1", (50, 1)), ("b1", 1), ("w2", (9, 1)), ("b2", 1), ("w3", (4, 1)), ("b3", 1), ("w4", (1, 2)), ("b4", 2),
    )
}  # fmt: skip
"""A net of patches of 16x16 pixels."""
HYPER = Hyperparameters(hidden=(8,), passes=60, batch=32, step=2e-2)


def test_a_net_learns_what_no_straight_line_tells_apart() -> None:
    net = fit(exclusive_or(1), ("a", "b"), HYPER).net()
    check = exclusive_or(2)
    assert ((net.log_odds(check.x) > 0) == (check.y > 0)).mean() > 0.95


def test_rows_without_weight_teach_nothing() -> None:
    dataset = exclusive_or(1)
    wrong = Dataset(
        np.concatenate([dataset.x, dataset.x]),
        np.concatenate([dataset.y, 1 - dataset.y]),
        np.concatenate([dataset.weight, 0 * dataset.weight]),
    )
    assert fit(dataset, ("a", "b"), HYPER).onnx() == fit(wrong, ("a", "b"), HYPER).onnx()


def test_a_stored_net_comes_back_the_same() -> None:
    net = fit(exclusive_or(1, 50), ("a", "b"), Hyperparameters(hidden=(3,), passes=2), "a test")
    again = parse_tanh_net(net.onnx())
    assert (again.about, again.inputs) == ("a test", ("a", "b"))
    assert again.onnx() == net.onnx()


@pytest.mark.parametrize("stored", [b"", b"{}", b"PK\x03\x04 no net", conv_net(SMALL, (16, 16, 2))])
def test_what_is_no_net_is_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match="ONNX"):
        parse_tanh_net(stored)


def test_photographs_without_a_picture_from_before_teach_by_the_one_after() -> None:
    folder = Path(__file__).parents[1] / "photos" / "star_explorer"
    assert [fresh for board in boards(folder) for _, fresh in board.pictures()] == 6 * [True]


@pytest.mark.exhaustive
def test_nets_are_trained_from_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, nets = tmp_path / "photos", tmp_path / "nets"
    arguments = ["--count", "3", "--seed", "5", "--designs", "3", "--level", "easy"]
    assert main(["photos", "star_explorer", "--out", str(photos), *arguments]) == 0
    assert main(["train-vision", str(photos), "--out", str(nets), "--check", str(first_of(photos))]) == 0
    assert "ink alone" in capsys.readouterr().out
    stored = {path.stem: parse_tanh_net(path.read_bytes()) for path in nets.iterdir()}
    assert {"line_alone", "line_among_rivals", "bare_line_alone", "bare_line_among_rivals"} <= set(stored)
    for net in stored.values():
        assert "simulated boards" in net.about
        assert np.isfinite(net.net().log_odds(np.zeros((1, len(net.inputs)), np.float32))).all()
    again = ["train-vision", str(photos), "--out", str(tmp_path / "more")]
    assert main([*again, "--start", str(nets)]) == 0
    assert main([*again, "--start", str(photos)]) == 2, "before the photographs are read"
    assert "expected a net" in capsys.readouterr().err


def test_a_folder_without_photographs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="truth"):
        list(boards(tmp_path))
    (tmp_path / "truth.jsonl").write_text(json.dumps([1]) + "\n")
    with pytest.raises(BadInput, match="JSON object"):
        list(boards(tmp_path))
    assert main(["train-vision", str(tmp_path), "--out", str(tmp_path / "nets")]) == 2
    assert not (tmp_path / "nets").exists()
