"""Keys on the screen: digits for a number, letters for a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pi_app.i18n import _, language
from pi_app.steps.view import Command, Erase, Grid, Tap, Taps

KEY_SP: Final = 24
DIGITS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "<")
_LETTERS: Final = {
    "en": ("áéèöüñçłżś", "qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
    "fr": ("éèêëàâçîïô", "azertyuiop", "qsdfghjklm", "wxcvbn'-"),
    "de": ("áàéèêçñøł'", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß-"),
    "pl": ("ąćęłńóśźżü", "qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
}
"""Language -> its accents and its three rows of letters."""


class Key(Command, frozen=True):
    """Type a sign; `<` erases the last one."""

    sign: str


def keypad(shown: str) -> Grid:
    """Digits under what is typed."""
    keys = tuple(Tap(Key(sign), "←" if sign == "<" else sign, on=bool(sign)) for sign in DIGITS)
    return Grid(shown or "–", keys, columns=3, big=28)


def keyboard(asked: str, typed: str, rows: Iterable[str], done: Tap, layers: tuple[Tap, ...] = ()) -> Grid:
    """Signs under what is asked and typed; `layers`: the ways to other keys."""
    keys = (Taps(tuple(Tap(Key(sign), sign) for sign in row), big=KEY_SP) for row in rows)
    last = (*layers, Tap(Key(" "), "␣"), Tap(Key("<"), "←"), Tap(Erase(), _("Cancel")), done)
    return Grid(typed or "–", (*keys, Taps(last)), columns=1, words=(asked,))


def name_keys(typed: str) -> tuple[str, ...]:
    """The rows of letters for a name in the language in use: capitals where a word begins."""
    rows = _LETTERS[language()]
    begins = not typed or typed.endswith((" ", "-"))
    return tuple("".join(map(_capital, row)) for row in rows) if begins else rows


def _capital(letter: str) -> str:
    """The capital of a letter; a letter whose capital would be two stays as it is."""
    return letter.upper() if len(letter.upper()) == 1 else letter
