"""The figures of learning: boards of one table, those it learns from and those it is measured on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pi_app.camera import learnt as learning
from pi_app.games.star_explorer.camera.boards import DiscKind
from tools.figures import learning as figures
from vision.ink.truth import JudgedThings

HABITS = {"bare": {"weights": [1.0, 0.5]}}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A list of two tables in turns, seven boards each."""
    rows = [
        {"id": str(k), "layout": "a.json", "image": ["b.jpg", "c.jpg"], "blank": "d.jpg", "known": []}
        for k in range(14)
    ]
    path = tmp_path / "star_explorer.list.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    truths: list[dict[str, Any]] = [
        {"id": str(k), "design": "left" if k % 2 else "right", "lines": []} for k in range(14)
    ]
    (tmp_path / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in truths), "utf-8")
    return path


def test_the_first_boards_of_a_table_are_learnt_from_and_the_others_measured(
    photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, dict[str, Any]]] = []

    def replay(folders: Sequence[Path], habits: dict[str, Any] | None = None) -> Iterator[tuple[str, JudgedThings]]:
        for folder in folders:
            entry = json.loads((folder / "star_explorer.list.jsonl").read_text("utf-8"))
            seen.append((folder.parent.name, entry))
            yield folder.name, JudgedThings("exact" if habits else "asked", asked=1 if habits else 3)

    learns = {"right": HABITS, "left": {}}
    monkeypatch.setattr(learning, "replay", replay)
    monkeypatch.setattr(figures, "replay", replay)
    monkeypatch.setattr(learning, "FEWEST_BOARDS", 4)
    monkeypatch.setattr(learning, "case_inputs", lambda _kind, case: json.loads((case / "truth.jsonl").read_text()))
    monkeypatch.setattr(DiscKind, "learn", lambda _self, cases: (own := learns[next(iter(cases))["design"]], [own] * 4))
    right, left = figures.gains(photos, bare=True, first=4)
    assert (right.table, right.learnt, left.table, left.learnt) == ("right", True, "left", False)
    assert right.before == {"asked": 3, "questions": 9}
    assert right.after == {"exact": 3, "questions": 3}
    assert left.after == left.before == {"asked": 3, "questions": 9}
    firsts = [int(entry["id"]) for folder, entry in seen if folder == "first"]
    others = [int(entry["id"]) for folder, entry in seen if folder != "first"]
    assert max(firsts) < 8 <= min(others)
    assert all("blank" not in entry and entry["known"] == [] for _folder, entry in seen)
    assert seen[0][1]["image"] == [str(photos.parent / name) for name in ("b.jpg", "c.jpg")]
