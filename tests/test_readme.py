"""The examples of the README are run as they stand."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def examples() -> list[tuple[str, str]]:
    """Every `$ command` of the console blocks with the output shown under it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_readme_has_examples() -> None:
    assert len(examples()) >= 3


@pytest.mark.parametrize(("command", "output"), examples(), ids=[c for c, _ in examples()])
def test_an_example_prints_what_the_readme_shows(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "planisphere"
    done = subprocess.run(
        [sys.executable, "-m", "planisphere.cli", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert doctest.OutputChecker().check_output(output, done.stdout, doctest.ELLIPSIS), done.stdout


def test_what_the_readme_links_to_is_there() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert [t for t in targets if not (ROOT / t).exists()] == []
