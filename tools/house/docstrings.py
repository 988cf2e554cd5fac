"""Public methods that nobody has described: neither where they stand, nor in a class above that announces them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from tools.house.source import Source

Classes = dict[str, list[ast.ClassDef]]
_METHODS = (ast.FunctionDef, ast.AsyncFunctionDef)


def undescribed(source: Source) -> list[str]:
    """Every public method of a public class without a docstring of its own or of a class above: `path:line name`."""
    classes: Classes = defaultdict(list)
    for module in source.modules:
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(node)
    return [
        f"{module.path}:{method.lineno} {node.name}.{method.name}"
        for module in source.modules
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        for method in _methods(node)
        if not any(_describes(above, method.name) for above in (node, *_above(node, classes, {node.name})))
    ]


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Its public methods; a property that is set is described where it is read."""
    for each in node.body:
        if isinstance(each, _METHODS) and not each.name.startswith("_"):
            marks = {mark.attr if isinstance(mark, ast.Attribute) else "" for mark in each.decorator_list}
            if not marks & {"setter", "deleter"}:
                yield each


def _describes(node: ast.ClassDef, name: str) -> bool:
    return any(isinstance(each, _METHODS) and each.name == name and ast.get_docstring(each) for each in node.body)


def _above(node: ast.ClassDef, classes: Classes, seen: set[str]) -> Iterator[ast.ClassDef]:
    """The classes above, by name: those of ours."""
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        name = named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""
        if name not in seen:
            for above in classes.get(name, ()):
                yield above
                yield from _above(above, classes, seen | {name})
