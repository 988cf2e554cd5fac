"""What is touched reaches the method of its step that does it, with all that the command says."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, signature
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engines.registry import load
from pi_app.games.app_game import app_of, offered
from pi_app.presenters.rooms import ROOMS
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Command, Press, StepView


def steps() -> Iterator[type[StepPresenter]]:
    """Every step of every game and of the rooms that all share."""
    places = [
        place for game in offered() for place in (*app_of(game).screens().values(), *app_of(game).rooms().values())
    ]
    for place in (*places, *ROOMS.values()):
        step = load(place)
        if isinstance(step, type) and issubclass(step, StepPresenter):
            yield step


WAYS = sorted({(step, *way) for step in steps() for way in step.methods.items()}, key=str)


@pytest.mark.parametrize(("step", "kind", "name"), [way for way in WAYS if isinstance(way[1], type)])
def test_a_method_takes_what_its_command_says(step: type[StepPresenter], kind: type[Command], name: str) -> None:
    method = getattr(step, name)
    hints = get_type_hints(method, include_extras=True)
    said = [field.type for field in msgspec.structs.fields(kind)]
    taken = list(signature(method).parameters.values())[1:]
    assert all(p.default is not Parameter.empty for p in taken[len(said) :])
    assert all(fits(what, hints[p.name]) for what, p in zip(said, taken[: len(said)], strict=True))


def fits(said: object, taken: object) -> bool:
    """Whether a value of that type may be given where the other one is taken."""
    return said == taken or set(get_args(said) or (said,)) <= set(get_args(taken))


def test_a_word_says_the_method_that_is_called_and_its_values() -> None:
    class Step(StepPresenter):
        def view(self) -> StepView:
            raise NotImplementedError

        @on("lay")
        def lay_down(self, card: str, slot: int) -> None:
            laid.append((card, slot))

        @on()
        def fold(self) -> None:
            laid.append(("fold", 0))

    class Another(Step):
        def lay_down(self, card: str, slot: int) -> None:
            laid.append((card, -slot))

    laid: list[tuple[str, int]] = []
    nav: Any = None
    lay, fold = does(Another(nav).lay_down, "moon", 3), does(Another(nav).fold)
    assert (lay.key, fold.key) == ("lay.moon.3", "fold")
    for step in (Step(nav), Another(nav)):
        step.do(lay)
        step.do(fold)
        step.do(Press("unknown"))
    assert laid == [("moon", 3), ("fold", 0), ("moon", -3), ("fold", 0)]


def test_a_step_does_most_of_what_can_be_touched() -> None:
    assert len(WAYS) > 150
