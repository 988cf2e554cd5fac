"""What the command line says about arguments it cannot take."""

from __future__ import annotations

import json

import pytest

from planisphere.cli import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "planisphere: the following arguments are required: COMMAND"),
        (["dance"], "planisphere: argument COMMAND: invalid choice: 'dance'"),
        (["score"], "planisphere: score: the following arguments are required: FILE"),
        (["simulate", "star_explorer", "--games", "many"], "argument --games: invalid int value: 'many'"),
        (["pack", "check"], "planisphere: pack check: the following arguments are required: PACK"),
        (["replay", "a.jsonl", "--until", "3"], "unrecognized arguments: --until 3"),
    ],
)
def test_bad_arguments_end_with_2_and_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["score", "--help"])
    assert ended.value.code == 0
    assert "position" in capsys.readouterr().out


def test_with_json_an_error_is_a_code_with_parameters_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "missing.json", "--json"]) == 2
    out, err = capsys.readouterr()
    told = json.loads(out)["error"]
    assert (told["code"], told["params"]["path"]) == ("input.no_file", "missing.json")
    assert err == f"planisphere: {told['message']}\n"
