"""People's colours: eight, each with a shape and a name, remembered with the person, one of a kind at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from pi_app.i18n import N_, _
from pi_app.presenters.names import is_guest

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

Shape: TypeAlias = Literal["disc", "square", "triangle", "diamond", "hexagon", "star", "cross", "ring"]
REMEMBERED: Final = "colours"
"""Where the journal keeps them: JSON, person -> key."""


class Colour(msgspec.Struct, frozen=True):
    """A colour: its key, its name, its codes on a dark and on a bright ground, and the shape that says the same."""

    key: str
    words: str
    night: str
    day: str
    shape: Shape


COLOURS: Final = (
    Colour("green", N_("green"), "74EBC0", "005F4B", "disc"),
    Colour("orange", N_("orange"), "FFA97A", "8A3A00", "square"),
    Colour("violet", N_("violet"), "C7A6FF", "5433A6", "triangle"),
    Colour("pink", N_("pink"), "FF9CCB", "98195F", "diamond"),
    Colour("blue", N_("blue"), "7FC4FF", "0A4EA3", "hexagon"),
    Colour("yellow", N_("yellow"), "FFE27A", "665200", "star"),
    Colour("red", N_("red"), "FF8080", "A31515", "cross"),
    Colour("grey", N_("grey"), "C3CBDD", "46506A", "ring"),
)
"""In the order in which seats get them where nobody has chosen."""
KEYS: Final = tuple(colour.key for colour in COLOURS)


class Clash(msgspec.Struct, frozen=True):
    """Somebody whose colour somebody who sits before them has too: whose it is, which, and what they get instead."""

    name: str
    holder: str
    wanted: int
    given: int


def colour_words(colour: int) -> str:
    """A colour by name, in the language in use."""
    return _(COLOURS[colour].words)


def remembered(nav: Navigator) -> Mapping[str, int]:
    """The colours that people of this table chose: name -> index in `COLOURS`; no guest's."""
    return _decoded(nav.journal.place(REMEMBERED) or "{}")


def remember(nav: Navigator, name: str, colour: int) -> None:
    """Remember the colour that somebody chose; it is forgotten with the person."""
    kept = {other: COLOURS[index].key for other, index in remembered(nav).items()} | {name: COLOURS[colour].key}
    nav.journal.set_place(REMEMBERED, msgspec.json.encode(kept).decode())


@lru_cache(maxsize=8)
def _decoded(text: str) -> Mapping[str, int]:
    try:
        kept = msgspec.json.decode(text, type=dict[str, str])
    except msgspec.DecodeError:
        return {}
    return {name: KEYS.index(key) for name, key in kept.items() if key in KEYS and not is_guest(name)}


def shared_out(names: Sequence[str], wanted: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[Clash, ...]]:
    """A colour for each of at most eight people in the order of their seats, no two alike, and who had to give way.

    Who sits first keeps their colour; who comes later gets the next free one; so do those who never chose any.
    """
    given: dict[str, int] = {}
    holders: dict[int, str] = {}
    for name in names:
        if name in wanted and wanted[name] not in holders:
            given[name] = wanted[name]
            holders[wanted[name]] = name
    clashes = []
    for name in names:
        if name in given:
            continue
        free = next_free(holders, wanted.get(name, -1))
        if name in wanted:
            clashes.append(Clash(name, holders[wanted[name]], wanted[name], free))
        given[name] = free
        holders[free] = name
    return tuple(given[name] for name in names), tuple(clashes)


def next_free(taken: Iterable[int], after: int) -> int:
    """The next colour after that one (-1: from the first on) which nobody has; the one itself where all are taken."""
    held = set(taken)
    turn = ((after + step) % len(COLOURS) for step in range(1, len(COLOURS) + 1))
    return next((colour for colour in turn if colour not in held), after % len(COLOURS))


def seat_order(colours: Sequence[int]) -> tuple[int, ...]:
    """The colours of all eight seats, where the first ones have these: the others follow in their own order."""
    return (*colours, *(colour for colour in range(len(COLOURS)) if colour not in colours))


def encoded(colours: Sequence[int]) -> str:
    """The colours of a game's seats as the journal keeps them."""
    return msgspec.json.encode([COLOURS[colour].key for colour in colours]).decode()


@lru_cache(maxsize=64)
def decoded(text: str | None) -> tuple[int, ...]:
    """The colours of all seats of a game as they were kept; the plain order where none were, or they cannot be read."""
    try:
        keys = msgspec.json.decode(text or "[]", type=list[str])
    except msgspec.DecodeError:
        keys = []
    known = [KEYS.index(key) for key in keys if key in KEYS]
    return seat_order(known if len(set(known)) == len(keys) else ())
