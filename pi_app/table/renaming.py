"""Another name for a player in the journal's file: in every game, its results, and what is kept beside the games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec


def rename_player(file: sqlite3.Connection, name: str, instead: str) -> int:
    """Rename a player in the journal of that connection; returns in how many games. Raises sqlite3.Error.

    The guards that let the journal only grow are lifted for this one commit. What the old name stood on is overwritten
    (https://www.sqlite.org/pragma.html#pragma_secure_delete), and the log that held it is emptied.
    """
    file.execute("PRAGMA secure_delete = ON")
    file.execute("BEGIN IMMEDIATE")
    try:
        guards = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for guard, _sql in guards:
            file.execute(f'DROP TRIGGER "{guard}"')
        changed = _rename(file, name, instead)
        for _guard, sql in guards:
            file.execute(sql)
        file.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        raise
    file.execute("VACUUM")
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return changed


def _rename(file: sqlite3.Connection, name: str, instead: str) -> int:
    changed = 0
    for game, text in file.execute("SELECT id, header FROM games").fetchall():
        header: dict[str, Any] = msgspec.json.decode(text)
        if name not in header["players"]:
            continue
        new = _free(instead, header["players"])
        header["players"] = [new if player == name else player for player in header["players"]]
        file.execute("UPDATE games SET header = ? WHERE id = ?", (_text(header), game))
        for lines, result in file.execute("SELECT lines, line FROM results WHERE game = ?", (game,)).fetchall():
            renamed = _text(_result(msgspec.json.decode(result), name, new))
            file.execute("UPDATE results SET line = ? WHERE game = ? AND lines = ?", (renamed, game, lines))
        changed += 1
    for key, text in file.execute("SELECT key, value FROM place").fetchall():
        kept = without(text, name)
        if kept != text:
            file.execute("UPDATE place SET value = ? WHERE key = ?", (kept, key))
    return changed


def without(text: str, name: str) -> str:
    """What the journal keeps beside the games, as JSON, without somebody's name; what is no JSON stays as it is."""
    try:
        return _text(_strip(msgspec.json.decode(text), name)) if name in text else text
    except msgspec.DecodeError:
        return text


def _strip(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _strip(one, name) for key, one in value.items() if key != name and one != name}
    return [_strip(one, name) for one in value if one != name] if isinstance(value, list) else value


def _result(line: dict[str, Any], name: str, new: str) -> dict[str, Any]:
    sheet = line["result"]
    for player in sheet["players"]:
        player["name"] = new if player["name"] == name else player["name"]
    sheet["winners"] = [new if winner == name else winner for winner in sheet["winners"]]
    for warning in sheet.get("warnings", []):
        if warning.get("player") == name:
            warning["player"] = new
    return line


def _free(instead: str, taken: Iterable[str]) -> str:
    """The name, with a number where somebody of that game is called so already."""
    held = set(taken)
    return next(n for n in (instead, *(f"{instead} {k}" for k in range(2, 12))) if n not in held)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
