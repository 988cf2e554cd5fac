"""Cards picked heap by heap."""

from __future__ import annotations

from collections.abc import Sequence

from engines.starfarers.components import ONE
from engines.starfarers.model import Cards
from engines.starfarers.pack import RESOURCES
from pi_app.games.starfarers.parts import Cards5, Heaps


def cards_changed(cards: Cards, resource: str, step: str) -> Cards:
    """The cards with one more (`more`) or fewer of a resource, never below none; unchanged for what is none."""
    if resource not in RESOURCES:
        return cards
    sign = 1 if step == "more" else -1
    one = ONE[RESOURCES.index(resource)]
    a, b, c, d, e = (max(0, have + sign * change) for have, change in zip(cards, one, strict=True))
    return a, b, c, d, e


def picker(title: str, heaps: Sequence[int], chosen: Cards, does: Heaps, left: int) -> Cards5:
    """Heaps to pick from: `chosen` of each so far, at most `left` more."""
    more = tuple(left > 0 and have > taken for have, taken in zip(heaps, chosen, strict=False))
    notes = tuple(str(have) for have in heaps[:5])
    return Cards5(title, chosen, does, more, tuple(n > 0 for n in chosen), notes)
