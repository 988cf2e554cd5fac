"""Prints a score sheet as the pad of the game: a row a line, a player a column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.game import PlayerScore, ScoreSheet


def score_pad(sheet: ScoreSheet, over: bool = True) -> str:
    """The score pad as plain text, without a final line end; who has won is said of a game that is over."""
    players = sheet.players
    table = [["", *(p.name for p in players)]]
    table += [[_label(row), *(str(_points(p, row)) for p in players)] for row in _distinct(_rows(players))]
    table.append(["total", *(str(p.total) for p in players)])
    ties = _distinct(key for p in players for key in p.tiebreak)
    table += [[f"({_label(key)})", *(str(p.tiebreak.get(key, 0)) for p in players)] for key in ties]
    lines = _aligned(table)
    rule = "-" * max(map(len, lines))
    total = len(lines) - len(ties) - 1
    lines = [lines[0], rule, *lines[1:total], rule, *lines[total:]]
    return "\n".join([*lines, "", *_closing(sheet)] if over else lines)


def _rows(players: Sequence[PlayerScore]) -> Iterable[str]:
    longest = sorted(players, key=lambda p: -len(p.rows))
    return (row.row for p in longest for row in p.rows)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _points(player: PlayerScore, name: str) -> int:
    return sum(row.points for row in player.rows if row.row == name)


def _label(name: str) -> str:
    return name.replace(".", " ").replace("_", " ")


def _aligned(table: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in table]


def _closing(sheet: ScoreSheet) -> list[str]:
    if len(sheet.winners) > 1:
        lines = ["victory shared by " + ", ".join(sheet.winners)]
    else:
        lines = [f"winner: {name}" for name in sheet.winners] or ["no winner"]
    return lines if sheet.note is None else [*lines, f"solo: {sheet.note}"]
