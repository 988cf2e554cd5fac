"""The table as everybody may see it, at any step of the game: the row and both players' cards, no hands."""

from __future__ import annotations

import msgspec

from engines.stellar.model import ROUNDS, StellarState
from pi_app.games.stellar.cards import Board, Spot, board_of, face_of
from pi_app.games.stellar.sight import game_of, shown_to_all
from pi_app.i18n import _
from pi_app.presenters.navigator import Frame, Navigator


class OpenTableView(msgspec.Struct, frozen=True, kw_only=True):
    """The open cards."""

    frame: Frame
    row: tuple[Spot, ...]
    boards: tuple[Board, ...]


class OpenTablePresenter:
    """Shows, and takes no touch."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> OpenTableView:
        """What the screen shows."""
        state: StellarState = self.nav.state
        game, seats = game_of(self.nav), shown_to_all(self.nav)
        number = min(state.turn // 2 + 1, ROUNDS)
        return OpenTableView(
            frame=self.nav.frame(_("Stellar"), _("Round {n} of {all}").format(n=number, all=ROUNDS)),
            row=tuple(
                Spot(f"row.{k}", face_of(game, code), "", str(k), live=False)
                for k, code in enumerate(state.row, start=1)
            ),
            boards=tuple(
                board_of(game, seat, name, seats[seat], seats[1 - seat]) for seat, name in enumerate(state.players)
            ),
        )
