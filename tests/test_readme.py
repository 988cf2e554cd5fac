"""The examples of the README and of the page of commands are run as they stand."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/commands.md")


def examples(page: str) -> list[tuple[str, str]]:
    """Every `$ command` of the console blocks with the output shown under it."""
    text = (ROOT / page).read_text("utf-8")
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


ALL = [pytest.param(*example, id=f"{page}: {example[0]}") for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_examples(page: str) -> None:
    assert len(examples(page)) >= 3


@pytest.mark.parametrize(("command", "output"), ALL)
def test_an_example_prints_what_the_page_shows(command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "planisphere"
    done = subprocess.run(
        [sys.executable, "-m", "planisphere.cli", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert doctest.OutputChecker().check_output(output, done.stdout, doctest.ELLIPSIS), done.stdout
