"""`planisphere simulate`: the same seed gives the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.registry import game_class, game_names
from planisphere.cli import main
from planisphere.commands.simulate import wilson


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str, game: str = "star_explorer") -> Any:
    assert main(["simulate", game, "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


SERIES = {"star_explorer": 1, "look_at_the_stars": 3, "stellar": 1, "starfarers": 1}
"""How many games are played of each."""
PLAYED = "import json, sys; from planisphere.cli import main; sys.exit(max(map(main, json.loads(sys.argv[1]))))"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """What two processes that hash strings differently write of the same series, at the largest tables."""
    written = []
    for hash_seed in ("1", "2"):
        folder = tmp_path_factory.mktemp("records")
        more = ["--seed", "7", "--record", str(folder), "--players"]
        commands = [
            ["simulate", game, "--games", str(games), *more, str(game_class(game).max_players)]
            for game, games in SERIES.items()
        ]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", PLAYED, json.dumps(commands)]
        subprocess.run(command, check=True, env=environment, capture_output=True)
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    return written


@pytest.mark.parametrize("game", game_names())
def test_the_same_seed_writes_the_same_records_in_any_process(game: str, written: list[dict[str, bytes]]) -> None:
    one, other = ({name: data for name, data in each.items() if name.startswith(f"{game}-7")} for each in written)
    assert one == other
    assert one


def test_every_game_of_a_series_is_another(written: list[dict[str, bytes]]) -> None:
    names = sorted(name for name in written[0] if name.startswith("look_at_the_stars"))
    assert names == [f"look_at_the_stars-7-{n}.jsonl" for n in range(3)]
    assert len({written[0][name] for name in names}) == 3


def test_records_replay_and_carry_no_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulated(capsys, "--games", "2", "--players", "1", "--bot", "greedy", "--record", str(tmp_path / "new" / "folder"))
    paths = sorted((tmp_path / "new" / "folder").iterdir())
    assert len(paths) == 2
    for path in paths:
        rows = [json.loads(row) for row in path.read_text().splitlines()]
        assert (rows[0]["started"], rows[0]["seed"], rows[0]["options"]) == (
            None,
            1,
            {"all_stars": "blocked", "piles": "dealt"},
        )
        assert all(row["at"] is None for row in rows[1:-1])
        assert main(["replay", str(path), "--json"]) == 0
        sheet = json.loads(capsys.readouterr().out)
        assert {key: sheet[key] for key in rows[-1]["result"]} == rows[-1]["result"]


def test_statistics_are_the_same_with_and_without_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = simulated(capsys, "--games", "3", "--seed", "2", game="starfarers")
    written = simulated(capsys, "--games", "3", "--seed", "2", "--record", str(tmp_path), game="starfarers")
    assert plain["scores"] == written["scores"]
    assert plain["seats"] == written["seats"]
    assert plain["actions"] == written["actions"] > 100
    assert plain["games_per_s"] > 0
    assert sum(seat["wins"] for seat in plain["seats"]) == pytest.approx(3, abs=0.02)


def test_bots_may_differ_from_seat_to_seat(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulated(capsys, "--games", "1", "--bot", "greedy,random", "--option", "shape_match=topology")
    assert [(seat["name"], seat["bot"]) for seat in report["seats"]] == [("greedy 1", "greedy"), ("random 2", "random")]


def test_bots_that_are_pitted_against_each_other_change_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = simulated(capsys, "--games", "3", "--bots", "greedy,random", "--record", str(tmp_path))
    assert [row["bot"] for row in report["bots"]] == ["greedy", "random"]
    assert report["seats"] == []
    assert sum(row["wins"] for row in report["bots"]) == 3
    first, second, third = (json.loads(path.read_text().splitlines()[0]) for path in sorted(tmp_path.iterdir()))
    assert first["players"] == third["players"] == ["greedy 1", "random 2"]
    assert second["players"] == ["random 1", "greedy 2"]
    for path in sorted(tmp_path.iterdir()):
        assert main(["replay", str(path)]) == 0
    capsys.readouterr()
    assert main(["simulate", "stellar", "--games", "4", "--bots", "greedy,random"]) == 0
    lines = capsys.readouterr().out.splitlines()[-2:]
    assert [line.split()[:2] for line in lines] == [["greedy", "wins"], ["random", "wins"]]
    assert all("% of the games, 95 % interval" in line for line in lines)


def test_the_interval_of_a_win_rate_is_wilsons() -> None:
    """10 of 20: 0.299 to 0.701 (the interval's table); none of 10: up to 0.278."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-4)


def test_the_table_for_people_names_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "star_explorer", "--games", "1", "--players", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "star_explorer: 1 games, 2 players, seed 1"
    assert "games/s" in lines[1]
    assert "actions/s" in lines[1]
    assert [line.split()[0] for line in lines[3:]] == ["random", "random", "all"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "unknown game 'chess'"),
        (["star_explorer", "--games", "0"], "--games 0"),
        (["star_explorer", "--players", "5"], "expected 1 to 4"),
        (["star_explorer", "--players", "0"], "expected 1 to 4"),
        (["star_explorer", "--players", "1000000000000"], "expected 1 to 4"),
        (["star_explorer", "--bot", "clever"], "unknown bot 'clever'"),
        (["star_explorer", "--bot", "greedy,random", "--players", "3"], "expected one bot, or 3"),
        (
            ["star_explorer", "--bots", "greedy,random", "--players", "3"],
            "--bots 'greedy,random': expected one bot, or 3",
        ),
        (["star_explorer", "--option", "shape_match"], "expected NAME=VALUE"),
        (["star_explorer", "--option", "shape_match=round"], "shape_match"),
        (["star_explorer", "--option", "colour=red"], "colour"),
        (["star_explorer", "--pack", "attic"], "attic"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    folder = tmp_path / "records"
    assert reason in refused(capsys, *arguments, "--record", str(folder))
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    reason = refused(capsys, "star_explorer", "--games", "1", "--record", str(tmp_path / "file"))
    assert "expected a folder" in reason


def test_a_game_without_an_end_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_class("stellar"), "max_actions", 20)
    assert main(["simulate", "stellar", "--games", "1"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "did not end within 20 actions" in err
