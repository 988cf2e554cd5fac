from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
import pytest

from engines.errors import Coded, NotPossible
from engines.record import Header
from engines.registry import open_game
from engines.star_explorer.model import Draw, Line, Phase
from engines.star_explorer.rules import StarExplorer
from hardware.camera import Image
from hardware.config import SIMULATED
from hardware.devices import open_devices
from hardware.simulated.scene import Board
from hardware.simulated.star_explorer.tabletop import SimulatedDiscs
from hardware.simulated.star_explorer.view import DiscView, printed_board
from hardware.simulated.tabletop import SimulatedTable
from hardware.simulated.trouble import Trouble
from hardware.worker import Answer
from pi_app import i18n
from pi_app.camera import glances, session
from pi_app.camera.boards import Glance, TableQuery
from pi_app.camera.cases import CaseShelf
from pi_app.camera.hands_watch import HandsWatch
from pi_app.camera.learnt import Learner, Learnt, TableLearnt
from pi_app.camera.query import Picture, Query, Stored, write_picture
from pi_app.camera.session import CameraSession, query_of
from pi_app.camera.shot import SeatCapture
from pi_app.camera.watch import Watch
from pi_app.camera.worker import BoardReader, CameraWorker, Request
from pi_app.presenters.board_camera import BoardCamera, Seen, Watched
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession
from vision.disc.locate import NO_BOARD
from vision.disc.reading import Line as DiscLine
from vision.ink import doubt
from vision.ink.tuning import COMPARING
from vision.own.habits import usual

Found = TypeVar("Found")
PATIENCE_S: Final = 30.0
"""Until then a busy machine has taken the pictures that are waited for."""
SHORT_S: Final = 0.5
"""How long it is watched that nothing is seen: many pictures are taken."""
BOTH = Watched((0, 1), (0, 1), {0: (0.25, 0.5), 1: (0.75, 0.5)})


def _polled(look: Callable[[], Found], within_s: float) -> Found:
    """What is seen as soon as it is something; at the latest what is seen then."""
    end = time.monotonic() + within_s
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.002)
    return found


class HereReader(CameraWorker):
    """Reads in this process, when polled."""

    def __init__(self) -> None:
        self.requests: list[tuple[Sequence[Picture], Query]] = []
        self.brought: list[Stored | None] = []
        self.tables: list[Glance | TableQuery] = []
        self.done = 0
        self.watches: list[Watch] = []
        """What was known before each look for a movement."""
        self.reader = BoardReader()

    def request(self, frames: Sequence[Picture], query: Query) -> int:
        self.requests.append((frames, query))
        return len(self.requests)

    def decode(self, picture: Stored) -> int:
        self.brought.append(picture)
        return -len(self.brought)

    def glance(self, picture: Image, watch: Watch, at: float) -> int:
        self.watches.append(watch)
        return self.table_asked(Glance(picture, watch, at))

    def table(self, asked: TableQuery) -> int:
        return self.table_asked(asked)

    def table_asked(self, asked: Glance | TableQuery) -> int:
        self.tables.append(asked)
        return 1000 + len(self.tables)

    def poll(self) -> list[Answer]:
        if self.tables:
            ticket, asked = 1000 + len(self.tables), self.tables[-1]
            self.tables[-1:] = []
            return [self._answer(ticket, asked)]
        found = [self._answer(-1 - place, picture) for place, picture in enumerate(self.brought) if picture]
        self.brought = [None] * len(self.brought)
        for request in self.requests[self.done :]:
            self.done += 1
            found.append(self._answer(self.done, request))
        return found

    def _answer(self, ticket: int, request: Request) -> Answer:
        try:
            return Answer(ticket, self.reader(request))
        except Coded as error:
            return Answer(ticket, failure=error.finding)

    def warm(self, kind: str = "") -> None:
        pass

    def close(self) -> None:
        pass


class Scene:
    """A game of two whose first round is to be drawn, on a simulated table with an camera over it."""

    def __init__(self, state: Path, clean: Board) -> None:
        self.journal = Journal(state / "journal.sqlite3")
        self.session: TableSession[Any, Any] = TableSession.begin(
            self.journal, Header(game="star_explorer", players=("Nina", "Ravi"), seed=3)
        )
        game = self.session.game
        assert isinstance(game, StarExplorer)
        self.game = game
        self.reach_drawing()
        layout = game.pack.layout
        self.table = SimulatedTable()
        self.discs = SimulatedDiscs(self.table, layout, 5, lambda seat: DiscView(layout, seat, 5, clean))
        self.devices = open_devices(SIMULATED, self.table)
        self.worker = HereReader()
        self.camera = CameraSession(self.devices, self.worker, state, lambda: self.session)
        self.discs.follow(game, self.session.state)

    def reach_drawing(self) -> None:
        self.session.play_nature()
        while self.session.state.phase != Phase.DRAW:
            seat = next(s for s in self.game.to_move(self.session.state) if isinstance(s, int))
            self.session.act(self.game.legal_actions(self.session.state, seat)[0])
            self.session.play_nature()

    def look(self, seat: int, unasked: bool = False) -> Seen | None:
        """Photograph and read, as a screen does that polls."""
        self.camera.look(seat, unasked)
        assert self.camera.busy == "shooting"
        while self.camera.busy:
            seen = self.camera.poll()
            if seen is not None:
                return seen
            self.table._painter.submit(lambda: None).result()
        return None

    def hands_left(self, seat: int, within_s: float = PATIENCE_S) -> bool:
        """Whether they have, as a screen comes to know that polls a while."""
        return _polled(lambda: self.camera.hands_left(seat), within_s)

    def look_at_all(self) -> dict[int, str | None]:
        """Have all boards read as a screen does; the photograph of each."""
        while (seen := self.camera.watch(BOTH)).phase != "offered":
            self.table._painter.submit(lambda: None).result()
        return {board.seat: board.draft and board.draft.photo for board in seen.boards}

    def changed(self, within_s: float = PATIENCE_S) -> list[int]:
        """Whose boards have changed, as a screen comes to know that goes on watching a while."""
        return _polled(lambda: [board.seat for board in self.camera.watch(BOTH).boards if board.changed], within_s)

    def close(self) -> None:
        self.devices.close()
        self.table.close()
        self.journal.close()


@pytest.fixture(scope="module")
def clean() -> Board:
    return printed_board(open_game("star_explorer").pack.layout)  # type: ignore[attr-defined]


@pytest.fixture
def scene(tmp_path: Path, clean: Board, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr(SeatCapture, "SETTLE", 0.0)
    scene = Scene(tmp_path, clean)
    yield scene
    scene.close()


def lines_of(seen: Seen | None) -> set[Line]:
    assert seen is not None
    return set(seen.draft.lines)


def test_what_was_drawn_on_the_board_becomes_a_drawing_to_look_over(scene: Scene) -> None:
    camera: BoardCamera = scene.camera
    assert camera.can_look(1)
    seen = scene.look(1)
    assert lines_of(seen) == set(scene.discs.drawn(1, 1))
    assert seen is not None
    assert (seen.seat, seen.draft.source, seen.draft.stars) == (1, "camera", ())
    assert camera.trouble is None
    assert camera.busy is None


def test_the_photograph_is_kept_and_covers_the_window(scene: Scene, tmp_path: Path) -> None:
    seen = scene.look(0)
    assert seen is not None
    name = seen.draft.photo
    assert name == "1/0-1-1"
    picture, box = scene.camera.photo(name), scene.camera.photo_at(name)
    assert picture is not None
    assert box is not None
    assert picture.shape[1] / picture.shape[0] == pytest.approx(box[2] / box[3], rel=0.01)
    assert np.percentile(picture[:, :, 2], 50) > np.percentile(picture[:, :, 0], 50), "red, green, blue: a blue night"
    assert (tmp_path / "photos" / "1" / "0-1-1.jpg").is_file()
    assert scene.camera.photo("1/0-9-9") is None
    assert scene.camera.photo_at("1/0-9-9") is None


def test_the_reader_is_told_the_tile_and_earlier_lines_and_gives_only_new_ones(scene: Scene) -> None:
    first = {seat: scene.discs.drawn(seat, 1) for seat in (0, 1)}
    for seat in (0, 1):
        scene.session.act(Draw(seat=seat, lines=first[seat]))
    scene.session.act(scene.game.legal_actions(scene.session.state, scene.session.state.marker or 0)[0])
    scene.reach_drawing()
    scene.discs.follow(scene.game, scene.session.state)
    seen = scene.look(0)
    _frames, asked = scene.worker.requests[-1]
    tile = scene.game.tiles[scene.session.state.seats[0].tile or ""]
    assert asked.record["known"] == [list(line) for line in first[0]]
    assert asked.record["expect"]["pattern"]["lines"] == [list(line) for line in tile.lines]
    assert lines_of(seen) == set(scene.discs.drawn(0, 2))


def test_a_board_that_is_not_read_again_keeps_its_photograph(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "STILL_S", 0.0)
    monkeypatch.setattr(HandsWatch, "GLANCE_S", 0.01)
    first = scene.look_at_all()
    assert all(name and scene.camera.photo(name) is not None for name in first.values())
    scene.camera.forget()
    assert scene.look_at_all() == first
    scene.camera.forget()
    scene.discs.draw(1, 1, scene.discs.drawn(1, 1)[:-1])
    again = scene.look_at_all()
    assert again[0] == first[0]
    assert again[1] != first[1]


def test_who_waits_for_other_boards_knows_how_the_same_table_lay_just_before(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glances, "STILL_S", 0.0)
    monkeypatch.setattr(HandsWatch, "GLANCE_S", 0.01)
    scene.look_at_all()
    one, first = msgspec.structs.replace(BOTH, wanted=(1,)), len(scene.worker.watches)
    _polled(lambda: scene.camera.watch(one) and len(scene.worker.watches) > first, PATIENCE_S)
    scene.camera.forget()
    last = len(scene.worker.watches)
    scene.look_at_all()
    known = [scene.worker.watches[place].free is not None for place in (0, first, last)]
    assert known == [False, True, False], "another game is another table"


def test_the_board_that_has_changed_since_the_last_reading_is_told(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glances, "STILL_S", 0.0)
    monkeypatch.setattr(HandsWatch, "GLANCE_S", 0.01)
    scene.look_at_all()
    assert scene.changed(SHORT_S) == []
    scene.discs.turn(1, 3)
    assert scene.changed() == [1]


def test_what_hands_have_laid_or_turned_is_to_be_photographed_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glances, "STILL_S", 0.0)
    monkeypatch.setattr(HandsWatch, "GLANCE_S", 0.01)
    assert scene.hands_left(0)
    assert scene.camera.hands_left(0), "it has not been photographed yet"
    assert lines_of(scene.look(0)) == set(scene.discs.drawn(0, 1))
    assert not scene.hands_left(0, SHORT_S)
    scene.discs.turn(0, 3)
    assert scene.hands_left(0)


def test_a_look_that_nobody_asked_for_says_nothing_where_nothing_is_read(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        raise NotPossible.of(NO_BOARD)

    monkeypatch.setattr(BoardReader, "read", read)
    assert scene.look(0, unasked=True) is None
    assert scene.camera.trouble is None
    assert scene.look(0) is None
    assert scene.camera.trouble == "No board is in the picture"


def test_a_disc_at_the_wrong_stop_is_told_and_not_read(scene: Scene) -> None:
    scene.discs.turn(0, 3)
    assert scene.look(0) is None
    assert scene.camera.trouble == "The disc is turned to III, this is round I."
    i18n.set_language("de")
    assert scene.camera.trouble == "Die Scheibe steht auf III, es ist Runde I."
    i18n.set_language("en")
    scene.camera.forget()
    assert scene.camera.trouble is None


def test_light_that_is_too_bad_is_told_beside_the_reading(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.table.trouble(0, Trouble(glare=True))
    assert lines_of(scene.look(0)) == set(scene.discs.drawn(0, 1))
    assert scene.camera.trouble == "A lamp is mirrored in the disc"
    with monkeypatch.context() as unsure:
        unsure.setattr(doubt, "COMPARING", msgspec.structs.replace(COMPARING, wrong=-1.0))
        scene.look(0)
    compare = "Lines may be wrong: mend the light, or compare every line with the photograph"
    assert scene.camera.trouble == f"A lamp is mirrored in the disc. {compare}"
    i18n.set_language("fr")
    assert (scene.camera.trouble or "").startswith("Une lampe se reflète dans le disque. ")
    i18n.set_language("en")
    scene.table.trouble(0, Trouble())
    assert scene.look(0) is not None
    assert scene.camera.trouble is None


@pytest.mark.parametrize("asked", [6, 7])
def test_a_drawing_with_more_than_six_questions_is_looked_over_whole(scene: Scene, asked: int) -> None:
    unlike = tuple(DiscLine(a, 200, 0.4) for a in range(asked))

    class Doubting(BoardReader):
        def __call__(self, request: Request) -> Any:
            return msgspec.structs.replace(super().__call__(request), doubtful=unlike)

    scene.worker.reader = Doubting()
    seen = scene.look(0)
    assert seen is not None
    assert (len(seen.draft.doubts), seen.draft.looking) == (asked, asked == 7)


def test_a_pulled_plug_means_there_is_nothing_to_look_with(scene: Scene) -> None:
    scene.table.plugged = False
    assert not scene.camera.can_look(0)
    scene.table.plugged = True
    assert scene.camera.can_look(0)


def test_a_look_that_is_forgotten_brings_nothing(scene: Scene) -> None:
    scene.camera.look(0)
    scene.camera.forget()
    assert scene.camera.busy is None
    assert scene.camera.poll() is None
    assert scene.look(1) is not None


def test_an_empty_table_is_told_in_plain_words(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise NotPossible.of(NO_BOARD)

    monkeypatch.setattr(BoardReader, "read", read)
    assert scene.look(0) is None
    assert scene.camera.trouble == "No board is in the picture"


def test_a_photograph_of_the_clean_board_is_used_where_the_owner_put_one(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert query_of(scene.session, 0).pictures == {}
    blank = tmp_path / "data" / "blanks" / "house" / "1.jpg"
    write_picture(np.zeros((8, 8, 3), np.uint8), blank)
    assert query_of(scene.session, 0).pictures == {"blank": blank}


def test_a_reading_that_the_table_corrected_is_kept_and_so_is_one_that_was_right(scene: Scene, tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path / "cases")
    scene.camera = CameraSession(scene.devices, scene.worker, tmp_path, lambda: scene.session, shelf)
    seen = scene.look(0)
    assert seen is not None
    answered = msgspec.structs.replace(seen.draft, photo=None)
    scene.camera.confirmed(0, answered)
    (right,) = shelf.folders()
    entry = json.loads((right / "star_explorer.list.jsonl").read_text())
    assert entry["confirmed"]
    seen = scene.look(0)
    assert seen is not None
    scene.camera.confirmed(0, msgspec.structs.replace(seen.draft, lines=seen.draft.lines[1:]))
    _, folder = shelf.folders()
    assert "confirmed" not in json.loads((folder / "star_explorer.list.jsonl").read_text())
    assert (folder / "photo1.jpg").is_file()
    assert scene.look(0) is not None
    scene.camera.forget()
    scene.camera.confirmed(0, msgspec.structs.replace(seen.draft, lines=()))
    assert shelf.folders() == [right, folder]


def test_boards_are_read_as_the_table_has_learnt(scene: Scene, tmp_path: Path) -> None:
    weights = [1.0, 0.0, *[0.0] * len(usual("vision.disc").mean)]
    kinds = {"star_explorer": Learnt({"bare": {"weights": weights}}, 12, 1, 2, "")}
    learner = Learner(tmp_path / "learnt.json", CaseShelf(tmp_path / "cases"))
    scene.camera = CameraSession(scene.devices, scene.worker, tmp_path, lambda: scene.session, learner=learner)
    scene.look(0)
    learner.learnt = TableLearnt(kinds)
    assert lines_of(scene.look(0)) == set(scene.discs.drawn(0, 1))
    without, with_habits = (asked.habits for _, asked in scene.worker.requests[-2:])
    assert without == {}
    assert with_habits == kinds["star_explorer"].habits


def test_a_game_of_which_the_camera_reads_nothing_offers_no_photograph(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scene.camera.can_look(0)
    monkeypatch.setattr(session, "kind_now", lambda _: None)
    assert not scene.camera.can_look(0)
    with pytest.raises(LookupError, match="star_explorer"):
        query_of(scene.session, 0)


def test_another_board_that_is_found_by_its_outline_is_refused(scene: Scene) -> None:
    layout = scene.game.pack.layout
    assert layout.markers is not None
    at = {str(int(number) + 20): place for number, place in layout.markers.at.items()}
    others = msgspec.structs.replace(layout, markers=msgspec.structs.replace(layout.markers, at=at))
    query = Query(kind="star_explorer", layout=msgspec.json.encode(others))
    with pytest.raises(NotPossible) as raised:
        scene.worker.reader.read((scene.table.shoot(0, 1).result(),), query)
    assert raised.value.code == "board.another"


# Pictures of phones ----------------------------------------------------------------------------------------------


def stored(frame: Any, turn: int = 1) -> bytes:
    """A picture as a phone stores it: pixels as the sensor lay, and by EXIF how they are to be turned."""
    from PIL import Image

    sensor = {1: 0, 6: 1, 3: 2, 8: 3}[turn]  # quarter turns anticlockwise
    picture = Image.fromarray(np.ascontiguousarray(np.rot90(frame, sensor)[:, :, ::-1]))
    exif, out = Image.Exif(), BytesIO()
    exif[0x0112] = turn
    picture.save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()


def bring(scene: Scene, seat: int, picture: bytes) -> Seen | None:
    scene.camera.read(seat, picture)
    assert scene.camera.busy == "reading"
    while scene.camera.busy:
        seen = scene.camera.poll()
        if seen is not None:
            return seen
    return None


@pytest.mark.parametrize("turn", [6, *(pytest.param(turn, marks=pytest.mark.exhaustive) for turn in (1, 3, 8))])
def test_a_picture_of_a_phone_is_read_like_the_cameras_own_however_it_was_held(scene: Scene, turn: int) -> None:
    """Also where the table has no camera itself."""
    frame = scene.table.shoot(1, 1).result()
    scene.table.plugged = False
    assert not scene.camera.can_look(1)
    assert scene.camera.reads()
    seen = bring(scene, 1, stored(frame, turn))
    assert lines_of(seen) == set(scene.discs.drawn(1, 1))
    assert seen is not None
    assert (seen.seat, seen.draft.source, seen.draft.photo) == (1, "camera", "1/1-1-1")
    assert scene.worker.requests[-1][0][0].shape == frame.shape  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The photograph could not be read"),
        (b"not a picture", "The photograph could not be read"),
        (b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\3" + bytes(9) + b"\xff\xda\0\2\xff\xd9", "could not be read"),
        (b"\0\0\0\x18ftypheic" + bytes(64), "The photograph could not be read"),
    ],
    ids=["empty", "text", "four gigapixels", "heic"],
)
def test_what_is_no_picture_is_told_and_never_decoded_here(scene: Scene, data: bytes, words: str) -> None:
    assert bring(scene, 0, data) is None
    assert words in (scene.camera.trouble or "")


def test_a_picture_of_a_phone_that_is_forgotten_brings_nothing(scene: Scene) -> None:
    scene.camera.read(0, b"a picture")
    scene.camera.forget()
    assert scene.camera.busy is None
    assert scene.camera.poll() is None
