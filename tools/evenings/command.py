"""`planisphere hub simulate`: an evening, and what came of it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from engines.errors import BadInput
from engines.registry import open_game
from tools.evenings.evening import SEATS, Evening, Report, Wishes
from tools.evenings.serving import more_files
from tools.evenings.watching import Crowd
from tools.private_postgres import private_postgres

BOUNDS: Final = {
    "tables": (1, 500), "kills": (0, 1_000), "processes": (1, 16), "hours": (0.1, 24), "phones": (0, 2_000),
    "screens": (0, 100), "consoles": (0, 20),
}  # fmt: skip


def simulate(args: argparse.Namespace) -> int:
    """Plays the evening in a folder of its own; 1 where anything differs from the records, which is a bug.

    `--db postgresql` starts a PostgreSQL for it. Raises BadInput, NotPossible.
    """
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(args, name) <= most:
            raise BadInput(
                "evening.option", "--{name} {value}: expected {least} to {most}", name, getattr(args, name), least, most
            )
    args.game = args.game or Wishes(url="").game
    if open_game(args.game).max_players < SEATS:
        raise BadInput("evening.game", "--game {game!r}: expected a game for {seats} players", args.game, SEATS)
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="planisphere-evening-")))
        url = args.db or f"sqlite:///{folder}/hub.sqlite3"
        if args.db == "postgresql":
            url = open_.enter_context(private_postgres())
        if args.processes > 1 and not url.startswith("postgresql"):
            raise BadInput("evening.processes", "--processes: several event hosts need --db postgresql")
        more_files()
        wishes = Wishes(
            url=url, tables=args.tables, hours=args.hours, rounds=max(1, round(args.hours)), kills=args.kills,
            processes=args.processes, seed=args.seed, game=args.game,
            crowd=Crowd(args.phones, args.screens, args.consoles), strangers=args.strangers,
        )  # fmt: skip
        report = Evening(wishes, folder, lambda text: print(f"planisphere: {text}", file=sys.stderr)).run()
    _print(report, args.json)
    return 1 if report.wrong else 0


def _print(report: Report, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(report).decode())
        return
    for name, value in msgspec.to_builtins(report).items():
        if name != "wrong":
            print(f"{name.replace('_', ' '):<20} {value}")
    print("every result exactly once, standings as the records say" if not report.wrong else "WRONG:")
    for text in report.wrong[:20]:
        print(f"  {text}")
