"""Tiles before the simulated camera: photographed beside the board, told apart, confirmed with a tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.errors import BadInput
from engines.game import NATURE
from engines.record import ActionLine, Header
from engines.registry import open_game
from engines.star_explorer.model import ChooseSize, Reveal
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from hardware.simulated.star_explorer.beside import turned_over
from hardware.simulated.star_explorer.tabletop import SimulatedDiscs
from hardware.simulated.tabletop import SimulatedTable
from pi_app.camera.cases import CaseShelf, corrected, replay
from pi_app.camera.session import query_of
from pi_app.camera.worker import BoardReader
from pi_app.games.star_explorer.camera.tiles import TILES
from pi_app.games.star_explorer.pen import TilesSeen
from pi_app.games.star_explorer.tiles import RevealPresenter
from pi_app.presenters.board_camera import NoCamera, Seen
from pi_app.presenters.navigator import Navigator
from pi_app.steps.hands_free import switch
from tests.pi_app.cameras import LentCamera
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import says, taps
from vision.ink.light import Light
from vision.ink.reading import Milliseconds
from vision.tiles.read import FoundTile, TilesReading

FRAME = np.zeros((4, 4, 3), np.uint8)

SEED = 5


class LookingCamera(LentCamera):
    """A camera that knows whether hands have left."""

    left = False

    def hands_left(self, seat: int) -> bool:
        return self.left


@pytest.fixture
def camera() -> LookingCamera:
    return LookingCamera()


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    """Two players turn over tiles of the largest size."""
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    game = nav.open_table.game
    while nav.screen != "size":
        nav.act(game.legal_actions(nav.state, game.to_move(nav.state)[0])[0])
    nav.act(ChooseSize(seat=nav.state.marker, size=10))
    assert nav.screen == "reveal"
    return nav


def photographed(nav: Navigator, *tiles: str) -> RevealPresenter:
    """The screen once a photograph of Ana's tile has been read so."""
    screen, camera = RevealPresenter(nav), nav.camera
    assert isinstance(camera, LookingCamera)
    screen.photograph()
    camera.coming = Seen(0, TilesSeen(0, 1, tiles))
    assert screen.look()
    return screen


def marked(screen: RevealPresenter) -> list[str]:
    """The tiles that are marked on the screen."""
    shown = taps(screen.view())
    return [card.tile for card in screen.cards if shown[f"tile.{card.tile}"].chosen]


def last_source(nav: Navigator) -> str:
    """Where the last line of the record came from."""
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    return line.source


def test_a_tile_that_was_told_is_marked_and_a_tap_puts_it_into_the_game(nav: Navigator) -> None:
    wanted = RevealPresenter(nav).cards[1]
    screen = photographed(nav, wanted.tile)
    assert marked(screen) == [wanted.tile]
    assert f"This looks like {wanted.name}: tap it if it is." in says(screen.view())
    assert nav.state.seats[0].tile is None, "nothing is put into the game unasked"
    screen.choose(wanted.tile)
    assert [nav.state.seats[0].tile, last_source(nav)] == [wanted.tile, "camera"]
    assert nav.camera.told == [(0, TilesSeen(0, 1, (wanted.tile,)))]  # type: ignore[attr-defined]
    assert marked(RevealPresenter(nav)) == [], "the next player's tile has not been seen"


def test_a_doubtful_tile_marks_all_that_it_may_be_and_another_can_be_tapped(nav: Navigator) -> None:
    first, second, third = (card.tile for card in RevealPresenter(nav).cards[:3])
    screen = photographed(nav, first, second)
    assert marked(screen) == [first, second]
    assert "It may be one of the marked tiles: tap yours." in says(screen.view())
    screen.choose(third)
    assert (nav.state.seats[0].tile, last_source(nav)) == (third, "touch")


def test_a_seats_button_photographs_and_then_confirms(nav: Navigator) -> None:
    camera: Any = nav.camera
    screen = RevealPresenter(nav)
    screen.press(1)
    assert camera.looked == [], "it is Ana's turn to show her tile"
    screen.press(0)
    assert camera.looked == [0]
    tile = screen.cards[0].tile
    photographed(nav, tile).press(0)
    assert nav.state.seats[0].tile == tile


def test_where_a_table_is_read_without_a_touch_a_tile_is_photographed_once_hands_have_left(nav: Navigator) -> None:
    camera: Any = nav.camera
    screen = RevealPresenter(nav)
    camera.left = True
    screen.tick()
    assert camera.unasked == [], "this table has never asked for it"
    switch(nav, True)
    camera.left = False
    screen.tick()
    assert camera.unasked == []
    camera.left = True
    screen.tick()
    assert camera.unasked == [0]
    first, second = (card.tile for card in screen.cards[:2])
    camera.coming = Seen(0, TilesSeen(0, 1, (first, second)))
    screen.look()
    screen.tick()
    assert camera.unasked == [0, 0], "another look may tell which of the two it is"
    camera.coming = Seen(0, TilesSeen(0, 1, (first,)))
    screen.look()
    screen.tick()
    assert camera.unasked == [0, 0], "the tile is marked"
    assert nav.state.seats[0].tile is None, "nothing is put into the game unasked"
    screen.choose(first)
    RevealPresenter(nav).tick()
    assert camera.unasked == [0, 0, 1]


def test_trouble_is_said_with_the_way_on_and_without_a_camera_nothing_is_offered(nav: Navigator) -> None:
    nav.camera.trouble = "No tile is in the picture"  # type: ignore[misc]
    view = RevealPresenter(nav).view()
    assert "No tile is in the picture. Photograph again, or tap your tile." in says(view)
    assert taps(view)["photograph"].on
    nav.camera = NoCamera()
    view = RevealPresenter(nav).view()
    assert "photograph" not in taps(view)
    assert "Turn your tile over and tap it here." in says(view)


# Pictures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> Iterator[SimulatedTable]:
    made = SimulatedTable(SEED)
    yield made
    made.close()


@pytest.fixture(scope="module")
def discs(table: SimulatedTable) -> SimulatedDiscs:
    game: Any = open_game("star_explorer")
    return SimulatedDiscs(table, game.pack.layout, SEED)


def test_a_tile_beside_the_board_is_read_among_those_that_are_left(
    nav: Navigator, table: SimulatedTable, discs: SimulatedDiscs
) -> None:
    session = nav.open_table
    game, read = session.game, BoardReader()
    assert isinstance(game, StarExplorer)
    for seat in (0, 1):
        discs.follow(game, nav.state)
        lies = turned_over(game, nav.state, seat, SEED)
        assert lies is not None
        asked = query_of(session, seat)
        frame = table.shoot(seat, 1).result()
        draft = TILES.draft(asked, read.read((frame,), asked), frame, None)
        assert draft == TilesSeen(seat, 1, (lies.tile.id,))
        nav.act(Reveal(seat=NATURE, player=seat, tile=draft.tiles[0]), source="camera")
    assert nav.screen == "draw"
    assert turned_over(game, nav.state, 0, SEED) is None, "while they draw, no tile is turned over"


def test_what_the_table_put_right_is_a_case_that_is_read_again(
    nav: Navigator, table: SimulatedTable, discs: SimulatedDiscs, tmp_path: Path
) -> None:
    session = nav.open_table
    game = session.game
    assert isinstance(game, StarExplorer)
    discs.follow(game, nav.state)
    asked, lies = query_of(session, 0), turned_over(game, nav.state, 0, SEED)
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
    return TilesReading(tiles=tiles, doubtful=doubtful, light=Light(True, ()), ms=Milliseconds(0.0, 0.0, 0.0))


def test_one_sure_tile_stands_alone_and_a_doubtful_one_comes_with_its_rivals(nav: Navigator) -> None:
    asked = query_of(nav.open_table, 0)
    sure = FoundTile("draco", 0.99, ())
    doubted = FoundTile("gemini", 0.8, (), (("scorpius", 0.1),))

    def tiles(told: TilesReading) -> tuple[str, ...]:
        return TILES.draft(asked, told, FRAME, None).tiles

    assert tiles(reading(sure)) == ("draco",)
    assert tiles(reading(doubted, doubtful=(doubted,))) == ("gemini", "scorpius")
    assert tiles(reading(doubted, sure, doubtful=(doubted,))) == ("draco", "gemini", "scorpius")
    assert TILES.trouble(asked, reading(sure)) is None
    assert TILES.trouble(asked, reading(doubtful=(doubted,))) is not None


# The screen ------------------------------------------------------------------------------------------------------


def test_the_screen_is_whole_with_a_camera_with_a_tile_seen_and_in_trouble(nav: Navigator, stage: Stage) -> None:
    cards = RevealPresenter(nav).cards
    photographed(nav, cards[0].tile)
    stage.frames(3)
    assert stage.faults() == []
    photographed(nav, cards[1].tile, cards[2].tile)
    assert stage.faults_in_every_look() == {}
    nav.keep(TilesSeen())
    nav.camera.trouble = "The board is there, but its stars cannot be seen"  # type: ignore[misc]
    nav.changed()
    assert stage.faults_in_every_look() == {}
    stage.tap("photograph")
    looked = nav.camera.looked  # type: ignore[attr-defined]
    nav.camera = NoCamera()
    nav.changed()
    stage.frames(3)
    assert stage.faults() == []
    assert looked[-1] == 0
