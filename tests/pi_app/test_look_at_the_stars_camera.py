"""Slates before the simulated camera: read, laid flat, asked about; and a game that plays itself at the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, Draw, OpenBonus, Pass, Reveal
from engines.look_at_the_stars.slate.board import printed_layout
from engines.record import Header, replay_record
from hardware.simulated.look_at_the_stars.player import greedy_player
from hardware.simulated.look_at_the_stars.tabletop import SimulatedSlates, SlateMarks, SlateView
from hardware.simulated.tabletop import SimulatedTable
from pi_app import i18n
from pi_app.camera.query import Query, load_picture
from pi_app.camera.session import query_of
from pi_app.camera.words import failure_words
from pi_app.camera.worker import BoardReader
from pi_app.games.look_at_the_stars.camera.boards import SLATE
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.look_at_the_stars.draw import DrawPresenter
from pi_app.games.look_at_the_stars.setting import SunrisePresenter
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession
from tests.pi_app.steps import taps
from tests.pi_app.test_autoplay import play
from vision.slate.reading import SlateLine

LINES = (("C4", "D4"), ("D4", "E4"))
LAYOUT = msgspec.json.encode(printed_layout(1))


@pytest.fixture(scope="module")
def view() -> SlateView:
    return SlateView(1, 0, 5)


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return BoardReader()


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    nav.begin(Header(game="look_at_the_stars", players=("Nina",)))
    nav.act(DealSlate(0, 1, seat=NATURE), OpenBonus("A7", seat=NATURE), OpenBonus("B9", seat=NATURE))
    nav.act(Reveal("N3", seat=NATURE), Draw(LINES, seat=0), Reveal("N4", seat=NATURE))
    return nav


def test_the_record_says_what_is_known_of_a_slate(nav: Navigator) -> None:
    asked = query_of(nav.open_table, 0)
    assert asked.record["known"] == [list(line) for line in LINES]
    assert asked.record["expect"] == {"shape": ["R@0,0", "R@1,1"]}
    assert asked.layout == LAYOUT
    assert asked.round == 2


def test_only_the_new_lines_are_read_as_a_drawing(
    nav: Navigator, view: SlateView, reader: BoardReader, tmp_path: Path
) -> None:
    asked = query_of(nav.open_table, 0)
    picture = view.marked(SlateMarks(lines=(*LINES, ("E5", "F6"), ("F6", "G7"))))
    flat = tmp_path / "flat.jpg"
    reading = reader.read((picture,), msgspec.structs.replace(asked, flat=flat))
    draft = SLATE.draft(asked, reading, picture, "photo")
    assert draft == Draft(lines=(("E5", "F6"), ("F6", "G7")), source="camera", photo="photo")
    image = load_picture(flat)
    _left, _bottom, wide, high = SLATE.area(asked)
    assert image.shape[1] / image.shape[0] == pytest.approx(wide / high, abs=0.01)


@pytest.mark.parametrize("asked", [6, 7])
def test_a_slate_with_more_than_six_questions_is_looked_over_whole(
    nav: Navigator, view: SlateView, reader: BoardReader, asked: int
) -> None:
    query, picture = query_of(nav.open_table, 0), view.marked(SlateMarks(lines=(*LINES, ("E5", "F6"))))
    doubtful = tuple(SlateLine("A1", f"B{row}", 0.4) for row in range(1, asked + 1))
    reading = msgspec.structs.replace(reader.read((picture,), query), doubtful=doubtful)
    draft = SLATE.draft(query, reading, picture, None)
    assert isinstance(draft, Draft)
    assert (len(draft.doubts), draft.looking) == (asked, asked == 7)


def test_another_slate_than_the_players_is_named(nav: Navigator, view: SlateView, reader: BoardReader) -> None:
    asked = msgspec.structs.replace(query_of(nav.open_table, 0), layout=msgspec.json.encode(printed_layout(4)))
    reading = reader.read((view.marked(SlateMarks()),), Query(kind="look_at_the_stars", layout=LAYOUT))
    assert reading.slate == 1
    assert i18n.said(SLATE.trouble(asked, reading) or "") == "This is slate 1, not slate 4."


def test_a_mirrored_picture_is_named(view: SlateView, reader: BoardReader) -> None:
    mirrored = np.ascontiguousarray(view.marked(SlateMarks())[:, ::-1])
    with pytest.raises(NotPossible) as raised:
        reader.read((mirrored,), Query(kind="look_at_the_stars", layout=LAYOUT))
    assert (
        failure_words(raised.value.finding, SLATE.failures)
        == "The picture is mirrored: switch mirroring off in the camera"
    )


def test_a_simulated_slate_lies_before_its_seat_and_a_sheet_of_paper_before_the_others(nav: Navigator) -> None:
    table = SimulatedTable()
    try:
        game: Any = nav.open_table.game
        SimulatedSlates(table, 5).follow(game, nav.state, 0)
        assert greedy_player(game, nav.state, 0) == greedy_player(game, nav.state, 0)
        slate, paper = (table.shoot(seat, 1).result() for seat in (0, 1))
        assert slate.shape == paper.shape == (720, 1280, 3)
        assert BoardReader().read((slate,), query_of(nav.open_table, 0))
        with pytest.raises(NotPossible):
            BoardReader().read((paper,), query_of(nav.open_table, 0))
    finally:
        table.close()


# A whole game ----------------------------------------------------------------------------------------------------


def turns_of_nothing(nav: Navigator, count: int) -> None:
    """A table of two who have passed on so many night cards."""
    nav.begin(Header(game="look_at_the_stars", players=("Zoé", "Nicolás")))
    nav.act(DealSlate(0, 1, seat=NATURE), DealSlate(1, 2, seat=NATURE))
    nav.act(OpenBonus("A3", seat=NATURE), OpenBonus("B4", seat=NATURE))
    for number in range(1, count + 1):
        nav.act(Reveal(f"N{number}", seat=NATURE), Pass(seat=0), Pass(seat=1))
        if nav.screen == "look_sunrise":
            SunrisePresenter(nav).go_on()


@pytest.mark.exhaustive
def test_a_game_at_the_table_is_ended_by_taps_and_photographs_with_the_sheet_that_its_record_gives(
    tmp_path: Path,
) -> None:
    path = tmp_path / "planisphere" / "journal.sqlite3"
    with Journal(path) as journal:
        turns_of_nothing(Navigator(journal), 13)
    done = play(tmp_path, "--simulate", "--game", "look_at_the_stars", "--autoplay", "900", "--seed", "5")
    assert done.returncode == 0, done.stderr
    with Journal(path) as journal:
        session = TableSession.resume(journal, 1)
        assert session.finished
        assert json.loads(done.stdout) == json.loads(msgspec.json.encode(session.sheet))
        folded = replay_record(session.game, session.record)
        assert session.game.score(folded.state) == session.sheet
        sources = {entry.source for entry in folded.entries}
    assert sources == {"touch", "camera"}


def test_a_photograph_is_only_taken_at_a_table(nav: Navigator) -> None:
    assert "photograph" not in taps(DrawPresenter(nav).view())
