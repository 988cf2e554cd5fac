"""The pages of the documentation: short enough, and their links lead somewhere."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
INDEXES = [ROOT / "docs" / name for name in ("README.md", "codes/README.md", "measurements/README.md")]
"""The first page, and those that are written with the pages they name."""
WORDS = 1500
CALLED_BY_OTHERS = {"tools.evenings.serving", "tools.figures.app", "tools.hub_attacks.neighbour"}
"""Programs that only other tools start."""


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    seen: Counter[str] = Counter()
    found = set()
    for heading in re.findall(r"^#+ +(.+?)\s*$", text, re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if name(page).startswith("docs/")],
    ids=name,
)
def test_a_page_is_read_in_one_sitting(page: Path) -> None:
    assert len(page.read_text("utf-8").split()) <= WORDS


def test_every_page_is_named_on_an_index() -> None:
    named = {
        (index.parent / target).resolve()
        for index in INDEXES
        for target in re.findall(r"\]\(([^)#]+)\)", index.read_text("utf-8"))
    }
    assert [name(p) for p in PAGES if name(p).startswith("docs/") and p not in named | {INDEXES[0]}] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    broken = []
    for target, anchor in re.findall(r"\]\((?!https?:|mailto:)([^)#\s]*)#?([^)\s]*)\)", text):
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(f"{target}#{anchor}")
    assert broken == []


@pytest.mark.parametrize("page", [p for p in PAGES if name(p) != "CHANGELOG.md"], ids=name)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    rooms = (
        "engines|vision|hardware|firmware_bridge|pi_app|hub|planisphere|tools|systemd|tests|script|docs|requirements"
    )
    named = re.findall(rf"`((?:{rooms})/[\w./-]*)`", page.read_text("utf-8"))
    assert [file for file in named if not (ROOT / file).exists()] == []


def test_every_tool_is_named_where_tools_are_listed() -> None:
    page = (ROOT / "docs" / "developing.md").read_text("utf-8")
    for file in (ROOT / "tools").rglob("*.py"):
        at = file.relative_to(ROOT).with_suffix("")
        module = ".".join(at.parts).removesuffix(".__main__")
        if 'if __name__ == "__main__"' in file.read_text("utf-8") and module not in CALLED_BY_OTHERS:
            assert f"`{module}`" in page, module


def test_the_changelog_says_each_change_once_in_one_line() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    assert [line for line in lines if line and not re.match(r"# |## \[|### |- |What a user notices", line)] == []
    assert [line for line in lines if len(line) > 240] == []
    assert [line for line, times in Counter(filter(None, lines)).items() if times > 1 and line.startswith("- ")] == []
