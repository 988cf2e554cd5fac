"""Constellation tiles on the screens: the size to play, the tile that was revealed."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.game import NATURE, Game
from engines.layout import XY
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import ChooseSeven, ChooseSize, Face, Reveal, StarPack, Tile
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from pi_app.games.star_explorer.revealed import TilesSeen
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.eye import camera_words
from pi_app.presenters.navigator import Frame, Navigator


def open_game_of(nav: Navigator) -> Game[Any, Any]:
    """The rules of the game in progress, bound to its pack."""
    return nav.open_table.game


def star_pack(game: Any) -> StarPack:
    """The components of a game of Star Explorer."""
    pack: StarPack = game.pack
    return pack


def star_disc(game: Any) -> StarDisc:
    """The disc of a game of Star Explorer."""
    disc: StarDisc = game.disc
    return disc


class TileCard(msgspec.Struct, frozen=True):
    """A constellation tile as drawn on a screen; `xy` in disc millimetres as printed."""

    tile: str
    name: str
    size: int
    face: Face
    xy: tuple[XY, ...]
    lines: tuple[tuple[int, int], ...]
    taken: bool = False


def tile_card(tile: Tile, taken: bool = False) -> TileCard:
    """A tile of the pack as a card with its front."""
    return TileCard(tile.id, tile.name, tile.size, tile.front, tile.xy, tile.lines, taken)


def find_tile(nav: Navigator, tile: str) -> Tile:
    """A tile of the pack by its id."""
    return next(t for t in star_pack(open_game_of(nav)).tiles if t.id == tile)


class SizeChoice(msgspec.Struct, frozen=True):
    """A size and how many tiles of it every pile still holds, in words where that is more than one."""

    size: int
    left: int
    words: str


class SizeView(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes still in the piles."""

    frame: Frame
    seat: int | None
    choices: tuple[SizeChoice, ...]
    hint: str


def _choice(size: int, left: int) -> SizeChoice:
    words = ngettext("{n} tile", "{n} tiles", left).format(n=left)
    return SizeChoice(size, left, words if left > 1 else "")


class SizePresenter:
    """The first player picks this round's size; alone in odd rounds, chance does."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def _by_chance(self) -> bool:
        return NATURE in open_game_of(self.nav).to_move(self.nav.state)

    def view(self) -> SizeView:
        """What the screen shows."""
        state = self.nav.state
        sizes = sorted(set(state.sizes))
        name = state.players[state.marker or 0]
        hint = (
            _("Shuffle your pile, draw one tile and tap its size.")
            if self._by_chance
            else _("{name} has the marker and picks how many stars everybody draws.").format(name=name)
        )
        return SizeView(
            frame=self.nav.frame(_("Round {numeral}: size").format(numeral=roman(state.round))),
            seat=None if self._by_chance else state.marker,
            choices=tuple(_choice(size, state.sizes.count(size)) for size in sizes),
            hint=hint,
        )

    def choose(self, size: int) -> None:
        """Play that size this round."""
        self.nav.act(ChooseSize(seat=NATURE if self._by_chance else self.nav.state.marker or 0, size=size))


class SevenView(msgspec.Struct, frozen=True, kw_only=True):
    """The backs of a player's two 7s."""

    frame: Frame
    seat: int
    backs: tuple[Face, Face]
    hint: str


class SevenPresenter:
    """Which of the two 7s a player takes, by its back."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def seat(self) -> int:
        """The first seat that has not chosen."""
        return next(s for s in open_game_of(self.nav).to_move(self.nav.state) if isinstance(s, int))

    def view(self) -> SevenView:
        """What the screen shows."""
        state = self.nav.state
        sevens = [b for b in state.seats[self.seat].pile or () if b.size == 7]
        name = state.players[self.seat]
        return SevenView(
            frame=self.nav.frame(_("{name}: which 7?").format(name=name)),
            seat=self.seat,
            backs=(Face(sevens[0].type, sevens[0].value), Face(sevens[1].type, sevens[1].value)),
            hint=_("Two tiles of size 7 are left. Take one without looking at its front."),
        )

    def choose(self, which: int) -> None:
        """Take the first (0) or the second (1)."""
        self.nav.act(ChooseSeven(seat=self.seat, which=1 if which else 0))


class RevealView(msgspec.Struct, frozen=True, kw_only=True):
    """All tiles of this round's size."""

    frame: Frame
    seat: int
    cards: tuple[TileCard, ...]
    seen: tuple[str, ...]
    """The tiles that the photograph may show."""
    hint: str
    camera: str
    can_photograph: bool
    has_camera: bool
    """Whether there is anything to photograph with."""


class RevealPresenter:
    """Which tile a player turned over: tapped, or photographed beside the board and confirmed with a tap."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def seat(self) -> int:
        """The first seat without a tile this round."""
        return next(i for i, s in enumerate(self.nav.state.seats) if s.tile is None)

    def view(self) -> RevealView:
        """What the screen shows."""
        state = self.nav.state
        game: StarExplorer = open_game_of(self.nav)  # type: ignore[assignment]
        eye, left = self.nav.eye, tiles_to_reveal(state, self.seat, game.box)
        tiles = [t for t in game.pack.tiles if t.size == state.size]
        name = state.players[self.seat]
        ready = not self.nav.open_table.digital and eye.can_look(self.seat)
        return RevealView(
            frame=self.nav.frame(
                _("{name}: which tile?").format(name=name),
                ngettext("{n} star", "{n} stars", state.size or 0).format(n=state.size),
            ),
            seat=self.seat,
            cards=tuple(tile_card(t, t.id not in left) for t in tiles),
            seen=self.seen,
            hint=self._hint(ready),
            camera=camera_words(eye, self.seat),
            can_photograph=ready and not eye.busy,
            has_camera=ready or eye.busy is not None,
        )

    @property
    def seen(self) -> tuple[str, ...]:
        """The tiles that the last photograph of this player's tile may show, the likeliest first."""
        seen, state = self.nav.own(TilesSeen), self.nav.state
        return seen.tiles if (seen.seat, seen.round) == (self.seat, state.round) else ()

    def _hint(self, ready: bool) -> str:
        seen, trouble = self.seen, self.nav.eye.trouble
        if len(seen) == 1:
            return _("This looks like {tile}: tap it if it is.").format(tile=find_tile(self.nav, seen[0]).name)
        if seen:
            return _("It may be one of the marked tiles: tap yours.")
        if trouble:
            return _("{why}. Photograph again, or tap your tile.").format(why=trouble)
        return _("Turn your tile over; tap or photograph it.") if ready else _("Turn your tile over and tap it here.")

    def choose(self, tile: str) -> None:
        """That player turned over this tile."""
        seat, state, seen = self.seat, self.nav.state, self.seen
        if self.nav.act(Reveal(seat=NATURE, player=seat, tile=tile), source="camera" if tile in seen else "touch"):
            if seen:
                self.nav.eye.confirmed(seat, TilesSeen(seat, state.round, (tile,)))
            self.nav.eye.forget()

    # The camera ------------------------------------------------------------------------------------------------

    def photograph(self) -> None:
        """Ask the camera; the screen goes on meanwhile, and `look` brings the reading."""
        self.nav.keep(TilesSeen())
        self.nav.eye.look(self.seat, None)
        self.nav.changed()

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's tile; one that was told beyond doubt is confirmed."""
        if seat != self.seat or self.nav.eye.busy:
            return
        if len(self.seen) == 1:
            self.choose(self.seen[0])
        elif self.nav.eye.can_look(seat):
            self.photograph()

    def look(self) -> bool:
        """Take in a reading that has arrived; called several times a second while the camera is busy."""
        reading = self.nav.eye.poll()
        if reading is not None and reading.seat == self.seat:
            self.nav.keep(reading.draft)
            return True
        if self.nav.eye.busy is None:
            self.nav.changed()
        return False
