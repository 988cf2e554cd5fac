"""What an entry of the record may have been instead, and where a drawing is put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engines.star_explorer.model import SIZES, ChooseSide, ChooseSize, DealStart, Draw, Face, Reveal
from pi_app.games.corrections import Corrections
from pi_app.games.star_explorer.tiles import FaceTap, TileTap, game_of, tile_card
from pi_app.presenters.startypes import type_name
from pi_app.steps.view import Command, Tap
from pi_app.table.session import Placed


class TileCorrections(Corrections):
    """A drawing is put right on the page of its round's points; tiles are shown as they are printed."""

    def page(self, placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
        if not isinstance(placed.action, Draw):
            return super().page(placed)
        return "why", {"seat": placed.action.seat, "row": f"round.{placed.before.round}"}

    def alternatives(self, placed: Placed[Any, Any]) -> Sequence[Any]:
        """Every tile of that size, also those that lie elsewhere: they change places; else what was legal.

        On the screen alone chance follows from what is chosen: only a start tile may be turned over.
        """
        was, pack = placed.action, game_of(self.nav).pack
        if self.nav.open_table.digital:
            return super().alternatives(placed) if isinstance(was, ChooseSide) else ()
        match was:
            case Reveal():
                size = game_of(self.nav).tiles[was.tile].size
                return [replace(was, tile=t.id) for t in pack.tiles if t.size == size and t.id != was.tile]
            case DealStart():
                return [replace(was, tile=t.id) for t in pack.start_tiles if t.id != was.tile]
            case ChooseSize():
                return [replace(was, size=size) for size in sorted({*SIZES}) if size != was.size]
            case _:
                return super().alternatives(placed)

    def choice(self, does: Command, action: Any, before: Any) -> Tap | None:
        match action:
            case Reveal():
                card = tile_card(game_of(self.nav).tiles[action.tile])
                return TileTap(does, card.name, card=card)
            case ChooseSide():
                face = self._sides(before.seats[action.seat].start_tile)[action.side]
                return FaceTap(does, type_name(face.type), face=face)
            case _:
                return None

    def choice_words(self, action: Any, before: Any) -> str:
        """A tile by its name, a start tile by its two sides."""
        match action:
            case Reveal():
                return game_of(self.nav).tiles[action.tile].name
            case DealStart():
                return " / ".join(f"{type_name(side.type)} {side.value}" for side in self._sides(action.tile))
            case _:
                return super().choice_words(action, before)

    def _sides(self, start_tile: str) -> tuple[Face, Face]:
        return next(tile.sides for tile in game_of(self.nav).pack.start_tiles if tile.id == start_tile)
