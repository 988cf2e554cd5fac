"""What readers were tuned to: every value says why, and is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

MODULES = sorted(Path("vision").rglob("tuning.py"))


def fields(module: Path) -> list[tuple[str, str, bool]]:
    """Of each struct that a module makes: the constant's name, each of its values, and whether it has a docstring."""
    tree = ast.parse(module.read_text("utf-8"))
    structs = {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
    made = [ast.unparse(node.value) for node in tree.body if isinstance(node, ast.Assign)]
    found = []
    for name in re.findall(r"(\w+)\(\)", " ".join(made)):
        values = "TUNING" if name == "Tuning" else name.upper()
        for node, after in zip(structs[name], [*structs[name][1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                explained = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                found.append((values, node.target.id, explained))
    return found


def test_every_kind_of_thing_has_its_values_in_one_place() -> None:
    assert {module.parent.name for module in MODULES} >= {"balls", "cards", "disc", "slate", "tiles"}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.parent.name)
def test_every_value_says_why(module: Path) -> None:
    assert [name for _, name, explained in fields(module) if not explained] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.parent.name)
def test_every_value_is_used(module: Path) -> None:
    shared = Path("vision") if "ink" in module.parts else module.parent
    package = "".join(path.read_text("utf-8") for path in shared.rglob("*.py") if path.name != "tuning.py")
    used = set(re.findall(r"\b([A-Z]+)\.(\w+)", package))
    assert fields(module)
    assert [(values, name) for values, name, _ in fields(module) if (values, name) not in used] == []
