"""What an entry of the record may have been instead, and where a drawing is put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engines.star_explorer.model import SIZES, ChooseSide, ChooseSize, DealStart, Draw, Reveal
from pi_app.games.star_explorer.tiles import FaceTap, TileTap, find_tile, open_game_of, star_pack, tile_card
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.startypes import type_name
from pi_app.steps.view import Command, Tap
from pi_app.table.session import Placed


def page(placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
    """A drawing on the page of its round's points; None for other entries."""
    if not isinstance(placed.action, Draw):
        return None
    return "why", {"seat": placed.action.seat, "row": f"round.{placed.before.round}"}


def others(nav: Navigator, placed: Placed[Any, Any], legal: Sequence[Any]) -> Sequence[Any]:
    """Every tile of that size, also those that lie elsewhere: they change places; else what was legal.

    On the screen alone chance follows from what is chosen: only a start tile may be turned over.
    """
    was, pack = placed.action, star_pack(open_game_of(nav))
    if nav.open_table.digital:
        return legal if isinstance(was, ChooseSide) else ()
    match was:
        case Reveal():
            size = find_tile(nav, was.tile).size
            return [replace(was, tile=t.id) for t in pack.tiles if t.size == size and t.id != was.tile]
        case DealStart():
            return [replace(was, tile=t.id) for t in pack.start_tiles if t.id != was.tile]
        case ChooseSize():
            return [replace(was, size=size) for size in sorted({*SIZES}) if size != was.size]
        case _:
            return legal


def choice(nav: Navigator, does: Command, action: Any, before: Any) -> Tap | None:
    """A tile or a side of a start tile as it is printed."""
    start_tiles = {tile.id: tile.sides for tile in star_pack(open_game_of(nav)).start_tiles}
    match action:
        case Reveal():
            card = tile_card(find_tile(nav, action.tile))
            return TileTap(does, card.name, card=card)
        case DealStart():
            return Tap(does, words_of(nav, action))
        case ChooseSide():
            face = start_tiles[before.seats[action.seat].start_tile][action.side]
            return FaceTap(does, type_name(face.type), face=face)
        case _:
            return None


def words_of(nav: Navigator, action: Any) -> str:
    """A tile by its name, a start tile by its two sides; nothing for other entries."""
    match action:
        case Reveal():
            return find_tile(nav, action.tile).name
        case DealStart():
            sides = next(t.sides for t in star_pack(open_game_of(nav)).start_tiles if t.id == action.tile)
            return " / ".join(f"{type_name(side.type)} {side.value}" for side in sides)
        case _:
            return ""
