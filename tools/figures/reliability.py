"""Readings of photographs with truth: how each did, and whether the probabilities mean what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.readers import open_reader
from tools.figures.vision import entries_of
from vision.ink.truth import OUTCOMES, Outcome, judge_things, nothing_new

BINS = 10


class Shot(msgspec.Struct, frozen=True):
    """One photograph as it was read.

    `chances`: the probability of each thing, and whether it is there; `wrong`: what was read wrongly or missed;
    `asked`: the number of questions; `answer`: the reading (None: refused, `why`).
    """

    id: str
    level: str
    outcome: Outcome
    chances: tuple[tuple[float, bool], ...]
    wrong: tuple[str, ...]
    asked: int
    picture: Path
    answer: Any = None
    why: str = ""

    @property
    def badness(self) -> tuple[int, float]:
        """What puts the worst first: how it did, then its least likely truth."""
        unlikely = max((1 - p if there else p for p, there in self.chances), default=0.0)
        return (OUTCOMES.index(self.outcome), unlikely)


def truth_beside(photos: Path) -> Path:
    """The file with the truth of a list's photographs."""
    return photos.parent / "truth.jsonl"


def shots(kind: str, photos: Path) -> Iterator[Shot]:
    """Reads every photograph of a list whose folder holds `truth.jsonl`. Raises BadInput.

    That nothing new is drawn is an exact reading where nothing is.
    """
    truths = {str(row.get("id")): row for row in entries_of(truth_beside(photos))}
    reader = open_reader(kind, photos.parent)
    passed = {kind_of(name).nothing_new for name in kind_names()} - {""}
    for entry in entries_of(photos):
        name = str(entry.get("id"))
        if name not in truths:
            raise BadInput("photos.no_truth", "{photos}: {name!r} is not in truth.jsonl beside it", photos, name)
        image = entry["image"] if isinstance(entry["image"], str) else entry["image"][0]
        picture = photos.parent / image
        try:
            answer = reader.read(entry)
        except NotPossible as error:
            level = str(truths[name].get("level", ""))
            right = error.finding.code in passed and nothing_new(truths[name], entry)
            yield Shot(name, level, "exact" if right else "refused", (), (), 0, picture, None, str(error))
            continue
        yield _judged(name, picture, answer, truths[name], entry)


def _judged(name: str, picture: Path, answer: Any, truth: Mapping[str, Any], entry: Mapping[str, Any]) -> Shot:
    told = judge_things(answer.as_json(), truth, entry)
    level = str(truth.get("level", ""))
    return Shot(name, level, told.outcome, told.chances, told.wrong, told.asked, picture, answer)


class Bin(msgspec.Struct, frozen=True):
    """Chances between two probabilities: how many, their mean, and the share that is there."""

    count: int
    said: float
    there: float


def bins_of(chances: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Chances in ten equal ranges of probability, the empty ones left out."""
    found = []
    for number in range(BINS):
        here = [(p, there) for p, there in chances if min(int(p * BINS), BINS - 1) == number]
        if here:
            count = len(here)
            found.append(Bin(count, sum(p for p, _ in here) / count, sum(there for _, there in here) / count))
    return found


def calibration_error(chances: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error (Naeini 2015): the mean distance between what is said and what is, 0…1."""
    if not chances:
        return 0.0
    return sum(one.count * abs(one.said - one.there) for one in bins_of(chances)) / len(chances)
