"""The loupe over a board: it opens under a finger that stays, names what lifting it chooses, and leaves taps alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import SIZE, Frames, Put, picture
from tests.pi_app.starfarers_tables import after

CORNER, BOX = (60, 20), (440, 420)
CHOICES = ("on_command", "on_spot")


class Board:
    """A board in the window of the tests, fingers on it, and what they chose."""

    def __init__(self, board: Any, put: Put, frames: Frames) -> None:
        from kivy.uix.floatlayout import FloatLayout

        self.board, self.frames, self.chosen = board, frames, list[tuple[Any, ...]]()
        board.size_hint, board.pos, board.size = (None, None), CORNER, BOX
        for name in CHOICES:
            if board.is_event_type(name):
                board.bind(**{name: partial(self._choose, name)})
        holder = FloatLayout(size=SIZE)
        holder.add_widget(board)
        put(holder)
        self.spots = list(_choosable(board))

    def _choose(self, name: str, _board: Any, *what: Any) -> None:
        self.chosen.append((name, *what))

    def down(self, at: Any) -> Any:
        """A finger that comes down."""
        from kivy.base import EventLoop

        from pi_app.ui.finger import SyntheticTouch

        touch = SyntheticTouch(1, at)
        EventLoop.post_dispatch_input("begin", touch)
        return touch

    def move(self, touch: Any, to: Any) -> None:
        from kivy.base import EventLoop

        touch.move((to[0] / SIZE[0], to[1] / SIZE[1]))
        EventLoop.post_dispatch_input("update", touch)

    def up(self, touch: Any) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input("end", touch)


def _choosable(board: Any) -> Iterator[Any]:
    from pi_app.ui.widgets.spots import choosable

    return choosable(board)


def disc(_nav: Navigator) -> Any:
    """A disc of which every star may be chosen."""
    from pi_app.games.star_explorer.finished import DiscKind
    from pi_app.games.star_explorer.scene import DiscScene, sky
    from pi_app.games.star_explorer.ui.disc import DiscView

    layout = DiscKind().disc.layout
    every = frozenset(star.id for star in layout.stars)
    return DiscView(scene=DiscScene(sky(layout, 0.0, every, every, bare=True)))


def slate(_nav: Navigator) -> Any:
    """A slate on which nothing is drawn yet."""
    from pi_app.games.look_at_the_stars.finished import SlateKind
    from pi_app.games.look_at_the_stars.ui.slate import SlateView
    from pi_app.presenters.finished_boards import Desk, FinishedBoard

    return SlateView(scene=SlateKind().scene(Desk(), FinishedBoard(slate=1), (), None))


def chart(nav: Navigator) -> Any:
    """The map of Starfarers, where a first ship is placed."""
    from engines.starfarers.model import Phase
    from pi_app.games.starfarers.flight import LaunchPresenter
    from pi_app.games.starfarers.ui.map import StarChart

    after(nav, "starfarers_founding_three_players", lambda state: state.phase is Phase.PLACE_SHIPS)
    return StarChart(scene=LaunchPresenter(nav).view().stage)


@pytest.fixture(params=[disc, slate, chart])
def board(
    nav: Navigator, request: pytest.FixtureRequest, put: Put, frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> Board:
    monkeypatch.setattr("pi_app.ui.widgets.loupe.HOLD_S", 0.0)
    return Board(request.param(nav), put, frames)


def test_holding_names_what_lifting_chooses_as_a_tap_would(board: Board) -> None:
    first = board.spots[0]
    tapped = board.down(first.at)
    board.up(tapped)
    assert len(board.chosen) == 1
    before = picture()
    held = board.down(first.at)
    board.frames(3)
    loupe = board.board.loupe
    assert (loupe.is_open, loupe.spot) == (True, first.id)
    assert board.board.spot_words(first.id)
    assert len(board.chosen) == 1, "nothing is chosen before the finger lifts"
    changed = (picture() != before).any(axis=2)
    assert changed.sum() > 8_000
    board.up(held)
    board.frames(3)
    assert not loupe.is_open
    assert board.chosen[1] == board.chosen[0]
    assert not (picture() != before).any()


def test_sliding_under_the_loupe_chooses_what_lies_there_in_the_end(board: Board) -> None:
    first, other = board.spots[0], max(board.spots, key=lambda spot: math.dist(spot.at, board.spots[0].at))
    board.up(board.down(other.at))
    held = board.down(first.at)
    board.frames(3)
    board.move(held, other.at)
    assert board.board.loupe.spot == other.id
    board.up(held)
    assert board.chosen[1] == board.chosen[0]


def test_lifting_beside_the_board_chooses_nothing(board: Board) -> None:
    held = board.down(board.spots[0].at)
    board.frames(3)
    board.move(held, (5, 470))
    assert board.board.loupe.spot is None
    board.up(held)
    assert board.chosen == []


def test_a_finger_that_moves_at_once_opens_no_loupe(board: Board) -> None:
    first = board.spots[0].at
    held = board.down(first)
    board.move(held, (first[0] + 40, first[1] + 40))
    board.frames(3)
    assert not board.board.loupe.is_open
    board.up(held)


def test_a_slow_stroke_is_no_look(board: Board) -> None:
    """Each frame takes longer than a finger has to stay."""
    first = board.spots[0].at
    held = board.down(first)
    for step in range(1, 5):
        board.frames(1)
        board.move(held, (first[0] + 4 * step, first[1]))
        assert not board.board.loupe.is_open
    board.frames(4)
    assert not board.board.loupe.is_open
    board.up(held)


def test_a_board_that_lost_its_finger_takes_the_next_one(board: Board) -> None:
    """A finger that came down before the game went on is let go: it does not lift on the board."""
    from pi_app.ui.shell import let_go

    held = board.down(board.spots[0].at)
    board.frames(3)
    let_go(held)
    board.move(held, board.spots[-1].at)
    board.up(held)
    assert board.chosen == []
    board.up(board.down(board.spots[0].at))
    board.frames(3)
    assert len(board.chosen) == 1
    assert not board.board.loupe.is_open


def test_the_loupe_stays_on_the_board_and_off_the_finger(frames: Frames) -> None:
    from kivy.metrics import dp

    from pi_app.ui.widgets.loupe import RADIUS_DP, beside

    radius = dp(RADIUS_DP)
    for x, y in product(range(CORNER[0], CORNER[0] + BOX[0] + 1, 20), range(CORNER[1], CORNER[1] + BOX[1] + 1, 20)):
        left, bottom = beside((x, y), CORNER, BOX)
        assert CORNER[0] + radius <= left <= CORNER[0] + BOX[0] - radius
        assert CORNER[1] + radius <= bottom <= CORNER[1] + BOX[1] - radius
        assert math.dist((x, y), (left, bottom)) > radius, (x, y)
