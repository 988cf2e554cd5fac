"""The codes of findings and errors in the sources: what is said at each place, and what fills it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

CALLS = ("finding", "BadInput", "NotPossible", "JournalBusy", "Untrusted", "Unreachable", "Finding")


def coded(path: Path) -> Iterator[tuple[str, str]]:
    """Every code in a source file, with its English template."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and name_of(node.func) in CALLS and len(node.args) > 1:
            code, template = node.args[:2]
            if isinstance(code, ast.Constant) and isinstance(template, ast.Constant):
                yield str(code.value), str(template.value)


def name_of(called: ast.expr) -> str:
    """The name of what is called."""
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def fields(template: str) -> list[str]:
    """The names of a template's parameters."""
    return [name for _, name, _, _ in Formatter().parse(template) if name]
