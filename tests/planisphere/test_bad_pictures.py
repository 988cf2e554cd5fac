"""Whatever picture or layout a reader is given, it answers in plain words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from pi_app.camera.entries import named_images
from pi_app.camera.readers import open_reader
from vision.ink import opencv
from vision.ink.diagnosis import why_unclear

ROOT = Path(__file__).parents[2]
PHOTOS = ROOT / "tests" / "photos" / "star_explorer"


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


@pytest.mark.exhaustive
@pytest.mark.parametrize("deck", [0, 1, 2])
def test_a_board_of_another_game_is_no_telescope(deck: int) -> None:
    """Two of its markers lie as on a telescope by chance; in a soft picture the others cannot be read."""
    layout = PHOTOS.parent / f"stellar/layout_cards_9107000{deck}_m.json"
    for entry in map(json.loads, (PHOTOS / "star_explorer.list.jsonl").read_text().splitlines()):
        with pytest.raises(NotPossible, match=r"no telescope|another board"):
            open_reader("stellar", Path("/")).read({"layout": str(layout), "image": str(PHOTOS / entry["image"])})


def code_of(kind: str, layout: str, image: Path) -> str:
    """Why nothing is read there."""
    with pytest.raises(NotPossible) as refused:
        open_reader(kind, image.parent).read({"layout": layout, "image": str(image)})
    return refused.value.finding.code


SLATE, TILES = "look_at_the_stars/slate_easy_5600000_after.jpg", "tiles/tiles_easy_97100000.jpg"


def test_a_mirrored_slate_is_no_disc_where_the_layout_is_a_packs_name(tmp_path: Path) -> None:
    mirrored = tmp_path / "mirrored.png"
    mirrored.write_bytes(bytes(cv2.imencode(".png", opencv.load(str(PHOTOS.parent / SLATE))[:, ::-1])[1]))
    assert code_of("star_explorer", "star_explorer", mirrored) == "picture.mirrored"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("kind", "picture", "code"),
    [
        ("star_explorer", SLATE, "board.other_game"),
        ("star_explorer", TILES, "disc.none"),
        ("look_at_the_stars", "star_explorer/explorer_easy_1000006_after.jpg", "board.other_game"),
        ("look_at_the_stars", TILES, "slate.none"),
    ],
)
def test_strangers_are_named_where_the_layout_is_a_packs_name(kind: str, picture: str, code: str) -> None:
    assert code_of(kind, kind, PHOTOS.parent / picture) == code


@pytest.mark.parametrize("kind", ["stellar", "balls", "table"])
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda image: image * 0.02, ["too dark"]),
        (lambda image: image * 40.0, ["too bright"]),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 15), ["blurred"]),
        (lambda image: image[:200, :300] * 0 + 127, ["300x200 pixels"]),
        (lambda image: image * 0 + 127, []),
    ],
)
def test_what_hides_everything_is_named(kind: str, spoil: Callable[[Any], Any], why: list[str], tmp_path: Path) -> None:
    folder = PHOTOS.parent / kind
    rows = map(json.loads, (folder / f"{kind}.list.jsonl").read_text().splitlines())
    entry = next(
        row for row in rows if kind != "balls" or "markers" in json.loads((folder / row["layout"]).read_text())
    )
    spoilt = np.clip(spoil(opencv.load(str(folder / named_images(entry)[0]))), 0, 255).astype(np.uint8)
    (tmp_path / "spoilt.png").write_bytes(bytes(cv2.imencode(".png", spoilt)[1]))
    with pytest.raises(NotPossible) as told:
        open_reader(kind, Path("/")).read(
            {"layout": str(folder / entry["layout"]), "image": str(tmp_path / "spoilt.png")}
        )
    assert [word for word in ("too dark", "too bright", "blurred", "300x200 pixels") if word in str(told.value)] == why


def test_photographs_in_which_boards_are_read_are_not_called_unclear(thorough: bool) -> None:
    """The quick set takes those that are hard to read: they are the likeliest to be called so."""
    pictures = [path for path in sorted(PHOTOS.parent.glob("*/*.jpg")) if not path.name.startswith("looks")]
    pictures = [path for path in pictures if thorough or "_hard_" in path.name]
    assert [path.name for path in pictures if why_unclear(opencv.load(str(path))) is not None] == []


def test_two_boards_with_the_same_markers_are_named_so(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="two boards with the markers 0, 1, 2, 3"):
        read(changed(tmp_path, np.hstack([picture(), picture()])))


def test_two_cards_of_a_mother_ship_are_named_so_even_where_ships_hide_markers(tmp_path: Path) -> None:
    folder = PHOTOS.parent / "balls"
    for entry in map(json.loads, (folder / "balls.list.jsonl").read_text().splitlines()):
        if "markers" not in json.loads((folder / entry["layout"]).read_text()):
            continue
        image = opencv.load(str(folder / named_images(entry)[0]))
        both = tmp_path / "both.png"
        both.write_bytes(bytes(cv2.imencode(".png", np.hstack([image, image]))[1]))
        with pytest.raises(NotPossible, match=r"two (of the card of a mother ship|boards with the markers 40)"):
            open_reader("balls", Path("/")).read({"layout": str(folder / entry["layout"]), "image": str(both)})


def test_a_table_of_other_boards_has_none_of_its_own(tmp_path: Path) -> None:
    """Their markers are those of its boards."""
    layout = json.loads((PHOTOS / row()["layout"]).read_text())
    stars = [{**star, "x": -star["x"]} for star in layout["stars"]]
    (tmp_path / "ana.json").write_text(json.dumps({**layout, "stars": stars}))
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"kind": "table", "boards": [{"name": "Ana", "layout": "ana.json"}]}))
    with pytest.raises(NotPossible, match="Ana: something like the board is there"):
        open_reader("table", Path("/")).read({"layout": str(table), "image": row()["image"]})


def test_a_tables_layout_that_is_missing_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as said:
        open_reader("table", tmp_path).read({"layout": "none.json", "image": row()["image"]})
    assert str(said.value).count("none.json") == 1


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


def fuzzed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: the memory that it took counts."""
    command = [sys.executable, "-m", "tools.fuzz_vision", "--seed", "5", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_damaged_pictures_layouts_and_lists_crash_no_reader() -> None:
    done = fuzzed("--times", "10")
    assert (done.returncode, "10 cases, 0 failed" in done.stdout) == (0, True), done.stdout


def test_what_the_caller_holds_is_not_counted_against_a_reader() -> None:
    held = np.ones(200 * 2**20, np.uint8)
    asked = [sys.executable, "-c", "from tools.fuzz_vision import peak_mb; print(peak_mb())"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert held[-1] == 1
    assert 10 < float(done.stdout) < 200


def test_a_case_of_the_damage_can_be_repeated_from_the_command_line() -> None:
    done = fuzzed("--times", "1", "--first", "3")
    assert done.returncode == 0, done.stdout
    assert "1 cases, 0 failed" in done.stdout
