"""Every rule of the book and every option has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

from engines.stellar.model import StellarOptions
from tests.engines.stellar.stellar_tables import HOUSE

HERE = Path(__file__)
TESTS = "\n".join(path.read_text("utf-8") for path in sorted(HERE.parent.glob("test_*.py")) if path != HERE)
CODE = "\n".join(path.read_text("utf-8") for path in sorted((HERE.parents[3] / "engines" / "stellar").glob("*.py")))


def test_rule_ids_are_distinct_and_begin_with_the_game() -> None:
    ids = [rule.id for rule in HOUSE.rules.rules]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"stellar(\.[a-z0-9_]+){2}", rule) for rule in ids)


def test_no_rule_is_without_a_test_that_names_it() -> None:
    named = set(re.findall(r"stellar\.[a-z]+\.[a-z0-9_]+", TESTS))
    assert [rule.id for rule in HOUSE.rules.rules if rule.id not in named] == []


def test_every_option_value_is_named_by_a_test() -> None:
    for option in HOUSE.rules.options:
        for value in option.values:
            assert re.search(rf"{option.name} ?=\W*{value}\b", TESTS), f"{option.name} = {value}"


def test_tests_and_code_name_no_rule_that_does_not_exist() -> None:
    ids = {rule.id for rule in HOUSE.rules.rules}
    groups = {rule.split(".")[1] for rule in ids}
    named = set(re.findall(rf"stellar\.(?:{'|'.join(sorted(groups))})\.[a-z0-9_]+", TESTS))
    named |= set(re.findall(r'"(stellar\.(?!bot\.)[a-z_]+\.[a-z0-9_]+)"', CODE))  # a bot's reasons are no rules
    assert sorted(named - ids) == []


def test_the_options_of_the_game_are_those_of_the_rule_list_with_the_same_values_and_defaults() -> None:
    hints = get_type_hints(StellarOptions)
    listed = {option.name: option for option in HOUSE.rules.options}
    assert set(hints) == set(listed)
    for name, hint in hints.items():
        assert set(get_args(hint)) == set(listed[name].values)
        assert getattr(StellarOptions(), name) == listed[name].default
        assert HOUSE.rules[listed[name].rule].option == name
