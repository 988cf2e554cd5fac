"""Words that every game needs."""

from __future__ import annotations

from pi_app.i18n import ngettext


def points_words(points: int) -> str:
    """A number of points in words, which stay together on a line."""
    return ngettext("{n} point", "{n} points", points).format(n=points).replace(" ", "\u00a0")
