"""The clock of the turn: off until a table wants it, gentle, and it never touches the game."""

from __future__ import annotations

import pytest

from engines.record import Header
from hardware.lights import Scene, levels
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.turn_clock import STEPS, TurnClock
from tests.pi_app.screen_faults import Stage
from tests.pi_app.test_again import pad


class Timed:
    """A table whose clock the test turns."""

    def __init__(self, nav: Navigator) -> None:
        self.now = 0.0
        self.nav = nav
        nav.turn_clock = TurnClock(lambda: self.now)
        self.changes = 0
        nav.subscribe(self._count)

    def _count(self) -> None:
        self.changes += 1

    def begin(self, *names: str, minutes: int = 1) -> None:
        self.nav.begin(Header(game="stellar", players=names or ("Ana", "Bo"), seed=1))
        self.nav.choose_preference(f"timer={minutes}")
        self.nav.tick()

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        self.nav.tick()


@pytest.fixture
def timed(nav: Navigator) -> Timed:
    return Timed(nav)


def test_without_a_choice_there_is_no_ring(timed: Timed) -> None:
    timed.nav.begin(Header(game="stellar", players=("Ana", "Bo"), seed=1))
    timed.pass_time(1000)
    assert timed.nav.frame("").ring is None
    assert timed.nav.lights.scene != Scene("waiting")


def test_the_ring_fills_in_steps_and_then_says_whom_the_table_waits_for(timed: Timed) -> None:
    timed.begin()
    timed.pass_time(30)
    ring = timed.nav.frame("", "below").ring
    assert ring is not None
    assert (ring.share, ring.waits, timed.nav.frame("", "below").subtitle) == (0.5, "", "below")
    timed.pass_time(30)
    assert timed.nav.frame("", "below").subtitle.startswith("Waiting for ")
    assert timed.nav.lights.scene == Scene("waiting")
    before = timed.changes
    for _ in range(100):
        timed.pass_time(1)
    assert timed.changes == before, "nothing more happens"
    assert timed.nav.open_table.length == timed.nav.open_table.length


def test_it_begins_anew_with_every_line_of_the_record(timed: Timed) -> None:
    timed.begin()
    timed.pass_time(120)
    table = timed.nav.open_table
    seat = table.game.to_move(table.state)[0]
    timed.nav.act(table.game.legal_actions(table.state, seat)[0])
    timed.nav.tick()
    ring = timed.nav.frame("").ring
    assert ring is not None
    assert (ring.share, ring.waits) == (0.0, "")


def test_the_screen_is_drawn_only_when_the_ring_has_grown(timed: Timed) -> None:
    timed.begin(minutes=5)
    before = timed.changes
    for _ in range(300):
        timed.pass_time(1)
    assert timed.changes - before == STEPS


def test_bots_pads_and_pages_are_not_timed(timed: Timed) -> None:
    timed.begin()
    timed.nav.open_page("menu")
    assert timed.nav.frame("").ring is None
    timed.nav.back()
    for seat in (0, 1):
        timed.nav.give_to_bot(seat, "greedy")
    assert timed.nav.frame("").ring is None
    pad(timed.nav, "Ana", "Bo")
    assert timed.nav.frame("").ring is None


def test_every_other_lamp_burns_faintly_while_the_table_waits() -> None:
    assert levels(Scene("waiting")) == (1.0, 0.25, 1.0, 0.25, 1.0, 0.25)


def test_the_ring_is_whole_in_every_look(timed: Timed, stage: Stage) -> None:
    timed.begin("Konstantynopol", "Maximiliane Al")
    timed.pass_time(61)
    assert stage.faults_in_every_look() == {}
