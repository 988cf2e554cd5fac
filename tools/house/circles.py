"""Modules that import each other in a circle, imports inside functions counted."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import networkx

from tools.house.source import Module, Source


def circles(source: Source) -> list[list[str]]:
    """The circles of imports, the largest first: the modules that can be reached from each other.

    What is imported only for type checkers does not count.
    """
    names = {module.name for module in source.modules}
    graph = networkx.DiGraph((module.name, other) for module in source.modules for other in _imports(module, names))
    found = [sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1]
    return sorted(found, key=lambda part: (-len(part), part))


def _imports(module: Module, names: set[str]) -> Iterator[str]:
    for node in _running(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            for alias in node.names:
                part = f"{base}.{alias.name}"
                yield from (name for name in (part if part in names else base,) if name in names)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below a node that may run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield child
        yield from _running(child)


def _base(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.name if module.path.endswith("/__init__.py") else module.name.rpartition(".")[0]
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])
