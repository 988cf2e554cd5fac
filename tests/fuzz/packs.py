"""Packs of every game, proven, and a game begun with each that passes."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.registry import game_class, game_names, pack_bytes, pack_names
from pi_app.packs import PackFile, prove
from tests.fuzz import edits

BASES: dict[str, Any] = {
    f"{game}/{pack}": msgspec.json.decode(pack_bytes(game, pack)) for game in game_names() for pack in pack_names(game)
}


def seeds() -> list[bytes]:
    """The shipped packs."""
    return edits.seeds(BASES)


def mutated(data: bytes, chance: Random) -> bytes:
    """Another pack."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Prove it; what is proven can be played."""
    pack = edits.edited(data, BASES)
    text = data if pack is None else msgspec.json.encode(pack)
    name = pack.get("game") if isinstance(pack, dict) else None
    for game in game_names() if pack is None else [name] if name in game_names() else []:
        try:
            report = prove(PackFile("fuzzed", game, text))
            rules = game_class(game).from_pack(text)
        except BadInput as error:
            edits.one_line(error)
            continue
        msgspec.json.encode(report)
        _begin(rules)


def _begin(rules: Any) -> None:
    try:
        rules.setup(("Ana", "Ben", "Cleo"), None)
    except BadInput as error:
        edits.one_line(error)
