"""Readings that the table corrected, kept as cases: every later version has to read them at least as well.

A case is a folder in the shape of a set of photographs, with one entry: `GAME.list.jsonl` (or `tiles`, `balls`),
`truth.jsonl`, the layout, the photographs, and the clean board where there was one. Sets of one photograph that were
made otherwise are read as well.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from engines.errors import BadInput, NotPossible
from hardware.camera import Image
from pi_app.capture import BoardReader, Kind, Picture, ReadRequest, load_picture, write_picture

if TYPE_CHECKING:
    from vision.ink.things import JudgedThings

ListName = Literal["star_explorer", "look_at_the_stars", "stellar", "tiles", "balls"]
LISTS: Final[tuple[ListName, ...]] = ("star_explorer", "look_at_the_stars", "stellar", "tiles", "balls")
_BOARDS: Final[dict[ListName, Kind]] = {"star_explorer": "star_disc", "look_at_the_stars": "slate", "stellar": "cards"}
FIGURES = "figures.json"


class Case(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A board as it was read, and what the table said lies or is drawn on it."""

    reader: ListName
    frames: tuple[Image, ...]
    layout: bytes
    truth: dict[str, Any]
    """What is there, as in a `truth.jsonl`."""
    told: dict[str, Any] = {}
    """What the record knew, as in a list of photographs: `known`, `expect` and the like."""
    pictures: dict[str, Picture] = {}
    """Other pictures that the reading had: `blank`, `calibration`."""


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
        return sorted(folder for folder in self.root.iterdir() if folder.name.isdecimal() and _list_of(folder))

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


def _list_of(folder: Path) -> ListName | None:
    return next((name for name in LISTS if (folder / f"{name}.list.jsonl").is_file()), None)


def _write(folder: Path, case: Case, name: str) -> None:
    entry: dict[str, Any] = {"id": name, "layout": "layout.json", **case.told}
    (folder / "layout.json").write_bytes(case.layout)
    entry["image"] = [f"photo{number}.jpg" for number in range(1, len(case.frames) + 1)]
    for frame, file in zip(case.frames, entry["image"], strict=True):
        write_picture(frame, folder / file)
    for what, picture in case.pictures.items():
        entry[what] = f"{what}.jpg"
        write_picture(load_picture(picture), folder / entry[what])
    _lines(folder / "truth.jsonl", {"id": name, **case.truth})
    _lines(folder / f"{case.reader}.list.jsonl", entry)


def _lines(path: Path, row: dict[str, Any]) -> None:
    path.write_bytes(msgspec.json.encode(row) + b"\n")


def replay(folders: Sequence[Path]) -> Iterator[tuple[str, JudgedThings]]:
    """Reads each case anew: its name, and how it was read by what the table had confirmed. Raises BadInput."""
    from vision.ink.things import JudgedThings, judge_things

    for folder in folders:
        name = _list_of(folder)
        if name is None:
            raise BadInput(f"{folder}: expected a case as Planisphere keeps it: no list in it")
        entry, truth = (_row(folder / file) for file in (f"{name}.list.jsonl", "truth.jsonl"))
        try:
            reading = _read(name, folder, entry)
            yield folder.name, judge_things(_seen(reading), _seen(truth), entry)
        except NotPossible:
            yield folder.name, JudgedThings("refused")
        except BadInput as error:
            raise BadInput(f"case {folder.name}: {error}") from error
        except (KeyError, TypeError, AttributeError, OSError) as error:
            raise BadInput(f"{folder}: expected a case as Planisphere keeps it: {error!r}") from error


def _row(path: Path) -> dict[str, Any]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: expected one JSON object: {error}") from error


def _seen(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """What of a reading or its truth counts: a back beside a telescope is no card of the notebook."""
    if "cards" not in row:
        return row
    return {**row, "cards": [c for c in row["cards"] if c.get("slot") is not None or not c.get("face_down")]}


# Reading ------------------------------------------------------------------------------------------------------------


def _read(name: ListName, folder: Path, entry: dict[str, Any]) -> dict[str, Any]:
    """The reading of a case as JSON. Raises NotPossible where there is none, BadInput for what is no picture."""
    images = [entry["image"]] if isinstance(entry["image"], str) else entry["image"]
    case = _Kept(folder, entry, tuple(load_picture(folder / image) for image in images))
    return _OTHERS[name](case) if name in _OTHERS else _read_board(_BOARDS[name], case)


class _Kept(msgspec.Struct, frozen=True, eq=False):
    """A case from its folder."""

    folder: Path
    entry: dict[str, Any]
    frames: tuple[Image, ...]

    @property
    def layout(self) -> bytes:
        """The layout's JSON."""
        return (self.folder / str(self.entry["layout"])).read_bytes()

    def picture(self, what: str) -> Path | None:
        """The file of one of its other pictures."""
        return None if self.entry.get(what) is None else self.folder / self.entry[what]


def _read_board(kind: Kind, case: _Kept) -> dict[str, Any]:
    request = ReadRequest(
        frames=case.frames,
        layout=case.layout,
        kind=kind,
        blank=case.picture("blank"),
        known=tuple(map(tuple, case.entry.get("known", ()))),
        known_shooting_stars=tuple(map(tuple, case.entry.get("known_shooting_stars", ()))),
        expect=case.entry.get("expect"),
    )
    seen = _board_reader().read(request)
    reading: dict[str, Any] = getattr(seen, "reading", seen).as_json()
    return reading


@cache
def _board_reader() -> BoardReader:
    return BoardReader()


def _read_tiles(case: _Kept) -> dict[str, Any]:
    from pi_app.capture_tiles import parse_beside
    from vision.tiles.layout import parse_tiles
    from vision.tiles.read import read_tiles

    if bytes(parse_beside(case.layout).board):
        return _read_board("tiles", case)
    expect, remaining = (case.entry.get(name) or () for name in ("expect", "remaining"))
    return read_tiles(case.frames, parse_tiles(case.layout), expect=expect, remaining=remaining).as_json()


def _read_balls(case: _Kept) -> dict[str, Any]:
    from vision.balls.layout import parse_balls
    from vision.balls.read import prepare_evening, read_balls

    layout, photo = parse_balls(case.layout), case.picture("calibration")
    evening = None if photo is None else prepare_evening(load_picture(photo), layout)
    return read_balls(case.frames, layout, evening=evening).as_json()


_OTHERS: Final[dict[ListName, Callable[[_Kept], dict[str, Any]]]] = {"tiles": _read_tiles, "balls": _read_balls}
"""What is read otherwise than the boards of a table."""


def worse(before: Figures, now: Figures) -> list[str]:
    """The cases that are read worse now than before, by name."""
    from vision.ink.truth import OUTCOMES

    rank: dict[str, int] = {outcome: place for place, outcome in enumerate(OUTCOMES)}
    shared = now.outcomes.keys() & before.outcomes.keys()
    return sorted(name for name in shared if rank[now.outcomes[name]] > rank.get(before.outcomes[name], len(rank)))
