from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

from engines.errors import Finding
from hub.web.words import catalogue as hub_catalogue
from pi_app import i18n
from tools.codes import Site, faults, outdated, pages, sites, templates


def test_whatever_goes_wrong_is_on_a_page_and_has_one_code_and_one_sentence() -> None:
    found = sites()
    assert not outdated(found), "run python -m tools.codes"
    assert not faults(found)


def test_a_code_is_on_the_page_of_the_first_room_that_says_it_and_the_index_leads_there(tmp_path: Path) -> None:
    found = [
        Site("engines/records.py", 7, "BadInput", "record.empty", "an empty record"),
        Site("hub/results.py", 9, "NotPossible", "record.empty", "an empty record"),
        Site("hub/results.py", 12, "finding", "record.late", "too late by {minutes} | more"),
    ]
    made = pages(found)
    assert made["engines.md"].endswith("|`record.empty`|an empty record|2, 3|\n")
    assert made["hub.md"].endswith("|---|\n|`record.late`|too late by {minutes} \\| more||\n")
    assert made["README.md"].endswith("|`record`|[engines](engines.md), [hub](hub.md)|\n")
    (tmp_path / "hub.md").write_text(made["hub.md"], "utf-8")
    (tmp_path / "attic.md").write_text("old", "utf-8")
    old = outdated(found, tmp_path)
    assert {path.name: text for path, text in old.items()} == {
        "README.md": made["README.md"], "engines.md": made["engines.md"], "attic.md": None,
    }  # fmt: skip


@pytest.fixture(params=i18n.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    i18n.set_language(request.param)
    return str(request.param)


def samples(template: str) -> dict[str, int]:
    """A number for each field of a sentence, no two of them alike."""
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name)
    return {name: 7_001 + number for number, name in enumerate(names)}


def wrong(rooms: tuple[str, ...], said: Callable[[Finding], str]) -> list[str]:
    """The codes whose sentence fails with its parameters, or leaves one out."""
    found = []
    for code, template in templates(rooms).items():
        params = samples(template)
        try:
            text = said(Finding(code, template, dict(params)))
        except (KeyError, ValueError, IndexError):
            found.append(code)
            continue
        found += [code] * any(str(value) not in text for value in params.values())
    return found


def test_every_finding_of_the_app_can_be_said_in_every_language(language: str) -> None:
    assert not wrong(("pi_app", "hardware", "engines"), i18n.tell)


def test_every_finding_of_the_event_host_can_be_said_in_every_language(language: str) -> None:
    words: gettext.NullTranslations = hub_catalogue(language)
    assert not wrong(("hub",), lambda found: words.gettext(found.template).format(**found.params))


def made_up(folder: Path, text: str) -> list[str]:
    (folder / "engines").mkdir()
    (folder / "engines" / "errors.py").write_text(
        "class Coded(Exception):\n    def __init__(self, code, template, /, *values): ...\n"
        "class BadInput(Coded): ...\nclass Other(BadInput):\n    def __init__(self, line, why): ...\n"
    )
    (folder / "engines" / "game.py").write_text(text)
    return faults(sites(root=folder))


@pytest.mark.parametrize(
    "text",
    [
        'raise BadInput("no code at all")',
        'raise BadInput("No.Code", "but a sentence")',
        'raise BadInput("a.code")',
        'raise errors.BadInput("a.code", f"a sentence that {was} made here")',
        'finding("a.code", "says this")\nfinding("a.code", "says that")',
        'finding("a.code", "says this")\nfinding("another.code", "says this")',
        'finding("a.code", told())\ntold = "too late"',
    ],
)
def test_what_is_not_in_order_is_found(tmp_path: Path, text: str) -> None:
    assert made_up(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        'raise BadInput("a.code", "a sentence with {field}", field)',
        'why = "a sentence"\nraise BadInput("a.code", why)',
        'finding("a.code", "{reason}", 1)\nfinding("another.code", "{reason}", 2)',
        "raise BadInput.of(found)",
        "raise Other(1, found)",
    ],
)
def test_what_is_in_order_is_left_alone(tmp_path: Path, text: str) -> None:
    assert not made_up(tmp_path, text)
