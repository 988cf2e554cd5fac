"""The table as everybody may see it, at any step of the game: the row and both players' cards, no hands."""

from __future__ import annotations

from engines.stellar.model import ROUNDS, StellarState
from pi_app.games.stellar.cards import Spot, board_of, face_of
from pi_app.games.stellar.sight import game_of, shown_to_all
from pi_app.games.stellar.stages import OpenTable
from pi_app.i18n import _
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import StepView


class OpenTablePresenter(StepPresenter):
    """Shows, and takes no touch."""

    def view(self) -> StepView:
        """The open cards."""
        state: StellarState = self.nav.state
        game, seats = game_of(self.nav), shown_to_all(self.nav)
        light = state.options.mode == "light"
        said = "" if light else _("Round {n} of {all}").format(n=min(state.turn // 2 + 1, ROUNDS), all=ROUNDS)
        lying = () if light else state.row
        row = tuple(Spot(face=face_of(game, code), label=str(k)) for k, code in enumerate(lying, start=1))
        boards = tuple(
            board_of(game, seat, name, seats[seat], seats[1 - seat]) for seat, name in enumerate(state.players)
        )
        return StepView(
            frame=self.nav.frame(_("Stellar"), said),
            stage=OpenTable(row, boards),
        )
