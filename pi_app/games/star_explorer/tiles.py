"""Constellation tiles on the screens: the size to play, the tile that was revealed."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from engines.game import NATURE
from engines.layout import XY
from engines.star_explorer.model import ChooseSeven, ChooseSize, Face, Reveal
from engines.star_explorer.model import Tile as PackTile
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from pi_app.games.star_explorer.pen import TilesSeen
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.startypes import type_name
from pi_app.steps.camera import CameraStep
from pi_app.steps.hands_free import is_on
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Grid, Part, StepView, Tap, Words

_PANEL_DP: Final = 184


def game_of(nav: Navigator) -> StarExplorer:
    """The rules of the game in progress, bound to its pack."""
    game: StarExplorer = nav.open_table.game  # type: ignore[assignment]
    return game


class TileCard(msgspec.Struct, frozen=True):
    """A constellation tile as drawn on a screen; `xy` in disc millimetres as printed."""

    tile: str
    name: str
    size: int
    face: Face
    xy: tuple[XY, ...]
    lines: tuple[tuple[int, int], ...]
    taken: bool = False


def tile_card(tile: PackTile, taken: bool = False) -> TileCard:
    """A tile of the pack as a card with its front."""
    return TileCard(tile.id, tile.name, tile.size, tile.front, tile.xy, tile.lines, taken)


class FaceTap(Tap, frozen=True, kw_only=True):
    """A face of a tile to tap: its star type and value, the type's name as its words."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.stars:FaceButton"
    face: Face


class TileTap(Tap, frozen=True, kw_only=True):
    """A constellation tile to tap; `chosen`: a photograph may show it."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.stars:TileButton"
    card: TileCard


# The size --------------------------------------------------------------------------------------------------------


class SizePresenter(StepPresenter):
    """The first player picks this round's size; alone in odd rounds, chance does."""

    @property
    def _by_chance(self) -> bool:
        return NATURE in game_of(self.nav).to_move(self.nav.state)

    def view(self) -> StepView:
        """The sizes still in the piles, and how many tiles of it every pile holds where that is more than one."""
        state = self.nav.state
        name = state.players[state.marker or 0]
        hint = (
            _("Shuffle your pile, draw one tile and tap its size.")
            if self._by_chance
            else _("{name} has the marker and picks how many stars everybody draws.").format(name=name)
        )
        seat = None if self._by_chance else state.marker
        return StepView(
            frame=self.nav.frame(_("Round {numeral}: size").format(numeral=roman(state.round))),
            stage=Grid(hint, tuple(map(self._choice, sorted(set(state.sizes)))), 3, seat=seat, big=48),
        )

    @on("size")
    def choose(self, size: int) -> None:
        """Play that size this round."""
        self.nav.act(ChooseSize(seat=NATURE if self._by_chance else self.nav.state.marker or 0, size=size))

    def _choice(self, size: int) -> Tap:
        left = self.nav.state.sizes.count(size)
        words = ngettext("{n} tile", "{n} tiles", left).format(n=left) if left > 1 else ""
        return Tap(does(self.choose, size), str(size), words)


# Two sevens ------------------------------------------------------------------------------------------------------


class SevenPresenter(StepPresenter):
    """Which of the two 7s a player takes, by its back."""

    @property
    def seat(self) -> int:
        """The first seat that has not chosen."""
        return next(s for s in game_of(self.nav).to_move(self.nav.state) if isinstance(s, int))

    def view(self) -> StepView:
        """The backs of the player's two 7s."""
        state = self.nav.state
        sevens = [Face(b.type, b.value) for b in state.piles[self.seat] or () if b.size == 7]
        hint = _("Two tiles of size 7 are left. Choose one by its back.")
        taps = tuple(
            FaceTap(does(self.choose, which), type_name(face.type), face=face) for which, face in enumerate(sevens)
        )
        return StepView(
            frame=self.nav.frame(_("{name}: which 7?").format(name=state.players[self.seat])),
            stage=Grid(hint, taps, seat=self.seat, big=20),
        )

    @on("seven")
    def choose(self, which: int) -> None:
        """Take the first (0) or the second (1)."""
        self.nav.act(ChooseSeven(seat=self.seat, which=1 if which else 0))


# The tile that was turned over -----------------------------------------------------------------------------------


class RevealPresenter(CameraStep):
    """Which tile a player turned over: tapped, or photographed beside the board and confirmed with a tap."""

    @property
    def seat(self) -> int:
        """The first seat without a tile this round."""
        return next(i for i, s in enumerate(self.nav.state.seats) if s.tile is None)

    @property
    def cards(self) -> tuple[TileCard, ...]:
        """All tiles of this round's size; those that lie elsewhere are taken."""
        game, state = game_of(self.nav), self.nav.state
        left = tiles_to_reveal(state, self.seat, game.box)
        return tuple(tile_card(t, t.id not in left) for t in game.pack.tiles if t.size == state.size)

    def view(self) -> StepView:
        """The tiles, and the camera where there is one."""
        state, cards, hint = self.nav.state, self.cards, self._hint()
        camera = self.has_camera or self.nav.camera.busy is not None
        taps = tuple(
            TileTap(
                does(self.choose, card.tile), card.name, on=not card.taken, chosen=card.tile in self.seen, card=card
            )
            for card in cards
        )
        columns = 4 if len(cards) in (7, 8) or len(cards) > 9 else 3
        photograph: tuple[Part, ...] = (self.photograph_tap(),) if camera else ()
        return StepView(
            frame=self.nav.frame(
                _("{name}: which tile?").format(name=state.players[self.seat]),
                ngettext("{n} star", "{n} stars", state.size or 0).format(n=state.size),
            ),
            stage=Grid("", taps, columns, big=15) if camera else Grid(hint, taps, columns, seat=self.seat, big=15),
            headline=Words(hint, "bold", self.seat) if camera else None,
            panel=photograph,
            panel_dp=_PANEL_DP,
        )

    @property
    def seen(self) -> tuple[str, ...]:
        """The tiles that the last photograph of this player's tile may show, the likeliest first."""
        seen, state = self.nav.own(TilesSeen), self.nav.state
        return seen.tiles if (seen.seat, seen.round) == (self.seat, state.round) else ()

    def _hint(self) -> str:
        seen, trouble = self.seen, self.nav.camera.trouble
        if len(seen) == 1:
            return _("This looks like {tile}: tap it if it is.").format(tile=game_of(self.nav).tiles[seen[0]].name)
        if seen:
            return _("It may be one of the marked tiles: tap yours.")
        if trouble:
            return _("{why}. Photograph again, or tap your tile.").format(why=trouble)
        if self.has_camera:
            return _("Turn your tile over; tap or photograph it.")
        return _("Turn your tile over and tap it here.")

    @on("tile")
    def choose(self, tile: str) -> None:
        """That player turned over this tile."""
        seat, state, seen = self.seat, self.nav.state, self.seen
        if self.nav.act(Reveal(seat=NATURE, player=seat, tile=tile), source="camera" if tile in seen else "touch"):
            if seen:
                self.nav.camera.confirmed(seat, TilesSeen(seat, state.round, (tile,)))
            self.nav.camera.forget()

    # The camera ------------------------------------------------------------------------------------------------

    def photograph(self) -> None:
        """Ask the camera about another photograph; what the last one showed no longer counts."""
        self.nav.keep(TilesSeen())
        super().photograph()

    def tick(self) -> bool:
        """Where the table is read without a touch, photograph what hands have laid or turned over, until one tile is
        marked: it waits for a tap as ever."""
        camera, seat = self.nav.camera, self.seat
        if is_on(self.nav) and len(self.seen) != 1 and self.can_look(seat) and camera.hands_left(seat):
            camera.look(seat, unasked=True)
        return super().tick()

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's tile; one that was told beyond doubt is confirmed."""
        if seat != self.seat or self.nav.camera.busy:
            return
        if len(self.seen) == 1:
            self.choose(self.seen[0])
        elif self.can_look(seat):
            self.photograph()

    def arrived(self, seen: Seen) -> bool:
        """The tiles that it may be are marked."""
        if seen.seat != self.seat:
            return False
        self.nav.keep(seen.draft)
        return True
