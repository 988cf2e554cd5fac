"""Once more: a rematch, the usual group, seats in another order, who leaves, and games that nobody goes on with."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.pad import Close, Write
from engines.record import Header
from pi_app.presenters.again import usual_group
from pi_app.presenters.menu import MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.seats import SeatsPresenter
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.standing import PastPresenter, SheetPresenter
from pi_app.presenters.start import StartPresenter
from pi_app.steps.view import Seat
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import taps

DEALT = {"piles": "dealt"}


def pad(nav: Navigator, *names: str, game: str = "star_explorer", points: tuple[str, ...] = ()) -> None:
    """A score pad, added up."""
    nav.begin(Header(game=game, pack="pad", players=names))
    for seat in range(len(names)):
        nav.act(Write(seat=seat, row="rim", sum=points[seat] if points else str(3 * (len(names) - seat))))
    nav.act(Close(seat=0))


# A rematch -------------------------------------------------------------------------------------------------------


def test_a_rematch_is_one_tap_with_the_same_players_options_and_colours(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), options={"shape_match": "topology"}), colours=(3, 5))
    first = nav.open_table.game_id
    SheetPresenter(nav).rematch()
    assert nav.open_table.game_id != first
    header = nav.open_table.header
    assert (header.players, header.options, header.seed) == (("Ana", "Bo"), {"shape_match": "topology"}, None)
    assert nav.colours is not None
    assert nav.colours[:2] == (3, 5)


def test_a_rematch_on_the_screen_deals_anew_for_the_same_bots(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bot A"), seed=1, options=DEALT), {1: "greedy"})
    nav.guides = False
    SheetPresenter(nav).rematch()
    assert nav.open_table.header.seed not in (None, 1)
    assert nav.bots_of(nav.open_table.game_id) == {1: "greedy"}


# The usual group -------------------------------------------------------------------------------------------------


def test_the_usual_group_is_who_played_together_most_often(nav: Navigator) -> None:
    assert usual_group(nav) is None
    pad(nav, "Ana", "Bo")
    pad(nav, "Bo", "Ana", game="star_explorer")
    pad(nav, "Ana", "Cy", "Dan")
    pad(nav, "Guest 1", "Ana")
    pad(nav, "Eve")
    group = usual_group(nav)
    assert group is not None
    assert group.players == ("Bo", "Ana"), "as they sat the last time"


def test_the_usual_group_sits_down_with_one_tap(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    options = {**DEALT, "shape_match": "topology"}
    nav.begin(Header(game="star_explorer", players=("Bo", "Bot A", "Ana"), seed=4, options=options), {1: "greedy"})
    nav.home()
    start = StartPresenter(nav)
    assert taps(start.view())["usual"].text == "Usual group"
    start.seat_usual()
    players = PlayersPresenter(nav)
    assert nav.place.names == ("Bo", "Bot A", "Ana")
    players.start()
    assert nav.open_table.digital
    assert nav.open_table.header.options == {"all_stars": "blocked", **options}, "and what new games name"
    assert nav.bots_of(nav.open_table.game_id) == {1: "greedy"}


def test_the_end_of_a_game_of_others_offers_the_usual_group(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    pad(nav, "Ana", "Bo")
    assert "usual" not in taps(SheetPresenter(nav).view()), "they are at the table"
    pad(nav, "Cy", "Dan")
    sheet = SheetPresenter(nav)
    assert taps(sheet.view())["usual"].text == "Usual group"
    sheet.seat_usual()
    assert (nav.screen, nav.place.names, nav.place.way) == ("players", ("Ana", "Bo"), "pad")


@pytest.mark.parametrize(
    ("before", "keys"),
    [
        (0, ["rematch", "page.history", "page.take", "home"]),
        (2, ["rematch", "usual", "page.history", "page.take", "home"]),
    ],
)
def test_the_ways_on_at_the_end_stand_at_even_distances(
    before: int, keys: list[str], nav: Navigator, stage: Stage
) -> None:
    from pi_app.ui.steps.sheet import SheetBox

    for _game in range(before):
        pad(nav, "Ana", "Bo")
    pad(nav, "Cy", "Dan")
    (sheet,) = (part for part in stage.shell.screen.walk() if isinstance(part, SheetBox))
    (shown,) = (row.children[::-1] for row in sheet.ids.ways.children)
    assert [part.key for part in shown] == keys
    gaps = [right.x - left.right for left, right in pairwise(shown)]
    assert gaps == pytest.approx([gaps[0]] * (len(keys) - 1), abs=0.5)


# Seats -----------------------------------------------------------------------------------------------------------


def test_seats_change_places(nav: Navigator) -> None:
    nav.open_page("players", names=("Ana", "Bo", "Cy"))
    players = PlayersPresenter(nav)
    players.move_up("Cy")
    assert nav.place.names == ("Ana", "Cy", "Bo")
    players.move_up("Ana")
    assert nav.place.names == ("Ana", "Cy", "Bo")


def test_a_bot_plays_on_for_who_leaves_and_gives_the_seat_back(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), seed=4, options=DEALT))
    assert "page.seats" in taps(MenuPresenter(nav).view())
    nav.open_page("seats")
    seats = SeatsPresenter(nav)
    seats.do(taps(seats.view())["seat.1"].does)
    pending = seats.view().pending
    assert pending is not None
    assert pending.loses
    seats.cancel()
    assert nav.bots_of(1) == {}
    for bots in ({1: "strong"}, {}):
        seats.do(taps(seats.view())["seat.1"].does)
        seats.confirm()
        assert nav.bots_of(1) == bots
        assert seats.view().pending is None


def test_no_bot_plays_on_where_hands_are_hidden_from_the_screen(nav: Navigator) -> None:
    nav.begin(Header(game="stellar", players=("Ana", "Bo"), options={"hands": "hidden"}))
    game = nav.open_table.game_id
    assert "page.seats" in taps(MenuPresenter(nav).view())
    nav.open_page("seats")
    seats = SeatsPresenter(nav)
    seats.do(Seat(1))
    pending = seats.view().pending
    assert pending is not None
    assert pending.consequences[0].startswith("The game ends here")
    seats.confirm()
    assert nav.bots_of(game) == {}
    assert StartPresenter(nav).running is not None, "it is saved"


# Games that nobody goes on with ----------------------------------------------------------------------------------


def test_an_unfinished_game_is_deleted_after_its_own_question(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    nav.begin(Header(game="star_explorer", players=("Cy",)))
    game = nav.open_table.game_id
    nav.home()
    nav.open_page("past")
    past = PastPresenter(nav)
    _open, delete = past.view().stage.parts[0].taps  # type: ignore[attr-defined]
    past.do(delete.does)
    pending = past.view().pending
    assert pending is not None
    assert pending.loses
    assert pending.consequences[0] == "Star Explorer: Cy"
    past.cancel()
    assert len(past.view().stage.parts) == 2  # type: ignore[attr-defined]
    past.ask(game)
    past.confirm()
    (line,) = [row.taps[0].text for row in past.view().stage.parts]  # type: ignore[attr-defined]
    assert [name in line for name in ("Ana", "Bo", "Cy")] == [True, True, False]
    assert StartPresenter(nav).running is None
    assert nav.journal.record(game).header.players == ("Cy",), "the record stays"


def test_a_finished_game_is_not_deleted(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    nav.open_page("past")
    past = PastPresenter(nav)
    past.ask(nav.journal.games()[0].id)
    past.confirm()
    assert len(past.view().stage.parts) == 1  # type: ignore[attr-defined]
