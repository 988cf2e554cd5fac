"""Encounter cards as programs: a list of instructions, each a verb and where the program goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from engines.errors import BadInput
from engines.starfarers.pack import Ask, Contest, EncounterCard, Gift, Shake, Step

END: Final = -1
"""Where a program is when the card is done."""
SUMS: Final = range(7)
"""What two balls can show."""


class Instruction(NamedTuple):
    """One verb of a card and the instructions that may follow it.

    `then` is indexed by the outcome: a gift by the number of cards, a shake by its sum, a question and a contest by 0
    (no, lost) and 1 (yes, won), everything else by 0.
    """

    verb: Step
    then: tuple[int, ...]


class Program(NamedTuple):
    """A card ready to be played: its instructions and the first one."""

    card: EncounterCard
    instructions: tuple[Instruction, ...]
    start: int


def compile_card(card: EncounterCard) -> Program:
    """The program of a card. Raises BadInput where the number of a result or a band cannot be read."""
    instructions: list[Instruction] = []
    start = _emit_all(instructions, card.steps, END)
    return Program(card, tuple(instructions), start)


def _emit_all(instructions: list[Instruction], steps: tuple[Step, ...], after: int) -> int:
    """Adds the steps, the last one first; returns where they begin."""
    for step in reversed(steps):
        instructions.append(Instruction(step, _then(instructions, step, after)))
        after = len(instructions) - 1
    return after


def _then(instructions: list[Instruction], step: Step, after: int) -> tuple[int, ...]:
    if isinstance(step, Ask):
        return _emit_all(instructions, step.no, after), _emit_all(instructions, step.yes, after)
    if isinstance(step, Contest):
        return _emit_all(instructions, step.lose, after), _emit_all(instructions, step.win, after)
    if isinstance(step, Gift) and step.results:
        return _by_number(instructions, step.results, range(step.most + 1), after)
    if isinstance(step, Shake):
        return _by_number(instructions, step.bands, SUMS, after)
    return (after,) * (step.most + 1) if isinstance(step, Gift) else (after,)


Branches: TypeAlias = dict[str, tuple[Step, ...]]


def _by_number(
    instructions: list[Instruction], branches: Branches, numbers: Iterable[int], after: int
) -> tuple[int, ...]:
    starts: dict[int, int] = {}
    for text, steps in branches.items():
        start = _emit_all(instructions, steps, after)
        starts.update(dict.fromkeys(span(text), start))
    return tuple(starts.get(number, after) for number in numbers)


def span(text: str) -> range:
    """The numbers that `2` or `1-2` names. Raises BadInput for other texts."""
    first, dash, last = text.partition("-")
    if not first.isdecimal() or not (last.isdecimal() or not dash):
        raise BadInput("encounter.span", "encounter: {text!r}, expected a number or a span such as 1-2", text)
    return range(int(first), int(last or first) + 1)
