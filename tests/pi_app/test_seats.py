"""Somebody leaves a game, from the same menu in all of them: a bot, nobody, or the end of it."""

from __future__ import annotations

import pytest

from engines.record import Header
from engines.starfarers.model import FirstPlayer, Phase
from pi_app.presenters.menu import MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.seats import SeatsPresenter
from pi_app.steps.view import Seat
from tests.pi_app.starfarers_tables import after
from tests.pi_app.steps import taps

NAMES = ("Zoé", "Łucja", "Håkon")


def asked(nav: Navigator, seat: int) -> tuple[SeatsPresenter, str]:
    """The question whether that player leaves or comes back, opened from the menu; and what it would mean."""
    nav.open_page("menu")
    assert "page.seats" in taps(MenuPresenter(nav).view())
    nav.open_page("seats")
    page = SeatsPresenter(nav)
    assert taps(page.view())[f"seat.{seat}"].on
    page.do(Seat(seat))
    pending = page.view().pending
    assert pending is not None
    return page, pending.consequences[0]


def test_each_way_out_of_the_menu_has_an_icon_of_its_own(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=NAMES))
    nav.open_page("menu")
    icons = [tap.icon for tap in taps(MenuPresenter(nav).view()).values()]
    assert len(icons) > 5
    assert len(set(icons)) == len(icons)


@pytest.mark.parametrize("mode", ["light", "middle"])
def test_a_table_of_starfarers_plays_on_without_the_seat_until_it_is_taken_again(nav: Navigator, mode: str) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": mode}))
    nav.open_page("seats")
    assert not any(tap.on for tap in taps(SeatsPresenter(nav).view()).values()), "nobody has begun"
    nav.back()
    if mode == "light":
        nav.act(FirstPlayer(0, seat="nature"))
    else:
        after(nav, "starfarers_middle", lambda s: s.phase is Phase.BUILD)
    seat, turn = nav.state.seat, nav.state.turn
    page, said = asked(nav, seat)
    assert "play on" in said
    page.confirm()
    assert (nav.place.page, nav.state.seat, nav.state.turn) == (None, (seat + 1) % 3, turn + 1)
    assert nav.open_table.can_undo is not None
    nav.open_page("seats")
    assert taps(SeatsPresenter(nav).view())[f"seat.{seat}"].note == "has left"
    nav.back()
    page, said = asked(nav, seat)
    assert "still there" in said
    page.confirm()
    assert nav.state.gone == 0
    nav.undo()
    nav.undo()
    assert (nav.state.seat, nav.state.gone) == (seat, 0)


def test_of_two_nobody_plays_on_alone(nav: Navigator) -> None:
    for game, options in (("stellar", {"mode": "full", "hands": "hidden"}), ("starfarers", {"mode": "light"})):
        nav.begin(Header(game=game, players=NAMES[:2], options=options))
        if game == "starfarers":
            nav.act(FirstPlayer(0, seat="nature"))
        length = nav.open_table.length
        page, said = asked(nav, 1)
        assert "ends here" in said
        page.cancel()
        page, said = asked(nav, 1)
        page.confirm()
        assert nav.screen == "start"
        nav.resume(nav.unfinished()[0].id)
        assert nav.open_table.length == length


def test_a_bot_plays_on_where_it_can_see_all(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=NAMES[:2]))
    page, said = asked(nav, 0)
    assert "A bot plays on" in said
    page.confirm()
    assert set(nav.bots_of(nav.open_table.game_id)) == {0}
