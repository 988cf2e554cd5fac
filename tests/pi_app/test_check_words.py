"""The host's check speaks the language in use."""

from __future__ import annotations

import ast
from pathlib import Path

from engines.errors import Finding, finding
from hardware import bridge, devices, status
from pi_app.host import checkup
from pi_app.host.checkup import Check, as_it_is
from pi_app.i18n import tell
from pi_app.presenters.check_words import name_words
from tests.codes import coded, fields

SHARED = {"check.value", "graphics.ok", "camera.light", "bridge.at", "bridge.program"}
"""Codes of which some language says the same, or which say only what is in them."""


def names() -> set[str]:
    """The code of every check in the sources."""
    tree = ast.parse(Path(checkup.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Check"]
    return {str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)}


def test_what_was_looked_at_has_a_name(language: str) -> None:
    shared = {"python", "sqlite", "journal", "pins"}  # words that these languages share
    looked_at = names() | {"lights", "buttons", "shaker"}
    assert {"camera", "disk", "touch"} <= looked_at
    assert not [
        name for name in looked_at - shared if name_words(Check(name, "ok", as_it_is(""))) == name.replace("_", " ")
    ]
    package = Check("package", "ok", as_it_is("2"), package="kivy")
    assert name_words(package) != package.name == "package kivy"


def test_what_was_found_and_what_to_do_is_told(language: str) -> None:
    sources = (checkup, bridge, devices, status)
    found = {code: text for module in sources for code, text in coded(Path(module.__file__ or ""))}
    assert len(found) > 60
    said = {code: Finding(code, text, dict.fromkeys(fields(text), 7)) for code, text in found.items()}
    assert not [code for code in said.keys() - SHARED if tell(said[code]) == str(said[code])]


def test_a_finding_in_a_finding_is_told_in_the_language(language: str) -> None:
    why = finding("display.none", "no display was found")
    screen = finding("display.offscreen", "{why}: the app draws on no screen", why)
    assert "display" not in tell(screen)
    assert str(screen) == "no display was found: the app draws on no screen"
