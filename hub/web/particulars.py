"""What exactly was refused, in the language of whoever is told: the details of `hub.errors.Refused` in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from hub.web import words
from hub.web.words import N_

KNOWN: Final[tuple[tuple[str, str], ...]] = (
    (r"seats_min (?P<least>\d+): expected at most seats \((?P<most>\d+)\)",
     N_("at least %(least)s players at a table, at most %(most)s")),
    (r"seats (?P<a>\d+) to (?P<b>\d+): (?P<game>\w+) is for (?P<least>\d+) to (?P<most>\d+) players",
     N_("%(game)s is for %(least)s to %(most)s players")),
    (r"game, pack, options and system stay as they are once tables are seated",
     N_("the game and how tables are seated stay as they are once tables are seated")),
    (r"an evening has at most (?P<n>\d+) players", N_("an evening has at most %(n)s players")),
    (r"there is a player '(?P<name>.*)' already", N_("there is a player %(name)s already")),
    (r"there is a player \"(?P<name>.*)\" already", N_("there is a player %(name)s already")),
    (r"name .*: expected 1 to (?P<n>\d+) characters", N_("a name has 1 to %(n)s letters")),
    (r"(?P<n>\d+) players are here, a table needs (?P<least>\d+)",
     N_("%(n)s players are here, a table needs %(least)s")),
    (r"free play has no rounds", N_("free play has no rounds")),
    (r"from another site",
     N_("the form came from another address than this page; a proxy must pass on the Host that was asked for")),
    (r"players register with the host here", N_("players register with the host here")),
    (r"the evening is over", N_("the evening is over")),
    (r"round (?P<n>\d+) is still running", N_("round %(n)s is still running")),
    (r"(?P<n>\d+) results of earlier rounds are missing or not confirmed",
     N_("results of earlier rounds that are missing or not confirmed: %(n)s")),
    (r"player \d+ has no seat in a planned round", N_("that player has no seat in the planned round")),
    (r"a bye has no (?:place|result)", N_("who has a bye sits at no table")),
    (r"place (?P<n>\d+) is out of use", N_("table %(n)s is out of use")),
    (r"players sit down by rounds here", N_("players are seated by rounds here")),
    (r"expected (?P<least>\d+) to (?P<most>\d+) different players",
     N_("choose %(least)s to %(most)s different players")),
    (r"'(?P<name>.*)' sits at another table", N_("%(name)s sits at another table")),
    (r"round (?P<n>\d+) is (?P<state>\w+)", N_("round %(n)s: %(state)s")),
    (r"(?P<n>\d+) totals: expected (?P<all>\d+), one a seat", N_("one total for each seat")),
    (r"totals .*: expected -?\d+ to (?P<most>\d+)", N_("totals of at most %(most)s")),
    (r"the result is (?P<state>\w+)", N_("the result is not open any more")),
    (r"the record has (?P<n>\d+) players, the seating (?P<all>\d+)",
     N_("the record has %(n)s players, at the table sit %(all)s")),
    (r"more than (?P<n>\d+) questions wait for an answer", N_("more than %(n)s questions wait for an answer")),
    (r"this question waits for no answer", N_("this question is answered already")),
    (r"an answer: choose a reading, or say something", N_("choose a reading, or say something")),
    (r"change \d+ is undone already", N_("this is undone already")),
    (r"later changes build on .*", N_("later changes build on this one: undo them first")),
    (r"minutes (?P<n>-?\d+): expected 0 to (?P<most>\d+)", N_("0 to %(most)s minutes")),
    (r"'(?P<text>.*)': expected a whole number", N_("%(text)s is no whole number")),
)  # fmt: skip
"""What a detail looks like -> what is said of it."""
_STATES: Final = {**words.SEATING_STATES, **words.TIMER_STATES}


def particulars(detail: str, language: str) -> str:
    """A refusal's detail in a language; as it stands where there are no words for it."""
    say = words.catalogue(language).gettext
    for looks, text in KNOWN:
        found = re.fullmatch(looks, detail, re.DOTALL)
        if found is not None:
            return say(text) % {name: _told(name, value, say) for name, value in found.groupdict().items()}
    return detail


def _told(name: str, value: str, say: Callable[[str], str]) -> str:
    match name:
        case "game":
            return say(words.GAMES.get(value, value))
        case "state":
            return say(_STATES.get(value, value))
        case _:
            return value
