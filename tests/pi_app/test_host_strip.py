"""The line of an evening below the screens: whole in every language, look and size, and done with a finger."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.record import Header
from pi_app.evening.asks import AskLine
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.wire import Assignment, SeatCall
from pi_app.host.pin import HostPin
from pi_app.presenters.host import Desk
from tests.pi_app.cameras import OneCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.test_presenters_camera import read_in_doubt

SEATS = (SeatCall("Maximiliane Albertine", first=True), SeatCall("Łucja"), SeatCall("Konstantynopolitańczyk"))
SEATED = Assignment(
    event="Sternenabend im Café Kopernikus", game="star_explorer", pack="house", place=3, round=2, seating=7,
    seats=SEATS, state="open", timer="running",
)  # fmt: skip


class Table:
    """A screen at an evening, whose event host says what the test has it say."""

    def __init__(self, folder: Path, stage: Stage, camera: OneCamera) -> None:
        self.stage, self.nav, self.camera = stage, stage.nav, camera
        self.outbox = Outbox(folder / "outbox.sqlite3")
        self.nav.desk = Desk(HostPin(folder / "pin"), self.outbox)
        self.say()

    def say(self, *asks: AskLine) -> None:
        self.outbox.view = LinkView(state="connected", table=3, assignment=SEATED, asks=asks)

    def doubt(self) -> None:
        self.nav.begin(Header(game="star_explorer", players=("Ana", "Bo"), started="2026-01-31T20:00:00+00:00"))
        read_in_doubt(self.nav, self.camera)


@pytest.fixture
def camera() -> OneCamera:
    return OneCamera()


@pytest.fixture
def table(stage: Stage, camera: OneCamera, tmp_path: Path) -> Table:
    return Table(tmp_path, stage, camera)


def test_who_sits_here_is_whole_in_every_sight_and_a_tap_begins(table: Table) -> None:
    assert table.stage.faults_in_every_look() == {}
    table.stage.tap("strip")
    assert table.nav.open_table.players == ("Maximiliane Al", "Łucja", "Konstantynopol")
    assert table.nav.frame("").strip is None


def test_a_question_to_the_host_is_whole_in_every_sight_and_asked_with_a_tap(table: Table) -> None:
    table.doubt()
    table.stage.rest()
    assert table.nav.screen == "question"
    assert table.stage.faults_in_every_look() == {}
    table.stage.show("en")
    table.stage.tap("strip")
    asked = table.outbox._commands.get_nowait()
    assert getattr(asked, "question", "") == "Ana, round I: is there a line?"


def test_an_answer_is_whole_in_every_sight_and_read_with_a_tap(table: Table) -> None:
    line = AskLine(
        id="elsewhere", question="Ana, round I: is there a line?", one="Yes, a line: 15 points this round + 27 points",
        other="No line", state="answered", decision="one", ruling="Look at the second star: the line goes to its left.",
    )  # fmt: skip
    table.say(line)
    table.nav.changed()
    table.stage.rest()
    assert table.stage.faults_in_every_look() == {}
    table.stage.tap("strip")
    assert getattr(table.outbox._commands.get_nowait(), "ask", "") == "elsewhere"
