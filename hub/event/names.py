"""Names of people: how they are kept, and which of them people would take for the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

from hub.errors import BadValue

MAX_NAME: Final = 60
MAX_MARKS: Final = 3
"""Marks over one letter that a language may need: Vietnamese has two, vocalised Hebrew three."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without ink: Hangul's fillers, braille's blank."""
JOINERS: Final = "\u200c\u200d"
VIRAMA: Final = 9
"""The combining class after which a joiner changes how a letter is written (RFC 5892, appendix A)."""
ANY_SCRIPT: Final = {"COMMON", "INHERITED", "Unknown"}
MIXED_SCRIPTS: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"}, {"LATIN", "HAN", "HANGUL"},
)  # fmt: skip
"""Scripts that one word may mix: those of Japanese, Chinese and Korean, each with Latin letters (UTS 39, 5.2)."""
WORD: Final = re.compile(r"[^\W\d_]+")


def clean_name(text: str, longest: int = MAX_NAME) -> str:
    """A name as it is kept: composed, without control characters or what nobody sees, spaces single.

    Raises Refused (`bad_value`) for one that shows nothing, is too long, is heaped with marks or mixes alphabets.
    """
    name = " ".join("".join(_shown(unicodedata.normalize("NFC", text))).split())
    if not 1 <= len(name) <= longest or not any(unicodedata.category(letter)[0] in "LNS" for letter in name):
        raise BadValue("name.length", "name {name!r}: expected 1 to {most} characters", name[:80], longest)
    if not all(_of_one_language(word) for word in WORD.findall(name)):
        raise BadValue("name.alphabets", "letters of several alphabets in one word")
    return name


def _shown(text: str) -> list[str]:
    """Its characters without those that show nothing; those that only divide words are spaces."""
    kept: list[str] = []
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        if letter in JOINERS:
            if kept and unicodedata.combining(kept[-1]) == VIRAMA:
                kept.append(letter)
        elif letter in BLANK or kind[0] in "CZ":
            kept.append(" ")
        elif kind in ("Mn", "Me"):
            marks += 1
            if marks <= MAX_MARKS and kind == "Mn" and kept and kept[-1] != " ":
                kept.append(letter)
            continue
        else:
            kept.append(letter)
        marks = 0
    return kept


def _of_one_language(word: str) -> bool:
    scripts = categories.unique_aliases(word) - ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= allowed for allowed in MIXED_SCRIPTS)


def folded(name: str) -> str:
    """What two names have in common that are the same but for how they are typed."""
    return unicodedata.normalize("NFKC", name).casefold()


def shape(name: str) -> str:
    """What two names have in common that look the same, by Unicode's table of confusable characters (UTS 39)."""
    return "".join(_shape_of(letter) for letter in unicodedata.normalize("NFKC", name)).casefold()


@cache
def _shape_of(letter: str) -> str:
    """The one of those that look the same which most others look like."""
    alike: tuple[str, ...] = (letter, *(other["c"] for other in confusables_data.get(letter, ())))
    return max(alike, key=lambda one: (len(confusables_data.get(one, ())), one))


class Taken:
    """The names of an evening."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        for name in names:
            self.add(name)

    def __contains__(self, name: str) -> bool:
        """Whether people would take it for one of them."""
        return folded(name) in self._known or shape(name) in self._known

    def add(self, name: str) -> None:
        """Take a name as given: from now on none may be mistaken for it."""
        self._known |= {folded(name), shape(name)}
