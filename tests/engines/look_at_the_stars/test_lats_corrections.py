"""What stands where a later turn no longer fits after a correction: nobody's turn is lost, and none moves."""

from __future__ import annotations

import msgspec
import pytest

from engines.game import NATURE
from engines.look_at_the_stars.model import DeclinePower, Draw, Pass, PowerUse, Reveal, StarsState, UsePower
from engines.look_at_the_stars.slate.lattice import LINE_SPAN, LINES
from tests.engines.look_at_the_stars.lats_tables import HOUSE, at, draw, lines, power, slate

ROW = "D4-E4 E4-F4 F4-G4"
"""The shape of the planet's card."""


@pytest.fixture
def earned() -> StarsState:
    """Ana has just completed the shape, and a planet is hers to draw."""
    whole = slate(text=ROW)
    return at("N3", msgspec.structs.replace(whole, fresh=LINE_SPAN[lines("F4-G4")[0]] & LINES), slate(), power="planet")


def completing() -> tuple[StarsState, Draw]:
    """A table, and a drawing with which Ana completes the shape."""
    for card in HOUSE.box.night_cards:
        state = at(card, slate(text="D4-E4 E4-F4"), slate(), power="planet")
        for action in HOUSE.legal_actions(state, 0):
            if isinstance(action, Draw) and action.powers is None and HOUSE.apply(state, action).slates[0].fresh:
                return state, action
    raise AssertionError("no card completes the shape")


def test_a_card_that_was_revealed_stays_or_is_lost() -> None:
    state, card = at("N3"), Reveal("N4", seat=NATURE)
    assert HOUSE.in_turn(state, card, [], True) == card
    assert HOUSE.in_turn(state, card, [], False) is None


def test_a_drawing_that_cannot_be_any_more_is_a_pass() -> None:
    state = at("N3", slate(), slate())
    assert HOUSE.in_turn(state, draw("A0-B1"), [], False) == Pass(seat=0)
    assert HOUSE.in_turn(state, Pass(seat=1), [], True) == Pass(seat=1)


def test_who_has_acted_already_does_not_act_again() -> None:
    state = msgspec.structs.replace(at("N3", slate(), slate()), waiting=(1,))
    assert HOUSE.in_turn(state, draw("A0-B1"), [], False) is None


def test_a_power_that_is_earned_no_more_is_not_missed() -> None:
    state = at("N3", slate(), power="planet")
    assert HOUSE.in_turn(state, power(ROW, "F5"), [], False) is None
    assert HOUSE.in_turn(state, DeclinePower(seat=0), [], False) is None


def test_a_power_that_cannot_be_used_there_any_more_is_done_without(earned: StarsState) -> None:
    assert HOUSE.in_turn(earned, power(ROW, "A0"), [], False) == DeclinePower(seat=0)


def test_a_power_that_still_fits_is_used(earned: StarsState) -> None:
    use = next(action for action in HOUSE.legal_actions(earned, 0) if isinstance(action, UsePower))
    assert HOUSE.in_turn(earned, use, [], True) == use


def test_before_a_power_is_decided_its_player_draws_nothing_else(earned: StarsState) -> None:
    assert HOUSE.in_turn(earned, draw("A0-B1"), [], False) is None


@pytest.mark.parametrize(
    "following", [[], [Reveal("N4", seat=NATURE), DeclinePower(seat=0)], [Pass(seat=1), Pass(seat=0)]]
)
def test_a_power_that_is_earned_now_and_that_nobody_decided_on_is_done_without(following: list[object]) -> None:
    state, drawing = completing()
    kept = HOUSE.in_turn(state, drawing, following, True)  # type: ignore[arg-type]
    assert kept == Draw(drawing.lines, (), seat=0)
    assert not HOUSE.apply(state, kept).slates[0].fresh


def test_a_power_that_its_player_decides_on_before_the_next_card_stays_open() -> None:
    state, drawing = completing()
    assert HOUSE.in_turn(state, drawing, [Pass(seat=1), DeclinePower(seat=0)], True) == drawing


def test_of_a_drawing_whose_power_no_longer_fits_the_lines_stay() -> None:
    state, drawing = completing()
    elsewhere = Draw(drawing.lines, (PowerUse(lines("A0-B0 B0-C0 C0-D0"), ("A0",)),), seat=0)
    assert HOUSE.check(state, elsewhere) != []
    assert HOUSE.in_turn(state, elsewhere, [], False) == Draw(drawing.lines, (), seat=0)
