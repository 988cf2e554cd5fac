"""The trainer of the reader's nets."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engines.errors import BadInput
from planisphere.cli import main
from tools.training.nets import Course, Lesson, fit, net_text
from tools.training.photographs import boards
from vision.ink.classifier import Net, NetFile


def exclusive_or(seed: int, count: int = 400) -> Lesson:
    x = np.random.default_rng(seed).uniform(-1, 1, (count, 2)).astype(np.float32)
    y = ((x[:, 0] > 0) != (x[:, 1] > 0)).astype(np.float32)
    return Lesson(x, y, np.ones(count, np.float32))


COURSE = Course(hidden=(8,), passes=60, batch=32, step=2e-2)


def test_a_net_learns_what_no_straight_line_tells_apart() -> None:
    net = Net(fit(exclusive_or(1), ("a", "b"), COURSE))
    check = exclusive_or(2)
    assert ((net.log_odds(check.x) > 0) == (check.y > 0)).mean() > 0.95


def test_a_net_goes_on_from_another_that_knows_fewer_inputs() -> None:
    lesson = exclusive_or(1)
    first = fit(lesson, ("a", "b"), COURSE)
    x = np.concatenate([np.full((len(lesson.x), 1), 7, np.float32), lesson.x], 1)
    still = fit(Lesson(x, lesson.y, lesson.weight), ("new", "a", "b"), Course(passes=0), start=first)
    assert Net(still).log_odds(x) == pytest.approx(Net(first).log_odds(lesson.x), abs=1e-3)
    taught = fit(Lesson(x, 1 - lesson.y, lesson.weight), ("new", "a", "b"), COURSE, start=first)
    assert ((Net(taught).log_odds(x) > 0) == (lesson.y > 0)).mean() < 0.1


def test_rows_without_weight_teach_nothing() -> None:
    lesson = exclusive_or(1)
    wrong = Lesson(
        np.concatenate([lesson.x, lesson.x]),
        np.concatenate([lesson.y, 1 - lesson.y]),
        np.concatenate([lesson.weight, 0 * lesson.weight]),
    )
    assert fit(lesson, ("a", "b"), COURSE) == fit(wrong, ("a", "b"), COURSE)


def test_a_stored_net_is_readable_json_that_comes_back_the_same() -> None:
    net = fit(exclusive_or(1, 50), ("a", "b"), Course(hidden=(3,), passes=2), "a test")
    text = net_text(net)
    assert msgspec.json.decode(text, type=NetFile) == net
    assert max(map(len, text.splitlines())) < 200


def test_nets_are_trained_from_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, nets = tmp_path / "photos", tmp_path / "nets"
    arguments = ["--count", "3", "--seed", "5", "--designs", "3", "--level", "easy"]
    assert main(["photos", "star_explorer", "--out", str(photos), *arguments]) == 0
    assert main(["train-vision", str(photos), "--out", str(nets), "--check", str(photos)]) == 0
    assert "ink alone" in capsys.readouterr().out
    stored = {path.stem: msgspec.json.decode(path.read_bytes(), type=NetFile) for path in nets.iterdir()}
    assert {"line_alone", "line_among_rivals", "bare_line_alone", "bare_line_among_rivals"} <= set(stored)
    for net in stored.values():
        assert "simulated boards" in net.about
        assert np.isfinite(Net(net).log_odds(np.zeros((1, len(net.inputs)), np.float32))).all()
    again = ["train-vision", str(photos), "--out", str(tmp_path / "more")]
    assert main([*again, "--start", str(nets)]) == 0
    assert main([*again, "--start", str(photos)]) == 2
    assert "expected a net" in capsys.readouterr().err


def test_a_folder_without_photographs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="truth"):
        list(boards(tmp_path))
    (tmp_path / "truth.jsonl").write_text(json.dumps([1]) + "\n")
    with pytest.raises(BadInput, match="JSON object"):
        list(boards(tmp_path))
    assert main(["train-vision", str(tmp_path), "--out", str(tmp_path / "nets")]) == 2
    assert not (tmp_path / "nets").exists()
