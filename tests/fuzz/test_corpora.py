"""Whatever a fuzzer once found worth keeping is still read or refused; `python -m tools.fuzz` looks for more."""

from __future__ import annotations

import time
from importlib import import_module
from random import Random
from typing import Any

import pytest

from tools.fuzz import CORPORA, PARSERS

SLOWEST_S = 60.0


@pytest.mark.parametrize("name", PARSERS)
def test_every_kept_input_is_read_or_refused(name: str) -> None:
    parser: Any = import_module(f"tests.fuzz.{name}")
    kept = [path.read_bytes() for path in sorted((CORPORA / name).glob("*"))]
    begun = time.process_time()
    for data in [*parser.seeds(), *kept]:
        parser.parse(data)
    assert time.process_time() - begun < SLOWEST_S
    assert kept


@pytest.mark.parametrize("name", PARSERS)
def test_a_fuzzers_inputs_go_deep_and_keep_their_shape(name: str) -> None:
    parser: Any = import_module(f"tests.fuzz.{name}")
    chance, known = Random(5), parser.seeds()
    for _ in range(12):
        data = parser.mutated(chance.choice(known), chance)
        assert isinstance(data, bytes)
        parser.parse(data)
        known.append(data)


def test_a_crash_is_not_taken_for_a_refusal() -> None:
    records: Any = import_module("tests.fuzz.records")
    with pytest.raises(TypeError):
        records.parse(None)
