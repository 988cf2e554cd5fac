"""A guest with a keyboard cannot leave the app, close it, or open anything of Kivy's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from engines.record import Header
from pi_app.host.updates import WELL_S
from tests.pi_app.screen_faults import Frames, Stage

ESCAPE, TAB, ENTER, DELETE, PRINT = 27, 9, 13, 127, 316
FUNCTION_KEYS = range(282, 297)
LETTERS = [ord(letter) for letter in "cdeqrwxz`"]
KEYS = [ESCAPE, TAB, ENTER, DELETE, PRINT, *FUNCTION_KEYS, *LETTERS]
MODIFIERS: list[list[str]] = [
    [],
    ["alt"],
    ["ctrl"],
    ["ctrl", "alt"],
    ["ctrl", "shift"],
    ["meta"],
    ["ctrl", "alt", "shift"],
]


@pytest.fixture
def app(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The app with its keys, as `run` would set them up; `app.ended` counts what would have ended it."""
    from kivy.core.window import Window

    import pi_app.ui.app as module

    app = module.PlanisphereApp(stage.nav)
    app.root, app.ended = stage.shell, []
    monkeypatch.setattr(app, "stop", lambda *_: app.ended.append("stop"))
    monkeypatch.setattr("kivy.base.stopTouchApp", lambda: app.ended.append("stopTouchApp"))
    monkeypatch.setattr("kivy.core.window.stopTouchApp", lambda: app.ended.append("stopTouchApp"), raising=False)
    monkeypatch.setattr(Window, "close", lambda *_: app.ended.append("close"))
    app._app_window = Window
    Window.bind(on_keyboard=app._on_keyboard_settings)
    yield app
    Window.unbind(on_keyboard=app._on_keyboard_settings)


def test_no_key_leads_out_of_the_app(app: Any, frames: Frames) -> None:
    from kivy.core.window import Window

    before, screen = list(Window.children), app.nav.screen
    for key, modifiers in product(KEYS, MODIFIERS):
        text = chr(key) if key < 127 else None
        Window.dispatch("on_key_down", key, key, text, modifiers)
        Window.dispatch("on_keyboard", key, key, text, modifiers)
        Window.dispatch("on_key_up", key, key)
    frames(2)
    assert app.ended == []
    assert list(Window.children) == before, "nothing was opened over the screen"
    assert app.nav.screen == screen


def test_the_window_of_a_table_cannot_be_closed(app: Any) -> None:
    from kivy.core.window import Window

    from pi_app.ui.app import hold_window

    assert not Window.dispatch("on_request_close"), "on a desktop it can"
    hold_window()
    assert Window.dispatch("on_request_close")


def test_the_app_makes_way_only_for_another_version(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    app._make_way()
    assert app.ended == []
    monkeypatch.setattr("pi_app.host.updates.superseded", lambda: True)
    app._make_way()
    assert app.ended == ["stop"]
    app.ended.clear()
    app.nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    app._make_way()
    assert app.ended == [], "not in the middle of a game"
    app.nav.desk = SimpleNamespace(updater=SimpleNamespace(restart=True))
    app._make_way()
    assert app.ended == ["stop"], "the host said so"
    assert WELL_S > 60
