"""Names of people: how they are kept, and which of them people would take for the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from engines.errors import finding
from hub.errors import Refused

MAX_NAME: Final = 60
MAX_MARKS: Final = 3
"""Marks over one letter that a language may need: Vietnamese has two, vocalised Hebrew three."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without ink: Hangul's fillers, braille's blank."""
JOINERS: Final = "\u200c\u200d"
VIRAMA: Final = 9
"""The combining class after which a joiner changes how a letter is written (RFC 5892, appendix A)."""
ALIKE_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC")
"""Alphabets that share the shapes of letters; no word is written in two of them (UTS 39)."""
WORD: Final = re.compile(r"[^\W\d_]+")
_SHAPES: Final = (
    ("аαɑ", "a"), ("вβ", "b"), ("сϲ", "c"), ("ԁ", "d"), ("еєε", "e"), ("һн", "h"), ("іιı", "i"), ("јϳ", "j"),
    ("кκ", "k"), ("1|ӏΙІ", "l"), ("мμ", "m"), ("η", "n"), ("оοσ0ө", "o"), ("рρ", "p"), ("ԛ", "q"), ("г", "r"),
    ("ѕ", "s"), ("тτ", "t"), ("υ", "u"), ("νѵ", "v"), ("ԝω", "w"), ("хχ", "x"), ("уүγ", "y"), ("ζ", "z"),
)  # fmt: skip
_SHAPE_OF: Final = {
    **str.maketrans({letter: plain for letters, plain in _SHAPES for letter in letters}),
    **str.maketrans(
        {letter.upper(): plain.upper() for letters, plain in _SHAPES for letter in letters if plain != "l"}
    ),
    ord("I"): "l",
}


def clean_name(text: str, longest: int = MAX_NAME) -> str:
    """A name as it is kept: composed, without control characters or what nobody sees, spaces single.

    Raises Refused (`bad_value`) for one that shows nothing, is too long, is heaped with marks or mixes alphabets.
    """
    name = " ".join("".join(_shown(unicodedata.normalize("NFC", text))).split())
    if not 1 <= len(name) <= longest or not any(unicodedata.category(letter)[0] in "LNS" for letter in name):
        raise Refused(
            "bad_value", finding("name.length", "name {name!r}: expected 1 to {most} characters", name[:80], longest)
        )
    if any(len(_scripts(word)) > 1 for word in WORD.findall(name)):
        raise Refused("bad_value", finding("name.alphabets", "letters of several alphabets in one word"))
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


def _scripts(word: str) -> set[str]:
    """Which of the alphabets that look alike a word uses."""
    letters = (unicodedata.name(letter, "").partition(" ")[0] for letter in word)
    return {script for script in letters if script in ALIKE_SCRIPTS}


def folded(name: str) -> str:
    """What two names have in common that are the same but for how they are typed."""
    return unicodedata.normalize("NFKC", name).casefold()


def shape(name: str) -> str:
    """What two names have in common that look the same: letters of several alphabets with one shape are one."""
    return unicodedata.normalize("NFKC", name).translate(_SHAPE_OF).casefold()


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
