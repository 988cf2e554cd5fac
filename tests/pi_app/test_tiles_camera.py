"""Tiles before the simulated camera: photographed beside the board, told apart, confirmed with a tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.errors import BadInput
from engines.game import NATURE
from engines.record import ActionLine, Header
from engines.registry import open_game
from engines.star_explorer.model import ChooseSize, Reveal
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.tiles.beside import turned_over
from pi_app import i18n
from pi_app.capture import BoardReader, ReadRequest
from pi_app.cases import CaseShelf, replay
from pi_app.corrected import corrected
from pi_app.eye import asked_of
from pi_app.eye_tiles import tiles_draft, tiles_trouble
from pi_app.games.star_explorer.revealed import TilesSeen
from pi_app.games.star_explorer.tiles import RevealPresenter
from pi_app.journal import Journal
from pi_app.presenters.eye import NoEye, Seen
from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import Frames, Stage
from tools.props import QuickEye
from vision.ink.light import Light
from vision.tiles.read import FoundTile, TilesReading

SEED = 5


class LookingEye(QuickEye):
    """A quick eye that remembers whom it looked at and what was confirmed."""

    def __init__(self) -> None:
        self.looked: list[int] = []
        self.told: list[TilesSeen] = []

    def look(self, seat: int, asked: Any) -> None:
        self.looked.append(seat)

    def confirmed(self, seat: int, draft: Any) -> None:
        self.told.append(draft)


@pytest.fixture
def nav(tmp_path: Path) -> Iterator[Navigator]:
    """Two players turn over tiles of the largest size."""
    i18n.set_language("en")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        nav = Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00", eye=LookingEye())
        nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
        game = nav.open_table.game
        while nav.screen != "size":
            nav.act(game.legal_actions(nav.state, game.to_move(nav.state)[0])[0])
        nav.act(ChooseSize(seat=nav.state.marker, size=10))
        assert nav.screen == "reveal"
        yield nav


def photographed(nav: Navigator, *tiles: str) -> RevealPresenter:
    """The screen once a photograph of Ana's tile has been read so."""
    screen, eye = RevealPresenter(nav), nav.eye
    assert isinstance(eye, LookingEye)
    screen.photograph()
    eye.coming = Seen(0, TilesSeen(0, 1, tiles))
    assert screen.look()
    return screen


def last_source(nav: Navigator) -> str:
    """Where the last line of the record came from."""
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    return line.source


def test_a_tile_that_was_told_is_marked_and_a_tap_puts_it_into_the_game(nav: Navigator) -> None:
    wanted = RevealPresenter(nav).view().cards[1]
    screen = photographed(nav, wanted.tile)
    view = screen.view()
    assert (view.seen, view.hint) == ((wanted.tile,), f"This looks like {wanted.name}: tap it if it is.")
    assert nav.state.seats[0].tile is None, "nothing is put into the game unasked"
    screen.choose(wanted.tile)
    assert [nav.state.seats[0].tile, last_source(nav)] == [wanted.tile, "camera"]
    assert nav.eye.told == [TilesSeen(0, 1, (wanted.tile,))]  # type: ignore[attr-defined]
    assert RevealPresenter(nav).view().seen == (), "the next player's tile has not been seen"


def test_a_doubtful_tile_marks_all_that_it_may_be_and_another_can_be_tapped(nav: Navigator) -> None:
    first, second, third = (card.tile for card in RevealPresenter(nav).view().cards[:3])
    screen = photographed(nav, first, second)
    assert (screen.view().seen, screen.view().hint) == (
        (first, second),
        "It may be one of the marked tiles: tap yours.",
    )
    screen.choose(third)
    assert (nav.state.seats[0].tile, last_source(nav)) == (third, "touch")


def test_a_seats_button_photographs_and_then_confirms(nav: Navigator) -> None:
    eye: Any = nav.eye
    screen = RevealPresenter(nav)
    screen.press(1)
    assert eye.looked == [], "it is Ana's turn to show her tile"
    screen.press(0)
    assert eye.looked == [0]
    tile = screen.view().cards[0].tile
    photographed(nav, tile).press(0)
    assert nav.state.seats[0].tile == tile


def test_trouble_is_said_with_the_way_on_and_without_a_camera_nothing_is_offered(nav: Navigator) -> None:
    nav.eye.trouble = "No tile is in the picture"  # type: ignore[misc]
    view = RevealPresenter(nav).view()
    assert view.hint == "No tile is in the picture. Photograph again, or tap your tile."
    assert (view.has_camera, view.can_photograph) == (True, True)
    nav.eye = NoEye()
    view = RevealPresenter(nav).view()
    assert (view.has_camera, view.hint) == (False, "Turn your tile over and tap it here.")


# Pictures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> Iterator[SimulatedTable]:
    game: Any = open_game("star_explorer")
    made = SimulatedTable(game.pack.layout, SEED)
    yield made
    made.close()


def test_a_tile_beside_the_board_is_read_among_those_that_are_left(nav: Navigator, table: SimulatedTable) -> None:
    session = nav.open_table
    game, read = session.game, BoardReader()
    assert isinstance(game, StarExplorer)
    for seat in (0, 1):
        table.follow(game, nav.state)
        lies = turned_over(game, nav.state, seat, SEED)
        assert lies is not None
        asked = asked_of(session, seat)
        request = ReadRequest(frames=(table.shoot(seat, 1).result(),), layout=bytes(asked.layout), kind=asked.kind)  # type: ignore[arg-type]
        draft = tiles_draft(asked, read.read(request))
        assert draft == TilesSeen(seat, 1, (lies.tile.id,))
        nav.act(Reveal(seat=NATURE, player=seat, tile=draft.tiles[0]), source="camera")
    assert nav.screen == "draw"
    assert turned_over(game, nav.state, 0, SEED) is None, "while they draw, no tile is turned over"


def test_what_the_table_put_right_is_a_case_that_is_read_again(
    nav: Navigator, table: SimulatedTable, tmp_path: Path
) -> None:
    session = nav.open_table
    game = session.game
    assert isinstance(game, StarExplorer)
    table.follow(game, nav.state)
    asked, lies = asked_of(session, 0), turned_over(game, nav.state, 0, SEED)
    assert lies is not None
    frame, true = table.shoot(0, 1).result(), TilesSeen(0, 1, (lies.tile.id,))
    assert corrected(asked, (frame,), true, true) is None
    wrong = next(tile for tile in tiles_to_reveal(nav.state, 0, game.box) if tile != lies.tile.id)
    case = corrected(asked, (frame,), TilesSeen(0, 1, (wrong,)), true)
    assert case is not None
    assert case.truth == {"tiles": [{"tile": lies.tile.id}]}
    shelf = CaseShelf(tmp_path / "cases")
    shelf.keep(case)
    assert [(name, judged.outcome) for name, judged in replay(shelf.folders())] == [("000001", "exact")]
    (shelf.folders()[0] / "layout.json").write_text('{"kind": "tiles"}')
    with pytest.raises(BadInput, match="layout of tiles"):
        list(replay(shelf.folders()))


# Readings ----------------------------------------------------------------------------------------------------------


def reading(*tiles: FoundTile, doubtful: tuple[FoundTile, ...] = ()) -> TilesReading:
    """A reading of good light."""
    return TilesReading(tiles=tiles, doubtful=doubtful, light=Light(True, ()), ms={})


def test_one_sure_tile_stands_alone_and_a_doubtful_one_comes_with_its_rivals(nav: Navigator) -> None:
    asked = asked_of(nav.open_table, 0)
    sure = FoundTile("draco", 0.99, ())
    doubted = FoundTile("gemini", 0.8, (), (("scorpius", 0.1),))
    assert tiles_draft(asked, reading(sure)).tiles == ("draco",)
    assert tiles_draft(asked, reading(doubted, doubtful=(doubted,))).tiles == ("gemini", "scorpius")
    assert tiles_draft(asked, reading(doubted, sure, doubtful=(doubted,))).tiles == ("draco", "gemini", "scorpius")
    assert tiles_trouble(asked, reading(sure)) is None
    assert tiles_trouble(asked, reading(doubtful=(doubted,))) is not None


# The screen ------------------------------------------------------------------------------------------------------


def test_the_screen_is_whole_with_a_camera_with_a_tile_seen_and_in_trouble(nav: Navigator, frames: Frames) -> None:
    stage = Stage(nav, frames)
    try:
        cards = RevealPresenter(nav).view().cards
        photographed(nav, cards[0].tile)
        stage.frames(3)
        assert stage.faults() == []
        photographed(nav, cards[1].tile, cards[2].tile)
        assert stage.faults_in_every_look() == {}
        nav.keep(TilesSeen())
        nav.eye.trouble = "The board is there, but its stars cannot be seen"  # type: ignore[misc]
        nav.changed()
        assert stage.faults_in_every_look() == {}
        stage.tap("photograph")
        looked = nav.eye.looked  # type: ignore[attr-defined]
        nav.eye = NoEye()
        nav.changed()
        stage.frames(3)
        assert stage.faults() == []
        assert looked[-1] == 0
    finally:
        stage.close()
