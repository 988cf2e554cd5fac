"""The camera as the screens know it: one photograph at a time, its reading as a drawing to look over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.game import Game
from engines.layout import StarDiscLayout
from engines.look_at_the_stars.board import SlateLayout
from engines.registry import PAD
from engines.star_explorer.model import StarExplorerState, StarPack, Tile
from engines.starfarers.foot_card import BALL
from hardware.camera import Image
from hardware.devices import Devices
from pi_app.capture import (
    Box,
    Captured,
    CaptureWorker,
    Kind,
    Lines,
    Names,
    PhotoShelf,
    Picture,
    ReadRequest,
    SeatCapture,
    play_area,
)
from pi_app.cases import CaseShelf
from pi_app.corrected import corrected
from pi_app.eye_balls import balls_asked, balls_draft, balls_trouble
from pi_app.eye_boards import FINISHED, finished_asked, finished_draft, finished_trouble
from pi_app.eye_cards import cards_asked, cards_draft
from pi_app.eye_slates import slate_area, slate_asked, slate_draft, slate_trouble
from pi_app.eye_tiles import tiles_asked, tiles_draft, tiles_trouble, turns_over
from pi_app.i18n import N_, Said, _, roman, said
from pi_app.paths import blank_photo
from pi_app.presenters.eye import Seen
from pi_app.presenters.place import Doubtful, Draft
from pi_app.table import TableSession

LIGHT_WORDS = {
    "too dark": N_("It is too dark"),
    "glare on the disc": N_("A lamp is mirrored in the disc"),
    "glare on the slate": N_("A lamp is mirrored in the slate"),
    "glare on a tile": N_("A lamp is mirrored in the tile"),
    "glare on the balls": N_("Too much light falls on the mother ship’s card"),
    "blur": N_("The photograph is blurred"),
    "board cut off": N_("The board is cut off"),
    "hand in the picture": N_("A hand is in the picture"),
}


FAILURE_WORDS = {
    "no board in the picture": N_("No board is in the picture"),
    "no slate in the picture": N_("No slate is in the picture"),
    "no constellation tile in": N_("No tile is in the picture"),
    "nothing like a tile in": N_("No tile is in the picture"),
    "no telescope in the picture": N_("No telescope is in the picture: its corner markers must be seen"),
    "no card of a mother ship": N_("The mother ship’s card is not in the picture: its corner markers must be seen"),
    "the tube lies outside": N_("The foot of the mother ship is cut off"),
    "something like the board": N_("The board is there, but its stars cannot be seen"),
    "something like the slate": N_("The slate is there, but its stars cannot be seen"),
    "the lines are too faint": N_("The lines are too faint: more light, and a clear view"),
    "the picture is mirrored": N_("The picture is mirrored: switch mirroring off in the camera"),
    "the slate is seen in a mirror": N_("The picture is mirrored: switch mirroring off in the camera"),
    "another board": N_("This is another board"),
    "two boards": N_("Two boards are in the picture: take one away"),
    "no camera": N_("No camera is plugged in"),
    "the camera": N_("The camera gives no pictures"),
}
"""How a failure begins -> what the screen says; anything else could simply not be read."""


def failure_words(failure: str) -> str:
    """Why there is no reading, in the language in use."""
    found = (words for begin, words in FAILURE_WORDS.items() if failure.startswith(begin))
    return _(next(found, N_("The photograph could not be read")))


class Asked(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What the record knows of the board to be read."""

    game: int
    seat: int
    round: int
    layout: StarDiscLayout | SlateLayout | msgspec.Raw
    """Of cards, tiles and balls: the JSON of their layout."""
    kind: Kind = "star_disc"
    known: Lines | Names = ()
    known_shooting_stars: Names = ()
    expect: dict[str, Any] | None = None
    blank: Picture | None = None
    finished: bool = False
    """Whether it is the finished board of a table that keeps the score pad alone."""


def asked_of(session: TableSession[Any, Any], seat: int, ball: float = BALL) -> Asked:
    """What is known of that seat's board in this round: the record of the game, and the clean board.

    `ball`: a mother ship's balls are so large, mm.
    """
    if session.header.pack == PAD and session.header.game in FINISHED:
        return finished_asked(session, seat)
    if turns_over(session):
        return tiles_asked(session, seat)
    match session.header.game:
        case "look_at_the_stars":
            return slate_asked(session, seat)
        case "stellar":
            return cards_asked(session, seat)
        case "starfarers":
            return balls_asked(session, seat, ball)
        case _:
            return _disc_asked(session, seat)


def _disc_asked(session: TableSession[Any, Any], seat: int) -> Asked:
    game: Game[Any, Any] = session.game
    pack: StarPack = game.pack  # type: ignore[attr-defined]
    state: StarExplorerState = session.state
    player = state.seats[seat]
    blank = blank_photo(pack.pack, state.round)
    tile = next((tile for tile in pack.tiles if tile.id == player.tile), None)
    return Asked(
        game=session.game_id,
        seat=seat,
        round=state.round,
        layout=pack.layout,
        known=tuple(line for drawing in player.drawings if drawing.round < state.round for line in drawing.lines),
        expect=_expected(tile, state.options.shape_match) if tile else None,
        blank=blank if blank.is_file() else None,
    )


def _expected(tile: Tile, match: str) -> dict[str, Any]:
    return {"pattern": {"xy": [list(p) for p in tile.xy], "lines": [list(line) for line in tile.lines]}, "match": match}


_FRAMES: Final[dict[Kind, int]] = {"balls": 2}
"""So many pictures are taken of a kind of board, if not one: balls lie still where both show the same."""


class _Proposed(msgspec.Struct, frozen=True, eq=False):
    """A reading that waits for the table's word: what was asked, the photographs, and the draft made of them."""

    asked: Asked
    frames: tuple[Image, ...]
    draft: Any


class TableEye:
    """Photographs boards and has them read; see `pi_app.presenters.eye.Eye`.

    `about` tells what the record knows of a seat's board, for `look` without it and for where photographs lie.
    `state`: the state folder, where the flat photographs are kept. `cases`: where corrected readings are kept, if the
    table wants that.
    """

    def __init__(
        self,
        devices: Devices,
        worker: CaptureWorker,
        state: Path,
        about: Callable[[int], Asked],
        cases: CaseShelf | None = None,
    ) -> None:
        self._trouble: Said | None = None
        self.shelf = PhotoShelf(state)
        self._devices = devices
        self._worker = worker
        self._about = about
        self._cases = cases
        self._frames: tuple[Image, ...] = ()
        self._proposed: dict[int, _Proposed] = {}
        self._capture: SeatCapture | None = None
        self._asked: Asked | None = None
        self._name = ""

    @property
    def busy(self) -> str | None:
        """`shooting`, `reading`, or None."""
        return None if self._capture is None or self._capture.phase == "over" else self._capture.phase

    @property
    def trouble(self) -> str | None:
        """Why the last photograph could not be read, in the language in use now."""
        return None if self._trouble is None else said(self._trouble)

    def can_look(self, seat: int) -> bool:
        """Whether a camera sees that seat's board now."""
        ready = self._devices.camera(seat).status.state == "ready"
        if ready:
            self._worker.warm()
        return ready

    def look(self, seat: int, asked: Any = None) -> None:
        """Photograph that seat's board and have it read. `asked`: an `Asked`; None takes what the record knows."""
        self._drop()
        self._proposed.pop(seat, None)
        told: Asked = asked or self._about(seat)
        self._asked = told
        self._name = self.shelf.fresh_name(told.game, seat, told.round)
        camera, lights = self._devices.camera(seat), self._devices.lights
        self._capture = SeatCapture(camera, lights, self._worker, self._request, count=_FRAMES.get(told.kind, 1))

    def poll(self) -> Seen | None:
        """The drawing that was read, once it is there; where it could not be read `trouble` says why."""
        captured = self._capture.poll() if self._capture else None
        if captured is None:
            return None
        self._capture = None
        return self._seen(captured)

    def forget(self) -> None:
        """Drop what is under way, and the last trouble."""
        self._drop()
        self._proposed.clear()

    def _drop(self) -> None:
        if self._capture:
            self._capture.cancel()
        self._capture = None
        self._frames = ()
        self._trouble = None

    def confirmed(self, seat: int, draft: Any) -> None:
        """The table confirmed this draft after a reading; where it had to correct the reading, that is kept."""
        proposed = self._proposed.pop(seat, None)
        if self._cases is None or proposed is None:
            return
        case = corrected(proposed.asked, proposed.frames, proposed.draft, draft)
        if case is not None:
            with suppress(OSError):
                self._cases.keep(case)

    def photo(self, name: str) -> Image | None:
        """The flat photograph of that name (height × width × 3, RGB), or None where it is gone."""
        return _flat(self.shelf.path(name))

    def newest(self, game: int, seat: int, number: int) -> str | None:
        """The name of the last photograph of that seat's board in that round, if it is still there."""
        return self.shelf.newest_name(game, seat, number)

    def photo_at(self, name: str) -> Box | None:
        """What part of the board it covers: left, top, width, height in mm."""
        if not self.shelf.path(name).is_file():
            return None
        layout = self._about(0).layout
        if isinstance(layout, msgspec.Raw):
            return 0.0, 0.0, 1.0, 1.0
        return slate_area(layout) if isinstance(layout, SlateLayout) else play_area(layout)

    def _request(self, frames: tuple[Image, ...]) -> ReadRequest:
        asked = self._asked
        assert asked is not None, "a request follows a look"
        self._frames = frames
        return ReadRequest(
            frames=frames,
            layout=msgspec.json.encode(asked.layout),
            kind=asked.kind,
            board=f"{asked.game}-{asked.seat}",
            blank=asked.blank,
            known=asked.known,
            known_shooting_stars=asked.known_shooting_stars,
            expect=asked.expect,
            flat=self.shelf.path(self._name),
        )

    def _seen(self, captured: Captured) -> Seen | None:
        asked, reading = self._asked, captured.reading
        assert asked is not None, "a photograph follows a look"
        if reading is None:
            self._trouble = partial(failure_words, captured.failure or "")
            return None
        self._trouble = finished_trouble(reading) if asked.finished else _TROUBLES[asked.kind](asked, reading)
        if self._trouble is not None:
            return None
        # On a finished board the pen covers so many stars as a hand would.
        whys = [why for why in reading.light.why if not (asked.finished and why == "hand in the picture")]
        self._trouble = partial(_light_words, whys) if whys else None
        draft = self._drafted(asked, reading)
        if self._cases is not None:
            self._proposed[asked.seat] = _Proposed(asked, self._frames, draft)
        return Seen(asked.seat, draft)

    def _drafted(self, asked: Asked, reading: Any) -> Any:
        photo = self._name if self.shelf.path(self._name).is_file() else None
        if asked.finished:
            return finished_draft(reading, photo)
        match asked.kind:
            case "tiles":
                return tiles_draft(asked, reading)
            case "balls":
                return balls_draft(reading)
            case "cards":
                return cards_draft(reading, photo)
            case "slate":
                return slate_draft(asked, reading, photo)
            case _:
                return self._draft(asked, reading)

    def _draft(self, asked: Asked, reading: Any) -> Draft:
        known = {tuple(sorted(line)) for line in asked.known}
        return Draft(
            lines=tuple((line.a, line.b) for line in reading.lines if (line.a, line.b) not in known),
            doubts=tuple(Doubtful(d.a, d.b, d.p) for d in reading.doubtful if (d.a, d.b) not in known),
            source="camera",
            photo=self._name if self.shelf.path(self._name).is_file() else None,
        )


def _light_words(whys: Sequence[str]) -> str:
    return ", ".join(_(LIGHT_WORDS[why]) for why in whys)


def _disc_trouble(asked: Asked, reading: Any) -> Said | None:
    """Why the reading is of no use: the disc shows another round."""
    if reading.round in (None, asked.round):
        return None
    numerals = {"seen": roman(reading.round), "asked": roman(asked.round)}
    return lambda: _("The disc is turned to {seen}, this is round {asked}.").format(**numerals)


_TROUBLES: Final[dict[Kind, Callable[[Asked, Any], Said | None]]] = {
    "star_disc": _disc_trouble,
    "slate": slate_trouble,
    "cards": lambda _asked, _reading: None,
    "tiles": tiles_trouble,
    "balls": balls_trouble,
}
"""Why a reading is of no use, by the kind of board."""


@lru_cache(maxsize=4)
def _flat(path: Path) -> Image | None:
    if not path.is_file():
        return None
    import cv2
    import numpy as np

    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image[:, :, ::-1], np.uint8)
