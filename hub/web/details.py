"""What exactly was refused, in the language of whoever is told: findings of the event host in words for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engines.errors import Finding, is_findings
from hub.web import words
from hub.web.words import N_

WORDS: Final = {
    "answer.empty": N_("choose a reading, or say something"),
    "ask.closed": N_("this question is answered already"),
    "bye.no_place": N_("who has a bye sits at no table"),
    "bye.no_result": N_("who has a bye sits at no table"),
    "change.built_on": N_("later changes build on this one: undo them first"),
    "change.undone": N_("this is undone already"),
    "evening.pack": N_("there is no pack {pack}"),
    "evening.seated": N_("the game and how tables are seated stay as they are once tables are seated"),
    "evening.scheme": N_("the points of a game can be added up only where most win"),
    "evening.waiting": N_("{most} players wait for the host already"),
    "evening.seats": N_("{game} is for {least} to {most} players"),
    "evening.seats_min": N_("at least {least} players at a table, at most {most}"),
    "evening.setting_range": N_("{setting}: {least} to {most}"),
    "evening.setting_word": N_("{setting}: choose from the list"),
    "finals.best": N_("the best {least} to {most} can go on"),
    "finals.planned": N_("round {number} is seated already: undo that first"),
    "form.cells": N_("a number in each row of each player"),
    "form.other_site": N_(
        "the form came from another address than this page; a proxy must pass on the Host that was asked for"
    ),
    "form.whole_number": N_("{text} is no whole number"),
    "free_play.by_rounds": N_("players are seated by rounds here"),
    "free_play.players": N_("choose {least} to {most} different players"),
    "game.rows": N_("rows of a score pad are for games of points"),
    "game.unknown": N_("there is no game {game}"),
    "host.last_owner": N_("a café has an owner: make another one first"),
    "host.may_not": N_("not with your role"),
    "host.role": N_("choose from the list"),
    "host.taken": N_("there is a host {name} already"),
    "hosts.many": N_("a café has at most {most} hosts"),
    "invitation.unknown": N_("this invitation was used, or is too old"),
    "name.length": N_("a name has 1 to {most} letters"),
    "players.no_file": N_("there are no players in that file"),
    "players.seated": N_("tables are seated already"),
    "seating.not_planned": N_("that table is in no planned round"),
    "place.dead": N_("table {number} is out of use"),
    "player.both_sat": N_("{one} and {other} have sat at one table: they are two people"),
    "player.busy": N_("{name} sits at another table"),
    "player.name_taken": N_("there is a player {name} already"),
    "player.not_waiting": N_("{name} is let in already"),
    "player.not_planned": N_("that player has no seat in the planned round"),
    "record.players": N_("the record has {count} players, at the table sit {seats}"),
    "result.outcome": N_("won, drawn or lost for each seat"),
    "result.places": N_("a place from 1 to {most} for each seat"),
    "result.seats": N_("one total for each seat"),
    "result.state": N_("the result is not open any more"),
    "result.time": N_("a time as 12:05 for each seat"),
    "result.totals": N_("totals of at most {most}"),
    "round.minutes": N_("0 to {most} minutes"),
    "round.results_missing": N_("results of earlier rounds that are missing or not confirmed: {count}"),
    "round.state": N_("round {number}: {state}"),
    "season.rules": N_("0 to 100 evenings"),
    "swap.two": N_("choose two players"),
}
"""Code -> what is said of it on a page, where that is not the finding's own sentence."""
UNSAID: Final = frozenset({
    "answer.decision", "evening.changed", "evening.options", "evening.rounds_released", "games.too_many",
    "http.refused", "line.before_header", "line.gap", "line.malformed", "line.no_header", "record.no_object",
    "line.number", "line.other", "line.other_header", "line.too_long", "lines.too_many", "message.malformed",
    "photo.kind", "photo.not_base64", "picture.no_game", "picture.many", "player.unknown", "row.unknown",
    "screen.unknown", "table.nowhere", "record.closed", "season.unknown", "update.none",
})  # fmt: skip
"""What only tables and programs are told, and what the reason alone says better to people."""
_STATES: Final = {**words.SEATING_STATES, **words.TIMER_STATES}
_NAMES: Final = {"game": words.GAMES, "state": _STATES, "setting": words.SETTINGS}
"""Parameter -> the words for its values."""


def details(found: Finding, language: str) -> str:
    """A finding in a language; empty for one that says nothing to people."""
    return "" if found.code in UNSAID else _said(found, words.catalogue(language).gettext)


def _said(found: Finding, say: Callable[[str], str]) -> str:
    values = {name: _told(name, value, say) for name, value in found.params.items()}
    return say(WORDS.get(found.code, found.template)).format(**values)


def _told(name: str, value: Any, say: Callable[[str], str]) -> Any:
    if is_findings(value):
        return ", ".join(str(_told(name, part, say)) for part in value)
    if isinstance(value, Finding):
        return _said(value, say)
    known = _NAMES.get(name, {}).get(value) if isinstance(value, str) else None
    return value if known is None else say(known)
