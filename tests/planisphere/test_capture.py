"""`planisphere pack capture star_explorer`: a rendered house pack comes back as it is."""

from __future__ import annotations

import fcntl
import json
import math
import os
import shutil
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np
import pytest

from engines.layout import Star
from engines.registry import pack_bytes
from engines.star_explorer.model import StarPack, Tile
from engines.star_explorer.pack import parse_pack
from hardware.simulated.sensor import store
from hardware.simulated.star_explorer.pieces import house_tiles
from planisphere.capture.star_explorer import command
from planisphere.capture.star_explorer.making import pack_of
from planisphere.capture.star_explorer.questions import Question, central_reach, merged, questions
from planisphere.cli import main
from tools.studio.captures import house_set
from vision.capture.board import measure
from vision.capture.draft import PICTURE, Draft, DraftKind, DraftStar, grown, load_draft, save_picture

HOUSE = parse_pack(pack_bytes("star_explorer", "house"))


class Captured(NamedTuple):
    photos: Path
    draft: Path
    pack: StarPack
    told: str


@pytest.fixture(scope="module", params=[pytest.param("house", marks=pytest.mark.exhaustive)])
def captured(tmp_path_factory: pytest.TempPathFactory) -> Captured:
    """The house pack photographed, captured without a finger, its tiles named; once a run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "captured"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            _capture(folder)
            (folder / "whole").touch()
    written = folder / "data" / "planisphere" / "packs" / "star_explorer" / "ours.json"
    return Captured(folder, folder / "draft", parse_pack(written.read_bytes()), "ours")


def _capture(folder: Path) -> None:
    scene, pack = house_set(5, "easy", (1440, 1080))
    parts = {
        "disc": scene.bare_discs(2),
        "board": list(scene.boards()),
        "tiles": scene.tiles(house_tiles(), pack.tiles),
        "start": scene.start_tiles(house_tiles(), pack.start_tiles),
    }
    names = {part: [str(folder / f"{part}_{k}.jpg") for k in range(len(shots))] for part, shots in parts.items()}
    for part, shots in parts.items():
        for name, shot in zip(names[part], shots, strict=True):
            Path(name).write_bytes(store(shot, 92))
    answers = {
        "tiles": {"each": {f"t{k}": {"name": tile.name} for k, tile in enumerate(pack.tiles, 1)}},
    }
    (folder / "answers.json").write_text(json.dumps(answers))
    board, second = names["board"]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        arguments = ["--draft", str(folder / "draft"), "--size", "disc=184", "--depth", "1.7", "--name", "ours"]
        arguments += ["--disc", *names["disc"], "--board", board, "--board-2", second, "--tiles", *names["tiles"]]
        arguments += ["--start-tiles", *names["start"], "--answers", str(folder / "answers.json"), "--accept"]
        assert main(["pack", "capture", "star_explorer", *arguments]) == 0
        assert main(["pack", "check", "star_explorer/ours"]) == 0


def nearest(star: Star, stars: tuple[Star, ...]) -> Star:
    return min(stars, key=lambda other: math.dist((star.x, star.y), (other.x, other.y)))


def test_every_star_is_found_once_within_half_a_millimetre(captured: Captured) -> None:
    stars = captured.pack.layout.stars
    assert len(stars) == len(HOUSE.layout.stars)
    off = [math.dist((s.x, s.y), (n.x, n.y)) for s in HOUSE.layout.stars for n in [nearest(s, stars)]]
    assert max(off) < 0.5


def test_every_star_has_its_type_and_zone(captured: Captured) -> None:
    found = [(s, nearest(s, HOUSE.layout.stars)) for s in captured.pack.layout.stars]
    wrong = [s.id for s, true in found if (s.type, s.zone) != (true.type, true.zone)]
    doubtful = load_draft(captured.draft).doubts
    assert len(wrong) <= len(doubtful) <= 2


def test_the_board_is_measured_to_half_a_millimetre(captured: Captured) -> None:
    found, true = captured.pack.layout, HOUSE.layout
    assert found.board.width == pytest.approx(true.board.width, abs=0.6)
    assert found.board.height == pytest.approx(true.board.height, abs=0.6)
    assert found.disc.centre == pytest.approx(true.disc.centre, abs=0.6)
    assert found.axis.angle_deg == pytest.approx(true.axis.angle_deg, abs=0.3)
    assert found.step_deg == true.step_deg
    assert found.markers is not None
    assert found.markers.size == pytest.approx(22, abs=0.3)
    assert true.markers is not None
    for name, at in true.markers.at.items():
        assert math.dist(found.markers.at[name], at) < 0.5


def test_the_window_is_where_it_is_cut(captured: Captured) -> None:
    true = np.array(HOUSE.layout.window.outline)
    ends = np.roll(true, -1, axis=0)
    off = []
    for point in np.array(captured.pack.layout.window.outline):
        share = np.clip(((point - true) * (ends - true)).sum(1) / ((ends - true) ** 2).sum(1), 0, 1)
        off.append(np.linalg.norm(true + share[:, None] * (ends - true) - point, axis=1).min())
    assert np.median(off) < 0.25
    assert np.percentile(off, 90) < 0.6
    assert max(off) < 2.0


def test_the_seven_three_point_stars_are_found(captured: Captured) -> None:
    assert captured.pack.layout.three_point_stars is not None
    assert HOUSE.layout.three_point_stars is not None
    for found, true in zip(captured.pack.layout.three_point_stars, HOUSE.layout.three_point_stars, strict=True):
        assert math.dist(found, true) < 0.5


def same_pattern(found: Tile, true: Tile) -> bool:
    low = np.array(true.xy).min(0)
    away = np.linalg.norm(np.array(found.xy)[:, None] - (np.array(true.xy) - low)[None], axis=2)
    row = away.argmin(1)
    lines = {frozenset((int(row[i]), int(row[j]))) for i, j in found.lines}
    return bool(away.min(1).max() < 0.5) and lines == {frozenset(line) for line in true.lines}


def test_every_tile_comes_back_with_pattern_star_and_name(captured: Captured) -> None:
    for found, true in zip(captured.pack.tiles, HOUSE.tiles, strict=True):
        assert (found.name, found.size, found.front, found.back) == (true.name, true.size, true.front, true.back)
        assert same_pattern(found, true), true.name


def test_what_is_said_of_the_axis_is_true_of_a_picture_that_was_turned_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = (DraftKind((0.0, 0.0, 0.0), (1.0,)),) * 4
    draft = Draft(game="star_explorer", radius=92.0, scale=0.5, axis_deg=170.0, axis_half_breadth=0.5, kinds=kinds,
                  stars=(DraftStar(10.0, 0.0, 2.0, 0),), upright=True)  # fmt: skip
    board = SimpleNamespace(
        rotation_deg=25.0, width=196.0, height=250.0, centre=(98.0, 105.0), window=((0.0, 0.0), (9.0, 0.0), (0.0, 9.0)),
        step_deg=60.0, disagreement=0.1, markers=None, three_point_stars=None, picture=np.zeros((9, 9, 3), np.uint8),
    )  # fmt: skip
    monkeypatch.setattr(measure, "measure_board", lambda *_: board)
    monkeypatch.setattr(command, "_picture", lambda _: None)
    save_picture(tmp_path, PICTURE, np.zeros((93, 93, 3), np.uint8))
    told = Namespace(board="I", board_2="II", depth=None, top="as-found", draft=tmp_path, size=None)
    assert command._with_board(draft, told).axis_deg == 15.0
    said = "".join(capsys.readouterr())
    assert "turned by 25.0 degrees: its axis was at 170.0 degrees, and is at 15.0 in round I" in said
    assert "first photograph" not in said


def test_start_tiles_come_back_with_both_sides(captured: Captured) -> None:
    assert captured.pack.start_tiles == HOUSE.start_tiles


def test_the_draft_shows_what_was_found_and_asks_what_it_cannot_know(captured: Captured) -> None:
    for name in ("disc.png", "disc_found.png", "board_found.png", "tiles_found.png", "questions.json"):
        assert (captured.draft / name).stat().st_size > 100
    asked = {q["key"]: q for q in json.loads((captured.draft / "questions.json").read_text())}
    assert asked["tiles.each.t1.name"]["answered"]
    assert not asked["tiles.back_value"]["answered"]
    assert "from there on stars have a circle each" in asked["zones.rim"]["ask"]
    assert asked["types"]["proposed"] is not None
    assert asked["stars_found"]["ask"].startswith(f"{len(HOUSE.layout.stars)} stars")
    assert asked["board.window"]["proposed"] == "as found"


def test_a_draft_goes_on_where_it_was_left_and_asks(
    captured: Captured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "draft"
    shutil.copytree(captured.draft, draft)
    assert main(["pack", "capture", "star_explorer", "--draft", str(draft)]) == 0
    said = capsys.readouterr().err
    assert "tiles.front_value: What is a tile's front worth? [2]" in said
    assert "--accept" in said


def test_what_is_proposed_is_told_as_a_person_writes_it() -> None:
    assert Question("types", "Which?", ["yellow", "blue"], False).proposed_words() == "yellow, blue"
    assert Question("tiles.front_value", "Worth?", 2, False).proposed_words() == "2"


def test_help_names_the_games_that_can_be_captured(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pack", "capture", "--help"])
    assert "{star_explorer,look_at_the_stars,stellar}" in capsys.readouterr().out


def test_the_rim_is_told_by_print_or_named_as_a_guess(
    captured: Captured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def asked(draft: Draft) -> tuple[str, Any]:
        (question,) = (q for q in questions(draft) if q.key == "zones.rim")
        return question.ask.partition("(")[2].partition(":")[0].rstrip(")"), question.proposed

    halos = msgspec.structs.replace(load_draft(captured.draft), answers={})
    circle = msgspec.structs.replace(halos, haloed_from=None, rings=(18.9, 65.2, 78.0))
    guess = msgspec.structs.replace(circle, rings=())
    assert asked(halos) == ("from there on stars have a circle each", pytest.approx(65.1, abs=0.5))
    assert asked(circle) == ("a circle is printed there", 65.2)
    assert asked(guess)[0] == "nothing printed tells"
    assert asked(grown(halos, 2.0))[1] == pytest.approx(130.2, abs=1.0)


def test_answers_stand_over_what_is_proposed(captured: Captured) -> None:
    draft = load_draft(captured.draft)
    assert central_reach(draft) == pytest.approx(18.9, abs=0.4)
    names = pack_of(draft, "x").layout.stars[0].type
    swapped = {"types": ["white", "red", "yellow", "blue"], "tiles": {"front_value": 3}}
    other = msgspec.structs.replace(draft, answers=merged(draft.answers, swapped))
    assert pack_of(other, "x").tiles[0].front.value == 3
    assert all(q.answered for q in questions(other) if q.key == "types")
    assert {names, pack_of(other, "x").layout.stars[0].type} <= {"red", "white", "yellow", "blue"}


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["pack", "capture", "star_explorer", *arguments])
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1, said
    return code, said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--disc is missing"),
        (["--draft", "{tmp}"], "--disc is missing"),
        (["--draft", "{tmp}", "--disc", "{tmp}/no.jpg"], "--size is missing: expected disc=MM"),
        *(
            (["--draft", "{tmp}", "--disc", "{tmp}/no.jpg", "--size", size], f"expected {range_} (not centimetres)")
            for size, range_ in (
                ("disc=18.4", "50 to 1000 millimetres for a disc"),
                ("board=19.8x25.4", "60 to 1000 millimetres for a board"),
                ("board=198x2540", "60 to 1000 millimetres for a board"),
                ("marker=2.2", "5 to 200 millimetres for a marker"),
            )
        ),
        (["--draft", "{tmp}", "--disc", "{tmp}/no.jpg", "--size", "disc=184"], "no.jpg"),
        (["--draft", "{tmp}", "--name", "../x"], "--name '../x'"),
        (["--draft", "{tmp}", "--depth", "-5"], "--depth -5: expected 0 to 20 mm"),
        (["--draft", "{tmp}", "--depth", "nan"], "--depth nan: expected 0 to 20 mm"),
        (["--edit", "{tmp}"], "expected a folder with draft.json"),
        (["--draft", "{here}/x", "--disc", "{tmp}/no.jpg", "--size", "disc=184"], "x': Not a directory; choose"),
        (["--draft", "{here}", "--disc", "{tmp}/no.jpg", "--size", "disc=184"], "File exists; choose a folder"),
        (["--draft", "/proc/x/y", "--disc", "{tmp}/no.jpg", "--size", "disc=184"], "choose a folder"),
    ],
)
def test_what_cannot_be_captured_ends_with_2_and_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    code, line = run([a.replace("{tmp}", str(tmp_path)).replace("{here}", __file__) for a in arguments], capsys)
    assert code == 2
    assert said in line
    assert not list(tmp_path.iterdir())


def test_a_picture_without_a_disc_ends_with_3_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise: Any = np.random.default_rng(1).integers(90, 120, (300, 400, 3)).astype(np.uint8)
    (tmp_path / "table.jpg").write_bytes(store(noise, 90))
    draft = tmp_path / "draft"
    code, line = run(["--draft", str(draft), "--disc", str(tmp_path / "table.jpg"), "--size", "disc=184"], capsys)
    assert code == 3
    assert "no whole disc in the picture" in line
    assert not draft.exists()


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        ("start_1.jpg", "of 6 things in the picture, expected the tiles' fronts"),
        ("plain.png", "no tiles in the picture"),
        ("three.png", "3 tiles, expected photographs of all at once"),
    ],
)
def test_a_wrong_photograph_of_tiles_takes_none_out_of_the_draft(
    photo: str, said: str, captured: Captured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "draft"
    shutil.copytree(captured.draft, draft)
    cv2.imwrite(str(tmp_path / "plain.png"), np.full((600, 800, 3), 90, np.uint8))
    beside = Path(__file__).parent.parent / "photos/tiles/tiles_easy_97100003.jpg"
    path = {"start_1.jpg": captured.photos / photo, "three.png": beside}.get(photo, tmp_path / photo)
    code = main(["pack", "capture", "star_explorer", "--draft", str(draft), "--tiles", str(path)])
    line = capsys.readouterr().err.splitlines()[-1]
    assert code == 3
    assert said in line
    assert "the draft keeps its 41 tiles" in line
    assert load_draft(draft).tiles == load_draft(captured.draft).tiles


def test_a_photograph_of_other_tiles_takes_no_start_tiles_out_of_the_draft(
    captured: Captured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, tiles = tmp_path / "draft", str(captured.photos / "tiles_1.jpg")
    shutil.copytree(captured.draft, draft)
    assert main(["pack", "capture", "star_explorer", "--draft", str(draft), "--start-tiles", tiles, tiles]) == 2
    assert "tiles are seen, expected 6; the draft keeps its own" in capsys.readouterr().err
    assert load_draft(draft).start_tiles == load_draft(captured.draft).start_tiles


@pytest.mark.parametrize(
    "answers",
    [
        "[]",
        '{"tiles":{"each":{"t1":{"value":"two"}}}}',
        '{"types":["red","red","white","blue"]}',
        '{"zones":{"rim":"far"}}',
        '{"board":{"window":[[1,2],[3]]}}',
    ],
)
def test_answers_that_cannot_be_meant_end_with_2(
    answers: str, captured: Captured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answers.json").write_text(answers)
    draft = tmp_path / "draft"
    shutil.copytree(captured.draft, draft)
    code, line = run(["--draft", str(draft), "--accept", "--answers", str(tmp_path / "answers.json")], capsys)
    assert code == 2
    assert "answers" in line
