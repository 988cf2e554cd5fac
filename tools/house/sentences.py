"""Places that read a sentence of our own back, where a code should be looked at."""

from __future__ import annotations

import ast
import re

from tools.house.source import Source

WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}( [a-z]{2,})+")
"""Two words or more with single spaces between them: a pattern over a format has none."""
MATCHERS = {"compile", "match", "search", "fullmatch", "sub", "findall", "finditer", "split"}


def read_back(source: Source) -> list[str]:
    """The places of the product, `path:line`, that seem to look at what a sentence says.

    A guess: a pattern of two plain words or more, two words looked for in `str(…)`, or a table from such words to
    messages of the screens. Sentences of other programs are read back like that too, and are counted.
    """
    return sorted(
        f"{module.path}:{node.lineno}"
        for module in source.product
        for node in module.nodes
        if isinstance(node, ast.expr)
        if _matches_words(node) or _looks_into_error(node) or _translates_words(node)
    )


def _matches_words(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr), args=[pattern, *_]):
            return attr in MATCHERS and _has_words(pattern)
    return False


def _looks_into_error(node: ast.AST) -> bool:
    match node:
        case ast.Compare(left=words, ops=[ast.In() | ast.NotIn()], comparators=[text]):
            return _has_words(words) and _said(text)
        case ast.Call(func=ast.Attribute(value=text, attr="startswith" | "endswith"), args=[words, *_]):
            return _has_words(words) and _said(text)
    return False


def _translates_words(node: ast.AST) -> bool:
    if not isinstance(node, ast.Dict):
        return False
    messages = [key for key, value in zip(node.keys, node.values, strict=True) if key and _marked(value)]
    return any(isinstance(key, ast.Constant) and _has_words(key) for key in messages)


def _marked(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_")


def _has_words(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Constant) and WORDS.search(str(part.value)) for part in ast.walk(node))


def _said(node: ast.AST) -> bool:
    """Whether it is `str(something)`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"
