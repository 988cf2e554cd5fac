"""What the table put right in a camera reading, as a case to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pi_app.cases import Case, ListName
from pi_app.games.look_at_the_stars.desk import Draft as SlateDraft
from pi_app.games.star_explorer.revealed import TilesSeen
from pi_app.games.starfarers.photographed import BallsSeen
from pi_app.games.stellar.laid import LaidCard, SeatCards
from pi_app.presenters.place import Draft as DiscDraft

if TYPE_CHECKING:
    from hardware.camera import Image
    from pi_app.eye import Asked


def corrected(asked: Asked, frames: tuple[Image, ...], proposed: Any, confirmed: Any) -> Case | None:
    """The case of a reading (`proposed`, a game's own draft) that the table confirmed otherwise; None where it did not.

    A finished board of a pad is no case: its marks are told one by one, not as what is drawn.
    """
    truth, seen = _truth(asked, confirmed), _truth(asked, proposed)
    if truth is None or seen is None or truth == seen:
        return None
    return Case(
        reader=_READERS[type(confirmed)],
        frames=frames,
        layout=msgspec.json.encode(asked.layout),
        truth=truth,
        told=_told(asked),
        pictures={} if asked.blank is None else {"blank": asked.blank},
    )


_READERS: dict[type, ListName] = {
    DiscDraft: "star_explorer",
    SlateDraft: "look_at_the_stars",
    SeatCards: "stellar",
    TilesSeen: "tiles",
    BallsSeen: "balls",
}


def _told(asked: Asked) -> dict[str, Any]:
    told: dict[str, Any] = {"known": [list(line) for line in asked.known]} if asked.known else {}
    if asked.known_shooting_stars:
        told["known_shooting_stars"] = [list(star) for star in asked.known_shooting_stars]
    return told if asked.expect is None else {**told, "expect": asked.expect}


def _truth(asked: Asked, draft: Any) -> dict[str, Any] | None:
    match draft:
        case DiscDraft():
            return {"lines": _lines(asked.known, draft.lines)}
        case SlateDraft():
            new = () if draft.star is None else (draft.star,)
            stars = [{"from": head, "to": tail} for head, tail in (*asked.known_shooting_stars, *new)]
            return {"lines": _lines(asked.known, draft.lines), "shooting_stars": stars}
        case SeatCards():
            return {"cards": sorted((_card(card) for card in draft.cards), key=repr)}
        case TilesSeen():
            return {"tiles": [{"tile": tile} for tile in draft.tiles]}
        case BallsSeen():
            # Balls that moved, or were hidden, may lie there otherwise now; a finger names them in any order.
            return {"balls": sorted(map(str, draft.balls))} if draft.settled and draft.visible == 2 else None
        case _:
            return None


def _lines(known: Any, new: Any) -> list[dict[str, Any]]:
    """Lines of a truth; older ones may lie under a frame."""
    rows = [{"a": min(line), "b": max(line), "new": True, "occluded": 0.0} for line in new]
    rows += [{"a": min(line), "b": max(line), "new": False, "occluded": 1.0} for line in known]
    return sorted(rows, key=lambda row: (not row["new"], row["a"], row["b"]))


def _card(card: LaidCard) -> dict[str, Any]:
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
