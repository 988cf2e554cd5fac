from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import polib
import pytest

import pi_app
from engines.registry import game_class, games
from engines.rulebook import rulebook
from pi_app import i18n
from pi_app.games.app_game import app_of
from tools.codes import _telling, parsed, templates, words_of

ROOT = Path(pi_app.__file__).parent
MARKERS = {"_": slice(1), "N_": slice(1), "ngettext": slice(2)}
"""What marks a message -> which of its arguments are messages."""


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """Sources that stayed read would make every later look for garbage slow."""
    yield
    for kept in (nodes, parsed, _telling):
        kept.cache_clear()


@cache
def nodes(source: Path) -> list[ast.AST]:
    """Everything in that module."""
    return list(ast.walk(parsed(source)))


@cache
def messages() -> dict[str, str]:
    """Every message marked in the sources -> where; those of findings under their code."""
    found = {said: code for code, said in templates(("pi_app", "hardware", "engines")).items() if words_of(said)}
    found |= {game.title: game.package for game in games().values() if game.package.startswith("engines.")}
    for name in (name for name, game in games().items() if game.package.startswith("engines.")):
        for option in rulebook(name).options:
            asked = (option.ask, *option.answers.values())
            found |= dict.fromkeys((said for said in asked if said and not said.isdecimal()), f"{name}: {option.name}")
    for source in sorted(ROOT.rglob("*.py")):
        for node in nodes(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
                texts = node.args[MARKERS[node.func.id]]
                for text in texts:
                    if isinstance(text, ast.Constant) and text.value:
                        found[str(text.value)] = f"{source.name}:{node.lineno}"
    return found


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "planisphere.po"))


def entries(language: str) -> Iterator[tuple[str, str]]:
    """(message, translation) pairs, plurals apart."""
    for entry in catalogue(language):
        if entry.msgid_plural:
            forms = entry.msgstr_plural
            yield from ((entry.msgid if form == 0 else entry.msgid_plural, text) for form, text in forms.items())
        else:
            yield entry.msgid, entry.msgstr


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_message_of_the_screens_is_translated(language: str) -> None:
    known = {message for message, translation in entries(language) if translation}
    missing = {text: where for text, where in messages().items() if text not in known}
    assert not missing


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_catalogue_keeps_messages_that_nobody_says(language: str) -> None:
    assert {message for message, _ in entries(language)} <= set(messages())


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_translations_name_the_same_things(language: str) -> None:
    wrong = [m for m, translation in entries(language) if fields(m) != fields(translation)]
    assert not wrong


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_plural_form_has_its_words(language: str) -> None:
    forms = {len(entry.msgstr_plural) for entry in catalogue(language) if entry.msgid_plural}
    assert forms == {3 if language == "pl" else 2}


def test_polish_counts_as_polish_does() -> None:
    i18n.set_language("pl")
    counted = [i18n.ngettext("{n} point", "{n} points", n).format(n=n) for n in (1, 2, 5, 12, 22)]
    assert counted == ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty"]


@pytest.mark.parametrize("language", sorted(set(i18n.LANGUAGES) - {"en"}))
def test_hardly_anything_is_left_in_english(language: str) -> None:
    same = {m for m, t in entries(language) if m == t and any(c.isalpha() for c in re.sub(r"{.*?}", "", m))}
    assert len(same) < 60  # names and words that the languages share: Satellites, Bonus, Code


@pytest.mark.parametrize("language", sorted(set(i18n.LANGUAGES) - {"en"}))
def test_help_names_buttons_as_they_are_called(language: str) -> None:
    said = dict(entries(language))
    called = {"Undo": said["Undo"], "Done": said["Done: {points}"].split("{")[0].strip(": \u00a0\u202f")}
    for word, label in called.items():
        told = [text for message, text in said.items() if re.search(rf"\b{word} is|Tap {word}:", message)]
        assert told
        assert [text for text in told if label not in text] == [], label


def test_french_punctuation_never_begins_a_line() -> None:
    """A no-break space stands before : ; ? ! and inside quotation marks, and none before an ellipsis."""
    assert not [t for _, t in entries("fr") if re.search(r" [:;?!»…]|« ", t)]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_an_ellipsis_never_begins_a_line(language: str) -> None:
    """It stands at its word; German, which sets it apart, has a no-break space there."""
    assert not [text for _, text in entries(language) if re.search(r" …", text)]
    assert language == "de" or not [text for _, text in entries(language) if "\u00a0…" in text]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_drawing_rule_has_words_of_its_own(language: str) -> None:
    i18n.set_language(language)
    rules = [r.id for r in game_class("star_explorer").rules.rules if ".draw." in r.id]
    shown = [r for r in rules if app_of("star_explorer").rule_words(r, "fallback") != "fallback"]
    letters = [f"star_explorer.draw.{letter}" for letter in "abdefgh"]
    assert set(letters) <= set(shown)


def test_an_unknown_language_falls_back_to_english() -> None:
    i18n.set_language("tlh")
    assert i18n.language() == "en"


def test_the_font_has_every_letter_of_every_catalogue_and_of_polish_names() -> None:
    from PIL import ImageFont

    font = ImageFont.truetype(str(ROOT / "fonts" / "Inter-Regular.otf"), 20)
    blank = bytes(font.getmask("\uffff"))
    letters = {c for language in i18n.LANGUAGES for _, text in entries(language) for c in text}
    letters |= set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ")
    absent = [c for c in sorted(letters) if not c.isspace() and bytes(font.getmask(c)) == blank]
    assert not absent


def kept_words() -> Iterator[str]:
    """Where something that is kept to be shown later (`tell`, `warn`, an attribute) was translated at once."""
    for source in sorted((*ROOT.rglob("*.py"), *(ROOT.parent / "hardware").rglob("*.py"))):
        for node in nodes(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in KEEPERS:
                values = node.args
            elif isinstance(node, ast.Assign) and any(is_own(target) for target in node.targets):
                values = [node.value]
            else:
                continue
            yield from (f"{source.name}:{node.lineno}" for value in values if translates(value))


def is_own(target: ast.expr) -> bool:
    """Whether that is an attribute of `self`."""
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"


def translates(value: ast.expr) -> bool:
    """Whether that says words in the language of the moment; what a lambda says is said later."""
    if isinstance(value, ast.Lambda):
        return False
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("_", "ngettext"):
        return True
    return any(translates(part) for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr))


KEEPERS = ("tell", "warn", "_say", "_tell_once")


def test_words_that_are_kept_are_translated_when_they_are_shown() -> None:
    assert not list(kept_words())


def test_a_catalogue_that_is_damaged_or_missing_leaves_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    monkeypatch.setattr(i18n, "locale_folder", lambda: str(tmp_path))
    whole = (ROOT / "locale" / "de" / "LC_MESSAGES" / "planisphere.mo").read_bytes()
    for damaged in (b"", whole[:2], whole[:1_000], whole[:-1_000], bytes(1_000)):
        (folder / "planisphere.mo").write_bytes(damaged)
        assert i18n.catalogue_of("de").gettext("People") == "People"
    assert i18n.catalogue_of("pl").gettext("People") == "People"
    (folder / "planisphere.mo").write_bytes(whole)
    assert i18n.catalogue_of("de").gettext("People") == "Leute"


def test_only_the_language_in_use_and_the_one_before_are_held() -> None:
    for code in (*i18n.LANGUAGES, "en"):
        i18n.set_language(code)
    assert i18n._catalogue.cache_info().currsize == 2
