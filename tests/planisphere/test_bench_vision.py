"""`planisphere bench vision` measures the reader beside its floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.errors import BadInput, NotPossible
from tools.figures.vision import figures

PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer" / "star_explorer.list.jsonl"


def test_a_photograph_is_timed_beside_markers_and_one_warp(tmp_path: Path) -> None:
    one = tmp_path / "one.jsonl"
    line = PHOTOS.read_text("utf-8").splitlines()[0]
    for key in ("layout", "image", "blank"):
        line = line.replace(f'"{key}": "', f'"{key}": "{PHOTOS.parent}/')
    one.write_text(line + "\n", "utf-8")
    found = {figure.name: figure for figure in figures(one, turns=1)}
    total, locate = found["read.star_disc.1280x720.total_ms"], found["read.star_disc.1280x720.locate_ms"]
    assert total.value > locate.value > 0
    assert found["read.star_disc.1280x720.locked_ms"].value > 0
    assert found["read.star_disc.1280x720.total_p95_ms"].value == pytest.approx(total.value)
    assert total.ratio == pytest.approx(total.value / (total.floor or 0))


def test_without_a_list_it_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="--photos"):
        list(figures(tmp_path / "none.jsonl"))


def test_a_list_that_is_not_one_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "list.jsonl"
    broken.write_text("no json\n", "utf-8")
    with pytest.raises(BadInput, match="JSON lines"):
        list(figures(broken))
