"""A whole table watched: small looks until nothing moves, lamps for the picture that is read, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.errors import finding
from hardware.camera import CameraStatus, Frame, Image
from hardware.lights import Scene, ScreenLights
from hardware.worker import Answer
from pi_app.camera.boards import BoardRead, TableQuery, TableRead
from pi_app.camera.glances import seen
from pi_app.camera.hands_watch import HandsWatch
from pi_app.camera.table_watch import TableWatch
from pi_app.camera.watch import Watch

STILL = np.full((90, 160, 3), 120, np.uint8)
READ = TableRead((BoardRead(0, (0.5, 0.5), "a reading"),), seated=True)
ROUND = Scene("round", 2)


class Ticks:
    now = 50.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A camera, and a reader that answers at the next poll."""

    def __init__(self) -> None:
        self.clock, self.lights = Ticks(), ScreenLights()
        self.lights.show(ROUND)
        self.status = CameraStatus("ready")
        self.picture: Image = STILL
        self.gives = True
        self.value: Any = READ
        self.stirs = False
        self.asked: list[str] = []
        self.given: list[Frame] = []
        self.scenes: list[Scene] = []
        """What the lamps showed for each picture that was given."""
        self.read: list[tuple[float, Scene]] = []
        """When the picture that was read was taken, and the one before it, each under what lamps."""
        self._answers: list[Answer] = []
        self.watch = TableWatch(self, self.lights, self, self._query, self.clock)  # type: ignore[arg-type]

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        if not self.gives or self.clock() <= after:
            return []
        self.given.append(Frame(self.picture.copy(), self.clock()))
        self.scenes.append(self.lights.scene)
        return self.given[-1:]

    def close(self) -> None:
        pass

    def _query(self, picture: Image) -> TableQuery:
        return TableQuery(picture, (), ())

    def glance(self, picture: Image, watch: Watch, at: float) -> int:
        return self._answered("glance", seen(watch, picture, at))

    def table(self, asked: TableQuery) -> int:
        given = zip(self.given, self.scenes, strict=True)
        self.read = [(one.at, scene) for one, scene in given if one.image is asked.picture or one.image is asked.before]
        self.asked.append(f"lamps {self.lights.scene.mode}")
        return self._answered("table", None if self.stirs and asked.before is not None else self.value)

    def _answered(self, what: str, value: Any) -> int:
        self.asked.append(what)
        failure = value if type(value).__name__ == "Finding" else None
        self._answers.append(Answer(len(self.asked), None if failure else value, failure))
        return len(self.asked)

    def poll(self) -> list[Answer]:
        answers, self._answers = self._answers, []
        return answers

    def go_on(self, seconds: float) -> list[str]:
        """What happens meanwhile: every phase once."""
        phases: list[str] = [self.watch.phase]
        for _ in range(round(seconds * 20)):
            self.clock.now += 0.05
            self.watch.poll()
            if phases[-1] != self.watch.phase:
                phases.append(self.watch.phase)
        return phases


def doing(table: Table) -> str | None:
    return table.watch.doing


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_still_table_is_read_once(table: Table) -> None:
    assert table.go_on(5.0) == ["watching", "still", "read", "offered"]
    assert table.watch.found == READ
    assert table.asked.count("table") == 1


def test_all_lamps_burn_for_the_picture_that_is_read_and_then_show_the_round_again(table: Table) -> None:
    scenes = []
    for _ in range(60):
        table.go_on(0.05)
        scenes.append(table.lights.scene)
    assert Scene("capture") in scenes
    assert scenes[0] == scenes[-1] == ROUND
    assert table.watch.phase == "offered"


def test_hands_over_the_table_are_waited_for_and_the_table_is_read_anew_after_them(table: Table) -> None:
    table.go_on(3.0)
    hand = STILL.copy()
    hand[20:, 30:50] = 200
    for k in range(8):
        table.picture = np.roll(hand, k * 3, axis=1)
        table.go_on(0.35)
        assert table.watch.phase == "hands"
    assert table.watch.found == READ, "what was read stands until it is read anew"
    table.picture = STILL
    assert table.go_on(4.0) == ["hands", "still", "read", "offered"]
    assert table.asked.count("table") == 2


@pytest.mark.parametrize(("later_s", "phase"), [(0.0, "hands"), (HandsWatch.REMEMBERED_S, "offered")])
def test_who_watches_on_waits_for_a_hand_that_lies_still_but_not_long_after(
    table: Table, later_s: float, phase: str
) -> None:
    table.go_on(3.0)
    before, table.picture = table.watch.hands, STILL.copy()
    table.picture[20:, 80:104] = 200
    table.clock.now += later_s
    table.watch = TableWatch(table, table.lights, table, table._query, table.clock, before)  # type: ignore[arg-type]
    assert table.go_on(4.0)[-1] == phase


def test_what_nobody_has_looked_at_since_is_not_remembered_from_one_to_the_next(table: Table) -> None:
    table.go_on(3.0)
    table.gives = False
    for _ in range(2):
        table.clock.now += 0.9 * HandsWatch.REMEMBERED_S
        table.watch = TableWatch(table, table.lights, table, table._query, table.clock, table.watch.hands)  # type: ignore[arg-type]
    table.gives, table.picture = True, STILL.copy()
    table.picture[20:, 80:104] = 200
    assert table.go_on(4.0)[-1] == "offered"


def test_where_it_cannot_be_read_it_says_why_and_goes_on(table: Table) -> None:
    table.value = finding("worker.silent", "no answer")
    table.go_on(3.0)
    assert table.watch.found is None
    assert table.watch.failure == table.value
    assert table.watch.phase == "offered"


def test_lamps_do_not_burn_on_where_no_picture_comes(table: Table) -> None:
    table.go_on(1.3)
    assert table.watch.phase == "read"
    table.gives = False
    table.go_on(0.3)
    assert table.lights.scene == Scene("capture")
    table.go_on(9.0)
    assert table.lights.scene == ROUND
    assert table.watch.failure is not None
    assert table.watch.failure.code == "camera.no_picture"


def test_two_pictures_are_taken_to_be_read_under_the_same_lamps_one_soon_after_the_other(table: Table) -> None:
    table.go_on(3.0)
    (before, lamps), (read, others) = table.read
    assert 0.1 < read - before < 0.3
    assert lamps == others == Scene("capture")


def test_where_a_hand_came_in_while_the_picture_was_taken_the_table_is_read_again_after_it(table: Table) -> None:
    table.value = None
    assert "hands" in table.go_on(2.5)
    assert table.watch.found is None
    table.value = READ
    assert table.go_on(4.0)[-1] == "offered"
    assert table.watch.found == READ


def test_a_table_that_stirs_for_ever_under_its_lamps_is_read_at_the_third_attempt(table: Table) -> None:
    table.stirs = True
    assert table.go_on(9.0)[-1] == "offered"
    assert table.watch.found == READ
    assert table.asked.count("table") == 3
    table.stirs = False
    table.picture = STILL // 2
    table.picture[20:40, 30:50] = 250
    table.go_on(9.0)
    table.stirs = True
    table.picture = STILL
    table.go_on(9.0)
    assert table.asked.count("table") == 7, "it is counted anew after a reading"


def test_it_is_busy_until_it_has_read_and_not_where_nobody_looks_any_more(table: Table) -> None:
    table.go_on(0.2)
    assert doing(table) == "watching"
    table.clock.now += 2.0
    assert doing(table) is None
    table.go_on(3.0)
    assert doing(table) is None
    assert table.watch.phase == "offered"


def test_given_up_in_the_middle_the_lamps_show_the_round(table: Table) -> None:
    table.go_on(1.3)
    table.gives = False
    table.go_on(0.2)
    table.watch.cancel()
    assert table.lights.scene == ROUND
