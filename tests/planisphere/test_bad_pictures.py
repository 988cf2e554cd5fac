"""Whatever picture or layout a reader is given, it answers in plain words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from planisphere.fuzzing import fuzz, main
from planisphere.readings import open_reader
from vision import opencv

PHOTOS = Path("tests/photos/star_explorer").resolve()


def row() -> dict[str, Any]:
    lines = (PHOTOS / "star_explorer.list.jsonl").read_text().splitlines()
    entry: dict[str, Any] = next(json.loads(line) for line in lines if "easy" in line)
    return {"layout": str(PHOTOS / entry["layout"]), "image": str(PHOTOS / entry["image"])}


def changed(tmp_path: Path, picture: Any) -> dict[str, Any]:
    path = tmp_path / "changed.jpg"
    path.write_bytes(bytes(cv2.imencode(".jpg", picture)[1]))
    return row() | {"image": str(path)}


def read(entry: dict[str, Any]) -> dict[str, Any]:
    return open_reader("star_explorer", Path("/")).read(entry).as_json()


def picture() -> Any:
    return cv2.imread(row()["image"])


def test_a_mirrored_picture_is_named_so(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="mirrored"):
        read(changed(tmp_path, picture()[:, ::-1]))


@pytest.mark.parametrize("kind", ["balls", "table"])
def test_mirrored_balls_and_tables_are_named_so_even_where_a_ship_hides_markers(kind: str, tmp_path: Path) -> None:
    folder = (PHOTOS.parent / kind).resolve()
    rows = [json.loads(line) for line in (folder / f"{kind}.list.jsonl").read_text().splitlines()]
    for entry in rows:
        if kind == "balls" and "markers" not in json.loads((folder / entry["layout"]).read_text()):
            continue  # a tube at a fixed place
        names = [entry["image"]] if isinstance(entry["image"], str) else entry["image"]
        mirrored = tmp_path / Path(names[0]).name
        mirrored.write_bytes(bytes(cv2.imencode(".jpg", opencv.load(str(folder / names[0]))[:, ::-1])[1]))
        with pytest.raises(NotPossible, match="the picture is mirrored"):
            open_reader(kind, Path("/")).read({"layout": str(folder / entry["layout"]), "image": str(mirrored)})


@pytest.mark.parametrize("deck", [0, 1, 2])
def test_a_board_of_another_game_is_no_telescope(deck: int) -> None:
    """Two of its markers lie as on a telescope by chance."""
    layout = PHOTOS.parent / f"stellar/layout_cards_9107000{deck}_m.json"
    for entry in map(json.loads, (PHOTOS / "star_explorer.list.jsonl").read_text().splitlines()):
        if "easy" in entry["id"]:
            with pytest.raises(NotPossible, match="no telescope"):
                open_reader("stellar", Path("/")).read({"layout": str(layout), "image": str(PHOTOS / entry["image"])})


def test_two_boards_with_the_same_markers_are_named_so(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="two boards with the markers 0, 1, 2, 3"):
        read(changed(tmp_path, np.hstack([picture(), picture()])))


def test_markers_of_another_board_are_named(tmp_path: Path) -> None:
    layout = json.loads(Path(row()["layout"]).read_text())
    layout["markers"]["at"] = {str(int(key) + 8): place for key, place in layout["markers"]["at"].items()}
    other = tmp_path / "layout.json"
    other.write_text(json.dumps(layout))
    with pytest.raises(NotPossible, match=r"another board: its markers are 0, .*expected 8, 9, 10, 11"):
        read(row() | {"layout": str(other)})


def test_a_layout_of_another_game_is_named(tmp_path: Path) -> None:
    other = tmp_path / "layout.json"
    other.write_text('{"kind":"slate"}')
    with pytest.raises(BadInput, match="a layout of kind 'slate', expected 'star_disc'"):
        read(row() | {"layout": str(other)})


def test_what_is_said_of_a_huge_picture_counts_in_its_own_pixels(tmp_path: Path) -> None:
    plain = read(row())
    large = read(changed(tmp_path, cv2.resize(picture(), None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)))
    assert np.array(large["located"]["corners"]) == pytest.approx(np.array(plain["located"]["corners"]) * 4, abs=12)


def test_damaged_pictures_layouts_and_lists_crash_no_reader() -> None:
    assert fuzz(10, seed=5) == []


def test_a_case_of_the_damage_can_be_repeated_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--times", "1", "--seed", "5", "--first", "3"]) == 0
    assert "1 cases, 0 failed" in capsys.readouterr().out
