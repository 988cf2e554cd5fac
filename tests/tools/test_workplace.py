"""Long trials clear away what they made, however they end, and say in one line why they failed."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.virtual_pi.qmp import Refused
from tools.virtual_pi.workplace import in_folder


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_a_folder_that_was_named_is_kept_and_another_one_goes(tmp_path: Path) -> None:
    used: list[Path] = []

    def do(folder: Path) -> int:
        (folder / "disk").touch()
        used.append(folder)
        return 1

    assert in_folder("trial", tmp_path / "kept", do) == 1
    assert in_folder("trial", None, do) == 1
    assert [folder.exists() for folder in used] == [True, False]


def test_what_fails_is_one_line_and_code_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def refused(_folder: Path) -> int:
        raise Refused("no kernel")

    def failed(_folder: Path) -> int:
        raise subprocess.CalledProcessError(7, ["mkfs", "-q"])

    assert [in_folder("trial", tmp_path, do) for do in (refused, failed)] == [2, 2]
    assert capsys.readouterr().err == "trial: no kernel\ntrial: `mkfs -q` ended with code 7\n"


def test_a_run_that_is_ended_from_outside_clears_its_folder_away() -> None:
    used: list[Path] = []

    def do(folder: Path) -> int:
        used.append(folder)
        os.kill(os.getpid(), signal.SIGTERM)
        return 0

    with pytest.raises(SystemExit) as ended:
        in_folder("trial", None, do)
    assert (ended.value.code, used[0].exists()) == (143, False)
