"""What people type into forms, made into values. Raises Refused (`bad_value`) with the text that cannot be."""

from __future__ import annotations

import csv
import re
from typing import Any, Final, NamedTuple

from starlette.datastructures import FormData

from engines.described import MAX_ROWS
from engines.rulebook import rulebook
from hub.errors import BadValue
from hub.event.described import Described
from hub.event.evening import MAX_PLAYERS, Entry

MAX_SEATS: Final = 20
_TIME: Final = re.compile(r"(?:(\d{1,3}):)?(\d{1,4}):(\d{2})", re.ASCII)
_TIMES: Final = re.compile(r"(.*\S)\s+[x×*]\s*([-−]?\d{1,4})", re.ASCII)
"""A row of a score pad and what each brings: `Cities × 2`."""


def whole(value: object) -> int:
    """A whole number, also with the minus sign of a phone's keyboard."""
    text = str(value).strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise BadValue("form.whole_number", "{text!r}: expected a whole number", text[:20])
    return int(text)


def wholes(form: FormData, name: str, most: int = 100) -> tuple[int, ...]:
    """All values of a field that are not left empty, as whole numbers."""
    return tuple(whole(value) for value in form.getlist(name)[:most] if value != "")


def optional(form: FormData, name: str) -> int | None:
    """A whole number, or None where the field is empty."""
    value = form.get(name)
    return None if value in (None, "") else whole(value)


def text(form: FormData, name: str) -> str:
    """A field's text; empty where there is none."""
    value = form.get(name)
    return value.replace("\0", "") if isinstance(value, str) else ""


class Told(NamedTuple):
    """How a table ended: a total a seat, and which seats won where points alone do not say so."""

    totals: tuple[int, ...]
    winners: tuple[int, ...] | None = None


def told(form: FormData, game: Described | None) -> Told:
    """How a table ended: as typed, or added up from the rows of the game's score pad."""
    if game is not None and game.score == "time":
        return Told(tuple(seconds(value) for value in form.getlist("total")[:MAX_SEATS] if value != ""))
    cells = [whole(value or "0") for value in form.getlist("cell")[: MAX_SEATS * MAX_ROWS]]
    if game is None or not game.rows or not cells:
        return Told(wholes(form, "total"))
    count = len(game.rows)
    if len(cells) % count:
        raise BadValue("form.cells", "{count} cells: expected {rows} a player", len(cells), count)
    columns = [cells[at : at + count] for at in range(0, len(cells), count)]
    breaks_ties = any(not row.each for row in game.rows)
    return Told(tuple(map(game.total, columns)), game.winners(columns) if breaks_ties else None)


def seconds(value: object) -> int:
    """A time as people write it: `12:05`, `1:02:05`, or seconds."""
    found = _TIME.fullmatch(str(value).strip())
    if found is None:
        return whole(value)
    hours, minutes, rest = (int(part or 0) for part in found.groups())
    return 3_600 * hours + 60 * minutes + rest


def description(form: FormData) -> dict[str, Any]:
    """The options of an evening with any game, as its form describes it; a row of the score pad is a line."""
    lines = [line.strip() for line in text(form, "rows").splitlines()]
    return {
        "title": text(form, "title"), "score": text(form, "score"), "rows": [_row(line) for line in lines if line],
    }  # fmt: skip


def options(form: FormData, game: str, kept: dict[str, Any]) -> dict[str, Any]:
    """The options of an evening with one of our games: those of its form, beside what no form shows (`kept`).

    What a new game plays without being told is left out.
    """
    found = dict(kept)
    for option in rulebook(game).options:
        value = text(form, f"{game}.{option.name}")
        if value and value == next(iter(option.answers), None):
            found.pop(option.name, None)
        elif value:
            found[option.name] = value
    return found


COLUMNS: Final = {
    "name": ("name", "nom", "imię", "nazwa", "player", "spieler", "joueur", "gracz"),
    "club": ("club", "verein", "klub", "team"),
    "seed": ("seed", "setzplatz", "tête de série", "rozstawienie"),
}
"""What the columns of a list of players may be called."""


def entries(data: bytes) -> list[Entry]:
    """The players of a file as spreadsheets write it: name, club, seed, in this order or as its first line says.

    Raises Refused (`bad_value`) for a file without players or with a seed that is no number.
    """
    try:
        written = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        written = data.decode("cp1252", "replace")
    lines = [line for line in written.replace("\0", "").splitlines() if line.strip()]
    parts = max(";\t,", key=lines[0].count) if lines else ","
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines[: MAX_PLAYERS + 1], delimiter=parts)]
    head = [cell.casefold() for cell in rows[0]] if rows else []
    at = {name: next((n for n, cell in enumerate(head) if cell in known), -1) for name, known in COLUMNS.items()}
    if at["name"] < 0:
        at = {name: n for n, name in enumerate(COLUMNS)}
    else:
        del rows[0]
    found = [{name: row[n] if 0 <= n < len(row) else "" for name, n in at.items()} for row in rows]
    if not found:
        raise BadValue("players.no_file", "no players in that file")
    return [
        Entry(name=row["name"], club=row["club"], seed=whole(row["seed"]) if row["seed"] else None) for row in found
    ]


def _row(line: str) -> dict[str, Any]:
    found = _TIMES.fullmatch(line)
    return {"name": line} if found is None else {"name": found[1], "each": whole(found[2])}
