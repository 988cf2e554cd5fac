"""Readings that the table corrected or confirmed, kept as cases: later versions have to read them at least as well.

A case is a folder in the shape of a set of photographs, with one entry: `KIND.list.jsonl`,
`truth.jsonl`, the layout, the photographs, and the clean board where there was one. Sets of one photograph that were
made otherwise are read as well.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import bytes_of, write_whole
from hardware.camera import Image
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.query import Query, load_picture, write_picture

if TYPE_CHECKING:
    from pi_app.camera.kind import CameraKind
    from vision.ink.truth import JudgedThings

FIGURES: Final = "figures.json"


class Case(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A board as it was read, and what the table said lies or is drawn on it."""

    query: Query
    frames: tuple[Image, ...]
    truth: dict[str, Any]
    """What is there, as in a `truth.jsonl`."""
    confirmed: bool = False
    """Whether it was read rightly."""


def corrected(query: Query, frames: tuple[Image, ...], proposed: Any, confirmed: Any) -> Case | None:
    """The case of a reading (`proposed`, a game's own draft) that the table confirmed otherwise; None where it did not,
    or where what is there cannot be said."""
    kind = kind_of(query.kind)
    truth, seen = kind.truth(query, confirmed), kind.truth(query, proposed)
    if truth is None or seen is None or truth == seen:
        return None
    return Case(query=query, frames=frames, truth=truth)


class Figures(msgspec.Struct, frozen=True):
    """How a version read the kept cases."""

    version: str
    outcomes: dict[str, str]


class CaseShelf:
    """The kept cases, `cases/<number>` in the data folder: the latest `most` that were corrected, and of each kind
    the latest `most_confirmed` of those that were confirmed. A case takes about half a megabyte."""

    def __init__(self, root: Path, most: int = 50, most_confirmed: int = 24) -> None:
        self.root = root
        self._most, self._most_confirmed = most, most_confirmed

    def keep(self, case: Case) -> Path:
        """Write a case and let the oldest of its sort go. Raises OSError where the folder cannot be written."""
        number = 1 + max((int(folder.name) for folder in self.folders()), default=0)
        folder, fresh = self.root / f"{number:06d}", self.root / f".{number:06d}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        _write(fresh, case, f"case_{number:06d}")
        os.replace(fresh, folder)
        same = [one for one in self.folders() if _is_confirmed(one) == case.confirmed]
        if case.confirmed:
            same = [one for one in same if kind_of_case(one) == case.query.kind]
        for old in same[: -(self._most_confirmed if case.confirmed else self._most)]:
            shutil.rmtree(old, ignore_errors=True)
        return folder

    def folders(self) -> list[Path]:
        """The folders of the cases, oldest first."""
        if not os.path.isdir(self.root):
            return []
        return sorted(folder for folder in self.root.iterdir() if folder.name.isdecimal() and kind_of_case(folder))

    def figures(self) -> Figures | None:
        """How the version that last measured them read the cases; None where none has."""
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(bytes_of(self.root / FIGURES), type=Figures)
        return None

    def keep_figures(self, figures: Figures) -> None:
        """Remember how this version reads the cases. Raises OSError where the folder cannot be written."""
        write_whole(self.root / FIGURES, msgspec.json.encode(figures))


def kind_of_case(folder: Path) -> str | None:
    """The kind of board in a case; None for a folder that is none, or in which something is no file."""
    if not all(path.is_file() for path in folder.glob("*")):
        return None
    return next((name for name in kind_names() if (folder / f"{name}.list.jsonl").is_file()), None)


def _is_confirmed(folder: Path) -> bool:
    """Whether a case was read rightly; a damaged one counts as corrected."""
    try:
        return row_of(folder / f"{kind_of_case(folder)}.list.jsonl").get("confirmed") is True
    except BadInput:
        return False


def _write(folder: Path, case: Case, name: str) -> None:
    query = case.query
    entry: dict[str, Any] = {"id": name, "layout": "layout.json", **query.record}
    (folder / "layout.json").write_bytes(query.layout)
    entry |= {"confirmed": True} if case.confirmed else {}
    entry["image"] = [f"photo{number}.jpg" for number in range(1, len(case.frames) + 1)]
    for frame, file in zip(case.frames, entry["image"], strict=True):
        write_picture(frame, folder / file)
    for what, picture in query.pictures.items():
        entry[what] = f"{what}.jpg"
        write_picture(load_picture(picture), folder / entry[what])
    _lines(folder / "truth.jsonl", {"id": name, **case.truth})
    _lines(folder / f"{query.kind}.list.jsonl", entry)


def _lines(path: Path, row: dict[str, Any]) -> None:
    path.write_bytes(msgspec.json.encode(row) + b"\n")


def replay(folders: Sequence[Path], habits: dict[str, Any] | None = None) -> Iterator[tuple[str, JudgedThings]]:
    """Reads each case anew: its name, and how it was read by what the table had confirmed. `habits`: as in a `Query`.

    Raises BadInput.
    """
    from pi_app.camera.entries import KindReader
    from vision.ink.truth import JudgedThings, judge_things

    for folder in folders:
        name = kind_of_case(folder)
        if name is None:
            raise BadInput("case.no_list", "{folder}: expected a case as Planisphere keeps it: no list in it", folder)
        entry, truth = (row_of(folder / file) for file in (f"{name}.list.jsonl", "truth.jsonl"))
        try:
            kind = kind_of(name)
            reading = KindReader(kind, folder, habits).read(entry).as_json()
            yield folder.name, judge_things(kind.counted(reading), kind.counted(truth), entry)
        except NotPossible:
            yield folder.name, JudgedThings("refused")
        except BadInput as error:
            raise BadInput("case.wrong", "case {case}: {problem}", folder.name, error) from error
        except (KeyError, TypeError, AttributeError, OSError) as error:
            raise BadInput(
                "case.not_ours", "{folder}: expected a case as Planisphere keeps it: {problem}", folder, repr(error)
            ) from error


def case_inputs(kind: CameraKind, folder: Path) -> tuple[tuple[Image, ...], Query, dict[str, Any]]:
    """The frames of a case of that kind, what is asked of them, and what is there. Raises BadInput."""
    from pi_app.camera.entries import named_images, query_of_entry
    from pi_app.camera.kind import Memory

    entry = row_of(folder / f"{kind.name}.list.jsonl")
    frames = tuple(load_picture(folder / name) for name in named_images(entry))
    return frames, query_of_entry(kind, entry, folder, Memory()), row_of(folder / "truth.jsonl")


def row_of(path: Path) -> dict[str, Any]:
    """The one JSON object of a case's list or truth. Raises BadInput."""
    try:
        return msgspec.json.decode(bytes_of(path), type=dict[str, Any])
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput("case.no_object", "{path}: expected one JSON object: {problem}", path, error) from error


def worse(before: Figures, now: Figures) -> list[str]:
    """The cases that are read worse now than before, by name."""
    from vision.ink.truth import OUTCOMES

    rank: dict[str, int] = {outcome: place for place, outcome in enumerate(OUTCOMES)}
    shared = now.outcomes.keys() & before.outcomes.keys()
    return sorted(name for name in shared if rank[now.outcomes[name]] > rank.get(before.outcomes[name], len(rank)))
