"""Positions without a history, as somebody typed them or a camera read them: what is the same for every game."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engines.errors import BadInput

Position = TypeVar("Position", bound=msgspec.Struct)


def position_of(game: str, data: dict[str, Any], form: type[Position]) -> Position:
    """A position of that game: its `players` have distinct names. Raises BadInput where it is none."""
    if data.get("game") != game:
        raise BadInput("position.other_game", "position: game is {game!r}, expected {name!r}", data.get("game"), game)
    try:
        seen = msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise BadInput("position.wrong", "position: {problem}", error) from error
    names = [player.name for player in seen.players]  # type: ignore[attr-defined]
    if not all(names):
        raise BadInput("position.name_empty", "position: a player has no name, expected distinct names")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(
            "position.name_twice", "position: two players are called {twice!r}, expected distinct names", twice
        )
    return seen
