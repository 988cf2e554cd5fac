"""How this version reads the cases that a table kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from engines.errors import BadInput
from pi_app.camera.cases import CaseShelf, Figures, replay, worse
from planisphere.figure import Figure
from vision.ink.truth import OUTCOMES


def figures(folder: Path) -> Iterator[Figure]:
    """Reads every case anew, names those not read exactly on stderr, and keeps the figures beside the cases.

    Yields how many were read how, and how many worse than by the version that measured them last. Raises BadInput.
    """
    shelf = CaseShelf(folder)
    folders = shelf.folders()
    if not folders:
        raise BadInput("cases.none", "--cases {folder!r}: expected a folder with kept cases in it", str(folder))
    found: dict[str, str] = {}
    for name, judged in replay(folders):
        found[name] = judged.outcome
        if judged.outcome != "exact":
            print(f"{name}: {judged.outcome} {', '.join(judged.wrong)}".rstrip(), file=sys.stderr)
    now, before = Figures(version("planisphere"), found), shelf.figures()
    for outcome in OUTCOMES:
        yield Figure(f"cases.{outcome}", sum(how == outcome for how in found.values()), "")
    yield Figure("cases.worse", len(worse(before, now)) if before else 0, "")
    with suppress(OSError):
        shelf.keep_figures(now)
