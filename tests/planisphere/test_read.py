"""`planisphere read` and `read-batch`: what they say about files that they cannot read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engines.registry import pack_bytes
from hardware.simulated.look_at_the_stars.tabletop import SlateMarks, SlateView
from hardware.simulated.starfarers.tabletop import picture_of
from planisphere.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the house layout and a picture of a table without a board."""
    layout = json.loads(pack_bytes("star_explorer", "house"))["layout"]
    (tmp_path / "layout.json").write_text(json.dumps(layout))
    cv2.imwrite(str(tmp_path / "table.png"), np.full((360, 640, 3), 127, np.uint8))
    (tmp_path / "text.jpg").write_text("no picture")
    return tmp_path


def answers(folder: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    (folder / "list.jsonl").write_bytes(data)
    assert main(["read-batch", "star_explorer", str(folder / "list.jsonl")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.split("\n")[:-1]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"image": "none.jpg"}, "No such file"),
        ({"image": "text.jpg"}, "not a picture"),
        ({"image": "a\0b"}, "expected the path of a file"),
        ({"image": []}, "expected one picture at least"),
        ({"image": 5}, "image"),
        ({"layout": "none.json"}, "No such file"),
        ({"layout": "text.jpg"}, "layout"),
        ({"layout": "a\0b"}, "expected the path of a file"),
        ({"blank": "text.jpg"}, "not a picture"),
        ({"before": "none.jpg"}, "No such file"),
        ({"known": [["a", "b"]]}, "known"),
        ({"expect": {"pattern": {"xy": [[0, 0]], "lines": [[0, 1]]}}}, "pattern.lines"),
    ],
)
def test_a_bad_entry_is_answered_and_the_batch_goes_on(
    folder: Path, wrong: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"layout": "layout.json", "image": "table.png"}
    entries = [{"id": 1, **good, **wrong}, {"id": 2, **good}]
    first, second = answers(folder, "\n".join(map(json.dumps, entries)).encode(), capsys)
    assert (first["id"], first["error"]) == (1, "bad_input")
    assert said in first["why"]
    assert (second["id"], second["error"]) == (2, "board_not_found")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda layout: {"stars": layout["stars"][:1]}, "two stars at least"),
        (lambda layout: {"window": {"outline": [[0, 0]] * 3}}, "two stars at least"),
        (lambda layout: {"stars": [{**star, "x": 0.0, "y": 0.0} for star in layout["stars"]]}, "at the same place"),
        (lambda layout: {"board": {"width": 1e200, "height": 270}}, "within ±10000"),
    ],
)
def test_a_layout_on_which_no_line_can_show_is_refused(
    folder: Path, change: Callable[[dict[str, Any]], dict[str, Any]], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = json.loads((folder / "layout.json").read_text())
    (folder / "odd.json").write_text(json.dumps({**layout, **change(layout)}))
    (answer,) = answers(folder, b'{"id":1,"layout":"odd.json","image":"table.png"}', capsys)
    assert answer["error"] == "bad_input"
    assert said in answer["why"]


def test_a_list_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = '{"id":"a\u2028b","layout":"layout.json","image":"table.png"}'.encode()
    found = answers(folder, b"\xef\xbb\xbf" + line + b"\r\n\r\n" + line + b"\r\n", capsys)
    assert [answer["id"] for answer in found] == ["a\u2028b"] * 2


@pytest.mark.parametrize(
    "data", [b"x", b"[]", b"null", b'{"id":NaN}', b'{"id":"\xff"}', b'{"id":1}\n{', b'{"a":' + b"[" * 99_999]
)
def test_a_list_that_is_none_is_refused_before_anything_is_answered(
    folder: Path, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "list.jsonl").write_bytes(data)
    assert main(["read-batch", "star_explorer", str(folder / "list.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("expect", [b"{", b"[" * 99_999, b'{"pattern":"\xff"}'])
def test_what_was_to_be_drawn_must_be_json(folder: Path, expect: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "expect.json").write_bytes(expect)
    layout, image = str(folder / "layout.json"), str(folder / "table.png")
    files = ["--layout", layout, "--image", image, "--expect", str(folder / "expect.json")]
    assert main(["read", "star_explorer", *files]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


def test_no_board_in_the_picture_ends_with_3(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--layout", str(folder / "layout.json"), "--image", str(folder / "table.png")]
    assert main(["read", "star_explorer", *files, "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["error"] == "board_not_found"
    assert len(err.splitlines()) == 1


def test_a_board_of_a_pack_is_read_by_the_packs_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = ["--image", str(folder / "table.png")]
    assert main(["read", "star_explorer", "--layout", "star_explorer", *table]) == 3
    assert "no board in the picture" in capsys.readouterr().err
    assert main(["read", "star_explorer", "--layout", "star_explorer/none", *table]) == 2
    assert "expected star_explorer/ and one of house" in capsys.readouterr().err
    cv2.imwrite(str(folder / "ship.png"), picture_of(("red", "blue"), 3))
    assert main(["read", "balls", "--layout", "starfarers", "--image", str(folder / "ship.png"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["balls"] == ["red", "blue"]


def test_a_file_is_meant_before_a_pack_of_that_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "star_explorer").write_text("no layout")
    (answer,) = answers(folder, b'{"id": 1, "layout": "star_explorer", "image": "table.png"}', capsys)
    assert answer["error"] == "bad_input"


@pytest.mark.parametrize(
    ("game", "option", "text", "said"),
    [
        ("star_explorer", "--known", "A1-B2", "expected pairs of stars by their numbers, such as 12-13,13-20"),
        pytest.param("star_explorer", "--known", f"1-{5000 * '9'}", "expected pairs of points", id="endless"),
        ("look_at_the_stars", "--known", "12-13", "expected pairs of points by their names, such as E9-F9,F9-F8"),
        ("look_at_the_stars", "--known-shooting-stars", "12-13", "expected pairs of points by their names"),
        ("look_at_the_stars", "--known-shooting-stars", "A1", "expected pairs of points"),
    ],
)
def test_known_lines_of_another_kind_of_board_are_refused_by_their_option(
    folder: Path, game: str, option: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--layout", game, "--image", str(folder / "table.png")]
    assert main(["read", game, *files, option, text]) == 2
    assert f"{option} {text!r}: {said}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["look_at_the_stars", "look_at_the_stars/house", "look_at_the_stars:3"])
def test_a_slate_of_our_own_print_is_read_by_the_packs_name(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(folder / "slate.png"), SlateView(3, seat=0, seed=1).marked(SlateMarks()))
    files = ["--layout", name, "--image", str(folder / "slate.png")]
    assert main(["read", "look_at_the_stars", *files, "--json"]) == 0
    reading = json.loads(capsys.readouterr().out)
    assert reading["slate"] == 3
    assert reading["located"]["by"] == "markers"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("look_at_the_stars/none", "expected look_at_the_stars/ and one of house"),
        ("look_at_the_stars:9", "slate: expected 1 to 8, got 9"),
        ("look_at_the_stars:x", "expected a number, such as look_at_the_stars:3"),
        ("none.json", "expected a layout or a pack of look_at_the_stars"),
    ],
)
def test_what_names_no_slate_is_refused(folder: Path, name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "look_at_the_stars", "--layout", name, "--image", str(folder / "table.png")]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("reader", "option", "taken"),
    [
        ("tiles", "--blank", "--expect"),
        ("tiles", "--known", "--expect"),
        ("balls", "--known", "--calibration"),
        ("balls", "--expect", "--calibration"),
        ("table", "--before", "--expect (a file: what is known of each board, by its name)"),
        ("star_explorer", "--known-shooting-stars", "--blank, --before, --known, --expect"),
        ("stellar", "--calibration", "--expect"),
    ],
)
def test_an_option_that_its_reader_does_not_look_at_is_refused(
    folder: Path, reader: str, option: str, taken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--layout", str(folder / "layout.json"), "--image", str(folder / "table.png")]
    assert main(["read", reader, *files, option, "1-2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"planisphere: read {reader}: {option} does not fit this reader, which takes {taken}\n"


def test_an_option_that_may_be_given_for_any_game_is_left_out_with_a_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--layout", str(folder / "none.json"), "--image", str(folder / "table.png")]
    assert main(["read", "stellar", *files, "--blank", "b.jpg"]) == 2
    left_out, missing = capsys.readouterr().err.splitlines()
    assert left_out == "planisphere: read stellar: --blank is left out: this reader takes --expect"
    assert "none.json: No such file" in missing


def test_an_evenings_photograph_without_the_card_is_named_by_itself(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = Path(__file__).parent.parent / "photos" / "balls"
    rows = map(json.loads, (photos / "balls.list.jsonl").read_text().splitlines())
    row = next(row for row in rows if "markers" in json.loads((photos / row["layout"]).read_text()))
    files = ["--layout", str(photos / row["layout"]), "--image", str(photos / row["image"])]
    assert main(["read", "balls", *files, "--calibration", str(folder / "table.png")]) == 2
    assert f"calibration {folder / 'table.png'}: no card of a mother ship in the picture" in capsys.readouterr().err
