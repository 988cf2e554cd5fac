"""The whole screen turned to who sits opposite: the same picture, upside down, on every kind of board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from engines.starfarers.model import Phase
from pi_app.games.look_at_the_stars.finished import SlateKind
from pi_app.games.star_explorer.finished import DiscKind
from pi_app.games.star_explorer.scene import DiscScene, sky
from pi_app.presenters.finished_boards import Desk, FinishedBoard
from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import SIZE, Frames, picture
from tests.pi_app.starfarers_tables import after

CORNER, BOX = (90, 210), (420, 180)
"""Off the middle, and wider than high: what is clipped wrongly shows."""


def disc() -> Any:
    """A disc of which the box cannot hold all."""
    from pi_app.games.star_explorer.ui.disc import DiscView

    layout = DiscKind().disc.layout
    whole = sky(layout, 0.0, frozenset(), frozenset(), bare=True)
    left, top, wide, high = whole.view
    near = type(whole)(
        **{**{f: getattr(whole, f) for f in whole.__struct_fields__}, "view": (left, top, wide / 2, high / 4)}
    )
    return DiscView(scene=DiscScene(near))


def slate() -> Any:
    """A slate, close by."""
    from pi_app.games.look_at_the_stars.ui.slate import SlateView

    scene = SlateKind().scene(Desk(), FinishedBoard(slate=1), (), None)
    assert scene is not None
    near = type(scene)(**{**{f: getattr(scene, f) for f in scene.__struct_fields__}, "view": (2.0, 3.0, 4.0, 2.0)})
    return SlateView(scene=near)


def chart(nav: Navigator) -> Any:
    """The map of Starfarers, close by."""
    from pi_app.games.starfarers.dealing import TurnPresenter
    from pi_app.games.starfarers.ui.map import StarChart

    after(nav, "starfarers_founding_three_players", lambda state: state.phase is Phase.PLACE_SHIPS)
    return StarChart(scene=TurnPresenter(nav).chart(), zoom=2.5)


@pytest.fixture
def window() -> Iterator[Any]:
    from kivy.core.window import Window

    yield Window
    Window.rotation = 0
    Window.update_viewport()


def test_boards_are_clipped_alike_when_the_screen_is_turned(nav: Navigator, window: Any, frames: Frames) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from pi_app.ui.shell import turn_screen

    makers: dict[str, Callable[[], Any]] = {"disc": disc, "slate": slate, "chart": lambda: chart(nav)}
    for name, make in makers.items():
        board, holder = make(), FloatLayout(size=SIZE)
        board.size_hint, board.pos, board.size = (None, None), CORNER, BOX
        holder.add_widget(board)
        window.add_widget(holder)
        frames(4)
        plain = picture().astype(int)
        turn_screen()
        frames(4)
        turned = picture().astype(int)[::-1, ::-1]
        turn_screen()
        frames(1)
        assert (np.abs(picture().astype(int) - plain).sum(axis=2) > 60).mean() < 0.004, "turned back"
        window.remove_widget(holder)
        ground = plain[5, 5]
        seen = np.abs(plain - ground).sum(axis=2) > 40
        rows, columns = np.nonzero(seen)
        assert seen.sum() > 3000, name
        assert columns.min() >= CORNER[0] - 1, name
        assert columns.max() <= CORNER[0] + BOX[0], name
        assert rows.min() >= CORNER[1] - 1, name
        assert rows.max() <= CORNER[1] + BOX[1], name
        assert (np.abs(plain - turned).sum(axis=2) > 60).mean() < 0.004, name
