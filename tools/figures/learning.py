"""What tables gain from their own boards: how the rest of each is read before and after it learnt from the first ones.

The photographs are those of `planisphere photos GAME --tables`, where each design is a table's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from pi_app.camera.cases import CaseShelf, replay
from pi_app.camera.kind import FEWEST_BOARDS
from pi_app.camera.kinds import kind_of
from pi_app.camera.learnt import Learner
from tools.figures.reliability import truth_beside
from tools.figures.vision import entries_of
from vision.ink.truth import OUTCOMES

WITHOUT = ("blank", "before")
"""Pictures that bare boards are read without."""


class Gain(msgspec.Struct, frozen=True):
    """Outcomes of a table's other boards, with `questions`: before it learnt and after. `learnt`: whether it did."""

    table: str
    learnt: bool
    before: Counter[str]
    after: Counter[str]


def gains(photos: Path, bare: bool = False, first: int = FEWEST_BOARDS) -> Iterator[Gain]:
    """For each table of the list `photos`, what it gains from its `first` boards. Raises BadInput.

    `bare`: without the photographs of clean boards and of earlier ones.
    """
    kind = photos.name.split(".")[0]
    entries = {str(entry.get("id")): entry for entry in entries_of(photos)}
    truths = [truth for truth in entries_of(truth_beside(photos)) if str(truth.get("id")) in entries]
    for table in dict.fromkeys(str(truth.get("design")) for truth in truths):
        with tempfile.TemporaryDirectory() as name:
            own = [(entries[str(truth["id"])], truth) for truth in truths if truth.get("design") == table]
            cases = [_case(Path(name), kind, number, photos.parent, *row, bare) for number, row in enumerate(own)]
            shelf = CaseShelf(Path(name) / "first")
            shelf.root.mkdir()
            for case in cases[:first]:
                case.rename(shelf.root / case.name)
            learner = Learner(Path(name) / "learnt.json", shelf)
            learner.learn()
            habits = learner.habits(kind)
            yield Gain(table, bool(habits), _counted(cases[first:]), _counted(cases[first:], habits))


def _case(
    root: Path, kind: str, number: int, photos: Path, entry: dict[str, Any], truth: dict[str, Any], bare: bool
) -> Path:
    """A board as a kept case: a folder with its line of the list, the photographs where they are."""
    folder = root / f"{number:06d}"
    folder.mkdir()
    files = {name: entry[name] for name in ("layout", "image", *kind_of(kind).others) if entry.get(name)}
    there = {name: _paths(photos, value) for name, value in files.items() if not (bare and name in WITHOUT)}
    row = {name: value for name, value in entry.items() if name not in files} | there
    (folder / f"{kind}.list.jsonl").write_bytes(msgspec.json.encode(row))
    (folder / "truth.jsonl").write_bytes(msgspec.json.encode(truth))
    return folder


def _paths(photos: Path, value: str | list[str]) -> str | list[str]:
    if isinstance(value, list):
        return [str((photos / one).absolute()) for one in value]
    return str((photos / value).absolute())


def _counted(cases: Sequence[Path], habits: dict[str, Any] | None = None) -> Counter[str]:
    counts: Counter[str] = Counter()
    for _name, judged in replay(cases, habits):
        counts[judged.outcome] += 1
        counts["questions"] += judged.asked
    return counts


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in (*OUTCOMES, "questions"))


def main() -> int:
    """Print a line a table, and the sums."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures.learning", description=__doc__)
    parser.add_argument("photos", type=Path, help="the list of a set made with --tables")
    parser.add_argument("--bare", action="store_true", help="without photographs of clean boards and of earlier ones")
    parser.add_argument("--first", type=int, default=FEWEST_BOARDS, metavar="N", help="boards that a table learns from")
    args = parser.parse_args()
    before, after = Counter[str](), Counter[str]()
    try:
        for gain in gains(args.photos, args.bare, args.first):
            told = _words(gain.after) if gain.learnt else "learnt nothing"
            print(f"{gain.table}: {_words(gain.before)} -> {told}", flush=True)
            before += gain.before
            after += gain.after
    except BadInput as error:
        print(f"learning: {error}", file=sys.stderr)
        return 2
    print(f"all: {_words(before)} -> {_words(after)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
