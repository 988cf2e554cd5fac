"""Evenings played by the robot's scripts: nothing is missed, and touches are counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pi_app.robots import Hand
from tools.figures.evenings import EVENINGS, OUT, count, read_script
from tools.measurements.data import load


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "just_score" else pytest.mark.exhaustive)
        for name, evening in EVENINGS.items()
        if not evening.camera
    ],
)
def test_an_evening_takes_as_many_touches_as_is_written(hand: Hand, name: str) -> None:
    def say(line: dict[str, Any]) -> Any:
        return hand.say(**line)

    found = count(read_script(name), say, EVENINGS[name].turn, EVENINGS[name].screen)
    assert not found.missed
    figures = {figure.what: figure.value for figure in load(OUT).figures if figure.set == name}
    assert (found.touches, found.first) == (figures["game"], figures["first"])
    assert found.turns == 0 or figures["turn"] == pytest.approx(found.touches / found.turns)
