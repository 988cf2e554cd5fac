"""Everything that has a code has words for people, in every language."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

import hub
from engines.errors import finding
from hub import errors
from hub.database.store import Store
from hub.doors import hosts
from hub.errors import Refused
from hub.event import evening, results
from hub.event.evening import Plan
from hub.views import board
from hub.web import words
from hub.web.details import UNSAID, WORDS, details
from hub.web.pages import reason
from tools.codes import parsed, sites
from tools.messages import hub_findings

HUB = Path(hub.__file__).parent
SAME_IN = {"fr": ("Tables",)}
"""Words that a language shares with English."""
VERB_AT = 3
WRITERS = ("changing", "within", "_write", "_round")
"""Functions that write a change down; their fourth argument says what was done."""
DICTS = {
    "SETTINGS": words.SETTINGS,
    "VERBS": words.VERBS, "CASES": words.CASES, "REASONS": words.REASONS, "SYSTEMS": words.SYSTEMS,
    "CONFIRM": words.CONFIRM, "LIVE": words.LIVE, "TABLE_STATES": words.TABLE_STATES,
    "SEATING_STATES": words.SEATING_STATES, "TIMER_STATES": words.TIMER_STATES, "GAMES": words.GAMES,
    "SCORES": words.SCORES, "OUTCOMES": {str(n): said for n, said in words.OUTCOMES.items()}, "SCHEMES": words.SCHEMES,
}  # fmt: skip


def written_verbs() -> dict[str, str]:
    """Every verb that the sources write into the log -> where."""
    found: dict[str, str] = {}
    for source in sorted(HUB.rglob("*.py")):
        for node in ast.walk(parsed(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WRITERS:
                verbs = [ast.walk(arg) for arg in node.args[VERB_AT : VERB_AT + 1]]
                for part in (part for verb in verbs for part in verb):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found[part.value] = f"{source.name}:{node.lineno}"
            if isinstance(node, ast.keyword) and node.arg == "verb" and isinstance(node.value, ast.Constant):
                found[str(node.value.value)] = f"{source.name}:{node.value.lineno}"
    return found


def test_every_deed_in_the_log_has_words() -> None:
    found = written_verbs()
    assert {"retire_table", "answer", "undo", "redo", "create_event", "sit_down", "place_back"} <= set(found)
    assert {verb: where for verb, where in found.items() if verb not in words.VERBS} == {}
    assert set(words.VERBS) <= set(found), "words for what is never written"


@pytest.mark.parametrize(
    ("codes", "known"),
    [
        (get_args(results.CaseKind), words.CASES), (get_args(board.TableState), words.TABLE_STATES),
        (get_args(evening.System), words.SYSTEMS), (get_args(evening.Confirm), words.CONFIRM),
        (get_args(evening.Live), words.LIVE), (tuple(errors.CODES), words.REASONS),
        (("open", "proposed", "confirmed", "judged", "void"), words.SEATING_STATES),
        (("draft", "planned", "running", "paused", "ended"), words.TIMER_STATES),
    ],
)  # fmt: skip
def test_every_code_has_words(codes: tuple[str, ...], known: dict[str, str]) -> None:
    assert set(codes) == set(known)


def told() -> dict[str, set[str]]:
    """Every finding of the event host -> its sentences."""
    found: dict[str, set[str]] = {}
    for site in sites(("hub",)):
        if site.code and site.template:
            found.setdefault(site.code, set()).add(site.template)
    return found


def test_a_code_means_one_thing() -> None:
    found = told()
    assert len(found) > 50
    assert {code: sentences for code, sentences in found.items() if len(sentences) > 1} == {}
    assert set(WORDS) - {"game.unknown"} | UNSAID <= set(found), "words for what is never said"
    assert not set(WORDS) & UNSAID


def bare_refusals() -> list[str]:
    """Refusals whose reason is neither a finding nor left out."""
    return [
        f"{source.name}:{node.lineno}"
        for source in sorted(HUB.rglob("*.py"))
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (
            (node.func.id == "Refused" and any(isinstance(why, ast.Constant | ast.JoinedStr) for why in node.args[1:]))
            or (node.func.id in ("BadInput", "NotPossible") and len(node.args) < len(("code", "sentence")))
        )
    ]


def test_every_refusal_is_a_code_with_parameters() -> None:
    assert bare_refusals() == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_people_are_told_is_translated(language: str) -> None:
    say = words.catalogue(language).gettext
    sentences = {*WORDS.values(), *hub_findings()}
    assert len(sentences) > 40
    assert language == "en" or {text for text in sentences if say(text) == text} == set()
    fields = [(text, say(text)) for text in sentences if _fields(say(text)) != _fields(text)]
    assert fields == []


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_details_in_the_language_of_the_page() -> None:
    known = finding("evening.seats", "{game} {least} {most}", "stellar", 2, 2)
    assert details(known, "en") == "Stellar is for 2 to 2 players"
    paused = finding("round.state", "round {number} is {state}", 3, "paused")
    assert details(paused, "de") == "Runde 3: angehalten"
    assert details(finding("row.unknown", "{what} {number}", "seating", 7), "pl") == ""


@pytest.mark.parametrize(
    ("changes", "words_"),
    [
        ({"seats": 9}, "Spieler am Tisch, höchstens: 2 bis 8"),
        ({"live": "all"}, "Der große Bildschirm zeigt von laufenden Spielen: aus der Liste wählen"),
        ({"game": "chess"}, "ein Spiel chess gibt es nicht"),
    ],
)
def test_a_setting_that_cannot_be_is_named_in_the_language_of_the_page(
    sqlite_store: Store, changes: dict[str, Any], words_: str
) -> None:
    plan = msgspec.structs.replace(Plan(name="Friday", game="stellar", seats=2), **changes)
    with pytest.raises(Refused) as raised:
        evening.create_event(sqlite_store, "host:Vera", plan)
    assert reason("de", raised.value).endswith(f" ({words_})")


def test_a_password_of_the_wrong_length_is_refused_in_the_language_of_the_page(sqlite_store: Store) -> None:
    with pytest.raises(Refused) as raised:
        hosts.set_password(sqlite_store, "Vera", "short")
    assert reason("de", raised.value) == "Dieser Wert ist nicht möglich. (das Passwort: 10 bis 200 Zeichen)"
    assert str(raised.value) == "password: expected 10 to 200 characters"


def test_a_refusal_travels_whole_and_answers_with_its_code() -> None:
    why = finding("line.gap", "game {game}: line {n} after {length}", "a", 7, 3)
    refused = pickle.loads(pickle.dumps(Refused("line_gap", why, have=3)))
    assert refused.as_json() == {
        "error": "line_gap", "detail": "game a: line 7 after 3", "code": "line.gap",
        "params": {"game": "a", "n": 7, "length": 3}, "have": 3,
    }  # fmt: skip
    assert Refused("bad_token").as_json()["detail"] == str(errors.CODES["bad_token"][1])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_words_are_translated(language: str) -> None:
    catalogue = words.catalogue(language)
    same = [
        text
        for name, known in DICTS.items()
        for text in known.values()
        if language != "en"
        and name != "GAMES"
        and catalogue.gettext(text) == text
        and text not in SAME_IN.get(language, ())
    ]
    assert same == []
