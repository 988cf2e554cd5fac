"""`planisphere export`: one played game as csv, json, pdf, a BG Stats play, or its record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engines.errors import BadInput
from engines.files import write_whole
from engines.registry import open_game
from pi_app import i18n
from pi_app.host.settings import load_settings
from pi_app.paths import journal_path
from pi_app.table.export import FORMATS, bgstats_link
from pi_app.table.journal import Journal, existing
from pi_app.table.session import TableSession


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("session", metavar="SESSION", help="the game's id from `planisphere sessions`, or `last`")
    parser.add_argument("--format", choices=sorted(FORMATS), required=True)
    parser.add_argument("--out", metavar="F", type=Path, help="the file to write; standard output where missing")


def run(args: argparse.Namespace) -> int:
    """Write the file. Raises BadInput for an unknown game, NotPossible while the app has the journal open, or where
    it cannot be read."""
    journal = existing(journal_path())
    if journal is None:
        raise BadInput(
            "export.nothing_played", "no game {session!r}: no game was played on this table yet", args.session
        )
    with journal:
        i18n.set_language(journal.place("language") or load_settings().settings.language)
        game_id = _chosen(journal, args.session)
        header = journal.record(game_id).header
        session = TableSession(journal, game_id, open_game(header.game, header.pack))
        data = FORMATS[args.format](session)
        link = bgstats_link(session) if args.format == "bgstats" else None
    _write(data, args.out)
    if link:
        print(f"open this link where BG Stats is installed: {link}", file=sys.stderr)
    return 0


def _chosen(journal: Journal, name: str) -> int:
    ids = [game.id for game in journal.games()]
    if name == "last" and ids:
        return ids[0]
    if not ids:
        raise BadInput("export.nothing_played", "no game {session!r}: no game was played on this table yet", name)
    if not (name.isascii() and name.isdecimal() and int(name) in ids):
        raise BadInput(
            "export.no_game",
            "no game {name!r} in the journal: expected `last` or one of {known}",
            name,
            ", ".join(map(str, sorted(ids))),
        )
    return int(name)


def _write(data: bytes, out: Path | None) -> None:
    """All or nothing. Raises BadInput where the file cannot be written."""
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        write_whole(out, data)
    except OSError as error:
        raise BadInput(
            "export.not_written", "--out {out}: cannot be written ({reason})", out, error.strerror
        ) from error
