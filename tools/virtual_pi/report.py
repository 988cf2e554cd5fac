"""The report of the trials: JUnit's XML, beside the pictures."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from tools.virtual_pi.qmp import Refused

FILE = "report.xml"


class Outcome(NamedTuple):
    """How a trial went. `figures`: what was measured. `wrong`: why it failed; None where it passed."""

    name: str
    seconds: float
    figures: Mapping[str, Any]
    wrong: str | None = None


def attempt(name: str, trial: Callable[[], Mapping[str, Any]]) -> Outcome:
    """Run a trial, and print in a line how it went: whatever ends it, it has a verdict, and the next one can run."""
    begun, figures, wrong = time.monotonic(), dict[str, Any](), None
    try:
        figures |= trial()
    except Refused as error:
        wrong = str(error)
    except Exception as error:  # what nobody foresaw is told with its place
        wrong = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
    outcome = Outcome(name, time.monotonic() - begun, figures, wrong)
    measured = ", ".join(f"{name} {value}" for name, value in figures.items())
    print(f"{name}: {wrong or f'passed; {measured}'} ({outcome.seconds:.0f} s)", flush=True)
    return outcome


def written(folder: Path, suite: str, about: Mapping[str, str], outcomes: list[Outcome]) -> int:
    """Write the report, and print where it is; the exit code: 1 where a trial failed."""
    print(write(folder, suite, about, outcomes))
    return int(any(outcome.wrong for outcome in outcomes))


def write(folder: Path, suite: str, about: Mapping[str, str], outcomes: list[Outcome]) -> Path:
    """Write the report; `about`: what the trials ran on. Pictures in `folder`/NAME are listed with the trial."""
    folder.mkdir(parents=True, exist_ok=True)
    failures = sum(outcome.wrong is not None for outcome in outcomes)
    total = {"tests": str(len(outcomes)), "failures": str(failures), "time": f"{sum(o.seconds for o in outcomes):.1f}"}
    root = ElementTree.Element("testsuite", {"name": suite, **total})
    _properties(root, about)
    for outcome in outcomes:
        head = {"classname": suite, "name": outcome.name, "time": f"{outcome.seconds:.1f}"}
        case = ElementTree.SubElement(root, "testcase", head)
        _properties(case, {key: str(value) for key, value in outcome.figures.items()})
        if outcome.wrong is not None:
            ElementTree.SubElement(case, "failure", {"message": outcome.wrong.partition("\n")[0]}).text = outcome.wrong
        pictures = sorted((folder / outcome.name).glob("*.png"))
        if pictures:
            told = "\n".join(f"[[ATTACHMENT|{picture.relative_to(folder)}]]" for picture in pictures)
            ElementTree.SubElement(case, "system-out").text = told
    ElementTree.indent(root)
    path = folder / FILE
    ElementTree.ElementTree(root).write(path, "utf-8", xml_declaration=True)
    return path


def _properties(parent: ElementTree.Element, values: Mapping[str, str]) -> None:
    if values:
        block = ElementTree.SubElement(parent, "properties")
        for name, value in values.items():
            ElementTree.SubElement(block, "property", {"name": name, "value": value})
