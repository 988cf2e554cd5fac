"""How large the rooms, folders and functions are."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from statistics import median, quantiles
from typing import NamedTuple

from tools.house.source import SIZED, Source

MAX_MODULES = 20
LONG = 40
"""Lines of a function that one still sees as a whole."""


class Room(NamedTuple):
    """One room's size."""

    files: int
    lines: int
    test_files: int
    test_lines: int


class Functions(NamedTuple):
    """How long the functions are, in lines."""

    median: float
    p95: float
    long: list[str]
    """Those of more than `LONG` lines, the longest first: `path:line name lines`."""


def rooms(source: Source) -> dict[str, Room]:
    """Every room with its tests."""
    files, lines = Counter[str](), Counter[str]()
    for module in source.modules:
        files[module.room] += 1
        lines[module.room] += module.lines
    for module in source.tests:
        room = "tests/" + module.path.split("/")[1]
        files[room] += 1
        lines[room] += module.lines
    return {
        room: Room(files[room], lines[room], files[f"tests/{room}"], lines[f"tests/{room}"])
        for room in SIZED
        if files[room]
    }


def crowded(source: Source) -> dict[str, int]:
    """The folders with more than `MAX_MODULES` modules; `__init__` is none."""
    counted = Counter(module.folder for module in source.modules if not module.path.endswith("/__init__.py"))
    return {folder: count for folder, count in counted.most_common() if count > MAX_MODULES}


def functions(source: Source) -> Functions:
    """The lengths of all functions of the rooms, from `def` to the last line.

    The steps that made a database what it is are history, which nobody makes shorter.
    """
    found = sorted(_lengths(source), reverse=True)
    lengths = [length for length, _ in found]
    if len(lengths) < 2:
        lengths = [*lengths, 0, 0][:2]
    return Functions(median(lengths), quantiles(lengths, n=20)[-1], [where for n, where in found if n > LONG])


def _lengths(source: Source) -> Iterator[tuple[int, str]]:
    for module in source.modules:
        for node in module.nodes if "migrations" not in module.folder.split("/") else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                yield length, f"{module.path}:{node.lineno} {node.name} {length}"
