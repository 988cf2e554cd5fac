"""The games that exist, by name, and how to open one with a pack."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from engines.errors import BadInput
from engines.game import Game

GAMES: dict[str, str] = {
    "look_at_the_stars": "engines.look_at_the_stars.rules:LookAtTheStars",
    "star_explorer": "engines.star_explorer.rules:StarExplorer",
    "starfarers": "engines.starfarers.rules:Starfarers",
    "stellar": "engines.stellar.rules:Stellar",
}
"""Game name -> `module:class`; loaded on first use so that one game never pays for another."""


PAD = "pad"
"""What stands in the place of a pack where a table kept only the score pad."""


def game_names() -> list[str]:
    """The names of all games, sorted."""
    return sorted(GAMES)


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of a game. Raises BadInput for an unknown name."""
    if name not in GAMES:
        raise BadInput("game.unknown", "unknown game {game!r}: expected one of {known}", name, ", ".join(game_names()))
    module, _, attribute = GAMES[name].partition(":")
    cls: type[Game[Any, Any]] = getattr(import_module(module), attribute)
    return cls


@cache
def open_game(name: str, pack: str = "house") -> Game[Any, Any]:
    """A game with one of the packs that come with it, or its score pad. Raises BadInput for an unknown game or pack."""
    if pack == PAD:
        from engines.pad import score_pad_of

        return score_pad_of(name)
    return game_class(name).from_pack(pack_bytes(name, pack))


def pack_names(game: str) -> list[str]:
    """The packs that come with a game, sorted."""
    from importlib import resources

    folder = resources.files("engines") / game / "packs"
    return sorted(p.name.removesuffix(".json") for p in folder.iterdir() if p.name.endswith(".json"))


def pack_bytes(game: str, pack: str) -> bytes:
    """A shipped pack's JSON text. Raises BadInput if there is none of that name."""
    if game not in GAMES:
        raise BadInput("game.unknown", "unknown game {game!r}: expected one of {known}", game, ", ".join(game_names()))
    if pack not in pack_names(game):
        raise BadInput(
            "pack.unknown",
            "unknown pack {pack!r} of {game}: expected one of {known}",
            pack,
            game,
            ", ".join(pack_names(game)),
        )
    from importlib import resources

    return (resources.files("engines") / game / "packs" / f"{pack}.json").read_bytes()
