"""Mutation testing: what a test notices is killed, what none notices survives, with its reason where one is known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.measurements.data import load
from tools.mutation.report import Survivor, Tried, kept, survivor

MODULE = """
LIMIT = 3
def half(number):
    return number // 2
def small(number):
    return number < LIMIT
def idle(number):
    while number > 0:
        number -= 1
    return number
EARLY = half(9)
from functools import cache
@cache
def double(number):
    return number * 2
"""
TESTS = """
from halves import EARLY, double, half, idle, small
TAKEN = half(5)
def test_half(): assert half(4) == 2
def test_small(): assert small(2) and not small(3)
def test_idle(): assert idle(2) == 0
def test_any(): assert double(4) > 4
def test_double(): assert double(4) == 8
def test_early(): assert (EARLY, TAKEN) == (4, 2)
"""
TRIED = """
import json, sys
from tools.mutation import trial
import halves  # the program has imported it already
source = open("halves.py").read()
changes = [trial.Change("halves.py", source.replace(*of), lines) for of, lines in json.load(sys.stdin)]
print(json.dumps(trial.trials(["halves.py"], ["test_halves.py"], changes)[1]))
"""
CHANGES: list[tuple[tuple[str, str], tuple[int, int] | None, bool]] = [
    (("number // 2", "number / 2"), (4, 4), False),  # 4 / 2 is 2, but what was computed on import is 4.5
    (("number // 2", "number >> 1"), (4, 4), True),
    (("number < LIMIT", "number <= LIMIT"), (6, 6), False),
    (("LIMIT = 3", "LIMIT = 4"), None, False),
    (("LIMIT = 3", "LIMIT = 2.5"), None, True),
    (("number -= 1", "number += 1"), (8, 9), False),  # it never ends
    (("number > 0", "number > 5"), (8, 9), False),
    (("number * 2", "number * 3"), (15, 15), False),  # one test computes it, another is given what was kept
]


@pytest.mark.exhaustive
def test_a_mutant_survives_that_no_test_notices(tmp_path: Path) -> None:
    (tmp_path / "halves.py").write_text(MODULE, "utf-8")
    (tmp_path / "test_halves.py").write_text(TESTS, "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", TRIED],
        input=json.dumps([change[:2] for change in CHANGES]),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": f"{Path.cwd()}:{tmp_path}"},
        check=True,
    )
    assert json.loads(run.stdout) == [survives for *_, survives in CHANGES]


def test_each_place_is_changed_once_and_declarations_never() -> None:
    mutants = pytest.importorskip("tools.mutation.mutants", reason="needs cosmic-ray")
    source = "class A(B, frozen=True):\n    def f(a: int | None) -> int:\n        return a + 1 if a is not None else 0"
    changed = {mutant.applied(source) for mutant in mutants.sampled(source, None, 1)}
    assert len(changed) == len(mutants.places(source)) == 5  # `+`, `1`, `is not`, `0`, and the whole condition
    assert all(text.splitlines()[:2] == source.splitlines()[:2] for text in changed)
    assert mutants.sampled(source, 2, 1) == mutants.sampled(source, 2, 1)


def test_a_survivor_has_its_reason_where_one_is_known() -> None:
    known = {Survivor("m.py", "a = 1", "a = 2"): "nobody reads it"}
    found = [survivor("m.py", "b = 0\n  a = 1\n", f"b = 0\n  a = {number}\n", known) for number in (2, 3)]
    assert [each.reason for each in found] == ["nobody reads it", None]


def test_a_run_takes_the_place_of_an_earlier_one_of_its_sample(tmp_path: Path) -> None:
    file = tmp_path / "mutation.json"
    file.write_bytes(Path("docs/measurements/mutation.json").read_bytes())
    left = [Survivor("engines/m.py", "a", "b", "for show"), Survivor("engines/m.py", "a", "c")]
    for survivors in ([], left):
        kept(file, [Tried("engines/m.py", 1, 30, 20, survivors)], "2026-11-24")
    values = {figure.what: figure.value for figure in load(file).figures if figure.level == "m"}
    assert values == {"killed": 90.0, "explained": 1, "unexplained": 1, "places": 30}
