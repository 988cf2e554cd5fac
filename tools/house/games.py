"""Where a game is named outside its own folders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.house.source import Module, Source


def naming(source: Source) -> list[str]:
    """The places of the product, `path:line`, that name or import a game outside the folders and modules of its name.

    Looked at are names, imports and texts, in any spelling (`star_explorer`, `StarExplorer`, "Star Explorer");
    comments and docstrings may speak of games.
    """
    found = []
    for module in source.product:
        others = [game for game in source.games if game not in module.path.removesuffix(".py").split("/")]
        if others:
            spelled = re.compile(rf"(?<![A-Za-z])(?i:{'|'.join(map(_spelled, others))})(?![a-z])")
            lines = {line for line, text in _texts(module) if spelled.search(text)}
            found += [f"{module.path}:{line}" for line in sorted(lines)]
    return found


def _spelled(game: str) -> str:
    return "[_ ]?".join(game.split("_"))


def _texts(module: Module) -> Iterator[tuple[int, str]]:
    documented = _docstrings(module)
    for node in module.nodes:
        match node:
            case ast.Constant(value=str(text)) if node not in documented:
                yield node.lineno, text
            case ast.ImportFrom(module=str(name)):
                yield node.lineno, name
            case ast.alias(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield node.lineno, name


def _docstrings(module: Module) -> set[ast.expr]:
    """The texts that stand by themselves."""
    return {node.value for node in module.nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
