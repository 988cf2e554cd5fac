"""The rule lists, and that no rule goes untested."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.errors import BadInput
from engines.registry import game_class, game_names
from engines.rulebook import rulebook

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("name", game_names())
def test_every_rule_is_named_by_a_test(name: str) -> None:
    """In a docstring or in an assertion, by its whole id."""
    words = " ".join(path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py")))
    tokens = set(words.replace('"', " ").replace("`", " ").replace(",", " ").replace(":", " ").split())
    untested = [rule.id for rule in game_class(name).rules.rules if rule.id not in tokens]
    assert untested == []


@pytest.mark.parametrize("name", game_names())
def test_ids_are_distinct_and_begin_with_the_game(name: str) -> None:
    book = rulebook(name)
    ids = [rule.id for rule in book.rules]
    assert len(set(ids)) == len(ids)
    assert all(rule.id.startswith(f"{name}.") and rule.text.endswith((".", "!")) for rule in book.rules)
    options = {option.name for option in book.options}
    assert {rule.option for rule in book.rules} - {None} == options
    assert book[ids[0]] == book.rules[0]
    with pytest.raises(KeyError):
        book["no.such.rule"]


def test_a_game_without_rules_is_refused() -> None:
    with pytest.raises(BadInput, match="no rules for game 'chess'"):
        rulebook("chess")
