"""Names of players, and of guests: players who sit down without a name, whom the table does not remember.

Nobody types anything for a guest. Past games show guests with their colours. They are in no statistics, no records,
and nobody's to forget.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from itertools import count
from typing import Final

from pi_app.i18n import LANGUAGES, N_, _, catalogue_of

MAX_NAME: Final = 14
_INVISIBLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_SCRIPTS: Final = ("LATIN ", "GREEK ", "CYRILLIC ", "RIGHT SINGLE QUOTATION", "EN DASH", "EM DASH", "MIDDLE DOT")
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


def clean_name(name: str) -> str:
    """A name as it is kept: composed accents, single spaces, nothing invisible, at most fourteen letters."""
    seen = "".join(
        c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) not in _INVISIBLE or c.isspace()
    )
    return " ".join(seen.split())[:MAX_NAME].rstrip()


def can_be_shown(name: str) -> bool:
    """Whether the font has its letters: Latin, Greek, Cyrillic, digits, and common signs."""
    return all(c.isascii() or unicodedata.name(c, "").startswith(_SCRIPTS) for c in name)
