"""Impatient fingers do no harm: the quick set has some touches a play, the exhaustive one has more.

Ten thousand a play are `python -m tools.figures.impatient`.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.pi_app.robots import Hand
from tools.figures.impatient import PLAYS, impatient

QUICK, MANY = 40, 300
"""Touches a play."""
WAYS_OF_STARFARERS: Final = {"starfarers_full", "starfarers_middle", "starfarers_light"}
"""All of them are in `starfarers`."""
IN_TURNS: Final = sorted(PLAYS.keys() - WAYS_OF_STARFARERS)


@pytest.mark.parametrize("name", IN_TURNS)
def test_impatient_fingers_do_no_harm(hand: Hand, name: str) -> None:
    impatient(hand, name, QUICK, 1)


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", IN_TURNS)
def test_many_impatient_fingers_do_no_harm(hand: Hand, name: str) -> None:
    impatient(hand, name, MANY, 2)
