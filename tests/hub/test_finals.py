"""Only the best go on: who comes further stands first, and there what is played in the finals counts first."""

from __future__ import annotations

import pytest

from hub.database import audit
from hub.database.store import Store
from hub.event import evening, rounds
from hub.event.standings import Finals, Outcome, standings
from hub.views import board
from hub.views.guests import Guests
from tests.hub.cups import Cup, names
from tests.hub.pages import ACTOR
from tests.hub.refusals import refused

KEY = "k0"
"""Lots are drawn by it: with this one the first and the last of the best four have met before the cut."""


@pytest.fixture
def cup(store: Store) -> Cup:
    return Cup(store, 8, system="swiss", places=4, rounds=4, key=KEY)


def met(cup: Cup) -> list[set[str]]:
    """A round: who met whom."""
    return [names(table) for table in cup.play()]


def test_cuts_at_tables_of_two_are_a_bracket(cup: Cup) -> None:
    for _ in range(3):
        cup.play()
    best = [name for _, name in cup.order[:4]]
    cup.cut(4)
    assert cup.here() == sorted(best)
    assert met(cup) == [{best[0], best[3]}, {best[1], best[2]}]
    cup.cut(2)
    final = set(cup.here())
    assert met(cup) == [final]
    order = [name for _, name in cup.order]
    assert order[:2] == sorted(final)
    assert set(order[:4]) == set(best)
    assert order[0] == "P1"


def test_guests_learn_of_the_finals_with_the_rounds_that_are_released(cup: Cup) -> None:
    cup.play()
    first = cup.order
    cup.cut(4)
    view = board.event_view(cup.store, cup.event)
    out = next(player for player in view.players if not player.here)
    page = Guests(cup.store).page(out.key)
    assert (page.cut, page.here) == (True, False)
    cup.play()
    evening.release(cup.store, cup.event, ACTOR, 1)
    shown = Guests(cup.store).screen_now(view.key).standings
    assert [(line.line.place, line.name) for line in shown] == first
    evening.release(cup.store, cup.event, ACTOR, 2)
    assert Guests(cup.store).screen_now(view.key).standings[0].name == cup.order[0][1]


def test_a_cut_is_undone_and_needs_a_round_that_is_over(cup: Cup) -> None:
    with refused("bad_value"):
        cup.cut(4)
    cup.play()
    for best in (1, 8, 0):
        with refused("bad_value"):
            cup.cut(best)
    planned = rounds.plan_round(cup.store, cup.event, ACTOR)
    with refused("not_now"):
        cup.cut(4)
    rounds.start_round(cup.store, cup.event, ACTOR, planned)
    with refused("not_now"):
        cup.cut(4)


def test_undoing_a_cut_lets_everybody_play_on(cup: Cup) -> None:
    cup.play()
    before = cup.order
    cup.cut(4)
    (entry, *_) = audit.log_of(cup.store, cup.event)
    audit.undo(cup.store, cup.event, entry.id, ACTOR)
    assert len(cup.here()) == 8
    assert cup.order == before


def test_in_the_finals_what_is_played_there_counts_first() -> None:
    done = [Outcome((1, 2), (9, 1), (1, 2)), Outcome((3, 4), (9, 1), (1, 2))]
    done += [Outcome((1, 4), (9, 1), (1, 2), round=2), Outcome((3, 2), (9, 1), (1, 2), round=2)]
    done += [Outcome((1, 3), (1, 9), (2, 1), round=3), Outcome((1, 3), (5, 5), (1, 1), round=4)]
    found = standings([1, 2, 3, 4], done, finals=Finals((3,), {2: 2, 4: 2}))
    assert [(line.player, line.points) for line in found] == [(3, 42), (1, 30), (2, 0), (4, 0)]
    later = standings([1, 2, 3, 4], done, finals=Finals((2, 3), {2: 1, 4: 2}))
    assert [line.player for line in later] == [3, 1, 4, 2]
