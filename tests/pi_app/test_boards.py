"""All boards of a table in one picture: found, seated by their places or by their print, and each read as its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate
from engines.registry import open_game
from engines.star_explorer.rules import StarExplorer
from hardware.camera import Image
from hardware.simulated.look_at_the_stars.tabletop import SlateMarks, SlateView
from hardware.simulated.star_explorer.view import DiscView, Drawn
from pi_app.camera import boards
from pi_app.camera.boards import BoardRead, TableQuery, TableRead, by_place, read_table, small, stirred
from pi_app.camera.kind import Memory
from pi_app.camera.query import Query
from pi_app.camera.reading import read
from pi_app.games.look_at_the_stars.camera.boards import SLATE

LEFT, RIGHT = (0.25, 0.5), (0.75, 0.5)
LINES = {0: ((12, 13),), 1: ((68, 69),)}


@cache
def disc(seat: int) -> Image:
    house: StarExplorer = open_game("star_explorer")  # type: ignore[assignment]
    return DiscView(house.pack.layout, seat, 1).picture(1, Drawn({1: LINES[seat]}))


def beside(*pictures: Image) -> Image:
    return np.asarray(np.hstack(pictures), np.uint8)


def queries(*seats: int) -> tuple[Query, ...]:
    house: StarExplorer = open_game("star_explorer")  # type: ignore[assignment]
    layout = msgspec.json.encode(house.pack.layout)
    return tuple(Query(kind="star_explorer", layout=layout, seat=seat, round=1) for seat in seats)


def lines(board: BoardRead) -> Any:
    return tuple((line.a, line.b) for line in board.reading.lines)


def test_boards_that_lie_at_their_places_are_their_players_wherever_they_sit() -> None:
    picture = beside(disc(1), disc(0))
    found = read_table(TableQuery(picture, queries(0, 1), (0, 1), {0: RIGHT, 1: LEFT}), Memory())
    assert found.seated
    assert {board.seat: lines(board) for board in found.boards} == LINES
    middles = {board.seat: board.at for board in found.boards}
    assert middles[0] is not None
    assert middles[1] is not None
    assert middles[0][0] > 0.5 > middles[1][0]


@pytest.mark.exhaustive
def test_where_nobody_knows_the_places_boards_come_as_one_reads_and_are_not_seated() -> None:
    found = read_table(TableQuery(beside(disc(0), disc(1)), queries(0, 1), (0, 1)), Memory())
    assert not found.seated
    assert [lines(board) for board in found.boards] == [LINES[0], LINES[1]]


def test_only_those_who_have_still_to_draw_are_read_and_a_board_that_is_gone_is_told() -> None:
    places = {0: LEFT, 1: RIGHT}
    one = read_table(TableQuery(beside(disc(0), disc(1)), queries(0, 1), (1,), places), Memory())
    assert [(board.seat, lines(board)) for board in one.boards] == [(1, LINES[1])]
    away = read_table(TableQuery(beside(disc(0), np.zeros_like(disc(0))), queries(0, 1), (1,), places), Memory())
    assert [board.failure.code for board in away.boards if board.failure is not None] == ["table.none_there"]


@pytest.mark.exhaustive
def test_a_slate_tells_whose_it_is() -> None:
    pictures = [SlateView(slate, seat, 1).marked(SlateMarks((("E4", "F4"),))) for seat, slate in ((0, 6), (1, 3))]
    found = read_table(TableQuery(beside(*pictures), slates(3, 6), (0, 1)), Memory())
    assert found.seated
    assert [(board.seat, board.reading.slate) for board in found.boards] == [(0, 3), (1, 6)]
    assert [board.at is not None and board.at[0] > 0.5 for board in found.boards] == [True, False]


def slates(*numbers: int) -> tuple[Query, ...]:
    from types import SimpleNamespace

    game: Any = open_game("look_at_the_stars")
    state = game.setup([f"P{k}" for k in range(len(numbers))])
    for seat, number in enumerate(numbers):
        state = game.play(state, DealSlate(seat, number, seat=NATURE))
    session: Any = SimpleNamespace(game=game, state=state, game_id=1, header=SimpleNamespace(pack="house"))
    return tuple(SLATE.query(session, seat, {}) for seat in range(len(numbers)))


def test_the_nearest_board_is_the_one_that_lay_there_and_none_is_two_players() -> None:
    assert by_place([(0.3, 0.5), (0.7, 0.5)], {0: (0.68, 0.5), 1: (0.31, 0.48)}) == {0: 1, 1: 0}
    assert by_place([(0.3, 0.5)], {0: (0.32, 0.5), 1: (0.31, 0.5)}) == {1: 0}
    assert by_place([(0.9, 0.9)], {0: (0.1, 0.1)}) == {}, "it lies too far away"


def test_a_glance_is_small_and_has_colours_whatever_the_camera_gives() -> None:
    assert small(disc(0)).shape == small(disc(0)[:, :, 0]).shape == (90, 160, 3)
    assert TableRead((), seated=True).boards == ()


# What has not changed ---------------------------------------------------------------------------------------------


PLACES = {0: LEFT, 1: RIGHT}


@pytest.fixture
def read_seats(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose boards are read, one after the other."""
    seats = list[int]()

    def reading(frames: Any, query: Query, memory: Memory) -> Any:
        seats.append(query.seat)
        return read(frames, query, memory)

    monkeypatch.setattr(boards, "read", reading)
    return seats


def more(picture: Image) -> Image:
    """The same picture with a line in the middle of its left half."""
    drawn, (height, width) = picture.copy(), picture.shape[:2]
    drawn[height // 2 : height // 2 + 3, width // 4 - 20 : width // 4 + 20] = 240
    return drawn


def test_a_board_on_which_nothing_has_changed_is_not_read_again(read_seats: list[int], tmp_path: Path) -> None:
    picture, memory = beside(disc(0), disc(1)), Memory()
    for number, (then, wanted) in enumerate([(picture, [0, 1]), (picture, []), (more(picture), [0])]):
        read_seats.clear()
        asked = [msgspec.structs.replace(q, flat=tmp_path / f"{q.seat}-{number}.jpg") for q in queries(0, 1)]
        found = read_table(TableQuery(then, tuple(asked), (0, 1), PLACES), memory)
        assert read_seats == wanted
        assert lines(found.boards[1]) == LINES[1]
        assert [board.at is not None and board.at[0] > 0.5 for board in found.boards] == [False, True]
        assert found.boards[1].flat == tmp_path / "1-0.jpg", "the photograph from which it was read"
        assert all(board.flat is not None and board.flat.is_file() for board in found.boards)


def test_it_is_read_again_once_another_player_sits_there_or_the_record_knows_more(read_seats: list[int]) -> None:
    picture, memory = beside(disc(0), disc(1)), Memory()
    first, second = queries(0, 1)
    later = msgspec.structs.replace(second, record={"known": [[68, 69]]})
    for then, places, wanted in (
        ((first, second), PLACES, [0, 1]),
        ((first, later), PLACES, [1]),
        ((first, later), {0: RIGHT, 1: LEFT}, [0, 1]),
    ):
        read_seats.clear()
        read_table(TableQuery(picture, then, (0, 1), places), memory)
        assert read_seats == wanted


def test_a_board_of_somebody_who_plays_no_more_is_none_of_those_that_are_kept(read_seats: list[int]) -> None:
    picture, memory = beside(disc(0), disc(1)), Memory()
    read_table(TableQuery(picture, queries(0, 1), (0, 1), PLACES), memory)
    found = read_table(TableQuery(picture, queries(0), (0,), {0: LEFT}), memory)
    assert [lines(board) for board in found.boards] == [LINES[0]]
    assert [board.query.seat for board in memory.boards] == [0]


def test_a_board_that_could_not_be_read_is_read_again_and_one_without_anything_new_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes, seats = {0: "disc.nothing_new", 1: "disc.too_faint"}, list[int]()

    def reading(_frames: Any, query: Query, _memory: Memory) -> Any:
        seats.append(query.seat)
        raise NotPossible(codes[query.seat], "")

    monkeypatch.setattr(boards, "read", reading)
    memory = Memory()
    for _ in range(2):
        found = read_table(TableQuery(beside(disc(0), disc(1)), queries(0, 1), (0, 1), PLACES), memory)
        assert [board.failure is not None and board.failure.code for board in found.boards] == list(codes.values())
    assert seats == [0, 1, 1]


def test_boards_without_markers_that_have_not_changed_are_not_looked_for(read_seats: list[int]) -> None:
    picture, memory = beside(disc(0), disc(1)), Memory()
    asked = tuple(msgspec.structs.replace(query, layout=bare(query.layout)) for query in queries(0, 1))
    for then, wanted in ((picture, [0, 1, 0, 1]), (picture, []), (more(picture), [0, 0])):
        read_seats.clear()
        found = read_table(TableQuery(then, asked, (0, 1), PLACES), memory)
        assert read_seats == wanted
        assert lines(found.boards[1]) == LINES[1]


def bare(layout: bytes) -> bytes:
    """The layout without its markers."""
    plain = msgspec.json.decode(layout)
    del plain["markers"]
    return msgspec.json.encode(plain)


def test_a_hand_that_comes_in_between_two_pictures_has_stirred_the_table() -> None:
    still = np.full((720, 1280, 3), 90, np.uint8)
    hand = still.copy()
    hand[500:, 600:700] = 170
    assert stirred(TableQuery(hand, (), (), before=still))
    assert not stirred(TableQuery(still, (), (), before=still))
    assert not stirred(TableQuery(hand, (), ()))
