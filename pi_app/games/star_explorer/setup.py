"""Before the first round: who receives the marker, which start tile each player lays, and how."""

from __future__ import annotations

import msgspec

from engines.game import NATURE
from engines.star_explorer.model import ChooseSide, DealStart, Face, FirstPlayer
from pi_app.games.star_explorer.tiles import FaceTap, game_of
from pi_app.i18n import _
from pi_app.presenters.startypes import type_name
from pi_app.steps.first_player import FirstPlayerStep
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Grid, StepView, Tap, Taps


class FirstPlayerPresenter(FirstPlayerStep):
    """Who receives the first-player marker."""

    def hint(self) -> str:
        """As the rule book has it."""
        return _("Who saw a shooting star last? They take the first-player marker.")

    def choose(self, seat: int) -> None:
        """Give that player the marker."""
        self.nav.act(FirstPlayer(seat=NATURE, player=seat))


class StartTileCard(msgspec.Struct, frozen=True):
    """A start tile with both sides; `taken` by another player."""

    tile: str
    sides: tuple[Face, Face]
    taken: bool


class StartTilePresenter(StepPresenter):
    """Which start tile a player was dealt, and which side lies up: one tap says both."""

    @property
    def seat(self) -> int:
        """The first seat whose start tile does not lie yet."""
        return next(i for i, s in enumerate(self.nav.state.seats) if s.start_side is None)

    @property
    def cards(self) -> tuple[StartTileCard, ...]:
        """The six start tiles, or the one that the player was dealt."""
        state = self.nav.state
        own = state.seats[self.seat].start_tile
        taken = {s.start_tile for s in state.seats} - {None, own}
        tiles = game_of(self.nav).pack.start_tiles
        return tuple(StartTileCard(t.id, t.sides, t.id in taken) for t in tiles if own in (None, t.id))

    def view(self) -> StepView:
        """The six start tiles, the two sides of each in a frame; of a tile that was dealt the sides alone."""
        name, cards = self.nav.state.players[self.seat], self.cards
        ask, taps = _("Look at your tile. Tap the side that you lay face up."), tuple[Tap | Taps, ...]()
        if len(cards) == 1:
            ask, taps = _("Tap the side of your tile that is to lie face up."), self._sides(cards[0])
        return StepView(
            frame=self.nav.frame(_("{name}: start tile").format(name=name)),
            stage=Grid(
                ask, taps or tuple(Taps(self._sides(card), framed=True) for card in cards), seat=self.seat, big=17
            ),
        )

    @on("start_tile")
    def choose(self, tile: str, side: int) -> None:
        """Lay that tile with that side up."""
        seat = self.seat
        lay = ChooseSide(seat=seat, side=1 if side else 0)
        if self.nav.state.seats[seat].start_tile == tile:
            self.nav.act(lay)
        else:
            self.nav.act(DealStart(seat=NATURE, player=seat, tile=tile), lay)

    def _sides(self, card: StartTileCard) -> tuple[FaceTap, ...]:
        return tuple(
            FaceTap(does(self.choose, card.tile, side), type_name(face.type), face=face, on=not card.taken)
            for side, face in enumerate(card.sides)
        )
