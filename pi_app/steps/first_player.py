"""Who begins: a button a player, the same in every game that asks it."""

from __future__ import annotations

from abc import abstractmethod

from pi_app.i18n import _
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Grid, StepView, Tap


class FirstPlayerStep(StepPresenter):
    """A game says how it is found out, and what follows."""

    @abstractmethod
    def hint(self) -> str:
        """How the table finds out who begins."""

    @on("first")
    @abstractmethod
    def choose(self, seat: int) -> None:
        """That player begins."""

    def view(self) -> StepView:
        """One large button a player."""
        taps = tuple(
            Tap(does(self.choose, seat), name, seat=seat) for seat, name in enumerate(self.nav.open_table.players)
        )
        return StepView(frame=self.nav.frame(_("First player")), stage=Grid(self.hint(), taps, big=26))
