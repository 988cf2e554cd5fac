"""`planisphere bench vision` measures the reader beside its floor."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.errors import BadInput, NotPossible
from tools.figures import vision
from tools.figures.vision import figures
from vision.ink.lock import Lock
from vision.ink.reading import Stopwatch

WAIT_S = 0.8
PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer" / "star_explorer.list.jsonl"


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A list of one photograph."""
    one = tmp_path / "one.jsonl"
    line = PHOTOS.read_text("utf-8").splitlines()[0]
    for key in ("layout", "image", "blank"):
        line = line.replace(f'"{key}": "', f'"{key}": "{PHOTOS.parent}/')
    one.write_text(line + "\n", "utf-8")
    return one


def test_a_photograph_is_timed_beside_markers_and_one_warp(one: Path) -> None:
    found = {figure.name: figure for figure in figures(one, turns=1)}
    total, locate = found["read.star_disc.1280x720.total_ms"], found["read.star_disc.1280x720.locate_ms"]
    assert total.value > locate.value > 0
    assert found["read.star_disc.1280x720.locked_ms"].value > 0
    assert found["read.star_disc.1280x720.total_p95_ms"].value == pytest.approx(total.value)
    assert total.ratio == pytest.approx(total.value / (total.floor or 0))


def slowly(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
    """That function begins late, as on a machine that is busy with something else."""
    found: Callable[..., object] = getattr(where, name)

    def late(*args: object) -> object:
        time.sleep(WAIT_S)
        return found(*args)

    monkeypatch.setattr(where, name, late)


def test_what_a_busy_machine_does_meanwhile_is_not_counted(one: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for where, name in ((Stopwatch, "lap"), (Lock, "verify"), (vision, "_floor")):
        slowly(monkeypatch, where, name)
    for figure in figures(one, turns=1):
        assert figure.value < 1000 * WAIT_S
        assert figure.floor is not None
        assert figure.floor < 1000 * WAIT_S


def test_without_a_list_it_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="--photos"):
        list(figures(tmp_path / "none.jsonl"))


def test_a_list_that_is_not_one_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "list.jsonl"
    broken.write_text("no json\n", "utf-8")
    with pytest.raises(BadInput, match="JSON lines"):
        list(figures(broken))
