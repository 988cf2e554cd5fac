"""Everything that has a code has words for people, in every language."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

import hub
from hub import board, errors, evening, results
from hub.web import words
from hub.web.particulars import particulars

VERB_AT = 3
WRITERS = ("changing", "within", "_write", "_round")
"""Functions that write a change down; their fourth argument says what was done."""
DICTS = {
    "VERBS": words.VERBS, "CASES": words.CASES, "REASONS": words.REASONS, "SYSTEMS": words.SYSTEMS,
    "CONFIRM": words.CONFIRM, "LIVE": words.LIVE, "TABLE_STATES": words.TABLE_STATES,
    "SEATING_STATES": words.SEATING_STATES, "TIMER_STATES": words.TIMER_STATES, "GAMES": words.GAMES,
}  # fmt: skip


def written_verbs() -> dict[str, str]:
    """Every verb that the sources write into the log -> where."""
    found: dict[str, str] = {}
    for source in sorted(Path(hub.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
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
        (("planned", "running", "paused", "ended"), words.TIMER_STATES),
    ],
)  # fmt: skip
def test_every_code_has_words(codes: tuple[str, ...], known: dict[str, str]) -> None:
    assert set(codes) == set(known)


def refusals() -> dict[str, str]:
    """What hosts and players may be told in detail, with something in every gap -> where."""
    found: dict[str, str] = {}
    for name in ("evening", "rounds", "results", "audit", "web/forms"):
        source = Path(hub.__file__).parent / f"{name}.py"
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code, *detail = node.args
                assert isinstance(code, ast.Constant)
                told = code.value in ("bad_value", "not_now", "too_many")
                if told and isinstance(detail[0], ast.Constant | ast.JoinedStr):
                    found[_filled(detail[0])] = f"{name}:{node.lineno}"
    return found


def _filled(text: ast.expr) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    assert isinstance(text, ast.JoinedStr)
    gaps = {"114": "'Ada'"}
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else gaps.get(str(getattr(part, "conversion", "")), "4")
        for part in text.values
    )


def test_every_detail_of_a_refusal_has_words() -> None:
    found = refusals()
    assert len(found) > 20
    raw = {text: where for text, where in found.items() if particulars(text, "de") == text}
    assert set(raw) <= {"rounds 4", "places 4: expected 1 to 4 for each seat", "seats 4 to 4: 4 is for 4 players"}, raw
    assert particulars("seats 2 to 4: stellar is for 2 to 2 players", "en") == "Stellar is for 2 to 2 players"
    assert particulars("round 3 is paused", "de") == "Runde 3: angehalten"
    assert particulars("something else", "pl") == "something else"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_words_are_translated(language: str) -> None:
    catalogue = words.catalogue(language)
    same = [
        text
        for name, known in DICTS.items()
        for text in known.values()
        if language != "en" and name != "GAMES" and catalogue.gettext(text) == text
    ]
    assert same == []
