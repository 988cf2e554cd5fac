"""Small changes of a module's source by Cosmic Ray's operators, one at each of its places."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

SAME: Final = frozenset({"Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq"})
"""Comparisons that cannot differ: small numbers, names and members of enumerations are one object each."""

Position: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[Position, Position]


class Mutant(NamedTuple):
    """One change: its place (lines from 1), the operator, and which of the operator's occurrences it is."""

    place: Place
    operator: str
    occurrence: int

    def applied(self, source: str) -> str:
        """The changed source."""
        changed = mutate_code(source, OperatorProvider()[self.operator](), self.occurrence)
        if not isinstance(changed, str):
            raise LookupError(f"no occurrence {self.occurrence} of {self.operator}")
        return changed


def places(source: str) -> dict[Place, list[Mutant]]:
    """Every place that some operator changes, with all its mutants.

    Left out are annotations and the options of a class (`frozen=True`): they declare, and the type checker reads them.
    """
    tree = get_ast(source)
    declared = list(_declarations(source))
    found: dict[Place, list[Mutant]] = defaultdict(list)
    provider = OperatorProvider()
    for name in provider:
        operator = provider[name]
        if operator.arguments() or name.endswith(tuple(SAME)):
            continue
        positions = (place for node in ast_nodes(tree) for place in operator().mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            if not any(low <= start and end <= high for low, high in declared):
                found[start, end].append(Mutant((start, end), name, occurrence))
    return dict(sorted(found.items()))


def sampled(source: str, count: int | None, seed: int) -> list[Mutant]:
    """One mutant, chosen at random, at each of `count` random places; at each place where there are fewer (or None).

    A place where one operator has many mutants (`+` has eleven) thus counts no more than one where it has one.
    """
    dice = Random(seed)
    found = list(places(source).values())
    dice.shuffle(found)
    return [dice.choice(mutants) for mutants in found[:count]]


def lines_around(source: str, place: Place) -> tuple[int, int] | None:
    """The lines of the innermost statement around a place; None where it runs when the module is imported."""
    inner: Any = None
    functions = 0
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and _holds(node, place):
            if inner is None or node.lineno >= inner.lineno:
                inner = node
            if isinstance(node, ast.FunctionDef):
                functions += any(_holds(child, place) for child in node.body)
    return (inner.lineno, inner.end_lineno) if functions else None


def _holds(node: ast.stmt, place: Place) -> bool:
    assert node.end_lineno is not None
    return node.lineno <= place[0][0] and place[1][0] <= node.end_lineno


def _declarations(source: str) -> Iterator[Place]:
    for node in ast.walk(ast.parse(source)):
        options = [option.value for option in node.keywords] if isinstance(node, ast.ClassDef) else []
        for part in [getattr(node, "annotation", None), getattr(node, "returns", None), *options]:
            if isinstance(part, ast.expr):
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)
