"""The list of a game's rules: ids, one sentence each, and the decided points as named options."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.registry import files_of, games


class Rule(msgspec.Struct, frozen=True):
    """One rule of the book in one sentence of ours."""

    id: str
    text: str
    option: str | None = None
    """The option that decides this point, where the book is silent."""


class OptionRule(msgspec.Struct, frozen=True):
    """A point on which the book is silent: the option's name, its values and what a record means that names none."""

    name: str
    rule: str
    values: dict[str, str]
    """Value -> what it means."""
    default: str
    text: str
    new: str | None = None
    """What new games play, where that is not what older records mean: their headers name it."""
    ask: str = ""
    """How a table is asked before a game; empty for what goes without saying."""
    answers: dict[str, str] = {}
    """Value -> the answer in a few words; the first one is that of a newcomer."""


class RuleBook(msgspec.Struct, frozen=True):
    """All rules and options of one game."""

    game: str
    rules: tuple[Rule, ...]
    options: tuple[OptionRule, ...] = ()

    def new_options(self) -> dict[str, Any]:
        """The options that the header of a new game names, so that older records keep what they were played by."""
        return {option.name: option.new for option in self.options if option.new is not None}

    def __getitem__(self, rule_id: str) -> Rule:
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        raise KeyError(rule_id)


@cache
def rulebook(game: str) -> RuleBook:
    """The rule list of a game, `rules.toml` of its package. Raises BadInput if there is none."""
    import tomllib

    known = games().get(game)
    source = files_of(known) / "rules.toml" if known else None
    if source is None or not source.is_file():
        raise BadInput("rules.missing", "no rules for game {game!r}", game)
    return msgspec.convert(tomllib.loads(source.read_text("utf-8")), RuleBook)
