"""`planisphere pack`, and what the house pack holds."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path

import pytest

from engines.registry import pack_bytes
from engines.star_explorer.model import Tile
from engines.star_explorer.pack import pack_text, parse_pack
from planisphere.cli import main
from planisphere.sheets.star_explorer.house_board import BOARD, DISC, WINDOW_RADIUS

PITCH = 11.0
HOUSE = parse_pack(pack_bytes("star_explorer", "house"))
WINDOW = HOUSE.layout.window


def lattice(tile: Tile) -> list[tuple[int, int]]:
    """A tile's stars as points of its lattice."""
    points = [(round(x / PITCH), round(y / PITCH)) for x, y in tile.xy]
    assert [(x * PITCH, y * PITCH) for x, y in points] == list(tile.xy)
    return points


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "planisphere"


def test_the_house_pack_is_written_as_packs_are_and_has_the_measures_that_are_printed() -> None:
    assert pack_text(HOUSE) == pack_bytes("star_explorer", "house")
    assert (HOUSE.layout.board, HOUSE.layout.disc) == (BOARD, DISC)


def test_lines_of_a_constellation_join_neighbours_or_points_a_knights_move_apart() -> None:
    for tile in HOUSE.tiles:
        points = lattice(tile)
        for i, j in tile.lines:
            (ax, ay), (bx, by) = points[i], points[j]
            assert sorted((abs(ax - bx), abs(ay - by))) in ([0, 1], [1, 1], [1, 2]), tile.name


def test_no_two_constellations_have_the_same_pattern() -> None:
    def turned(tile: Tile, quarter: int) -> frozenset[frozenset[complex]]:
        points = [complex(x, y) * 1j**quarter for x, y in lattice(tile)]
        corner = complex(min(p.real for p in points), min(p.imag for p in points))
        return frozenset(frozenset({points[i] - corner, points[j] - corner}) for i, j in tile.lines)

    assert len(HOUSE.tiles) == 41
    for a, b in combinations(HOUSE.tiles, 2):
        assert all(turned(a, 0) != turned(b, quarter) for quarter in range(4))


def test_the_window_is_a_sky_around_polaris_over_a_horizon() -> None:
    away = [math.dist(point, DISC.centre) for point in WINDOW.outline]
    assert max(away) == pytest.approx(WINDOW_RADIUS, abs=0.01)
    assert sum(a == pytest.approx(WINDOW_RADIUS, abs=0.02) for a in away) > len(away) / 2
    assert max(y for _, y in WINDOW.outline) < DISC.centre[1] + 40


# The command ---------------------------------------------------------------------------------------------------


def test_pack_check_proves_the_house_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", "star_explorer"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("pack house: valid\n")
    assert "scorpius" in out
    assert err == ""


@pytest.mark.parametrize(("game", "line"), [("stellar", "cards: 60"), ("look_at_the_stars", "stars: 1: 76")])
def test_pack_check_knows_the_packs_of_the_other_games(
    game: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "check", game]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("pack house: valid\n")
    assert line in out
    assert err == ""


def test_pack_check_writes_its_report_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", "star_explorer/house", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["valid"] is True
    assert report["problems"] == []
    assert report["figures"]["stars"] == 112
    assert len(report["figures"]["places"]["orion"]) == 6


def test_pack_check_ends_with_2_and_a_line_a_problem_for_an_invalid_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(pack_bytes("star_explorer", "house"))
    del data["tiles"][0], data["start_tiles"][0]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    assert main(["pack", "check", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["valid"] is False
    said = [line for line in err.splitlines() if "problem" in line]
    assert said == [
        f"planisphere: {path}: problem: tiles: there are 40, expected 41",
        f"planisphere: {path}: problem: start tiles: there are 5, expected 6",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not json", "not JSON"),
        ("[]", '"game" is None, expected one of'),
        ('{"game":"chess"}', "\"game\" is 'chess', expected one of"),
        ('{"game":["star_explorer"]}', "expected one of"),
        ("[" * 100_000, "nested too deeply"),
        ('{"game":"star_explorer","pack":"x"}', "pack of star_explorer"),
        ('{"game":"star_explorer","layout":{"board":{"width":NaN}}}', "not JSON"),
    ],
)
def test_what_is_no_pack_ends_with_2_and_one_line(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    assert main(["pack", "check", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err


@pytest.mark.parametrize("name", ["nothing", "star_explorer/nothing", "star_explorer/../house", "."])
def test_an_unknown_pack_ends_with_2_and_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", name]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert repr(name) in err


def test_pack_list_names_shipped_and_captured_packs(data_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = data_folder / "packs" / "star_explorer"
    folder.mkdir(parents=True)
    (folder / "ours.json").write_bytes(pack_bytes("star_explorer", "house"))
    assert main(["pack", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "star_explorer/house  (shipped)" in lines
    assert "star_explorer/ours  (captured)" in lines
    assert main(["pack", "check", "star_explorer/ours"]) == 0


@pytest.mark.parametrize(
    "more", [["star_explorer", "--draft", "{tmp}/draft"], ["stellar", "--telescope", "t", "--cards", "c"]]
)
def test_packs_that_could_not_be_kept_are_not_captured(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", __file__)
    assert main(["pack", "capture", *(word.replace("{tmp}", str(tmp_path)) for word in more), "--accept"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("planisphere: pack capture: the folder of packs ")
    assert said.endswith("Not a directory; choose a folder that can be made and written to\n")
