"""Before the first round: who receives the marker, which start tile each player lays, and how."""

from __future__ import annotations

import msgspec

from engines.game import NATURE
from engines.star_explorer.model import ChooseSide, DealStart, Face, FirstPlayer
from pi_app.games.star_explorer.tiles import open_game_of, star_pack
from pi_app.i18n import _
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.setup import SeatChoiceView


class FirstPlayerPresenter:
    """Who receives the first-player marker."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SeatChoiceView:
        """What the screen shows."""
        return SeatChoiceView(
            frame=self.nav.frame(_("First player")),
            names=self.nav.open_table.players,
            hint=_("Who saw a shooting star last? They take the first-player marker."),
        )

    def choose(self, seat: int) -> None:
        """Give that player the marker."""
        self.nav.act(FirstPlayer(seat=NATURE, player=seat))


class StartTileCard(msgspec.Struct, frozen=True):
    """A start tile with both sides; `taken` by another player."""

    tile: str
    sides: tuple[Face, Face]
    taken: bool


class StartTileView(msgspec.Struct, frozen=True, kw_only=True):
    """The six start tiles."""

    frame: Frame
    seat: int
    name: str
    cards: tuple[StartTileCard, ...]
    hint: str


class StartTilePresenter:
    """Which start tile a player was dealt, and which side lies up: one tap says both."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def seat(self) -> int:
        """The first seat whose start tile does not lie yet."""
        return next(i for i, s in enumerate(self.nav.state.seats) if s.start_side is None)

    def view(self) -> StartTileView:
        """What the screen shows."""
        state = self.nav.state
        own = state.seats[self.seat].start_tile
        taken = {s.start_tile for s in state.seats} - {None, own}
        pack = star_pack(open_game_of(self.nav))
        cards = tuple(
            StartTileCard(t.id, t.sides, t.id in taken or (own is not None and t.id != own)) for t in pack.start_tiles
        )
        name = state.players[self.seat]
        return StartTileView(
            frame=self.nav.frame(_("{name}: start tile").format(name=name)),
            seat=self.seat,
            name=name,
            cards=cards,
            hint=_("Look at your tile. Tap the side that you lay face up."),
        )

    def choose(self, tile: str, side: int) -> None:
        """Lay that tile with that side up."""
        seat = self.seat
        lay = ChooseSide(seat=seat, side=1 if side else 0)
        if self.nav.state.seats[seat].start_tile == tile:
            self.nav.act(lay)
        else:
            self.nav.act(DealStart(seat=NATURE, player=seat, tile=tile), lay)
