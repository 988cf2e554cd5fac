"""A telescope and its notebook before the camera: what the record knows, its reading, and that as cards to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import text_of
from engines.registry import PAD, pack_bytes
from engines.stellar.model import EMPTY, Phase, StellarState
from hardware.camera import Image
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.query import Query
from pi_app.games.stellar.laid import FieldDoubt, LaidCard, SeatCards
from pi_app.i18n import N_
from pi_app.packs import find_pack
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from vision.cards.looks import Deck
    from vision.cards.reading import CardsReading, Doubt, ReadCard
    from vision.ink.layout import MarkerSet

HOUSE: Final = "house"
"""The deck whose layout is taken where a table keeps the score pad alone."""
KEPT_PX: Final = 1600
"""The longer side of a photograph that is kept."""
_MARGIN: Final = 0.35
"""What the picture of a doubtful card shows around it, as a share of its size."""


class _Packed(msgspec.Struct):
    """Of a pack the part that says where cards print things."""

    layout: msgspec.Raw = msgspec.Raw()


class CardsKind(CameraKind):
    """The cards before one player."""

    name = "stellar"
    layout_kind = "cards"
    layout_words = "a layout of cards"
    pack_game = "stellar"
    takes = ("expect",)
    failures = {"cards.no_telescope": N_("No telescope is in the picture: its corner markers must be seen")}

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """Where the cards of that seat print things, and how many lie there if the record knows."""
        turn, lying = getattr(session.state, "turn", 0), _lying(session.state, seat)
        return Query(
            kind=self.name,
            layout=cards_layout(session.header.pack),
            record={} if lying is None else {"expect": lying},
            game=session.game_id,
            seat=seat,
            round=turn // 2 + 1,
            board=f"{session.game_id}-{seat}",
        )

    def layout_text(self, name: str, folder: Path) -> bytes:
        """The layout in a file, in the file of a pack, or in a pack named so. Raises BadInput, OSError."""
        path = folder / name
        data = text_of(path) if path.is_file() or not name.startswith("stellar") else find_pack(name).data
        try:
            raw = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadInput("layout.not_json", "not JSON: {problem}", error) from error
        packed = isinstance(raw, dict) and raw.get("game") == "stellar"
        if packed and "layout" not in raw:
            words = "this pack does not say where its cards print things; capture one that does"
            raise BadInput("pack.no_cards_layout_captured", words)
        return msgspec.json.encode(raw["layout"]) if packed else data

    def prepare(self) -> None:
        import vision.cards.read  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> Deck:
        """The deck, with the looks that the layout holds or whose pictures lie in the folder."""
        from vision.cards.enrol import look_from
        from vision.cards.layout import parse_cards_layout
        from vision.cards.looks import deck_of
        from vision.ink import opencv

        parsed = parse_cards_layout(layout)
        pictures = cache(lambda image: opencv.load(str((folder or Path()) / image)))
        kept = {kind: one for kind, one in parsed.looks.items() if one.image is None or folder is not None}
        return deck_of(parsed, {kind: look_from(source, parsed, pictures) for kind, source in kept.items()})

    def markers(self, layout: Deck) -> MarkerSet | None:
        """Those of the telescope."""
        return layout.layout.marker_set()

    def read(self, frames: Sequence[Image], query: Query, layout: Deck, memory: Memory) -> CardsReading:
        """The cards in the picture, the sharpest of a burst."""
        from vision.cards.read import read_cards
        from vision.cards.reading import lying_of

        return read_cards(_read_from(frames), layout, lying_of(query.record.get("expect")))

    def flat(self, frames: Sequence[Image], reading: CardsReading, layout: Deck) -> Image:
        """The photograph as it is, smaller: questions show parts of it."""
        from vision.ink import opencv

        frame = _read_from(frames)
        factor = KEPT_PX / max(frame.shape[:2])
        return frame if factor >= 1 else opencv.zoomed(frame, factor)

    def draft(self, query: Query, reading: CardsReading, frame: Image, photo: str | None) -> SeatCards:
        """The cards that were read, and what is doubtful about them; a back beside the telescope is none of them."""
        size = (frame.shape[1], frame.shape[0])
        kept = [k for k, card in enumerate(reading.cards) if card.slot is not None or not card.face_down]
        cards = tuple(_laid(reading.cards[k], size) for k in kept)
        doubts = tuple(_doubt(doubt, kept.index(doubt.card)) for doubt in reading.doubtful if doubt.card in kept)
        return SeatCards(cards, doubts, photo)

    def truth(self, query: Query, draft: SeatCards) -> dict[str, Any]:
        """The cards, in no order that matters."""
        return {"cards": sorted((_row(card) for card in draft.cards), key=repr)}

    def counted(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """Without backs beside a telescope: they are no cards of the notebook."""
        return {**row, "cards": [c for c in row["cards"] if c.get("slot") is not None or not c.get("face_down")]}

    def in_words(self, reading: CardsReading, factor: int) -> list[str]:
        """The cards, doubts, and how many are missing."""
        unseen = {} if reading.unseen is None else msgspec.to_builtins(reading.unseen)
        return [
            *(f"{number}. {_card_words(card)}" for number, card in enumerate(reading.cards, 1)),
            "doubtful: " + ("; ".join(_doubt_words(doubt) for doubt in reading.doubtful) or "none"),
            *(
                f"{area}: {abs(n)} {'not seen' if n > 0 else 'more than the record knows'}"
                for area, n in unseen.items()
                if n
            ),
        ]


CARDS: Final = CardsKind()


def cards_layout(pack: str) -> bytes:
    """The layout of a pack's cards and telescope, as JSON. Raises NotPossible for a pack that does not say."""
    layout = msgspec.json.decode(pack_bytes("stellar", HOUSE if pack == PAD else pack), type=_Packed).layout
    if not bytes(layout):
        raise NotPossible("pack.no_cards_layout", "this pack does not say where its cards print things")
    return bytes(layout)


def _read_from(frames: Sequence[Image]) -> Image:
    """The sharpest of a burst."""
    from vision.ink.light import sharpest

    return frames[0] if len(frames) == 1 else sharpest(frames)


def _lying(state: Any, seat: int) -> dict[str, int] | None:
    """How many cards lie before that seat; None where the record does not know, as on a pad."""
    if not isinstance(state, StellarState) or state.phase is Phase.SHOW_CARDS:
        return None
    player = state.seats[seat]
    return {"telescope": sum(code != EMPTY for code in player.telescope), "notebook": len(player.notebook)}


def _laid(card: ReadCard, size: tuple[int, int]) -> LaidCard:
    kind = "" if card.face_down else "satellite" if card.satellite else card.type or "planet"
    number = "" if card.number is None else str(card.number)
    return LaidCard(card.slot, kind, number, card.stars or 0, _box(card.corners, size))


def _box(corners: tuple[tuple[float, float], ...], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The part of the photograph around a card: left, top, width, height as shares of it."""
    xs, ys = [x / size[0] for x, _ in corners], [y / size[1] for _, y in corners]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    left, top = max(0.0, min(xs) - _MARGIN * wide), max(0.0, min(ys) - _MARGIN * high)
    return left, top, min(1.0 - left, wide * (1 + 2 * _MARGIN)), min(1.0 - top, high * (1 + 2 * _MARGIN))


def _doubt(doubt: Doubt, card: int) -> FieldDoubt:
    chances = ((doubt.value, doubt.p), *doubt.instead)
    return FieldDoubt(card, doubt.field, tuple((value, p) for value, p in chances if value is not None))


def _row(card: LaidCard) -> dict[str, Any]:
    area = "notebook" if card.slot is None else "telescope"
    if not card.kind:
        return {"area": area, "slot": card.slot, "type": None, "number": None, "stars": None, "face_down": True}
    satellite = card.kind == "satellite"
    number: Any = int(card.number) if card.number.isdecimal() else card.number or None
    return {
        "area": area,
        "slot": card.slot,
        "type": None if satellite else card.kind,
        "satellite": satellite,
        "number": number,
        "stars": 0 if satellite else card.stars,
        "face_down": False,
    }


def _card_words(card: ReadCard) -> str:
    where = "notebook" if card.slot is None else f"slot {card.slot}"
    if card.face_down:
        return f"{where}: face down"
    if card.satellite:
        return f"{where}: satellite {card.number}"
    return f"{where}: {_plain(card.type)} {card.number}, {card.stars} {'star' if card.stars == 1 else 'stars'}"


def _doubt_words(doubt: Doubt) -> str:
    said = f"{doubt.field} {_plain(doubt.value)}"
    if doubt.field == "face_down":
        said = "face down" if doubt.value else "face up"
    return f"card {doubt.card + 1}: {said}? ({doubt.p:.2f})"


def _plain(value: Any) -> str:
    return str(value).replace("_", " ")
