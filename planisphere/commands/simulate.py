"""`planisphere simulate`: digital games between bots, as records or as statistics."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engines.bots import Bot, find_bot
from engines.errors import BadInput
from engines.game import Game, ScoreSheet
from engines.playout import play_record, turns
from engines.record import Header, Record, format_record
from planisphere.inputs import game_with_pack

DIGITAL: dict[str, dict[str, str]] = {
    "star_explorer": {"piles": "dealt"},
    "starfarers": {"turn_limit": "long", "offers": "two"},
}
"""Options that a game is played with when everything in it is dealt by the program, between bots."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games")
    parser.add_argument("--players", type=int, metavar="P", help="default: 2, or as many as the game needs")
    parser.add_argument("--bot", default="random", metavar="BOT", help="a bot, or one for each seat: greedy,random")
    parser.add_argument("--pack", default="house", metavar="NAME")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--json", action="store_true", help="the statistics as JSON")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write one record a game into this folder")


class Series(msgspec.Struct, frozen=True):
    """What is played: the game, who sits where, and how often."""

    game: Any
    names: tuple[str, ...]
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    games: int

    @property
    def players(self) -> list[Bot]:
        """The bots at the seats."""
        return [find_bot(self.game.name, name) for name in self.bots]

    def header(self) -> Header:
        """The header of each record."""
        return Header(
            game=self.game.name, pack=self.game.pack_name, options=self.options, players=self.names, seed=self.seed
        )


def run(args: argparse.Namespace) -> int:
    """Plays the games; raises BadInput before anything is written where the arguments cannot be met."""
    series = _series(args)
    started = time.perf_counter()
    if args.record is None:
        sheets, actions = _play(series)
    else:
        sheets, actions = _write(series, _folder(args.record))
    report = _report(series, sheets, actions, time.perf_counter() - started)
    if args.json:
        print(msgspec.json.encode(report).decode())
    else:
        _print(series, report)
    return 0


def _series(args: argparse.Namespace) -> Series:
    game = game_with_pack(args.game, args.pack)
    players = max(2, game.min_players) if args.players is None else args.players
    if args.games < 1:
        raise BadInput(f"--games {args.games}: expected a whole number from 1")
    names = args.bot.split(",")
    if len(names) not in (1, players):
        raise BadInput(f"--bot {args.bot!r}: expected one bot, or {players} of them separated by commas")
    bots = tuple(names) * (players if len(names) == 1 else 1)
    for bot in bots:
        find_bot(game.name, bot)
    options = {**DIGITAL.get(game.name, {}), **_options(args.option)}
    seats = tuple(f"{bot} {seat}" for seat, bot in enumerate(bots, start=1))
    series = Series(game, seats, bots, options, args.seed, args.games)
    game.setup(seats, game.decode_options(options))
    return series


def _options(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text!r}: expected NAME=VALUE")
        found[name] = value
    return found


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--record {str(path)!r}: {error.strerror}; expected a folder that can be made") from error
    return path


def _generator(series: Series, number: int) -> Random:
    return Random(f"{series.game.name}:{series.seed}:{number}")


def _play(series: Series) -> tuple[list[ScoreSheet], int]:
    game: Game[Any, Any] = series.game
    first, bots = game.setup(series.names, game.decode_options(series.options)), series.players
    sheets, actions = [], 0
    for number in range(series.games):
        state = first
        for turn in turns(game, first, bots, _generator(series, number)):
            state = turn.state
            actions += 1
        sheets.append(game.score(state))
    return sheets, actions


def records(series: Series) -> Iterator[tuple[Record, ScoreSheet]]:
    """The games of a series as records, with their score sheets."""
    for number in range(series.games):
        record, state = play_record(series.game, series.header(), series.players, _generator(series, number))
        yield record, series.game.score(state)


def _write(series: Series, folder: Path) -> tuple[list[ScoreSheet], int]:
    sheets, actions, digits = [], 0, len(str(series.games - 1))
    for number, (record, sheet) in enumerate(records(series)):
        name = f"{series.game.name}-{series.seed}-{number:0{digits}}.jsonl"
        try:
            (folder / name).write_bytes(format_record(record))
        except OSError as error:
            raise BadInput(f"--record {str(folder)!r}: {error.strerror}; expected a folder to write to") from error
        sheets.append(sheet)
        actions += len(record.lines) - 1
    return sheets, actions


# Statistics ----------------------------------------------------------------------------------------------------


def _report(series: Series, sheets: list[ScoreSheet], actions: int, seconds: float) -> dict[str, Any]:
    totals = [player.total for sheet in sheets for player in sheet.players]
    return {
        "game": series.game.name,
        "games": series.games,
        "seed": series.seed,
        "players": len(series.names),
        "actions": actions,
        "seconds": round(seconds, 3),
        "games_per_s": round(series.games / seconds, 2),
        "actions_per_s": round(actions / seconds, 1),
        "scores": _spread(totals),
        "seats": [_seat(series, seat, sheets) for seat in range(len(series.names))],
    }


def _seat(series: Series, seat: int, sheets: list[ScoreSheet]) -> dict[str, Any]:
    name = series.names[seat]
    wins = sum(1 / len(sheet.winners) for sheet in sheets if name in sheet.winners)
    totals = [sheet.players[seat].total for sheet in sheets]
    return {"name": name, "bot": series.bots[seat], "wins": round(wins, 2), **_spread(totals)}


def _spread(totals: list[int]) -> dict[str, float]:
    return {
        "mean": round(statistics.fmean(totals), 2),
        "sd": round(statistics.pstdev(totals), 2),
        "min": min(totals),
        "median": statistics.median(totals),
        "max": max(totals),
    }


def _print(series: Series, report: dict[str, Any]) -> None:
    print(f"{report['game']}: {report['games']} games, {report['players']} players, seed {report['seed']}")
    print(f"{report['games_per_s']} games/s, {report['actions_per_s']} actions/s, {report['seconds']} s")
    columns = ("name", "wins", "mean", "sd", "min", "median", "max")
    everyone = {"name": "all", "wins": "", **report["scores"]}
    rows = [["", *columns[1:]], *([str(row[key]) for key in columns] for row in (*report["seats"], everyone))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print("  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]).rstrip())
