"""Guests: players who sit down without a name. Nobody types anything, and the table does not remember them.

Their games do: past games show them, with their colours. They are in no statistics, no records, and nobody's to forget.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from itertools import count
from typing import Final

from pi_app.i18n import LANGUAGES, N_, _, catalogue_of

GUEST: Final = N_("Guest {n}")


def next_guest(seated: Collection[str]) -> str:
    """The name of the next guest at a table, in the language in use: the lowest number that no guest there has."""
    taken = {int("".join(filter(str.isdecimal, name))) for name in seated if is_guest(name)}
    return _(GUEST).format(n=next(n for n in count(1) if n not in taken))


def spoken(name: str) -> str:
    """A guest's name in the language in use, whichever it was given in; other names as they are."""
    return _(GUEST).format(n="".join(filter(str.isdecimal, name))) if is_guest(name) else name


def is_guest(name: str) -> bool:
    """Whether it is a guest's name in any of the languages; a game may have been begun in another one."""
    return any(pattern.fullmatch(name) for pattern in _patterns())


@cache
def guest_words() -> frozenset[str]:
    """The word before a guest's number in each language."""
    return frozenset(catalogue_of(code).gettext(GUEST).format(n="").strip() for code in LANGUAGES)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = {catalogue_of(code).gettext(GUEST) for code in LANGUAGES}
    return tuple(re.compile(re.escape(word).replace(r"\{n\}", r"\d+")) for word in words)
