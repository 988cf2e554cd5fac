"""Every game plays itself through its own screens; each is looked at in some of the languages, looks and sizes.

The quick set has each picture in one sight, and rooms that are alike in all games in one game. The exhaustive one has
each screen in every language, every look and both sizes, and every further picture of it in two languages and looks;
with PLANISPHERE_SIGHTS=all, in all of them together. The rooms of all games are looked at in one of the two ways to
play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from pi_app import i18n
from pi_app.autoplay import driven
from pi_app.coach import Coach
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import ROOMS
from tests.pi_app.screen_faults import ALL_SIGHTS, LOOKS, SIGHTS, SIZES, Sight, Stage, pick, spread

PLAYERS: Final = {"stellar": 2, "star_explorer": 2}
STEP_S: Final = 0.02
"""How long a step of a game is taken to last: what is seen of it does not hang on how quick the machine is."""
WHOLE_S: Final = 600.0
"""No game of a thorough look lasts so long."""
QUICK_S: Final = {"look_at_the_stars": 4.2, "star_explorer": 2.4, "starfarers": 4.8}
"""How long a game of a quick look lasts, where not as long as `QUICK_MOST_S`: by then it has shown what it would."""
QUICK_MOST_S: Final = 6.0
MOST_FRAMES: Final = 200_000
HANGS_S: Final = 7200
"""A thorough look takes five minutes of a processor: on a busy machine that is more than the usual guard allows."""
FAULTS_TOLD: Final = 40
RUN: Final = 12
"""So many screens follow each other in one sight: everything must be built anew for another."""
BETWEEN: Final = 5 * RUN
"""So many screens see every size, every language and every look."""
THOROUGH_RUN: Final = 4
"""So many screens follow each other in the same few sights of a thorough look: each is first seen in the last one's."""
_STEP: Final = 13
"""From one sight to the next another size, language and look: 13 and the number of sights share no divisor."""


def sight_of(place: int) -> Sight:
    """How the screen of that number is looked at."""
    return SIGHTS[place // RUN * _STEP % len(SIGHTS)]


def half_of(number: int) -> tuple[Sight, ...]:
    """Two of the sights in which a thorough look sees a screen; eight numbers that follow each other have them all."""
    return spread(number) if ALL_SIGHTS else spread(number)[(number // 2 + number // 4) % 2 : 4 : 2]


class Looker:
    """Looks at screens, and writes down what is wrong with them."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seen: dict[str, int] = {}
        self.first = 0
        """The number of the first screen: what begins elsewhere has other screens in each sight."""
        self.whole: set[str] = set()
        """The screens that were seen in every language and look, here or by another test."""
        self.brief = False
        """Whether two sights a picture are enough: many pictures of the same screens follow each other."""
        self.left_out: frozenset[str] = frozenset()
        """The screens that another test looks at."""
        self.faults: dict[str, list[str]] = {}
        self.wanted = ""
        """The name of a screen that waits to be looked at, between two frames."""

    def look(self, name: str) -> None:
        """Look at the present screen in its sight (or in several); it is left so."""
        place = self.seen.setdefault(name, self.first + len(self.seen))
        for where, found in self.stage.faults_in(self._sights(place)).items():
            self.faults[f"{name}: {where}"] = found

    def _sights(self, place: int) -> Iterable[Sight]:
        screen = self.stage.nav.screen
        if screen in self.left_out:
            return ()
        if not self.stage.thorough:
            return [sight_of(place)]
        number = place // THOROUGH_RUN
        if self.brief or screen in self.whole:
            return half_of(number)
        self.whole.add(screen)
        return spread(number)


@pytest.fixture
def looker(nav: Navigator, stage: Stage) -> Looker:
    Coach(nav)
    return Looker(stage)


@pytest.mark.timeout(HANGS_S)
@pytest.mark.parametrize("digital", [False, True], ids=["table", "screen"])
@pytest.mark.parametrize("game", sorted(driven()))
def test_every_screen_is_whole_in_every_sight(game: str, digital: bool, looker: Looker, tmp_path: Path) -> None:
    from pi_app.autoplay import driver

    class Looking(driver(game)):  # type: ignore[misc]
        """Looks where others photograph; its steps are its clock, and no touch is a bounce."""

        steps = 0

        @property
        def elapsed(self) -> float:
            return self.steps * STEP_S

        def _step(self, dt: float) -> None:
            self.steps += not looker.wanted
            super()._step(dt)

        def touch(self, *places: tuple[float, float]) -> Iterator[None]:
            stage.rest(0)
            yield from super().touch(*places)

        def shoot(self, name: str) -> Iterator[None]:
            if name not in self.seen:
                self.seen[name] = len(self.seen) + 1
                looker.wanted = name
                while looker.wanted:
                    yield

    again = digital == (game in TABLE_FIRST)
    if again and not looker.stage.thorough:
        pytest.skip("looked at in the other way; in both by script/test --all")
    if again:
        looker.left_out = frozenset(ROOMS)
    elif game != ROOMS_IN and not looker.stage.thorough:
        looker.left_out = frozenset(ALIKE)
    elif game != ROOMS_IN:
        looker.whole.update(ROOMS)
    looker.first = sorted(driven()).index(game) * BETWEEN
    stage, ended = looker.stage, list[bool]()
    app: Any = SimpleNamespace(nav=stage.nav, root=stage.shell, stop=lambda: ended.append(True))
    players = PLAYERS.get(game, 3)
    seconds = WHOLE_S if stage.thorough else QUICK_S.get(game, QUICK_MOST_S)
    run = Looking(app, seconds=seconds, players=players, seed=1, shots=tmp_path, digital=digital)
    for _ in range(MOST_FRAMES):
        stage.frames(1)
        if looker.wanted:
            looker.look(looker.wanted)
            looker.wanted = ""
        if ended:
            break
    assert run.error is None
    assert stage.nav.open_table.over or not stage.thorough
    if game == ROOMS_IN and not again:
        look_into_the_rooms(looker)
    assert not told(looker), "\n".join(told(looker)[:FAULTS_TOLD])


@pytest.mark.timeout(HANGS_S)
def test_every_screen_that_no_game_comes_by_is_whole(looker: Looker, tmp_path: Path) -> None:
    """Rooms, pads, finished boards, the host's pages, an evening, troubles: with names as long as they may be."""
    from tools.common_screens import stops

    stage, looker.brief = looker.stage, True
    for name in stops(stage.nav, tmp_path, lambda: stage.shell.screen.presenter):
        if stage.thorough or not alike_elsewhere(name):
            stage.frames(2)
            looker.look(name)
    assert not told(looker), "\n".join(told(looker)[:FAULTS_TOLD])


def alike_elsewhere(name: str) -> bool:
    """Whether a quick look sees that kind of page in another game, or another card of the same rules."""
    if name.startswith("rules-"):
        return not name.endswith("-1")
    kind, _, game = name.rpartition("-")
    return kind in ONCE and game != pick(kind, sorted(driven()))


def told(looker: Looker) -> list[str]:
    """What is wrong, and where."""
    return [f"{where}: {fault}" for where, faults in looker.faults.items() for fault in faults]


ROOMS_IN: Final = "star_explorer"
"""The game whose test goes into the rooms of all games, and sees them in every language and look."""
ALIKE: Final = ("start", "games", "players", "settings", "menu")
"""Rooms in which little but a name is another in another game."""
ONCE: Final = ("options", "guide", "menu", "pad", "pad-filled", "pad-final")
"""Pages of every game that differ in their words and rows: a quick look sees each in one game."""
TABLE_FIRST: Final = (ROOMS_IN,)
ELSEWHERE: Final = ("start", "final", "star_map", "host", "first_start")
"""Pages that another test looks at: they need more than a game."""


def look_into_the_rooms(looker: Looker) -> None:
    """Every page that can be opened from anywhere."""
    nav = looker.stage.nav
    for page in ROOMS:
        if page not in ELSEWHERE:
            nav.open_page(page)
            looker.look(f"room-{page}")
            nav.back()


def test_enough_screens_are_looked_at_in_all_sights() -> None:
    assert {sight_of(place) for place in range(7, 7 + len(SIGHTS) * RUN)} == set(SIGHTS)


def test_a_few_screens_are_looked_at_in_every_language_every_look_and_both_sizes() -> None:
    for first in range(0, len(SIGHTS) * RUN, RUN):
        seen = [sight_of(place) for place in range(first, first + BETWEEN)]
        sizes, languages, looks = (set(values) for values in zip(*seen, strict=True))
        assert (sizes, languages, looks) == (set(SIZES), set(i18n.LANGUAGES), set(LOOKS)), first


def test_a_thorough_look_has_every_language_every_look_and_both_sizes() -> None:
    pairs = {(language, look) for _size, language, look in SIGHTS}
    for number in range(8):
        sizes, languages, looks = (set(values) for values in zip(*spread(number), strict=True))
        assert (sizes, languages, looks) == (set(SIZES), set(i18n.LANGUAGES), set(LOOKS))
        assert {sight[1:] for n in range(number, number + 8) for sight in half_of(n)} == pairs
    assert {sight[1:] for number in range(4) for sight in spread(number)} == pairs
