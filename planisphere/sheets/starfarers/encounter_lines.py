"""An encounter card line by line, as its reader finds it printed: what follows an answer stands indented below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engines.starfarers import pack
from engines.starfarers.pack import EncounterCard, Neighbour, Step
from pi_app.games.starfarers.encounter_words import question, sentence
from pi_app.games.starfarers.words import count_words

YES: Final = "yes"
NO: Final = "no"
NEIGHBOURS: Final[dict[Neighbour, str]] = {
    "R1": "the player on your right",
    "R2": "the second player on your right",
    "L1": "the player on your left",
    "L2": "the second player on your left",
}
ENDS: Final = {"combat": ("won", "lost"), "race": ("won", "lost"), "boosters": ("away", "caught")}
NOTHING: Final = "Nothing happens."


class Line(NamedTuple):
    """One line of a card."""

    depth: int
    condition: str
    """When it counts: `2 cards`, `yes`, `won`, `1-2`; nothing for what always follows."""
    text: str


def outline(card: EncounterCard) -> list[Line]:
    """All its lines."""
    return list(_outline(card, card.steps, 0))


def _outline(card: EncounterCard, steps: tuple[Step, ...], depth: int, condition: str = "") -> Iterator[Line]:
    said: list[str] = []
    for step in steps:
        branches = _branches(step)
        said.append(_said(card, step))
        if branches or isinstance(step, pack.Gift):
            yield Line(depth, condition, " ".join(said))
            said, condition = [], ""
            for label, branch in branches:
                yield from _outline(card, branch, depth + 1, label)
    if said or condition:
        yield Line(depth, condition, " ".join(said) or NOTHING)


def _said(card: EncounterCard, step: Step) -> str:
    if isinstance(step, pack.Ask):
        return question(card, step)
    return sentence(step, NEIGHBOURS[step.against] if isinstance(step, pack.Contest) else "")


def _branches(step: Step) -> list[tuple[str, tuple[Step, ...]]]:
    if isinstance(step, pack.Ask):
        return [(YES, step.yes), (NO, step.no)]
    if isinstance(step, pack.Contest):
        won, lost = ENDS[step.of]
        return [(won, step.win), (lost, step.lose)]
    if isinstance(step, pack.Gift):
        return [(count_words(int(n)), branch) for n, branch in step.results.items()]
    if isinstance(step, pack.Shake):
        return [(text.replace("-", " or "), branch) for text, branch in step.bands.items()]
    return []
