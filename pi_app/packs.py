"""Finds a pack by what a user types: GAME (its house pack), GAME/NAME, or the path of a file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.files import text_of
from engines.packcheck import PackReport
from engines.registry import game_names, load, pack_bytes, pack_names, parts_of
from pi_app.paths import data_dir

HELP = "GAME (its house pack), GAME/NAME, or the path of a file"


class PackFile(msgspec.Struct, frozen=True):
    """A pack's JSON text, the game it says it belongs to, and what to call it in a message."""

    label: str
    game: str
    data: bytes


def captured_folder(game: str) -> Path:
    """Where packs captured from an owner's copy are kept; it may not exist yet."""
    return data_dir() / "packs" / game


def captured_names(game: str) -> list[str]:
    """The captured packs of a game, sorted; none of a folder that this user may not enter."""
    with suppress(OSError):
        return sorted(path.stem for path in captured_folder(game).glob("*.json") if path.is_file())
    return []


def find_pack(text: str) -> PackFile:
    """The pack of that name or path. Raises BadInput where there is none or it names no game."""
    game, _, name = text.partition("/")
    if game in game_names():
        name = name or "house"
        if name in pack_names(game):
            return PackFile(f"{game}/{name}", game, pack_bytes(game, name))
        if name in captured_names(game):
            return _from_file(captured_folder(game) / f"{name}.json", f"{game}/{name}")
        if not Path(text).is_file():
            known = [*pack_names(game), *captured_names(game)]
            raise BadInput(
                "pack.unknown_name",
                "pack {text!r}: unknown, expected {game}/ and one of {known}",
                text,
                game,
                ", ".join(known),
            )
    return _from_file(Path(text), text)


def named_pack(text: str, game: str, folder: Path) -> bytes | None:
    """The JSON text of the pack of that game which `text` names; None where it names a file of the folder, or other
    things. Raises BadInput for a pack that is not there.
    """
    if text.partition("/")[0] != game or (folder / text).is_file():
        return None
    return find_pack(text).data


def prove(source: PackFile) -> PackReport[Any]:
    """The report on a pack by its game's own check. Raises BadInput where the game has none."""
    check = parts_of(source.game).pack_check
    if check is None:
        raise BadInput(
            "pack.no_check", "pack {label!r}: there is no check for packs of {game}", source.label, source.game
        )
    report: PackReport[Any] = load(check)(source.data)
    return report


def _from_file(path: Path, label: str) -> PackFile:
    try:
        data = text_of(path)
    except OSError as error:
        games = ", ".join(game_names())
        reason = error.strerror or "cannot be read"
        raise BadInput(
            "pack.not_found",
            "pack {label!r}: {reason}; expected one of {games}, GAME/NAME or a file",
            label,
            reason,
            games,
        ) from error
    return PackFile(label, _game_of(data, label), data)


def _game_of(data: bytes, label: str) -> str:
    try:
        raw: Any = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput("pack.no_json", "pack {label!r}: not JSON: {problem}", label, error) from error
    except RecursionError as error:
        raise BadInput("pack.too_deep", "pack {label!r}: not JSON that we read: nested too deeply", label) from error
    game = raw.get("game") if isinstance(raw, dict) else None
    if game not in game_names():
        raise BadInput(
            "pack.game",
            'pack {label!r}: "game" is {game!r}, expected one of {known}',
            label,
            game,
            ", ".join(game_names()),
        )
    return str(game)
