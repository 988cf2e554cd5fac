"""How sure the readers are and how right, told by `planisphere bench vision`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engines.errors import NotPossible
from pi_app.camera.cases import CaseShelf
from planisphere.cli import main
from tools.figures import reliability
from tools.figures.reliability import bins_of, calibration_error, shots
from vision.ink.truth import things

PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"


class Said:
    """A reader whose readings are told by the test."""

    def __init__(self, reading: dict[str, Any] | None) -> None:
        self.reading = reading

    def read(self, entry: dict[str, Any]) -> Said:
        if self.reading is None:
            raise NotPossible("board.none", "no board in the picture")
        return self

    def as_json(self) -> dict[str, Any]:
        assert self.reading is not None
        return self.reading


TRUTH = {
    "id": "one",
    "level": "hard",
    "lines": [{"a": 1, "b": 2}, {"a": 2, "b": 3}, {"a": 8, "b": 9, "occluded": 0.9}],
}


def outcome_of(reading: dict[str, Any] | None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> reliability.Shot:
    (folder / "truth.jsonl").write_text(json.dumps(TRUTH) + "\n")
    photos = folder / "star_explorer.list.jsonl"
    photos.write_text(json.dumps({"id": "one", "image": "one.jpg", "known": [[5, 6]]}) + "\n")
    monkeypatch.setattr(reliability, "open_reader", lambda kind, folder: Said(reading))
    (shot,) = shots("star_explorer", photos)
    return shot


def line(a: int, b: int, p: float) -> dict[str, Any]:
    return {"a": a, "b": b, "p": p}


def test_covered_lines_and_recorded_lines_under_the_frame_may_be_listed_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for more in ([], [line(8, 9, 0.9), line(5, 6, 0.99)]):
        reading = {"lines": [line(1, 2, 0.99), line(3, 2, 0.98), *more], "doubtful": []}
        assert outcome_of(reading, tmp_path, monkeypatch).outcome == "exact"


def test_a_missed_line_is_silent_unless_it_was_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = {"lines": [line(1, 2, 0.99)], "doubtful": [line(2, 3, 0.3)]}
    asked = outcome_of(reading, tmp_path, monkeypatch)
    assert (asked.outcome, asked.asked, asked.wrong) == ("asked", 1, ("line 2-3 missed",))
    silent = outcome_of(reading | {"doubtful": []}, tmp_path, monkeypatch)
    assert silent.outcome == "silent"
    assert outcome_of(None, tmp_path, monkeypatch).why == "no board in the picture"


@pytest.mark.parametrize(("known", "outcome"), [([[1, 2], [3, 2]], "exact"), ([[1, 2]], "refused")])
def test_that_nothing_new_is_drawn_is_right_where_nothing_is(
    known: list[list[int]], outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Idle(Said):
        def read(self, entry: dict[str, Any]) -> Said:
            raise NotPossible("disc.nothing_new", "nothing new is seen")

    (tmp_path / "truth.jsonl").write_text(json.dumps(TRUTH) + "\n")
    photos = tmp_path / "star_explorer.list.jsonl"
    photos.write_text(json.dumps({"id": "one", "image": "one.jpg", "known": known}) + "\n")
    monkeypatch.setattr(reliability, "open_reader", lambda kind, folder: Idle(None))
    (shot,) = shots("star_explorer", photos)
    assert (shot.outcome, shot.why) == (outcome, "nothing new is seen")


def test_the_boards_of_a_table_are_told_apart() -> None:
    boards = [{"name": name, "reading": {"lines": [line(1, 2, 0.9)]}} for name in ("Ana", "Ben")]
    assert things({"boards": boards}) == {("line", "Ana", "1", "2"): 0.9, ("line", "Ben", "1", "2"): 0.9}


def test_two_equal_tiles_are_two_things() -> None:
    assert len(things({"tiles": [{"tile": "lyra", "p": 0.9}, {"tile": "lyra", "p": 0.8}]})) == 2


def test_chances_that_mean_what_they_say_have_no_calibration_error() -> None:
    honest = [(0.75, True)] * 75 + [(0.75, False)] * 25
    assert calibration_error(honest) == pytest.approx(0)
    assert calibration_error([(0.9, False)] * 10) == pytest.approx(0.9)
    assert calibration_error([]) == 0
    (one,) = bins_of(honest)
    assert (one.count, one.said, one.there) == (100, 0.75, 0.75)


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = tmp_path / "star_explorer.list.jsonl"
    entry = json.loads((PHOTOS / "star_explorer.list.jsonl").read_text().splitlines()[0])
    for name in (entry["layout"], entry["image"], entry["blank"]):
        shutil.copy(PHOTOS / name, tmp_path / name)
    photos.write_text(json.dumps(entry) + "\n")
    truth = json.loads((PHOTOS / "truth.jsonl").read_text().splitlines()[0])
    truth["lines"] = [row for row in truth["lines"] if not row["new"]]
    (tmp_path / "truth.jsonl").write_text(json.dumps(truth) + "\n")
    out = tmp_path / "report.html"
    assert main(["bench", "vision", "--photos", str(photos), "--report", str(out), "--json"]) == 0
    figures = {row["name"]: row["value"] for row in json.loads(capsys.readouterr().out)["figures"]}
    assert 0 < figures["read.star_disc.calibration_error"] < 1
    assert figures["doubt.star_disc.questions_that_matter"] <= figures["doubt.star_disc.questions_all"]
    assert figures["doubt.star_disc.wrong_points_all"] == 1
    page = out.read_text("utf-8")
    assert "<svg" in page
    assert "data:image/jpeg;base64," in page
    assert "http" not in page


def test_a_report_without_a_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vision", "--report", str(tmp_path / "none" / "r.html")]) == 2
    assert "in a folder that is there" in capsys.readouterr().err
    assert main(["bench", "engines", "--report", str(tmp_path / "r.html")]) == 2


def test_kept_cases_are_read_anew_and_their_figures_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "000001"
    folder.mkdir()
    for name, of in (("star_explorer.list.jsonl", "star_explorer.list.jsonl"), ("truth.jsonl", "truth.jsonl")):
        (folder / name).write_text((PHOTOS / of).read_text().splitlines()[0] + "\n")
    entry = json.loads((folder / "star_explorer.list.jsonl").read_text())
    for name in (entry["layout"], entry["image"], entry["blank"]):
        shutil.copy(PHOTOS / name, folder / name)
    assert main(["bench", "vision", "--cases", str(tmp_path), "--json"]) == 0
    figures = {row["name"]: row["value"] for row in json.loads(capsys.readouterr().out)["figures"]}
    assert figures == {"cases.exact": 1, "cases.asked": 0, "cases.refused": 0, "cases.silent": 0, "cases.worse": 0}
    assert (kept := CaseShelf(tmp_path).figures()) is not None
    assert kept.outcomes == {"000001": "exact"}
    assert main(["bench", "vision", "--cases", str(tmp_path / "none")]) == 2
