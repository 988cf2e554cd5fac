"""Every rule of a game's book and every option has a test that names it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest

from engines.look_at_the_stars.model import StarsOptions
from engines.starfarers.model import StarfarersOptions
from engines.stellar.model import StellarOptions
from tests.engines.look_at_the_stars.lats_tables import HOUSE as STARS
from tests.engines.starfarers.starfarers_tables import HOUSE as STARFARERS
from tests.engines.stellar.stellar_tables import HOUSE as STELLAR

HERE = Path(__file__).parent
ENGINES = HERE.parents[1] / "engines"


class Book(NamedTuple):
    """A game with its rule list; `least`: its code names more rules; `value`: how a test names one of an option's."""

    name: str
    house: Any
    options: Any
    least: int
    value: str

    @property
    def ids(self) -> list[str]:
        """The rules."""
        return [rule.id for rule in self.house.rules.rules]

    @property
    def tests(self) -> str:
        """All its tests."""
        return text(HERE / self.name, "test_*.py")

    @property
    def modules(self) -> set[str]:
        """Its modules as they are imported, without the room."""
        paths = (ENGINES / self.name).rglob("*.py")
        return {".".join(path.relative_to(ENGINES).with_suffix("").parts) for path in paths}

    def used(self) -> set[str]:
        """The rules that its code names; a bot's reasons are none."""
        code = text(ENGINES / self.name, "*.py")
        if self.house is not STARS:
            return set(re.findall(rf'"({self.name}\.(?!bot\.)[a-z_]+\.[a-z0-9_]+)"', code))
        short = set(re.findall(r'(?:structural|broken|_warned)\(\s*"([a-z_]+\.[a-z_]+)"', code))
        short |= {f"score.{name}" for name in re.findall(r'_receipt\("([a-z_]+)"', code)}
        return {f"{self.name}.{name}" for name in short}


@cache
def text(folder: Path, pattern: str) -> str:
    """All files of a folder one after the other."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob(pattern)))


BOOKS = (
    Book("look_at_the_stars", STARS, StarsOptions, 30, r"{option}=\W*{value}\b"),
    Book("starfarers", STARFARERS, StarfarersOptions, 30, r'{option}"?\W{{1,4}}(\w+, )*"?{value}\b'),
    Book("stellar", STELLAR, StellarOptions, 20, r"{option} ?=\W*{value}\b"),
)
of_every_book = pytest.mark.parametrize("book", BOOKS, ids=[book.name for book in BOOKS])


@of_every_book
def test_rule_ids_are_distinct_and_begin_with_the_game(book: Book) -> None:
    assert len(set(book.ids)) == len(book.ids)
    assert all(re.fullmatch(rf"{book.name}(\.[a-z0-9_]+){{2}}", rule) for rule in book.ids)


@of_every_book
def test_no_rule_is_without_a_test_that_names_it(book: Book) -> None:
    named = set(re.findall(rf"{book.name}\.[a-z_]+\.[a-z0-9_]+", book.tests))
    assert [rule for rule in book.ids if rule not in named] == []


@of_every_book
def test_every_option_value_is_named_by_a_test(book: Book) -> None:
    for option in book.house.rules.options:
        for value in option.values:
            named = book.value.format(option=option.name, value=value)
            assert re.search(named, book.tests), f"{option.name} = {value}"


@of_every_book
def test_tests_and_code_name_no_rule_that_does_not_exist(book: Book) -> None:
    named = set(re.findall(rf"{book.name}\.(?!bot\.)[a-z_]+\.[a-z0-9_]+", book.tests))
    used = book.used()
    assert len(used) > book.least
    assert sorted((named | used) - {*book.ids} - book.modules) == []


@of_every_book
def test_the_options_of_the_game_are_those_of_the_rule_list_with_the_same_values_and_defaults(book: Book) -> None:
    hints = get_type_hints(book.options)
    listed = {option.name: option for option in book.house.rules.options}
    assert set(hints) == set(listed)
    for name, hint in hints.items():
        assert set(get_args(hint)) == set(listed[name].values)
        assert getattr(book.options(), name) == listed[name].default
        assert book.house.rules[listed[name].rule].option == name
