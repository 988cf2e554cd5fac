"""tools/audit.py: clean only where every package was asked about. What asks is a stand-in for pip-audit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "audit.py"
FINE: dict[str, Any] = {"name": "a", "version": "1", "vulns": []}
UNKNOWN = {"name": "b", "skip_reason": "Dependency not found"}
BAD: dict[str, Any] = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1"}]}


def audit(folder: Path, told: str) -> subprocess.CompletedProcess[str]:
    tool = folder / "pip-audit"
    tool.write_text(f"#!/bin/sh\ncat <<'END'\n{told}\nEND\n")
    tool.chmod(0o755)
    lock = folder / "lock.txt"
    lock.touch()
    environ = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    command = [sys.executable, "-S", str(SCRIPT), str(lock)]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        ([FINE], 0, "1 without advisories, 0 unknown to pypi, 0 with one"),
        ([FINE, UNKNOWN], 3, "1 without advisories, 1 unknown to pypi, 0 with one"),
        ([FINE, UNKNOWN, BAD], 1, "c 2: PYSEC-1"),
    ],
)
def test_only_what_was_asked_about_and_fine_is_clean(
    tmp_path: Path, told: list[dict[str, Any]], code: int, words: str
) -> None:
    done = audit(tmp_path, json.dumps({"dependencies": told, "fixes": []}))
    assert done.returncode == code
    assert words in done.stdout


def test_a_service_that_does_not_answer_is_not_clean(tmp_path: Path) -> None:
    done = audit(tmp_path, "")
    assert done.returncode == 3
    assert done.stdout == "lock.txt: pypi does not answer\n"
