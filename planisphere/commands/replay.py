"""`planisphere replay`: checks a record line by line against the rules and prints where it ends."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.game import Game, Seat
from engines.record import Record, Replay, parse_record, replay_record
from planisphere.inputs import game_with_pack, read_file
from planisphere.score_pad import score_pad


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a record (.jsonl); - reads standard input")
    parser.add_argument("--json", action="store_true", help="the score sheet with warnings and dropped lines as JSON")
    parser.add_argument("--to", type=int, metavar="N", help="stop after line number N of the record (0: the set-up)")


def run(args: argparse.Namespace) -> int:
    """Prints the score sheet of the record's end; raises BadInput (line, rule, reason) for an illegal line."""
    record = parse_record(read_file(args.record, "record"))
    game = game_with_pack(record.header.game, record.header.pack)
    _check_to(args.to, record)
    replay = replay_record(game, record, args.to)
    report = _report(game, record, replay)
    if args.json:
        print(msgspec.json.encode(report).decode())
    else:
        _print(game, replay, report)
    return 0


def _check_to(number: int | None, record: Record) -> None:
    if number is not None and not 0 <= number <= len(record.lines):
        raise BadInput(
            "replay.to", "--to {number}: expected 0 to {n}, the lines of this record", number, len(record.lines)
        )


def _report(game: Game[Any, Any], record: Record, replay: Replay[Any, Any]) -> dict[str, Any]:
    sheet: dict[str, Any] = msgspec.to_builtins(game.score(replay.state))

    def who(seat: Seat) -> str | None:
        return record.header.players[seat] if isinstance(seat, int) else None

    warnings = [
        {
            "n": accepted.n,
            "seat": accepted.seat,
            "player": who(accepted.seat),
            "rule": accepted.violation.rule,
            "message": accepted.violation.message,
            "components": accepted.violation.components,
        }
        for accepted in replay.overruled
    ]
    dropped = [{**msgspec.to_builtins(lost), "player": who(lost.seat)} for lost in replay.dropped]
    counts = {"actions": len(replay.entries), "over": game.is_over(replay.state)}
    return {**sheet, "warnings": warnings, "dropped": dropped, **counts}


def _print(game: Game[Any, Any], replay: Replay[Any, Any], report: dict[str, Any]) -> None:
    end = "the game is over" if report["over"] else "the game goes on"
    print(f"{game.name}: {report['actions']} actions, {end}\n")
    print(score_pad(game.score(replay.state), report["over"]))
    for warned in report["warnings"]:
        print(f"overruled in line {warned['n']}: {warned['message']} ({warned['rule']})")
    for lost in report["dropped"]:
        print(f"line {lost['n']} dropped by the correction in line {lost['by']}: {lost['message']} ({lost['rule']})")
