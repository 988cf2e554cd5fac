"""Readings that the table corrected, kept as cases: every later version has to read them at least as well.

A case is a folder in the shape of a set of photographs, with one entry: `star_explorer.list.jsonl`, `truth.jsonl`, the
layout, the photographs, and the clean board where there was one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engines.errors import BadInput, NotPossible
from hardware.camera import Image
from pi_app.capture import Lines, Picture, load_picture, write_picture

if TYPE_CHECKING:
    from vision.truth import Judged

LIST = "star_explorer.list.jsonl"
FIGURES = "figures.json"


class Case(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A board as it was read and what the table said was drawn on it."""

    frames: tuple[Image, ...]
    layout: bytes
    drawn: Lines
    """This round's lines, as the table confirmed them."""
    known: Lines = ()
    expect: dict[str, Any] | None = None
    blank: Picture | None = None


class Figures(msgspec.Struct, frozen=True):
    """How a version read the kept cases."""

    version: str
    outcomes: dict[str, str]


class CaseShelf:
    """The kept cases, `cases/<number>` in the data folder, the latest `most` of them."""

    def __init__(self, root: Path, most: int = 50) -> None:
        self.root = root
        self._most = most

    def keep(self, case: Case) -> Path:
        """Write a case and let the oldest go. Raises OSError where the folder cannot be written."""
        number = 1 + max((int(folder.name) for folder in self.folders()), default=0)
        folder, fresh = self.root / f"{number:06d}", self.root / f".{number:06d}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        _write(fresh, case, f"case_{number:06d}")
        os.replace(fresh, folder)
        for old in self.folders()[: -self._most]:
            shutil.rmtree(old, ignore_errors=True)
        return folder

    def folders(self) -> list[Path]:
        """The folders of the cases, oldest first."""
        if not self.root.is_dir():
            return []
        return sorted(folder for folder in self.root.iterdir() if folder.name.isdecimal() and (folder / LIST).is_file())

    def figures(self) -> Figures | None:
        """How the version that last measured them read the cases; None where none has."""
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode((self.root / FIGURES).read_bytes(), type=Figures)
        return None

    def keep_figures(self, figures: Figures) -> None:
        """Remember how this version reads the cases. Raises OSError where the folder cannot be written."""
        fresh = self.root / f"{FIGURES}.new"
        fresh.write_bytes(msgspec.json.encode(figures))
        os.replace(fresh, self.root / FIGURES)


def _write(folder: Path, case: Case, name: str) -> None:
    entry: dict[str, Any] = {"id": name, "layout": "layout.json", "known": case.known}
    (folder / "layout.json").write_bytes(case.layout)
    entry["image"] = [f"photo{number}.jpg" for number in range(1, len(case.frames) + 1)]
    for frame, file in zip(case.frames, entry["image"], strict=True):
        write_picture(frame, folder / file)
    if case.blank is not None:
        entry["blank"] = "blank.jpg"
        write_picture(load_picture(case.blank), folder / "blank.jpg")
    if case.expect is not None:
        entry["expect"] = case.expect
    new = [{"a": min(line), "b": max(line), "new": True, "occluded": 0.0} for line in case.drawn]
    old = [{"a": min(line), "b": max(line), "new": False, "occluded": 1.0} for line in case.known]
    _lines(folder / "truth.jsonl", {"id": name, "lines": new + old})
    _lines(folder / LIST, entry)


def _lines(path: Path, row: dict[str, Any]) -> None:
    path.write_bytes(msgspec.json.encode(row) + b"\n")


def replay(folders: Sequence[Path]) -> Iterator[tuple[str, Judged]]:
    """Reads each case anew: its name, and how it was read by what the table had confirmed. Raises BadInput."""
    from vision.truth import judge_lines

    for folder in folders:
        entry, truth = (_row(folder / name) for name in (LIST, "truth.jsonl"))
        try:
            yield folder.name, judge_lines(_read(folder, entry), truth["lines"], entry.get("known", ()))
        except (KeyError, TypeError, OSError) as error:
            raise BadInput(f"{folder}: expected a case as Planisphere keeps it: {error!r}") from error


def _row(path: Path) -> dict[str, Any]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: expected one JSON object: {error}") from error


def _read(folder: Path, entry: dict[str, Any]) -> Any:
    from vision import opencv
    from vision.disc import read_disc
    from vision.layout import parse_layout

    images = [entry["image"]] if isinstance(entry["image"], str) else entry["image"]
    blank = entry.get("blank")
    try:
        return read_disc(
            [opencv.load(str(folder / image)) for image in images],
            parse_layout((folder / entry["layout"]).read_bytes()),
            blank=None if blank is None else opencv.load(str(folder / blank)),
            known=entry.get("known", ()),
            expect=entry.get("expect"),
        )
    except NotPossible:
        return None


def worse(before: Figures, now: Figures) -> list[str]:
    """The cases that are read worse now than before, by name."""
    from vision.truth import OUTCOMES

    rank: dict[str, int] = {outcome: place for place, outcome in enumerate(OUTCOMES)}
    shared = now.outcomes.keys() & before.outcomes.keys()
    return sorted(name for name in shared if rank[now.outcomes[name]] > rank.get(before.outcomes[name], len(rank)))
