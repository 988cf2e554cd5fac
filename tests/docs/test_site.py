"""The documentation site is built strictly, and shows everything without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `script/docs` makes it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_every_page_and_picture_is_there(site: Path) -> None:
    for source in (ROOT / "docs").rglob("*"):
        at = source.relative_to(ROOT / "docs")
        if source.suffix == ".md":
            at = at.with_name("index.html") if at.name == "README.md" else at.with_suffix(".html")
        if source.is_file():
            assert (site / at).is_file(), at


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=[\"']?((?:https?:)?//[^ >\"']+)", text)
        assert fetched == [], page.name
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", style.read_text("utf-8")), style.name
