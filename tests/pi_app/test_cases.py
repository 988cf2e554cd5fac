"""Readings that the table corrected are kept, read again by later versions, and missed by none of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engines.errors import BadInput
from hardware.camera import Image
from pi_app.capture import load_picture
from pi_app.cases import Case, CaseShelf, Figures, replay, worse
from pi_app.checkup import check_cases

PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"


def black(drawn: tuple[tuple[int, int], ...] = ((1, 2),)) -> Case:
    """A case in whose picture no board can be found."""
    frame: Image = np.zeros((96, 128, 3), np.uint8)
    layout = (PHOTOS / json.loads(first_entry()[0])["layout"]).read_bytes()
    return Case(frames=(frame,), layout=layout, drawn=drawn, known=((3, 4),))


def first_entry() -> tuple[str, str]:
    """The first line of the shipped list, and of its truth."""
    lists = (PHOTOS / "star_explorer.list.jsonl", PHOTOS / "truth.jsonl")
    entry, truth = (path.read_text("utf-8").splitlines()[0] for path in lists)
    return entry, truth


def test_only_the_latest_cases_are_kept(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path / "cases", most=2)
    kept = [shelf.keep(black()) for _ in range(3)]
    assert shelf.folders() == kept[1:]
    assert not kept[0].exists()


def test_a_case_is_a_folder_that_read_batch_can_read(tmp_path: Path) -> None:
    folder = CaseShelf(tmp_path).keep(black())
    entry = json.loads((folder / "star_explorer.list.jsonl").read_text())
    assert entry["known"] == [[3, 4]]
    assert all((folder / name).is_file() for name in (entry["layout"], *entry["image"]))
    truth = json.loads((folder / "truth.jsonl").read_text())
    assert [(line["a"], line["b"], line["new"]) for line in truth["lines"]] == [(1, 2, True), (3, 4, False)]


def test_a_kept_case_is_read_again_and_set_against_what_the_table_confirmed(tmp_path: Path) -> None:
    query, truth = (json.loads(line) for line in first_entry())
    new = tuple((line["a"], line["b"]) for line in truth["lines"] if line["new"])
    shelf = CaseShelf(tmp_path)
    for drawn in (new, new[1:]):
        shelf.keep(
            Case(
                frames=(load_picture(PHOTOS / query["image"]),),
                layout=(PHOTOS / query["layout"]).read_bytes(),
                drawn=drawn,
                known=tuple(map(tuple, query["known"])),
                blank=PHOTOS / query["blank"],
                expect=query["expect"],
            )
        )
    right, wrong = (judged for _, judged in replay(shelf.folders()))
    assert right.outcome == "exact"
    assert wrong.wrong == {tuple(sorted(new[0]))}


def test_a_case_without_a_board_is_refused_and_one_without_its_files_is_named(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path)
    folder = shelf.keep(black())
    assert [judged.outcome for _, judged in replay([folder])] == ["refused"]
    (folder / "photo1.jpg").unlink()
    with pytest.raises(BadInput, match="photo1"):
        list(replay([folder]))


def test_an_update_that_reads_cases_worse_is_reported_until_its_figures_are_accepted(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path)
    name = shelf.keep(black()).name
    assert [check.level for check in check_cases(shelf)] == ["ok"]
    assert (figures := shelf.figures()) is not None
    assert figures.outcomes == {name: "refused"}
    shelf.keep_figures(Figures("0.0.1", {name: "exact"}))
    for _ in range(2):
        (check,) = check_cases(shelf)
        assert check.level == "warn"
        assert name in check.text
        assert "0.0.1" in check.text


def test_no_cases_no_check(tmp_path: Path) -> None:
    assert not list(check_cases(CaseShelf(tmp_path / "none")))


def test_a_silent_error_is_worse_than_a_refusal_and_a_new_case_is_no_loss() -> None:
    before = Figures("1", {"a": "exact", "b": "refused", "c": "silent"})
    now = Figures("2", {"a": "asked", "b": "silent", "c": "exact", "d": "silent"})
    assert worse(before, now) == ["a", "b"]
