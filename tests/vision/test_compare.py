"""Readings of which every line should be compared with the photograph, and what would make a better one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.errors import Finding
from tests.vision.slate.conftest import SlateSet
from vision.ink.doubt import to_compare
from vision.ink.light import Light, Trouble
from vision.ink.truth import judge_things

ABOVE = np.array([(100, 100), (500, 100), (500, 400), (100, 400)], float)
ASIDE = np.array([(100, 100), (500, 100), (500, 300), (100, 300)], float)
WELL, SIZE = Light(True), (200.0, 150.0)


def said(wrong: float = 1.0, asked: int = 2, light: Light = WELL, ink: float = 12.0, corners: Any = ABOVE) -> Any:
    return to_compare(wrong, asked, light, ink, corners, SIZE)


def code(found: Finding | None) -> str | None:
    return None if found is None else found.code


def test_where_hardly_a_line_is_unsure_nothing_is_compared() -> None:
    assert said(wrong=0.05) is None


def test_more_than_six_questions_are_rather_a_look_at_every_line() -> None:
    assert [code(said(wrong=0.05, asked=n)) for n in (6, 7)] == [None, "compare.all"]


def test_what_hinders_most_is_said_with_the_number_of_lines_asked_about() -> None:
    dim = Light(False, (Trouble.TOO_DARK,))
    found = [
        said(light=dim, ink=3.0),
        said(ink=3.0, corners=ASIDE),
        said(corners=ASIDE),
        said(corners=ABOVE / 2),
        said(),
    ]
    assert [one.code for one in found] == [
        "compare.light",
        "compare.pen",
        "compare.angle",
        "compare.angle",
        "compare.all",
    ]
    assert all(one.params == {"n": 2} for one in found)


@pytest.mark.parametrize(("known", "compared"), [(True, False), (False, True)])
def test_a_hard_slate_of_which_nothing_is_known_is_compared(known: bool, compared: bool) -> None:
    changes = {} if known else {"known": (), "known_shooting_stars": (), "expect": None}
    reading = SlateSet().read("slate_hard_1000048", **changes)
    assert (reading.compare is not None) == compared
    assert ("compare" in reading.as_json()) == compared


@pytest.mark.parametrize("compared", [True, False])
def test_a_line_missed_where_every_line_is_compared_is_not_silent(compared: bool) -> None:
    reading = {"lines": [], "doubtful": [], **({"compare": {"code": "compare.all"}} if compared else {})}
    judged = judge_things(reading, {"lines": [{"a": 1, "b": 2}]}, {})
    assert (judged.outcome, judged.compared) == (("asked" if compared else "silent"), compared)


def test_a_line_that_reaches_under_the_frame_may_be_read_or_not() -> None:
    truth = {"lines": [], "under_frame": [[1, 2]]}
    for lines in ([], [{"a": 1, "b": 2, "p": 0.99}]):
        assert judge_things({"lines": lines, "doubtful": []}, truth, {}).outcome == "exact"
