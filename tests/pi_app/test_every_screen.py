"""Every game plays itself through its own screens; each is looked at once, in one of the languages, looks and sizes.

`PLANISPHERE_EVERY_LOOK=1` looks at each screen in all of them, which takes minutes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from pi_app import i18n
from pi_app.autoplay import DRIVERS
from pi_app.journal import Journal
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import ROOMS
from tests.pi_app.screen_faults import LOOKS, SIZE, SIZES, Frames, Stage

PLAYERS: Final = {"stellar": 2}
EVERY_LOOK: Final = "PLANISPHERE_EVERY_LOOK" in os.environ
SECONDS: Final = 600.0 if EVERY_LOOK else 6.0
MOST_FRAMES: Final = 200_000
FAULTS_TOLD: Final = 40

Sight = tuple[tuple[int, int], str, str]
SIGHTS: Final[tuple[Sight, ...]] = tuple(product(SIZES, i18n.LANGUAGES, LOOKS))
_STEP: Final = 7
"""From one screen to the next another language and look: 7 and the number of these share no divisor."""


def sight_of(place: int) -> Sight:
    """How the screen of that number is looked at; the size changes seldom, as all must be built anew for it."""
    same = len(SIGHTS) // len(SIZES)
    block, number = divmod(place, same)
    return SIGHTS[block % len(SIZES) * same + number * _STEP % same]


class Looker:
    """Looks at screens, and writes down what is wrong with them."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seen: dict[str, int] = {}
        self.faults: dict[str, list[str]] = {}
        self.wanted = ""
        """The name of a screen that waits to be looked at, between two frames."""

    def look(self, name: str, *, back: bool = True) -> None:
        """Look at the present screen in its sight (or in every one), and leave it as it was, unless not `back`."""
        place = self.seen.setdefault(name, len(self.seen))
        for size, language, look in SIGHTS if EVERY_LOOK else [sight_of(place)]:
            self.stage.show(language, look, size)
            if found := self.stage.faults():
                self.faults[f"{name} ({language}, {look}, {size[0]})"] = found
        if back:
            self.stage.show("en", "night", SIZE)


@pytest.fixture
def looker(tmp_path: Path, frames: Frames) -> Iterator[Looker]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        stage = Stage(Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00"), frames)
        yield Looker(stage)
        stage.close()


@pytest.mark.timeout(3600 if EVERY_LOOK else 900)
@pytest.mark.parametrize("digital", [False, True], ids=["table", "screen"])
@pytest.mark.parametrize("game", sorted(DRIVERS))
def test_every_screen_is_whole_in_every_sight(game: str, digital: bool, looker: Looker, tmp_path: Path) -> None:
    from pi_app.autoplay import driver

    class Looking(driver(game)):  # type: ignore[misc]
        """Looks where others photograph."""

        def shoot(self, name: str) -> Iterator[None]:
            if name not in self.seen:
                self.seen[name] = len(self.seen) + 1
                begun = self.elapsed
                looker.wanted = name
                while looker.wanted:
                    yield
                self.begun += self.elapsed - begun

    if not EVERY_LOOK and digital == (game in TABLE_FIRST):
        pytest.skip("looked at in the other way; both with PLANISPHERE_EVERY_LOOK=1")
    stage, ended = looker.stage, list[bool]()
    app: Any = SimpleNamespace(nav=stage.nav, root=stage.shell, stop=lambda: ended.append(True))
    players = PLAYERS.get(game, 3)
    run = Looking(app, seconds=SECONDS, players=players, seed=1, shots=tmp_path, digital=digital)
    for _ in range(MOST_FRAMES):
        stage.frames(1)
        if looker.wanted:
            looker.look(looker.wanted)
            looker.wanted = ""
        if ended:
            break
    assert run.error is None
    if game == "star_explorer":
        look_into_the_rooms(looker)
    assert not told(looker), "\n".join(told(looker)[:FAULTS_TOLD])


@pytest.mark.timeout(3600 if EVERY_LOOK else 900)
def test_every_screen_that_no_game_comes_by_is_whole(looker: Looker, tmp_path: Path) -> None:
    """Rooms, pads, finished boards, the host's pages, an evening, troubles: with names as long as they may be."""
    from tools.common_screens import stops

    stage = looker.stage
    for name in stops(stage.nav, tmp_path, lambda: stage.shell.screen.presenter):
        if EVERY_LOOK or not name.startswith("rules-") or name.endswith("-1"):
            stage.frames(2)
            looker.look(name, back=False)
    assert not told(looker), "\n".join(told(looker)[:FAULTS_TOLD])


def told(looker: Looker) -> list[str]:
    """What is wrong, and where."""
    return [f"{where}: {fault}" for where, faults in looker.faults.items() for fault in faults]


TABLE_FIRST: Final = ("star_explorer",)
ELSEWHERE: Final = ("start", "final", "star_map", "host")
"""Pages that another test looks at: they need more than a game."""


def look_into_the_rooms(looker: Looker) -> None:
    """Every page that can be opened from anywhere."""
    nav = looker.stage.nav
    for page in ROOMS:
        if page not in ELSEWHERE:
            nav.open_page(page)
            looker.look(f"room-{page}")
            nav.back()


def test_so_many_screens_as_there_are_sights_are_looked_at_in_all_of_them() -> None:
    assert {sight_of(place) for place in range(7, 7 + len(SIGHTS))} == set(SIGHTS)
