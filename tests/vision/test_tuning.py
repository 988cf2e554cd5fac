"""What readers were tuned to: every value says why, and is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

MODULES = sorted(Path("vision").glob("*/tuning.py"))


def fields(module: Path) -> list[tuple[str, bool]]:
    """The values of `Tuning`, and whether each has a docstring."""
    tree = ast.parse(module.read_text("utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tuning")
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            found.append((node.target.id, told))
    return found


def test_every_kind_of_thing_has_its_values_in_one_place() -> None:
    assert {module.parent.name for module in MODULES} >= {"balls", "cards", "disc", "slate", "tiles"}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.parent.name)
def test_every_value_says_why(module: Path) -> None:
    assert [name for name, told in fields(module) if not told] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.parent.name)
def test_every_value_is_used(module: Path) -> None:
    package = "".join(path.read_text("utf-8") for path in module.parent.rglob("*.py") if path != module)
    used = set(re.findall(r"\bTUNING\.(\w+)", package))
    assert [name for name, _ in fields(module) if name not in used] == []
