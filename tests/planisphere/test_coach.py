"""`planisphere coach`: what each turn could have scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planisphere.cli import main

RECORDS = Path(__file__).parent.parent / "records"
NIGHT = str(RECORDS / "look_at_the_stars_aura.jsonl")


def test_a_turn_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", str(RECORDS / "star_explorer_corrected.jsonl"), "--turn", "58"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "line 58, Ada: 8 points, 17 possible",
        "  draw lines 30-39 30-51 39-59 51-61 59-70 61-70",
        "  Points now: 17; in the last round nothing is kept for later. (star_explorer.win.total)",
        "  round 6: +11",
        "  rim: +6",
        "left on the table, turn by turn: Ada 9, Tycho 0, Vera 0 (1 turns)",
    ]


def test_a_player_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", NIGHT, "--player", "Ravi", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["exact"]
    assert {turn["player"] for turn in report["turns"]} == {"Ravi"}
    assert report["left"] == {"Ana": 0, "Ravi": sum(turn["left"] for turn in report["turns"])}
    last = report["turns"][-1]
    assert last["best"]["points"] - last["played"]["points"] == last["left"] > 0
    assert last["best"]["actions"][0]["type"] == "draw"
    (reason, *_) = last["best"]["reasons"]
    assert reason["words"].startswith("Points now: 6;")
    assert "look_at_the_stars.score.constellations" in reason["rules"]
    assert sum(row["points"] for row in last["best"]["rows"]) >= last["best"]["points"]


def test_turns_that_left_nothing_are_said_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["coach", NIGHT, "--player", "Ana"]
    assert main(arguments) == 0
    few = capsys.readouterr().out.splitlines()
    assert main([*arguments, "--all"]) == 0
    every = capsys.readouterr().out.splitlines()
    assert sum("nothing better is possible" in line for line in every) == len(every) - len(few) > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--turn", "4000"], "--turn 4000: expected the line of a player's action, 6 to 64"),
        (["--player", "Zoé"], "--player 'Zoé': expected one of Ana, Ravi"),
    ],
)
def test_a_turn_or_player_that_is_not_there(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coach", NIGHT, *arguments]) == 2
    assert capsys.readouterr().err == f"planisphere: {said}\n"


def test_light_mode_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", str(RECORDS / "starfarers_light.jsonl")]) == 3
    assert capsys.readouterr().err.count("\n") == 1
