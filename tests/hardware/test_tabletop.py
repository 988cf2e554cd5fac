from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from engines.game import NATURE
from engines.registry import open_game
from engines.star_explorer.bots import best_draw, random_action
from engines.star_explorer.model import Draw, Phase, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from hardware.camera import Frame, Image
from hardware.lights import Scene
from hardware.simulated.ring import shown
from hardware.simulated.star_explorer.tabletop import SimulatedDiscs
from hardware.simulated.star_explorer.view import NOTHING, DiscView, Drawn, printed_board
from hardware.simulated.tabletop import SimulatedCamera, SimulatedTable, sheet_of_paper
from hardware.simulated.trouble import CALM, Trouble
from vision.ink.light import check_live


class Asked:
    """Pictures that only note what was asked for; the picture's brightness is the shot's number."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, Drawn, Trouble]] = []

    def picture(self, round_number: int, drawn: Drawn = NOTHING, trouble: Trouble = CALM, shot: int = 0) -> Image:
        self.calls.append((round_number, drawn, trouble))
        return np.full((4, 4, 3), shot, np.uint8)


class Ticks:
    now = 10.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def game() -> StarExplorer:
    found = open_game("star_explorer")
    assert isinstance(found, StarExplorer)
    return found


@pytest.fixture
def views() -> dict[int, Asked]:
    return {seat: Asked() for seat in range(4)}


@pytest.fixture
def clock() -> Ticks:
    return Ticks()


@pytest.fixture
def table(clock: Ticks) -> Iterator[SimulatedTable]:
    table = SimulatedTable(clock=clock)
    yield table
    table.close()
    table.close()


@pytest.fixture(autouse=True)
def discs(game: StarExplorer, table: SimulatedTable, views: dict[int, Asked]) -> SimulatedDiscs:
    made = SimulatedDiscs(table, game.pack.layout, make_view=lambda seat: views[seat])
    for seat in views:
        made.turn(seat, 1)
    return made


def wait_for(table: SimulatedTable, camera: SimulatedCamera, count: int = 1, after: float = 0.0) -> list[Frame]:
    """What the screen gets once the table's thread has drawn what was asked for."""
    camera.frames(count, after)
    table._painter.submit(lambda: None).result()
    return camera.frames(count, after)


def to_draw(game: StarExplorer, rounds: int = 1) -> StarExplorerState:
    """A game of two in the drawing phase of that round."""
    state, rng = game.setup(("Nina", "Ravi")), Random(4)
    while not (state.phase == Phase.DRAW and state.round == rounds):
        seat = game.to_move(state)[0]
        action = game.deal(state, rng) if seat == NATURE else random_action(game, state, seat, rng)
        state = game.apply(state, action)
    return state


# The camera ----------------------------------------------------------------------------------------------------------


def test_the_camera_gives_pictures_of_its_seats_board_once_they_are_drawn(
    table: SimulatedTable, discs: SimulatedDiscs, views: dict[int, Asked]
) -> None:
    discs.draw(1, 2, [(3, 4)])
    discs.turn(1, 2)
    frames = wait_for(table, table.camera(1), 2)
    assert [int(frame.image.max()) for frame in frames] == [0, 1]
    assert views[1].calls == [(2, Drawn({2: ((3, 4),)}), CALM)] * 2
    assert views[0].calls == []


def test_no_picture_is_older_than_the_moment_asked_for(table: SimulatedTable, clock: Ticks) -> None:
    camera = table.camera(0)
    assert wait_for(table, camera, after=10.0) == []
    clock.now = 10.5
    first = wait_for(table, camera, after=10.0)[0]
    assert first.at == 10.5
    assert camera.frames(after=10.5) == []
    clock.now = 11.0
    assert wait_for(table, camera, after=10.5)[0].at == 11.0


def test_a_pulled_plug_is_an_absent_camera_until_it_is_back(table: SimulatedTable) -> None:
    camera = table.camera(0)
    table.plugged = False
    assert (wait_for(table, camera), camera.status.state) == ([], "absent")
    table.plugged = True
    assert camera.status.state == "ready"
    assert len(wait_for(table, camera)) == 1
    camera.close()


def test_trouble_is_in_the_picture_of_that_seat_only(table: SimulatedTable, views: dict[int, Asked]) -> None:
    table.trouble(0, Trouble(hand=True))
    wait_for(table, table.camera(0))
    wait_for(table, table.camera(1))
    assert views[0].calls[0][2] == Trouble(hand=True)
    assert views[1].calls[0][2] == CALM


# Boards follow the game ----------------------------------------------------------------------------------------------


def test_past_rounds_are_drawn_as_recorded_and_discs_are_turned(
    game: StarExplorer, table: SimulatedTable, discs: SimulatedDiscs, views: dict[int, Asked]
) -> None:
    state = to_draw(game, rounds=3)
    discs.follow(game, state)
    wait_for(table, table.camera(1))
    round_number, drawn, _ = views[1].calls[0]
    assert round_number == 3
    recorded = {d.round: d.lines for d in state.seats[1].drawings}
    assert {n: drawn.rounds[n] for n in (1, 2)} == recorded
    rows = {row.row: row.points for row in game.score(state).players[1].rows}
    assert list(drawn.points) == [rows["round.1"], rows["round.2"]]
    assert drawn.crossed == min(7, sum(d.fading for d in state.seats[1].drawings))


def test_a_simulated_player_draws_once_what_the_artist_wants(game: StarExplorer, discs: SimulatedDiscs) -> None:
    state = to_draw(game)
    seen: list[int] = []

    def artist(_game: StarExplorer, _state: StarExplorerState, seat: int) -> Draw:
        seen.append(seat)
        return Draw(seat=seat, lines=((seat, seat + 1),))

    discs.follow(game, state, artist)
    discs.follow(game, state, artist)
    assert seen == [0, 1]
    assert discs.drawn(1, 1) == ((1, 2),)


def test_a_round_taken_back_is_wiped_and_a_fixed_drawing_redrawn(game: StarExplorer, discs: SimulatedDiscs) -> None:
    discs.follow(game, to_draw(game, rounds=2))
    discs.draw(0, 1, [(0, 1)])
    discs.follow(game, to_draw(game, rounds=2))
    assert discs.drawn(0, 1) == to_draw(game, rounds=2).seats[0].drawings[0].lines
    discs.follow(game, to_draw(game, rounds=1))
    assert discs.drawn(0, 2) == ()


def test_the_usual_artist_draws_by_the_rules(game: StarExplorer) -> None:
    state = to_draw(game)
    for seat in (0, 1):
        draw = best_draw(game, state, seat)
        assert draw.lines
        assert [v for v in game.check(state, draw) if v.severity == "error"] == []


def test_real_pictures_show_what_is_drawn(game: StarExplorer) -> None:
    layout = game.pack.layout
    clean = printed_board(layout, 2.0)
    table = SimulatedTable()
    discs = SimulatedDiscs(table, layout, make_view=lambda seat: DiscView(layout, seat, 1, clean, (320, 180)))
    discs.turn(0, 1)
    blank = wait_for(table, table.camera(0))[0].image
    discs.draw(0, 1, [(layout.stars[20].id, layout.stars[60].id)])
    drawn = wait_for(table, table.camera(0))[0].image
    assert drawn.shape == blank.shape == (180, 320, 3)
    assert np.abs(drawn.astype(int) - blank.astype(int)).max() > 40
    table.close()


def test_where_nothing_is_laid_the_camera_sees_a_well_lit_sheet_of_paper() -> None:
    picture = sheet_of_paper(0)
    assert np.array_equal(picture, sheet_of_paper(0))
    assert check_live(picture).ok


# The ring of lights --------------------------------------------------------------------------------------------------


def brightest(view: DiscView, scene: Scene) -> int:
    """The brightest part of the picture where the board mirrors the camera."""
    picture = view.picture(1, NOTHING, Trouble(ring=shown(scene, 0)))
    x, y = (int(pixel) for pixel in view.mirror())
    return int(picture[y - 60 : y + 60, x - 60 : x + 60].min(2).max())


def test_the_board_mirrors_the_ring_and_not_the_dark(game: StarExplorer) -> None:
    view = DiscView(game.pack.layout, 0, 1)
    assert brightest(view, Scene("capture")) > 250
    assert brightest(view, Scene("dark")) == brightest(view, Scene("off")) < 240


def test_a_table_with_a_ring_lights_its_boards_by_the_scene_of_the_moment(
    game: StarExplorer, views: dict[int, Asked], clock: Ticks
) -> None:
    table = SimulatedTable(ring=True, clock=clock)
    SimulatedDiscs(table, game.pack.layout, make_view=lambda seat: views[seat]).turn(0, 1)
    table.lights.show(Scene("capture"))
    wait_for(table, table.camera(0))
    table.lights.show(Scene("dark"))
    wait_for(table, table.camera(0))
    table.close()
    rings = list(dict.fromkeys(trouble.ring for _, _, trouble in views[0].calls))
    assert rings == [shown(Scene("capture"), 10_000), ()]
    assert len(set(rings[0])) == 1


def test_one_camera_sees_all_boards_side_by_side_and_what_lies_still_looks_the_same_twice() -> None:
    clock = Ticks()
    table = SimulatedTable(clock=clock)
    taken = list[int]()

    def board(level: int) -> Callable[[Trouble, int], Image]:
        def take(_trouble: Trouble, _shot: int) -> Image:
            taken.append(level)
            return np.full((4, 6, 3), level, np.uint8)

        return take

    for seat in range(3):
        table.lay(seat, board(seat))
    camera = table.overview((0, 1, 2))

    def picture() -> Image:
        clock.now += 1.0
        while not (frames := camera.frames(1, after=clock.now - 0.5)):
            pass
        return frames[0].image

    first = picture()
    assert first.shape == (8, 12, 3)
    assert [int(first[y, x, 0]) for y, x in ((0, 0), (0, 11), (7, 0))] == [0, 1, 2]
    assert np.array_equal(picture(), first)
    assert taken == [0, 1, 2]
    table.lay(1, board(9))
    assert int(picture()[0, 11, 0]) == 9
    assert taken == [0, 1, 2, 9]
    table.close()
