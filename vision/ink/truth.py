"""A reading set against the truth: what was wrong, and whether a person would have been asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from vision.ink.reading import Reading

Pair = tuple[int, int]
Pairs = frozenset[Pair]
Outcome = Literal["exact", "asked", "refused", "silent"]
"""From best to worst: every line right; right once the questions are answered; no reading; wrong without a question."""
OUTCOMES: tuple[Outcome, ...] = ("exact", "asked", "refused", "silent")
HIDDEN = 0.5
"""Of a line that is covered by more than this, either answer is right."""


class Judged(msgspec.Struct, frozen=True):
    """`wrong`: lines read that are not there, and lines there that were not read; `doubted`: those asked about.

    `chances`: of every line that was read or doubted and can be judged its probability and whether it is there.
    """

    wrong: Pairs = frozenset()
    doubted: Pairs = frozenset()
    chances: tuple[tuple[float, bool], ...] = ()
    refused: bool = False

    @property
    def outcome(self) -> Outcome:
        """How the reading did."""
        if self.refused:
            return "refused"
        if not self.wrong:
            return "exact"
        return "silent" if self.wrong - self.doubted else "asked"


def pair_of(a: int, b: int) -> Pair:
    """The line between two stars, the smaller first."""
    return (a, b) if a < b else (b, a)


def judge_lines(reading: Reading | None, truth: Iterable[Mapping[str, Any]], known: Iterable[Iterable[int]]) -> Judged:
    """Judges a reading (None: refused) by the lines that are on the board: `a`, `b`, and `occluded` 0…1 where told.

    `known`: the record's lines; one that is not among the true ones lies under the frame, and may be listed or not.
    """
    if reading is None:
        return Judged(refused=True)
    rows = list(truth)
    there = frozenset(pair_of(row["a"], row["b"]) for row in rows)
    free = frozenset(pair_of(row["a"], row["b"]) for row in rows if row.get("occluded", 0.0) > HIDDEN)
    free |= frozenset(pair_of(*line) for line in known) - there
    read = frozenset(pair_of(line.a, line.b) for line in reading.lines if line.p >= 0.5)
    doubted = frozenset(pair_of(line.a, line.b) for line in reading.doubtful)
    chances = {pair_of(line.a, line.b): line.p for line in (*reading.lines, *reading.doubtful)}
    told = tuple((p, line in there) for line, p in sorted(chances.items()) if line not in free)
    return Judged((there ^ read) - free, doubted - free, told)
