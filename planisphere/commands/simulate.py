"""`planisphere simulate`: digital games between bots, as records or as statistics."""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from engines.bots import Bot, find_bot, get_ready
from engines.errors import BadInput
from engines.files import write_whole
from engines.game import Game, ScoreSheet
from engines.playout import play_record, turns
from engines.record import Header, Record, format_record
from engines.registry import parts_of
from planisphere.inputs import game_with_pack

NORMAL_95: Final = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games")
    parser.add_argument("--players", type=int, metavar="P", help="default: 2, or as many as the game needs")
    parser.add_argument("--bot", default="random", metavar="BOT", help="a bot, or one for each seat: greedy,random")
    parser.add_argument("--bots", metavar="A,B", help="bots against each other: they change seats from game to game")
    parser.add_argument("--pack", default="house", metavar="NAME")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--json", action="store_true", help="the statistics as JSON")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write one record a game into this folder")


class Series(msgspec.Struct, frozen=True):
    """What is played: the game, who sits where, and how often."""

    game: Any
    bots: tuple[str, ...]
    """The bots at the seats of the first game."""
    options: dict[str, Any]
    seed: int
    games: int
    change_seats: bool = False
    """Whether every bot moves on by one seat after each game."""

    def seated(self, number: int) -> tuple[str, ...]:
        """The names of the bots at the seats of a game."""
        by = number % len(self.bots) if self.change_seats else 0
        return (*self.bots[len(self.bots) - by :], *self.bots[: len(self.bots) - by])

    def players(self, number: int) -> list[Bot]:
        """The bots at the seats of a game."""
        return [find_bot(self.game.name, name) for name in self.seated(number)]

    def names(self, number: int) -> tuple[str, ...]:
        """What the players of a game are called."""
        return tuple(f"{bot} {seat}" for seat, bot in enumerate(self.seated(number), start=1))

    def header(self, number: int) -> Header:
        """The header of a game's record."""
        names = self.names(number)
        return Header(
            game=self.game.name, pack=self.game.pack_name, options=self.options, players=names, seed=self.seed
        )


def run(args: argparse.Namespace) -> int:
    """Plays the games; raises BadInput before anything is written where the arguments cannot be met."""
    series = _series(args)
    for name in dict.fromkeys(series.bots):
        get_ready(find_bot(series.game.name, name), series.game)
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
    wanted = len(args.bots.split(",")) if args.bots else 2
    players = max(wanted, game.min_players) if args.players is None else args.players
    if args.games < 1:
        raise BadInput("simulate.games", "--games {games}: expected a whole number from 1", args.games)
    if not game.min_players <= players <= game.max_players:
        words = "{game}: {n} players, expected {fewest} to {most}"
        raise BadInput("players.count", words, game.name, players, game.min_players, game.max_players)
    names = (args.bots or args.bot).split(",")
    if len(names) not in (1, players):
        given = f"--bots {args.bots!r}" if args.bots else f"--bot {args.bot!r}"
        raise BadInput(
            "simulate.bots", "{given}: expected one bot, or {players} of them separated by commas", given, players
        )
    bots = tuple(names) * (players if len(names) == 1 else 1)
    for bot in bots:
        find_bot(game.name, bot)
    options = {**game.rules.new_options(), **parts_of(game.name).self_play, **_options(args.option)}
    series = Series(game, bots, options, args.seed, args.games, args.bots is not None)
    game.setup(series.names(0), game.decode_options(options))
    return series


def _options(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("simulate.option", "--option {text!r}: expected NAME=VALUE", text)
        found[name] = value
    return found


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            "simulate.record_made",
            "--record {path!r}: {reason}; expected a folder that can be made",
            str(path),
            error.strerror,
        ) from error
    return path


def _generator(series: Series, number: int) -> Random:
    return Random(f"{series.game.name}:{series.seed}:{number}")


def _play(series: Series) -> tuple[list[ScoreSheet], int]:
    game: Game[Any, Any] = series.game
    options = game.decode_options(series.options)
    sheets, actions = [], 0
    for number in range(series.games):
        state = game.setup(series.names(number), options)
        for turn in turns(game, state, series.players(number), _generator(series, number)):
            state = turn.state
            actions += 1
        sheets.append(game.score(state))
    return sheets, actions


def records(series: Series) -> Iterator[tuple[Record, ScoreSheet]]:
    """The games of a series as records, with their score sheets."""
    for number in range(series.games):
        record, state = play_record(
            series.game, series.header(number), series.players(number), _generator(series, number)
        )
        yield record, series.game.score(state)


def _write(series: Series, folder: Path) -> tuple[list[ScoreSheet], int]:
    sheets, actions, digits = [], 0, len(str(series.games - 1))
    for number, (record, sheet) in enumerate(records(series)):
        name = f"{series.game.name}-{series.seed}-{number:0{digits}}.jsonl"
        try:
            write_whole(folder / name, format_record(record))
        except OSError as error:
            raise BadInput(
                "simulate.record_written",
                "--record {folder!r}: {reason}; expected a folder to write to",
                str(folder),
                error.strerror,
            ) from error
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
        "players": len(series.bots),
        "actions": actions,
        "seconds": round(seconds, 3),
        "games_per_s": round(series.games / seconds, 2),
        "actions_per_s": round(actions / seconds, 1),
        "scores": _spread(totals),
        "seats": [] if series.change_seats else [_seat(series, seat, sheets) for seat in range(len(series.bots))],
        "bots": [_bot(series, bot, sheets) for bot in dict.fromkeys(series.bots)],
    }


def _seat(series: Series, seat: int, sheets: list[ScoreSheet]) -> dict[str, Any]:
    wins = sum(_share(sheet, seat) for sheet in sheets)
    totals = [sheet.players[seat].total for sheet in sheets]
    name = series.names(0)[seat]
    return {"name": name, "bot": series.bots[seat], "wins": round(wins, 2), **_spread(totals)}


def _share(sheet: ScoreSheet, seat: int) -> float:
    """The share of the victory that a seat took: a shared one is divided."""
    return 1 / len(sheet.winners) if sheet.players[seat].name in sheet.winners else 0.0


def _bot(series: Series, bot: str, sheets: list[ScoreSheet]) -> dict[str, Any]:
    """What all seats of one bot took together; `win_rate` with its 95 % interval is per game."""
    seats = [
        (sheet, seat)
        for number, sheet in enumerate(sheets)
        for seat, name in enumerate(series.seated(number))
        if name == bot
    ]
    wins = sum(_share(sheet, seat) for sheet, seat in seats)
    low, high = wilson(wins, len(sheets))
    return {
        "bot": bot,
        "wins": round(wins, 2),
        "win_rate": round(wins / len(sheets), 4),
        "interval_95": [round(low, 4), round(high, 4)],
        **_spread([sheet.players[seat].total for sheet, seat in seats]),
    }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson's score interval; shares of a victory count in part)."""
    rate, z2 = wins / games, NORMAL_95**2
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = NORMAL_95 / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


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
    some = report["seats"] or [{"name": row["bot"], **row} for row in report["bots"]]
    rows = [["", *columns[1:]], *([str(row[key]) for key in columns] for row in (*some, everyone))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print("  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]).rstrip())
    if len(report["bots"]) > 1:
        for row in report["bots"]:
            low, high = (100 * end for end in row["interval_95"])
            print(
                f"{row['bot']} wins {100 * row['win_rate']:.1f} % of the games, 95 % interval {low:.1f} to {high:.1f} %"
            )
