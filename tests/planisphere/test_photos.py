"""`planisphere photos` writes a folder, or says in one line what it cannot use."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event

import pytest

from planisphere import progress
from planisphere.cli import main
from planisphere.folders import check_folder
from vision.ink import opencv


def test_photos_writes_pictures_lists_and_truth(tmp_path: Path) -> None:
    out = tmp_path / "set"
    assert main(["photos", "star_explorer", "--out", str(out), "--count", "1", "--level", "easy", "--no-markers"]) == 0
    names = {path.name for path in out.iterdir()}
    assert {"star_explorer.list.jsonl", "star_explorer.blind.list.jsonl", "star_explorer.wrong.list.jsonl"} < names
    assert "truth.jsonl" in names
    assert '"markers": false' in (out / "truth.jsonl").read_text()


@pytest.mark.parametrize("game", ["star_explorer", pytest.param("look_at_the_stars", marks=pytest.mark.exhaustive)])
def test_a_fixed_lamp_is_mirrored_in_each_picture_of_the_board(game: str, tmp_path: Path) -> None:
    """The clean and the earlier picture had the lamp, the one to be read had not."""
    order = ["photos", game, "--count", "1", "--level", "easy", "--out"]
    assert main([*order, str(tmp_path / "day")]) == 0
    assert main([*order, str(tmp_path / "lamp"), "--lamp"]) == 0
    for picture in ("before", "after"):
        day, lamp = (next((tmp_path / light).glob(f"*_{picture}.jpg")) for light in ("day", "lamp"))
        assert abs(opencv.load(str(lamp)).mean() - opencv.load(str(day)).mean()) > 1


@pytest.mark.parametrize(
    "extra",
    [["--count", "0"], ["--seed", "-1"], ["--designs", "0"]],
)
def test_photos_refuses_numbers_that_make_no_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str]
) -> None:
    out = tmp_path / "set"
    assert main(["photos", "star_explorer", "--out", str(out), *extra]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not out.exists()


def test_photos_refuses_a_folder_that_holds_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.txt").write_text("mine")
    assert main(["photos", "star_explorer", "--out", str(tmp_path)]) == 2
    assert "expected a new or empty folder" in capsys.readouterr().err
    assert (tmp_path / "note.txt").read_text() == "mine"


@pytest.mark.parametrize("game", ["star_explorer", "tiles", "capture", "balls"])
@pytest.mark.parametrize("where", [f"{__file__}/x", __file__, "/proc/x", "/proc/x/y"])
def test_photos_refuses_a_folder_that_cannot_be_made(game: str, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["photos", game, "--count", "1", "--out", where]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"planisphere: photos: --out '{where}': ")
    assert said.endswith("; choose a folder that can be made and written to\n")
    assert said.count("\n") == 1


def test_nets_are_not_trained_for_a_folder_that_cannot_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train-vision", str(tmp_path), "--out", f"{__file__}/x"]) == 2
    assert "train-vision: --out" in capsys.readouterr().err


def test_a_folder_that_is_checked_is_as_it_was(tmp_path: Path) -> None:
    check_folder(tmp_path / "a" / "b", "folder")
    assert not list(tmp_path.iterdir())
    (tmp_path / "c").mkdir()
    check_folder(tmp_path / "c", "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_photos_says_how_far_it_is_and_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "INTERVAL_S", 0.001)
    out = tmp_path / "set"
    assert main(["photos", "tiles", "--out", str(out), "--count", "3", "--designs", "1"]) == 0
    *said, last = capsys.readouterr().err.splitlines()
    found = [re.fullmatch(r"photos: (\d) of 3 boards after \d+ s", line) for line in said]
    assert {"0", "1"} <= {line[1] for line in found if line}
    assert last == f"{out}: 3 pictures"
    assert len(list(out.glob("*.jpg"))) == 3


def failing_work() -> None:
    asked = Event()

    def told() -> str:
        asked.set()
        return "half"

    with progress.Progress(told):
        asked.wait()
        raise KeyError


def test_work_that_fails_says_no_more(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INTERVAL_S", 0.001)
    with pytest.raises(KeyError):
        failing_work()
    assert "half after " in capsys.readouterr().err
    assert capsys.readouterr().err == ""
