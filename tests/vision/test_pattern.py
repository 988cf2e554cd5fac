"""The tile's pattern as the record gives it."""

from __future__ import annotations

from typing import Any

import pytest

from engines.errors import BadInput
from vision.disc.pattern import parse_expectation


def told(**changes: Any) -> dict[str, Any]:
    pattern: dict[str, Any] = {"xy": [[0, 0], [10, 0], [0, 10], [-10, 0]], "lines": [[0, 1], [2, 0], [0, 3]]}
    return {"pattern": pattern | changes, "match": "topology"}


def test_neighbours_are_given_clockwise() -> None:
    around = parse_expectation(told()).around[0]
    assert around in {(1, 2, 3), (2, 3, 1), (3, 1, 2)}


def test_the_star_with_most_lines_is_looked_for_first() -> None:
    pattern = parse_expectation(told())
    assert pattern.middle == 0
    assert pattern.order_from(0)[0] == (0, ())
    assert all(earlier == (0,) for _, earlier in pattern.order_from(0)[1:])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lines": [[0, 1], [0, 9], [0, 2]]}, "9"),
        ({"lines": [[0, 0]]}, "two"),
        ({"lines": []}, "one line"),
        ({"lines": [[0, 1], [1, 0], [0, 2], [0, 3]]}, "twice"),
        ({"lines": [[0, 1]]}, "joined"),
        ({"xy": [[0, 0], [10, float("nan")], [0, 10], [-10, 0]]}, "finite"),
        ({"xy": [[0], [1, 2]]}, "length"),
        ({"lines": [["a", 1]]}, "int"),
    ],
)
def test_what_cannot_be_a_tile_is_refused_with_a_reason(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_expectation(told(**changes))


@pytest.mark.parametrize("wrong", [[], "tile", None, {"pattern": {}}, {**told(), "match": "roughly"}])
def test_other_shapes_are_refused(wrong: Any) -> None:
    with pytest.raises(BadInput, match="expect"):
        parse_expectation(wrong)
