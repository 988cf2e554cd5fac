"""What corrections of all games share: two things that exist once were taken for each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engines.game import Action

A = TypeVar("A", bound=Action)


def swapped(actions: Sequence[A], place: int, now: A, *fields: str) -> list[A]:
    """All actions once that one is known to have been `now`: another one of its kind that named what `now` names in
    one of these fields gets what the first one had named there."""
    was, changed = actions[place], [*actions]
    for field in fields:
        old, new = getattr(was, field), getattr(now, field)
        for k, other in enumerate(changed):
            if k != place and type(other) is type(was) and getattr(other, field) == new != old:
                given: dict[str, Any] = {field: old}
                changed[k] = replace(other, **given)
    changed[place] = now
    return changed
