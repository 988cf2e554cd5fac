"""Widgets of Starfarers that show one thing after another show it as if they had been built for it."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.games.starfarers.parts import Block, Cards5, CardStage, CoverStage, Grid, Stage, Tap, Taps, Words
from tests.pi_app.screen_faults import Frames


def cards(counts: int, less: bool = False, key: str = "give") -> Cards5:
    return Cards5(f"{counts} of each", (counts,) * 5, key, (counts > 1,) * 5, (less,) * 5, ("3",) * 5, counts)


def card(name: str, reader: int) -> CardStage:
    return CardStage(
        title=name, reader=reader, who=f"{name} for {reader}", scene=f"{name} comes", question="?", turned=reader > 0
    )


PANELS: list[tuple[Block, ...]] = [
    (Words("Ana builds", "bold", 0), cards(2), Taps((Tap("a", "Build", icon="cross"), Tap("b", "Trade", seat=1)))),
    (Words("Bo", "ask", 1), cards(1), Taps((Tap("c", "", seat=2), Tap("d", "Long words here"))), Tap("e", "Go on")),
    (Tap("f", "Ship", "missing", cost=(1, 2, 0, 0, 0), short=(1, 0, 0, 0, 0)), cards(3, less=True), Words("", "muted")),
    (Words("Nobody"), Tap("g", "End", kind="main"), Tap("h", "Back", on=False, chosen=True)),
    (),
    (Taps(tuple(Tap(f"n{n}", str(n)) for n in range(5))), Tap("i", "Now", kind="main")),
]
STAGES: list[Stage] = [
    card("Travellers", 0),
    card("Pirates", 1),
    CoverStage(seat=0, name="Ana", title="Ana's turn", words="Take it"),
    CoverStage(seat=2, name="Cleo", title="Cleo's turn", words="Give it"),
    Grid("Build", (Tap("a", "Ship", "none left", cost=(1, 1, 0, 0, 0)), Tap("b", "Ring", "missing", people=None))),
    Grid("Trade", (Tap("c", "3 ore", icon="cross"), Tap("d", "1 fuel", seat=1), Tap("e", "")), 3),
    Grid("", (Tap("f", "Alone"),), 2, ("Some words",)),
]
LOOKS = (
    "text", "font_size", "color", "opacity", "disabled", "size", "pos", "key", "note", "icon", "seat", "chosen", "cost",
    "short", "fill", "ink", "count", "live", "state",
)  # fmt: skip


def looks(widget: Any) -> list[tuple[Any, ...]]:
    """What every widget below shows, and where; how large no letters at all are does not matter."""
    return [
        (type(part).__name__, *(_plain(getattr(part, name, None)) for name in LOOKS if _matters(part, name)))
        for part in widget.walk(restrict=True)
    ]


def _matters(part: Any, name: str) -> bool:
    return name != "font_size" or bool(part.text if hasattr(part, "text") else "")


def _plain(value: Any) -> Any:
    if isinstance(value, float | int):
        return round(value, 2)
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


@pytest.fixture
def parts(frames: Frames) -> Any:
    """A layout of that size with rows made by `make`, and the function that lets its frames pass."""
    from kivy.core.window import Window
    from kivy.uix.boxlayout import BoxLayout

    held: list[Any] = []

    def made(make: Any, size: tuple[int, int]) -> tuple[Any, Any]:
        box = BoxLayout(orientation="vertical", size_hint=(None, None), size=size)
        Window.add_widget(box)
        held.append(box)
        return box, make(box, lambda _key: None)

    yield made
    for box in held:
        Window.remove_widget(box)


@pytest.mark.parametrize("last", range(len(PANELS)))
def test_a_panel_is_as_if_built_for_it(parts: Any, frames: Frames, last: int) -> None:
    from pi_app.games.starfarers.ui.panel import panel_rows, spaced, stand

    for before in range(len(PANELS)):
        used, again = parts(panel_rows, (300, 420))
        new, once = parts(panel_rows, (300, 420))
        for panel in (PANELS[before], PANELS[last]):
            again.fill(spaced(panel))
            stand(used)
            frames(3)
        once.fill(spaced(PANELS[last]))
        stand(new)
        frames(3)
        assert looks(used) == looks(new), (before, last)


@pytest.mark.parametrize("last", range(len(STAGES)))
def test_a_stage_is_as_if_built_for_it(parts: Any, frames: Frames, last: int) -> None:
    from pi_app.games.starfarers.ui.stages import stages

    for before in range(len(STAGES)):
        used, again = parts(stages, (480, 400))
        new, once = parts(stages, (480, 400))
        for stage in (STAGES[before], STAGES[last]):
            again.fill([stage])
            frames(3)
        once.fill([STAGES[last]])
        frames(3)
        assert looks(used) == looks(new), (before, last)
