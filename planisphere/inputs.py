"""Reads the files that commands are given; whatever is wrong with one becomes a single line."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.files import text_of
from engines.game import Game
from engines.registry import PAD, game_class, open_game
from pi_app.packs import find_pack


def read_file(path: str, what: str) -> bytes:
    """The UTF-8 text of a file, or of standard input for `-`. Raises BadInput where it cannot be read."""
    if path == "-":
        return sys.stdin.buffer.read().removeprefix(BOM_UTF8)
    try:
        return text_of(Path(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput("input.no_file", "{what} {path!r}: {reason}; expected a file", what, path, reason) from error


def json_object(data: bytes, what: str) -> dict[str, Any]:
    """A JSON object from its text. Raises BadInput where it is something else."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput("input.no_json", "{what}: not JSON: {problem}", what, error) from error
    except RecursionError as error:
        raise BadInput("input.too_deep", "{what}: not JSON that we read: nested too deeply", what) from error
    if not isinstance(found, dict):
        raise BadInput("input.no_object", "{what}: expected a JSON object, got {name}", what, type(found).__name__)
    return found


def game_with_pack(game: str, pack: str) -> Game[Any, Any]:
    """A game with one of its packs, shipped or captured. Raises BadInput for an unknown game or pack."""
    if pack == PAD:
        return open_game(game, pack)
    cls = game_class(game)
    source = find_pack(f"{game}/{pack}")
    if source.game != game:
        raise BadInput(
            "pack.other_game", "pack {label!r} is of {game}, expected {wanted}", source.label, source.game, game
        )
    return cls.from_pack(source.data)
