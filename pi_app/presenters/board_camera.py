"""What the screens know of the camera: whether it can look, what it read, and why it could not."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from pi_app.i18n import Said, _

Box = tuple[float, float, float, float]
Share: TypeAlias = tuple[float, float]
"""A place in a picture, in shares of its width and height."""


class Seen(msgspec.Struct, frozen=True):
    """A reading of one seat's board as a drawing to look over."""

    seat: int
    draft: Any
    """A `Draft` of that game's own type."""


class Watched(msgspec.Struct, frozen=True):
    """The boards that lie on the table, by seat, those that are to be read, and where each lay last.

    `places`: the middle of a board in shares of the picture's width and height, by seat.
    """

    seats: tuple[int, ...]
    wanted: tuple[int, ...]
    places: dict[int, Share] = {}


class BoardSeen(msgspec.Struct, frozen=True):
    """One board on the table: where it lies (None: nowhere), and its drawing (None: nothing new) or why there is none.

    `sure`: nothing is in its way, and all that the record knows of it is there. `changed`: something else is on it than
    when the boards were read before.
    """

    seat: int
    at: Share | None
    draft: Any = None
    trouble: Said | None = None
    sure: bool = False
    changed: bool = False


class TableSeen(msgspec.Struct, frozen=True):
    """All boards at once: how far the watch is, and what was read last; `seated`: it is known whose each is."""

    phase: Literal["watching", "hands", "still", "read", "offered"]
    boards: tuple[BoardSeen, ...] = ()
    seated: bool = True


class BoardCamera:
    """The camera over the table; what a subclass does not say is as where there is none. No method waits."""

    bad_light = False
    """Whether the light of the last photograph was to blame, or what lay in its way."""

    @property
    def busy(self) -> str | None:
        """What it is doing now (`watching`, `shooting`, `reading`), or None."""
        return None

    @property
    def tables_read(self) -> int:
        """How often all boards have been read since the app began, with something else on them each time."""
        return 0

    @property
    def trouble(self) -> str | None:
        """Why the last photograph could not be read: one short sentence, in the language in use now."""
        return None

    def can_look(self, seat: int) -> bool:
        """Whether a camera sees that seat's board, and it can be read."""
        return False

    def look(self, seat: int, unasked: bool = False) -> None:
        """Photograph that seat's board and have it read. `unasked`: where nothing is read, nothing is said."""

    def hands_left(self, seat: int) -> bool:
        """Whether hands have left what that seat's camera sees, and it has not been photographed since. Called again
        and again, as long as that is to be known; what lies there at the beginning was laid there just now."""
        return False

    def reads(self) -> bool:
        """Whether boards can be read now, whoever photographs them."""
        return False

    def read(self, seat: int, picture: bytes) -> None:
        """Have a picture of that seat's board read that a phone has taken: the bytes of a JPEG, HEIC, PNG or WebP."""

    def poll(self) -> Seen | None:
        """The reading, once it has come; where there is none `trouble` says why."""
        return None

    def forget(self) -> None:
        """Drop what is under way, and the last trouble."""

    def can_watch(self) -> bool:
        """Whether a camera may see several boards at once, and can read them."""
        return False

    def watch(self, watched: Watched) -> TableSeen:
        """Watch the table, and read all boards once nothing moves. Called again and again with the same it goes on."""
        return TableSeen("watching")

    def confirmed(self, seat: int, draft: Any) -> None:
        """The table confirmed this draft, of the game's own type, after a reading of that seat's board."""

    def photo(self, name: str) -> Any:
        """A photograph laid flat (height × width × 3, RGB), or None where it is gone."""
        return None

    def newest(self, game: int, seat: int, number: int) -> str | None:
        """The name of the last photograph of that seat's board in that round, if it is still there."""
        return None

    def last(self, game: int, seat: int) -> str | None:
        """The name of the last photograph of that seat's board in any round, if it is still there."""
        return None

    def photo_at(self, name: str) -> Box | None:
        """What part of the board that photograph covers: left, top, width, height in the units of its layout."""
        return None


class NoCamera(BoardCamera):
    """A table without a camera: fingers do everything."""

    busy: str | None = None
    tables_read = 0
    trouble: str | None = None


class Sight:
    """Whether a camera can look: it may come while a step is up, which then offers it by itself."""

    def __init__(self) -> None:
        self._could = False

    def changed(self, can: bool) -> bool:
        """Take in whether it can now; whether that is new, as it is of a camera when first asked."""
        before, self._could = self._could, can
        return before != can


def camera_words(camera: BoardCamera, seat: int) -> str:
    """What the photograph button of that seat says."""
    if camera.busy == "shooting":
        return _("Keep clear…")
    if camera.busy == "reading":
        return _("Reading…")
    return _("Photograph") if camera.can_look(seat) else _("No camera")
