"""Pictures of an evening: the finished boards that a table shows beside its result, and the café's own on the screens.

What comes in is decoded and written anew, small: nothing else of a file is kept. Boards are for the host alone until
the host releases one. Raises Refused as `hub.event.evening` does.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from hub.database import schema
from hub.database.audit import changing, within
from hub.database.feed import Change
from hub.database.store import Row, Store, Transaction
from hub.doors.staff import note_deed
from hub.errors import BadValue, NotNow, Refused, TooMany, unknown
from hub.event.evening import event_row, new_key
from hub.event.names import clean_name
from hub.link.asks import AskId, Photo, QuestionTaken, photograph

MAX_OF_GAME: Final = 8
"""Boards of one game: one a player."""
MAX_OF_EVENING: Final = 1_000
MAX_BYTES: Final = 64 << 10
"""Of a board as it is kept."""
BOARD_PX: Final = 720
MAX_BOARD_PIXELS: Final = 2_000_000
CAFE_PX: Final = 1_200
MAX_PIXELS: Final = 16_000_000
"""Of a picture that a host sends: those of a telephone."""
_PICTURES: Final = schema.pictures


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A finished board that a table shows: whose it is, in which game. `id` names it at its table."""

    id: AskId
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Annotated[str, Meta(max_length=200)]
    photo: Photo


def small(data: bytes, px: int, most_pixels: int) -> bytes:
    """A picture written anew, at most so large: JPEG, or PNG where one can see through it.

    Raises Refused (`bad_value`) for what is no PNG or JPEG, or too large to be looked at.
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as found:
            if found.width * found.height > most_pixels:
                raise BadValue("picture.large", "at most {most} pixels", most_pixels)
            found.draft("RGB", (px, px))
            clear = found.mode in ("RGBA", "LA", "PA") or "transparency" in found.info
            picture = ImageOps.exif_transpose(found).convert("RGBA" if clear else "RGB")
    except (OSError, ValueError, SyntaxError, ArithmeticError, Image.DecompressionBombError) as error:
        raise BadValue("picture.no_picture", "no picture: PNG or JPEG") from error
    picture.thumbnail((px, px))
    out = io.BytesIO()
    picture.save(out, "PNG" if clear else "JPEG", **({"optimize": True} if clear else {"quality": 80}))
    return out.getvalue()


# Boards -------------------------------------------------------------------------------------------------------------


def take_board(tx: Transaction, table: int, shown: Shown, data: bytes) -> QuestionTaken:
    """Keep a board that a table shows, beside the result of its game; the same one again is known.

    `data`: as `board_of` gives it. Raises Refused: `not_now` for a game of no evening, `too_many`.
    """
    games, seatings = schema.games, schema.seatings
    query = sa.select(games.c.id, games.c.seating_id, seatings.c.event_id).select_from(
        games.join(seatings, games.c.seating_id == seatings.c.id)
    )
    game = tx.one(query.where(games.c.table_id == table, games.c.key == shown.game))
    if game is None:
        raise NotNow("picture.no_game", "that game belongs to no evening")
    with within(tx, game.event_id, f"table:{table}", "show_board", {"name": shown.name[:60]}) as change:
        mine = sa.select(_PICTURES.c.ask).where(_PICTURES.c.table_id == table, _PICTURES.c.game_id == game.id)
        known = [row.ask for row in tx.rows(mine)]
        if shown.id in known:
            return QuestionTaken(id=shown.id, new=False, now=tx.now)
        of_evening = sa.select(sa.func.count()).where(_PICTURES.c.event_id == game.event_id)
        if len(known) >= MAX_OF_GAME or tx.rows(of_evening)[0][0] >= MAX_OF_EVENING:
            raise TooMany("picture.many", "no more pictures of this game")
        picture = change.add(
            _PICTURES, event_id=game.event_id, seating_id=game.seating_id, game_id=game.id, table_id=table,
            ask=shown.id, name=clean_name(shown.name), key=new_key(), state="kept", at=tx.now,
            cafe_id=event_row(tx, game.event_id).cafe_id,
        )  # fmt: skip
    tx.run(sa.update(_PICTURES).where(_PICTURES.c.id == picture).values(data=data))
    return QuestionTaken(id=shown.id, new=True, now=tx.now)


def board_of(shown: Shown) -> bytes:
    """The picture of a board as it is kept. Raises Refused (`bad_value`)."""
    data = small(photograph(shown.photo) or b"", BOARD_PX, MAX_BOARD_PIXELS)
    if len(data) > MAX_BYTES:
        raise BadValue("picture.large", "at most {most} pixels", MAX_BOARD_PIXELS)
    return data


def show_picture(store: Store, event: int, actor: str, picture: int, shown: bool, seen: int | None = None) -> None:
    """Release a board to everybody, or keep it to oneself again."""
    with changing(store, event, actor, "show_picture" if shown else "hide_picture", None, seen) as change:
        row = _board(change.tx, event, picture)
        change.detail["name"] = row.name
        change.update(_PICTURES, picture, state="shown" if shown else "kept")


def remove_picture(store: Store, event: int, actor: str, picture: int, seen: int | None = None) -> None:
    """A board is gone for good; that it was there stays in the log."""
    with changing(store, event, actor, "remove_picture", None, seen) as change:
        row = _board(change.tx, event, picture)
        change.detail["name"] = row.name
        change.update(_PICTURES, picture, state="removed")
        change.tx.run(sa.update(_PICTURES).where(_PICTURES.c.id == picture).values(data=None))


def _board(tx: Transaction, event: int, picture: int) -> Row:
    there = sa.and_(_PICTURES.c.id == picture, _PICTURES.c.event_id == event, _PICTURES.c.data.is_not(None))
    return tx.the(sa.select(_PICTURES.c.name).where(there), unknown("picture", picture))


# The café's own -----------------------------------------------------------------------------------------------------


def set_cafe_picture(store: Store, event: int, actor: str, data: bytes | None) -> None:
    """What all big screens of the evening's café show beside the rest; None: nothing any more."""
    picture, events = None if data is None else small(data, CAFE_PX, MAX_PIXELS), schema.events
    with store.write() as tx:
        cafe = event_row(tx, event).cafe_id
        tx.run(sa.delete(_PICTURES).where(_of_cafe(cafe)))
        if picture is not None:
            values = {"cafe_id": cafe, "key": new_key(), "state": "shown", "name": "", "at": tx.now}
            tx.insert(_PICTURES, **values, data=picture)
        note_deed(tx, cafe, actor, "cafe_picture", "")
        shown = sa.and_(events.c.cafe_id == cafe, events.c.state == "open")
        tx.run(sa.update(events).where(shown).values(version=events.c.version + 1))
        tx.publish(*(Change("event", row.id, row.id) for row in tx.rows(sa.select(events.c.id).where(shown))))


def _of_cafe(cafe: int) -> sa.ColumnElement[bool]:
    return sa.and_(_PICTURES.c.cafe_id == cafe, _PICTURES.c.event_id.is_(None))


def picture_of_cafe(store: Store, cafe: int) -> str:
    """The same, read by itself."""
    with store.read() as tx:
        return cafe_picture(tx, cafe)


def cafe_picture(tx: Transaction, cafe: int) -> str:
    """The key of a café's picture; empty where it has none."""
    row = tx.one(sa.select(_PICTURES.c.key).where(_of_cafe(cafe)))
    return "" if row is None else str(row.key)


# To look at ---------------------------------------------------------------------------------------------------------


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A board beside its result. `key`: the secret part of its address, once it is shown to everybody."""

    id: int
    name: str
    key: str
    shown: bool


_SHOWN = (
    sa.select(_PICTURES.c.id, _PICTURES.c.seating_id, _PICTURES.c.name, _PICTURES.c.key, _PICTURES.c.state)
    .where(_PICTURES.c.seating_id.in_(sa.bindparam("seatings", expanding=True)), _PICTURES.c.data.is_not(None))
    .order_by(_PICTURES.c.id)
)


def pictures_of(tx: Transaction, seatings: Sequence[int]) -> dict[int, tuple[Picture, ...]]:
    """Seating -> the boards that were shown."""
    found: dict[int, tuple[Picture, ...]] = {}
    for row in tx.rows(_SHOWN, {"seatings": seatings}):
        picture = Picture(id=row.id, name=row.name, key=row.key, shown=row.state == "shown")
        found[row.seating_id] = (*found.get(row.seating_id, ()), picture)
    return found


def shown_picture(store: Store, key: str) -> bytes:
    """A picture that everybody may see. Raises Refused (`not_found`)."""
    with store.read() as tx:
        row = tx.one(sa.select(_PICTURES.c.data).where(_PICTURES.c.key == key, _PICTURES.c.state == "shown"))
    return _data(row)


def board_picture(store: Store, event: int, picture: int) -> bytes:
    """A board of that evening, for its host. Raises Refused (`not_found`)."""
    with store.read() as tx:
        row = tx.one(sa.select(_PICTURES.c.data).where(_PICTURES.c.id == picture, _PICTURES.c.event_id == event))
    return _data(row)


def _data(row: Row | None) -> bytes:
    if row is None or row.data is None:
        raise Refused("not_found")
    return bytes(row.data)
