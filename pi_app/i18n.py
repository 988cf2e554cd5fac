"""The language of the screens: gettext catalogues, switchable while a game is played."""

from __future__ import annotations

import gettext as _gettext
import struct
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

from engines.errors import Finding, is_findings
from engines.registry import own_words

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


def catalogue_of(code: str) -> _gettext.NullTranslations:
    """The catalogue of a language, read anew; one without words where there is none, or it is damaged.

    `gettext.translation` would hold every catalogue that it ever read: two megabytes each.
    """
    path = Path(locale_folder()) / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with path.open("rb") as file:
            found: _gettext.NullTranslations = _gettext.GNUTranslations(file)
    except (OSError, ValueError, struct.error):
        found = _gettext.NullTranslations()
    for words in own_words(code):
        found.add_fallback(words)
    return found


_catalogue = lru_cache(maxsize=2)(catalogue_of)
"""The language in use, and the one before."""


def set_language(code: str) -> None:
    """Speak that language from now on; an unknown one, or one without a compiled catalogue, falls back to English."""
    known = code if code in LANGUAGES else "en"
    _Current.language = known
    _Current.catalogue = _catalogue(known)


def language() -> str:
    """The code of the language in use."""
    return _Current.language


def _(message: str) -> str:
    """The message in the language in use."""
    return _Current.catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The message for a count, in the language in use."""
    return _Current.catalogue.ngettext(singular, plural, n)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """The message for a count where it stands in that context: *object* of a sentence, which some languages inflect."""
    return _Current.catalogue.npgettext(context, singular, plural, n)


def N_(message: str) -> str:  # noqa: N802  (gettext's name for "translate later")
    """Mark a message for the catalogues; it is translated where it is shown."""
    return message


def tell(found: Finding, words: Mapping[str, str] | None = None) -> str:
    """A finding in the language in use. `words`: code -> the message that a screen says instead of the template."""
    fields = {name: _told(value, words) for name, value in found.params.items()}
    return _((words or {}).get(found.code, found.template)).format(**fields)


def _told(value: Any, words: Mapping[str, str] | None) -> Any:
    if is_findings(value):
        return ", ".join(str(_told(part, words)) for part in value)
    return tell(value, words) if isinstance(value, Finding) else value


def said(words: Said) -> str:
    """Kept words in the language in use now."""
    return words if isinstance(words, str) else words()


def capital(words: str) -> str:
    """The words with a capital first letter, as at the start of a label; the name of a file stays as it is."""
    return words if "." in words.partition(" ")[0][:-1] else words[:1].upper() + words[1:]


def decimal(number: float) -> str:
    """A number with one digit after the comma, or the point, of the language in use."""
    return f"{number:.1f}".replace(".", "." if language() == "en" else ",")


def roman(number: int) -> str:
    """A round's numeral: 1 to 6 as I to VI."""
    return ("I", "II", "III", "IV", "V", "VI")[number - 1]
