"""The log of an evening in words: who did what, and what it was about, without the database's numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from hub.database.audit import Entry
from hub.views.board import EventView
from hub.web import words
from hub.web.words import N_

MAX_LENGTH: Final = 60
DEVICE: Final = N_("Device %(name)s")
GUEST: Final = N_("a guest")
READINGS: Final = {"one": N_("the first reading"), "other": N_("the second reading")}
NUMBERS: Final = ("round_id", "seating", "result", "game", "case", "change")
"""What only the database knows by that number."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the audit log in words: who did what when (`at`: ms since 1970 UTC), and the entry that undid it."""

    id: int
    at: int
    who: str
    what: str
    details: str
    verb: str
    undone_by: int | None


def log_lines(entries: Iterable[Entry], view: EventView, language: str) -> tuple[LogLine, ...]:
    """The entries in a language, in their order."""
    say = words.catalogue(language).gettext
    return tuple(
        LogLine(
            id=entry.id, at=entry.at, who=_who(entry.actor, view, say), verb=entry.verb,
            what=say(words.VERBS.get(entry.verb, entry.verb)), details=_details(entry.detail, view, say),
            undone_by=entry.undone_by,
        )
        for entry in entries
    )  # fmt: skip


def _who(actor: str, view: EventView, say: Callable[[str], str]) -> str:
    kind, _, name = actor.partition(":")
    if kind == "guest":
        return say(GUEST)
    if kind == "player" and name.isdigit():
        name = _player(int(name), view)
    return say(DEVICE) % {"name": name} if kind == "table" else name or kind


def _details(values: dict[str, Any], view: EventView, say: Callable[[str], str]) -> str:
    said = (_detail(name, value, view, say) for name, value in values.items() if name not in NUMBERS)
    return " · ".join(words for words in said if words)


def _detail(name: str, value: Any, view: EventView, say: Callable[[str], str]) -> str:
    match name, value:
        case ("player", int()):
            return _player(value, view)
        case ("players", list()):
            return _short(", ".join(_player(one, view) for one in value))
        case ("place", int()):
            number = next((place.number for place in view.places if place.id == value), value)
            return say("Table %(number)s") % {"number": number}
        case ("table", int()):
            return say(DEVICE) % {"name": value}
        case (("round" | "rounds"), int()):
            return say("Round %(number)s") % {"number": value}
        case ("minutes", int()):
            return say("%(n)s min") % {"n": value}
        case ("verb", str()):
            return say(words.VERBS.get(value, value))
        case ("decision", str()):
            return say(READINGS[value]) if value in READINGS else ""
        case (_, list()):
            return _short(", ".join(map(str, value)))
        case _:
            return "" if value is None or isinstance(value, bool) else _short(str(value))


def _player(player: int, view: EventView) -> str:
    return next((known.name for known in view.players if known.id == player), str(player))


def _short(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"
