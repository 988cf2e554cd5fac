from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from engines.registry import open_game
from engines.star_explorer.rules import StarExplorer
from hardware.camera import CameraStatus, Frame, Image, NoCamera, no_camera
from hardware.lights import Scene, ScreenLights
from hardware.simulated.star_explorer.view import DiscView, Drawn
from hardware.simulated.trouble import Trouble
from hardware.worker import Answer
from pi_app.camera.query import Picture, Query, load_picture, write_picture
from pi_app.camera.shelf import PhotoShelf
from pi_app.camera.shot import SeatCapture, Shot
from pi_app.camera.worker import BoardReader, CameraWorker, Request
from pi_app.games.star_explorer.camera.boards import FLAT_PX_PER_MM, flattened, play_area
from vision.ink import light
from vision.ink.layout import parse_layout

PICTURE = np.zeros((64, 64, 3), np.uint8)


class StillCamera:
    """Gives its frames once they are put in."""

    def __init__(self) -> None:
        self.ready: list[Frame] = []
        self.status = CameraStatus("ready")
        self.asked: list[float] = []

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        self.asked.append(after)
        return [frame for frame in self.ready if frame.at > after][:count]

    def close(self) -> None:
        pass


class Ticks:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def echoing() -> Callable[[Any], Any]:
    """A reader that answers with how many frames it was given, or refuses a board called `none`."""

    def read(request: Request) -> Any:
        if not isinstance(request, tuple):
            return None
        frames, query = request
        if query.board == "none":
            raise NotPossible("board.none", "no board in the picture")
        return len(frames)

    return read


@pytest.fixture(scope="module")
def _echo() -> Iterator[CameraWorker]:
    with CameraWorker(build=echoing) as worker:
        yield worker


@pytest.fixture
def worker(_echo: CameraWorker) -> Iterator[CameraWorker]:
    """One child for all tests that leave nothing to it."""
    yield _echo
    assert _echo.poll() == []


def settle(worker: CameraWorker) -> None:
    """Wait until the child has answered, and leave the answer where `poll` finds it."""
    answer = worker._worker.wait(600.0)
    assert isinstance(answer, Answer)
    worker._worker._answers.put(answer)


def answered(captured: Shot) -> Any:
    """What the echoing reader gave in the place of a reading."""
    return captured.reading


def query(board: str = "") -> Query:
    return Query(kind="star_explorer", layout=b"{}", board=board)


# One capture ---------------------------------------------------------------------------------------------------------


def test_lamps_burn_steady_for_the_photograph_and_go_back_when_it_is_taken(worker: CameraWorker) -> None:
    camera, lights, clock = StillCamera(), ScreenLights(), Ticks()
    lights.show(Scene("round", 3))
    capture = SeatCapture(camera, lights, worker, query(), clock=clock)
    assert (capture.phase, lights.scene) == ("shooting", Scene("capture"))
    assert capture.poll() is None
    camera.ready = [Frame(PICTURE, 50.1)]
    assert capture.poll() is None
    assert capture.phase == "shooting"
    camera.ready.append(Frame(PICTURE, 50.3))
    assert capture.poll() is None
    assert (capture.phase, lights.scene) == ("reading", Scene("round", 3))
    settle(worker)
    captured = capture.poll()
    assert captured is not None
    assert captured.failure is None
    assert answered(captured) == 1
    assert captured.frames == (PICTURE,)
    assert capture.poll() is None


class LightReport(msgspec.Struct):
    """What is asked of a reading: what is wrong with the light."""

    why: tuple[light.Trouble, ...]


class Glaring(msgspec.Struct):
    """A reading of so many frames, glaring unless one was taken without lamps (a darker one)."""

    frames: tuple[int, ...]
    light: LightReport


def glaring() -> Callable[[Any], Any]:
    """A reader for which a lamp is mirrored in every bright frame; a frame of brightness 99 cannot be read."""

    def read(request: tuple[tuple[Picture, ...], Query]) -> Any:
        frames = tuple(int(frame.max()) for frame in request[0] if isinstance(frame, np.ndarray))
        if 99 in frames:
            raise NotPossible("board.none", "no board in the picture")
        return Glaring(frames, LightReport((light.Trouble.GLARE,) if min(frames) > 100 else ()))

    return read


@pytest.fixture(scope="module")
def dazzled() -> Iterator[CameraWorker]:
    with CameraWorker(build=glaring) as worker:
        yield worker


def grey(level: int) -> Image:
    return np.full((8, 8, 3), level, np.uint8)


@pytest.mark.parametrize(
    ("mirrored", "dark", "frames"), [(True, 30, (200, 30)), (True, 99, (200,)), (False, 30, (200,)), (True, 0, (200,))]
)
def test_where_a_lamp_of_ours_is_mirrored_frames_without_lamps_are_read_too(
    mirrored: bool, dark: int, frames: tuple[int, ...], dazzled: CameraWorker
) -> None:
    """The last rows: the dark frame cannot be read, no lamp of ours can be mirrored, the dark frame never comes."""
    camera, lights, clock = StillCamera(), ScreenLights(mirrored=mirrored), Ticks()
    lights.show(Scene("round", 2))
    shown = []
    capture = SeatCapture(camera, lights, dazzled, query(), clock=clock)
    captured = None
    for _ in range(6):
        if capture.phase == "reading":
            settle(dazzled)
        elif capture.phase == "shooting":
            shown.append(lights.scene.mode)
            clock.now += SeatCapture.PATIENCE / 2 + 0.1
            level = 200 if lights.scene.mode == "capture" else dark
            camera.ready = [Frame(grey(level), clock.now)] if level else []
        captured = captured or capture.poll()
    assert captured is not None
    assert answered(captured).frames == frames
    assert set(shown) == ({"capture", "dark"} if mirrored else {"capture"})
    assert (capture.phase, lights.scene) == ("over", Scene("round", 2))


def test_warming_up_is_not_taken_for_a_reading() -> None:
    with CameraWorker(build=echoing) as worker:
        worker.warm()
        worker.warm()
        settle(worker)
        assert worker.poll() == []
        ticket = worker.request((PICTURE,), query())
        settle(worker)
        assert [read.ticket for read in worker.poll()] == [ticket]


def test_a_burst_is_read_as_one(worker: CameraWorker) -> None:
    camera = StillCamera()
    camera.ready = [Frame(PICTURE, 51.0 + n) for n in range(3)]
    capture = SeatCapture(camera, ScreenLights(), worker, query(), count=3, clock=Ticks())
    capture.poll()
    settle(worker)
    captured = capture.poll()
    assert captured is not None
    assert answered(captured) == 3


def test_a_board_that_is_not_found_is_a_readable_failure(worker: CameraWorker) -> None:
    camera = StillCamera()
    camera.ready = [Frame(PICTURE, 60.0)]
    capture = SeatCapture(camera, ScreenLights(), worker, query("none"), clock=Ticks())
    capture.poll()
    settle(worker)
    captured = capture.poll()
    assert captured is not None
    assert captured.reading is None
    assert str(captured.failure) == "no board in the picture"


def test_a_camera_that_gives_nothing_is_given_up_in_words(worker: CameraWorker) -> None:
    lights, clock = ScreenLights(), Ticks()
    capture = SeatCapture(NoCamera(), lights, worker, query(), clock=clock)
    clock.now += SeatCapture.PATIENCE
    assert capture.poll() is None
    clock.now += 0.1
    captured = capture.poll()
    assert captured is not None
    assert captured.failure == no_camera("auto")
    assert (capture.phase, lights.scene) == ("over", Scene())


def test_a_capture_that_is_given_up_says_nothing_later(worker: CameraWorker) -> None:
    camera, lights = StillCamera(), ScreenLights()
    camera.ready = [Frame(PICTURE, 60.0)]
    first = SeatCapture(camera, lights, worker, query("none"), clock=Ticks())
    first.poll()
    first.cancel()
    first.cancel()
    settle(worker)
    assert first.poll() is None
    second = SeatCapture(camera, lights, worker, query(), clock=Ticks())
    second.poll()
    assert second.poll() is None
    settle(worker)
    captured = second.poll()
    assert captured is not None
    assert answered(captured) == 1


# The child's side ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> StarExplorer:
    found = open_game("star_explorer")
    assert isinstance(found, StarExplorer)
    return found


@pytest.fixture(scope="module")
def view(game: StarExplorer) -> DiscView:
    return DiscView(game.pack.layout, 0, 5)


def of(game: StarExplorer, **more: Any) -> Query:
    return Query(kind="star_explorer", layout=msgspec.json.encode(game.pack.layout), **more)


def visible_line(game: StarExplorer) -> tuple[int, int]:
    """Two visible stars some 40 mm apart with nothing between them."""
    stars = sorted(game.disc.visible(1))
    at = {star.id: np.array([star.x, star.y]) for star in game.pack.layout.stars}
    return next(
        (a, b)
        for a in stars
        for b in stars
        if a < b and 25 < np.linalg.norm(at[a] - at[b]) < 45 and not game.disc.passes_over((a, b))
    )


def test_the_reader_reads_the_board_and_lays_the_photograph_flat(
    game: StarExplorer, view: DiscView, tmp_path: Path
) -> None:
    a, b = visible_line(game)
    picture = view.picture(1, Drawn({1: ((a, b),)}))
    reader, flat = BoardReader(), tmp_path / "new" / "flat.jpg"
    reading = reader.read((picture,), of(game, board="0", flat=flat))
    assert [(line.a, line.b) for line in reading.lines] == [(a, b)]
    assert reading.round == 1
    left, top, width, height = play_area(game.pack.layout)
    image = load_picture(flat)
    assert image.shape == (int(np.ceil(height * 4)), int(np.ceil(width * 4)), 3)
    at = {star.id: np.array([star.x, star.y]) + game.pack.layout.disc.centre for star in game.pack.layout.stars}
    blank = flattened(view.picture(1), reading, parse_layout(msgspec.json.encode(game.pack.layout)))
    middle = ((at[a] + at[b]) / 2 - (left, top)) * FLAT_PX_PER_MM
    x, y = int(middle[0]), int(middle[1])
    inked = np.abs(image.astype(int) - blank.astype(int)).max(axis=2)
    assert inked[y - 6 : y + 7, x - 6 : x + 7].max() > 60
    assert inked[8:40, 8:40].max() < 60


def test_the_reader_takes_a_clean_board_from_a_file_and_finds_it_once(
    game: StarExplorer, view: DiscView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import vision.disc.read

    calls: list[int] = []
    prepare = vision.disc.read.prepare_blank

    def counted(*given: Any) -> Any:
        calls.append(1)
        return prepare(*given)

    monkeypatch.setattr(vision.disc.read, "prepare_blank", counted)
    write_picture(view.picture(1), tmp_path / "blank.jpg")
    reader = BoardReader()
    for shot in (1, 2):
        picture = view.picture(1, shot=shot)
        asked = of(game, pictures={"blank": tmp_path / "blank.jpg"})
        assert reader.read((picture,), asked).lines == ()
    assert calls == [1]


def test_a_board_hidden_by_a_hand_is_still_found_where_it_lay(game: StarExplorer, view: DiscView) -> None:
    reader = BoardReader()
    first = reader.read((view.picture(1),), of(game, board="0"))
    hidden = view.picture(1, trouble=Trouble(hand=True))
    again = reader.read((hidden,), of(game, board="0"))
    moved = np.abs(np.array(first.located.corners) - np.array(again.located.corners)).max()
    assert moved < 3.0


def test_no_board_is_not_possible_and_no_picture_is_bad_input(game: StarExplorer, tmp_path: Path) -> None:
    reader = BoardReader()
    grey = np.full((360, 640, 3), 90, np.uint8)
    with pytest.raises(NotPossible):
        reader.read((grey,), of(game))
    (tmp_path / "no.jpg").write_text("not a picture")
    with pytest.raises(BadInput, match="not a picture"):
        reader.read((tmp_path / "no.jpg",), of(game))


# The photographs -----------------------------------------------------------------------------------------------------


def test_photographs_of_one_drawing_are_numbered(tmp_path: Path) -> None:
    shelf = PhotoShelf(tmp_path)
    for number in range(1, 12):
        name = shelf.fresh_name(3, 0, 2)
        assert name == f"3/0-2-{number}"
        write_picture(PICTURE, shelf.path(name))
    assert shelf.fresh_name(3, 1, 2) == "3/1-2-1"
    image = cv2.imread(str(shelf.path("3/0-2-11")))
    assert image is not None
    assert image.shape == PICTURE.shape


def test_only_the_latest_games_keep_their_photographs(tmp_path: Path) -> None:
    shelf = PhotoShelf(tmp_path)
    shelf.clear_old()
    for game in (1, 2, 3, 9, 10, 11, 12):
        write_picture(PICTURE, shelf.path(f"{game}/0-1-1"))
    shelf.clear_old(playing=1)
    assert sorted(int(f.name) for f in (tmp_path / "photos").iterdir()) == [1, 3, 9, 10, 11, 12]


def test_photographs_of_a_disk_that_is_gone_are_none(tmp_path: Path) -> None:
    shelf = PhotoShelf(tmp_path / ("x" * 300))
    shelf.clear_old()
    assert shelf.newest_name(1, 0, 2) is None
    assert shelf.last_name(1, 0) is None
