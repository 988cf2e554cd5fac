"""Looking into a step as a value: its buttons by their keys, what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pi_app.presenters.standing import SheetStage
from pi_app.steps.view import (
    AnswerButton,
    Board,
    Grid,
    Part,
    SeatTab,
    SeatTabs,
    Slide,
    StepView,
    Tap,
    Taps,
    Tone,
    Words,
)


def parts(view: StepView) -> Iterator[Part]:
    """Every part of a step: stage, tabs, panel, and what they hold."""
    for part in (view.stage, *view.tabs, *view.blocks()):
        yield from _within(part)


def _within(part: Part) -> Iterator[Part]:
    yield part
    inner: tuple[Part, ...] = ()
    if isinstance(part, Taps | Grid):
        inner = part.taps
    elif isinstance(part, Slide):
        inner = part.parts
    elif isinstance(part, Board):
        inner = part.board, part.words
    elif isinstance(part, SheetStage):
        inner = part.ways
    for each in inner:
        yield from _within(each)


def taps(view: StepView) -> dict[str, Tap]:
    """Its buttons by their keys."""
    return {part.does.key: part for part in parts(view) if isinstance(part, Tap)}


def answers(view: StepView) -> dict[str, AnswerButton]:
    """Its answers by their keys."""
    return {part.does.key: part for part in parts(view) if isinstance(part, AnswerButton)}


def says(view: StepView) -> tuple[str, ...]:
    """Its titles and sentences."""
    said = [part.text for part in parts(view) if isinstance(part, Words)]
    for part in parts(view):
        if isinstance(part, Grid):
            said += [part.title, *part.words]
    return tuple(said)


def problems(view: StepView, tone: Tone) -> tuple[str, ...]:
    """What it says is wrong (tone `wrong`), or doubtful (`ask`)."""
    words = (part for part in parts(view) if isinstance(part, Words) and part.icon == "warn")
    return tuple(part.text for part in words if part.tone == tone)


P = TypeVar("P", bound=Part)


def part_of(view: StepView, kind: type[P]) -> P | None:
    """Its first part of that kind."""
    return next(iter(parts_of(view, kind)), None)


def parts_of(view: StepView, kind: type[P]) -> list[P]:
    """Its parts of that kind."""
    return [part for part in parts(view) if isinstance(part, kind)]


def seat_tabs(view: StepView) -> tuple[SeatTab, ...]:
    """The players in whose turn all play at once."""
    return view.seats.tabs if isinstance(view.seats, SeatTabs) else ()


def scene(view: StepView) -> Any:
    """What its board shows."""
    stage: Any = view.stage.board if isinstance(view.stage, Board) else view.stage
    return stage.scene
