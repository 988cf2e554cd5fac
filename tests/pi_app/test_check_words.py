"""The host's check speaks the language in use; the sentences are those of the check itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware import bridge, devices
from pi_app import checkup, i18n
from pi_app.presenters.check_words import mend_words, name_words, text_words

SAME = ("7", "7.", "7: 7", "77", "7, 7", "7x77")
"""Nothing but what varies: a version, a path, an error's own words."""
ELSEWHERE = ("cannot be used", "simulated")


def constants(text: ast.expr) -> Iterator[str]:
    """What a text of the source may come to, 7 in the place of what varies."""
    match text:
        case ast.Constant(value=str(value)):
            yield value
        case ast.JoinedStr(values=values):
            yield "".join(_part(part) for part in values)
        case ast.IfExp(body=body, orelse=other):
            yield from constants(body)
            yield from constants(other)


def _part(part: ast.expr) -> str:
    """A part of a text with fields: a plural's letter is left out."""
    if isinstance(part, ast.FormattedValue):
        return "" if isinstance(part.value, ast.IfExp) else "7"
    return str(part.value) if isinstance(part, ast.Constant) else ""


def told(function: str, place: int) -> dict[str, str]:
    """Every text at that place of a call of `Check` in the sources -> where; those given by name too."""
    found = dict[str, str]()
    for node in ast.walk(ast.parse(Path(checkup.__file__).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name != "check_journal":  # the running app knows its own better
            named = [
                (target.id, part.value)
                for part in ast.walk(node)
                if isinstance(part, ast.Assign)
                for target in part.targets
                if isinstance(target, ast.Name)
            ]
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == function and len(call.args) > place:
                    given = call.args[place]
                    own = [value for name, value in named if isinstance(given, ast.Name) and given.id == name]
                    for text in own or [given]:
                        found |= dict.fromkeys(constants(text), f"{node.name}:{call.lineno}")
    return found


@pytest.fixture(params=sorted(set(i18n.LANGUAGES) - {"en"}))
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.set_language(request.param)
    yield request.param
    i18n.set_language("en")


def test_what_was_looked_at_has_a_name(language: str) -> None:
    shared = {"python", "sqlite", "journal", "pins"}  # words that these languages share
    names = set(told("Check", 0)) | {"lights", "buttons", "shaker"}
    assert {"camera", "disk", "touch"} <= names
    assert not [name for name in names - shared if name_words(name) == name]


def test_what_was_found_is_told(language: str) -> None:
    texts = told("Check", 2) | dict.fromkeys((*bridge.WORDS.values(), "no lamps are wired: the screen shows the round"))
    assert len(texts) > 25
    same = [text for text in texts if text_words(text) == text and text not in SAME]
    assert not [text for text in same if not any(part in text for part in ELSEWHERE)]


def test_what_to_do_is_told(language: str) -> None:
    mends = [mend for mend in told("Check", 3) if mend]
    assert len(mends) > 15
    unknown = ("the app sets it aside", "update Planisphere", "games go on without being saved")
    assert not [mend for mend in mends if mend_words(mend) == mend and not mend.startswith(unknown)]


def test_the_devices_that_are_not_there_are_told(language: str) -> None:
    source = Path(devices.__file__).read_text("utf-8")
    absent = [
        value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("NoCamera", "ScreenLights", "ScreenButtons", "ScreenShaker")
        for argument in node.args
        for value in constants(argument)
    ]
    assert len(absent) == 5
    assert not [text for text in absent if text_words(text) == text]


def test_the_light_is_told_with_the_picture(language: str) -> None:
    words = text_words("1280x720, 30 pictures a second: too dark, blur")
    assert words.startswith("1280x720: ")
    assert "dark" not in words
    assert text_words("1280x720: something new") == "1280x720: something new"
