"""`planisphere coach`: what each turn of a recorded game could have scored."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec

from engines import coach
from engines.bots import Reason
from engines.errors import BadInput
from engines.game import Game
from engines.record import Record, Replay, parse_record, replay_record
from pi_app.games.app_game import app_of
from planisphere.inputs import game_with_pack, read_file
from planisphere.progress import Progress


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a record (.jsonl); - reads standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="only the turn that line N of the record belongs to")
    parser.add_argument("--player", metavar="NAME", help="only this player's turns")
    parser.add_argument("--all", action="store_true", help="turns that left nothing, too")
    parser.add_argument("--json", action="store_true", help="every turn with actions, receipts and points as JSON")


def run(args: argparse.Namespace) -> int:
    """Prints the turns; raises BadInput for a line or a player that the record does not have."""
    record = parse_record(read_file(args.record, "record"))
    game = game_with_pack(record.header.game, record.header.pack)
    replay = replay_record(game, record)
    chosen = _chosen(args, record, replay)
    looked: list[coach.Turn] = []
    with Progress(lambda: f"coach: {len(looked)} turns"):
        looked.extend(coach.turns(game, replay, chosen))
    if args.json:
        print(msgspec.json.encode(_report(game, record, looked)).decode())
    else:
        _print(game, record, looked, args.all or args.turn is not None)
    return 0


def _chosen(args: argparse.Namespace, record: Record, replay: Replay[Any, Any]) -> coach.Chosen:
    """Which turns are looked at."""
    players = record.header.players
    if args.player is not None and args.player not in players:
        known = ", ".join(players)
        raise BadInput("coach.player", "--player {name!r}: expected one of {known}", args.player, known)
    lines = [entry.n for entry in replay.entries if isinstance(entry.seat, int)]
    if args.turn is not None and args.turn not in lines:
        sentence = "--turn {n}: expected the line of a player's action, {first} to {last}"
        raise BadInput("coach.turn", sentence, args.turn, min(lines, default=0), max(lines, default=0))
    return coach.Chosen(args.turn, None if args.player is None else players.index(args.player))


def _report(game: Game[Any, Any], record: Record, turns: Sequence[coach.Turn]) -> dict[str, Any]:
    players = record.header.players
    return {
        "game": game.name,
        "exact": all(turn.exact for turn in turns),
        "turns": [
            {
                "n": turn.n,
                "seat": turn.seat,
                "player": players[turn.seat],
                "played": _line(game, turn.played),
                "best": _line(game, turn.best),
                "left": turn.left,
            }
            for turn in turns
        ],
        "left": {name: _left(turns, seat) for seat, name in enumerate(players)},
    }


def _line(game: Game[Any, Any], line: coach.Line) -> dict[str, Any]:
    actions = [game.encode_action(action) for action in line.actions]
    found = {"actions": actions, "points": line.points, "rows": msgspec.to_builtins(line.rows)}
    if line.reasons:
        found["reasons"] = [_reason(game, reason) for reason in line.reasons]
    return found


def _reason(game: Game[Any, Any], reason: Reason | None) -> dict[str, Any] | None:
    if reason is None:
        return None
    return {**msgspec.to_builtins(reason), "words": app_of(game.name).reason_words(reason)}


def _left(turns: Sequence[coach.Turn], seat: int) -> int:
    return sum(turn.left for turn in turns if turn.seat == seat)


def _print(game: Game[Any, Any], record: Record, turns: Sequence[coach.Turn], whole: bool) -> None:
    players = record.header.players
    for turn in turns:
        if turn.left:
            how = "possible" if turn.exact else "found"
            print(f"line {turn.n}, {players[turn.seat]}: {_points(turn.played.points)}, {turn.best.points} {how}")
            print(f"  {_spoken(game, turn.best)}")
            for reason in filter(None, turn.best.reasons):
                print(f"  {app_of(game.name).reason_words(reason)} ({', '.join(reason.rules)})")
            for row in turn.best.rows:
                print(f"  {row.row.replace('.', ' ').replace('_', ' ')}: +{row.points}")
        elif whole:
            how = "nothing better is possible" if turn.exact else "nothing better was found"
            print(f"line {turn.n}, {players[turn.seat]}: {_points(turn.played.points)}, {how}")
    left = ", ".join(f"{name} {_left(turns, seat)}" for seat, name in enumerate(players))
    print(f"left on the table, turn by turn: {left} ({len(turns)} turns)")


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _spoken(game: Game[Any, Any], line: coach.Line) -> str:
    """The actions of a line as they stand in a record, in short."""
    return "; ".join(_action(game.encode_action(action)) for action in line.actions)


def _action(action: dict[str, Any]) -> str:
    named = {key: value for key, value in action.items() if key not in ("type", "seat") and value not in (None, [])}
    words = [action["type"].replace("_", " "), *(f"{key} {_value(value)}" for key, value in named.items())]
    return " ".join(words if named or [] not in action.values() else [*words, "nothing"])


def _value(value: Any) -> str:
    if isinstance(value, list):
        pair = len(value) == 2 and not any(isinstance(part, list) for part in value)
        return ("-" if pair else " ").join(map(_value, value))
    return str(value)
