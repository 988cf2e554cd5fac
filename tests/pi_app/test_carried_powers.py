"""A past turn of Look at the Stars put right so that it earns a power: the power travels with the drawing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.game import NATURE
from engines.look_at_the_stars.model import (
    DealSlate,
    Draw,
    OpenBonus,
    Pass,
    PowerUse,
    StarsAction,
    StarsOptions,
)
from engines.record import Header, replay_record
from engines.registry import open_game
from pi_app.games.look_at_the_stars.cards import CardPane
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.look_at_the_stars.past_turns import offers_after
from pi_app.presenters.navigator import Navigator
from tests.pi_app.steps import scene


def missed(nav: Navigator, power: str) -> tuple[Draw, int]:
    """A game with a turn passed where lines complete a copy, two turns more, and those lines with that turn's place."""
    game: Any = open_game("look_at_the_stars")
    card = next(card for card in game.pack.power_cards if card.power == power)
    for seed in range(200):
        rng = Random(seed)
        state = game.setup(("Ana",), StarsOptions())
        done = list[StarsAction]()

        def play(action: StarsAction, done: list[StarsAction] = done) -> None:
            nonlocal state
            done.append(action)
            state = game.play(state, action)

        play(DealSlate(0, 1, seat=NATURE))
        play(OpenBonus(game.pack.point_cards[0].id, seat=NATURE))
        play(OpenBonus(card.id, seat=NATURE))
        for _turn in range(9):
            play(game.deal(state, rng))
            actions = [action for action in game.legal_actions(state, 0) if isinstance(action, Draw)]
            good = [a for a in actions if offers_after(game, state, a)]
            if good:
                others = [a for a in actions if not offers_after(game, state, a)]
                if not others:
                    break
                wanted, line = good[0], len(done) + 1
                play(Pass(seat=0))
                for _later in range(2):
                    play(game.deal(state, rng))
                    play(Pass(seat=0))
                nav.begin(Header(game="look_at_the_stars", players=("Ana",)))
                nav.act(*done)
                return wanted, line
            play(rng.choice(actions) if actions else Pass(seat=0))
    raise AssertionError("no game completes a copy")


@pytest.mark.parametrize("power", ["planet", "line", "star", "galaxy", "nova", "black_hole"])
def test_a_power_that_a_corrected_turn_earns_is_put_into_it_by_one_tap_more(nav: Navigator, power: str) -> None:
    wanted, line = missed(nav, power)
    later = len(nav.state.cards)
    nav.open_page("look_mend", seat=0, own={"n": line})
    screen = MendPresenter(nav)
    for a, b in wanted.lines:
        screen.join(a, b)
    drawn = screen.turn
    assert drawn is not None
    assert isinstance(drawn.action, Draw)
    assert drawn.action.powers == (), "drawn, and the power done without"
    assert len(nav.state.cards) == later, "what came later stays"
    view = screen.view()
    assert isinstance(view.hero, CardPane)
    assert view.hero.note == "This completes the power bonus: tap where its power was drawn."
    if power == "line":
        screen.tap_line(*scene(view).ghosts[0])
    else:
        for spot in scene(view).spots[:2] if power == "star" else scene(view).spots[:1]:
            screen.tap_point(spot)
    drawn = screen.turn
    assert drawn is not None
    assert isinstance(drawn.action, Draw)
    assert drawn.action.powers, power
    assert len(nav.state.cards) == later
    table = nav.open_table
    assert table.game.score(replay_record(table.game, table.record).state) == table.sheet
    things = [thing.at for thing in nav.state.slates[0].objects]
    assert things == ([] if power == "line" else list(drawn.action.powers[0].at))
    nav.undo()
    assert not nav.state.slates[0].objects


def test_a_power_carried_by_a_drawing_is_taken_away_by_a_tap_on_it(nav: Navigator) -> None:
    wanted, line = missed(nav, "planet")
    nav.open_page("look_mend", seat=0, own={"n": line})
    screen = MendPresenter(nav)
    for a, b in wanted.lines:
        screen.join(a, b)
    screen.tap_point(scene(screen.view()).spots[0])
    (thing,) = nav.state.slates[0].objects
    nav.open_page("look_mend", seat=0, own={"thing": [thing.kind, thing.at]})
    screen = MendPresenter(nav)
    screen.put_right()
    assert nav.state.slates[0].objects == ()
    assert isinstance(screen.turn and screen.turn.action, Draw)


def test_a_carried_power_is_judged_like_one_that_was_used() -> None:
    game: Any = open_game("look_at_the_stars")
    state = game.setup(("Ana",), StarsOptions())
    for action in (DealSlate(0, 1, seat=NATURE), OpenBonus("A1", seat=NATURE), OpenBonus("B2", seat=NATURE)):
        state = game.play(state, action)
    state = game.play(state, game.deal(state, Random(1)))
    drawn = next(action for action in game.legal_actions(state, 0) if isinstance(action, Draw))
    nothing = Draw(drawn.lines, (PowerUse(drawn.lines, ("C4",)),), seat=0)
    assert [violation.rule for violation in game.check(state, nothing)] == ["look_at_the_stars.bonus.power"]
    assert game.check(state, Draw(drawn.lines, (), seat=0)) == []
    assert game.play(state, Draw(drawn.lines, (), seat=0)) == game.play(state, drawn)
    assert game.encode_action(drawn).keys() == {"type", "seat", "lines"} or "powers" not in game.encode_action(drawn)
