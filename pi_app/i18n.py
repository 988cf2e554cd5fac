"""The language of the screens: gettext catalogues, switchable while a game is played."""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Callable
from importlib import resources
from typing import Final, TypeAlias

DOMAIN: Final = "planisphere"
LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch", "pl": "Polski"}
"""Language code -> its own name for itself."""


Said: TypeAlias = str | Callable[[], str]
"""Words that are kept for a while: what makes them in the language in use then; plain text is the same in each."""


class _Current:
    """The catalogue in use; one for the whole app."""

    language = "en"
    catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def locale_folder() -> str:
    """Where the catalogues are."""
    return str(resources.files("pi_app") / "locale")


def set_language(code: str) -> None:
    """Speak that language from now on; an unknown one, or one without a compiled catalogue, falls back to English."""
    known = code if code in LANGUAGES else "en"
    _Current.language = known
    _Current.catalogue = _gettext.translation(DOMAIN, locale_folder(), [known], fallback=True)


def language() -> str:
    """The code of the language in use."""
    return _Current.language


def _(message: str) -> str:
    """The message in the language in use."""
    return _Current.catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The message for a count, in the language in use."""
    return _Current.catalogue.ngettext(singular, plural, n)


def N_(message: str) -> str:  # noqa: N802  (gettext's name for "translate later")
    """Mark a message for the catalogues; it is translated where it is shown."""
    return message


def said(words: Said) -> str:
    """Kept words in the language in use now."""
    return words if isinstance(words, str) else words()


def roman(number: int) -> str:
    """A round's numeral: 1 to 6 as I to VI."""
    return ("I", "II", "III", "IV", "V", "VI")[number - 1]
