"""Help: rule cards that fit the screen, what can be done now, the guide through a first game."""

from __future__ import annotations

from random import Random

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.pad import Close, Write
from engines.record import Header
from engines.star_explorer.model import Phase
from pi_app.games.app_game import app_of, offered
from pi_app.presenters.menu import HelpPresenter, MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.now import guide, guide_words, now_lines
from pi_app.steps.view import Card, Press
from tests.pi_app.screen_faults import Frames, Stage
from tests.pi_app.steps import taps

PLAYERS = ("Ana", "Bo", "Cy")


def begin(nav: Navigator, game: str) -> None:
    players = PLAYERS[: app_of(game).seats()[1]]
    nav.begin(Header(game=game, players=players, seed=8, options=app_of(game).options(True)))


def step(nav: Navigator, rng: Random) -> None:
    """Somebody plays at random."""
    table = nav.open_table
    seat = next(seat for seat in table.game.to_move(table.state) if seat != NATURE)
    assert isinstance(seat, int)
    nav.act(find_bot(table.header.game, "random")(table.game, table.game.view(table.state, seat), seat, rng))


@pytest.mark.parametrize("game", sorted(offered()))
def test_there_are_words_for_everything_that_can_be_done(nav: Navigator, game: str) -> None:
    begin(nav, game)
    rng = Random(2)
    for _turn in range(60):
        if nav.open_table.over:
            break
        assert set(nav.app.kinds_now(nav)) <= set(app_of(game).action_words)
        assert now_lines(nav)
        step(nav, rng)


def test_what_can_be_done_now_names_who_can_do_it(nav: Navigator) -> None:
    begin(nav, "star_explorer")
    assert [(line.who, line.what) for line in now_lines(nav)] == [("Everybody", "Lay a start tile")]
    while nav.state.phase != Phase.SIZE:
        step(nav, Random(1))
    menu = MenuPresenter(nav).view().stage
    assert isinstance(menu, Card)
    assert [line.text for line in menu.lines[1:]] == [PLAYERS[nav.state.marker], "• Pick a size"]


def test_help_opens_at_the_card_that_fits_the_screen(nav: Navigator) -> None:
    begin(nav, "star_explorer")
    while nav.state.phase != Phase.DRAW:
        step(nav, Random(1))
    nav.open_page("help")
    page = HelpPresenter(nav)
    assert [tap.text for tap in taps(page.view()).values() if tap.chosen] == ["Drawing"]
    page.do(Press("topic", (0,)))
    assert taps(page.view())["topic.0"].chosen


def test_without_a_game_the_rules_of_every_game_can_be_read(nav: Navigator) -> None:
    nav.open_page("help")
    page = HelpPresenter(nav)
    assert [tap.does for tap in page.view().tabs] == [Press("rules", (game,)) for game in offered()]
    for game in set(offered()) - {"stellar"}:
        page.do(Press("rules", (game,)))
        card = page.view().stage
        assert isinstance(card, Card)
        assert tuple(line.text for line in card.lines) == app_of(game).help()[0].lines


def test_the_guide_leads_through_the_first_game_and_not_through_the_second(nav: Navigator) -> None:
    nav.guides = True
    begin(nav, "star_explorer")
    assert nav.frame("").guide == "The colour of the side that you lay up pays in round I."
    nav.open_page("menu")
    assert nav.frame("").guide is None
    nav.begin(Header(game="star_explorer", pack="pad", players=("Ana",)))
    assert guide_words(nav) is None
    nav.act(Write(seat=0, row="rim", sum="3"))
    nav.act(Close(seat=0))
    begin(nav, "star_explorer")
    assert nav.frame("").guide is None


def test_the_guide_is_switched_off_for_good_and_on_again(nav: Navigator) -> None:
    nav.guides = True
    begin(nav, "star_explorer")
    nav.stop_guide()
    assert nav.frame("").guide is None
    begin(nav, "star_explorer")
    assert nav.frame("").guide is None
    MenuPresenter(nav).do(Press("guide"))
    assert nav.frame("").guide is not None
    guide(nav, on=False)
    assert taps(MenuPresenter(nav).view())["guide"].text == "Guide: off"


def test_the_guide_lies_over_the_titles_and_nothing_moves_for_it(nav: Navigator, stage: Stage, frames: Frames) -> None:
    from pi_app.ui.arrivals import controls

    nav.guides = True
    begin(nav, "star_explorer")
    frames(3)

    def places() -> dict[str, tuple[float, ...]]:
        shown = ((tap.key, (*tap.to_window(*tap.pos), *tap.size)) for tap in controls(stage.shell))
        return {key: place for key, place in shown if not key.startswith("guide")}

    guided = places()
    assert not stage.faults()
    stage.tap("guide")
    assert stage.finger.find("guide.stop") is None, "the titles are shown again"
    assert places() == guided
    while nav.state.phase != Phase.DRAW:
        step(nav, Random(1))
    frames(3)
    guided = places()
    assert stage.finger.find("guide.stop") is not None, "there is another step"
    stage.tap("guide.stop")
    frames(3)
    assert stage.finger.find("guide.stop") is None
    assert places() == guided
    nav.open_page("menu")
    frames(3)
    assert not stage.faults()
    nav.open_page("help")
    frames(3)
    assert not stage.faults()
