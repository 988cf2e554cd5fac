"""What a phase of the table is made of: what may be done in it, whether it may, what it does.

The modules of the phases each declare theirs side by side; `engines.starfarers.rules` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple, TypeAlias

from engines.game import Violation
from engines.starfarers.components import Components
from engines.starfarers.model import StarfarersAction, StarfarersState

Found: TypeAlias = list[Violation]


def never_wrong(parts: Components, state: StarfarersState, action: Any) -> Found:
    """Nothing is wrong with an action that comes at the right time from the right seat."""
    return []


class Act(NamedTuple):
    """One kind of action in one phase."""

    play: Callable[[Components, StarfarersState, Any], StarfarersState]
    wrong: Callable[[Components, StarfarersState, Any], Found] = never_wrong
    """What is wrong with it, when it comes from a seat that is to move."""


class PhaseRules(NamedTuple):
    """One phase: the kinds of actions that have their place in it, and the legal ones of a seat that is to move."""

    acts: Mapping[type[Any], Act]
    legal: Callable[[Components, StarfarersState, Any], list[StarfarersAction]]
    deal: Callable[[Components, StarfarersState, Random], StarfarersAction] | None = None
    """In a phase of nature: what it does, with the odds of the pieces."""


def allowed(
    parts: Components,
    state: StarfarersState,
    actions: Iterable[StarfarersAction],
    wrong: Callable[[Components, StarfarersState, Any], Found],
) -> list[StarfarersAction]:
    """Those of the actions with which nothing is wrong, in their order."""
    return [action for action in actions if not wrong(parts, state, action)]


def of_seat(seat: Any) -> tuple[str, ...]:
    """A seat as the component that a violation names."""
    return (f"seat:{seat}",)


def of_resource(resource: str) -> tuple[str, ...]:
    """A resource as the component that a violation names."""
    return (f"resource:{resource}",)
