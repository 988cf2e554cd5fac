"""Widgets of Starfarers that show one thing after another show it as if they had been built for it."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.games.starfarers.parts import Cards5, CardStage, PadStage, Tap
from pi_app.presenters.frame import Frame
from pi_app.steps.view import Cover, Gap, Grid, Page, Part, StepView, Taps, Words
from tests.pi_app.screen_faults import Frames, Put


def cards(counts: int, less: bool = False) -> Cards5:
    return Cards5(f"{counts} of each", (counts,) * 5, "give", (counts > 1,) * 5, (less,) * 5, ("3",) * 5, counts)


def card(name: str, reader: int) -> CardStage:
    return CardStage(
        title=name, reader=reader, who=f"{name} for {reader}", scene=f"{name} comes", question="?", turned=reader > 0
    )


A, B, C, D, E, F, G, H = (Page(letter) for letter in "abcdefgh")
PANELS: list[tuple[Part, ...]] = [
    (
        Words("Ana builds", "bold", 0),
        cards(2),
        Taps((Tap(A, "Build", icon="cross"), Tap(B, "Trade", seat=1))),
    ),
    (
        Words("Bo", "ask", 1),
        cards(1),
        Taps((Tap(C, "", seat=2), Tap(D, "Long words here"))),
        Tap(E, "Go on"),
    ),
    (
        Tap(F, "Ship", "missing", cost=(1, 2, 0, 0, 0), short=(1, 0, 0, 0, 0)),
        cards(3, less=True),
        Words("", "muted"),
    ),
    (Words("Nobody"), Tap(G, "End", role="progress"), Tap(H, "Back", on=False, chosen=True)),
    (),
    (Taps(tuple(Tap(Page(f"n{n}"), str(n)) for n in range(5))), Tap(Page("i"), "Now", role="progress")),
]
STAGES: list[Part] = [
    card("Travellers", 0),
    card("Pirates", 1),
    Cover(seat=0, name="Ana", title="Ana's turn", words="Take it"),
    Cover(seat=2, name="Cleo", title="Cleo's turn", words="Give it"),
    Grid(
        "Build",
        (Tap(A, "Ship", "none left", cost=(1, 1, 0, 0, 0)), Tap(B, "Ring", "missing", icon="medal")),
    ),
    Grid("Trade", (Tap(C, "3 ore", icon="cross"), Tap(D, "1 fuel", seat=1), Tap(E, "")), 3),
    Grid("", (Tap(F, "Alone"),), 2, ("Some words",)),
]
BALLS = tuple(Tap(Page(f"ball {ball}"), ball, icon=ball, chosen=ball == "red") for ball in ("red", "blue", "yellow"))
PAIRS = tuple(Tap(Page(f"pair {n}"), str(n), icon=f"red {ball}") for n, ball in enumerate(("red", "blue"), 1))
PADS: list[Part] = [
    PadStage(title="Ana shakes", dice=tuple(Tap(Page(f"sum {n}"), str(n)) for n in range(2, 13)), palette=BALLS),
    PadStage(title="Flight", speed="7", notes=(("two rings", "muted"),), palette=PAIRS, asks="Who next?"),
    PadStage(title="Bo shakes", dice=(Tap(A, "2", on=False),), palette=BALLS[1:], track=((0, 4), (1, 6)), goal=15),
]
LOOKS = (
    "text", "font_size", "color", "opacity", "disabled", "size", "pos", "key", "note", "icon", "seat", "chosen", "cost",
    "short", "fill", "ink", "count", "live", "state", "ball", "track",
)  # fmt: skip


def spaced(panel: tuple[Part, ...]) -> tuple[Part, ...]:
    """As a step stands in its panel."""
    return StepView(frame=Frame(screen="", title=""), stage=Gap(), panel=panel).blocks()


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
def parts(put: Put) -> Any:
    """A layout of that size with rows made by `make`, and the function that lets its frames pass."""
    from kivy.uix.boxlayout import BoxLayout

    from pi_app.ui.steps.port import Port

    def made(make: Any, size: tuple[int, int]) -> tuple[Any, Any]:
        box = BoxLayout(orientation="vertical", size_hint=(None, None), size=size)
        put(box)
        return box, make(box, Port(lambda _command: None, lambda _name: None))

    return made


@pytest.mark.parametrize("last", range(len(PANELS)))
def test_a_panel_is_as_if_built_for_it(parts: Any, frames: Frames, last: int, thorough: bool) -> None:
    from pi_app.ui.steps.port import part_rows

    new, once = parts(part_rows, (300, 420))
    once.fill(spaced(PANELS[last]))
    frames(3)
    for before in range(len(PANELS)) if thorough else (last - 1, last - 2):
        used, again = parts(part_rows, (300, 420))
        for panel in (PANELS[before], PANELS[last]):
            again.fill(spaced(panel))
            frames(3)
        assert looks(used) == looks(new), (before, last)


@pytest.mark.parametrize("last", [*STAGES, *PADS])
def test_a_stage_is_as_if_built_for_it(parts: Any, frames: Frames, last: Part, thorough: bool) -> None:
    from pi_app.ui.steps.port import part_rows

    new, once = parts(part_rows, (480, 400))
    once.fill([last])
    frames(3)
    others = PADS if last in PADS else STAGES
    number = others.index(last)
    for before in others if thorough else (others[number - 1], others[number - 2]):
        used, again = parts(part_rows, (480, 400))
        for stage in (before, last):
            again.fill([stage])
            frames(3)
        assert looks(used) == looks(new), before


def test_what_is_tapped_on_the_pad_stays_from_touch_to_touch(parts: Any) -> None:
    from pi_app.games.starfarers.ui.stages import BallTap
    from pi_app.ui.steps.port import part_rows

    box, rows = parts(part_rows, (480, 400))
    held = []
    for pad in (PADS[0], PADS[2]):
        rows.fill([pad])
        held.append([widget for widget in box.walk() if isinstance(widget, BallTap)])
    assert len(held[1]) == 2
    assert set(held[1]) <= set(held[0])
