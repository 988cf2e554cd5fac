"""Evenings played by the robot's scripts: nothing is missed, and touches are counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_app import i18n
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal
from tests.pi_app.robots import Hand
from tests.pi_app.screen_faults import Frames
from tools.figures.evenings import EVENINGS, OUT, count, read_script
from tools.measurements.data import load


@pytest.fixture
def hand(tmp_path: Path, frames: Frames) -> Iterator[Hand]:
    i18n.set_language("en")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        made = Hand(Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00"), frames, tmp_path / "shots")
        yield made
        made.close()


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

    found = count(read_script(name), say, EVENINGS[name].turn)
    assert not found.missed
    figures = {figure.what: figure.value for figure in load(OUT).figures if figure.set == name}
    assert (found.touches, found.first) == (figures["game"], figures["first"])
    assert found.turns == 0 or figures["turn"] == pytest.approx(found.touches / found.turns)
