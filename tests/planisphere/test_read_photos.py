"""`planisphere read` and `read-batch` on a photograph of a board, and what they say where one file of many is bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from engines.registry import pack_bytes
from hardware.simulated.star_explorer.view import DiscView
from planisphere.cli import main
from vision.ink.layout import parse_layout

_PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"
NAME = "explorer_easy_1000006"
QUERY: dict[str, Any] = next(
    row for row in map(json.loads, (_PHOTOS / "star_explorer.list.jsonl").read_text().splitlines()) if row["id"] == NAME
)


def read_arguments(**changes: str) -> list[str]:
    given = {"layout": str(_PHOTOS / QUERY["layout"]), "image": str(_PHOTOS / QUERY["image"])} | changes
    return ["read", "star_explorer", *(part for name, value in given.items() for part in (f"--{name}", value))]


def batch(tmp_path: Path, entries: list[Any], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    path = tmp_path / "list.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert main(["read-batch", "star_explorer", str(path), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def absolute(**changes: Any) -> dict[str, Any]:
    files = {name: str(_PHOTOS / QUERY[name]) for name in ("layout", "image", "blank")}
    return {**QUERY, **files, **changes}


def test_one_photograph_is_read_to_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expect = tmp_path / "expect.json"
    expect.write_text(json.dumps(QUERY["expect"]))
    known = ",".join(f"{a}-{b}" for a, b in QUERY["known"])
    arguments = read_arguments(known=known, expect=str(expect), blank=str(_PHOTOS / QUERY["blank"]))
    assert main([*arguments, "--json"]) == 0
    reading = json.loads(capsys.readouterr().out)
    lines = {(line["a"], line["b"]) for line in reading["lines"]}
    assert {(21, 24), (21, 48), (48, 68), (53, 68), (27, 53)} <= lines
    assert len(lines) == 5 + len(QUERY["known"])
    assert reading["ms"]["total"] >= reading["ms"]["locate"]


def test_one_photograph_is_read_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(read_arguments(blank=str(_PHOTOS / QUERY["blank"]))) == 0
    words = capsys.readouterr().out
    assert "round 3" in words
    assert "21-24" in words


def test_a_list_is_answered_line_by_line_in_its_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, missing = tmp_path / "broken.jpg", tmp_path / "missing.jpg"
    broken.write_bytes(b"no picture")
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((300, 400, 3), 128, np.uint8))
    answers = batch(
        tmp_path,
        [
            absolute(id="good"),
            absolute(id="broken", image=str(broken)),
            absolute(id="missing", image=str(missing)),
            absolute(id="no board", image=str(empty)),
            absolute(id="unknown star", known=[[1, 9999]]),
            absolute(id="no tile", expect={"pattern": {"xy": [], "lines": []}}),
            absolute(id="no layout", layout=str(broken)),
            {"id": "nothing else"},
            absolute(id="good again"),
        ],
        capsys,
    )
    assert [answer["id"] for answer in answers] == [
        "good", "broken", "missing", "no board", "unknown star", "no tile", "no layout", "nothing else", "good again"
    ]  # fmt: skip
    kinds = [answer.get("error") for answer in answers]
    assert kinds == [None, "bad_input", "bad_input", "board_not_found", *["bad_input"] * 4, None]
    assert all(answer["why"] and "\n" not in answer["why"] for answer in answers if "error" in answer)
    good, again = ({**answers[k], "ms": 0, "id": 0} for k in (0, 8))
    assert good == again


@pytest.mark.parametrize("text", ["{not json}\n", "[1, 2]\n", "17\n"])
def test_a_list_that_cannot_be_parsed_ends_with_exit_code_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text(text)
    assert main(["read-batch", "star_explorer", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "line 1" in captured.err


def test_a_missing_list_ends_with_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read-batch", "star_explorer", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "text"),
    [("image", "x"), ("layout", "{}"), ("layout", "not json"), ("blank", "x"), ("expect", "NaN"), ("expect", "[]")],
)
def test_bad_files_end_with_one_line_and_exit_code_2(
    option: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad"
    path.write_text(text)
    assert main(read_arguments(**{option: str(path)})) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("known", ["1", "a-b", "1-2-3", "1-9999"])
def test_known_lines_that_are_none_end_with_exit_code_2(known: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(read_arguments(known=known)) == 2
    assert "known" in capsys.readouterr().err


def test_no_board_ends_with_exit_code_3_and_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 128, np.uint8))
    assert main(read_arguments(image=str(path))) == 3
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert answer["error"] == "board_not_found"
    assert answer["why"]
    assert captured.err.count("\n") == 1


def test_photographs_of_the_record_that_show_no_board_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((360, 640, 3), 127, np.uint8))
    entries = [absolute(blank=str(empty), before=str(empty)), absolute(before=str(_PHOTOS / QUERY["image"]))]
    wrong, right = batch(tmp_path, entries, capsys)
    why = "no board in the picture: neither markers nor the board's outline can be seen"
    assert wrong["warnings"] == [f"{what} {empty} was not used: {why}" for what in ("blank", "before")]
    assert "warnings" not in right
    assert main(read_arguments(before=str(empty))) == 0
    assert f"note: before {empty} was not used: {why}\n" in capsys.readouterr().out


def test_a_clean_photograph_of_another_stop_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = parse_layout(msgspec.json.encode(json.loads(pack_bytes("star_explorer", "house"))["layout"])).source
    view = DiscView(layout, 0, 1)
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), view.picture(number))
    entries = [{"layout": "star_explorer", "image": "2.png", "blank": f"{number}.png"} for number in (1, 2)]
    other, same = batch(tmp_path, entries, capsys)
    (note,) = other["warnings"]
    assert note.startswith("blank 1.png was not compared with: its disc is turned to ")
    assert "warnings" not in same
