"""`planisphere replay`: a record is checked line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planisphere.cli import main

RECORD = Path(__file__).parent.parent / "records" / "star_explorer_two_players.jsonl"


@pytest.fixture
def rows() -> list[Any]:
    return [json.loads(row) for row in RECORD.read_text().splitlines()]


def written(tmp_path: Path, rows: list[Any]) -> str:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["replay", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["replay", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def drawings(rows: list[Any]) -> list[int]:
    return [row["n"] for row in rows[1:-1] if row["action"]["type"] == "draw"]


def test_the_sheet_is_the_records_result(capsys: pytest.CaptureFixture[str], rows: list[Any]) -> None:
    sheet = replayed(capsys, str(RECORD))
    assert {key: sheet[key] for key in rows[-1]["result"]} == rows[-1]["result"]
    assert (sheet["warnings"], sheet["dropped"], sheet["over"]) == ([], [], True)
    assert sheet["actions"] == len(rows) - 2


def test_the_table_for_people_has_a_column_a_player_and_the_winner(
    capsys: pytest.CaptureFixture[str], rows: list[Any]
) -> None:
    assert main(["replay", str(RECORD)]) == 0
    lines = capsys.readouterr().out.splitlines()
    totals = next(line for line in lines if line.startswith("total"))
    assert totals.split()[1:] == [str(player["total"]) for player in rows[-1]["result"]["players"]]
    assert "winner: " + rows[-1]["result"]["winners"][0] in lines
    assert len({len(line) for line in lines if line.startswith(("round", "total", "rim"))}) == 1


def test_replay_stops_where_it_is_told(capsys: pytest.CaptureFixture[str], rows: list[Any]) -> None:
    sheet = replayed(capsys, str(RECORD), "--to", str(drawings(rows)[1]))
    assert (sheet["over"], sheet["actions"]) == (False, drawings(rows)[1])
    assert sheet["players"][0]["rows"][0]["row"] == "round.1"
    assert replayed(capsys, str(RECORD), "--to", "0")["actions"] == 0
    assert "expected 0 to" in refused(capsys, str(RECORD), "--to", "999")
    assert "expected 0 to" in refused(capsys, str(RECORD), "--to", "-1")


def test_an_illegal_line_is_named_with_rule_and_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]
) -> None:
    n = drawings(rows)[0]
    rows[n]["action"]["lines"] = [[0, 9999]]
    reason = refused(capsys, written(tmp_path, rows))
    assert f"record line {n + 1}: star_explorer.draw.star: there is no star 9999" in reason


def test_overruled_rules_are_listed_as_warnings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]
) -> None:
    """The last drawing becomes two lines of its own that do not meet."""
    n, lines = next(
        (n, [one, other])
        for n in reversed(drawings(rows))
        for one in rows[n]["action"]["lines"]
        for other in rows[n]["action"]["lines"]
        if not set(one) & set(other)
    )
    rows[n]["action"] = {"type": "draw", "lines": lines}
    path = written(tmp_path, rows[: n + 1])
    assert "star_explorer.draw.d" in refused(capsys, path)
    rows[n]["overruled"] = ["star_explorer.draw.d"]
    (warning,) = replayed(capsys, written(tmp_path, rows[: n + 1]))["warnings"]
    assert (warning["n"], warning["rule"]) == (n, "star_explorer.draw.d")
    assert warning["player"] == rows[0]["players"][rows[n]["seat"]]
    assert main(["replay", path]) == 0
    assert f"overruled in line {n}" in capsys.readouterr().out


def test_what_a_correction_drops_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]) -> None:
    """In round VI another size is picked than the tiles that were revealed."""
    picks = [row for row in rows[1:-1] if row["action"]["type"] == "choose_size"]
    used = [row["action"]["size"] for row in picks[:-1]]
    left = [5, 6, 7, 7, 8, 9, 10]
    for size in used:
        left.remove(size)
    other = next(size for size in left if size != picks[-1]["action"]["size"])
    line = {"n": len(rows) - 1, "correct": picks[-1]["n"], "action": {"type": "choose_size", "size": other}}
    path = written(tmp_path, [*rows[:-1], {**line, "source": "correction"}])
    sheet = replayed(capsys, path)
    assert [lost["n"] for lost in sheet["dropped"]] == list(range(picks[-1]["n"] + 1, len(rows) - 1))
    assert sheet["dropped"][0]["rule"] == "star_explorer.size.take"
    assert not sheet["over"]
    assert main(["replay", path]) == 0
    assert "dropped by the correction in line" in capsys.readouterr().out


def test_a_result_that_does_not_follow_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]
) -> None:
    rows[-1]["result"]["players"][0]["total"] += 1
    assert "players[0].total" in refused(capsys, written(tmp_path, rows))


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]) -> None:
    assert "No such file" in refused(capsys, str(tmp_path / "none.jsonl"))
    assert "directory" in refused(capsys, str(tmp_path))
    path = tmp_path / "cut.jsonl"
    path.write_bytes(RECORD.read_bytes()[:-30])
    assert f"record line {len(rows)}" in refused(capsys, str(path))
    assert "unknown game" in refused(capsys, written(tmp_path, [{**rows[0], "game": "chess"}]))
    assert "attic" in refused(capsys, written(tmp_path, [{**rows[0], "pack": "attic"}]))
    assert "newer version" in refused(capsys, written(tmp_path, [{**rows[0], "planisphere": 9}]))


def test_nobody_has_won_while_the_game_goes_on(capsys: pytest.CaptureFixture[str], rows: list[Any]) -> None:
    for number in (0, drawings(rows)[1], len(rows) - 3):
        assert replayed(capsys, str(RECORD), "--to", str(number))["winners"] == []
        assert main(["replay", str(RECORD), "--to", str(number)]) == 0
        said = capsys.readouterr().out
        assert "the game goes on" in said
        assert not [word for word in ("winner", "victory") if word in said]


def test_a_result_before_the_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[Any]
) -> None:
    part = [*rows[:12], {"result": {"players": [], "winners": []}}]
    assert "record line 13: a result before the end" in refused(capsys, written(tmp_path, part))
