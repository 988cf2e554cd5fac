"""Tables of measurements for pages of the documentation, in Markdown.

A page says where a table stands, `KIND` being a file of `docs/measurements` and `SETS` some of its sets:

    <!-- measurements: KIND SETS -->
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from engines.errors import BadInput
from tools.measurements.data import Figure, Measure, Measurements

_PLACE: Final = re.compile(r"(<!-- measurements: (\w+) ([\w, -]+) -->\n).*?(<!-- end -->)", re.DOTALL)

_INDEX: Final = """# All measurements

`python -m tools.measurements` draws these pages from the files beside them.
[How boards are read](../vision.md) tells what the words mean.
Brackets hold the 95 % interval, and the value that is wanted (≥ or ≤).

|what|sets|measured|
|---|---|---|
"""


def table(kind: Measurements, sets: Sequence[str]) -> str:
    """A row for every level of these sets, a column for every measure that was taken of one of them."""
    for name in sets:
        if name not in kind.sets:
            raise BadInput("measurements.unknown_set", "{set}: no set of {title}", repr(name), kind.title)
    figures = [figure for figure in kind.figures if figure.set in sets]
    at = {(figure.set, figure.level, figure.what): figure for figure in figures}
    measures = [name for name in kind.measures if any(figure.what == name for figure in figures)]
    levels = list(dict.fromkeys(figure.level for figure in figures))
    head = ["set"] * (len(sets) > 1) + ["level", kind.counted] + [kind.measures[m].label for m in measures]
    rows = [head, ["---"] * len(head)]
    for name, level in product(sets, levels):
        row = [at.get((name, level, measure)) for measure in measures]
        counted = max((figure.n or 0 for figure in row if figure), default=0)
        if any(row):
            cells = [cell(figure, kind.measures[m], counted) for figure, m in zip(row, measures, strict=True)]
            rows.append([kind.sets[name].what] * (len(sets) > 1) + [level, str(counted or "")] + cells)
    return "".join(f"|{'|'.join(row)}|\n" for row in rows)


def cell(figure: Figure | None, measure: Measure, counted: int) -> str:
    """A value with its unit, its interval, what is wanted, and its own number where the row's is another one."""
    if figure is None:
        return ""
    beside = []
    if figure.interval:
        beside.append("–".join(f"{end:.{measure.digits}f}" for end in figure.interval))
    if figure.n and figure.n != counted:
        beside.append(f"of {figure.n}")
    if figure.bar is not None:
        beside.append(f"{'≥' if measure.better == 'more' else '≤'}{figure.bar:g}")
    unit = measure.unit if measure.unit in ("", "%") else f" {measure.unit}"
    return f"{figure.value:.{measure.digits}f}{unit}" + (f" ({'; '.join(beside)})" if beside else "")


def with_tables(text: str, kinds: Mapping[str, Measurements]) -> str:
    """A page with all its tables of measurements drawn anew. Raises BadInput for an unknown kind or set."""

    def drawn(place: re.Match[str]) -> str:
        if place[2] not in kinds:
            raise BadInput("measurements.unknown_kind", "{kind}: no such measurements", repr(place[2]))
        return place[1] + table(kinds[place[2]], re.split(r", *", place[3])) + place[4]

    return _PLACE.sub(drawn, text)


def index(kinds: Mapping[str, Measurements]) -> str:
    """The page that leads to those of all kinds."""
    return _INDEX + "".join(
        f"|[{kind.title}]({name}.md)|{'; '.join(each.what for each in kind.sets.values())}|{_dates(kind.figures)}|\n"
        for name, kind in kinds.items()
    )


def page(name: str, kind: Measurements) -> str:
    """The page of one kind: its plot, and every set with where it comes from."""
    parts = [f"# {kind.title}", f"[All measurements](README.md). Data: [`{name}.json`]({name}.json)."]
    parts.append(f"![{kind.title}]({name}.svg)")
    for key, each in kind.sets.items():
        seeds = f" Seeds: {', '.join(map(str, each.seeds))}." if each.seeds else ""
        dates = _dates([figure for figure in kind.figures if figure.set == key])
        parts.append(f"## {each.what[0].upper()}{each.what[1:]}")
        parts.append(f"Given: {each.given}. {each.note}.{seeds} Measured: {dates}.")
        parts.append(table(kind, [key]).rstrip("\n"))
    return "\n\n".join(parts) + "\n"


def _dates(figures: Sequence[Figure]) -> str:
    """The days of these figures: the first, and the last where it is another one."""
    dates = sorted({figure.date for figure in figures})
    return " to ".join(dict.fromkeys((dates[0], dates[-1])))
