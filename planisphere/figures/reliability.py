"""Readings of photographs with truth: how each did, and whether the probabilities mean what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from planisphere.figures.vision import entries_of
from planisphere.readings import open_reader
from vision.truth import HIDDEN, OUTCOMES, Outcome

Thing = tuple[Any, ...]
"""Something on a board as it is compared: its kind, then what tells it from others."""
SURE = 0.5
"""Of what is at least as probable as this it is said that it is there."""
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
    """Reads every photograph of a list whose folder holds `truth.jsonl`. Raises BadInput."""
    truths = {str(row.get("id")): row for row in entries_of(truth_beside(photos))}
    reader = open_reader(kind, photos.parent)
    for entry in entries_of(photos):
        name = str(entry.get("id"))
        if name not in truths:
            raise BadInput(f"{photos}: {name!r} is not in truth.jsonl beside it")
        image = entry["image"] if isinstance(entry["image"], str) else entry["image"][0]
        picture = photos.parent / image
        try:
            answer = reader.read(entry)
        except NotPossible as error:
            level = str(truths[name].get("level", ""))
            yield Shot(name, level, "refused", (), (), 0, picture, None, str(error))
            continue
        yield _judged(name, picture, answer, truths[name], entry)


def _judged(name: str, picture: Path, answer: Any, truth: Mapping[str, Any], entry: Mapping[str, Any]) -> Shot:
    reading = answer.as_json()
    there, free = set(things(truth)), _either_way(truth)
    free |= _recorded(entry) - there
    found, asked = things(reading), things(reading, asked=True)
    read = {thing for thing, p in found.items() if p >= SURE}
    wrong = (there ^ read) - free
    chances = tuple((p, thing in there) for thing, p in (asked | found).items() if thing not in free)
    outcome: Outcome = "exact" if not wrong else "silent" if wrong - asked.keys() else "asked"
    said = tuple(sorted(f"{_words(thing)} {'missed' if thing in there else 'read'}" for thing in wrong))
    return Shot(name, str(truth.get("level", "")), outcome, chances, said, len(asked.keys() - free), picture, answer)


def _recorded(entry: Mapping[str, Any]) -> set[Thing]:
    """The record's lines; those that are not among the true ones lie under a frame."""
    boards = entry.get("boards") or {}
    found = {("line", name, *_pair(line)) for name, told in boards.items() for line in told.get("known", ())}
    return found | {("line", *_pair(line)) for line in entry.get("known", ())}


def _pair(line: Sequence[Any]) -> tuple[str, str]:
    first, second = sorted((str(line[0]), str(line[1])))
    return first, second


def _either_way(truth: Mapping[str, Any]) -> set[Thing]:
    """What is too much covered for either answer to be wrong."""
    covered = [row for row in truth.get("lines", ()) if row.get("occluded", 0.0) > HIDDEN]
    covered_cards = [row for row in truth.get("cards", ()) if row.get("hidden")]
    return set(things({"lines": covered, "cards": covered_cards}))


def things(row: Mapping[str, Any], asked: bool = False) -> dict[Thing, float]:
    """Everything on a board, or on the boards of a table, of a reading or of its truth, with its probability.

    `asked`: only what is doubtful.
    """
    found: dict[Thing, float] = {}
    seen: Counter[Thing] = Counter()
    for part in ("doubtful",) if asked else ("lines", "shooting_stars", "tiles", "cards", "balls"):
        for one in row.get(part) or ():
            for thing in _things_of(part, one):
                seen[thing] += 1
                same = thing if thing[0] in ("line", "shooting star") else (*thing, seen[thing])
                found[same] = _p(one, row)
    for board in row.get("boards") or ():
        for (kind, *rest), p in things(board.get("reading", board), asked).items():
            found[kind, board["name"], *rest] = p
    return found


def _p(one: Any, row: Mapping[str, Any]) -> float:
    return float(one.get("p", 1.0)) if isinstance(one, Mapping) else float(row.get("p", 1.0))


def _things_of(part: str, row: Any) -> Iterator[Thing]:
    if not isinstance(row, Mapping):
        pair = part == "shooting_stars" and len(row) == 2
        yield ("shooting star", *_pair(row)) if pair else ("ball", str(row))
    elif "a" in row and "b" in row:
        yield ("line", *_pair((row["a"], row["b"])))
    elif "from" in row and "to" in row:
        yield ("shooting star", *_pair((row["from"], row["to"])))
    elif "tile" in row:
        yield ("tile", str(row["tile"]))
    elif "area" in row:
        yield ("card", *(str(row.get(field)) for field in ("area", "slot", "type", "number", "stars", "face_down")))


def _words(thing: Thing) -> str:
    kind, *rest = thing
    if kind in ("line", "shooting star"):
        *board, first, second = rest
        return " ".join([kind, *board, f"{first}-{second}"])
    return f"{kind} {' '.join(part for part in map(str, rest) if part not in ('None', 'False'))}"


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
