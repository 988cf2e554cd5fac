"""`planisphere sessions`: the games of this table, the newest first; copies of them, and the way back to one."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pi_app.paths import journal_path
from pi_app.table.backups import backups, restore
from pi_app.table.journal import GameSummary, existing


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "action", nargs="?", choices=("list", "backups", "restore"), default="list", help="what to do (default: list)"
    )
    parser.add_argument("number", nargs="?", type=int, default=1, help="restore: which backup (default: 1, the newest)")


def run(args: argparse.Namespace) -> int:
    """Print the list, or restore a backup. Raises NotPossible while the app has the journal open."""
    if args.action == "backups":
        return _backups(args.json)
    if args.action == "restore":
        return _restore(args.number, args.json)
    found = played()
    if args.json:
        sys.stdout.write(msgspec.json.encode({"sessions": [_plain(game) for game in found]}).decode() + "\n")
    elif found:
        sys.stdout.write(_table(found))
    else:
        print("no games yet", file=sys.stderr)
    return 0


def played() -> list[GameSummary]:
    """The games in this table's journal; none where there is no journal yet (and none is made). Raises NotPossible
    where there is one that cannot be read.
    """
    journal = existing(journal_path())
    if journal is None:
        return []
    with journal:
        if journal.notice:
            print(f"planisphere: {journal.notice}", file=sys.stderr)
        for game in journal.unreadable():
            print(f"planisphere: game {game} is left out: it cannot be read", file=sys.stderr)
        return journal.games()


def _backups(as_json: bool) -> int:
    found = backups(journal_path())
    if as_json:
        print(msgspec.json.encode({"backups": found}, enc_hook=str).decode())
    for backup in [] if as_json else found:
        print(f"{backup.number}  {backup.games} games, {backup.lines} lines  {backup.path}")
    if not found and not as_json:
        print("no backups yet", file=sys.stderr)
    return 0


def _restore(number: int, as_json: bool) -> int:
    kept = restore(journal_path(), number)
    if as_json:
        print(msgspec.json.encode({"restored": number, "kept": kept}).decode())
    else:
        print(f"backup {number} is the journal now" + (f"; the one before is kept as {kept}" if kept else ""))
    return 0


def _plain(game: GameSummary) -> dict[str, object]:
    return {
        "id": game.id,
        "game": game.game,
        "players": list(game.players),
        "started": game.started,
        "state": game.state,
        "lines": game.lines,
        "winner": game.winners[0] if len(game.winners) == 1 else None,
        "winners": list(game.winners),
        "totals": dict(zip(game.players, game.totals, strict=True)) if game.totals else {},
    }


def _table(found: list[GameSummary]) -> str:
    rows = [("id", "started", "game", "state", "players", "winner")]
    rows += [
        (
            str(game.id),
            (game.started or "")[:16].replace("T", " "),
            game.game,
            game.state,
            _players(game),
            " and ".join(game.winners),
        )
        for game in found
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    return "".join(line.rstrip() + "\n" for line in lines)


def _players(game: GameSummary) -> str:
    if not game.totals:
        return ", ".join(game.players)
    return ", ".join(f"{name} {total}" for name, total in zip(game.players, game.totals, strict=True))
