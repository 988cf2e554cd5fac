"""One kind of thing that the camera reads: all that the app, the command line and the kept cases know of it."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import text_of
from hardware.camera import Image
from pi_app.camera.query import Picture, Query, load_picture
from pi_app.camera.words import NOTHING
from pi_app.i18n import Said
from pi_app.packs import named_pack

if TYPE_CHECKING:
    from pi_app.camera.boards import KeptBoard
    from pi_app.table.session import TableSession
    from vision.ink.layout import MarkerSet
    from vision.ink.light import Trouble
    from vision.own.habits import Taught

Made = TypeVar("Made")
FEWEST_BOARDS = 12
"""So many boards of a sort a table learns from at least: with fewer, luck would decide."""
Box: TypeAlias = tuple[float, float, float, float]
"""Part of a board: left, top, width, height, in the units of its layout."""


class Memory:
    """What a reader keeps from one photograph to the next: layouts, clean boards, where each board lay last."""

    MAX_KEPT = 24
    """A clean board and the picture before of each of eight seats, and their layouts: a clean board takes 3 MB."""

    def __init__(self) -> None:
        self.last: dict[str, Any] = {}
        """The last reading of each board."""
        self.boards: list[KeptBoard] = []
        """The boards of the last picture of a whole table that were read."""
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` made when it was first asked for under that key."""
        if key not in self._kept:
            self._kept[key] = make()
            while len(self._kept) > self.MAX_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        made: Made = self._kept[key]
        return made

    def layout(self, kind: CameraKind, query: Query) -> Any:
        """The layout as that kind parses it. Raises BadInput."""
        return self.once((kind.name, query.layout, query.folder), lambda: kind.parse(query.layout, query.folder))

    def prepared(self, what: str, query: Query, prepare: Callable[[Image], Made]) -> Made | NotPossible | None:
        """What is made of that other picture of the query, None where it has none, or why there is no board in it.

        Raises BadInput for a file that is no picture.
        """

        picture = query.pictures.get(what)
        if picture is None:
            return None
        if not isinstance(picture, Path):
            return _made(prepare, picture)
        changed = picture.stat().st_mtime_ns if os.path.exists(picture) else 0
        key = (what, picture, changed, query.kind, query.layout)
        return self.once(key, lambda: _made(prepare, picture))


def _made(prepare: Callable[[Image], Made], picture: Picture) -> Made | NotPossible:
    try:
        return prepare(load_picture(picture))
    except NotPossible as error:
        return error


def unused(query: Query, prepared: Mapping[str, object]) -> list[str]:
    """A note on each of the other pictures (by what they are) in which there is no board."""
    return [
        f"{what} {query.name_of(what)} was not used: {made}"
        for what, made in prepared.items()
        if isinstance(made, NotPossible)
    ]


class CameraKind(ABC):
    """One kind of thing to read. Stateless; what is worth keeping from one photograph to the next is in a `Memory`.

    The record becomes a query (`query`), photographs a reading (`read`, in a child process), the reading a draft to
    look over (`draft`), and what the table confirms the truth of a kept case (`truth`).
    """

    name: ClassVar[str]
    """As `planisphere read`, lists of photographs and kept cases call it."""
    layout_kind: ClassVar[str]
    """`kind` of the layouts it reads."""
    layout_words: ClassVar[str]
    """What may be named as a layout: "a layout or a pack of star_explorer"."""
    pack_game: ClassVar[str] = ""
    """The game whose packs may be named as a layout."""
    nets: ClassVar[str] = ""
    """The package with the nets of its reader, where a table learns from its own boards; empty where it does not."""
    ways: ClassVar[tuple[Mapping[str, Any], ...]] = ({},)
    """What of a table's habits may be used (fields of `Query.habits`), the most useful first."""
    takes: ClassVar[tuple[str, ...]] = ()
    """What of the record it looks at."""
    others: ClassVar[tuple[str, ...]] = ()
    """Which other pictures it looks at."""
    ends: ClassVar[tuple[type, str, str] | None] = None
    """What the ends of its lines are, in words, and an example; None where it has no lines."""
    failures: ClassVar[Mapping[str, str]] = NOTHING
    """Code of a failure -> the message that screens show, beside those that all kinds have."""
    nothing_new: ClassVar[str] = ""
    """Code of the failure that nothing is drawn beside what the record knows."""
    frames: ClassVar[int] = 1
    """How many pictures are taken of it; things lie still where two show the same."""

    # From the record --------------------------------------------------------------------------------------------

    def fits(self, session: TableSession[Any, Any]) -> bool:
        """Whether this is what the camera reads at that table now; what lies there for a while only says when."""
        return True

    @abstractmethod
    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """What is known of that seat's board now. `sizes`: of what is not of the usual size at this table, mm."""

    # From a file -------------------------------------------------------------------------------------------------

    def layout_text(self, name: str, folder: Path) -> bytes:
        """The JSON of a layout by its path or a pack's name. Raises OSError, BadInput."""
        pack = named_pack(name, self.pack_game, folder)
        return text_of(folder / name) if pack is None else self.of_pack(pack)

    def of_pack(self, pack: bytes) -> bytes:
        """The JSON of the layout in a pack's, which may be one itself. Raises BadInput."""
        return pack

    # In the child process ----------------------------------------------------------------------------------------

    def prepare(self) -> None:  # noqa: B027 - what is there already needs no loading
        """Load what reads it, so that the first reading does not wait for that."""

    @abstractmethod
    def parse(self, layout: bytes, folder: Path | None) -> Any:
        """The layout as its reader takes it. Raises BadInput."""

    def markers(self, layout: Any) -> MarkerSet | None:
        """The markers of a parsed layout."""
        return None

    @abstractmethod
    def read(self, frames: Sequence[Image], query: Query, layout: Any, memory: Memory) -> Any:
        """The reading, of the kind's own type. Raises NotPossible where nothing is found, BadInput."""

    def flat(self, frames: Sequence[Image], reading: Any, layout: Any) -> Image | None:
        """The photograph that the screens show of it; None: none."""
        return None

    def owner(self, reading: Any, queries: Sequence[Query]) -> int | None:
        """Whose board it is by what is printed on it; None where that does not tell."""
        return None

    def lessons(self, frames: Sequence[Image], query: Query, truth: Mapping[str, Any], memory: Memory) -> Taught:
        """What a kept board teaches. Raises NotPossible where it is not found, BadInput."""
        raise NotImplementedError

    def learn(
        self, cases: Iterable[tuple[Sequence[Image], Query, Mapping[str, Any]]]
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """A table's habits by the frames, query and truth of its kept boards, for `Query.habits`: with boards compared
        with clean ones, and with bare ones, from `FEWEST_BOARDS` of a sort on. And for each board those that the others
        teach alone. Raises BadInput."""
        from vision.own.habits import learnt, usual

        boards: list[Taught | None] = []
        memory, scale = Memory(), usual(self.nets)
        for frames, query, truth in cases:
            board = None
            with suppress(NotPossible):
                board = self.lessons(frames, query, truth, memory)
            boards.append(board)
        found = [board for board in boards if board is not None]
        own, *others = (learnt(found, FEWEST_BOARDS, scale, without) for without in (None, *boards))
        return msgspec.to_builtins(own), msgspec.to_builtins(others)

    # To the game -------------------------------------------------------------------------------------------------

    def lost(self, query: Query, reading: Any) -> bool:
        """Whether something that the record knows of the board seems to be gone."""
        return False

    def trouble(self, query: Query, reading: Any) -> Said | None:
        """Why the reading is of no use, in words; None where it is."""
        return None

    def light(self, query: Query, reading: Any) -> Sequence[Trouble]:
        """What is wrong with the light."""
        whys: Sequence[Trouble] = reading.light.why
        return whys

    @abstractmethod
    def draft(self, query: Query, reading: Any, frame: Image, photo: str | None) -> Any:
        """The reading as something to look over, of the game's own type.

        `frame`: the picture that it was read from; `photo`: the name of the one that the screens show, if there is one.
        """

    def truth(self, query: Query, draft: Any) -> dict[str, Any] | None:
        """What is there if the draft is right, as in a `truth.jsonl`; None where that cannot be said."""
        return None

    def area(self, query: Query) -> Box:
        """What part of the board the photograph shows that the screens show."""
        return 0.0, 0.0, 1.0, 1.0

    # To a person at the command line -----------------------------------------------------------------------------

    @abstractmethod
    def in_words(self, reading: Any, factor: int) -> list[str]:
        """The reading as lines of text; a pixel of it counts `factor` times as many in the picture as stored."""

    def counted(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """What of a reading's JSON, or of its truth's, counts where the two are compared."""
        return row


def record_of(query: Query, form: type[Made]) -> Made:
    """What the record knows as that form. Raises BadInput."""
    try:
        return msgspec.convert(query.record, form)
    except msgspec.ValidationError as error:
        raise BadInput("entry.wrong", "{problem}", error) from error
