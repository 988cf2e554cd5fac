"""What parts without a screen say in English, said in the language in use: sentences known by their shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from pi_app.i18n import _

Phrase: TypeAlias = tuple[str, str]
"""A pattern (what varies is a named group) and the message that says the same, with those names as fields."""


def translated(text: str, phrases: Sequence[Phrase]) -> str | None:
    """The words for a text, by the first pattern that fits all of it; None where none does."""
    for pattern, message in phrases:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return _(message).format(**found.groupdict())
    return None
