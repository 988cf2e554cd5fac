"""`planisphere play --robot`: the command line around the robot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from planisphere.cli import main


def test_a_file_of_lines_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--simulate", "--robot", "missing.jsonl"]) == 2
    assert "--robot missing.jsonl: No such file" in capsys.readouterr().err


def test_the_robot_and_autoplay_are_not_asked_for_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--autoplay", "5", "--robot", "-"]) == 2
    assert "expected one of them" in capsys.readouterr().err


@pytest.mark.exhaustive
def test_lines_are_answered_as_they_come_and_a_line_that_is_none_ends_it(tmp_path: Path) -> None:
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    command = [str(Path(sys.executable).with_name("planisphere")), "play", "--simulate", "--robot", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ
    ) as play:
        assert play.stdin is not None
        assert play.stdout is not None
        for line in ('{"new":{"game":"stellar"}}', '{"wait":"idle"}', '{"state":true}'):
            print(line, file=play.stdin, flush=True)
            answer = json.loads(play.stdout.readline())
        assert answer["game"] == "stellar"
        _out, said = play.communicate("nope\n", timeout=60)
    assert play.returncode == 2
    assert "planisphere: --robot, line 4: " in said
