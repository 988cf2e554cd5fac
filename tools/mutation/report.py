"""What a run found, and where it is kept: figures in `docs/measurements`, reasons of survivors in `survivors.toml`."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from planisphere.commands.simulate import wilson
from tools.measurements.data import Figure, Measurements

SURVIVORS: Final = Path(__file__).parent / "survivors.toml"
WANTED: Final = 90.0
"""Per cent of the mutants that are to be killed."""


class Survivor(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was changed, as it stands in the module and as it stood in the mutant, and why no test can notice it."""

    module: str
    line: str
    mutant: str
    reason: str | None = None


class Tried(msgspec.Struct, frozen=True):
    """A module's sample: of so many places, so many mutants were tried, and these survived."""

    module: str
    seed: int
    places: int
    tried: int
    survivors: list[Survivor]

    @property
    def killed(self) -> int:
        """How many mutants a test failed on."""
        return self.tried - len(self.survivors)

    @property
    def explained(self) -> int:
        """How many survivors have a reason."""
        return sum(survivor.reason is not None for survivor in self.survivors)


def reasons() -> dict[Survivor, str]:
    """Why known survivors survive, by what they are without it."""
    known = msgspec.toml.decode(SURVIVORS.read_bytes(), type=dict[str, list[Survivor]])["survivor"]
    return {msgspec.structs.replace(each, reason=None): each.reason or "" for each in known}


def survivor(module: str, source: str, changed: str, known: dict[Survivor, str]) -> Survivor:
    """A survivor with its reason where it is known."""
    sides: dict[str, list[str]] = {"-": [], "+": []}
    for line in list(difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0))[2:]:
        if line[0] in sides:
            sides[line[0]].append(line[1:].strip())
    found = Survivor(module, " ".join(sides["-"]), " ".join(sides["+"]))
    return msgspec.structs.replace(found, reason=known.get(found))


def kept(path: Path, runs: Sequence[Tried], date: str) -> None:
    """Writes a run into the file of measurements, in the place of what it held of these modules and this seed."""
    old = msgspec.json.decode(path.read_bytes(), type=Measurements)
    new = [figure for run in [*runs, _together(runs)] for figure in _figures(run, date)]
    replaced = {(figure.set, figure.level) for figure in new}
    figures = [figure for figure in old.figures if (figure.set, figure.level) not in replaced] + new
    data = msgspec.to_builtins(msgspec.structs.replace(old, figures=figures))
    path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _together(runs: Sequence[Tried]) -> Tried:
    survivors = [each for run in runs for each in run.survivors]
    return Tried("all together", runs[0].seed, sum(r.places for r in runs), sum(r.tried for r in runs), survivors)


def _figures(run: Tried, date: str) -> Iterator[Figure]:
    level = run.module.removeprefix("engines/").removesuffix(".py").replace("/", ".")
    sample = f"sample_{run.seed}"
    low, high = (round(100 * end, 1) for end in wilson(run.killed, run.tried))
    killed = round(100 * run.killed / run.tried, 1)
    yield Figure("killed", sample, level, run.tried, killed, (low, high), date, WANTED)
    yield Figure("explained", sample, level, None, run.explained, None, date)
    yield Figure("unexplained", sample, level, None, len(run.survivors) - run.explained, None, date)
    yield Figure("places", sample, level, None, run.places, None, date)
