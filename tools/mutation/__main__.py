"""Mutation testing of scoring, legality and record.

A mutant is killed when a test fails on it. What survives is listed with what was changed; `survivors.toml` says of
those that no test can notice why. Needs `pip install cosmic-ray==8.7.0`.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Final

import msgspec

from tools.measurements.data import FOLDER
from tools.mutation.mutants import lines_around, places, sampled
from tools.mutation.report import Tried, kept, reasons, survivor
from tools.mutation.trial import Change, trials

MODULES: Final = Path(__file__).parent / "modules.toml"


def main() -> int:
    """Try a sample of each module's mutants; 1 where a survivor has no reason."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("--module", action="append", help="only this module, such as engines/record.py")
    parser.add_argument("--sample", type=int, metavar="N", help="places a module (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--keep", metavar="DATE", help="write the figures into docs/measurements, as of this day")
    args = parser.parse_args()
    runs: list[Tried] = []
    for kind in tomllib.loads(MODULES.read_text("utf-8")).values():
        chosen = [module for module in kind["modules"] if args.module is None or module in args.module]
        if chosen:
            runs += _game(chosen, kind["tests"], args.sample, args.seed, quiet=args.json)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(runs)).decode())
    if args.keep:
        kept(FOLDER / "mutation.json", runs, args.keep)
    return int(any(run.explained < len(run.survivors) for run in runs))


def _game(modules: list[str], tests: list[str], count: int | None, seed: int, *, quiet: bool) -> list[Tried]:
    sources = {module: Path(module).read_text("utf-8") for module in modules}
    changes = [
        Change(module, mutant.applied(source), lines_around(source, mutant.place))
        for module, source in sources.items()
        for mutant in sampled(source, count, seed)
    ]
    _, survived = trials(modules, tests, changes)
    known, runs = reasons(), []
    for module, source in sources.items():
        tried = [passed for change, passed in zip(changes, survived, strict=True) if change.path == module]
        found = [
            survivor(module, source, change.source, known)
            for change, passed in zip(changes, survived, strict=True)
            if passed and change.path == module
        ]
        runs.append(Tried(module, seed, len(places(source)), len(tried), found))
        if not quiet:
            print(f"{module}: {runs[-1].killed} of {len(tried)} killed", flush=True)
            for each in found:
                print(f"  - {each.line}\n  + {each.mutant}\n    {each.reason or 'no reason known'}", flush=True)
    return runs


if __name__ == "__main__":
    sys.exit(main())
