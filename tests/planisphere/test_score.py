"""`planisphere score`: a position on the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from planisphere.cli import main

PLAYERS = [{"name": "Nina", "fading": 3}, {"name": "Ana", "fading": 9}]
POSITION = {"game": "star_explorer", "layout": "house", "players": PLAYERS}


def written(tmp_path: Path, position: Any) -> str:
    path = tmp_path / "position.json"
    path.write_text(position if isinstance(position, str) else json.dumps(position))
    return str(path)


def test_a_position_is_scored_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four uncrossed stars are 12."""
    assert main(["score", written(tmp_path, POSITION), "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert [player["total"] for player in sheet["players"]] == [12, 0]
    assert sheet["winners"] == ["Nina"]
    assert main(["score", written(tmp_path, {**POSITION, "players": [{"name": "Nina"}]}), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == []
    assert sheet["players"][0]["tiebreak"] == {"fading": 3}
    assert [warned["rule"] for warned in sheet["warnings"]] == ["star_explorer.fading.star"] * 2


def test_a_position_is_scored_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", written(tmp_path, POSITION)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "          Nina  Ana",
        "-------------------",
        "unfaded     12    0",
        "central      0    0",
        "axis         0    0",
        "rim          0    0",
        "-------------------",
        "total       12    0",
        "(fading)     3    9",
        "",
        "winner: Nina",
        "warning: Nina: fading is 3, the drawings show 0 (star_explorer.fading.star)",
        "warning: Ana: fading is 9, the drawings show 0 (star_explorer.fading.star)",
    ]


def test_a_position_comes_from_standard_input_too(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    class Standard:
        buffer = io.BytesIO(json.dumps({**POSITION, "players": [{"name": "Nina"}]}).encode())

    monkeypatch.setattr("sys.stdin", Standard())
    assert main(["score", "-"]) == 0
    assert "solo: stargazer" in capsys.readouterr().out


def test_a_tie_is_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tied = {**POSITION, "players": [{"name": "Nina"}, {"name": "Ana"}]}
    assert main(["score", written(tmp_path, tied)]) == 0
    assert "victory shared by Nina, Ana" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "not JSON"),
        ("nonsense", "not JSON"),
        ("[]", "expected a JSON object, got list"),
        ('{"game":"star_explorer","players":[{"name":"a","fading":NaN}]}', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 20_000, "not JSON"),
        ({}, '"game" is None'),
        ({"game": 3}, '"game" is 3'),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({**POSITION, "players": [{"name": "a", "fading": 3.5}]}, "Expected `int"),
        ({**POSITION, "layout": {}}, "layout of a star disc"),
        ({**POSITION, "layout": ["house"]}, "layout ['house']"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], position: Any, reason: str
) -> None:
    assert main(["score", written(tmp_path, position)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert reason in err


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main(["score", "a\0b"]) == 2
